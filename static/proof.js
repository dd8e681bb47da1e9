// Brings the player's own numbers for the dice, and checks every draw as it
// arrives. Without this script the server's numbers alone decide, as they do
// for programs that bring none.
(() => {
  'use strict';
  const page = () => document.getElementById('table') ?? document.getElementById('proof');
  const words = () => document.getElementById('fair-says')?.dataset ?? {};
  const chains = () => JSON.parse(words().chain || '{}');
  const dice = () => (page()?.dataset.dice ? {...chains(), ...JSON.parse(page().dataset.dice)} : null);
  const seen = () => +(page()?.dataset.seq ?? 0);
  const keep = {
    get: key => {
      try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
    },
    set: (key, value) => {
      try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* a full or forbidden store: numbers last as long as the page */ }
      keep[key] = value;
    },
    of: key => keep.get(key) ?? keep[key] ?? null,
    drop: key => {
      try { localStorage.removeItem(key); } catch { /* a forbidden store has nothing */ }
      delete keep[key];
    },
  };

  // ---- The chain of this device

  const place = d => 'bh/chain/' + d.game + '/' + d.you;
  const early = anchor => 'bh/chain/new/' + anchor; // of a game that had no name yet
  let made = null;
  const adopt = d => {
    const root = d.anchor && keep.of(early(d.anchor));
    if (!root) return null;
    keep.set(place(d), root);
    keep.drop(early(d.anchor));
    return root;
  };
  const chain = d => {
    const root = keep.of(place(d)) ?? adopt(d);
    if (!root) return null;
    if (made?.root !== root) made = {root, ...fair.chain(root)};
    return made;
  };
  const begin = d => {
    keep.set(place(d), fair.randomRoot());
    return chain(d);
  };
  const begun = () => {
    const root = fair.randomRoot(), {anchor} = fair.chain(root);
    keep.set(early(anchor), root);
    return keep.get(early(anchor)) === root ? anchor : '';
  };
  const fits = d => !!d.anchor && chain(d)?.anchor === d.anchor;
  const tell = async (d, body) => {
    const answer = await fetch('/games/' + d.game + '/chain', {
      method: 'PUT', headers: {'Content-Type': 'application/json', 'Accept': 'application/json'}, body: JSON.stringify(body),
    });
    return answer.ok;
  };
  const renew = () => {
    if (document.getElementById('table')) htmx.trigger(page(), 'game');
  };

  // The number that the table waits for, if this device has it.
  const awaited = d => d?.me != null && d.awaiting?.includes(d.me) && fits(d) ? {link: chain(d).link(d.next)} : null;

  // What the table waits for is sent at once, each thing once.
  let sent = '';
  const isSent = (d, body) => {
    const what = JSON.stringify([d.game, d.ordinal, body]), again = what === sent;
    sent = what;
    return again;
  };
  const bring = async () => {
    const d = dice();
    if (d?.you && d.status === 'finished') keep.drop(place(d)); // nobody asks for its numbers any more
    if (d?.me == null || d.status === 'finished') return;
    let body = awaited(d);
    if (!body && d.status === 'lobby' && !d.until && !d.anchor) body = {anchor: (chain(d) ?? begin(d)).anchor};
    if (!body || isSent(d, body)) return;
    try {
      await tell(d, body);
    } catch {
      sent = ''; // no line: the next look at the table tries again
    }
    renew();
  };

  // A throw asks for the player's number in the answer to the press. It goes out at
  // once, when the lock has come with its signed head; nothing is shown in between
  // but dice in the air, unless it takes long.
  const patience = 5000;
  const quoted = (text, found) => JSON.parse(Object.assign(document.createElement('textarea'), {innerHTML: found.exec(text ?? '')?.[1] ?? 'null'}).value);
  const read = text => {
    const d = quoted(text, / id="table"[^>]* data-dice="([^"]*)"/);
    return d && {...chains(), ...quoted(text, / id="fair-says"[^>]* data-chain="([^"]*)"/), ...d};
  };
  document.addEventListener('htmx:before:swap', e => {
    const ctx = e.detail?.ctx, act = document.getElementById('act');
    if (ctx?.request?.method !== 'POST' || ctx.response?.status !== 200 || !act || !document.getElementById('table')) return;
    const d = read(ctx.text), body = awaited(d);
    if (!body || !d.head || isSent(d, body)) return;
    e.preventDefault();
    fair.drawing = true;
    for (const b of act.querySelectorAll('button')) b.ariaDisabled = 'true';
    const told = () => {
      clearTimeout(slow);
      fair.drawing = false;
    };
    const slow = setTimeout(() => { told(); renew(); }, patience);
    const before = seen();
    const over = () => {
      told();
      sent = '';
      if (seen() === before) renew(); // it was lost on its way: what waits still is sent again
    };
    htmx.ajax('POST', '/games/' + d.game + '/chain', {source: act, target: '#table', swap: 'outerMorph', values: body}).then(over, over);
  });

  // A game that one press opens and starts begins with numbers of this device, if they last until its page.
  document.addEventListener('submit', e => {
    const {anchor} = e.target.elements;
    if (anchor) anchor.value = begun();
  }, true);

  // A device that has no chain for the seat begins one before its player's next move.
  let anchoring = false;
  document.addEventListener('submit', async e => {
    const form = e.target, d = dice();
    if (d?.me == null || d.awaiting || fits(d) || !/\/(moves|start)$/.test(form.action)) return;
    if (d.status === 'lobby' && (d.until || d.anchor)) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    if (anchoring) return;
    anchoring = true;
    try {
      const fresh = d.status === 'lobby' && chain(d) || begin(d);
      if (await tell(d, {anchor: fresh.anchor})) page().dataset.dice = JSON.stringify({...d, anchor: fresh.anchor, source: 'client', next: 1});
    } catch { /* no line: the move goes on its own way */ }
    anchoring = false;
    if (e.submitter && e.submitter.form !== form) return; // the table has been drawn anew meanwhile, without this move
    const tried = page()?.dataset.dice;
    if (tried) page().dataset.dice = JSON.stringify({...JSON.parse(tried), me: null}); // whatever came of it, send the move
    try {
      form.requestSubmit(e.submitter);
    } finally {
      if (tried) page().dataset.dice = tried;
    }
  }, true);

  // ---- The check

  const at = fair.follow();
  const drawn = new Map(); // number of a line -> it tells a draw that fits
  let pinned = null, game = '', work = Promise.resolve(), warned = '';
  const warn = text => {
    if (!text || warned) return;
    warned = text;
    const note = document.createElement('p');
    note.id = 'fair-warning';
    note.className = 'problem';
    note.setAttribute('role', 'alert');
    note.textContent = text;
    page().before(note);
  };
  const fill = (text, n) => (text ?? '').replace('%', n);

  const follow = async () => {
    const d = dice();
    if (!d || at.fault || game && game !== d.game) return;
    const first = !game;
    game = d.game;
    if (first) pinned = keep.of('bh/pin/' + d.game); // later ones are this page's own, or another tab's
    if (pinned && pinned.server !== d.server) return warn(words().different);
    if (!first && at.seq >= seen()) return show();
    // A page that one has gone back to gets from fetch what the browser has kept: never here.
    const answer = await fetch('/games/' + d.game + '/events?after=' + at.seq, {cache: 'no-store', headers: {'Accept': 'application/x-ndjson'}});
    if (!answer.ok) return;
    for (const text of (await answer.text()).split('\n')) {
      if (!text || JSON.parse(text).seq <= at.seq) continue;
      const {line, draw, fault} = at.take(text);
      if (fault) return warn(fill(words().fault, fault.seq));
      if (draw) drawn.set(line.seq, true);
      if (pinned?.seq === at.seq && pinned.hash !== at.hash) return warn(words().different);
    }
    if (pinned && pinned.seq > at.seq) return warn(words().older);
    if (at.server) keep.set('bh/pin/' + d.game, {server: d.server, seq: at.seq, hash: at.hash});
    show();
  };
  const check = () => { // in a hidden tab nobody sees the log, and asking for it would start their clock
    if (!document.hidden) work = work.then(follow).catch(() => { /* no line: the next look at the table tries again */ });
  };

  const tick = () => {
    const mark = document.createElement('span');
    mark.className = 'proved';
    mark.title = words().tick ?? '';
    mark.setAttribute('role', 'img');
    mark.setAttribute('aria-label', words().tick ?? '');
    mark.textContent = '✓';
    return mark;
  };
  const show = () => {
    for (const seq of drawn.keys()) {
      const line = document.getElementById('e' + seq);
      if (line && !line.querySelector('.proved')) (line.querySelector('.ref') ?? line.firstElementChild ?? line).append(tick());
    }
    for (const li of document.querySelectorAll('#tape [data-draws]')) { // a turn told in short: once
      if (!li.querySelector('.proved') && li.dataset.draws.split(' ').every(seq => drawn.has(+seq))) li.querySelector('span').append(tick());
    }
    const thrown = document.querySelector('#act .throw');
    if (thrown && drawn.size && at.seq >= seen() && !thrown.querySelector('.proved')) thrown.append(tick());
    const state = document.getElementById('proof-check');
    if (state && at.seq && !at.fault) {
      state.textContent = fill(state.dataset.checked, at.count.draws);
      state.hidden = false;
    }
  };

  // A table that is older than what was checked here has been put back.
  document.addEventListener('htmx:before:swap', async e => {
    const shown = /data-seq="(\d+)"/.exec(e.detail?.ctx?.text ?? '');
    if (!shown || +shown[1] >= at.seq || !game) return;
    const answer = await fetch('/games/' + game, {cache: 'no-store', headers: {'Accept': 'application/json'}});
    if (answer.ok && (await answer.json()).seq < at.seq) warn(words().older);
  });
  const look = () => {
    bring();
    check();
  };
  document.addEventListener('htmx:after:swap', look);
  document.addEventListener('visibilitychange', check);
  look();
})();
