// Lets this browser be told what waits: asks for leave, and sends the form with
// where messages go. Without this script, or where a browser cannot, the page
// says so.
(() => {
  'use strict';
  const button = document.getElementById('m-push'); // a hidden field until now
  if (!button || !('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return;
  const say = what => {
    const note = document.getElementById('push-said') ?? document.createElement('p');
    button.before(Object.assign(note, {id: 'push-said', className: 'problem', role: 'alert', textContent: button.dataset[what]}));
  };
  button.type = 'button';
  document.getElementById('push-none')?.remove();
  button.addEventListener('click', async () => {
    try {
      if (await Notification.requestPermission() !== 'granted') return say('refused');
      await navigator.serviceWorker.register('/worker.js', {scope: '/'});
      const worker = await navigator.serviceWorker.ready;
      const to = await worker.pushManager.subscribe({userVisibleOnly: true, applicationServerKey: button.dataset.key});
      const {endpoint, keys} = to.toJSON();
      const label = (navigator.userAgentData?.platform ?? navigator.platform ?? '').slice(0, 60);
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
      const form = document.createElement('form');
      form.method = 'post';
      form.action = button.dataset.to;
      for (const [name, value] of Object.entries({kind: 'push', endpoint, p256dh: keys.p256dh, auth: keys.auth, label, zone})) {
        form.append(Object.assign(document.createElement('input'), {type: 'hidden', name, value}));
      }
      document.body.append(form);
      form.submit();
    } catch {
      say('failed');
    }
  });
})();
