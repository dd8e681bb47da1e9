package handlers_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMyDayListsWhatOthersAsk: an offer, a request to take a move back and a vote wait for
// an answer as much as a decision of the game does.
func TestMyDayListsWhatOthersAsk(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	b := signedIn(s, ben)
	game := ada.create(map[string]any{"scenario": map[string]any{"edition": "us-classic", "rulebook": "us", "dice": []any{[]int{1, 2}},
		"players": []any{map[string]any{"name": "P", "cash": 900, "deeds": []any{map[string]any{"space": 39}}}, map[string]any{"name": "Q"}}}})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
	id := game[len("/games/"):]
	card := func() string { return b.get("/me").page().Find(".awaited #tb-" + id).Text() }
	do := func(c *client, path string, body map[string]any) {
		t.Helper()
		a := c.post(game+path, body)
		require.Less(t, a.status, 300, a.text())
	}
	require.Empty(t, ben.get("/me").at("awaited"))
	require.Empty(t, card())

	do(ada, "/moves", map[string]any{"move": "propose_trade", "to": 1, "give": map[string]any{"deeds": []int{39}}, "want": map[string]any{"cash": 2}})
	assert.Equal(t, []any{id}, ben.get("/me").at("awaited"))
	assert.Contains(t, card(), "P offers you a trade")
	assert.Equal(t, "One table is waiting for you.", b.get("/me").page().Find("#status").Text())
	do(ben, "/moves", map[string]any{"move": "reject_trade", "trade": 1})
	assert.Empty(t, ben.get("/me").at("awaited"))

	do(ada, "/moves", map[string]any{"move": "roll"})
	do(ada, "/moves", map[string]any{"move": "buy"})
	do(ada, "/moves", map[string]any{"move": "ask_undo"})
	assert.Equal(t, []any{id}, ben.get("/me").at("awaited"))
	assert.Contains(t, card(), "P asks to take this back")
	do(ben, "/moves", map[string]any{"move": "refuse_undo"})
	assert.Empty(t, ben.get("/me").at("awaited"))

	do(ada, "/pace", map[string]any{"what": "pause", "days": 1})
	assert.Equal(t, []any{id}, ben.get("/me").at("awaited"))
	assert.Contains(t, card(), "Your vote is needed")
	assert.Equal(t, game+"/pace", b.get("/me").page().Find(".awaited .ask a").AttrOr("href", ""))
	assert.Equal(t, game+"/pace#vt-pause-0", b.get(game).page().Find("#act .need a").AttrOr("href", ""), "the table's page says so too")
	do(ben, "/pace/votes", map[string]any{"what": "pause", "vote": "yes"})
	assert.Empty(t, ben.get("/me").at("awaited"))
}

// TestAPauseAsksNobody: during a pause the overview and the page of the pace say the same.
func TestAPauseAsksNobody(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	first := toMove(game, ada, ben)
	id := game[len("/games/"):]
	require.Equal(t, []any{id}, first.get("/me").at("awaited"))
	require.Less(t, ada.post(game+"/pace", map[string]any{"what": "pause", "days": 1}).status, 300)
	assert.Regexp(t, `^Your vote is needed\. It is .+ turn\.$`, signedIn(s, ben).get(game).page().Find("#status").Text(), "and what happened last")
	assert.NotContains(t, signedIn(s, ada).get(game).page().Find("#status").Text(), "vote", "she has voted by proposing it")
	require.Less(t, ben.post(game+"/pace/votes", map[string]any{"what": "pause", "vote": "yes"}).status, 300)
	assert.NotContains(t, signedIn(s, ben).get(game).page().Find("#status").Text(), "vote")
	note := signedIn(s, ben).get(game).page().Find("#act")
	assert.Equal(t, "The table is paused", note.Find("h2").Text())
	assert.Regexp(t, `^\s*Until \S`, note.Find("h2 ~ p").First().Text(), "the title is not said twice")
	day := first.get("/me")
	assert.Empty(t, day.at("awaited"))
	assert.Equal(t, []any{id}, day.at("lists", "running"))
	one, _ := day.at("games").([]any)[0].(map[string]any)
	assert.Equal(t, []any{true, nil}, []any{one["paused"], one["asked_at"]})

	b := signedIn(s, first)
	page := b.get("/me").page()
	assert.Equal(t, "No table is waiting for you right now.", page.Find("#status").Text())
	assert.Contains(t, page.Find("#tb-"+id).Text(), "The table is paused")
	assert.NotContains(t, page.Find("#tb-"+id).Text(), "waiting")
	assert.Contains(t, b.get(game+"/pace").page().Find(".clocks").Text(), "Has nothing to decide while the table is paused.")
}

// TestGuestsReadThePaceBeforeTheyJoin: all of what holds for weeks, and no minutes.
func TestGuestsReadThePaceBeforeTheyJoin(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, b := s.player("Ada"), signedIn(s, s.player("Ben"))
	room := func(wish map[string]any) string { return b.get(ada.create(wish)).page().Find("main").Text() }
	slow := room(map[string]any{"edition": "us-classic", "players": 3, "pace": map[string]any{"kind": "correspondence", "each": 86400, "quiet_from": "22:00", "quiet_to": "08:00", "days_off": []string{"sun"}, "vacation": 5}})
	assert.Contains(t, slow, "22:00")
	assert.Contains(t, slow, "Sunday")
	assert.NotContains(t, slow, "min")
	assert.Contains(t, room(map[string]any{"edition": "us-classic", "players": 3}), "min")
	assert.NotContains(t, room(map[string]any{"edition": "us-classic", "players": 3, "options": map[string]any{"house.round_limit": 1}}), "Takes about")
}

// TestATipStandsAtWhatItExplains: that of a request to take a move back in its card.
func TestATipStandsAtWhatItExplains(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	screens := map[*client]*client{ada: signedIn(s, ada), ben: signedIn(s, ben)}
	asked := map[*client]*client{ada: ben, ben: ada}
	for range 200 {
		c := ada
		if state := ada.get(game); !slices.Contains(state.at("waiting_for").([]any), state.at("seat")) {
			c = ben
		}
		played := c.post(game+"/moves", usualMove(t, c.get(game)))
		require.Equal(t, http.StatusOK, played.status, played.text())
		if offers(c.get(game), "ask_undo") {
			require.Equal(t, http.StatusOK, c.post(game+"/moves", map[string]any{"move": "ask_undo"}).status)
			page := screens[asked[c]].get(game).page()
			assert.Equal(t, 1, page.Find("#undo .lesson").Length())
			assert.Equal(t, 1, page.Find(".lesson").Length())
			return
		}
	}
	t.Fatal("nobody could ask")
}
