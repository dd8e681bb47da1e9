package handlers_test

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// countdown is the time that is left or has passed, on a page.
var countdown = parts{
	regexp.MustCompile(`data-now="\d+">[^<]*<`), regexp.MustCompile(`\([^()<>]* left\)`),
	regexp.MustCompile(`for (a few seconds|(an?|\d+) (minute|hour)s?)`), regexp.MustCompile(`data-have="[^"]*"`),
}

// shown is every answer that people other than Ada get, on every address and in
// every form, with the headers that a program would compare.
func (w *world) shown(who map[string]*client, clocks bool) map[string]string {
	all := map[string]string{}
	for name, c := range who {
		for _, x := range w.targets(false) {
			if strings.HasPrefix(x.route, "/in/") || strings.HasPrefix(x.route, "/static/") || strings.HasPrefix(x.route, "/metrics") {
				continue
			}
			for _, accept := range []string{"*/*", "text/html"} {
				a := c.try(http.MethodGet, x.path, nil, "Accept", accept)
				all[name+" "+accept+" "+x.route] = fmt.Sprint(a.status, a.header.Get("Link"), countdown.leaveOut(passing.leaveOut(a.text())))
				if !clocks && !strings.Contains(a.text(), `"now":`) && !strings.Contains(a.text(), `cursor`) { // where a clock is shown, the answer changes all the time
					all[name+" "+accept+" "+x.route] += a.header.Get("ETag")
				}
			}
		}
	}
	return all
}

// spelt is the marked limit as a person or a program reads it, and not in the
// middle of a hash.
var spelt = regexp.MustCompile(`(^|[^0-9a-f])1[,.]?373([^0-9a-f]|$)`)

// TestASecretBidChangesNothingForAnybodyElse: while an auction runs, Ada leaves
// a bid, thinks again, and takes it back. Nobody else gets another answer than
// before on any address, and nobody's page is woken.
func TestASecretBidChangesNothingForAnybodyElse(t *testing.T) {
	t.Parallel()
	for name, pace := range map[string]any{"without clocks": "slow", "by correspondence": map[string]any{"kind": "correspondence"}} {
		t.Run(name, func(t *testing.T) { bidsInSecret(t, pace, name == "by correspondence") })
	}
}

func bidsInSecret(t *testing.T, pace any, clocks bool) {
	t.Helper()
	w := newWorldAt(t, pace)
	require.Equal(t, http.StatusOK, w.ada.send(http.MethodDelete, w.game+"/orders/1", nil).status)
	for _, move := range []string{"roll", "decline"} {
		a := w.ada.post(w.game+"/moves", map[string]any{"player": 0, "move": move})
		require.Less(t, a.status, 300, a.text())
	}
	require.Equal(t, "auction", w.ben.get(w.game).str("phase"))
	others := map[string]*client{"ben": w.ben, "guest": w.guest}
	w.shown(others, clocks) // what is made when it is first asked for
	w.ada.get(w.game)       // who has not asked for long is away
	before := w.shown(others, clocks)
	woken, leave := w.tables.Subscribe(strings.TrimPrefix(w.game, "/games/"))
	defer leave()

	same := func(what string) {
		t.Helper()
		now := w.shown(others, clocks)
		for _, key := range slices.Sorted(maps.Keys(before)) {
			if before[key] != now[key] {
				t.Errorf("%s shows in %s: %s", what, key, differs(before[key], now[key]))
			}
		}
		select {
		case <-woken:
			t.Errorf("%s woke those who watch", what)
		default:
		}
	}
	a := w.ada.post(w.game+"/orders", map[string]any{"kind": "bid", "limit": marked, "this_auction": true})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	same("a bid")
	a = w.ada.post(w.game+"/orders", map[string]any{"kind": "bid", "limit": 2, "this_auction": true})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	same("a second thought")
	id := regexp.MustCompile(`"id":(\d+)`).FindStringSubmatch(a.text())
	require.Len(t, id, 2)
	require.Equal(t, http.StatusOK, w.ada.send(http.MethodDelete, w.game+"/orders/"+id[1], nil).status)
	same("taking it back")

	a = w.ada.post(w.game+"/orders", map[string]any{"kind": "bid", "limit": marked, "this_auction": true})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	a = w.ben.post(w.game+"/orders", map[string]any{"kind": "bid", "limit": 700, "this_auction": true})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	select {
	case <-woken:
	default:
		t.Error("settling the auction wakes those who watch")
	}
	assert.EqualValues(t, 2000-701, w.ben.get(w.game).at("players").([]any)[0].(map[string]any)["cash"])
	for key, text := range w.shown(others, clocks) {
		assert.NotRegexp(t, spelt, text, key)
	}
}

// differs is where two texts begin to differ.
func differs(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	from := max(0, i-80)
	return fmt.Sprintf("%q and then %q", a[from:min(len(a), i+80)], b[from:min(len(b), i+80)])
}
