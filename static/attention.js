// Says in the title and the icon of a tab that its table waits for this player, also
// where nobody looks: a hidden tab has given its stream back or never had one, and
// fetches the table now and then, with its title and its chat.
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
  const ask = () => {
    if (table()?.dataset.events && document.getElementById('deeds')) htmx.trigger(table(), 'game'); // neither over, nor nobody's seat
  };
  const look = () => mark(table()?.dataset.asked !== undefined);
  let asking;
  const watch = () => {
    clearInterval(asking);
    if (document.hidden) asking = setInterval(ask, every);
  };
  watch();
  document.addEventListener('visibilitychange', watch);
  document.addEventListener('htmx:after:swap', look);
  look();
})();
