// Six short sounds, made and not recorded. film.js fetches this script in the first
// press on a page, and says what is to be heard.
(() => {
  'use strict';
  const {ears} = film, {context} = ears;
  const apart = 60; // ms between two of the same
  const out = context.createGain();
  out.gain.value = 1;
  out.connect(context.destination);
  // One tone: from one pitch to another in Hz, after so many ms, for so many.
  const tone = (type, from, to, after, ms, peak = .12) => {
    const at = context.currentTime + after / 1000, end = at + ms / 1000;
    const voice = context.createOscillator(), loud = context.createGain();
    voice.type = type;
    voice.frequency.setValueAtTime(from, at);
    voice.frequency.exponentialRampToValueAtTime(to, end);
    loud.gain.setValueAtTime(.0001, at);
    loud.gain.exponentialRampToValueAtTime(peak, at + .008);
    loud.gain.exponentialRampToValueAtTime(.0001, end);
    voice.connect(loud).connect(out);
    voice.start(at);
    voice.stop(end);
  };
  const two = (a, b) => {
    tone('sine', a, a, 0, 90);
    tone('sine', b, b, 90, 160);
  };
  const sounds = {
    dice: () => [0, 130, 290, 450].forEach((after, k) => tone('square', 240 - 30 * k, 70, after, 40 + 10 * k, .04)),
    card: () => tone('sine', 900, 300, 0, 110),
    gain: () => two(880, 1320),
    loss: () => two(440, 330),
    bid: () => tone('triangle', 320, 210, 0, 45),
    sold: () => [0, 150].forEach(after => tone('triangle', 180, 90, after, 90)),
    turn: () => two(660, 990),
    end: () => [523, 659, 784, 1047].forEach((pitch, k) => tone('triangle', pitch, pitch, 130 * k, 220)),
  };
  // A context that runs takes power also while nothing is heard.
  let silence, asleep = false;
  const rest = () => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      if (context.state !== 'running') return;
      asleep = true;
      context.suspend().catch(() => {});
    }, 1000);
  };
  const last = {};
  ears.hear = async name => {
    const now = performance.now();
    if (now - (last[name] ?? -apart) < apart) return;
    if (!asleep && context.state !== 'running') return void context.resume().catch(() => {}); // a browser that wants another press first
    last[name] = now;
    clearTimeout(silence);
    try {
      if (asleep) await context.resume();
    } catch { return; }
    asleep = false;
    rest();
    sounds[name]();
  };
  context.addEventListener('statechange', rest);
  rest();
})();
