package handlers_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// world is two people at a private table and everything they own: what the
// attacks are after.
type world struct {
	*site
	ada, ben *client           // who sit there
	guest    *client           // nobody
	eve      *client           // somebody else, who knows all addresses
	game     string            // the path of the table
	secrets  map[string]string // what only its owner may read, by what it is
	ids      map[string]string // of things of Ada's, by their place in a route
}

// marked is a limit that stands in no other answer.
const marked = 1373

func newWorld(t *testing.T) *world {
	t.Helper()
	return newWorldAt(t, nil)
}

// newWorldAt is one at a pace.
func newWorldAt(t *testing.T, pace any) *world {
	t.Helper()
	s := open(t)
	w := &world{site: s, ada: s.player("Ada"), ben: s.player("Ben"), guest: s.program(), eve: s.player("Eve"), secrets: map[string]string{}}
	w.game = w.ada.create(map[string]any{"scenario": json.RawMessage(hill), "private": true, "pace": pace})
	require.Equal(t, http.StatusCreated, w.ben.post(w.game+"/seats", nil).status)
	a := w.ada.post(w.game+"/orders", map[string]any{"kind": "bid", "limit": marked, "groups": []string{"dark_blue"}, "days": 7})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	w.secrets["note"], w.secrets["word at the table"] = "MYNOTE", "AMONGUS"
	require.Equal(t, http.StatusOK, w.ada.send(http.MethodPut, w.game+"/notes", map[string]any{"text": w.secrets["note"]}).status)
	a = w.ada.post(w.game+"/chat", map[string]any{"text": w.secrets["word at the table"]})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	w.secrets["token"] = w.ada.token
	w.secrets["link"] = strings.TrimPrefix(w.ada.post("/me/link", nil).str("path"), "/in/")
	w.secrets["login"] = "adas-own-login"
	a = w.ada.post("/me/account/password", map[string]any{"login": w.secrets["login"], "password": secret})
	require.Equal(t, http.StatusOK, a.status, a.text())
	w.secrets["standing bid"] = "1,373"
	w.secrets["standing bid as JSON"] = fmt.Sprint(marked)
	for what, one := range w.secrets {
		require.Greater(t, len(one), 3, what)
	}
	w.ids = map[string]string{":order": "1", ":seat": itoa(w.ada.get(w.game).num("seat"))}
	return w
}

// fill is the path of a route with Ada's things in it.
func (w *world) fill(route string) string {
	path := strings.Replace(route, "/games/:id", w.game, 1)
	for name, id := range w.ids {
		path = strings.ReplaceAll(path, name, id)
	}
	path = strings.ReplaceAll(path, ":token", "bh_none")
	return regexp.MustCompile(`:\w+`).ReplaceAllString(path, "1")
}

// target is one route.
type target struct{ method, route, path string }

func (x target) String() string { return x.method + " " + x.route }

// targets lists all routes, or those that change something.
func (w *world) targets(changes bool) []target {
	var all []target
	for _, r := range w.server.Routes() {
		if !strings.HasPrefix(r.Path, "/") || changes == (r.Method == http.MethodGet) {
			continue
		}
		all = append(all, target{r.Method, r.Path, w.fill(r.Path)})
	}
	slices.SortFunc(all, func(a, b target) int { return strings.Compare(a.String(), b.String()) })
	return all
}

// parts are what is left out of a text. Each begins with letters of its own, by
// which the text is searched much faster than by all of them in one expression.
type parts []*regexp.Regexp

func (p parts) leaveOut(text string) string {
	for _, one := range p {
		text = one.ReplaceAllString(text, "")
	}
	return text
}

// passing are members that change by themselves.
var passing = parts{
	regexp.MustCompile(`"(now|looked_at|made_at|seen_at|last_used|used_at|used|at|updated_at|last_seen|visited|since|rev|present|cursor|age|seconds|remaining|left|server_time)": ?("[^"]*"|[-\d.]+|true|false|null),?`),
	regexp.MustCompile(`data-cursor="\d+"`),
}

// belongings is everything that Ada and Ben can see, as text: a change to
// something of theirs changes the text.
func (w *world) belongings() map[string]string {
	all := map[string]string{}
	for name, who := range map[string]*client{"ada": w.ada, "ben": w.ben} {
		for _, x := range w.targets(false) {
			if x.route != "/me" && !strings.HasPrefix(x.route, "/me/") && !strings.HasPrefix(x.route, "/games/:id") {
				continue
			}
			a := who.try(http.MethodGet, x.path, nil)
			all[name+" "+x.route] = fmt.Sprint(a.status) + " " + passing.leaveOut(a.text())
		}
	}
	return all
}

// unharmed checks that nothing of Ada's or Ben's has changed.
func (w *world) unharmed(t *testing.T, before map[string]string, after string) {
	t.Helper()
	now := w.belongings()
	for _, key := range slices.Sorted(maps.Keys(now)) {
		if now[key] != before[key] {
			t.Errorf("%s: %s was\n%s\nand is\n%s", after, key, clip(before[key]), clip(now[key]))
		}
	}
}
