// Plays a game again, turn by turn, as a film: the server shows the table as it stood,
// film.js plays what led there. Without this script the links and the slider's button do.
(() => {
  'use strict';
  const table = () => document.getElementById('table');
  const way = id => document.getElementById(id)?.href;
  const onwards = () => way('m-next-turn') ?? way('m-last');
  let playing = false, run = 0;

  const show = () => {
    const place = document.getElementById('player');
    if (!place) return playing = false;
    const b = place.firstElementChild ?? place.appendChild(Object.assign(document.createElement('button'), {type: 'button', id: 'm-play', className: 'go'}));
    const text = playing ? place.dataset.pause : place.dataset.play;
    if (b.textContent !== text) b.replaceChildren(Object.assign(document.createElement('b'), {textContent: text}));
    for (const to of ['0.5', '1', '2', '4']) {
      const s = document.getElementById('m-at-' + to) ?? place.appendChild(Object.assign(document.createElement('button'), {type: 'button', id: 'm-at-' + to, className: 'btn', textContent: (+to).toLocaleString(document.documentElement.lang) + '×'}));
      s.ariaPressed = film.speed() === +to;
    }
    const send = document.getElementById('m-moment');
    if (send) send.hidden = true; // the slider goes where it is let go
  };
  const fetched = url => htmx.ajax('GET', url, {target: '#table', swap: 'outerMorph'});
  const go = async (url, leap) => {
    await (leap ? film.leap(() => fetched(url)) : fetched(url));
    if (document.querySelector('.bygone')) history.replaceState(history.state, '', url);
    show();
  };
  const stop = () => {
    playing = false;
    run++;
    film.end();
    show();
  };
  const play = async () => {
    const mine = ++run;
    playing = true;
    show();
    if (!onwards() && way('m-first')) await go(way('m-first'), true);
    while (mine === run && onwards() && !document.hidden) {
      const before = table().dataset.seq;
      await go(onwards());
      const shown = performance.now();
      await film.ended();
      if (mine !== run) return;
      if (table().dataset.seq === before) break; // no line
      await new Promise(done => setTimeout(done, Math.max(300, 1000 - (performance.now() - shown)))); // also without a film one sees what there is
    }
    if (mine === run) stop();
  };
  document.addEventListener('click', e => {
    if (!document.querySelector('.bygone') || e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    if (e.target.closest('#m-play')) return playing ? stop() : play();
    if (e.target.closest('#player')) {
      film.speed(e.target.id.slice(5));
      return show();
    }
    const a = e.target.closest('.stepper a, #moments a');
    if (!a) return;
    e.preventDefault();
    stop();
    go(a.href, !/^m-next/.test(a.id));
  });
  // The arrows leaf from turn to turn, with Shift from line to line.
  document.addEventListener('keydown', e => {
    const to = {ArrowLeft: 'prev', ArrowRight: 'next'}[e.key];
    if (!to || e.ctrlKey || e.metaKey || e.altKey || e.target.closest('input, select, textarea, #tape') || !document.querySelector('.bygone')) return;
    document.getElementById('m-' + to + (e.shiftKey ? '' : '-turn'))?.click();
  });
  document.addEventListener('change', e => {
    if (e.target.id !== 'moment') return;
    stop();
    const url = new URL(e.target.form.action);
    url.searchParams.set(e.target.name, e.target.value);
    go(url.href, true);
  });
  document.addEventListener('visibilitychange', () => { if (document.hidden && playing) stop(); });
  show();
})();
