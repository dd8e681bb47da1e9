package handlers_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/postgres"
	"github.com/bankhalter/bankhalter/db/postgres/postgrestest"
	dbrecord "github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/people"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/live"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// site is the whole program on a real port and a real database.
type site struct {
	people    *people.Service
	operators *operator.Service
	t         testing.TB
	url       string
	server    *handlers.Server
	http      *httptest.Server
	tables    *table.Service
	talk      *talk.Service
	players   *account.Players
	mails     chan mail
}

// mail is what the site has sent.
type mail struct{ to, subject, text string }

// open starts a site; change may alter its settings.
func open(t testing.TB, change ...func(*handlers.Config)) *site {
	t.Helper()
	return openOn(t, filepath.Join(t.TempDir(), "test.db"), change...)
}

func openOn(t testing.TB, path string, change ...func(*handlers.Config)) *site {
	t.Helper()
	return openBehind(t, path, func(s tabletest.Store) tabletest.Store { return s }, change...)
}

// openAt is open at a moment that does not pass.
func openAt(t testing.TB, moment time.Time, change ...func(*handlers.Config)) *site {
	t.Helper()
	now := func() time.Time { return moment }
	change = append(change, func(c *handlers.Config) { c.Now = now })
	return openWith(t, filepath.Join(t.TempDir(), "test.db"), func(s tabletest.Store) tabletest.Store { return s }, table.Config{Now: now}, change...)
}

// openBehind is openOn with something between the tables and their store.
func openBehind(t testing.TB, path string, between func(tabletest.Store) tabletest.Store, change ...func(*handlers.Config)) *site {
	t.Helper()
	return openWith(t, path, between, table.Config{}, change...)
}

// engine is a database with everything that a server keeps.
type engine interface {
	tabletest.Store
	account.Store
	operator.Store
	people.Store
	Ping(ctx context.Context) error
	Sessions(secure bool, now func() time.Time) *dbrecord.Sessions
	Close() error
}

// cluster is the PostgreSQL of these tests, if they run on it.
var cluster postgrestest.Lazy

// openEngine opens the database of a test: a file, or with
// BANKHALTER_TEST_DB=postgres a schema of PostgreSQL in place of that file.
func openEngine(t testing.TB, path string) engine {
	t.Helper()
	if os.Getenv("BANKHALTER_TEST_DB") == "postgres" {
		d, err := postgres.Open(t.Context(), cluster.At(t, path), postgres.Options{Conns: 4})
		require.NoError(t, err)
		return d
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		empty, err := emptyDatabase()
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, empty, 0o600))
	}
	d, err := sqlite.Open(t.Context(), path, sqlite.Options{Sync: sqlite.Normal})
	require.NoError(t, err)
	return d
}

// emptyDatabase is the file of a database that nothing was written to: to make one by all
// migrations takes longer than most tests.
var emptyDatabase = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "bankhalter-handlers-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "empty.db")
	d, err := sqlite.Open(context.Background(), path, sqlite.Options{})
	if err != nil {
		return nil, err
	}
	if err := d.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// onlyFile skips a test that looks into the file of the database when it runs on PostgreSQL.
func onlyFile(t testing.TB) {
	t.Helper()
	if os.Getenv("BANKHALTER_TEST_DB") == "postgres" {
		t.Skip("there is no file")
	}
}

// withPages stands for results and pages of players, for Config.People: they are off by default.
var withPages = people.New(nil, people.Config{})

// openWith is openBehind with settings of the tables.
func openWith(t testing.TB, path string, between func(tabletest.Store) tabletest.Store, settings table.Config, change ...func(*handlers.Config)) *site {
	t.Helper()
	store := openEngine(t, path)
	var err error
	behind := between(store)
	tables, talk := tabletest.NewWithTalk(behind, settings)
	players := account.NewPlayers(behind, account.PlayersConfig{Now: settings.Now})
	require.NoError(t, tables.Resume(t.Context()))
	limits := web.DefaultLimits()
	limits.Local = true
	cfg := handlers.Config{Limits: limits, Version: "test", Ready: store.Ping}
	cfg.Operator, err = operator.Open(t.Context(), store, nil)
	require.NoError(t, err)
	for _, c := range change {
		c(&cfg)
	}
	if cfg.People == withPages {
		cfg.People = people.New(store, people.Config{Now: settings.Now, Banned: func(p account.PlayerID) bool {
			_, banned := cfg.Operator.BannedPlayer(p)
			return banned
		}})
	}
	mails := make(chan mail, 100)
	if cfg.Accounts == nil {
		accounts := account.New(store, players, account.Config{Public: cfg.PublicURL, Now: cfg.Now, Mail: func(_ context.Context, to, subject, text string) error {
			mails <- mail{to, subject, text}
			return nil
		}})
		t.Cleanup(accounts.Close)
		cfg.Accounts = accounts
	}
	secure := cfg.PublicURL != nil && cfg.PublicURL.Scheme == "https"
	s, err := handlers.New(cfg, handlers.Services{Tables: tables, Talk: talk, Boards: library.New(behind, nil), Players: players, Sessions: store.Sessions(secure, cfg.Now)})
	require.NoError(t, err)
	hs := httptest.NewUnstartedServer(nil)
	hs.Config = handlers.NewHTTPServer(s)
	hs.Listener = live.Listener(hs.Listener)
	hs.Start()
	one := &site{t: t, people: cfg.People, operators: cfg.Operator, url: hs.URL, server: s, http: hs, tables: tables, talk: talk, players: players, mails: mails}
	t.Cleanup(func() {
		s.CloseStreams()
		hs.Close()
		tables.Close()
		players.Close()
		require.NoError(t, store.Close())
	})
	return one
}

// client is a program or a browser with cookies of its own.
type client struct {
	*site
	http   http.Client
	accept string
	token  string
	lang   string
}

// program asks for JSON, as curl does.
func (s *site) program() *client { return s.client("*/*") }

// browser asks for pages. It follows nothing by itself.
func (s *site) browser() *client {
	return s.client("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
}

func (s *site) client(accept string) *client {
	jar, err := cookiejar.New(nil)
	require.NoError(s.t, err)
	c := &client{site: s, accept: accept, lang: "en"}
	c.http = http.Client{Jar: jar, Timeout: 30 * time.Second}
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return c
}

// player is a program that has signed up.
func (s *site) player(name string) *client {
	s.t.Helper()
	c := s.program()
	a := c.post("/players", map[string]any{"name": name})
	require.Equal(s.t, http.StatusCreated, a.status, a.text())
	c.token = a.str("token")
	return c
}

// answer is a whole response.
type answer struct {
	t      testing.TB
	status int
	header http.Header
	body   []byte
}

func (a *answer) text() string { return string(a.body) }

// json is the body as an object.
func (a *answer) json() map[string]any {
	a.t.Helper()
	var m map[string]any
	require.NoError(a.t, json.Unmarshal(a.body, &m), a.text())
	return m
}

// at is a value inside the body: at("state", "seq").
func (a *answer) at(path ...string) any {
	a.t.Helper()
	var v any = a.json()
	for _, step := range path {
		m, ok := v.(map[string]any)
		require.True(a.t, ok, "%v in %s", path, a.text())
		v = m[step]
	}
	return v
}

func (a *answer) str(path ...string) string {
	a.t.Helper()
	s, _ := a.at(path...).(string)
	return s
}

func (a *answer) num(path ...string) int {
	a.t.Helper()
	n, ok := a.at(path...).(float64)
	require.True(a.t, ok, "%v in %s", path, a.text())
	return int(n)
}

// page is the body as a document.
func (a *answer) page() *goquery.Document {
	a.t.Helper()
	d, err := goquery.NewDocumentFromReader(bytes.NewReader(a.body))
	require.NoError(a.t, err)
	return d
}

// send sends one request. A body of url.Values goes as a form, a string as
// JSON as it is, raw as it is without a type, anything else as JSON. Headers
// are pairs; a pair with an empty value takes the header away.
func (c *client) send(method, path string, body any, headers ...string) *answer {
	c.t.Helper()
	req := c.request(c.t.Context(), method, path, body, headers...)
	res, err := c.http.Do(req)
	require.NoError(c.t, err)
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	require.NoError(c.t, err)
	a := &answer{c.t, res.StatusCode, res.Header, data}
	if method != http.MethodHead {
		conform(c.t, req, a)
	}
	return a
}

type raw string

func (c *client) request(ctx context.Context, method, path string, body any, headers ...string) *http.Request {
	c.t.Helper()
	var r io.Reader
	kind := "application/json"
	switch b := body.(type) {
	case nil:
		kind = ""
	case raw:
		r, kind = strings.NewReader(string(b)), ""
	case string:
		r = strings.NewReader(b)
	case url.Values:
		r, kind = strings.NewReader(b.Encode()), "application/x-www-form-urlencoded"
	default:
		data, err := json.Marshal(b)
		require.NoError(c.t, err)
		r = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.url+path, r)
	require.NoError(c.t, err)
	req.Header.Set("Accept", c.accept)
	req.Header.Set("Accept-Language", c.lang)
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Del(headers[i])
		if headers[i+1] != "" {
			req.Header.Set(headers[i], headers[i+1])
		}
	}
	return req
}

func (c *client) get(path string, headers ...string) *answer {
	c.t.Helper()
	return c.send(http.MethodGet, path, nil, headers...)
}

func (c *client) post(path string, body any, headers ...string) *answer {
	c.t.Helper()
	return c.send(http.MethodPost, path, body, headers...)
}

// create opens a table and returns its path.
func (c *client) create(game map[string]any) string {
	c.t.Helper()
	a := c.post("/games", game)
	require.Equal(c.t, http.StatusCreated, a.status, a.text())
	require.Equal(c.t, "/games/"+a.str("game"), a.header.Get("Location"))
	return a.header.Get("Location")
}

// running is a table of the given players, already started.
func running(first *client, others ...*client) string {
	first.t.Helper()
	return runningAt("", first, others...)
}

// runningAt is running at a pace; "" is the usual one.
func runningAt(pace string, first *client, others ...*client) string {
	t := first.t
	t.Helper()
	wish := map[string]any{"edition": "us-classic", "players": len(others) + 1}
	if pace != "" {
		wish["pace"] = pace
	}
	path := first.create(wish)
	for _, c := range others {
		require.Equal(t, http.StatusCreated, c.post(path+"/seats", map[string]any{}).status)
	}
	require.Equal(t, http.StatusOK, first.post(path+"/start", nil).status)
	return path
}

// toMove is the client whose turn it is.
func toMove(path string, clients ...*client) *client {
	first := clients[0]
	first.t.Helper()
	turn := first.get(path).num("turn", "player")
	for _, c := range clients {
		if c.get(path).num("seat") == turn {
			return c
		}
	}
	first.t.Fatalf("nobody sits on seat %d", turn)
	return nil
}

// wantProblem checks an answer of problem+json.
func wantProblem(t testing.TB, a *answer, status int, code string) {
	t.Helper()
	require.Equal(t, status, a.status, a.text())
	require.Equal(t, "application/problem+json", a.header.Get("Content-Type"))
	require.Equal(t, code, a.str("code"), a.text())
	require.Equal(t, status, a.num("status"))
	require.NotEmpty(t, a.str("title"))
	require.NotEmpty(t, a.str("detail"))
	require.Contains(t, a.str("type"), code)
}

func itoa(n int) string { return strconv.Itoa(n) }

func mustInt(s string) int { n, _ := strconv.Atoi(s); return n }

// How long tests wait for something that happens by itself.
const (
	waitLong  = 10 * time.Second
	waitShort = 5 * time.Millisecond
)
