package handlers_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hill is a position in which P comes to space 39 and others may bid for it.
const hill = `{"edition": "us-classic", "rulebook": "us",
	"players": [{"name": "P", "cash": 2000, "space": 36}, {"name": "Q", "cash": 2000, "space": 10, "deeds": [{"space": 11}]}],
	"turn": 0, "dice": [[1, 2], [1, 2], [3, 4], [1, 2]]}`

func TestOrdersAsJSON(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := placed(t, ada, hill)
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", nil).status)

	a := ben.get(game + "/orders")
	require.Equal(t, http.StatusOK, a.status, a.text())
	assert.Empty(t, a.at("orders"))
	assert.Equal(t, "no-store", a.header.Get("Cache-Control"))

	a = ben.post(game+"/orders", map[string]any{"kind": "bid", "limit": 1777, "groups": []string{"dark_blue"}, "days": 7})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	assert.Equal(t, "bid", ordered(a, 0)["kind"])
	assert.Contains(t, ordered(a, 0)["text"], "$1,777")
	a = ben.post(game+"/orders", map[string]any{"kind": "claim_rents", "until": time.Now().Add(time.Hour)})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	a = ben.post(game+"/orders", map[string]any{"set_aside": 100})
	require.Equal(t, http.StatusOK, a.status, a.text())
	assert.EqualValues(t, 100, a.num("set_aside"))

	for _, move := range []string{"roll", "decline"} {
		require.Equal(t, http.StatusOK, ada.post(game+"/moves", map[string]any{"move": move}).status)
	}
	for _, path := range []string{"", "/events", "/export", "/orders"} {
		assert.NotContains(t, ada.get(game+path).text(), "1777", "his limit in %s", path)
	}
	a = ada.post(game+"/orders", map[string]any{"kind": "bid", "limit": 50, "this_auction": true})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	assert.Equal(t, false, a.at("auction_open"), "settled at once")
	state := ada.get(game)
	assert.EqualValues(t, 1949, state.at("players").([]any)[1].(map[string]any)["cash"], "one more than the other was ready to pay")
	a = ben.send(http.MethodDelete, game+"/orders/1", nil)
	require.Equal(t, http.StatusOK, a.status, a.text())
	assert.Equal(t, "claim_rents", ordered(a, 0)["kind"])
	wantProblem(t, ben.send(http.MethodDelete, game+"/orders/1", nil), http.StatusNotFound, "unknown_order")
	wantProblem(t, ben.send(http.MethodDelete, game+"/orders/x", nil), http.StatusNotFound, "unknown_order")
}

// A text browser writes labels in a line behind each other: each of the forms has its own.
func TestEachLabelOfAnOrderHasALine(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	forms := ada.get(placed(t, ada, hill)+"/orders", "Accept", "text/html").page().Find(".give form")
	require.GreaterOrEqual(t, forms.Length(), 6)
	forms.Each(func(_ int, form *goquery.Selection) {
		assert.Zero(t, form.ChildrenFiltered("label").Length(), form.AttrOr("id", ""))
		assert.NotZero(t, form.Find(".line > label").Length(), form.AttrOr("id", ""))
	})
}

func TestOrdersThatAreRefused(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, eve := s.player("Ada"), s.player("Eve")
	early := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	wantProblem(t, ada.post(early+"/orders", map[string]any{"kind": "end_turn", "days": 1}), http.StatusConflict, "not_started")
	for _, revoke := range []*answer{ada.send(http.MethodDelete, early+"/orders/1", nil), ada.post(early+"/orders/1/revoke", nil)} {
		wantProblem(t, revoke, http.StatusConflict, "not_started")
	}
	game := placed(t, ada, hill)
	for name, c := range map[string]struct {
		body   map[string]any
		status int
		code   string
	}{
		"no end":         {map[string]any{"kind": "end_turn"}, 422, "bad_order"},
		"no kind":        {map[string]any{"days": 3}, 422, "bad_order"},
		"a trade":        {map[string]any{"kind": "trade", "days": 3}, 422, "bad_order"},
		"no such group":  {map[string]any{"kind": "buy", "groups": []string{"mauve"}, "days": 3}, 422, "bad_order"},
		"space 300":      {map[string]any{"kind": "buy", "spaces": []int{300}, "days": 3}, 400, "mistyped"},
		"space 63":       {map[string]any{"kind": "buy", "spaces": []int{63}, "days": 3}, 422, "bad_order"},
		"no such house":  {map[string]any{"kind": "bid", "limit": 0, "building": "tent", "days": 3}, 422, "bad_order"},
		"a negative one": {map[string]any{"kind": "buy", "limit": -5, "days": 3}, 422, "bad_order"},
		"for a year":     {map[string]any{"kind": "buy", "days": 300}, 422, "bad_order"},
		"for ever":       {map[string]any{"kind": "buy", "days": 3000}, 422, "bad_order"},
		"no auction":     {map[string]any{"kind": "bid", "limit": 5, "this_auction": true}, 422, "bad_order"},
		"no limit":       {map[string]any{"kind": "bid", "days": 3}, 422, "bad_order"},
		"a typing error": {map[string]any{"kind": "buy", "limt": 5, "days": 3}, 400, "foreign"},
		"a word":         {map[string]any{"kind": "buy", "limit": "much", "days": 3}, 400, "mistyped"},
		"less than none": {map[string]any{"set_aside": -1}, 422, "bad_order"},
	} {
		t.Run(name, func(t *testing.T) {
			wantProblem(t, ada.post(game+"/orders", c.body), c.status, c.code)
			assert.Empty(t, ada.get(game+"/orders").at("orders"), "nothing has changed")
		})
	}
	wantProblem(t, eve.get(game+"/orders"), http.StatusForbidden, "no_seat")
	wantProblem(t, eve.post(game+"/orders", map[string]any{"kind": "end_turn", "days": 1}), http.StatusForbidden, "no_seat")
	wantProblem(t, s.program().get(game+"/orders"), http.StatusUnauthorized, "unauthorized")
	wantProblem(t, ada.get("/games/nosuchgame/orders"), http.StatusNotFound, "unknown_game")
}

// ordered is one order of an answer.
func ordered(a *answer, i int) map[string]any {
	a.t.Helper()
	return a.at("orders").([]any)[i].(map[string]any)
}

func TestOrdersByForms(t *testing.T) {
	t.Parallel()
	s := open(t)
	program := s.player("Ada")
	game := placed(t, program, hill)
	ada := s.readerAs(program).open(game + "/orders")
	for _, form := range []string{"f-visit", "f-buy", "f-bid", "f-jail", "f-claim_rents", "f-decline_trades", "f-end_turn", "f-keep"} {
		assert.True(t, ada.has("#"+form), form)
	}
	assert.True(t, s.readerAs(program).open(game).has(`a[href="`+game+`/orders"]`), "the table leads there")

	ada.press("#m-buy", "limit", "60")
	assert.Equal(t, game+"/orders", ada.path)
	ada.press("#m-bid", "limit", " ")
	assert.Equal(t, http.StatusUnprocessableEntity, ada.last.status)
	assert.Contains(t, ada.doc.Find("#problem").Text(), "“At most” is missing: enter the most you would pay, or 0 to pass.")
	ada.open(game + "/orders")
	assert.Equal(t, 1, ada.doc.Find(".standing li").Length())
	ada.press("#m-buy", "days", "99")
	assert.Equal(t, http.StatusUnprocessableEntity, ada.last.status)
	assert.NotEmpty(t, ada.doc.Find("#problem").Text())
	ada.open(game+"/orders").press("#m-keep", "set_aside", "300")
	assert.Equal(t, "300", ada.doc.Find("#in-keep").AttrOr("value", ""))
	again := *ada
	ada.press("#m-od-1")
	assert.Zero(t, ada.doc.Find(".standing li").Length())
	again.press("#m-od-1")
	assert.Equal(t, http.StatusOK, again.last.status, "pressed twice")
	ada.press("#m-visit")
	assert.Zero(t, ada.doc.Find(".standing li").Length(), "the turn is over")
	assert.Equal(t, 1, program.get(game).num("turn", "player"))
}

// What was typed into the form that is refused stays there, and nowhere else.
func TestARefusedOrderKeepsWhatWasTyped(t *testing.T) {
	t.Parallel()
	s := open(t)
	program := s.player("Ada")
	game := placed(t, program, hill)
	ada := s.readerAs(program).open(game + "/orders")
	value := func(id string) string { return ada.doc.Find(id).AttrOr("value", "") }
	ada.press("#m-bid", "limit", "60", "groups", "red", "days", "99")
	require.Equal(t, http.StatusUnprocessableEntity, ada.last.status)
	assert.Equal(t, "60 99", value("#bid-limit")+" "+value("#bid-days"))
	assert.True(t, ada.has("#bid-red[checked]"))
	assert.Equal(t, " 7", value("#buy-limit")+" "+value("#buy-days"))
	assert.False(t, ada.has("#bid-orange[checked], #buy-red[checked]"))

	ada.press("#m-visit", "limit", "80", "turns", "9")
	require.Equal(t, http.StatusUnprocessableEntity, ada.last.status)
	assert.Equal(t, "80 9", value("#visit-limit")+" "+value("#visit-turns"))
	assert.True(t, ada.has("#visit-else[checked]"))
	assert.False(t, ada.has("#bid-red[checked]"))
}

// estate is a position in which P has deeds and comes to a free one.
const estate = `{"edition": "us-classic", "rulebook": "us",
	"players": [{"name": "P", "cash": 2000, "space": 36, "deeds": [{"space": 1}, {"space": 39}]}, {"name": "Q", "cash": 2000, "space": 10}],
	"turn": 0, "dice": [[3, 5], [1, 2], [3, 4], [1, 2], [3, 4]]}`

// TestMortgageOrderByForm numbers deeds in the page: the order is the one of the
// numbers, not that of the board.
func TestMortgageOrderByForm(t *testing.T) {
	t.Parallel()
	s := open(t)
	program := s.player("Ada")
	game := placed(t, program, estate)
	ada := s.readerAs(program).open(game + "/orders")
	ada.press("#m-mortgage", "place-1", "2", "place-39", "1")
	require.Equal(t, http.StatusOK, ada.last.status, ada.doc.Find("#problem").Text())
	assert.Equal(t, []any{39.0, 1.0}, ordered(program.get(game+"/orders"), 0)["list"])
	ada.press("#m-mortgage", "place-1", "")
	assert.Equal(t, http.StatusUnprocessableEntity, ada.last.status, "nothing is numbered")
	ada.press("#m-mortgage", "place-1", "first")
	assert.Equal(t, http.StatusBadRequest, ada.last.status)
	ada.open(game+"/orders").press("#m-visit", "turns", "4")
	assert.Equal(t, http.StatusUnprocessableEntity, ada.last.status)
	assert.Len(t, program.get(game+"/orders").at("orders"), 1, "nothing has changed")
}

// TestTurnsAhead orders three whole turns at once; the first is over already.
func TestTurnsAhead(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := placed(t, ada, estate)
	a := ada.post(game+"/orders", map[string]any{"kind": "visit", "turns": 3, "decline": true})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	assert.EqualValues(t, 2, ordered(a, 0)["turns"])
	page := s.readerAs(ada).open(game + "/orders")
	assert.Contains(t, page.doc.Find(".standing").Text(), "In your next 2 turns: ")
}

// An order that cannot be given says what can.
func TestARefusedOrderSaysWhatCanBeOrdered(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := placed(t, ada, estate)
	for body, says := range map[string]string{
		`{"kind":"fly","days":3}`:                                "“kind” takes one of: visit, claim_rents, buy, bid, jail, mortgage, decline_trades, end_turn, roll, usual.",
		`{"kind":"buy","days":3,"groups":["gold"]}`:              "“groups” takes one of: brown, light_blue",
		`{"kind":"bid","days":3,"limit":0,"building":"cottage"}`: "“building” takes one of: house, hotel, skyscraper, depot.",
		`{"kind":"buy"}`:                                         "set “until”, “days”, “round” or “visit”",
		`{"kind":"roll","days":3}`:                               "set “visit”",
		`{"kind":"bid","days":3}`:                                "“limit” is missing: enter the most you would pay, or 0 to pass.",
		`{"kind":"visit","turns":9}`:                             "“turns” takes a number from 0 to 3",
		`{"kind":"jail","days":3,"throws":9}`:                    "“throws” takes a number from 0 to 3",
	} {
		a := ada.post(game+"/orders", body)
		wantProblem(t, a, http.StatusUnprocessableEntity, "bad_order")
		assert.Contains(t, a.str("detail"), says, body)
	}
	for _, days := range []string{"0", "61", "9999"} {
		for _, body := range []any{`{"kind":"claim_rents","days":` + days + `}`, url.Values{"kind": {"claim_rents"}, "days": {days}}} {
			a := ada.post(game+"/orders", body)
			wantProblem(t, a, http.StatusUnprocessableEntity, "bad_order")
			assert.Equal(t, "“days” takes a number from 1 to 60.", a.str("detail"), "%v", body)
			assert.Equal(t, "days", a.str("field"), "%v", body)
		}
	}
	assert.Empty(t, ada.get(game+"/orders").at("orders"))
	for _, body := range []any{`{"kind":"claim_rents","days":60}`, url.Values{"kind": {"claim_rents"}, "days": {"60"}}} {
		a := ada.post(game+"/orders", body)
		assert.Equal(t, http.StatusCreated, a.status, a.text())
	}
	page := signedIn(s, ada).post(game+"/orders", url.Values{"kind": {"visit"}, "turns": {"9"}}).page()
	assert.Contains(t, page.Find("#problem").Text(), "“For how many of your turns” takes a number from 0 to 3")
}

// An amount that is no number is refused in the form in which it was typed.
func TestAnOrderWithAnAmountThatIsNoNumberStaysInItsForm(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game, browser := placed(t, ada, estate), signedIn(s, ada)
	for name, c := range map[string]struct {
		typed  url.Values
		fields []string
	}{
		"a limit":       {url.Values{"kind": {"buy"}, "limit": {"1.500"}, "days": {"5"}, "groups": {"brown"}}, []string{"#buy-limit", "1.500", "#buy-days", "5"}},
		"throws":        {url.Values{"kind": {"jail"}, "throws": {"two"}, "days": {"5"}}, []string{"#jail-throws", "two", "#jail-days", "5"}},
		"to set aside":  {url.Values{"set_aside": {"-5"}}, []string{"#in-keep", "-5"}},
		"for how long?": {url.Values{"kind": {"end_turn"}, "days": {"a week"}}, []string{"#end_turn-days", "a week"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := browser.post(game+"/orders", c.typed)
			require.Equal(t, http.StatusBadRequest, a.status, a.text())
			doc := a.page()
			assert.NotEmpty(t, doc.Find("#problem").Text())
			for i := 0; i < len(c.fields); i += 2 {
				assert.Equal(t, c.fields[i+1], doc.Find(c.fields[i]).AttrOr("value", ""), c.fields[i])
			}
			wantProblem(t, ada.post(game+"/orders", c.typed), http.StatusBadRequest, "mistyped")
		})
	}
}

// An order whose time is over does not go in silence: its owner reads of it where it was given,
// also if nothing has happened at the table since.
func TestAnOrderThatHasExpiredIsTold(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Ben")
	game := paced("correspondence", ada, ben)
	for _, days := range []int{1, 2} {
		require.Equal(t, http.StatusCreated, ada.post(game+"/orders", map[string]any{"kind": "decline_trades", "limit": days, "days": days}).status)
	}
	page := p.readerAs(ada).open(game + "/orders")
	require.False(t, page.has("#ended-h"))
	p.clock.pass(25 * time.Hour)
	for _, stored := range []bool{false, true} {
		if stored {
			require.Equal(t, http.StatusCreated, ada.post(game+"/orders", map[string]any{"kind": "end_turn", "days": 3}).status)
		}
		page = p.readerAs(ada).open(game + "/orders")
		assert.Equal(t, 1, page.doc.Find("#ended-h + ul li").Length())
		assert.Contains(t, page.doc.Find("#ended-h + ul").Text(), "Expired on Tuesday, Mar 3, 09:00 UTC: Decline offers")
		assert.False(t, p.readerAs(ben).open(game+"/orders").has("#ended-h"), "nobody else's")
	}
}
