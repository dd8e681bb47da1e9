// Times of day in the reader's zone, and how much is left of them. Without this
// script the page names the table's zone and says what was left when it was made.
(() => {
  'use strict';
  const lang = document.documentElement.lang || undefined;
  const clock = new Intl.DateTimeFormat(lang, {
    weekday: 'long', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short',
  });
  const hour = new Intl.DateTimeFormat(lang, {hour: '2-digit', minute: '2-digit', hourCycle: 'h23'});
  const day = new Intl.DateTimeFormat(lang, {day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23'});
  const near = at => at.toDateString() === new Date().toDateString() ? hour : day;
  const days = new Intl.NumberFormat(lang, {style: 'unit', unit: 'day', unitDisplay: 'long'});
  const hours = new Intl.NumberFormat(lang, {style: 'unit', unit: 'hour', unitDisplay: 'long'});
  const two = n => String(n).padStart(2, '0');
  const left = ms => {
    const s = Math.max(0, Math.ceil(ms / 1000)), h = Math.floor(s / 3600);
    if (h >= 48) return days.format(Math.floor(h / 24)) + (h % 24 ? ' ' + hours.format(h % 24) : '');
    if (h > 0) return h + ':' + two(Math.floor(s / 60) % 60) + ':' + two(s % 60);
    return Math.floor(s / 60) + ':' + two(s % 60);
  };
  // The server's clock counts, not the reader's: each page says what time it was there.
  let skew = 0, heard = 0, ticking;
  const tick = () => {
    clearTimeout(ticking);
    const counted = document.querySelectorAll('[data-due]');
    for (const el of counted) {
      if (+el.dataset.now > heard) { // a part that has not changed keeps an older one
        heard = +el.dataset.now;
        skew = heard - Date.now();
      }
    }
    const now = Date.now() + skew;
    for (const el of counted) {
      const text = left(+el.dataset.due - now);
      if (el.textContent !== text) el.textContent = text;
    }
    const hammers = document.querySelectorAll('[data-until]');
    for (const el of hammers) {
      const third = 3 * (now - +el.dataset.from) / (+el.dataset.until - +el.dataset.from);
      [...el.children].forEach((step, i) => { step.className = third >= i + 1 ? 'done' : third >= i ? 'cur' : ''; });
    }
    // "A few seconds" does not stay true; a time does.
    const waits = document.querySelectorAll('[data-since]');
    for (const el of waits) {
      const at = new Date(el.dataset.since);
      if (now - at >= 60000) el.textContent = el.dataset.said.replace('%', near(at).format(at));
    }
    for (const el of document.querySelectorAll('[data-soon]')) el.classList.toggle('soon', now >= +el.dataset.soon);
    if (counted.length + hammers.length + waits.length && !document.hidden) ticking = setTimeout(tick, 1000 - (now % 1000) + 5);
  };
  const show = () => {
    for (const el of document.querySelectorAll('time[data-at]')) {
      const at = new Date(el.dateTime);
      if (!isNaN(at)) el.textContent = (el.dataset.at ? near(at) : clock).format(at);
    }
    tick();
  };
  const start = () => {
    for (const zone of document.querySelectorAll('input[data-zone]')) zone.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
    show();
  };
  document.addEventListener('htmx:after:swap', show);
  document.addEventListener('visibilitychange', tick);
  start();
})();
