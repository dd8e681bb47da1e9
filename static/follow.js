// Follows the log of a table that draws by PF1, line by line, and checks what
// the server says: each line against the one before, each link, each draw.
// What it knows after a whole move can be kept as a text and given to it again.
fair.follow = kept => {
  'use strict';
  const at = {
    seq: 0, hash: '', mix: '', ordinal: 0, server: '', unseen: 0, seats: [], lock: null, draw: null, piles: null,
    opened: false, doubt: [], count: {draws: 0, two: 0, server: 0, missed: 0}, fault: null, ...JSON.parse(kept ?? '{}'),
  };
  let luck = null, blind = 0;
  const must = (ok, what) => {
    if (!ok) throw Error(what);
  };
  const own = seat => at.seats[seat]?.source === 'client';

  const open = line => {
    const p = line.proof;
    must(p?.protocol === 'pf1', 'opening'); // the log begins with anchors
    const header = JSON.parse(p.header);
    must(line.seed_commitment === p.server && header.key === p.key, 'opening'); // header and anchors fit
    at.hash = fair.lineHash(p.header);
    at.server = p.server;
    at.header = header;
    at.key = p.key;
    at.seats = p.seats.map(({anchor, source}) => ({anchor, source, last: anchor, count: 0}));
    at.mix = fair.mix0(p.header, p.server, p.seats.map(s => s.anchor));
    for (const o of p.opening) enter({...o, ordinal: 0}, 'opening');
    at.opened = p.opening.some(o => !o.missed);
    must(p.opening.map(o => o.seat).join() === at.seats.flatMap((s, i) => (own(i) ? i : [])).join(), 'opening'); // every seat with a device opened
    const pile = cards => ({left: [...cards], under: []});
    at.piles = {
      chance: pile(header.piles.chance), chest: pile(header.piles.chest), deeds: [...header.piles.deeds],
      plain: header.piles.tickets, expiring: header.piles.expiring, speed: header.piles.speed,
    };
  };

  // A link enters the mix.
  const enter = (d, what) => {
    const seat = at.seats[d.seat];
    must(seat, what); // there is such a seat
    if (d.missed) {
      must(d.link === fair.missed(seat.last, d.ordinal), what); // this stands for the missed number
    } else {
      must(fair.before(d.link) === seat.last, what); // the next number of the seat
      seat.last = d.link;
      seat.count++;
    }
    at.mix = fair.mixed(at.mix, d.seat, d.link);
  };

  // A draw begins: its numbers are the next ones.
  const begin = (d, line) => {
    must(d.ordinal === at.ordinal + 1, 'links'); // no draw is missing
    must(d.seat === (at.ordinal ? line.player ?? d.seat : null), 'links'); // and none is another seat's
    if (d.seat !== null) must(d.source === at.seats[d.seat]?.source, 'links');
    if (own(d.seat)) must(at.lock?.player === d.seat && at.lock.ordinal === d.ordinal, 'locks'); // the table was locked
    at.lock = null;
    if (d.seat !== null) enter(d, 'links');
    at.ordinal = d.ordinal;
    at.unseen++;
    if (d.server_link) reveal(d);
    else luck = null;
    count(d);
    at.draw = d;
    blind = 0;
  };
  const reveal = d => {
    let link = d.server_link;
    for (let i = 0; i < at.unseen; i++) link = fair.before(link);
    must(link === at.server, 'server'); // the next number of the server
    at.server = d.server_link;
    at.unseen = 0;
    luck = fair.luck(d.server_link, at.mix);
  };
  const count = d => {
    const c = at.count;
    c.draws++;
    if (d.seat === null && d.ordinal === 1 && at.opened) c.two++;
    else if (d.seat === null || d.source !== 'client') c.server++;
    else if (d.missed) c.missed++;
    else {
      c[at.doubt.includes(d.seat) ? 'server' : 'two']++;
      at.doubt = at.doubt.filter(seat => seat === d.seat);
    }
  };

  // What the draw gives must be what the line says.
  const outcome = line => {
    const d = line.draw, piles = at.piles;
    if (d.ordinal !== at.draw?.ordinal) begin(d, line);
    must(d.seat === at.draw.seat && d.link === at.draw.link, 'links'); // one number for one draw
    if (!luck) reveal(d);
    for (; blind > 0; blind--) luck('dice', 6), luck('dice', 6);
    const say = (...same) => must(same.every(Boolean), 'draws'); // the numbers give this
    if (line.type === 'rolled') {
      const p = line.for === 'order' ? 'order' : 'dice';
      const [one, two] = [1 + luck(p, 6), 1 + luck(p, 6)];
      const third = line.for === 'move' && piles.speed.length ? piles.speed[luck(p, 6)] : undefined;
      say(d.purpose === p, line.dice[0] === one, line.dice[1] === two, (line.speed ?? undefined) === third);
    } else if (line.type === 'card_drawn') {
      const {left, under} = piles[line.deck], p = 'card:' + line.deck;
      say(d.purpose === p, line.card === (left.length ? left[luck(p, left.length)] : under[0]));
      if (left.length) left.splice(left.indexOf(line.card), 1);
      else under.shift();
    } else if (line.type === 'ticket_drawn') {
      const expires = luck('ticket', piles.plain + piles.expiring) >= piles.plain;
      say(d.purpose === 'ticket', line.expires_others === expires);
      piles[expires ? 'expiring' : 'plain']--;
    } else if (line.type === 'deed_dealt') {
      const [space] = piles.deeds.splice(luck('deal', piles.deeds.length), 1);
      say(d.purpose === 'deal', line.space === space);
    } else {
      say(line.type === 'ordered', d.purpose === 'order');
    }
  };

  const read = (line, text) => {
    must(line.seq === at.seq + 1, 'lines'); // no line is missing
    if (line.seq === 1) open(line);
    const hidden = line.type === 'hidden';
    must(hidden ? line.hash : line.prev === at.hash, 'lines'); // it follows the one before
    if (hidden && line.draw) {
      if (line.draw.ordinal !== at.draw?.ordinal) begin(line.draw, line);
      blind++; // a throw for a rent that nobody has claimed yet
    } else if (/^(rolled|ordered|card_drawn|ticket_drawn|deed_dealt)$/.test(line.type)) {
      must(line.draw, 'links'); // it says where it comes from
      outcome(line);
    } else if (line.type === 'card_returned') at.piles[line.deck].under.push(line.card);
    else if (line.type === 'roll_locked') at.lock = line;
    else if (line.type === 'seat_reanchored') {
      at.seats[line.player] = {anchor: line.anchor, source: line.source, last: line.anchor, count: 0};
      at.doubt.push(line.player);
    } else if (line.type === 'server_reanchored') {
      [at.server, at.unseen] = [line.anchor, 0];
      at.doubt = [...at.seats.keys()];
    }
    at.hash = hidden ? line.hash : fair.lineHash(text);
    at.seq = line.seq;
    return {line, draw: line.draw ?? null, fault: null};
  };

  // Take the text of the next line, exactly as the server keeps it. After a
  // fault nothing that follows can be checked, and the fault stays.
  at.take = text => {
    const line = JSON.parse(text);
    if (at.fault) return {line, draw: line.draw ?? null, fault: at.fault};
    try {
      return read(line, text);
    } catch (e) {
      at.fault = {seq: line.seq, what: e.message};
      return {line, draw: line.draw ?? null, fault: at.fault};
    }
  };
  at.keep = () => JSON.stringify(at);
  return at;
};
