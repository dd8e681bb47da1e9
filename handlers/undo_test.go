package handlers_test

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAPurchaseIsTakenBack: by the wire, word for word (R-TURN-5).
func TestAPurchaseIsTakenBack(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, cleo := s.player("Ada"), s.player("Ben"), s.player("Cleo")
	game := ada.create(map[string]any{"scenario": map[string]any{"edition": "us-classic", "rulebook": "us", "dice": []any{[]int{1, 2}},
		"players": []any{map[string]any{"name": "P", "cash": 900}, map[string]any{"name": "Q"}}}})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
	move := func(c *client, name string) *answer { return c.post(game+"/moves", map[string]any{"move": name}) }

	require.Equal(t, http.StatusOK, move(ada, "roll").status)
	wantProblem(t, move(ada, "ask_undo"), http.StatusUnprocessableEntity, "revealed")
	before := ada.get(game)
	require.Equal(t, http.StatusOK, move(ada, "buy").status)
	wantProblem(t, move(ben, "ask_undo"), http.StatusUnprocessableEntity, "seat")
	wantProblem(t, move(cleo, "ask_undo"), http.StatusForbidden, "no_seat")

	asked := move(ada, "ask_undo")
	require.Equal(t, http.StatusOK, asked.status, asked.text())
	request := map[string]any{"player": 0.0, "to": float64(before.num("seq")), "asked": []any{1.0}}
	assert.Equal(t, request, asked.at("state", "undo"))
	e := asked.at("events").([]any)[0].(map[string]any)
	assert.Equal(t, []any{"undo_asked", 0.0, float64(before.num("seq"))}, []any{e["type"], e["player"], e["to"]})
	assert.True(t, offers(ben.get(game), "agree_undo") && offers(ben.get(game), "refuse_undo"))
	assert.False(t, offers(ada.get(game), "ask_undo"), "it is open already")

	undone := move(ben, "agree_undo")
	require.Equal(t, http.StatusOK, undone.status, undone.text())
	e = undone.at("events").([]any)[0].(map[string]any)
	assert.Equal(t, []any{"undone", float64(before.num("seq"))}, []any{e["type"], e["to"]})
	after := ada.get(game)
	assert.Equal(t, e["seq"], after.at("seq"), "the numbers go on upwards")
	assert.Greater(t, after.num("seq"), asked.num("state", "seq"))
	was, is := position(before), position(after)
	delete(was, "seq")
	delete(is, "seq")
	assert.Equal(t, was, is)
	assert.Empty(t, ada.get(game+"?after="+strconv.Itoa(before.num("seq"))).at("beats"), "as if it had not happened")

	require.Equal(t, http.StatusOK, move(ada, "decline").status)
	require.Equal(t, http.StatusOK, move(ada, "ask_undo").status)
	require.Equal(t, http.StatusOK, move(ben, "refuse_undo").status)
	wantProblem(t, move(ada, "ask_undo"), http.StatusUnprocessableEntity, "seat")
	assert.Equal(t, "auction", ada.get(game).str("phase"))
}

// TestACounterOfferIsTakenBackWhole: the offer that it answered is open again, and the
// counter-offer is gone with the rejection.
func TestACounterOfferIsTakenBackWhole(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"scenario": map[string]any{"edition": "us-classic", "rulebook": "us", "dice": []any{},
		"players": []any{map[string]any{"name": "P", "deeds": []any{map[string]any{"space": 11}}}, map[string]any{"name": "Q"}}}})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
	offer := map[string]any{"move": "propose_trade", "to": 0, "give": map[string]any{"cash": 200}, "want": map[string]any{"deeds": []int{11}}}
	require.Equal(t, http.StatusOK, ben.post(game+"/moves", offer).status)
	before := ada.get(game)

	r := s.readerAs(ada)
	r.open(game)
	path, _, _ := strings.Cut(r.doc.Find(`a[id^="counter-"]`).AttrOr("href", ""), "#")
	r.open(path)
	r.press(`button[value=propose_trade]`, "want_cash", "250")
	countered := trades(t, ada.get(game))
	require.Len(t, countered, 1)
	require.InDelta(t, 2, countered[0].(map[string]any)["trade"], 0)

	require.Equal(t, http.StatusOK, ada.post(game+"/moves", map[string]any{"move": "ask_undo"}).status)
	b := s.readerAs(ben)
	b.open(game)
	assert.Contains(t, b.doc.Find("#undo").Text(), "Counter-offer 2: P offers you St. Charles Place in return for $250.")
	undone := ben.post(game+"/moves", map[string]any{"move": "agree_undo"})
	require.Equal(t, http.StatusOK, undone.status, undone.text())
	assert.Equal(t, trades(t, before), trades(t, ada.get(game)))
}

// TestATurnThatWasTakenBackEndsByAPress: the page ends a turn in which nothing is left to do by
// itself, but not the one whose end was just taken back.
func TestATurnThatWasTakenBackEndsByAPress(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"scenario": map[string]any{"edition": "us-classic", "rulebook": "us", "dice": []any{[]int{4, 6}},
		"players": []any{map[string]any{"name": "P", "cash": 90}, map[string]any{"name": "Q"}}}})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
	moves := func(c *client, names ...string) {
		for _, name := range names {
			a := c.post(game+"/moves", map[string]any{"move": name})
			require.Equal(t, http.StatusOK, a.status, a.text())
		}
	}
	byItself := func() int { return ada.shown(game).Find("#m-end_turn, #alone").Length() }
	moves(ada, "roll")
	assert.Equal(t, 2, byItself())
	moves(ada, "end_turn", "ask_undo")
	assert.Equal(t, "The end of turn 1.", strings.TrimSpace(ben.shown(game).Find("#undo .what, #undo p").First().Text()))
	moves(ben, "agree_undo")
	var headings []string
	for _, h := range ben.shown(game + "/events").Find(".log h3").EachIter() {
		headings = append(headings, h.Text())
	}
	assert.Equal(t, []string{"Before the first turn", "Turn 2 · Ben", "Before the first turn"}, headings, "the log goes on under the turn that was resumed")
	assert.Equal(t, 1, byItself(), "the button alone")
}

// TestATurnWaitsForWhoIsAskedToTakeBack: the page does not end a turn by itself before the others
// have answered.
func TestATurnWaitsForWhoIsAskedToTakeBack(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"scenario": map[string]any{"edition": "us-classic", "rulebook": "us", "dice": []any{[]int{1, 2}},
		"players": []any{map[string]any{"name": "P", "cash": 900}, map[string]any{"name": "Q"}}}})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
	byItself := func(c *client, names ...string) int {
		for _, name := range names {
			a := c.post(game+"/moves", map[string]any{"move": name})
			require.Equal(t, http.StatusOK, a.status, a.text())
		}
		return ada.shown(game).Find("#m-end_turn, #alone").Length()
	}
	assert.Equal(t, 2, byItself(ada, "roll", "buy"))
	assert.Equal(t, 1, byItself(ada, "ask_undo"), "the button alone")
	assert.Equal(t, 1, byItself(ben, "refuse_undo"), "who asked does not mean to end it")
}

// offers reports whether the viewer may make the move.
func offers(state *answer, move string) bool {
	return slices.ContainsFunc(state.at("moves").([]any), func(m any) bool { return m.(map[string]any)["move"] == move })
}

// TestAGameWithUndosIsProved plays a game with the settings that ship, in which
// every third decision is asked back and mostly given: books, statistics, past
// positions and proof go with it, after a restart too.
func TestAGameWithUndosIsProved(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "undo.db")
	var game string
	var tokens []string
	var warm map[string]any
	t.Run("played", func(t *testing.T) {
		s := openOn(t, path)
		people := []*client{s.player("Ada"), s.player("Ben"), s.player("Cleo")}
		game = people[0].create(map[string]any{"edition": "us-classic", "players": 3})
		for n, c := range people {
			if tokens = append(tokens, c.token); n > 0 {
				require.Equal(t, http.StatusCreated, c.post(game+"/seats", map[string]any{}).status)
			}
		}
		require.Equal(t, http.StatusOK, people[0].post(game+"/start", nil).status)
		rng, undone := rand.New(rand.NewPCG(3, 30)), 0
		for i := range 150 {
			undone += oneAct(t, game, people, rng)
			if i%30 == 0 { // what is kept of the past and of the books goes on with the game
				require.Equal(t, http.StatusOK, people[0].get(game+"/stats").status)
			}
		}
		require.Greater(t, undone, 6, "many decisions were taken back")
		warm = position(people[0].get(game))
	})
	s := openOn(t, path)
	people := make([]*client, len(tokens))
	for i := range people {
		people[i] = s.program()
		people[i].token = tokens[i]
	}
	ada := people[0]
	require.Equal(t, warm, position(ada.get(game)), "the log leads to the same position")
	for at := ada.get(game).num("seq"); at > 20; at -= 7 {
		require.Equal(t, http.StatusOK, ada.get(game+"?at="+strconv.Itoa(at)).status, "event %d", at)
	}
	assert.Equal(t, true, ada.get(game+"/books").at("balanced"))
	for _, c := range people[1:] {
		require.Equal(t, http.StatusOK, c.post(game+"/moves", map[string]any{"move": "resign"}).status)
	}
	_, err := s.tables.Abandon(t.Context(), strings.TrimPrefix(game, "/games/"), "")
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, ada.get(game+"/stats").status)
	require.Equal(t, http.StatusOK, ada.get(game, "Accept", "text/html").status)
	proof(t, ada, game)
}

// position is a state without what changes by itself.
func position(state *answer) map[string]any {
	m := state.json()
	for _, moving := range []string{"table", "offer"} {
		delete(m, moving)
	}
	return m
}

// oneAct lets somebody do what they may: answer a request, ask for one, or play on.
// It returns 1 if a decision was taken back.
func oneAct(t *testing.T, game string, people []*client, rng *rand.Rand) int {
	t.Helper()
	for i := range people {
		c := people[i]
		state := c.get(game)
		switch {
		case state.str("status") != "playing":
			return 0
		case offers(state, "agree_undo"):
			move := "agree_undo"
			if rng.IntN(8) == 0 {
				move = "refuse_undo"
			}
			a := c.post(game+"/moves", map[string]any{"move": move})
			require.Equal(t, http.StatusOK, a.status, a.text())
			if strings.Contains(a.text(), `"type":"undone"`) {
				return 1
			}
			return 0
		case offers(state, "ask_undo") && rng.IntN(3) == 0:
			a := c.post(game+"/moves", map[string]any{"move": "ask_undo"})
			require.Equal(t, http.StatusOK, a.status, a.text())
			return 0
		}
	}
	for _, c := range people {
		state := c.get(game)
		if slices.Contains(state.at("waiting_for").([]any), state.at("seat")) {
			m, err := json.Marshal(usualMove(t, state))
			require.NoError(t, err)
			a := c.post(game+"/moves", json.RawMessage(m))
			require.Equal(t, http.StatusOK, a.status, a.text())
			return 0
		}
	}
	return 0
}
