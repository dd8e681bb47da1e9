// The second press of a double click means what the first one meant. Where a
// press leads to another page, it must neither send the form again nor press
// what lies in the same place on the page that comes.
(() => {
  'use strict';
  const moment = 500, near = 40, key = 'pressed';
  const plain = e => !e.button && !e.ctrlKey && !e.metaKey && !e.shiftKey && !e.altKey;
  let sent = new WeakSet();
  const before = () => {
    try {
      return JSON.parse(sessionStorage.getItem(key)) ?? {};
    } catch {
      return {}; // a browser that keeps nothing
    }
  };
  const follows = (e, last) => Date.now() - last.at < moment && Math.hypot(e.clientX - last.x, e.clientY - last.y) < near;
  // Where the first press has taken the button away, the second marks no words.
  document.addEventListener('mousedown', e => {
    if (e.detail > 1 && follows(e, before())) e.preventDefault();
  });
  // Keys press what has the focus, which on a page that comes is nothing.
  document.addEventListener('click', e => {
    if (!e.isTrusted || !e.detail || !plain(e) || !e.target.closest?.('button, a[href], summary')) return;
    const last = before();
    if (last.page !== performance.timeOrigin && follows(e, last)) {
      e.preventDefault();
      e.stopImmediatePropagation();
      return;
    }
    try {
      sessionStorage.setItem(key, JSON.stringify({page: performance.timeOrigin, at: Date.now(), x: e.clientX, y: e.clientY}));
    } catch { /* it keeps nothing */ }
  }, true);
  // A form that leads to another page goes once in a moment.
  document.addEventListener('submit', e => {
    const form = e.target;
    if (!navigator.onLine || e.defaultPrevented || form.hasAttribute('hx-post') || form.method !== 'post') return;
    if (sent.has(form)) {
      e.preventDefault();
      return;
    }
    sent.add(form);
    setTimeout(() => sent.delete(form), 2 * moment);
  });
  addEventListener('pageshow', e => { if (e.persisted) sent = new WeakSet(); });
})();
