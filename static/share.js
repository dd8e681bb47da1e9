// Copies an address, or hands it to what the device shares with. Without this
// script, or where the browser can do neither, the buttons stay hidden fields.
(() => {
  'use strict';
  const labels = new WeakMap(); // what a button says that says "Copied" for a moment
  const show = () => {
    for (const b of document.querySelectorAll('[data-copy], [data-share]')) b.type = (b.dataset.copy ? navigator.clipboard : navigator.share) ? 'button' : 'hidden';
  };
  document.addEventListener('click', async e => {
    const b = e.target.closest?.('[data-copy], [data-share]');
    if (!b) return;
    try {
      if (b.dataset.share) return await navigator.share({title: b.dataset.title, url: b.dataset.share});
      await navigator.clipboard.writeText(b.dataset.copy);
      const said = labels.get(b)?.said ?? b.value;
      clearTimeout(labels.get(b)?.timer);
      b.value = b.dataset.done;
      document.getElementById('status').textContent = b.dataset.done;
      labels.set(b, {said, timer: setTimeout(() => {
        b.value = said;
        labels.delete(b);
      }, 2500)});
    } catch {} // the person thought better of it, or the browser forbids it: the address stands beside
  });
  document.addEventListener('htmx:after:swap', show);
  show();
})();
