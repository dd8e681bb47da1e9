package handlers_test

import (
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lead sends the filled button of the decision, as a browser without script does.
func (c *client) lead(doc *goquery.Document) bool {
	c.t.Helper()
	button := doc.Find("#act button.go").First()
	if button.Length() == 0 {
		return false
	}
	form := button.Closest("form")
	fields := url.Values{}
	form.Find("input[name], select[name]").Each(func(_ int, in *goquery.Selection) {
		value := in.AttrOr("value", "")
		if goquery.NodeName(in) == "select" {
			value = in.Find("option").First().AttrOr("value", "")
		}
		fields.Add(in.AttrOr("name", ""), value)
	})
	if name := button.AttrOr("name", ""); name != "" {
		fields.Set(name, button.AttrOr("value", ""))
	}
	a := c.post(form.AttrOr("action", ""), fields)
	return assert.Equal(c.t, http.StatusSeeOther, a.status, "%v: %s", fields, a.text())
}

// lesson is what a page explains.
func lesson(doc *goquery.Document) string { return doc.Find("#lesson p").Text() }

// guest is a browser of a player who has never played, and a table with a computer.
func (s *site) guest(board, book string) (c *client, path string) {
	s.t.Helper()
	c = s.browser()
	require.Equal(s.t, http.StatusSeeOther, c.post("/players", url.Values{"name": {"Ada"}}).status)
	a := c.post("/games", map[string]any{"edition": board, "rulebook": book, "players": 3, "bots": 2, "bot_pause": 0, "options": map[string]any{}}, "Accept", "*/*")
	require.Equal(s.t, http.StatusCreated, a.status, a.text())
	path = a.header.Get("Location")
	require.Equal(s.t, http.StatusOK, c.post(path+"/start", nil, "Accept", "*/*").status)
	return c, path
}

// beside are moves that decide nothing: what is explained stays after them.
var beside = []string{"claim_rent", "accept_trade", "reject_trade"}

// TestAFirstGameExplainsEachDecisionOnce plays the first turns of all rulebooks as a
// guest does without script.
func TestAFirstGameExplainsEachDecisionOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	for board, book := range map[string]string{"german-classic": "standard", "us-classic": "us", "mega": "mega", "sonic": "sonic", "duel-masters": "duel", "mark-classic": "mark"} {
		t.Run(book, func(t *testing.T) {
			s := *s
			s.t = t
			c, path := s.guest(board, book)
			var told []string
			led := ""                                            // the move that was made last
			for n := 0; n < 12 || len(told) < 3 && n < 60; n++ { // what there is to tell is up to the dice
				var doc *goquery.Document
				require.Eventually(t, func() bool {
					doc = c.shown(path)
					return doc.Find("#table").Is("[data-asked]") && doc.Find("#act button.go").Length() > 0
				}, waitLong, waitShort, "%s", path)
				if text := lesson(doc); text != "" {
					if last := len(told) - 1; last < 0 || text != told[last] || !slices.Contains(beside, led) {
						assert.NotContains(t, told, text, "a second time, after %s", led)
					}
					assert.Equal(t, text, lesson(c.shown(path)), "it stays while nothing is decided")
					told = append(told, text)
				}
				button := doc.Find("#act button.go").First()
				led = button.Closest("form").Find("input[name=move]").AttrOr("value", button.AttrOr("value", ""))
				c.lead(doc)
			}
			require.GreaterOrEqual(t, len(told), 3, "%v", told)
			doc := c.shown("/me")
			assert.Equal(t, "false", doc.Find("#m-tips").AttrOr("value", ""))
			assert.NotEmpty(t, c.get("/me/account/export", "Accept", "*/*").at("tips", "seen"))
		})
	}
}

// TestTipsAreSwitchedOff presses what stands beside a tip, and the switch among one's own things.
func TestTipsAreSwitchedOff(t *testing.T) {
	t.Parallel()
	s := open(t)
	c, path := s.guest("us-classic", "us")
	var doc *goquery.Document
	tip := func() string {
		require.Eventually(t, func() bool {
			doc = c.shown(path)
			return doc.Find("#act button.go").Length() > 0
		}, waitLong, waitShort)
		return lesson(doc)
	}
	require.NotEmpty(t, tip())
	form := doc.Find("form:has(#m-no-tips)")
	require.Equal(t, "/me/tips", form.AttrOr("action", ""))
	fields := url.Values{"back": {form.Find("[name=back]").AttrOr("value", "")}, "tips": {form.Find("[name=tips]").AttrOr("value", "")}}
	a := c.post("/me/tips", fields)
	assert.Equal(t, path, a.header.Get("Location"), "back to the table")
	assert.Empty(t, tip())
	assert.Equal(t, "true", c.shown("/me").Find("#m-tips").AttrOr("value", ""))
	a = c.post("/me/tips", url.Values{"tips": {"true"}})
	assert.Equal(t, "/me#tips", a.header.Get("Location"))
	assert.NotEmpty(t, tip(), "they begin anew")
	a = c.post("/me/tips", fields, "HX-Request", "true")
	assert.Equal(t, http.StatusOK, a.status)
	assert.Zero(t, a.page().Find("#lesson").Length(), "the table without it")

	for name, x := range map[string]struct {
		who    *client
		body   any
		status int
		code   string
	}{
		"nobody":  {s.program(), map[string]any{"tips": true}, http.StatusUnauthorized, "unauthorized"},
		"nothing": {c, map[string]any{}, http.StatusBadRequest, "mistyped"},
		"a word":  {c, map[string]any{"tips": "many"}, http.StatusBadRequest, "mistyped"},
	} {
		t.Run(name, func(t *testing.T) {
			wantProblem(t, x.who.post("/me/tips", x.body, "Accept", "*/*"), x.status, x.code)
			assert.Equal(t, false, c.get("/me/account/export", "Accept", "*/*").at("tips", "tips"), "nothing has changed")
		})
	}
	on := c.post("/me/tips", map[string]any{"tips": true}, "Accept", "*/*")
	require.Equal(t, http.StatusOK, on.status, on.text())
	assert.Equal(t, true, on.at("tips"))
	assert.Empty(t, on.at("seen"))
}

// TestOnlyBeginnersAreToldThings looks at those to whom nothing is explained.
func TestOnlyBeginnersAreToldThings(t *testing.T) {
	t.Parallel()
	s := open(t)
	c, path := s.guest("us-classic", "us")
	assert.Empty(t, lesson(s.browser().shown(path)), "a watcher")
	position := c.post("/games", map[string]any{"scenario": map[string]any{"edition": "us-classic", "rulebook": "us", "players": []any{map[string]any{"name": "P"}, map[string]any{"name": "Q"}}}}, "Accept", "*/*")
	require.Equal(t, http.StatusCreated, position.status, position.text())
	require.Less(t, c.post(position.header.Get("Location")+"/seats", nil, "Accept", "*/*").status, 300)
	assert.Empty(t, lesson(c.shown(position.header.Get("Location"))), "a position that is tried out")
	require.Equal(t, http.StatusOK, c.post(path+"/moves", map[string]any{"move": "resign"}, "Accept", "*/*").status)
	require.Eventually(t, func() bool { return c.get(path, "Accept", "*/*").str("status") == "finished" }, 6*waitLong, waitShort)
	a := c.post("/games", map[string]any{"edition": "us-classic", "players": 2, "bots": 1, "bot_pause": 0}, "Accept", "*/*")
	second := a.header.Get("Location")
	require.Eventually(t, func() bool {
		doc := c.shown(second)
		return doc.Find("#act button.go").Length() > 0 && lesson(doc) == ""
	}, waitLong, waitShort, "they have finished a game")
}
