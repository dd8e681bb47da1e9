// Tells a player who comes back to a tab what has happened meanwhile: at most three
// lines on top of the tape, until they move.
(() => {
  'use strict';
  const table = () => document.getElementById('table');
  // What counts, by what is seen of it; what concerns the reader counts more. What
  // comes within a moment of their return, when the table is fetched again, belongs to it.
  const weights = {end: 6, out: 5, group: 4, sold: 3, deed: 3, jail: 3, offer: 2, pay: 1, card: 1}, own = 10, most = 3, moment = 1500;
  let left = Infinity, back = false, saying, said;
  const heard = new Map(); // what happened meanwhile, also of turns that are told in short by now
  const meanwhile = () => {
    const tape = document.getElementById('tape'), place = document.getElementById('away');
    if (!tape || left === Infinity) return place?.remove();
    for (const li of tape.querySelectorAll('li[data-beat]:not(.echo)')) {
      const {beat, mine} = li.dataset, seq = parseInt(li.id.slice(1));
      if (seq > left && weights[beat]) heard.set(li.id, {seq, text: li.querySelector(':scope > span:not(.vh), :scope > s')?.textContent, weight: weights[beat] + (mine ? own : 0)});
    }
    if (back) {
      said = [...heard.values()].sort((a, b) => b.weight - a.weight || b.seq - a.seq).slice(0, most).sort((a, b) => a.seq - b.seq).map(x => x.text);
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
    if (left === Infinity) heard.clear();
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
  document.addEventListener('visibilitychange', () => document.hidden ? leave() : comeBack());
  document.addEventListener('htmx:after:swap', meanwhile);
})();
