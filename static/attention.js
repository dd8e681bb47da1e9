// Says in the title and the icon of a tab that its table waits for this player, also
// where nobody looks: a hidden tab has given its stream back, and asks now and then.
(() => {
  'use strict';
  const every = 30000;
  const table = () => document.getElementById('table');
  const icon = document.querySelector('link[rel=icon]');
  const plain = icon?.href;
  const mark = asked => {
    const href = asked && icon?.dataset.asked || plain;
    if (icon && icon.href !== href) icon.href = href;
  };
  const ask = async () => {
    if (!table()?.dataset.events || !document.getElementById('deeds')) return; // over, or nobody's seat
    try {
      const answer = await fetch(location.pathname + '?seen=0', {headers: {Accept: 'application/json'}});
      if (!answer.ok) return;
      const {seat, waiting_for: waiting} = await answer.json();
      if (!document.hidden) return;
      const asked = waiting.includes(seat);
      if (asked && table().dataset.asked === undefined && !document.title.startsWith('●')) document.title = '● ' + document.title;
      mark(asked);
    } catch { /* no line: it asks again */ }
  };
  const look = () => mark(table()?.dataset.asked !== undefined);
  let asking;
  document.addEventListener('visibilitychange', () => {
    clearInterval(asking);
    if (document.hidden) asking = setInterval(ask, every);
  });
  document.addEventListener('htmx:after:swap', look);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', look);
  else look();
})();
