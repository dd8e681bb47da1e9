// Says when there is no connection, in the status line and beside what could not
// be sent, and takes it back. The next fetch of the page removes what stands
// beside a form.
const contact = (() => {
  'use strict';
  const status = () => document.getElementById('status');
  let said = '';
  const lost = () => {
    const s = status();
    if (!s || s.classList.contains('lost')) return;
    said = s.textContent;
    s.textContent = s.dataset.offline;
    s.classList.add('lost');
  };
  const back = () => {
    const s = status();
    if (!s?.classList.contains('lost')) return;
    s.classList.remove('lost');
    if (s.textContent === s.dataset.offline) s.textContent = said;
  };
  const unsent = form => {
    const note = document.getElementById('unsent') ?? document.createElement('p');
    Object.assign(note, {id: 'unsent', className: 'problem', role: 'alert', textContent: status()?.dataset.unsent});
    (form.closest('.row') ?? form).before(note);
    note.scrollIntoView({block: 'nearest'});
  };
  // A form that leads to another page would lead to the browser's own page of errors, from which
  // not every browser comes back to what was typed.
  document.addEventListener('submit', e => {
    if (navigator.onLine || e.defaultPrevented || e.target.hasAttribute('hx-post') || e.target.method !== 'post') return;
    e.preventDefault();
    unsent(e.submitter ?? e.target);
  });
  addEventListener('online', () => document.getElementById('unsent')?.remove());
  return {lost, back, unsent};
})();

// Without a server to ask, a browser shows its own page of errors. On pages that name
// it, those of players who have signed in, a worker with a better one is registered.
(() => {
  'use strict';
  const {worker} = document.currentScript?.dataset ?? {};
  if (!worker || !('serviceWorker' in navigator)) return;
  addEventListener('load', () => navigator.serviceWorker.register(worker).catch(() => { /* not in this browser */ }));
})();
