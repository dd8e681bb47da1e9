// Lets this browser be told what waits: asks for leave, and sends the form with
// where messages go. Without this script, or where a browser cannot, the page
// says so.
(() => {
  'use strict';
  const begin = () => {
    const form = document.getElementById('f-push');
    if (!form || !('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return;
    const say = what => {
      const status = document.getElementById('status');
      if (status) status.textContent = form.dataset[what];
    };
    form.hidden = false;
    document.getElementById('push-none')?.remove();
    form.addEventListener('submit', async e => {
      e.preventDefault();
      try {
        if (await Notification.requestPermission() !== 'granted') return say('refused');
        await navigator.serviceWorker.register('/worker.js', {scope: '/'});
        const worker = await navigator.serviceWorker.ready;
        const to = await worker.pushManager.subscribe({userVisibleOnly: true, applicationServerKey: form.dataset.key});
        const {endpoint, keys} = to.toJSON();
        const fields = form.elements;
        fields.endpoint.value = endpoint;
        fields.p256dh.value = keys.p256dh;
        fields.auth.value = keys.auth;
        fields.label.value = (navigator.userAgentData?.platform ?? navigator.platform ?? '').slice(0, 60);
        form.submit();
      } catch {
        say('failed');
      }
    });
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
  else begin();
})();
