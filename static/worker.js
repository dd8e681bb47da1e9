// Shows what tables have to tell while no page is open, and a page of its own where
// the server cannot be asked for one. The server sends that page in front of this
// script, as offline: a new one is a new worker, which the browser fetches by itself.
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

// Nothing of a game is ever kept: only the files that the page without a server
// names, and only that page is given them from here.
const kept = 'offline', mark = '?offline';

// past tells browsers that can be told what never comes through here: streams,
// posts and whatever else a page fetches. In others it starts the worker and passes.
const past = async e => {
  try {
    await e.addRoutes?.([
      {condition: {urlPattern: new URLPattern({search: mark.slice(1)})}, source: 'fetch-event'},
      {condition: {or: [{requestMethod: 'POST'}, {requestMode: 'cors'}, {requestMode: 'no-cors'}, {requestMode: 'same-origin'}]}, source: 'network'},
    ]);
  } catch { /* a browser with other conditions */ }
};
const tidy = async () => {
  const cache = await caches.open(kept);
  const old = (await cache.keys()).filter(r => !offline.files.includes(new URL(r.url).pathname));
  await Promise.all(old.map(r => cache.delete(r)));
  await self.registration.navigationPreload?.enable();
};
self.addEventListener('install', e => {
  e.waitUntil(Promise.all([past(e), caches.open(kept).then(cache => cache.addAll(offline.files))]));
  self.skipWaiting();
});
self.addEventListener('activate', e => e.waitUntil(tidy()));
self.addEventListener('fetch', e => {
  const r = e.request, url = new URL(r.url);
  if (r.mode === 'navigate' && r.method === 'GET' && r.destination === 'document') {
    e.respondWith(Promise.resolve(e.preloadResponse).then(early => early ?? fetch(r)).catch(() => new Response(offline.page, {
      headers: {'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': offline.policy, 'Cache-Control': 'no-store'},
    })));
  } else if (url.search === mark && offline.files.includes(url.pathname)) {
    e.respondWith(caches.match(url.pathname).then(file => file ?? fetch(r)));
  }
});
