package handlers_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/gallery"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// htmlTools is where the HTML validator is pinned, and installed by `make html-tools`.
const htmlTools = "../.tools/html"

// everyPage is for `make long`: pages that differ in words and numbers alone are
// validated too.
var everyPage = flag.Bool("every-page", false, "validate also pages that differ from another one in words and numbers alone")

// sheaf collects pages in a folder, each once, whatever words and numbers it shows.
type sheaf struct {
	t     *testing.T
	dir   string
	from  map[string]string // file name to where the page was seen first
	bare  map[string]string // form without a field to the same
	added int
}

func newSheaf(t *testing.T) *sheaf {
	t.Helper()
	return &sheaf{t: t, dir: t.TempDir(), from: map[string]string{}, bare: map[string]string{}}
}

var (
	wordsOfPage   = regexp.MustCompile(`>[^<>&]*[^<>&\s][^<>&]*<`)
	wordsOfTag    = regexp.MustCompile(` (alt|aria-label|content|title|value)="[^"]+"`)
	numbersOfTag  = regexp.MustCompile(` (href|action|src|datetime|d|x|y|cx|cy|points|transform|viewBox|data-[a-z-]+)="[^"]+"`)
	languageOfTag = regexp.MustCompile(` (lang|hreflang)="(de|en)"`)
)

// formOfPage is a page without the words and numbers in which languages, players and
// moments differ. What is written with & or > stays, as the validator has rules about that.
func formOfPage(html []byte) []byte {
	html = wordsOfPage.ReplaceAll(html, []byte(">x<"))
	html = wordsOfTag.ReplaceAll(html, []byte(` $1="x"`))
	html = numbersOfTag.ReplaceAll(html, []byte(` $1="x"`))
	return languageOfTag.ReplaceAll(html, []byte(` $1="x"`))
}

// add keeps a page; where says how one gets to it.
func (s *sheaf) add(where string, html []byte) {
	s.t.Helper()
	form := html
	if !*everyPage {
		form = formOfPage(html)
	}
	sum := sha256.Sum256(form)
	name := hex.EncodeToString(sum[:8]) + ".html"
	if s.added++; s.from[name] != "" {
		return
	}
	s.from[name] = where
	require.NoError(s.t, os.WriteFile(filepath.Join(s.dir, name), html, 0o600))
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(html))
	require.NoError(s.t, err)
	doc.Find("form[method=post]:not([data-passkey])").Each(func(_ int, form *goquery.Selection) {
		buttons := form.Find("button")
		if form.Find("input[name], select[name], textarea[name]").Length() > 0 || buttons.Length() > 0 && buttons.Length() == form.Find("button[name]").Length() {
			return
		}
		if id := form.AttrOr("id", form.AttrOr("action", "")); s.bare[id] == "" {
			s.bare[id] = where
		}
	})
}

// htmlValidator returns the command of the validator. Where it is not installed
// the test is left out, but not on a continuous integration machine.
func htmlValidator(t *testing.T) []string {
	t.Helper()
	if testing.Short() {
		t.Skip("takes too long for -short")
	}
	node := tool(t, "node")
	if _, err := os.Stat(filepath.Join(htmlTools, "node_modules", "html-validate")); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("html-validate is not installed: make html-tools")
		}
		t.Skip("NOT TESTED: html-validate is not installed (make html-tools)")
	}
	return []string{node, "--max-semi-space-size=64", filepath.Join(htmlTools, "validate.cjs")} // few collections of garbage
}

// finding is what the validator says of a file.
type finding struct {
	FilePath string
	Messages []struct {
		RuleID       string `json:"ruleId"`
		Message      string
		Line, Column int
		Selector     string
	}
}

// validate reports every fault of the pages, once for each rule and element.
func (s *sheaf) validate(command []string) {
	s.t.Helper()
	for _, fault := range s.faults(command) {
		s.t.Error(fault)
	}
	for _, id := range slices.Sorted(maps.Keys(s.bare)) {
		s.t.Errorf("the form %s has no field, and Lynx would send it by GET; first on %s", id, s.bare[id])
	}
}

// faults are the faults of the pages, each with the first page that has it.
func (s *sheaf) faults(command []string) (list []string) {
	s.t.Helper()
	require.NotEmpty(s.t, s.from)
	s.t.Logf("%d pages of %d", len(s.from), s.added)
	ctx, cancel := context.WithTimeout(s.t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], append(slices.Clone(command[1:]), s.dir)...)
	var said bytes.Buffer
	report, err := os.Create(filepath.Join(s.t.TempDir(), "report.json")) // node would cut a long one off in a pipe
	require.NoError(s.t, err)
	defer report.Close()
	cmd.Stdout, cmd.Stderr = report, &said
	require.NoError(s.t, cmd.Run(), "%s", &said)
	require.Empty(s.t, said.String())
	out, err := os.ReadFile(report.Name())
	require.NoError(s.t, err)
	var found []finding
	require.NoError(s.t, json.Unmarshal(out, &found), "%.2000s", out)
	times, first := map[string]int{}, map[string]string{}
	for _, f := range found {
		for _, m := range f.Messages {
			what := m.RuleID + ": " + m.Message
			if times[what]++; times[what] == 1 {
				first[what] = fmt.Sprintf("%s, line %d: %s", s.from[filepath.Base(f.FilePath)], m.Line, m.Selector)
			}
		}
	}
	for _, what := range slices.Sorted(maps.Keys(times)) {
		list = append(list, fmt.Sprintf("%s\n\t%d times, first on %s", what, times[what], first[what]))
	}
	return list
}

// What the standard does not have is found, page by page.
func TestFaultsOfHTMLAreFound(t *testing.T) {
	t.Parallel()
	command := htmlValidator(t)
	pages := newSheaf(t)
	page := `<!doctype html><html lang="en"><head><title>%s</title></head><body><h1>%[1]s</h1>%s</body></html>`
	pages.add("sound", fmt.Appendf(nil, page, "Sound", `<p id="a">a</p>`))
	pages.add("twice", fmt.Appendf(nil, page, "Twice", `<p id="a">a</p><p id="a">b</p>`))
	pages.add("nested", fmt.Appendf(nil, page, "Nested", `<table><tr><th><h3>a</h3></th></tr></table>`))
	faults := pages.faults(command)
	require.Len(t, faults, 2)
	assert.Contains(t, faults[0], "first on nested, line 1")
	assert.Contains(t, faults[1], "first on twice, line 1")
}

// The stories of the gallery, in German and English and for a player and a stranger in
// turn, are HTML as the standard has it.
func TestTheGalleryIsValidHTML(t *testing.T) {
	t.Parallel()
	command := htmlValidator(t)
	list, err := gallery.Stories()
	require.NoError(t, err)
	pages := newSheaf(t)
	for _, lang := range []string{"de", "en"} {
		var b bytes.Buffer
		require.NoError(t, page.Offline(text.For(lang)).Render(t.Context(), &b))
		pages.add("offline in "+lang, b.Bytes())
	}
	for i, story := range list {
		languages, viewers := []string{"de", "en"}, []page.Person{{}, {ID: "p1", Name: "Ada"}}
		if !*everyPage {
			languages, viewers = languages[i%2:][:1], viewers[i/2%2:][:1]
		}
		for _, lang := range languages {
			for _, viewer := range viewers {
				page, err := story.Page(page.Page{Lang: lang, Path: page.GalleryPath(story.Name), Viewer: viewer})
				require.NoError(t, err)
				var b bytes.Buffer
				require.NoError(t, page.Render(t.Context(), &b))
				pages.add(fmt.Sprintf("%s in %s for %q", story.Name, lang, viewer.Name), b.Bytes())
			}
		}
	}
	pages.validate(command)
}

// notPages are the addresses that answer everybody with something that is no page.
var notPages = []string{
	"/openapi.json", "/healthz", "/readyz", "/metrics", "/static/:file", "/editions/:id/look.css", "/worker.js",
	"/games/:id/export", "/games/:id/picture.png", "/games/:id/picture.svg", "/editions/:id/scene.svg", "/games/:id/books.csv", "/feeds/:secret/tables.atom", "/feeds/:secret/deadlines.ics", "/me/events", "/me/account/export",
}

// crawler opens the pages that one visitor finds.
type crawler struct {
	*client
	name  string
	pages *sheaf
	seen  map[string]bool // addresses
	kinds map[string]int  // routes with the names of what is asked
	done  map[string]bool // routes, of all visitors
	queue []string
}

// perKind is how many addresses of one kind a visitor opens.
func perKind() int {
	if *everyPage {
		return 2
	}
	return 1
}

// find lines an address up that is not like too many others.
func (c *crawler) find(path string, always bool) {
	u, err := url.Parse(path)
	if err != nil || u.Host != "" || u.Path == "" || !strings.HasPrefix(u.Path, "/") || c.seen[u.RequestURI()] || u.Query().Has("lang") {
		return
	}
	kind := c.route(u.Path) + "?"
	for _, key := range slices.Sorted(maps.Keys(u.Query())) {
		kind += key + "&"
	}
	if c.kinds[kind]++; c.kinds[kind] > perKind() && !always {
		return
	}
	c.seen[u.RequestURI()] = true
	c.queue = append(c.queue, u.RequestURI())
}

// route is the pattern of the routes that an address belongs to.
func (c *crawler) route(path string) string {
	best := ""
	for _, r := range c.server.Routes() {
		if r.Method == http.MethodGet && fits(r.Path, path) && (best == "" || strings.Count(r.Path, ":") < strings.Count(best, ":")) {
			best = r.Path
		}
	}
	return best
}

// fits reports whether an address belongs to a route.
func fits(route, path string) bool {
	a, b := strings.Split(route, "/"), strings.Split(path, "/")
	if len(a) != len(b) {
		return false
	}
	for i, part := range a {
		if part != b[i] && (!strings.HasPrefix(part, ":") || b[i] == "") {
			return false
		}
	}
	return true
}

// keep takes an answer that is a page, and the links on it.
func (c *crawler) keep(where string, a *answer) {
	if !strings.HasPrefix(a.header.Get("Content-Type"), "text/html") || len(a.body) == 0 {
		return
	}
	require.Less(c.t, a.status, http.StatusInternalServerError, where)
	c.pages.add(where+" for "+c.name+" in "+c.lang, a.body)
	doc := a.page()
	assert.Zero(c.t, doc.Find("svg[hidden], svg [hidden]").Length(), "%s for %s: hidden is not an attribute of SVG", where, c.name)
	doc.Find("a[href]").Each(func(_ int, link *goquery.Selection) { c.find(link.AttrOr("href", ""), false) })
}

// crawl opens what was found in both languages until nothing is left.
func (c *crawler) crawl() {
	for ; len(c.queue) > 0; c.queue = c.queue[1:] {
		path := c.queue[0]
		u, err := url.Parse(path)
		require.NoError(c.t, err)
		route := c.route(u.Path)
		if slices.Contains(notPages, route) {
			continue
		}
		for _, c.lang = range []string{"de", "en"} {
			a := c.get(path)
			c.keep(path, a)
			if to := a.header.Get("Location"); to != "" {
				c.find(to, false)
			}
			c.done[route] = c.done[route] || a.status == http.StatusOK && a.header.Get("Content-Type") == "text/html; charset=utf-8"
		}
	}
}

// Every page of a visitor is valid HTML, for every kind of visitor
// and in both languages, and no route is left out.
func TestEveryPageIsValidHTML(t *testing.T) {
	t.Parallel()
	command := htmlValidator(t)
	q := openEquipped(t, "https://play.example.org", func(c *handlers.Config) { c.Limits, c.Proxies = web.Limits{}, loopback(t) })
	pages, done := newSheaf(t), map[string]bool{}
	ada, ben, eve := q.player("Ada"), q.player("Ben <b>"), q.player("Eve")
	visitor := func(name string, c *client) *crawler {
		return &crawler{client: c, name: name, pages: pages, seen: map[string]bool{}, kinds: map[string]int{}, done: done}
	}
	visitors := []*crawler{
		visitor("a stranger", q.browser()), visitor("a player elsewhere", signedIn(q.site, eve)), visitor("a player", signedIn(q.site, ben)),
		visitor("the owner", signedIn(q.site, ada)), visitor("the operator", operatorIn(q.site)),
	}
	phases, tables := phasesToShow(t, ada), tablesToShow(t, ada, ben)
	paths := slices.Concat(personToShow(q, ada, ben), tables)
	browser, links := member(q, ada)
	visitors = append(visitors, visitor("a player with an account", browser))
	for i, v := range visitors {
		if i == 0 || v.name == "the owner" { // the gallery shows what a player sees
			for n, path := range phases {
				if *everyPage || n%2 == min(i, 1) { // each sees half of them
					v.find(path, true)
				}
			}
		}
		for _, path := range slices.Concat([]string{"/", "/nothing", "/players", "/problems", "/me", "/games", "/games/new", "/games/aaaaaaaaaa", "/login", "/admin", "/me/account/confirm", "/me/account/merge", "/me/page", "/people/nobody", "/?refresh=30"}, paths, links) {
			v.find(path, true)
		}
		v.crawl()
		for _, v.lang = range []string{"de", "en"} {
			v.refusals(tables[0], tables[len(tables)-1])
		}
	}
	for _, r := range q.server.Routes() {
		if r.Method == http.MethodGet && !slices.Contains(notPages, r.Path) {
			assert.True(t, done[r.Path], "%s was not looked at", r.Path)
		}
	}
	pages.validate(command)
}

// refusals keeps the pages that come back with a form that cannot be taken.
func (c *crawler) refusals(room, table string) {
	table = strings.TrimSuffix(table, "/confirm?move=resign")
	for path, form := range map[string]url.Values{
		"/games":                {"edition": {"us-classic"}, "name": {"Zoe"}, "option.short": {"true"}, "option.deal2": {"false"}},
		"/players":              {"name": {""}},
		"/editions":             {"edition": {"{}"}},
		"/login":                {"login": {"nobody"}, "password": {"wrong"}},
		"/me/notices/channels":  {"kind": {"hook"}, "address": {"nowhere"}},
		"/me/tokens":            {"name": {""}, "days": {"x"}},
		table + "/moves":        {"move": {"roll"}},
		table + "/orders":       {"kind": {"nothing"}},
		table + "/seats":        {"name": {"Zoe"}},
		room + "/seats/0/token": {"token": {"moon"}, "colour": {"blue"}},
		table + "/pace":         {"pace": {"nothing"}},
	} {
		a := c.post(path, form)
		assert.GreaterOrEqual(c.t, a.status, http.StatusMultipleChoices, "%s for %s: %s", path, c.name, form)
		c.keep("POST "+path, a)
	}
}

// member is a browser that was a guest with a table of their own and has signed
// in to an account, and the links that came by mail meanwhile.
func member(q *equipped, program *client) (browser *client, links []string) {
	q.t.Helper()
	ok := func(a *answer) *answer {
		q.t.Helper()
		require.Less(q.t, a.status, http.StatusBadRequest, a.text())
		return a
	}
	mailed := func() {
		q.t.Helper()
		w := httptest.NewRecorder()
		q.given.ServeHTTP(w, httptest.NewRequestWithContext(q.t.Context(), http.MethodGet, "/-mail", nil))
		link := regexp.MustCompile(`https?://[^/\s]+(/\S+/(?:mail|recover|confirm|off)/\S+)`).FindStringSubmatch(w.Body.String())
		require.NotNil(q.t, link, w.Body.String())
		links = append(links, link[1])
	}
	sign := func(login string) (*client, url.Values) {
		q.t.Helper()
		b, fields := q.browser(), url.Values{"login": {login}, "mail": {login + "@example.org"}, "password": {secret}}
		ok(b.post("/players", url.Values{"name": {login}}))
		ok(b.post("/me/account/password", fields))
		mailed()
		return b, fields
	}
	dan, _ := sign("dan")
	ok(dan.post(links[0], url.Values{}))
	ok(dan.post("/login/recover", url.Values{"login": {"dan"}}))
	mailed()
	channel := ok(program.post("/me/notices/channels", map[string]any{"kind": "mail", "address": "ada@example.org"})).str("id")
	mailed()
	ok(q.program().post(links[len(links)-1], nil))
	ok(program.post("/me/notices/channels/"+channel+"/test", nil))
	mailed()
	_, fields := sign("cem")
	browser = q.browser()
	ok(browser.post("/games", url.Values{"edition": {"us-classic"}, "name": {"Gast"}}))
	ok(browser.post("/login", fields))
	return browser, append(links, ok(program.post("/me/link", nil)).str("path"))
}

// personToShow gives two players pages with results, one of them open to everyone.
func personToShow(q *equipped, ada, ben *client) (paths []string) {
	q.t.Helper()
	for _, c := range []*client{ada, ben} {
		c.pageOf(map[string]any{"open": "opponents", "rated": true})
	}
	for _, title := range []string{"Freitag <&\">", ""} {
		duel(q.t, q.site, ada, ben, apart, map[string]any{"title": title})
	}
	ben.pageOf(map[string]any{"open": "everyone"})
	return []string{"/people/" + ada.id(), "/people/" + ben.id(), "/people/" + url.PathEscape("Ben <b>")}
}

// phasesToShow puts tables into all phases, each with what is asked of its page.
func phasesToShow(t *testing.T, ada *client) (paths []string) {
	t.Helper()
	data, err := os.ReadFile("../views/gallery/positions/phases.json")
	require.NoError(t, err)
	var positions []struct {
		Name, Query string
		Scenario    json.RawMessage
		Moves       []json.RawMessage
	}
	require.NoError(t, json.Unmarshal(data, &positions))
	for _, p := range positions {
		path := ada.create(map[string]any{"scenario": p.Scenario})
		for _, move := range p.Moves {
			a := ada.post(path+"/moves", string(move))
			require.Equal(t, http.StatusOK, a.status, "%s: %s", p.Name, a.text())
		}
		if p.Query != "" {
			path += "?" + p.Query
		}
		paths = append(paths, path)
	}
	return paths
}

// tablesToShow puts tables into all states of a table.
func tablesToShow(t *testing.T, ada, ben *client) (paths []string) {
	t.Helper()
	lobby := ada.create(map[string]any{"edition": "german-classic", "players": 4, "title": "Freitagsrunde <1>", "bots": []string{"trader"}})
	require.Equal(t, http.StatusCreated, ben.post(lobby+"/seats", map[string]any{}).status)
	require.Equal(t, http.StatusOK, ben.put(lobby+"/seats/2/token", map[string]any{"token": "moon", "colour": "rust"}).status)
	slow := ada.create(map[string]any{"edition": "us-classic", "players": 2, "pace": "correspondence"})
	require.Equal(t, http.StatusCreated, ben.post(slow+"/seats", map[string]any{}).status)
	require.Equal(t, http.StatusOK, ada.post(slow+"/start", nil).status)
	said := ada.post(slow+"/chat", map[string]any{"text": "Guten Morgen & <b>"})
	require.Equal(t, http.StatusCreated, said.status, said.text())
	require.Equal(t, http.StatusCreated, ben.post(slow+"/chat", map[string]any{"text": "Hello"}).status)
	require.Less(t, ben.post(slow+"/chat/"+itoa(said.num("message"))+"/report", map[string]any{"why": "rude"}).status, 300)
	require.Less(t, ada.post(slow+"/notes", map[string]any{"text": "watch & wait"}).status, 300)
	order := ada.post(slow+"/orders", map[string]any{"kind": "claim_rents", "round": 3})
	require.Equal(t, http.StatusCreated, order.status, order.text())
	over := ada.create(map[string]any{"edition": "us-classic", "players": 3, "bots": []string{"default", "trader", "builder"}, "bot_pause": 0})
	require.Equal(t, http.StatusOK, ada.post(over+"/start", nil).status)
	require.Eventually(t, func() bool { return ada.get(over).str("status") == "finished" }, 6*waitLong, waitShort)
	for _, path := range []string{lobby, slow, over} {
		for _, deeper := range []string{"", "/events", "/stats", "/proof", "/orders", "/chat", "/notes", "/pace", "/books", "/mistakes", "/reasons", "/embed", "/hook", "/confirm?move=resign"} {
			paths = append(paths, path+deeper)
		}
	}
	return paths
}
