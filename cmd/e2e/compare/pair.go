package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// report is the result of a run.
type report struct {
	requests    int
	answered    map[string]map[int]int // by operation ("get /games/{id}") and status
	differences []difference
}

type difference struct{ request, what string }

// pair is two servers on copies of the same database, sent the same requests.
type pair struct {
	ctx     context.Context
	servers [2]*rig.Server
	clients [2]map[string]*rig.Client // by viewer
	names   *names
	vars    [2]map[string]string // each server's name for a thing that later requests name
	routes  []route
	report  report
	games   []game
	thin    bool // a part of all readings: enough to see that the comparison works
}

// route is an operation of the description.
type route struct {
	method, path string
	pattern      *regexp.Regexp
}

// game is a table of the database.
type game struct{ Name, ID string }

const (
	admin     = "correct horse battery"
	publicURL = "http://play.example.org"
)

// settings keep both servers from doing anything by themselves or refusing a
// visitor who is faster than people are.
var settings = []string{
	"--bot-pause", "1h", "--claim-grace", "0", "--log-level", "error", "--rate", "0", "--requests", "0", "--moves", "0",
	"--connections", "0", "--admin-password", admin, "--public-url", publicURL,
}

// drive starts both programs and sends them everything.
func drive(ctx context.Context, dir, before, after string, thin bool) (*report, error) {
	p := &pair{ctx: ctx, thin: thin, names: newNames(), report: report{answered: map[string]map[int]int{}}}
	for i, binary := range []string{before, after} {
		db := filepath.Join(dir, fmt.Sprintf("compare%d.db", i))
		if err := p.unpack(db); err != nil {
			return nil, err
		}
		s, err := rig.Start(rig.Options{Binary: binary, DB: db, Args: settings})
		if err != nil {
			return nil, err
		}
		defer s.Kill() //nolint:errcheck // it may have ended
		p.servers[i] = s
	}
	if err := p.admit(); err != nil {
		return nil, err
	}
	if err := p.learnRoutes(); err != nil {
		return nil, err
	}
	if err := p.everything(); err != nil {
		return nil, err
	}
	return &p.report, nil
}

// unpack writes the database of an earlier release: tables in every phase,
// with people whose tokens are known.
func (p *pair) unpack(db string) error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	f, err := os.Open(filepath.Join(root, "db", "sqlite", "testdata", "schema-1.db.gz"))
	if err != nil {
		return err
	}
	defer f.Close()
	packed, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(packed)
	if err != nil {
		return err
	}
	return os.WriteFile(db, data, 0o600)
}

// moduleRoot is the folder of go.mod, above the working directory.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if filepath.Dir(dir) == dir {
			return "", fmt.Errorf("no go.mod above the working directory")
		}
		dir = filepath.Dir(dir)
	}
}

// admit gives each viewer a client a server.
func (p *pair) admit() error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	data, err := os.ReadFile(filepath.Join(root, "db", "sqlite", "testdata", "schema-1.json"))
	if err != nil {
		return err
	}
	var notes struct {
		Players []struct{ Name, Token string }
		Games   []game
	}
	if err := json.Unmarshal(data, &notes); err != nil {
		return err
	}
	p.games = notes.Games
	for i, s := range p.servers {
		p.vars[i] = map[string]string{}
		p.clients[i] = map[string]*rig.Client{"nobody": rig.NewClient(s.URL), "admin": rig.NewClient(s.URL)}
		for _, one := range notes.Players {
			c := rig.NewClient(s.URL)
			c.Token = one.Token
			p.clients[i][strings.ToLower(one.Name)] = c
		}
	}
	return nil
}

// learnRoutes reads from the description which operations there are.
func (p *pair) learnRoutes() error {
	all := map[string]bool{}
	for i := range p.servers {
		a, err := p.clients[i]["nobody"].Do(p.ctx, http.MethodGet, "/openapi.json", nil)
		if err != nil {
			return err
		}
		var doc struct {
			Paths map[string]map[string]json.RawMessage `json:"paths"`
		}
		if err := a.Into(&doc); err != nil {
			return err
		}
		for path, item := range doc.Paths {
			for method := range item {
				all[method+" "+path] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		method, path, _ := strings.Cut(name, " ")
		expr := regexp.MustCompile(`\\\{\w+\\\}`).ReplaceAllString(regexp.QuoteMeta(path), "[^/]+")
		p.routes = append(p.routes, route{method, path, regexp.MustCompile("^" + expr + "$")})
	}
	return nil
}

// operation is the one that answers a request.
func (p *pair) operation(method, path string) string {
	best := ""
	for _, r := range p.routes {
		if strings.EqualFold(r.method, method) && r.pattern.MatchString(path) && (best == "" || strings.Count(r.path, "{") < strings.Count(best, "{")) {
			best = r.method + " " + r.path
		}
	}
	return best
}

// request is one request to both servers. $name in path or body is
// replaced by the server's name.
type request struct {
	viewer, method, path string
	body                 any // as rig.Client.Do takes it
	header               []string
	keep                 map[string]string // variable: path into the JSON answer, as "games.0.id"
}

func (r *request) String() string {
	return fmt.Sprintf("%s %s as %s %v %v", r.method, r.path, r.viewer, r.header, r.body)
}

// ask sends a request to both servers and compares the answers.
func (p *pair) ask(r request) error {
	var answers [2]*rig.Answer
	for i := range p.servers {
		c := p.clients[i][r.viewer]
		if c == nil {
			return fmt.Errorf("nobody is called %s", r.viewer)
		}
		path := p.fill(i, r.path)
		if !strings.HasPrefix(path, "/") {
			path = "/unknown" // its name was never learned
		}
		a, err := c.Do(p.ctx, r.method, path, p.fillBody(i, r.body), r.header...)
		if err != nil {
			return fmt.Errorf("%s: %w", r.String(), err)
		}
		answers[i] = a
		for name, path := range r.keep {
			if value := find(a.Body, path); value != "" {
				p.vars[i][name] = strings.TrimPrefix(value, publicURL)
			}
		}
	}
	p.report.requests++
	if name := p.operation(r.method, strings.Split(p.fill(1, r.path), "?")[0]); name != "" {
		if p.report.answered[name] == nil {
			p.report.answered[name] = map[int]int{}
		}
		p.report.answered[name][answers[1].Status]++
	}
	if what := p.differ(answers[0], answers[1]); what != "" {
		p.report.differences = append(p.report.differences, difference{r.String(), what})
	}
	return nil
}

// differ says in which respect two answers differ, "" if in none.
func (p *pair) differ(a, b *rig.Answer) string {
	if a.Status != b.Status {
		return fmt.Sprintf("status\n- %d %s\n+ %d %s", a.Status, short(a.Body), b.Status, short(b.Body))
	}
	for _, name := range slices.Sorted(maps.Keys(merged(a.Header, b.Header))) {
		switch name {
		case "Date", "Content-Length", "X-Request-Id", "Server-Timing": // the length is that of moments and names
			continue
		}
		if where, ok := p.names.same(strings.Join(a.Header[name], "\n"), strings.Join(b.Header[name], "\n")); !ok {
			return "header " + name + "\n" + where
		}
	}
	if where, ok := p.names.same(lines(a), lines(b)); !ok {
		return "body\n" + where
	}
	return ""
}

func merged(a, b http.Header) map[string]bool {
	all := map[string]bool{}
	for name := range a {
		all[name] = true
	}
	for name := range b {
		all[name] = true
	}
	return all
}

// lines is a body in a form in which the order of JSON members and the space
// between HTML elements do not count.
func lines(a *rig.Answer) string {
	kind := a.Header.Get("Content-Type")
	switch {
	case strings.Contains(kind, "json") && !strings.Contains(kind, "lines") && !strings.Contains(kind, "ndjson"):
		var v any
		if json.Unmarshal(a.Body, &v) == nil {
			out, _ := json.MarshalIndent(v, "", " ") // decoded JSON can be encoded
			return string(out)
		}
	case strings.Contains(kind, "html"):
		return strings.Join(strings.Fields(string(bytes.ReplaceAll(a.Body, []byte("<"), []byte(" <")))), " ")
	}
	return string(a.Body)
}

func short(b []byte) string { return string(b[:min(len(b), 300)]) }

// fill replaces variables, longest names first.
func (p *pair) fill(i int, s string) string {
	keys := slices.SortedFunc(maps.Keys(p.vars[i]), func(a, b string) int { return len(b) - len(a) })
	for _, name := range keys {
		s = strings.ReplaceAll(s, "$"+name, p.vars[i][name])
	}
	return s
}

func (p *pair) fillBody(i int, body any) any {
	switch b := body.(type) {
	case string:
		return p.fill(i, b)
	case url.Values:
		out := url.Values{}
		for name, values := range b {
			for _, v := range values {
				out.Add(name, p.fill(i, v))
			}
		}
		return out
	default:
		return body
	}
}

// find follows a path such as "games.0.id" into a JSON document.
func find(body []byte, path string) string {
	var v any
	if json.Unmarshal(body, &v) != nil {
		return ""
	}
	for part := range strings.SplitSeq(path, ".") {
		switch at := v.(type) {
		case map[string]any:
			v = at[part]
		case []any:
			var i int
			if _, err := fmt.Sscan(part, &i); err != nil || i >= len(at) {
				return ""
			}
			v = at[i]
		default:
			return ""
		}
	}
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}
