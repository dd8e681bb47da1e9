package main

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Formats of an answer, by the headers that request them.
var formats = map[string][]string{
	"json":     {"Accept", "application/json"},
	"page":     {"Accept", "text/html"},
	"fragment": {"Accept", "text/html", "HX-Request", "true"},
}

// subjects are tables that everything below a table is read of.
var subjects = []string{"us hub", "trade", "lobby", "finished us-classic", "german auction", "mega bus"}

// everything is the whole conversation: all reads, the refusals
// to people without a part in it, people's actions, and the reads
// afterwards.
func (p *pair) everything() error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	board, err := os.ReadFile(filepath.Join(root, "game", "testdata", "fixtures", "f40.json"))
	if err != nil {
		return err
	}
	for i := range p.vars {
		p.vars[i]["board"] = string(board)
		p.vars[i]["playing"], p.vars[i]["box"] = p.id("us hub"), p.id("trade")
		p.vars[i]["lobby"], p.vars[i]["over"] = p.id("lobby"), p.id("finished us-classic")
	}
	for _, step := range []func() error{p.readAll, p.intrude, p.act, p.readAgain} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (p *pair) id(name string) string {
	for _, g := range p.games {
		if g.Name == name {
			return g.ID
		}
	}
	return "no-such-table"
}

// readAll reads every address with every format, language and kind of viewer.
func (p *pair) readAll() error {
	for _, r := range p.routes {
		if r.method != "get" || r.path == "/metrics" { // numbers of requests and of the process
			continue
		}
		for _, path := range p.addresses(r.path) {
			if err := p.read(path, "nobody", "ada", "ben"); err != nil {
				return err
			}
		}
	}
	for i, g := range p.games {
		if p.thin && i%5 != 0 {
			continue
		}
		if err := p.read("/games/"+g.ID, "nobody", "ada", "cleo"); err != nil {
			return err
		}
	}
	return nil
}

func (p *pair) read(path string, viewers ...string) error {
	for _, viewer := range viewers {
		for _, format := range []string{"json", "page", "fragment"} {
			for _, lang := range []string{"de", "en"} {
				if format == "json" && lang == "en" && viewer != "ada" || p.thin && (viewer == "ben" || (format == "json") != (lang == "de")) {
					continue // sentences of refusals and notes; once is enough
				}
				r := request{viewer: viewer, method: http.MethodGet, path: path, header: append(slices.Clone(formats[format]), "Accept-Language", lang)}
				if err := p.ask(r); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// queries are worth reading beside the bare address.
var queries = map[string][]string{
	"/":                     {"?lang=en", "?refresh=30"},
	"/games":                {"?status=playing", "?status=finished", "?mine=true", "?status=nonsense", "?limit=2"},
	"/games/new":            {"?edition=mega", "?edition=us-classic&rulebook=standard", "?edition=nonsense"},
	"/rules/{rulebook}":     {"?edition=us-classic"},
	"/games/{id}":           {"?trade=1", "?deed=39", "?at=5", "?at=99999", "?after=3", "?player=1", "?refresh=30"},
	"/games/{id}/events":    {"?after=20", "?after=99999", "?after=x"},
	"/games/{id}/books":     {"?player=0", "?turn=3", "?page=2", "?turn=x"},
	"/games/{id}/books.csv": {"?player=0", "?turn=3"},
	"/games/{id}/confirm":   {"?move=declare_bankruptcy", "?move=resign", "?move=accept_trade&trade=1", "?move=roll"},
	"/games/{id}/proof":     {"?envelope=1"},
	"/games/{id}/chat":      {"?limit=2", "?after=x"},
	"/players":              {"?next=/games/new"},
}

// addresses are the paths of an operation, its parameters filled in.
func (p *pair) addresses(path string) (all []string) {
	if rest, ok := strings.CutPrefix(path, "/games/{id}"); ok {
		for i, name := range subjects {
			if p.thin && i > 0 {
				break
			}
			all = append(all, "/games/"+p.id(name)+rest)
		}
		for _, q := range queries[path] {
			all = append(all, "/games/"+p.id("us hub")+rest+q, "/games/"+p.id("trade")+rest+q)
		}
		return append(all, "/games/nonsense"+rest)
	}
	bare := []string{path}
	switch {
	case strings.HasPrefix(path, "/editions/{id}"):
		rest := strings.TrimPrefix(path, "/editions/{id}")
		bare = []string{"/editions/us-classic" + rest, "/editions/mega" + rest, "/editions/nonsense" + rest}
	case strings.HasPrefix(path, "/rules/{rulebook}"):
		rest := strings.TrimPrefix(path, "/rules/{rulebook}")
		bare = []string{"/rules/us" + rest, "/rules/mega" + rest, "/rules/nonsense" + rest}
	case path == "/problems/{code}":
		bare = []string{"/problems/phase", "/problems/stale", "/problems/nonsense"}
	case path == "/static/{file}":
		bare = []string{"/static/nonsense.css"}
	case strings.Contains(path, "{"):
		before, rest, _ := strings.Cut(path, "{")
		_, after, _ := strings.Cut(rest, "}")
		bare = []string{before + "nonsense" + after}
	}
	for _, b := range bare {
		all = append(all, b)
		for _, q := range queries[path] {
			all = append(all, b+q)
		}
	}
	return all
}

// bodies are sent to every operation that changes something, by people who have
// no part in the thing it would change.
var bodies = []any{nil, "{}", `{"nonsense": 1`, `[]`, `{"name": 5, "text": 5, "move": 5, "kind": 5, "what": 5}`, url.Values{}, url.Values{"name": {""}, "move": {"roll"}, "seq": {"x"}}}

// intrude has every operation refused.
func (p *pair) intrude() error {
	if err := p.ask(request{viewer: "nobody", method: "POST", path: "/players", body: `{"name": "Dora"}`, keep: map[string]string{"dora": "token"}}); err != nil {
		return err
	}
	for i := range p.clients {
		c := *p.clients[i]["nobody"]
		c.Token = p.vars[i]["dora"]
		p.clients[i]["dora"] = &c
	}
	for _, r := range p.routes {
		if r.method == "get" || strings.HasSuffix(r.path, "/sign-out") {
			continue
		}
		for i, body := range bodies {
			if p.thin && i%3 != 0 {
				continue
			}
			for _, viewer := range []string{"nobody", "dora"} {
				if viewer == "dora" && (strings.HasPrefix(r.path, "/me/account") || strings.HasPrefix(r.path, "/login")) {
					continue
				}
				path := p.addresses(r.path)[0]
				path = strings.NewReplacer("{seat}", "0", "{order}", "1", "{message}", "1", "{from}", "2026-12-24", "{mute}", "1").Replace(path)
				header := []string{"Accept-Language", "en"}
				if _, form := body.(url.Values); form {
					header = append(header, "Accept", "text/html")
				}
				if err := p.ask(request{viewer: viewer, method: strings.ToUpper(r.method), path: path, body: body, header: header}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// readAgain reads everything that the acts have changed.
func (p *pair) readAgain() error {
	for _, path := range []string{
		"/", "/me", "/me/tokens", "/me/notes", "/me/mutes", "/me/account", "/me/notices", "/me/account/export", "/games?mine=true", "/editions", "/games/$made", "/games/$made/chat",
		"/games/$made/pace", "/games/$made/notes", "/games/$made/orders", "/games/$box", "/games/$box/events", "/games/$playing", "/games/$playing/orders",
		"/games/$playing/pace", "/games/$playing/chat", "/games/$playing/stats",
	} {
		if err := p.read(path, "nobody", "ada", "ben"); err != nil {
			return err
		}
	}
	for _, path := range []string{"/admin", "/admin/tables?q=$made", "/admin/stuck", "/admin/people", "/admin/reports", "/admin/bans", "/admin/acts"} {
		if err := p.read(path, "admin"); err != nil {
			return err
		}
	}
	return nil
}
