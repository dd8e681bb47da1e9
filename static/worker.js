// Shows what tables have to tell while no page is open. Opening is all it does.
'use strict';
self.addEventListener('push', e => {
  let m = {};
  try { m = e.data?.json() ?? {}; } catch { /* shown without words */ }
  self.navigator.setAppBadge?.().catch(() => {}); // how many is known to the page
  e.waitUntil(self.registration.showNotification(m.title ?? 'Bankhalter', {
    body: m.body ?? '', tag: m.tag ?? 'tables', lang: m.lang ?? '', renotify: true, data: {url: m.url ?? '/me'},
  }));
});
self.addEventListener('notificationclick', e => {
  e.notification.close();
  const url = new URL(e.notification.data?.url ?? '/me', self.location.origin);
  if (url.origin !== self.location.origin) return;
  e.waitUntil(self.clients.matchAll({type: 'window'}).then(open => {
    const there = open.find(w => w.url.split('#')[0] === url.href.split('#')[0]);
    return there ? there.focus() : self.clients.openWindow(url.href);
  }));
});
