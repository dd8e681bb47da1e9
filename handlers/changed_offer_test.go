package handlers_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// forSale is a position in which a throw leads to a lot that is for sale.
const forSale = `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "P", "space": 3}, {"name": "Q"}], "dice": [[1, 2], [1, 2]]}`

// A move meant for the page before the last one is refused, in the words of the
// reader, and nothing happens; the same one sent twice is already played.
func TestASecondPressOnTheOldPage(t *testing.T) {
	t.Parallel()
	s := open(t)
	for name, tc := range map[string]struct {
		second url.Values
		offer  bool
		code   string
	}{
		"another button": {second: url.Values{"move": {"buy"}}, offer: true, code: "changed"},
		"the same one":   {second: url.Values{"move": {"roll"}}, offer: true, code: "stale"},
		"without it":     {second: url.Values{"move": {"buy"}}, code: "stale"},
	} {
		t.Run(name, func(t *testing.T) {
			r := s.reader()
			r.lang = "de"
			r.show("/games", r.post("/games", url.Values{"scenario": {forSale}, "name": {"Ada"}}))
			form := r.doc.Find("#m-roll").Closest("form")
			old := formValues(form)
			require.NotEmpty(t, old.Get("offer"))
			assert.Equal(t, old.Get("offer"), r.get(r.path, "Accept", "*/*").str("offer"), "the state names what the form holds")
			moves := form.AttrOr("action", "")
			r.press("#m-roll")
			before := r.get(r.path, "Accept", "*/*").num("seq")
			tc.second.Set("seq", old.Get("seq"))
			if tc.offer {
				tc.second.Set("offer", old.Get("offer"))
			}
			wantProblem(t, r.post(moves, tc.second, "Accept", "*/*"), http.StatusConflict, tc.code)
			page := r.post(moves, tc.second)
			assert.Equal(t, http.StatusConflict, page.status)
			if tc.code == "changed" {
				assert.Contains(t, page.page().Find("#act .problem").Text(), "deshalb ist nichts passiert")
			}
			assert.Equal(t, before, r.get(r.path, "Accept", "*/*").num("seq"), "nothing happened")
			r.open(r.path).press("#m-buy")
			assert.Equal(t, "hub", r.get(r.path, "Accept", "*/*").str("phase"), "the new page is taken at once")
		})
	}
	wantProblem(t, s.player("Ben").post(s.player("Cleo").create(map[string]any{"edition": "us-classic"})+"/moves", map[string]any{"move": "roll", "offer": 7}), http.StatusForbidden, "no_seat")
}
