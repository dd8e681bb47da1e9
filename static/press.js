// A button that has come to lie where another one lay, or asks about something
// else now, is dead for half a second: the second press of a double click was
// meant for what was there before. What moves there later, without an answer of the
// server, is not dead: a press is held against what was last seen at its point.
(() => {
  'use strict';
  const table = () => document.getElementById('table');
  const settling = 500, longest = 10000; // a busy browser hands on a press as late as that
  let lay = [], waking; // what lay where when it was last seen
  const dead = new WeakMap(); // until when: a busy browser hands on a press long after it was made
  const meaning = b => b.id + [...b.form.elements].map(f => f.type === 'hidden' && f.name !== 'seq' ? f.name + '=' + f.value : '');
  const buttons = (seen = performance.now()) => [...table()?.querySelectorAll('form button') ?? []].flatMap(b => {
    const at = b.getBoundingClientRect();
    return at.width ? {b, at, means: meaning(b), seen} : [];
  });
  const settle = () => {
    const now = performance.now();
    let next = 0;
    lay = lay.filter(was => was.seen + longest > now);
    for (const is of buttons()) {
      const until = Math.max(0, ...lay.filter(was => was.means !== is.means && was.at.left < is.at.right && is.at.left < was.at.right
        && was.at.top < is.at.bottom && is.at.top < was.at.bottom).map(was => was.seen + settling));
      dead.set(is.b, until); // even if a busy browser has needed longer than that to show it
      if (until > now) is.b.ariaDisabled = 'true';
      else is.b.removeAttribute('aria-disabled');
      next = Math.max(next, until);
    }
    clearTimeout(waking);
    if (next > now) waking = setTimeout(settle, next - now + 1);
  };
  const meantAnother = (b, e) => {
    const there = e.detail ? lay.filter(({at, seen}) => seen + settling > e.timeStamp && at.left <= e.x && e.x <= at.right && at.top <= e.y && e.y <= at.bottom) : [];
    const first = there.find(was => was.means === meaning(b))?.seen ?? Infinity; // it may lie above or below another one
    return there.some(was => was.seen < first);
  };
  for (const scrolls of ['wheel', 'touchmove']) document.addEventListener(scrolls, () => { lay = []; }, {passive: true}); // a hand that moves the page sees what comes
  document.addEventListener('click', e => {
    const b = e.target.closest?.('#table form button');
    if (!e.target.closest?.('#table [aria-disabled=true]') && !(b && (e.timeStamp < dead.get(b) || meantAnother(b, e)))) return;
    e.preventDefault();
    e.stopImmediatePropagation();
  }, true);
  document.addEventListener('htmx:before:swap', () => lay.push(...buttons()));
  document.addEventListener('htmx:after:swap', settle);
})();
