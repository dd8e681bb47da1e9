// Two dice to throw in the waiting room, for fun.
(() => {
  'use strict';
  const show = () => {
    const part = document.getElementById('tryout');
    if (part) part.hidden = false;
  };
  document.addEventListener('click', e => {
    if (e.target.id !== 'try-go') return;
    const dice = [...document.querySelectorAll('#tryout .die')];
    const faces = dice.map(() => 1 + Math.floor(6 * Math.random()));
    dice.forEach((d, i) => {
      d.dataset.face = faces[i];
      if (!matchMedia('(prefers-reduced-motion: reduce)').matches) d.animate([{transform: 'rotate(-220deg) scale(.7)'}, {transform: 'scale(1.16)', offset: .8}, {transform: 'none'}], {duration: 500, easing: 'cubic-bezier(.45,.05,.25,1)'});
    });
    document.getElementById('try-sum').textContent = faces.join(' + ') + ' = ' + (faces[0] + faces[1]);
  });
  document.addEventListener('htmx:after:swap', show);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
  else show();
})();
