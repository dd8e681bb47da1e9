// Keeps an open table up to date: the server says "there is something new",
// htmx fetches and morphs the table. Without this script the page has a link.
(() => {
  'use strict';
  const table = () => document.getElementById('table');
  const status = () => document.getElementById('status');
  const page = () => table() ?? document.getElementById('beside'); // a page beside the table, such as its chat
  const chat = () => document.getElementById('chat');
  const shown = () => +(page()?.dataset.seq ?? 0);
  const leafing = () => document.querySelector('.bygone'); // through the past, also backwards
  let fetching;
  let unlooked = false; // fetched while the tab was hidden: nobody has seen it yet
  let newest = 0, setBack = false;

  // Several events of one move make one fetch; the answer to what was pressed makes
  // that unnecessary, if it comes and the game is all that there is news of.
  const patience = 10000;
  let sending = null, began = 0, late = false, besides = false;
  const renew = played => {
    besides ||= played !== true;
    fetching ??= setTimeout(() => {
      fetching = null;
      late = sending && performance.now() < began + patience || fair.drawing;
      if (!table() || late) return;
      besides = false;
      htmx.trigger(table(), 'game');
    }, 15);
  };
  document.addEventListener('htmx:before:request', e => {
    const ctx = e.detail?.ctx;
    if (ctx?.request.method === 'POST' && ctx.target === table()) [sending, began] = [ctx, performance.now()];
  });
  document.addEventListener('htmx:finally:request', e => {
    if (e.detail?.ctx !== sending) return;
    sending = null;
    if (late && (besides || shown() < newest)) renew();
  });
  // The page of the chat fetches that alone.
  const anew = () => table() ? renew() : chat() && htmx.trigger(chat(), 'chat');
  // What cannot be fetched is tried again, ever more rarely, until the line is back.
  const soon = 2000, rarely = 30000;
  let pause = soon, retrial;
  const renewIn = ms => {
    clearTimeout(retrial);
    retrial = setTimeout(anew, ms);
  };
  const heard = e => {
    newest = Math.max(newest, +e.lastEventId || 0);
    if (newest > shown()) renew(true);
  };
  const stream = liveStream(() => {
    const url = page()?.dataset.events;
    const said = chat() ? '&chat=' + chat().dataset.chat : '';
    return url && url + '?after=' + shown() + '&rev=' + page().dataset.rev + '&here=' + page().dataset.here + said;
  }, {
    message: heard,
    game: heard,
    hb() {},
    table: anew,
    presence: anew, // or what the operator announces
    chat(e) {
      if (chat() && +e.data !== +chat().dataset.chat) htmx.trigger(chat(), 'chat');
    },
    older(e) {
      newest = +e.data;
      setBack = true;
      renew();
    },
  }, failures => {
    if (failures > 2 || pause > soon) {
      contact.back();
      anew();
    }
    pause = soon;
  }, 5000, () => { if (pause === soon) anew(); }); // what is refused a stream may still be fetched

  // What has been begun in a form and not sent goes along whenever the table is
  // fetched: the server adds it up, and what is typed stays as it is.
  const drafts = new Set();
  const had = new WeakMap(); // what the page showed when a table was fetched
  // A large screen has no room for the next spaces: they are not fetched.
  const seen = id => document.getElementById(id)?.getClientRects().length;
  const have = () => (document.getElementById('have')?.dataset.have ?? '').replace(/ahead=\w*/, all => seen('strip') ? all.replace('hidden', '') : 'ahead=hidden');
  const asked = new WeakMap(); // what had been typed and sent when a table was fetched
  const posted = new WeakMap(); // by name: the form itself may be another one when its answer has come
  let edits = 0, typing, seeking;
  let acted = false; // what was pressed is done, and not shown yet
  const drafted = (e, delay) => {
    const form = e.target.closest?.('form[data-draft]');
    if (!form) return;
    drafts.add(form.id);
    edits++;
    clearTimeout(typing);
    typing = setTimeout(renew, delay);
  };
  document.addEventListener('change', e => drafted(e, 0));
  document.addEventListener('input', e => drafted(e, 250));
  document.addEventListener('htmx:config:request', e => {
    const ctx = e.detail?.ctx;
    const sends = ctx?.request.method === 'POST';
    if (sends) posted.set(ctx, ctx.sourceElement?.closest('form')?.id);
    if (sends ? ctx.target !== table() : ctx?.sourceElement !== table()) return;
    had.set(ctx, have());
    if (have()) ctx.request.headers['BH-Have'] = have();
    if (sends) return;
    asked.set(ctx, edits);
    const url = new URL(ctx.request.action, location.href);
    const begun = new URLSearchParams();
    for (const id of drafts) {
      const form = document.getElementById(id);
      if (!form) { drafts.delete(id); continue; }
      const kind = form.querySelector('[name=preview]')?.value;
      for (const [name, value] of new FormData(form)) {
        if (name !== 'seq' && name !== 'offer') begun.append(name === 'spaces' ? kind : name, value);
      }
    }
    for (const name of begun.keys()) url.searchParams.delete(name);
    for (const [name, value] of begun) url.searchParams.append(name, value);
    if (document.hidden) url.searchParams.set('seen', 0);
    unlooked ||= document.hidden;
    ctx.request.action = url.pathname + url.search;
  });

  // What was sent is done: the form starts afresh.
  const done = sent => {
    if (sent?.request?.method !== 'POST' || sent.response?.status !== 200) return;
    const form = document.getElementById(posted.get(sent));
    if (drafts.delete(posted.get(sent))) edits++;
    if (!form?.hasAttribute('hx-trigger')) form?.reset(); // what is sent while one types stays
    document.getElementById(form?.dataset.then)?.scrollIntoView({block: 'nearest'}); // what came of it
  };

  // An answer that was overtaken would take the board back.
  let room, freed = false; // what the waiting room says to those without a seat, before a swap
  let held; // where in the table the focus was then
  document.addEventListener('htmx:before:swap', e => {
    const ctx = e.detail?.ctx;
    const was = document.querySelector('.room');
    room = was && {freed: was.dataset.freed};
    held = document.activeElement?.closest('#deeds li, #table');
    const seq = /data-seq="(\d+)"/.exec(ctx?.text ?? '');
    if (seq && +seq[1] < shown() && ctx.request?.method === 'GET' && !setBack && !leafing()) e.preventDefault();
    // One that leaves out what the page showed fits no page that has changed since.
    if (had.get(ctx) && had.get(ctx) !== have() && ctx.response.status < 400) {
      e.preventDefault();
      done(ctx);
      acted ||= ctx.request.method === 'POST';
      renew();
    }
    // One that was fetched with a form that has been sent or changed since would fill it in again.
    if (asked.has(ctx) && asked.get(ctx) !== edits) {
      e.preventDefault();
      renew();
    }
  });
  // An element that stands for the one the page has leaves that as it is, but for its
  // class if it has one; with a number it stands for so many, whose ids count on. The
  // table itself lacks only the attributes that never change. Of what the page has then
  // the answer names after a comma what is another now, and without a digest what is gone.
  const all = (old, now) => [...new Map((old + now).split(',').map(one => one.split('=')))].filter(one => one[1]).map(one => one.join('=')).sort().join();
  document.addEventListener('htmx:after:request', e => {
    const ctx = e.detail?.ctx;
    // There is no such table any more, says the server and not what is between: its page says so, too.
    if (ctx?.response?.status === 404 && ctx.request.method === 'GET' && /hx-target="#status"/.test(ctx.text) && [table(), chat()].includes(ctx.sourceElement)) return location.reload();
    if (had.get(ctx)) ctx.text = ctx.text.replace(/<(\w+) id="(\D+)(\d+)" data-same="(\d+)"><\/\1>/g, (_, tag, name, n, many) =>
      Array.from({length: many}, (_, i) => `<${tag} id="${name}${+n + i}" data-same></${tag}>`).join(''))
      .replace(/(<div id="table"[^>]*) data-same>/, (_, tag) => tag + [...table().attributes].map(a => /^hx-(?!get)/.test(a.name) ? ` ${a.name}="${a.value}"` : '').join('') + '>')
      .replace(/data-have="(,[^"]*)/, (_, now) => `data-have="${all(had.get(ctx), now)}`);
  });
  htmx.registerExtension('same', {htmx_before_morph_node: (_, {oldNode, newNode}) => {
    if (newNode.dataset?.same === undefined) return true;
    if (newNode.className) oldNode.className = newNode.className;
    return false;
  }});
  // What says in a form which table it was made for does not make a part of the page another one.
  const date = () => {
    const {seq, offer} = table()?.dataset ?? {};
    for (const field of table()?.querySelectorAll('input[type=hidden][name=seq]') ?? []) {
      field.setAttribute('value', seq);
      const asks = field.nextElementSibling;
      if (asks?.name === 'offer') asks.setAttribute('value', offer);
    }
  };
  // The address follows the table, with what is begun on it: a page that is loaded anew,
  // or left and returned to, still has it.
  const readdress = () => {
    const now = table()?.getAttribute('hx-get');
    if (now && !leafing() && now !== location.pathname + location.search) history.replaceState(history.state, '', now + location.hash);
  };
  document.addEventListener('htmx:after:swap', e => {
    contact.back();
    const {response, text = ''} = e.detail?.ctx ?? {};
    if (response?.status > 399 && /hx-target="#status"/.test(text) && !/id="problem"/.test(text)) status()?.classList.add('lost'); // it says so nowhere else
    pause = soon;
    if (e.detail?.ctx?.sourceElement === table()) document.getElementById('unsent')?.remove();
    date();
    readdress();
    if (setBack && shown() <= newest) {
      setBack = false;
      if (status()) status().textContent = status().dataset.older;
    }
    newest = leafing() ? 0 : Math.max(newest, shown());
    if (shown() < newest) renew(); // the move was refused on an older board
    if (!page()?.dataset.events) stream.close();
    const sent = e.detail?.ctx;
    done(sent);
    if (sent?.response?.status > 399) document.getElementById('problem')?.scrollIntoView({block: 'nearest'});
    if (seeking && sent?.request?.method === 'GET') {
      document.getElementById('deed')?.scrollIntoView({block: 'nearest'});
      if (document.activeElement === document.body) document.querySelector(`#s${seeking} a`)?.focus({preventScroll: true});
      seeking = null;
    }
    // A seat is gone without a press of the viewer's own; and a game begins at its top.
    const now = document.querySelector('.room');
    freed = now?.dataset.freed && (freed || room && !room.freed && sent?.request?.method === 'GET');
    if (freed) status().textContent = now.dataset.freed;
    const begins = room && !now, pressed = acted || sent?.request?.method === 'POST';
    if (begins) scrollTo(0, 0);
    // The control just used is gone, or one with the focus by somebody else's move: let the keyboard
    // go on at the name of its deed or at the decision. Nothing frames the decision where a game
    // has begun by itself.
    const lost = pressed || held;
    if ((begins || lost) && document.activeElement === document.body) {
      const near = document.querySelector(`li#${held?.id} a`) ?? document.getElementById('act-h');
      near?.focus({preventScroll: true, focusVisible: lost ? undefined : false});
    }
    acted = false;
  });
  // Another card comes without a new page: nothing jumps, and the focus stays.
  const sought = e => {
    const way = e.target.closest?.('#table a');
    if (!way || !way.closest('#deed') && !new URL(way).searchParams.has('deed') || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    if (way.origin !== location.origin || way.pathname !== location.pathname) return;
    e.preventDefault();
    seeking = new URL(way).searchParams.get('deed') ?? new URL(location).searchParams.get('deed');
    history.replaceState(null, '', way.pathname + way.search);
    table().setAttribute('hx-get', way.pathname + way.search);
    renew();
  };
  document.addEventListener('click', sought);
  const arrive = () => {
    stream.open();
    // What was begun by the address stays begun, whatever else is looked at.
    const begun = new URLSearchParams(location.search);
    begun.delete('to'); // alone it only opens the form
    for (const form of document.querySelectorAll('form[data-draft]')) {
      const kind = form.querySelector('[name=preview]')?.value;
      if ([...new FormData(form).keys()].some(name => begun.has(name === 'spaces' ? kind : name))) drafts.add(form.id);
    }
  };
  document.addEventListener('htmx:error', e => {
    const ctx = e.detail?.ctx;
    if (!ctx) return;
    contact.lost();
    const asks = ctx.request?.method === 'GET';
    if (!document.hidden) renewIn(asks ? pause : 5000); // what was not sent is said long enough to be read
    if (asks) pause = Math.min(pause * 2, rarely);
    if (!asks && !ctx.response) contact.unsent(document.getElementById(posted.get(ctx)) ?? ctx.sourceElement);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    if (unlooked) renew();
    unlooked = false;
  });
  addEventListener('resize', () => { if (have().includes('ahead=,')) renew(); });
  arrive();
})();
