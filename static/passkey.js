// Passkeys: the server asks, the browser lets the authenticator answer, the
// server judges. Without this script and where browsers know no passkeys the
// forms stay hidden.
(() => {
  'use strict';
  const post = async (url, body) => {
    const answer = await fetch(url, {
      method: 'POST', body: JSON.stringify(body), headers: {'Content-Type': 'application/json', 'Accept': 'application/json'},
    });
    const told = await answer.json();
    if (!answer.ok) throw Error(told.detail);
    return told;
  };
  const ways = {
    create: async options => navigator.credentials.create({publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options)}),
    get: async options => navigator.credentials.get({publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options)}),
  };
  const press = async (form, button, said) => {
    button.disabled = true;
    said.hidden = true;
    try {
      const credential = await ways[form.dataset.passkey](await post(form.dataset.begin, {}));
      const name = form.elements.namedItem('name');
      const told = await post(form.getAttribute('action'), {...(name && {name: name.value}), credential: credential.toJSON()});
      location.assign((!told.guest && form.dataset.next) || told.next || '/'); // a guest is asked first
    } catch (e) {
      said.textContent = e instanceof DOMException ? form.dataset.cancelled : e.message;
      said.hidden = false;
      button.disabled = false;
    }
  };
  if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) return;
  for (const note of document.querySelectorAll('[data-passkey-missing]')) note.hidden = true;
  for (const form of document.querySelectorAll('form[data-passkey]')) {
    const button = form.querySelector('.btn');
    form.hidden = false;
    button.type = 'submit';
    form.addEventListener('submit', e => {
      e.preventDefault();
      press(form, button, form.querySelector('.problem'));
    });
  }
})();
