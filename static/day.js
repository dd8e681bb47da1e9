// Keeps My Day up to date: the server says that something has changed at one
// of the tables, the page fetches its list anew.
(() => {
  'use strict';
  const day = () => document.getElementById('day');
  if (!day()) return;
  let fetching, after = 0;

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
  const heard = e => {
    after = +e.lastEventId || after;
    renew();
  };
  document.addEventListener('htmx:after:swap', badge);
  badge();
  addEventListener('pageshow', e => { if (e.persisted) renew(); });
  liveStream(() => {
    after ||= +day().dataset.cursor;
    return day().dataset.feed + '?after=' + after;
  }, {game: heard, gone: heard, hb() {}}, contact.back, 10000).open();
})();
