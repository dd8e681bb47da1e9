// Looks whether the server is there again, and then loads the page that was wanted.
(() => {
  'use strict';
  const {probe} = document.currentScript.dataset;
  let timer, wait = 2000;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(look, wait * (0.7 + 0.6 * Math.random()));
    wait = Math.min(wait * 1.5, 30000);
  };
  const look = async () => {
    if (document.hidden) return; // it looks when it is seen
    try {
      const there = await fetch(probe, {method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(10000)});
      if (there.ok) return location.reload();
    } catch { /* not yet */ }
    later();
  };
  addEventListener('online', look);
  document.addEventListener('visibilitychange', look);
  addEventListener('pageshow', later);
})();
