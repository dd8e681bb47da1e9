package main

import (
	"net/url"
	"slices"
	"time"
)

// acts are people's actions, in order: each operation at least once as it is meant.
func acts() []request {
	const json, form = "application/json", "text/html"
	from, to := time.Now().AddDate(0, 0, 20).Format(time.DateOnly), time.Now().AddDate(0, 0, 25).Format(time.DateOnly)
	as := func(viewer, method, path string, body any, accept string, header ...string) request {
		return request{viewer: viewer, method: method, path: path, body: body, header: slices.Concat([]string{"Accept", accept, "Accept-Language", "en"}, header)}
	}
	keep := func(r request, vars ...string) request {
		r.keep = map[string]string{}
		for i := 0; i+1 < len(vars); i += 2 {
			r.keep[vars[i]] = vars[i+1]
		}
		return r
	}
	return []request{
		as("nobody", "POST", "/players", url.Values{"name": {"Eve"}}, form),
		as("nobody", "POST", "/players", `{"name": ""}`, json),
		keep(as("ada", "POST", "/games", `{"edition": "us-classic", "players": 3, "title": "Friday", "bots": ["default"]}`, json), "made", "game"),
		as("ada", "POST", "/games", `{"edition": "us-classic", "rulebook": "sonic", "options": {"short": true}}`, json),
		as("ada", "POST", "/games", `{"edition": "us-classic", "players": 40}`, json),
		as("ada", "POST", "/games", url.Values{"edition": {"german-classic"}, "players": {"2"}, "title": {"Freitag"}}, form),
		as("ada", "POST", "/games", `{"edition": "nonsense"}`, json),
		as("ben", "POST", "/games/$made/seats", `{}`, json),
		as("ben", "POST", "/games/$made/seats", `{}`, json),
		as("cleo", "POST", "/games/$made/seats", `{"name": "Ben"}`, json),
		as("ada", "POST", "/games/$made/seats", `{"bot": "trader"}`, json),
		as("ben", "POST", "/games/$made/chat", `{"text": "Good evening!"}`, json),
		as("ada", "POST", "/games/$made/chat", url.Values{"text": {"Hello Ben"}}, form),
		keep(as("ada", "GET", "/games/$made/chat", nil, json), "said", "messages.0.message"),
		as("ada", "POST", "/games/$made/chat/$said/report", `{"why": "rude"}`, json),
		as("ada", "POST", "/games/$made/chat/$said/mute", nil, json),
		keep(as("ada", "GET", "/me/mutes", nil, json), "mute", "mutes.0.mute"),
		as("ada", "POST", "/me/mutes/$mute/end", nil, form),
		as("ada", "POST", "/games/$made/chat/$said/mute", nil, json),
		keep(as("ada", "GET", "/me/mutes", nil, json), "mute", "mutes.0.mute"),
		as("ada", "DELETE", "/me/mutes/$mute", nil, json),
		as("ada", "DELETE", "/games/$made/chat/$said", nil, json),
		as("ben", "POST", "/games/$made/chat", `{"text": "Again"}`, json),
		keep(as("ben", "GET", "/games/$made/chat", nil, json), "again", "messages.0.message"),
		as("ben", "POST", "/games/$made/chat/$again/remove", nil, form),
		as("ada", "POST", "/games/$made/chat/rules", `{"chat": true, "watchers": false, "bots": "rare"}`, json),
		as("ada", "POST", "/games/$made/embed", `{"framed": true}`, json),
		as("ada", "POST", "/games/$made/hint", `{"hints": true}`, json),
		as("nobody", "GET", "/games/$made/embed", nil, json),
		as("nobody", "GET", "/games/$made/embed", nil, form),
		as("ada", "POST", "/games/$made/hook", `{"address": "https://8.8.8.8/group", "form": "discord", "on": false}`, json), // nothing is sent there
		as("ada", "POST", "/games/$made/hook/name", `{"name": "801234567890123456"}`, json),
		as("ben", "GET", "/games/$made/hook", nil, json),
		as("ben", "POST", "/games/$made/hook", `{"on": true}`, json),
		as("ada", "DELETE", "/games/$made/hook", nil, json),
		as("ada", "POST", "/games/$made/hook", url.Values{"address": {"https://8.8.8.8/group"}, "form": {"slack"}, "on": {"false"}}, form),
		as("ada", "POST", "/games/$made/hook/remove", nil, form),
		as("ada", "PUT", "/games/$made/notes", `{"text": "Ben wants the stations.", "seen": "0"}`, json),
		as("ada", "POST", "/games/$made/notes", url.Values{"text": {"Ben wants everything."}, "seen": {"0"}}, form),
		as("cleo", "POST", "/games/$made/notes", url.Values{"text": {"Only looking."}, "seen": {"0"}}, form),
		as("ben", "PUT", "/games/$made/chain", `{"anchor": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}`, json),
		as("ada", "POST", "/games/$box/moves", `{"move": "roll", "player": 1}`, json),
		as("ada", "POST", "/games/$box/moves", `{"move": "nonsense"}`, json),
		as("ada", "POST", "/games/$box/moves", `{"move": "bid", "amount": -5}`, json),
		as("ada", "POST", "/games/$box/moves", `{"move": "accept_trade", "trade": 1, "seq": 1}`, json),
		as("ada", "POST", "/games/$box/moves", `{"move": "reject_trade", "trade": 1}`, json, "If-Match", `"99"`),
		as("ada", "POST", "/games/$box/moves", `{"move": "reject_trade", "trade": 1}`, json, "Idempotency-Key", "a-first-key"),
		as("ada", "POST", "/games/$box/moves", `{"move": "reject_trade", "trade": 1}`, json, "Idempotency-Key", "a-first-key"),
		as("ada", "POST", "/games/$box/moves", url.Values{"move": {"accept_trade"}, "trade": {"2"}}, form),
		as("ada", "POST", "/games/$box/moves", url.Values{"move": {"roll"}}, form, "HX-Request", "true"),
		as("ada", "POST", "/games/$box/moves", url.Values{"move": {"roll"}}, form, "HX-Request", "true"),
		as("ada", "POST", "/games/$over/start", `{}`, json),
		as("ada", "POST", "/games/$playing/pace", `{"what": "pause", "days": 3}`, json),
		as("ben", "POST", "/games/$playing/pace/votes", `{"what": "pause", "vote": "no"}`, json),
		as("ben", "POST", "/games/$playing/pace/leave", map[string]any{"from": from, "to": to}, json),
		as("ben", "POST", "/games/$playing/pace/leave/"+from+"/end", nil, form),
		as("ben", "POST", "/games/$playing/pace/leave", url.Values{"from": {from}, "to": {to}}, form),
		as("ben", "DELETE", "/games/$playing/pace/leave/"+from, nil, json),
		as("ben", "DELETE", "/games/$playing/seats/1", nil, json),
		as("ada", "POST", "/games/$playing/seats/1/stand-in", `{"name": "Eve"}`, json),
		as("ben", "POST", "/games/$playing/seats/1/return", nil, json),
		as("ben", "POST", "/games/$playing/seats/1/leave", nil, form),
		as("ben", "POST", "/games/$playing/seats/1/return", nil, form),
		as("ada", "POST", "/games/$playing/orders", `{"kind": "claim_rents", "days": 7}`, json),
		keep(as("ada", "GET", "/games/$playing/orders", nil, json), "order", "orders.0.id"),
		as("ada", "DELETE", "/games/$playing/orders/$order", nil, json),
		as("ada", "POST", "/games/$playing/orders", `{"kind": "nonsense"}`, json),
		as("ada", "POST", "/games/$playing/orders", url.Values{"kind": {"claim_rents"}, "days": {"7"}}, form),
		keep(as("ada", "GET", "/games/$playing/orders", nil, json), "order", "orders.0.id"),
		as("ada", "POST", "/games/$playing/orders/$order/revoke", nil, form),
		keep(as("ada", "POST", "/me/tokens", `{"name": "robot", "scopes": ["read", "play"], "days": 365}`, json), "robot", "id"),
		as("ada", "POST", "/me/tokens", `{"name": "robot", "scopes": ["nonsense"]}`, json),
		as("ada", "DELETE", "/me/tokens/$robot", nil, json),
		keep(as("ada", "POST", "/me/tokens", `{"name": "second", "scopes": ["read"]}`, json), "second", "id"),
		as("ada", "POST", "/me/tokens/$second/revoke", nil, form),
		as("ada", "POST", "/me/tips", `{"tips": false}`, json),
		as("ada", "POST", "/me/tips", `{"tips": "many"}`, json),
		as("ada", "POST", "/me/tips", url.Values{"tips": {"true"}}, form),
		keep(as("ada", "POST", "/me/link", `{}`, json), "link", "path"),
		as("nobody", "GET", "$link", nil, form),
		as("dora", "POST", "$link", nil, json),
		as("ada", "DELETE", "/me/link", nil, json),
		as("ada", "POST", "/me/notices", `{"zone": "Europe/Berlin", "hour": 18, "remind_minutes": 180}`, json),
		as("ada", "POST", "/me/notices/mute", `{"game": "$made", "muted": true}`, json),
		keep(as("ada", "POST", "/me/notices/channels", `{"kind": "feed", "label": "Reader"}`, json), "channel", "channel.id"),
		as("ada", "POST", "/me/notices/channels/$channel", `{"when": "daily"}`, json),
		as("ada", "POST", "/me/notices/channels/$channel/test", nil, json),
		as("ada", "DELETE", "/me/notices/channels/$channel", nil, json),
		as("ada", "POST", "/me/account/name", `{"name": "Ada L."}`, json),
		as("ada", "POST", "/me/account/password", `{"login": "ada", "password": "vier Hotels im Regen"}`, json),
		as("nobody", "POST", "/login", `{"login": "ada", "password": "vier Hotels im Regen"}`, json),
		as("nobody", "POST", "/login", `{"login": "ada", "password": "falsch"}`, json),
		as("ada", "POST", "/me/account/confirm", `{"password": "vier Hotels im Regen"}`, json),
		as("ada", "DELETE", "/me/account/sessions", nil, json),
		as("ada", "POST", "/me/account/password/remove", nil, json),
		as("ada", "POST", "/me/account/merge", `{"guest_token": "bh_nonsense"}`, json),
		as("ada", "POST", "/editions", `{"id": "my-board"}`, json),
		as("ada", "POST", "/editions", "$board", json),
		keep(as("ada", "POST", "/games", `{"edition": "us-classic", "players": 3, "pace": "correspondence"}`, json), "slow", "game"),
		as("ben", "POST", "/games/$slow/seats", `{}`, json),
		as("cleo", "POST", "/games/$slow/seats", url.Values{"name": {"Cleo"}}, form),
		as("cleo", "POST", "/games/$slow/seats/2/leave", nil, form),
		as("ada", "POST", "/games/$slow/chain", url.Values{"anchor": {"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}}, form),
		keep(as("ada", "POST", "/me/notices/channels", `{"kind": "feed", "label": "Reader"}`, json), "feed", "channel.id", "atom", "atom", "calendar", "calendar"),
		as("nobody", "GET", "$atom", nil, "*/*"),
		as("nobody", "GET", "$calendar", nil, "*/*"),
		as("ada", "POST", "/me/notices/channels/$feed/remove", nil, form),
		as("admin", "POST", "/admin/login", url.Values{"password": {"wrong wrong wrong"}}, form),
		as("admin", "POST", "/admin/login", url.Values{"password": {admin}}, form),
		as("admin", "GET", "/admin/reports", nil, json),
		as("admin", "POST", "/admin/announcement", url.Values{"de": {"Heute Wartung."}, "en": {"Maintenance today."}, "days": {"1"}}, form),
		as("admin", "POST", "/admin/bans", url.Values{"address": {"203.0.113.0/24"}, "reason": {"spam"}, "days": {"30"}}, form),
		as("admin", "POST", "/admin/tables/$over/close", url.Values{"reason": {"asked"}}, form),
		as("cleo", "POST", "/me/account/delete", `{"name": "Cleo"}`, json),
		as("dora", "POST", "/me/account/delete", `{"name": "Dora", "tables": {}}`, json),
		as("cleo", "POST", "/me/sign-out", nil, form),
	}
}

// act has people do everything.
func (p *pair) act() error {
	for _, r := range acts() {
		if err := p.ask(r); err != nil {
			return err
		}
	}
	return nil
}
