// A way to something folded unfolds it, on this page and from another one.
(() => {
  'use strict';
  const unfold = hash => {
    const part = document.getElementById(hash.slice(1));
    if (part?.tagName !== 'DETAILS') return;
    part.open = true;
    setTimeout(() => part.querySelector('h3[tabindex]')?.focus()); // after the browser has gone there, which takes the focus away
  };
  document.addEventListener('click', e => {
    const way = e.target.closest?.('a[href*="#"]');
    if (way && way.href.split('#')[0] === location.href.split('#')[0]) unfold(way.hash);
  });
  const arrive = () => unfold(location.hash);
  if (document.readyState === 'complete') arrive();
  else addEventListener('load', arrive);
})();
