// Closes the menu of a narrow page as people expect it: by Escape and by a tap
// beside it.
(() => {
  'use strict';
  const shut = () => {
    if (location.hash === '#nav') location.replace('#-'); // which is nowhere: the page stays where it is
  };
  document.addEventListener('click', e => {
    if (!e.target.closest?.('.nav, a')) shut();
  });
  document.addEventListener('keydown', e => {
    if (e.key !== 'Escape' || location.hash !== '#nav') return;
    shut();
    document.querySelector('.menu')?.focus();
  });
})();
