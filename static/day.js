// Keeps My Day up to date: the server says that something has changed at one
// of the tables, the page fetches its list anew.
(() => {
  'use strict';
  const day = () => document.getElementById('day');
  if (!day()) return;
  const silence = 25000; // no byte for so long: the line is dead
  const unseen = 30000; // a hidden tab gives its line back after this
  let stream, watchdog, retry, leaving, fetching, wait = 500, failures = 0, after = 0;

  // The icon of the installed site carries the number of tables that wait.
  const badge = () => {
    const n = +day().dataset.awaited;
    (n ? navigator.setAppBadge?.(n) : navigator.clearAppBadge?.())?.catch(() => {});
  };
  const renew = () => {
    fetching ??= setTimeout(() => {
      fetching = null;
      htmx.trigger(day(), 'day');
    }, 150);
  };
  const close = () => {
    clearTimeout(watchdog);
    clearTimeout(retry);
    stream?.close();
    stream = null;
  };
  const again = () => {
    close();
    if (++failures === 3) contact.lost();
    retry = setTimeout(open, wait * (0.7 + 0.6 * Math.random()));
    wait = Math.min(wait * 2, 10000);
  };
  const alive = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(again, silence);
  };
  const heard = e => {
    alive();
    after = +e.lastEventId || after;
    renew();
  };
  const open = () => {
    close();
    if (document.hidden) return;
    after ||= +day().dataset.cursor;
    stream = new EventSource(day().dataset.feed + '?after=' + after);
    alive();
    stream.onopen = () => {
      contact.back();
      wait = 500;
      failures = 0;
      alive();
    };
    stream.onerror = again;
    stream.addEventListener('game', heard);
    stream.addEventListener('gone', heard);
    stream.addEventListener('hb', alive);
  };
  document.addEventListener('visibilitychange', () => {
    clearTimeout(leaving);
    if (document.hidden) leaving = setTimeout(close, unseen);
    else if (!stream) open();
  });
  document.addEventListener('htmx:after:swap', badge);
  badge();
  addEventListener('online', open);
  addEventListener('pagehide', close);
  addEventListener('pageshow', e => { if (e.persisted) { renew(); open(); } });
  open();
})();
