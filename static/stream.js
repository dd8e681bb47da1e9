// A live stream of the server, for a page that keeps up to date: it is opened anew
// when it breaks or falls silent, ever more rarely, and given back by a hidden tab.
// address is where it is, nothing if there is none now; events are what is heard;
// opened is called with how often that failed before, and failed when it has failed
// several times.
const liveStream = (address, events, opened, rarely, failed) => {
  'use strict';
  const silence = 25000; // no byte for so long: the line is dead
  const unseen = 30000; // a hidden tab gives its line back after this
  let stream, watchdog, retry, leaving, wait = 500, failures = 0;
  const close = () => {
    clearTimeout(watchdog);
    clearTimeout(retry);
    stream?.close();
    stream = null;
  };
  const again = () => {
    close();
    if (++failures === 3) contact.lost();
    if (failures > 2) failed?.();
    retry = setTimeout(open, wait * (0.7 + 0.6 * Math.random()));
    wait = Math.min(wait * 2, rarely);
  };
  const alive = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(again, silence);
  };
  const open = () => {
    close();
    const url = address();
    if (!url || document.hidden) return;
    stream = new EventSource(url);
    alive();
    stream.onopen = () => {
      opened(failures);
      wait = 500;
      failures = 0;
      alive();
    };
    stream.onerror = again;
    for (const name in events) stream.addEventListener(name, e => {
      alive();
      events[name](e);
    });
  };
  document.addEventListener('visibilitychange', () => {
    clearTimeout(leaving);
    if (document.hidden) leaving = setTimeout(close, unseen);
    else if (!stream) open();
  });
  addEventListener('online', open);
  addEventListener('pagehide', close);
  addEventListener('pageshow', e => { if (e.persisted) open(); });
  return {open, close};
};
