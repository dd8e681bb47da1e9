// Counts the messages of a table that have come while its chat was out of sight, in the
// status line and in the title.
(() => {
  'use strict';
  const known = new Set();
  let unread = 0, watched;
  const count = () => {
    const chat = document.getElementById('chat'), status = document.getElementById('status');
    if (!document.getElementById('table') || !chat || !status) return;
    if (chat !== watched) {
      sight.disconnect();
      sight.observe(watched = chat);
    }
    let link = document.getElementById('unread');
    if (!unread) link?.remove();
    else if (!link) status.after(link = Object.assign(document.createElement('a'), {id: 'unread', href: '#chat-h'}));
    if (unread) link.textContent = `${document.getElementById('chat-h').textContent}: ${unread} ${chat.dataset.fresh}`;
    const title = document.title.replace(/^\(\d+\) /, '');
    document.title = unread ? `(${unread}) ${title}` : title;
  };
  let inSight = false;
  const sight = new IntersectionObserver(list => {
    inSight = list.at(-1).isIntersecting;
    seen();
  });
  const seen = () => {
    if (!inSight || document.hidden || !unread) return;
    unread = 0;
    count();
  };
  const hear = first => {
    for (const li of document.querySelectorAll('#chat .says > li')) {
      if (known.has(li.id)) continue;
      known.add(li.id);
      if (!first && !li.classList.contains('mine') && (!inSight || document.hidden)) unread++;
    }
    count();
  };
  document.addEventListener('visibilitychange', seen);
  document.addEventListener('htmx:after:swap', () => hear());
  hear(true);
})();
