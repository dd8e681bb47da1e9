// Ends a turn with nothing left to do 1.5 s after its film, unless the player stays.
// The server marks such turns; film.js keeps whether the player wants this.
(() => {
  'use strict';
  const after = 1500, unmeant = 400; // ms
  const alone = () => document.getElementById('alone');
  const stay = () => document.getElementById('stay');
  const end = () => document.getElementById('m-end_turn');
  let had; // a page that is opened in such a turn does not end it
  let timer, begun, round = 0;
  const show = on => {
    if (end()) end().hidden = on;
    if (!on) stay()?.remove();
    if (!on || stay()) return;
    const b = Object.assign(document.createElement('button'), {type: 'button', className: 'go', id: 'stay'});
    b.append(Object.assign(document.createElement('b'), {textContent: alone().dataset.stay}), Object.assign(document.createElement('small'), {textContent: alone().dataset.note}));
    end().after(b);
    for (const line of b.getAnimations({subtree: true})) line.currentTime = performance.now() - begun;
  };
  const drop = () => {
    clearTimeout(timer);
    timer = null;
    round++;
    show(false);
  };
  const may = () => alone() && end() && !document.hidden && film.ends();
  const begin = async () => {
    const mine = ++round;
    await film.ended();
    if (mine !== round || !may()) return;
    begun = performance.now();
    show(true);
    timer = setTimeout(() => {
      timer = null;
      show(false);
      end().form.requestSubmit(end());
    }, after);
  };
  const swapped = () => {
    const has = !!end();
    if (timer) may() ? show(true) : drop();
    else if (!has) round++;
    else if (!had && may()) begin();
    had = has;
  };
  document.addEventListener('htmx:after:swap', swapped);
  // A player who does anything else stays. A press meant for what was there before is none.
  const act = e => {
    if (!timer || performance.now() - begun < unmeant) return;
    if (e.type === 'keydown' ? /^(Shift|Control|Alt|Meta| )$/.test(e.key) : !e.target.closest?.('a, button, input, select, textarea, summary, label')) return;
    const focus = e.target === stay();
    drop();
    if (!focus || !end()) return;
    e.preventDefault();
    end().ariaDisabled = 'true';
    setTimeout(() => end()?.removeAttribute('aria-disabled'), 500);
    end().focus({preventScroll: true});
  };
  document.addEventListener('keydown', act);
  document.addEventListener('click', act);
  document.addEventListener('input', act);
  document.addEventListener('visibilitychange', () => { if (document.hidden) drop(); });
  had = !!end();
})();
