// Has the browser ask before a page is left with something in a form that is not saved:
// typed here, or sent before and drawn again.
(() => {
  'use strict';
  const marked = 'form[data-unsaved]';
  let typed, sent;
  document.addEventListener('input', e => { typed ||= e.target.closest?.(marked); });
  document.addEventListener('submit', e => { sent ||= !e.defaultPrevented && e.target.matches(marked); });
  addEventListener('pageshow', () => { sent = false; });
  addEventListener('beforeunload', e => {
    if (!sent && (typed || document.querySelector(marked)?.dataset.unsaved)) e.preventDefault();
  });
})();
