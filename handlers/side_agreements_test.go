package handlers_test

import (
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/wire"
)

const agreed = `zurück in 3 Runden, <script>alert("x")</script> & mehr`

// lending is a started table of two whose rules allow loans or not.
func lending(s *site, loans bool, others ...*client) string {
	options := map[string]any{}
	if loans {
		options["house.loans"] = true
	}
	first := others[0]
	game := first.create(map[string]any{"edition": "us-classic", "players": len(others), "options": options})
	for _, c := range others[1:] {
		require.Equal(s.t, http.StatusCreated, c.post(game+"/seats", map[string]any{}).status)
	}
	require.Equal(s.t, http.StatusOK, first.post(game+"/start", nil).status)
	return game
}

// proposal is a swap of cash that carries the words.
func proposal(to int, terms string) map[string]any {
	return map[string]any{
		"move": "propose_trade", "to": to, "give": map[string]any{"cash": 100}, "want": map[string]any{"cash": 1}, "terms": terms,
	}
}

func trades(t *testing.T, a *answer) []any {
	t.Helper()
	list, ok := a.at("trades").([]any)
	require.True(t, ok, a.text())
	return list
}

func TestASideAgreementReachesThePartner(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	var game, mine, theirs string
	t.Run("at once", func(t *testing.T) {
		s := openOn(t, path)
		ada, ben := s.player("Ada"), s.player("Ben")
		game = lending(s, true, ada, ben)
		mover, partner := toMove(game, ada, ben), ada
		if mover == ada {
			partner = ben
		}
		mine, theirs = mover.token, partner.token
		a := mover.post(game+"/moves", proposal(partner.get(game).num("seat"), "  "+agreed+"  "))
		require.Equal(t, http.StatusOK, a.status, a.text())
		events, _ := a.at("events").([]any)
		require.Len(t, events, 1)
		line, _ := events[0].(map[string]any)
		assert.Equal(t, "trade_proposed", line["type"])
		assert.Equal(t, agreed, line["terms"], "trimmed")
		wantAgreement(t, partner, game)
	})
	require.NotEmpty(t, theirs)
	t.Run("after a restart", func(t *testing.T) {
		s := openOn(t, path)
		mover, partner := s.program(), s.program()
		mover.token, partner.token = mine, theirs
		wantAgreement(t, partner, game)
		a := partner.post(game+"/moves", map[string]any{"move": "accept_trade"})
		require.Equal(t, http.StatusOK, a.status, a.text())
		assert.Empty(t, trades(t, mover.get(game)))
		assert.Contains(t, mover.get(game, "Accept", "text/html").page().Find("#log").Text(), agreed, "the log keeps the words")
	})
}

// wantAgreement looks for the words wherever a partner may look.
func wantAgreement(t *testing.T, partner *client, game string) {
	t.Helper()
	list := trades(t, partner.get(game))
	require.Len(t, list, 1)
	trade, _ := list[0].(map[string]any)
	assert.Equal(t, agreed, trade["terms"])
	assert.Contains(t, partner.program().get(game+"/export").text(), `"terms":"zur`)

	page := partner.get(game, "Accept", "text/html")
	require.Equal(t, http.StatusOK, page.status)
	assert.NotContains(t, page.text(), "<script>alert", "escaped")
	offer := page.page().Find("#act .arrival .terms")
	require.Equal(t, 1, offer.Length(), page.text())
	assert.Equal(t, agreed, offer.Find("q").Text())
	assert.Contains(t, page.page().Find("#act .arrival").Text(), "does not enforce them")
	assert.Contains(t, page.page().Find("#log").Text(), agreed)
	german := partner.program().get(game, "Accept", "text/html", "Accept-Language", "de").page()
	assert.Contains(t, german.Find("#their-trades").Text(), "setzt sie aber nicht durch", "a watcher reads it too")
}

func TestSideAgreementsThatAreTurnedAway(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game, plain := lending(s, true, ada, ben), lending(s, false, ada, ben)
	mover := toMove(game, ada, ben)
	me := mover.get(game).num("seat")
	long := strings.Repeat("ä", wire.MaxAgreement+1)
	for _, bad := range []string{long, "two\nlines", "a\u202eb"} {
		a := mover.post(game+"/moves", proposal(1-me, bad))
		wantProblem(t, a, http.StatusUnprocessableEntity, "terms")
		assert.Contains(t, a.str("detail"), "200 characters")
		assert.Empty(t, trades(t, mover.get(game)))
	}
	mover.lang = "de"
	a := mover.post(game+"/moves", proposal(1-me, long))
	assert.Equal(t, "Bitte fasse die Absprache in höchstens 200 Zeichen, ohne Steuerzeichen.", a.str("detail"))
	mover.lang = "en"

	form := url.Values{"move": {"propose_trade"}, "to": {itoa(1 - me)}, "give_cash": {"5"}, "want_cash": {"1"}, "terms": {long}}
	page := mover.post(game+"/moves", form, "Accept", "text/html")
	require.Equal(t, http.StatusUnprocessableEntity, page.status)
	field := page.page().Find(`#trade input[name="terms"]`)
	require.Equal(t, 1, field.Length())
	assert.Equal(t, long, field.AttrOr("value", ""), "what was typed is not lost")

	exact := mover.post(game+"/moves", proposal(1-me, strings.Repeat("ä", wire.MaxAgreement)))
	require.Equal(t, http.StatusOK, exact.status, exact.text())

	mover = toMove(plain, ada, ben)
	me = mover.get(plain).num("seat")
	a = mover.post(plain+"/moves", proposal(1-me, "later"))
	wantProblem(t, a, http.StatusUnprocessableEntity, "forbidden")
	assert.Equal(t, "R-TRADE-4", a.str("rule"))
	a = mover.post(plain+"/moves", proposal(1-me, " "))
	wantProblem(t, a, http.StatusUnprocessableEntity, "limit") // without the agreement it is money for money
	assert.Empty(t, trades(t, mover.get(plain)))
	shown := mover.get(plain, "Accept", "text/html").page()
	assert.Zero(t, shown.Find(`#trade input[name="terms"]`).Length(), "no field where the rules know no agreements")
}
