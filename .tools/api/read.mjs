// Reads what the server sends with the libraries that other programs read it with,
// and prints what they found. The input is JSON on the standard input.
import { text } from 'node:stream/consumers';
import { EventSource } from 'eventsource';
import { simpleParser } from 'mailparser';
import ical from 'node-ical';
import Parser from 'rss-parser';
import { Webhook } from 'standardwebhooks';

const input = JSON.parse(await text(process.stdin));

// hook verifies a web hook at the time at which it was sent, and that a changed body
// is refused.
function hook({ secret, headers, body }) {
	const verifier = new Webhook(secret);
	Date.now = () => Number(headers['webhook-timestamp']) * 1000;
	const verify = (what) => {
		try {
			return verifier.verify(what, headers);
		} catch (err) {
			return err.message;
		}
	};
	return { payload: verify(body), forged: verify(body + ' ') };
}

// mail parses a mail.
async function mail(raw) {
	const m = await simpleParser(raw);
	return {
		subject: m.subject, from: m.from.value[0].address, to: m.to.value[0].address, id: m.messageId, inReplyTo: m.inReplyTo,
		references: [m.references ?? []].flat(), unsubscribe: m.headers.get('list')?.unsubscribe?.url ?? '', text: m.text,
	};
}

// feed parses an Atom feed.
async function feed(xml) {
	const f = await new Parser().parseString(xml);
	return { title: f.title, items: f.items.map(({ title, link, id, isoDate, content }) => ({ title, link, id, isoDate, content })) };
}

// calendar parses a calendar.
function calendar(ics) {
	return Object.values(ical.sync.parseICS(ics))
		.filter((e) => e.type === 'VEVENT')
		.map((e) => ({ uid: e.uid, summary: e.summary, url: e.url?.val ?? e.url ?? '', start: e.start.toISOString(), alarms: (e.alarms ?? []).length }));
}

// stream reads the first events of a stream of a game.
function stream({ url, token, kind, count }) {
	return new Promise((resolve) => {
		const source = new EventSource(url, { fetch: (to, init) => fetch(to, { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } }) });
		const read = [];
		source.addEventListener(kind, (e) => {
			if (read.push({ id: e.lastEventId, data: JSON.parse(e.data) }) === count) {
				source.close();
				resolve(read.slice());
			}
		});
	});
}

console.log(JSON.stringify({
	hook: hook(input.hook), mail: await mail(input.mail), feed: await feed(input.feed), calendar: calendar(input.calendar), stream: await stream(input.stream),
}));
