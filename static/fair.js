// The protocol PF1 in the browser: the player's own chain of numbers, and the
// check of every draw as it arrives. FAIRNESS.md tells the protocol.
const fair = (() => {
  'use strict';
  // SHA-256 by hand: crypto.subtle is missing where a page comes over plain
  // http, as it does from a computer in the same room.
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every(p => n % p)) primes.push(n);
  const fraction = x => ((x - Math.floor(x)) * 2 ** 32) >>> 0;
  const K = Uint32Array.from(primes, p => fraction(Math.cbrt(p)));
  const H0 = Uint32Array.from(primes.slice(0, 8), p => fraction(Math.sqrt(p)));
  const W = new Uint32Array(64);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  const block = (h, view, at) => {
    for (let i = 0; i < 16; i++) W[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = W[i - 15], b = W[i - 2];
      W[i] = W[i - 16] + W[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], k = h[7];
    for (let i = 0; i < 64; i++) {
      const x = (k + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + W[i]) | 0;
      const y = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      k = g; g = f; f = e; e = (d + x) | 0; d = c; c = b; b = a; a = (x + y) | 0;
    }
    h[0] += a; h[1] += b; h[2] += c; h[3] += d; h[4] += e; h[5] += f; h[6] += g; h[7] += k;
  };
  const sha256 = bytes => {
    const n = bytes.length, padded = new Uint8Array((n + 72) & ~63), view = new DataView(padded.buffer);
    padded.set(bytes);
    padded[n] = 0x80;
    view.setUint32(padded.length - 8, Math.floor(n / 2 ** 29));
    view.setUint32(padded.length - 4, n << 3);
    const h = H0.slice();
    for (let at = 0; at < padded.length; at += 64) block(h, view, at);
    h.forEach((v, i) => view.setUint32(4 * i, v));
    return padded.slice(0, 32);
  };
  const utf8 = text => new TextEncoder().encode(text);
  const u32 = n => Uint8Array.of(n >>> 24, n >>> 16, n >>> 8, n);
  const join = (...parts) => {
    const all = parts.map(p => (typeof p === 'string' ? utf8(p) : p));
    const out = new Uint8Array(all.reduce((n, p) => n + p.length, 0));
    all.reduce((at, p) => (out.set(p, at), at + p.length), 0);
    return out;
  };
  const hash = (...parts) => sha256(join(...parts));
  const hmac = (key, ...parts) => {
    const pad = byte => Uint8Array.from({length: 64}, (_, i) => byte ^ (key[i] ?? 0));
    return hash(pad(0x5c), hash(pad(0x36), ...parts));
  };
  const hex = bytes => Array.from(bytes, b => b.toString(16).padStart(2, '0')).join('');
  const unhex = text => {
    if (!/^[0-9a-f]{64}$/.test(text)) throw Error('no number of 64 digits');
    return Uint8Array.from(text.match(/../g), b => parseInt(b, 16));
  };

  // Numbers are hexadecimal texts everywhere below, as in the log.
  const before = link => hex(hash('pf1/link', unhex(link)));
  const mix0 = (header, server, anchors) => hex(hash('pf1/mix0', hash(header), ...[server, ...anchors].map(unhex)));
  const mixed = (mix, seat, link) => hex(hash('pf1/mix', unhex(mix), u32(seat), unhex(link)));
  const missed = (last, ordinal) => hex(hash('pf1/missed', unhex(last), u32(ordinal)));
  const lineHash = text => hex(hash(text));
  const randomRoot = () => hex(crypto.getRandomValues(new Uint8Array(32)));

  // The chain whose last link is the root: link(0) is the anchor.
  const chain = (root, n = 2000) => {
    const links = [root];
    while (links.length <= n) links.push(before(links.at(-1)));
    return {length: n, anchor: links[n], link: k => links[n - k]};
  };

  // The luck of one draw: a number from 0 to m-1 for a purpose.
  const luck = (server, mix) => {
    const key = unhex(server), state = unhex(mix), streams = {};
    const next = purpose => {
      const s = (streams[purpose] ??= {block: [], at: 0, count: 0});
      if (s.at === s.block.length) {
        s.block = hmac(key, 'pf1/draw', state, u32(s.count++), purpose);
        s.at = 0;
      }
      return s.block[s.at++];
    };
    return (purpose, m) => {
      if (m <= 1) return 0;
      for (;;) {
        const b = next(purpose);
        if (b < 256 - 256 % m) return b % m;
      }
    };
  };

  return {before, mix0, mixed, missed, lineHash, randomRoot, chain, luck};
})();
