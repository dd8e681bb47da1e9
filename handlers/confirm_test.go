package handlers_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const asPage = "text/html"

// readerAs is a browser without scripts in which the client is signed in.
func (s *site) readerAs(c *client) *reader {
	same := *c
	same.accept = asPage
	return &reader{client: &same}
}

// placed puts a position on a table at which the client has the first seat.
func placed(t *testing.T, c *client, doc string) string {
	t.Helper()
	var scenario map[string]any
	require.NoError(t, json.Unmarshal([]byte(doc), &scenario))
	return c.create(map[string]any{"scenario": scenario})
}

const ruined = `{"edition": "us-classic", "rulebook": "us", "players": [
	{"name": "Ada", "cash": 10, "space": 20, "deeds": [{"space": 1, "mortgaged": true}]}, {"name": "Ben"}, {"name": "Cleo"}],
	"debts": [{"debtor": 0, "creditor": 1, "amount": 300, "reason": "rent"}]}`

// An open offer may bring more than mortgages and sales: the limit that a debtor is
// told is that of their own means.
func TestADebtorIsToldWhatTheirOwnMeansBring(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := placed(t, ada, `{"edition": "us-classic", "rulebook": "us", "players": [
		{"name": "Ada", "cash": 60, "deeds": [{"space": 12}]}, {"name": "Ben"}], "debts": [{"debtor": 0, "creditor": 1, "amount": 300, "reason": "rent"}]}`)
	for lang, want := range map[string]string{"en": "On your own you can raise $135 at most.", "de": "Allein bekommst du höchstens"} {
		assert.Contains(t, ada.get(game, "Accept", asPage, "Accept-Language", lang).page().Find("#act").Text(), want)
	}
}

func TestWhatCannotBeUndoneIsAskedFirst(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := placed(t, ada, ruined)
	before := ada.get(game).num("seq")
	table := ada.get(game, "Accept", asPage).page()
	assert.Equal(t, 1, table.Find(`form[method=get][action="`+game+`/confirm"] button[value=declare_bankruptcy]`).Length())
	assert.Zero(t, table.Find(`form[method=post] button[value=declare_bankruptcy]`).Length(), "not by one careless press")

	ask := game + "/confirm?move=declare_bankruptcy"
	page := ada.get(ask, "Accept", asPage)
	require.Equal(t, http.StatusOK, page.status, page.text())
	look, board := `link[href$="/look.css"]`, table.Find("body").AttrOr("class", "")
	assert.Equal(t, table.Find(look).AttrOr("href", ""), page.page().Find(look).AttrOr("href", "-"), "in the colours of the board")
	assert.Contains(t, strings.Fields(board), page.page().Find("body").AttrOr("class", "-"))
	assert.Equal(t, before, ada.get(game).num("seq"), "asking changes nothing")
	words := page.page().Find(".confirm table").Text()
	for _, word := range []string{"$300", "$10", "Mediterranean Avenue", "Ben", "Cleo"} {
		assert.Contains(t, words, word)
	}
	assert.Equal(t, game, page.page().Find("a.go").AttrOr("href", ""), "the way back is the main one")
	told := ada.get(ask)
	assert.Equal(t, "declare_bankruptcy", told.str("move"), "programs are told the same")
	assert.Len(t, told.at("consequences"), page.page().Find(".confirm tr").Length())

	r := s.readerAs(ada)
	r.open(ask).press(".confirm form button")
	state := ada.get(game)
	assert.Greater(t, state.num("seq"), before)
	assert.Contains(t, r.doc.Find("#players").Text(), "bankrupt")
}

// The last bankruptcy ends the game before anything changes hands, and nothing says
// that it did.
func TestTheLastBankruptcyHandsNothingOver(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := placed(t, ada, strings.Replace(ruined, `, {"name": "Cleo"}`, "", 1))
	ask := game + "/confirm?move=declare_bankruptcy"
	words := ada.get(ask, "Accept", asPage).page().Find(".confirm").Text()
	assert.Contains(t, words, "Ben has won")
	assert.NotContains(t, words, "Everything")
	assert.NotContains(t, words, "Mediterranean Avenue")
	r := s.readerAs(ada)
	r.open(ask).press(".confirm form button")
	state := ada.get(game + "?after=1")
	assert.Equal(t, 0.0, state.at("deeds").([]any)[0].(map[string]any)["owner"], "the deed is where it was")
	for _, text := range []string{r.doc.Text(), s.browser().get(game).page().Text(), state.text()} {
		assert.Contains(t, text, "bankrupt.")
		assert.NotContains(t, text, "verything goes to")
	}
}

func TestWhatCannotBeAskedAbout(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, eve := s.player("Ada"), s.player("Ben"), s.player("Eve")
	game := running(ada, ben)
	for query, want := range map[string]struct {
		status int
		code   string
	}{
		"move=declare_bankruptcy":   {422, "phase"},
		"move=sell_group&group=red": {422, ""},
		"move=fly":                  {400, "unknown_move"},
		"":                          {422, "missing"},
		"move=accept_trade&trade=9": {422, ""},
	} {
		a := ada.get(game + "/confirm?" + query)
		assert.GreaterOrEqual(t, a.status, 400, query)
		assert.NotEmpty(t, a.str("detail"), query)
		if want.code != "" {
			assert.Equal(t, want.code, a.str("code"), query)
		}
		page := ada.get(game+"/confirm?"+query, "Accept", asPage)
		assert.Equal(t, a.status, page.status, query)
		assert.Equal(t, 1, page.page().Find("#table").Length(), "%s: the table is shown with the reason", query)
		assert.Equal(t, 1, page.page().Find(".problem").Length(), query)
	}
	wantProblem(t, toMove(game, ada, ben).get(game+"/confirm?move=roll"), http.StatusUnprocessableEntity, "no_question")
	wantProblem(t, eve.get(game+"/confirm?move=resign"), http.StatusForbidden, "no_seat")
	wantProblem(t, ada.get("/games/nothing/confirm?move=resign"), http.StatusNotFound, "unknown_game")
}

const neighbours = `{"edition": "us-classic", "rulebook": "us", "players": [
	{"name": "Ada", "cash": 640, "deeds": [{"space": 1}, {"space": 3}, {"space": 21}, {"space": 23}]},
	{"name": "Ben", "cash": 500, "deeds": [{"space": 24}, {"space": 11, "mortgaged": true}]}]}`

// A trade can be added up without sending it, and a refused one keeps what was ticked.
func TestATradeIsAddedUp(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := placed(t, ada, neighbours)
	before := ada.get(game).num("seq")
	r := s.readerAs(ada)
	r.open(game + "?trade=1")
	assert.Contains(t, r.doc.Find("#trade-sum noscript").Text(), r.doc.Find("#preview-trade-1").Text(), "which button to press without scripts")
	r.press("#preview-trade-1", "give_cash", "100", "want_deeds", "24")
	assert.Equal(t, before, ada.get(game).num("seq"), "adding up changes nothing")
	sum := r.doc.Find("#trade-sum").Text()
	for _, word := range []string{"−$100", "$540", "$600", "all of Red"} {
		assert.Contains(t, sum, word)
	}
	assert.Equal(t, "100", r.doc.Find(`[name=give_cash]`).AttrOr("value", ""))
	_, ticked := r.doc.Find(`[name=want_deeds][value="24"]`).Attr("checked")
	assert.True(t, ticked)
	assert.NotContains(t, sum, "10%", "no mortgage comes along")
	withMortgage := ada.get(game+"?to=1&want_deeds=11&give_deeds=1", "Accept", asPage).page()
	assert.Contains(t, withMortgage.Find("#trade-sum").Text(), "−$7", "10 % of 70")
	assert.Contains(t, withMortgage.Find("#trade-sum .need").Text(), "no longer have all of", "it breaks a group")

	refused := ada.post(game+"/moves", url.Values{"move": {"propose_trade"}, "to": {"1"}, "give_cash": {"100"}}, "Accept", asPage)
	require.GreaterOrEqual(t, refused.status, 400)
	assert.Equal(t, "100", refused.page().Find(`[name=give_cash]`).AttrOr("value", ""), "what was typed is still there")

	for _, typed := range []string{"1.500", "a lot", "99999"} {
		refused = ada.post(game+"/moves", url.Values{"move": {"propose_trade"}, "to": {"1"}, "give_cash": {typed}, "want_deeds": {"24"}}, "Accept", asPage)
		require.GreaterOrEqual(t, refused.status, 400, typed)
		assert.Equal(t, typed, refused.page().Find(`[name=give_cash]`).AttrOr("value", ""), "what was typed is still there")
		assert.NotContains(t, refused.page().Find("#problem").Text(), "give.cash", typed)
	}
	negative := ada.post(game+"/moves", url.Values{"move": {"propose_trade"}, "to": {"1"}, "give_cash": {"-5"}, "want_deeds": {"24"}}, "Accept", asPage)
	assert.Contains(t, negative.page().Find("#problem").Text(), "less than nothing")
	german := ada.post(game+"/moves", url.Values{"move": {"propose_trade"}, "to": {"1"}, "want_cash": {"1.500"}}, "Accept", asPage, "Accept-Language", "de")
	assert.Contains(t, german.page().Find("#problem").Text(), "ganze Zahl ohne Punkt und Komma")
}

// A deed that the other one has sold while a trade was begun stays ticked and says
// so: without it the same trade would ask for less.
func TestADeedThatIsGoneStaysInATradeBegun(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := placed(t, ada, `{"edition": "us-classic", "rulebook": "us", "players": [
		{"name": "Ada", "deeds": [{"space": 21}]}, {"name": "Ben", "deeds": [{"space": 11}]}, {"name": "Cleo", "deeds": [{"space": 24}]}]}`)
	begun := ada.get(game+"?to=1&give_deeds=21&want_deeds=24", "Accept", asPage).page()
	tick := begun.Find(`#trade [name=want_deeds][value="24"][checked]`)
	require.Equal(t, 1, tick.Length())
	assert.Contains(t, tick.Parent().Text(), "Ben cannot give this now.")
	assert.NotContains(t, begun.Find(`#trade [name=want_deeds][value="11"]`).Parent().Text(), "cannot give")
	mine := ada.get(game+"?to=1&give_deeds=24&want_deeds=11", "Accept", asPage, "Accept-Language", "de").page()
	assert.Contains(t, mine.Find(`#trade [name=give_deeds][value="24"][checked]`).Parent().Text(), "Du kannst das gerade nicht geben.")
	refused := ada.post(game+"/moves", url.Values{"move": {"propose_trade"}, "to": {"1"}, "give_deeds": {"21"}, "want_deeds": {"24"}}, "Accept", asPage)
	assert.Contains(t, refused.page().Find(`#trade [name=want_deeds][value="24"][checked]`).Parent().Text(), "Ben cannot give this now.")
	bank := ada.get(game+"?to=1&give_deeds=21&want_deeds=39", "Accept", asPage, "Accept-Language", "de").page()
	assert.Contains(t, bank.Find(`#trade [name=want_deeds][value="39"][checked]`).Parent().Text(), "Ben kann das gerade nicht geben.", "it fell to the bank")
	none := ada.get(game+"?to=1&give_deeds=21&want_deeds=20", "Accept", asPage).page()
	assert.Zero(t, none.Find(`#trade [value="20"]`).Length(), "which is no deed")
	done := ada.get(game+"?to=1&give_deeds=11&want_deeds=21", "Accept", asPage).page()
	assert.Zero(t, done.Find(`#trade [name=give_deeds][value="11"], #trade [name=want_deeds][value="21"]`).Length(), "what has changed hands is no part of it any more")
}

// A player who puts a trade together for one who is out of the game by now is told that it
// is gone, and the form for another partner is empty.
func TestATradeBegunWithSomebodyWhoIsOutSaysSo(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := placed(t, ada, `{"edition": "us-classic", "rulebook": "us", "players": [
		{"name": "Ada", "deeds": [{"space": 21}]}, {"name": "Ben", "bankrupt": true}, {"name": "Cleo", "deeds": [{"space": 24}]}]}`)
	box := ada.get(game+"?to=1&give_deeds=21&want_cash=50", "Accept", asPage).page().Find("#trade[open]")
	assert.Equal(t, "You cannot make Ben an offer now. What you had begun is not kept.", box.Find(".need").First().Text())
	assert.Equal(t, 1, box.Find(`[name=to][value="2"]`).Length())
	assert.Zero(t, box.Find("[checked]").Length())
	german := ada.get(game+"?to=1&give_deeds=21", "Accept", asPage, "Accept-Language", "de").page()
	assert.Equal(t, "Ben kannst du gerade nichts anbieten. Was du begonnen hattest, ist verworfen.", german.Find("#trade .need").First().Text())
	for _, nothing := range []string{"?to=1", "?to=0&give_deeds=21", "?to=7&give_deeds=21", "?to=2&give_deeds=21"} {
		assert.Zero(t, ada.get(game+nothing, "Accept", asPage).page().Find("#trade > .need").Length(), nothing)
	}
}

// Money that the other one has spent while a trade was begun stays in it: less of it
// would be another trade, and the browser says what is wrong with this one.
func TestMoneyThatIsGoneStaysInATradeBegun(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := placed(t, ada, `{"edition": "us-classic", "rulebook": "us", "players": [
		{"name": "Ada", "deeds": [{"space": 21}]}, {"name": "Ben", "cash": 150}]}`)
	begun := ada.get(game+"?to=1&give_deeds=21&want_cash=200", "Accept", asPage).page()
	want := begun.Find("#trade [name=want_cash]")
	assert.Equal(t, "200", want.AttrOr("value", ""))
	assert.Equal(t, "150", want.AttrOr("max", ""))
}

// Where the others vote on lopsided trades, the question before one says that it does not take
// effect at once.
func TestBeforeALopsidedTradeTheVoteIsSaid(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	for guard, want := range map[string]string{"true": "only when more than half of the others vote for it", "false": "takes effect at once"} {
		game := placed(t, ada, `{"edition": "us-classic", "rulebook": "us", "options": {"house.trade_guard": `+guard+`}, "players": [
			{"name": "Ada", "deeds": [{"space": 39}]}, {"name": "Ben", "deeds": [{"space": 37}]}, {"name": "Cleo"}]}`)
		offer := map[string]any{"player": 1, "move": "propose_trade", "to": 0, "give": map[string]any{"cash": 10}, "want": map[string]any{"deeds": []int{39}}}
		require.Equal(t, http.StatusOK, ada.post(game+"/moves", offer).status)
		assert.Contains(t, ada.get(game+"/confirm?move=accept_trade&trade=1", "Accept", asPage).page().Find("main").Text(), want)
	}
}

// A counter-offer takes the place of the proposal that it answers.
func TestACounterOffer(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := placed(t, ada, neighbours)
	offer := map[string]any{"player": 1, "move": "propose_trade", "to": 0, "give": map[string]any{"deeds": []int{24}}, "want": map[string]any{"cash": 400}}
	require.Equal(t, http.StatusOK, ada.post(game+"/moves", offer).status)
	r := s.readerAs(ada)
	r.open(game)
	answer := r.doc.Find(`a[id^="counter-"]`).AttrOr("href", "")
	require.NotEmpty(t, answer)
	path, _, _ := strings.Cut(answer, "#")
	r.open(path)
	assert.Equal(t, "400", r.doc.Find(`[name=give_cash]`).AttrOr("value", ""), "it begins as the same trade from the other side")
	r.press(`button[value=propose_trade]`, "give_cash", "250")
	list := trades(t, ada.get(game))
	require.Len(t, list, 1, "the old offer is gone")
	assert.InDelta(t, 0, list[0].(map[string]any)["from"], 0)
	assert.InDelta(t, 250, list[0].(map[string]any)["give"].(map[string]any)["cash"], 0)
}

// A plan to build is added up, and a bad one says why before it is sent.
func TestAPlanToBuildIsAddedUp(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := placed(t, ada, `{"edition": "us-classic", "rulebook": "us", "players": [
		{"name": "Ada", "cash": 900, "deeds": [{"space": 37}, {"space": 39}]}, {"name": "Ben"}]}`)
	sum := ada.get(game+"?build=37&build=39", "Accept", asPage).page().Find("#build-more .sum").Text()
	for _, word := range []string{"$400", "$500", "$175", "$200"} {
		assert.Contains(t, sum, word)
	}
	wrong := ada.get(game+"?build=37&build=37", "Accept", asPage).page()
	assert.NotEmpty(t, strings.TrimSpace(wrong.Find("#build-more .need").Text()), "uneven building says so")
	nonsense := ada.get(game+"?build=x&build=99&build=5&to=7&give_cash=-4&give_deeds=1000&counter=99999999", "Accept", asPage)
	assert.Equal(t, http.StatusOK, nonsense.status)
	assert.Zero(t, nonsense.page().Find("#build-more .need").Length())
}
