// Two dice to throw in the waiting room, for fun.
(() => {
  'use strict';
  let faces; // of the last throw: a page that came anew shows it again
  const show = () => {
    const part = document.getElementById('tryout');
    if (!part) return;
    part.hidden = false;
    document.getElementById('try-go').type = 'button';
    if (!part.querySelector('h2')) {
      part.insertAdjacentHTML('afterbegin', '<div class="head"><h2></h2></div>');
      part.insertAdjacentHTML('beforeend', '<p class="note"></p>');
      part.querySelector('h2').textContent = part.getAttribute('aria-label');
      part.querySelector('.note').textContent = part.dataset.note;
    }
    if (!faces) return;
    part.querySelectorAll('.die').forEach((die, i) => { die.dataset.face = faces[i]; });
    document.getElementById('try-sum').textContent = faces.join(' + ') + ' = ' + (faces[0] + faces[1]);
  };
  document.addEventListener('click', e => {
    if (e.target.id !== 'try-go') return;
    const dice = [...document.querySelectorAll('#tryout .die')];
    faces = dice.map(() => 1 + Math.floor(6 * Math.random()));
    show();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const die of dice) die.animate([{transform: 'rotate(-220deg) scale(.7)'}, {transform: 'scale(1.16)', offset: .8}, {transform: 'none'}], {duration: 500, easing: 'cubic-bezier(.45,.05,.25,1)'});
  });
  document.addEventListener('htmx:after:swap', show);
  show();
})();
