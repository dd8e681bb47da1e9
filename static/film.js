// Plays what happened as a film. The page is always what the server says; what a beat
// that has not been played yet has changed is made invisible, and copies on a layer
// of their own show how it was and move. When a film ends, however it ends, the
// copies go and nothing is invisible.
const film = (() => {
  'use strict';
  const $ = (q, in_ = document) => in_.querySelector(q), $$ = (q, in_ = document) => [...in_.querySelectorAll(q)];
  const out = 'cubic-bezier(.2,.8,.2,1)', back = 'cubic-bezier(.3,1.5,.5,1)', fly = 'cubic-bezier(.45,.05,.25,1)';
  const mostBeats = 20, mostTime = 8000, shortest = 600;
  const times = {roll: 720, walk: 1760, go: 940, land: 600, card: 2120, pay: 940, deed: 1040, build: 600, jail: 600, group: 1500, bid: 600, sold: 1500, offer: 600, out: 900, end: 2400};
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const kept = (name, value) => {
    try {
      if (value !== undefined) localStorage.setItem('film.' + name, value);
      return localStorage.getItem('film.' + name);
    } catch { return null; } // a browser that keeps nothing
  };
  const speeds = ['0.5', '1', '2', '0'];
  // A replay has a speed of its own, up to 4: that of a table is for what happens there.
  const replays = () => !!$('.bygone'), offered = () => replays() ? ['0.5', '1', '2', '4', '0'] : speeds;
  const chosen = {}; // here, also in a browser that keeps nothing
  let speed = 1, watching = 0; // watching: the rest of a game that goes on without this player
  const recall = () => {
    const what = replays() ? 'replay' : 'speed', at = chosen[what] ?? kept(what);
    speed = !replays() && watching || +(offered().includes(at) ? at : 1);
  };
  let motion = kept('motion'); // full or calm; null: as the system has it
  const calm = () => motion ? motion === 'calm' : still.matches;

  // Sounds are on at a table whose players are there, and vibration where it was chosen.
  // Their script is fetched in the first press: before it nothing sounds.
  const ears = {hear: () => {}};
  const sounds = () => (kept('sound') ?? ($('#table')?.dataset.slow === undefined ? 'on' : 'off')) === 'on';
  const buzzes = 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches;
  const listen = () => {
    const address = document.getElementById('film')?.dataset.sounds;
    if (!address || ears.context || !sounds() || !window.AudioContext) return;
    try { ears.context = new AudioContext(); } catch { return; } // no sound here, or not now: the press goes on
    document.head.append(Object.assign(document.createElement('script'), {src: address}));
  };
  const hear = name => { if (name && sounds()) ears.hear(name); };
  const sound = b => {
    const {beat, mine} = b;
    if (beat === 'roll') return tumbling ? '' : 'dice'; // one's own are heard from the press on
    if (beat === 'card' || beat === 'end') return beat;
    if (beat === 'bid') return b.sum ? 'bid' : '';
    if (beat === 'sold' || beat === 'group') return mine ? 'end' : beat === 'sold' && b.seat ? 'sold' : '';
    if (mine && (beat === 'pay' || beat === 'go')) return line(b)?.querySelector('.by.less') ? 'loss' : 'gain';
    return mine && beat === 'offer' ? 'turn' : '';
  };
  // Called when the table begins to wait for this player, once what is played is over.
  let asked = true;
  const call = () => {
    const table = $('#table'), now = table?.dataset.asked !== undefined;
    if (now && !asked && !$('#act.auction')) film.ended().then(() => {
      hear('turn');
      if (buzzes && kept('buzz') === 'on') navigator.vibrate(80);
    });
    asked = now;
  };

  let seen; // the last event whose beats were played or passed over
  let queue = [], playing = 0, skipping = false, pressed = 0, returned = -1e4, told = '', tumbling = null;
  let leaping = false, over = []; // what comes next is shown at once; who waits for the end
  const moves = new Set(), masks = [], pieces = new Map(), counts = new Map();

  // Nothing flies over what is to be read or pressed.
  const under = () => {
    if (!layer.isConnected) return;
    const l = layer.getBoundingClientRect(), holes = $$('#act .choice, #act .choice > .aside, .nav:target').map(el => {
      const r = el.getBoundingClientRect();
      return `M${r.x - l.x} ${r.y - l.y}h${r.width}v${r.height}h${-r.width}z`;
    });
    layer.style.clipPath = `path(evenodd, "M0 0H${l.width}V${l.height}H0z${holes.join('')}")`;
  };
  for (const what of ['scroll', 'hashchange']) addEventListener(what, () => under(), {passive: true});
  const layer = document.createElement('div');
  layer.className = 'ghosts';
  layer.ariaHidden = 'true';
  const ghost = (el, name) => {
    el.classList.add('ghost');
    if (name) el.classList.add(...name.split(' '));
    if (!layer.isConnected) document.body.append(layer);
    layer.append(el);
    under();
    return el;
  };
  const make = (tag, name, text = '') => ghost(Object.assign(document.createElement(tag), {textContent: text}), name);
  const shown = el => !!el?.getClientRects().length;
  const mid = el => {
    const r = el.getBoundingClientRect(), l = layer.getBoundingClientRect();
    return {x: r.x - l.x + r.width / 2, y: r.y - l.y + r.height / 2};
  };
  const at = (p, g, more = '') => `translate(${p.x - g.clientWidth / 2}px, ${p.y - g.clientHeight / 2}px) ${more}`;
  const put = (g, p, more) => g.animate({transform: [at(p, g, more), at(p, g, more)]}, {duration: 1, fill: 'both'});
  const move = async (el, frames, ms, easing = out, more = {}) => {
    if (skipping || !el || !queue.length) return; // the film may have ended meanwhile
    const a = el.animate(frames, {duration: ms / speed, easing, fill: el.classList.contains('ghost') ? 'both' : 'none', ...more});
    moves.add(a);
    await a.finished.catch(() => {});
    moves.delete(a);
  };
  const hold = ms => move(layer, null, 0, 'linear', {delay: ms / speed}); // for what waits no frame is drawn

  // Where things are.
  const space = i => $('#s' + i);
  const group = i => [...space(i)?.classList ?? []].find(c => c.startsWith('g-'));
  const rim = i => {
    const li = space(i), toks = $('.toks', li), p = mid(toks ?? li), r = li.getBoundingClientRect();
    if (toks) return p;
    const side = c => li.classList.contains(c) && !li.classList.contains('k');
    return {x: p.x + (side('e') ? r.width / 2 : side('w') ? -r.width / 2 : 0), y: p.y + (side('s') ? r.height / 2 : side('n') ? -r.height / 2 : 0)};
  };
  const size = () => $$('.ring > li').length;
  const piece = seat => mark(seat) && $('.ring .toks .tok.' + mark(seat));
  const chair = seat => mark(seat) && $(`#stage .bidder.${mark(seat)} .bub`);
  // On phones held upright the decision lies over the end of the page.
  const lid = () => {
    const dock = $('#act .dock'), r = dock?.getBoundingClientRect();
    return dock && getComputedStyle(dock).position === 'fixed' && r.left < $('.ring').getBoundingClientRect().right ? r.top : Infinity;
  };
  const seenOf = el => shown(el) && el.getBoundingClientRect().top < lid();
  const purses = seat => [$(`#pu${seat} .cash`), $(`#pl${seat} .cash`)].filter(seenOf).slice(0, 1); // the row of cash where there is one
  const centre = () => $('.ring');
  // The middle of what is seen of the board.
  const heart = () => {
    const p = mid(centre()), r = centre().getBoundingClientRect(), end = lid(), left = $('#act .choice')?.getBoundingClientRect().left;
    if (left < r.right && left > r.left + r.width * .3) p.x = (r.left + left) / 2 - layer.getBoundingClientRect().left; // beside the decision
    const row = $('#purses'), top = Math.max(r.top, shown(row) ? row.getBoundingClientRect().bottom : 0), room = Math.min(r.bottom, end) - top;
    return end > r.bottom || room < 100 ? p : {x: p.x, y: p.y + top + room / 2 - r.top - r.height / 2};
  };
  const mark = seat => [...$(`#pl${seat} .tok`)?.classList ?? []].find(c => /^p\d$/.test(c));
  const purse = seat => seat === undefined || seat === 'bank' ? centre() : purses(seat)[0] ?? centre();
  const line = b => document.getElementById(b.id);

  // What everybody was worth when nothing was played.
  const worths = () => $$('.players .eyebrow').map(el => [el, el.parentElement.id, el.textContent]);
  let known = new Map();

  // What is still to come is made invisible. What stands still has no frames drawn for it.
  const hide = el => {
    if (!el) return;
    const a = el.animate({opacity: [0, 0]}, {duration: 1e9});
    a.pause();
    masks.push(a);
  };
  const changes = (b, seat) => b.sum && (b.beat === 'pay' || b.beat === 'go') ? (b.to === seat) - (b.from === seat) : 0;
  const written = (el, by) => {
    const text = (el.lastElementChild ?? el).textContent.trim(), digits = /\d([\d.,\s\u00a0\u202f]*\d)?/.exec(text);
    if (!digits) return text;
    const n = +digits[0].replace(/\D/g, '') + by;
    return text.replace(digits[0], n.toLocaleString(document.documentElement.lang));
  };
  const mask = () => {
    masks.splice(0).forEach(a => a.cancel());
    under();
    const walks = new Map(), owing = new Map();
    for (const b of queue) {
      const li = line(b); // a turn told in short is told when it has been played
      hide(li && !li.parentElement.hidden ? li : document.getElementById(b.turn));
      if ((b.beat === 'walk' || b.beat === 'jail' && b.to) && b.from && !walks.has(b.seat)) walks.set(b.seat, b.from);
      if (b.beat === 'roll') hide($('#act .throw'));
      if (b.beat === 'deed' && b.to !== 'bank') hide($('.own', space(b.space)));
      if (b.beat === 'build' && b.to !== 'bank') hide($('.bld', space(b.space))?.lastElementChild);
      for (const seat of [b.from, b.to]) if (changes(b, seat)) owing.set(seat, (owing.get(seat) ?? 0) + changes(b, seat) * b.sum);
    }
    for (const [seat, where] of walks) {
      const real = piece(seat);
      if (!real) continue;
      hide(real);
      let p = pieces.get(seat);
      if (!p) {
        const r = real.getBoundingClientRect();
        pieces.set(seat, p = {el: ghost(real.cloneNode(true)), at: where});
        p.el.animate({width: [r.width + 'px', r.width + 'px'], height: [r.height + 'px', r.height + 'px']}, {duration: 1, fill: 'both'});
        put(p.el, rim(where));
      }
    }
    for (const [seat, p] of pieces) if (!walks.has(seat)) { p.el.remove(); pieces.delete(seat); }
    for (const g of counts.values()) g.remove();
    counts.clear();
    for (const [seat, sum] of owing) {
      for (const el of purses(seat)) {
        if (seat === 'bank') continue;
        const r = el.getBoundingClientRect(), l = layer.getBoundingClientRect(), small = !!el.closest('.cashes');
        const g = make('b', small ? 'tally small' : 'tally', written(el, -sum));
        g.dataset.now = -sum;
        const edge = small ? r.x - l.x : r.right - l.x - g.clientWidth;
        g.animate({transform: [`translate(${edge}px, ${r.y - l.y}px)`, `translate(${edge}px, ${r.y - l.y}px)`]}, {duration: 1, fill: 'both'});
        counts.set(el, g);
        hide(small ? el : el.lastElementChild);
        hide(small ? $('.delta', el.parentElement) : $('.delta', el));
      }
    }
    for (const [el, id, text] of worths()) if (known.get(id) !== text) hide(el); // also where only who leads changes
  };
  const light = sp => move(space(sp), {boxShadow: ['0 0 0 0 rgb(255 190 70 / .95)', '0 0 0 26px rgb(255 190 70 / 0)'], zIndex: [3, 3]}, 360);

  // Dice: in the air from the press on, until the throw is known.
  const faces = [[0, 0], [-90, 0], [0, -90], [0, 90], [90, 0], [0, 180]]; // turned to the viewer: x, y
  const dice = () => {
    const g = make('div', 'cubes');
    for (const _ of [1, 2]) {
      const cube = document.createElement('span'), die = document.createElement('span');
      cube.className = 'cube';
      for (let n = 0; n < 6; n++) cube.append(document.createElement('i'));
      die.append(cube);
      g.append(die);
    }
    g.place = {x: heart().x, y: mid(centre()).y - $('.ring').getBoundingClientRect().height * .22};
    return g;
  };
  const tumble = from => {
    const g = dice();
    g.since = performance.now();
    g.animate({transform: [at(from, g, 'scale(.7)'), at(g.place, g, 'scale(1.1)')]}, {duration: 400, easing: fly, fill: 'both'});
    g.loops = $$('.cube', g).map((cube, k) => cube.animate({transform: ['rotateX(0) rotateY(0)', `rotateX(${k ? -360 : 360}deg) rotateY(360deg)`]}, {duration: 700, iterations: Infinity}));
    clearTimeout(tumble.late);
    tumble.late = setTimeout(drop, 8000);
    return g;
  };
  const drop = () => { tumbling?.remove(); tumbling = null; };

  const kinds = {
    async roll(b) {
      const thrown = tumbling ?? dice();
      tumbling = null;
      const values = b.dice.split(',').map(Number);
      thrown.loops?.forEach(a => a.cancel());
      if (!thrown.since) move(thrown, {transform: [at({x: thrown.place.x + 150, y: thrown.place.y + 190}, thrown, 'scale(.7)'), at(thrown.place, thrown, 'scale(1.16)'), at(thrown.place, thrown)]}, 500, fly);
      await Promise.all($$('.cube', thrown).map((cube, k) => {
        const [x, y] = faces[values[k] - 1], turn = k ? -1 : 1;
        return move(cube, {transform: [620 * turn - 16, -16].map((a, k) => `rotateX(${a}deg) rotateY(${k ? 14 : 424}deg) rotateX(${x}deg) rotateY(${y}deg)`)}, 500 + 60 * k, out, {fill: 'both'});
      }));
      await hold(220);
      const rest = $('#act .throw');
      move(thrown, {opacity: [1, 0], transform: [at(thrown.place, thrown), at(shown(rest) ? mid(rest) : thrown.place, thrown, 'scale(.5)')]}, 300).then(() => thrown.remove());
    },
    async walk(b) {
      const p = pieces.get(b.seat), n = size(), by = b.item === 'back' ? -1 : 1;
      const steps = ((+b.to - b.from) * by + n) % n, each = Math.min(150, 1400 / steps);
      if (!p) return;
      for (let k = 0; k < steps && !skipping; k++) {
        const a = rim((+b.from + by * k + n) % n), z = rim((+b.from + by * (k + 1) + n) % n);
        await move(p.el, {transform: [at(a, p.el), at({x: (a.x + z.x) / 2, y: (a.y + z.y) / 2 - 14}, p.el, 'scale(1.18)'), at(z, p.el)]}, each, 'ease-in-out');
      }
      put(p.el, rim(b.to));
      await light(b.to);
    },
    async pay(b) {
      const own = $(`#pl${b.from} .cash`) && line(b)?.querySelector('.by.less');
      const g = make('b', own ? 'coin minus' : 'coin', b.money), a = mid(b.beat === 'go' ? space(0) : purse(b.from)), z = mid(purse(b.to));
      const paid = count(b.from, -b.sum);
      await move(g, {transform: [at(a, g, 'scale(.6)'), at(a, g, 'scale(1.1)'), at({x: (a.x + z.x) / 2 - 40, y: (a.y + z.y) / 2}, g, 'scale(1.1)'), at(z, g, 'scale(.7)')], opacity: [0, 1, 1, .9], offset: [0, .2, .6, 1]}, 620, fly);
      g.remove();
      await Promise.all([paid, count(b.to, +b.sum)]);
    },
    async card(b) {
      const g = make('div', 'face', b.card), c = heart(), away = $('.ring .now') ?? centre();
      const whose = b.mine ? '' : $(`#pl${b.seat} h3`)?.firstChild.textContent.trim();
      g.prepend(Object.assign(document.createElement('b'), {textContent: [whose, b.deck].filter(s => s).join(' · ')}));
      const there = at(c, g, 'perspective(60rem) rotateY(0deg)');
      await move(g, {transform: [at(mid(away), g, 'perspective(60rem) rotateY(180deg) scale(.15)'), there]}, 420);
      await hold(1500);
      await move(g, {opacity: [1, 0], transform: [there, at({x: c.x, y: c.y - 50}, g, 'scale(.8)')]}, 200);
      g.remove();
    },
    async deed(b) {
      const g = make('div', 'slate', $('.nm', space(b.space))?.textContent.trim()), c = heart();
      if (group(b.space)) g.classList.add(group(b.space));
      await move(g, {transform: [at(mid(space(b.space)), g, 'scale(.25)'), at(c, g)], opacity: [.3, 1]}, 300);
      await hold(260);
      await move(g, {transform: [at(c, g), at(mid(purse(b.to)), g, 'scale(.15)')], opacity: [1, .5]}, 480, fly);
      g.remove();
    },
    async build(b) {
      if (b.to === 'bank') return light(b.space);
      const h = $('.bld', space(b.space))?.lastElementChild;
      masks.forEach(a => { if (a.effect.target === h) a.cancel(); });
      await move(h, {transform: ['translateY(-18px)', 'none']}, 300, back);
    },
    async jail(b) {
      const p = pieces.get(b.seat);
      if (p && b.from && b.to) {
        await move(p.el, {transform: [at(rim(b.from), p.el), at(mid(space(b.to)), p.el)]}, 600, fly);
        await light(b.to);
      }
    },
    async group(b) {
      const all = $$('.ring > .' + group(b.space));
      all.forEach((el, k) => move(el, {filter: ['none', 'brightness(1.18) saturate(1.3)', 'none']}, 700, 'ease-out', {delay: k * 120 / speed}));
      slips(all, 24, group(b.space));
      await ribbon(b.text, 1500);
    },
    async bid(b) { await bubble(b.seat, b.money ?? '–', 500); },
    async sold(b) {
      if (!b.seat) return ribbon(b.text, 900);
      if ($(`#pl${b.seat}`) && line(b)?.dataset.mine) slips([centre()], 24, group(b.space));
      await ribbon(b.text, 1400, true);
    },
    async offer(b) { await Promise.all([light2(b.from), hold(500)]); },
    async out(b) { await move($(`#pl${b.seat}`), {opacity: [1, .3, 1]}, 900); },
    async end() { slips([centre()], 48); await hold(2200); },
    async land(b) { await light(b.space); },
  };
  kinds.go = kinds.pay;
  const light2 = seat => move(purses(seat)[0]?.closest('li'), {backgroundColor: ['transparent', 'rgb(255 190 70 / .5)', 'transparent']}, 600);
  const count = async (seat, by) => {
    const list = purses(seat).map(el => [el, counts.get(el)]).filter(([, g]) => g);
    for (let k = 1; k <= 8 && list.length && !skipping; k++) {
      for (const [el, g] of list) g.textContent = written(el, +g.dataset.now + Math.round(by * k / 8));
      await hold(40);
    }
    for (const [, g] of list) g.dataset.now = +g.dataset.now + by;
  };
  const bubble = async (seat, text, ms) => {
    const seats = chair(seat), g = make('b', 'coin', text), p = mid(shown(seats) ? seats : purse(seat));
    await move(g, {transform: [at(p, g, 'scale(.5)'), at(p, g)], opacity: [0, 1]}, 240, back);
    await hold(ms);
    g.remove();
  };
  const ribbon = async (text, ms, stamp) => {
    const g = make('b', stamp ? 'ribbon stamp' : 'ribbon', text), c = heart(), turn = stamp ? 'rotate(-8deg)' : '';
    await move(g, {transform: [at(c, g, turn + (stamp ? ' scale(1.8)' : ' scale(.3)')), at(c, g, turn)], opacity: [0, 1]}, 260);
    await hold(ms - 260);
    g.remove();
  };
  const slips = (from, n, colour) => {
    for (let k = 0; k < n && !skipping; k++) {
      const g = make('i', 'slip'), a = mid(from[k % from.length]), w = k * 97 % 300 - 150;
      if (colour) g.classList.add(colour);
      move(g, {transform: [at(a, g), at({x: a.x + w, y: a.y + 300 + k * 7}, g, `rotate(${w * 4}deg)`)], opacity: [1, 0]}, 1200, 'cubic-bezier(.2,.6,.6,1)', {delay: k * 18 / speed}).then(() => g.remove());
    }
  };

  const status = () => document.getElementById('status');
  const say = text => { if (status() && status().textContent !== text) status().textContent = text; };
  // The lines of the turn that runs are in sight, also where there is room for three.
  const follow = b => {
    const li = line(b), tape = $('#tape');
    if (!shown(li) || tape.contains(document.activeElement)) return;
    const a = li.getBoundingClientRect(), z = tape.getBoundingClientRect();
    if (a.bottom > z.bottom) tape.scrollTop += a.bottom - z.bottom;
    else if (a.top < z.top) tape.scrollTop -= z.top - a.top;
  };
  // Lines of which nothing is played come into sight when they are new.
  let read;
  const rest = () => {
    const last = $$('#tape > li:first-child li:not(.echo)').at(-1);
    if (last && last.id !== read) follow(last);
    read = last?.id;
    known = new Map(worths().map(([, id, text]) => [id, text]));
  };
  const end = () => {
    playing++;
    queue = [];
    moves.forEach(a => a.cancel());
    moves.clear();
    masks.splice(0).forEach(a => a.cancel());
    pieces.clear();
    counts.clear();
    drop();
    layer.replaceChildren();
    if (told) say(told);
    told = '';
    skipping = false;
    rest();
    over.splice(0).forEach(done => done());
  };
  const play = async () => {
    const film = ++playing;
    while (queue.length && film === playing) {
      const b = queue[0];
      skipping = false;
      const li = line(b);
      masks.forEach(a => { if (a.effect.target === li) a.cancel(); });
      follow(b);
      say(b.text);
      hear(sound(b));
      const act = calm() ? b.space ?? b.to : null;
      if (calm()) await Promise.all([hold(shortest), act && space(act) && b.beat !== 'pay' ? light(act) : null]);
      else await Promise.all([hold(shortest), kinds[b.beat]?.(b).catch(() => {})]); // of a space that is gone nothing is shown
      if (film !== playing) return;
      queue.shift();
      mask();
    }
    if (film === playing) end();
  };

  const fresh = () => {
    const tape = $('#tape');
    if (!tape) return [];
    if (seen === undefined || +$('#table').dataset.seq < seen) seen = +tape.dataset.seen;
    const list = $$('li[data-beat]', tape).map(li => ({...li.dataset, id: li.id, seq: parseInt(li.id.slice(1)), turn: li.closest('#tape > li').id, text: li.textContent.trim().replace(/\s+/g, ' ')})).filter(b => b.seq > seen);
    for (const b of list) b.text = $('#' + b.id + ' > span:not(.vh)')?.textContent ?? b.text;
    seen = Math.max(seen, +tape.dataset.seen);
    return list.sort((a, b) => a.seq - b.seq);
  };
  const swapped = () => {
    recall();
    controls();
    if (!$('#tape')) return end();
    setTimeout(call); // when what is new has begun
    const list = fresh(), running = queue.length > 0;
    if (!list.length) {
      if (running) mask();
      else rest();
      return;
    }
    const waiting = [...queue, ...list];
    const ms = waiting.reduce((sum, b) => sum + (times[b.beat] ?? 0), 0);
    const long = waiting.length > mostBeats || ms > mostTime + times[waiting[0].beat];
    if (document.hidden || !speed || leaping || long && !$('.bygone') || performance.now() - returned < 1500) return end();
    if (!running) told = status()?.textContent ?? '';
    queue = waiting;
    mask();
    if (!running) play();
  };
  // Seen as soon as the page has changed, before it is painted.
  new MutationObserver(swapped).observe(document, {subtree: true, attributes: true, attributeFilter: ['data-seen']});
  document.addEventListener('htmx:after:swap', swapped);
  const answered = new MutationObserver(() => {
    const text = status().textContent;
    if (!queue.length || text === queue[0].text) return;
    told = text;
    say(queue[0].text);
  });

  // One skip ends a beat, two within 600 ms end the film.
  const skip = () => {
    if (performance.now() - pressed < 600) return end();
    pressed = performance.now();
    skipping = true;
    moves.forEach(a => { try { a.finish(); } catch { a.cancel(); } });
  };
  document.addEventListener('keydown', e => {
    if (e.key !== ' ' || e.repeat || !queue.length || e.target.closest('input, textarea, select, button, a, summary, [contenteditable]')) return;
    e.preventDefault();
    skip();
  });
  document.addEventListener('click', e => {
    if (!queue.length || !e.target.closest?.('.ring')) return;
    e.preventDefault();
    e.stopPropagation();
    skip();
  }, true);
  // One's own move ends the film; dice that one throws are in the air at once.
  document.addEventListener('submit', e => {
    const form = e.target.closest?.('#table form');
    if (!form || form.method !== 'post') return;
    const by = e.submitter, rolls = form.elements.move?.value === 'roll' && $('.ring');
    end();
    if (!rolls || !by || !speed || calm() || document.hidden) return;
    layer.isConnected || document.body.append(layer);
    tumbling = tumble(mid(by));
    hear('dice');
  }, true);
  document.addEventListener('htmx:error', drop);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) end();
    else returned = performance.now();
  });
  still.addEventListener('change', () => { motion = null; end(); controls(); });

  // How fast, and how much moves: kept on this device.
  const setSpeed = to => {
    watching = 0;
    const what = replays() ? 'replay' : 'speed';
    kept(what, chosen[what] = String(to));
    recall();
    if (!speed) end();
  };
  const ends = () => (kept('ends') ?? (calm() ? 'off' : 'on')) === 'on'; // a turn by itself
  const controls = () => {
    const watch = document.getElementById('watch'); // after one's own bankruptcy
    if (watch) {
      const b = document.getElementById('m-watch') ?? Object.assign(document.createElement('button'), {type: 'button', id: 'm-watch', className: 'btn', textContent: watch.dataset.fast});
      if (!b.isConnected) watch.firstElementChild.replaceWith(b);
      b.ariaPressed = speed === 2;
    }
    const place = $('#film');
    if (!place) return;
    const {speed: fast, off, on, motion: moving, full, calm: quiet, sound, buzz, ends: alone} = place.dataset;
    const set = (k, label, is, value = is ? on : off) => {
      const id = 'film-' + k, b = document.getElementById(id) ?? place.appendChild(Object.assign(document.createElement('button'), {type: 'button', id}));
      const text = `${label}: ${value}`;
      if (b.textContent === text) return;
      b.innerHTML = `<svg aria-hidden="true"><use href="#f-${k}"></use></svg><span></span><i></i>`;
      [b.children[1].textContent, b.children[2].textContent] = [label + ': ', value];
      b.title = text;
      b.classList.toggle('off', !is);
    };
    set(0, fast, speed, speed ? speed.toLocaleString(document.documentElement.lang) + '×' : off);
    set(1, moving, !calm(), calm() ? quiet : full);
    if (sound) set(2, sound, sounds());
    if (sound && buzzes) set(3, buzz, kept('buzz') === 'on');
    if ($('#deeds') && $('#table').dataset.slow === undefined) set(4, alone, ends());
  };
  document.addEventListener('click', listen, true);
  document.addEventListener('click', e => {
    const b = e.target.closest?.('#film button, #m-watch');
    if (!b) return;
    if (b.id === 'm-watch') {
      speed = watching = 2;
      $('.ring')?.scrollIntoView({block: 'nearest'});
    } else if (b.id === 'film-2') {
      kept('sound', sounds() ? 'off' : 'on');
      listen();
    } else if (b.id === 'film-3') {
      if (kept('buzz', kept('buzz') === 'on' ? 'off' : 'on') === 'on') navigator.vibrate(80);
    } else if (b.id === 'film-4') {
      kept('ends', ends() ? 'off' : 'on');
    } else if (b.id === 'film-0') {
      setSpeed(offered()[(offered().indexOf(String(speed)) + 1) % offered().length]);
    } else {
      motion = calm() ? 'full' : 'calm';
      kept('motion', motion);
      end();
    }
    controls();
  });
  // A part that the server does not know is left alone.
  htmx.registerExtension('film', {htmx_before_morph_node: (_, {oldNode}) => !['film', 'player', 'watch'].includes(oldNode?.id)});
  const begin = () => {
    recall();
    fresh();
    controls();
    asked = $('#table')?.dataset.asked !== undefined;
    rest();
    if (status()) answered.observe(status(), {childList: true, characterData: true, subtree: true});
  };
  begin();
  return {
    ears, end, ends,
    speed: to => { if (to) { setSpeed(to); controls(); } return speed; },
    ended: () => new Promise(done => queue.length ? over.push(done) : done()), // once what is played now is over
    async leap(change) { // to another moment, of whose way there nothing is played
      leaping = true;
      try { return await change(); } finally { leaping = false; }
    },
  };
})();
