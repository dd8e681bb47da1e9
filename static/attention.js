// Says in the title and the icon of a tab that its table waits for this player, also
// where nobody looks: a hidden tab has given its stream back, and asks now and then.
// Who comes back is told on the tape what has happened meanwhile, in three lines; what
// was said at the table and not seen is counted above it.
(() => {
  'use strict';
  const every = 30000;
  const table = () => document.getElementById('table');
  const icon = document.querySelector('link[rel=icon]');
  const plain = icon?.href;
  const mark = asked => {
    const href = asked && icon?.dataset.asked || plain;
    if (icon && icon.href !== href) icon.href = href;
  };
  const ask = async () => {
    if (!table()?.dataset.events || !document.getElementById('deeds')) return; // over, or nobody's seat
    try {
      const answer = await fetch(location.pathname + '?seen=0', {headers: {Accept: 'application/json'}});
      if (!answer.ok) return;
      const {seat, waiting_for: waiting} = await answer.json();
      if (!document.hidden) return;
      const asked = waiting.includes(seat);
      if (asked && table().dataset.asked === undefined && !document.title.startsWith('●')) document.title = '● ' + document.title;
      mark(asked);
    } catch { /* no line: it asks again */ }
  };
  const look = () => mark(table()?.dataset.asked !== undefined);

  // What counts, by what is seen of it; what concerns the reader counts more. What
  // comes within a moment of their return, when the table is fetched again, belongs to it.
  const weights = {end: 6, out: 5, group: 4, sold: 3, deed: 3, jail: 3, offer: 2, pay: 1, card: 1}, own = 10, most = 3, moment = 1500;
  let left = Infinity, back = false, saying, said;
  const meanwhile = () => {
    const tape = document.getElementById('tape'), place = document.getElementById('away');
    if (!tape || left === Infinity) return place?.remove();
    if (back) {
      said = [...tape.querySelectorAll('li[data-beat]:not(.echo)')]
        .filter(li => +li.dataset.seq > left && weights[li.dataset.beat])
        .map(li => ({seq: +li.dataset.seq, text: li.querySelector(':scope > span:not(.vh), :scope > s')?.textContent, weight: weights[li.dataset.beat] + (li.dataset.mine ? own : 0)}))
        .sort((a, b) => b.weight - a.weight || b.seq - a.seq).slice(0, most).sort((a, b) => a.seq - b.seq).map(x => x.text);
    }
    if (!said?.length || place && !back) return;
    const li = place ?? Object.assign(document.createElement('li'), {id: 'away'});
    li.innerHTML = '<h3><span></span></h3><ol></ol>';
    li.querySelector('span').textContent = document.getElementById('film').dataset.away;
    li.lastElementChild.append(...said.map(text => Object.assign(document.createElement('li'), {textContent: text})));
    if (!place) {
      tape.prepend(li);
      tape.scrollTop = 0;
    }
  };
  const spoken = Object.assign(document.createElement('p'), {className: 'vh', role: 'status'}); // of it alone: once
  const leave = () => {
    clearTimeout(saying);
    if (left === Infinity) left = +(table()?.dataset.seq ?? Infinity);
    back = false;
    document.body.append(spoken);
    spoken.textContent = '';
  };
  const comeBack = () => {
    back = true;
    meanwhile();
    saying = setTimeout(() => {
      back = false;
      if (said?.length) spoken.textContent = [document.getElementById('film')?.dataset.away + ':', ...said].join(' ');
      else left = Infinity;
    }, moment);
  };
  document.addEventListener('submit', e => { // who moves has read it
    if (e.target.method !== 'post' || !e.target.closest('#table')) return;
    left = Infinity;
    said = null;
    meanwhile();
  }, true);
  // Messages that have come while the chat was out of sight.
  const known = new Set();
  let unread = 0, watched;
  const count = () => {
    const chat = document.getElementById('chat'), sub = document.getElementById('status');
    if (!table() || !chat || !sub) return;
    if (chat !== watched) {
      sight.disconnect();
      sight.observe(watched = chat);
    }
    let link = document.getElementById('unread');
    if (!unread) link?.remove();
    else if (!link) sub.after(link = Object.assign(document.createElement('a'), {id: 'unread', href: '#chat-h'}));
    if (unread) link.textContent = `${document.getElementById('chat-h').textContent}: ${unread} ${chat.dataset.fresh}`;
    const title = document.title.replace(/^\(\d+\) /, '');
    document.title = unread ? `(${unread}) ${title}` : title;
  };
  let inSight = false;
  const sight = new IntersectionObserver(list => {
    inSight = list.at(-1).isIntersecting;
    if (!inSight || document.hidden || !unread) return;
    unread = 0;
    count();
  });
  const hear = first => {
    for (const li of document.querySelectorAll('#chat .says > li')) {
      if (known.has(li.id)) continue;
      known.add(li.id);
      if (!first && !li.classList.contains('mine') && (!inSight || document.hidden)) unread++;
    }
    count();
  };
  let asking;
  document.addEventListener('visibilitychange', () => {
    clearInterval(asking);
    if (!document.hidden) {
      if (inSight && unread) {
        unread = 0;
        count();
      }
      return comeBack();
    }
    asking = setInterval(ask, every);
    leave();
  });
  document.addEventListener('htmx:after:swap', () => {
    look();
    meanwhile();
    hear();
  });
  const begin = () => {
    look();
    hear(true);
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
  else begin();
})();
