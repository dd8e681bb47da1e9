// Puts the operator's announcement away: the server shows it no more to this browser, and
// shows the next one.
(() => {
  'use strict';
  const show = () => {
    const b = document.getElementById('read');
    if (b) b.type = 'button';
  };
  document.addEventListener('click', e => {
    if (e.target.id !== 'read') return;
    document.cookie = `read=${e.target.dataset.id}; path=/; max-age=31536000; samesite=lax`;
    e.target.parentElement.remove();
  });
  show();
})();
