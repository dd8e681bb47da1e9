package handlers_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func roll() map[string]any { return map[string]any{"move": "roll"} }

func TestAMoveAnswersWithTheNewStateAndItsEvents(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	mover := toMove(game, ada, ben)
	before := mover.get(game).num("seq")
	a := mover.post(game+"/moves", roll())
	require.Equal(t, http.StatusOK, a.status, a.text())
	events, _ := a.at("events").([]any)
	require.NotEmpty(t, events)
	first, _ := events[0].(map[string]any)
	assert.EqualValues(t, before+1, first["seq"])
	assert.Equal(t, "rolled", first["type"])
	assert.Equal(t, before+len(events), a.num("state", "seq"))
	assert.Equal(t, `"`+itoa(a.num("state", "seq"))+`"`, a.header.Get("ETag"))
	assert.Equal(t, mover.get(game).at("seq"), a.at("state", "seq"))
}

func TestARefusedMoveNamesCodeAndRuleAndShowsTheState(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	mover := toMove(game, ada, ben)
	a := mover.post(game+"/moves", map[string]any{"move": "buy"})
	wantProblem(t, a, http.StatusUnprocessableEntity, "phase")
	assert.Regexp(t, `^R-`, a.str("rule"))
	assert.Equal(t, mover.get(game).at("seq"), a.at("state", "seq"))
	assert.NotEmpty(t, a.at("state", "moves"), "what is possible instead")
	mover.lang = "de"
	german := mover.post(game+"/moves", map[string]any{"move": "buy"})
	assert.NotEqual(t, a.str("detail"), german.str("detail"))
	assert.Equal(t, a.str("code"), german.str("code"))
}

// The bad input that the server must turn away without harm.
func TestBadInputChangesNothing(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, eve := s.player("Ada"), s.player("Ben"), s.player("Eve")
	game := running(ada, ben)
	mover := toMove(game, ada, ben)
	other := ada
	if mover == ada {
		other = ben
	}
	stranger := s.program()
	impostor := s.program()
	impostor.token = "bh_AAAAAAAAAAAAAAAAAAAAAAAAAA"
	foreign := s.program()
	foreign.token = ada.token + "x"
	moves := game + "/moves"
	seq := mover.get(game).num("seq")
	form := "application/x-www-form-urlencoded"
	cases := []struct {
		name   string
		who    *client
		path   string
		body   any
		header []string
		status int
		code   string
	}{
		{"unknown move", mover, moves, map[string]any{"move": "cheat"}, nil, 400, "unknown_move"},
		{"a move of the clock", mover, moves, map[string]any{"move": "time_up"}, nil, 400, "unknown_move"},
		{"no move", mover, moves, map[string]any{}, nil, 400, "missing"},
		{"missing argument", mover, moves, map[string]any{"move": "bid"}, nil, 0, ""},
		{"foreign argument", mover, moves, map[string]any{"move": "roll", "dice": []int{6, 6}}, nil, 400, "foreign"},
		{"negative amount", mover, moves, map[string]any{"move": "bid", "amount": -5}, nil, 422, ""},
		{"huge amount", mover, moves, `{"move":"bid","amount":99999999999999999999}`, nil, 422, "phase"},
		{"fractional amount", mover, moves, `{"move":"bid","amount":1.5}`, nil, 422, "phase"},
		{"an amount that is none, no matter when", mover, moves, `{"move":"propose_trade","to":0,"give":{"cash":1.5},"want":{"cash":1}}`, nil, 422, "amount"},
		{"amount that is no number", mover, moves, map[string]any{"move": "bid", "amount": "lots"}, nil, 400, "mistyped"},
		{"negative cash in a trade", mover, moves, `{"move":"propose_trade","to":0,"give":{"cash":-100},"want":{}}`, nil, 422, ""},
		{"empty trade", mover, moves, `{"move":"propose_trade","to":1,"give":{},"want":{}}`, nil, 422, ""},
		{"a space off the board", mover, moves, map[string]any{"move": "mortgage", "space": 40}, nil, 422, "target"},
		{"a negative space", mover, moves, map[string]any{"move": "mortgage", "space": -1}, nil, 422, "target"},
		{"somebody else's turn", other, moves, roll(), nil, 422, "seat"},
		{"somebody else's seat", mover, moves, map[string]any{"move": "roll", "player": 1 - mover.get(game).num("seat")}, nil, 403, "no_seat"},
		{"somebody else's seat, and nonsense", mover, moves, map[string]any{"move": "mortgage", "player": 1 - mover.get(game).num("seat"), "space": 77}, nil, 403, "no_seat"},
		{"no seat at all", eve, moves, roll(), nil, 403, "no_seat"},
		{"nobody", stranger, moves, roll(), nil, 403, "no_seat"},
		{"made-up token", impostor, moves, roll(), nil, 401, "unauthorized"},
		{"altered token", foreign, moves, roll(), nil, 401, "unauthorized"},
		{"other scheme", stranger, moves, roll(), []string{"Authorization", "Basic YTpi"}, 401, "unauthorized"},
		{"stale seq", mover, moves, map[string]any{"move": "roll", "seq": 1}, nil, 409, "stale"},
		{"seq of the future", mover, moves, map[string]any{"move": "roll", "seq": seq + 5}, nil, 409, "older"},
		{"negative seq", mover, moves, map[string]any{"move": "roll", "seq": -1}, nil, 400, "mistyped"},
		{"old If-Match", mover, moves, roll(), []string{"If-Match", `"1"`}, 412, "precondition"},
		{"If-Match of a page", mover, moves, roll(), []string{"If-Match", `"p-00"`}, 412, "precondition"},
		{"unknown game", mover, "/games/none/moves", roll(), nil, 404, "unknown_game"},
		{"game id with markup", mover, "/games/%3Cscript%3E/moves", roll(), nil, 404, "unknown_game"},
		{"oversized body", mover, moves, `{"move":"` + strings.Repeat("x", 70<<10) + `"}`, nil, 413, "too_large"},
		{"wrong content type", mover, moves, raw("move=roll"), []string{"Content-Type", "text/plain"}, 415, "media_type"},
		{"JSON under the name of a form", mover, moves, raw(`{"move":"roll"}`), []string{"Content-Type", form}, 415, "media_type"},
		{"no content type", mover, moves, raw(`{"move":"roll"}`), nil, 415, "media_type"},
		{"other charset", mover, moves, raw("move=roll"), []string{"Content-Type", form + "; charset=latin1"}, 415, "media_type"},
		{"compressed body", mover, moves, `{"move":"roll"}`, []string{"Content-Encoding", "gzip"}, 415, "media_type"},
		{"broken JSON", mover, moves, `{"move":"roll"`, nil, 400, "malformed"},
		{"not an object", mover, moves, `["roll"]`, nil, 400, "malformed"},
		{"two documents", mover, moves, `{"move":"roll"}{"move":"roll"}`, nil, 400, "malformed"},
		{"said twice", mover, moves, `{"move":"roll","move":"buy"}`, nil, 400, ""},
		{"empty body", mover, moves, "", nil, 400, "malformed"},
		{"broken UTF-8", mover, moves, "{\"move\":\"r\xffll\"}", nil, 400, "bad_encoding"},
		{"broken UTF-8 in a form", mover, moves, raw("move=r%ffll"), []string{"Content-Type", form}, 400, "bad_encoding"},
		{"broken form", mover, moves, raw("move=%zz"), []string{"Content-Type", form}, 400, "bad_request"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			a := tc.who.post(tc.path, tc.body, tc.header...)
			require.GreaterOrEqual(t, a.status, 400, a.text())
			require.Less(t, a.status, 500, a.text())
			if tc.status != 0 {
				require.Equal(t, tc.status, a.status, a.text())
			}
			assert.Equal(t, "application/problem+json", a.header.Get("Content-Type"))
			if tc.code != "" {
				assert.Equal(t, tc.code, a.str("code"), a.text())
			}
			if tc.code != "malformed" { // whose sentence has an example of JSON
				assert.NotContains(t, a.str("detail"), `"`, "quotes are curly everywhere")
			}
			if tc.code == "no_seat" {
				assert.Equal(t, tc.who == stranger, strings.Contains(a.str("detail"), "send your token"), a.text())
			}
			if tc.path == moves && a.status != 401 && a.status != 413 && a.status != 415 && a.str("code") != "bad_encoding" && a.str("code") != "bad_request" {
				assert.Equal(t, seq, a.num("state", "seq"), "the answer shows the state as it is")
			}
			assert.Equal(t, seq, ada.get(game).num("seq"), "nothing has happened")
		})
	}
}

func TestAnOversizedStreamIsCutOff(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	req := ada.request(t.Context(), http.MethodPost, game+"/moves", raw(""), "Content-Type", "application/json")
	req.ContentLength = -1
	req.Body = readCloser{strings.NewReader(`{"move":"` + strings.Repeat("x", 200<<10))}
	res, err := ada.http.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	assert.Equal(t, http.StatusRequestEntityTooLarge, res.StatusCode)
}

type readCloser struct{ *strings.Reader }

func (readCloser) Close() error { return nil }

// A move that was sent twice by an impatient click counts once.
func TestADoubleMoveCountsOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	mover := toMove(game, ada, ben)
	seen := mover.get(game).num("seq")
	move := map[string]any{"move": "roll", "seq": seen}
	require.Equal(t, http.StatusOK, mover.post(game+"/moves", move).status)
	after := mover.get(game).num("seq")
	a := mover.post(game+"/moves", move)
	wantProblem(t, a, http.StatusConflict, "stale")
	assert.Equal(t, after, a.num("state", "seq"))
	assert.Equal(t, after, mover.get(game).num("seq"))
}

// What others do meanwhile does not make a move stale if it is still the same question.
func TestOtherPeoplesActsDoNotMakeAMoveStale(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"scenario": map[string]any{"edition": "us-classic", "rulebook": "us", "players": []any{
		map[string]any{"name": "Ada"}, map[string]any{"name": "Ben", "deeds": []any{map[string]any{"space": 39}}},
	}}})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
	mover, other := ada, ben
	seen := mover.get(game).num("seq")
	trade := map[string]any{"move": "propose_trade", "to": 0, "give": map[string]any{"deeds": []int{39}}, "want": map[string]any{"cash": 5}}
	a := other.post(game+"/moves", trade)
	require.Equal(t, http.StatusOK, a.status, a.text())
	require.Greater(t, mover.get(game).num("seq"), seen)
	a = mover.post(game+"/moves", map[string]any{"move": "roll", "seq": seen})
	assert.Equal(t, http.StatusOK, a.status, a.text())
}

func TestIfMatchIsStrict(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	mover := toMove(game, ada, ben)
	tag := mover.get(game).header.Get("ETag")
	wantProblem(t, mover.post(game+"/moves", roll(), "If-Match", "W/"+tag), http.StatusPreconditionFailed, "precondition")
	bare := mover.post(game+"/moves", roll(), "If-Match", strings.Trim(tag, `"`))
	wantProblem(t, bare, http.StatusBadRequest, "mistyped")
	assert.Equal(t, "“If-Match” should be the ETag of a state in quotes such as \"41\", several with commas between them, or *.", bare.str("detail"))
	require.Equal(t, http.StatusOK, mover.post(game+"/moves", roll(), "If-Match", `"0", `+tag).status)
	a := mover.post(game+"/moves", roll(), "If-Match", tag)
	wantProblem(t, a, http.StatusPreconditionFailed, "precondition")
	assert.NotNil(t, a.at("state", "seq"))
}

func TestStartingHeedsIfMatch(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2, "bots": []string{"default"}})
	tag := ada.get(game).header.Get("ETag")
	wantProblem(t, ada.post(game+"/start", nil, "If-Match", "W/"+tag), http.StatusPreconditionFailed, "precondition")
	wantProblem(t, ada.post(game+"/start", nil, "If-Match", "0"), http.StatusBadRequest, "mistyped")
	wantProblem(t, ada.post(game+"/start", nil, "If-Match", `"9"`), http.StatusPreconditionFailed, "older")
	require.Equal(t, http.StatusOK, ada.post(game+"/start", nil, "If-Match", tag).status)
	wantProblem(t, ada.post(game+"/start", nil, "If-Match", tag), http.StatusPreconditionFailed, "precondition")
}

func TestFormsAndJSONSayTheSame(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	mover := toMove(game, ada, ben)
	a := mover.post(game+"/moves", url.Values{"move": {"roll"}, "seq": {itoa(mover.get(game).num("seq"))}})
	require.Equal(t, http.StatusOK, a.status, a.text())
	assert.NotEmpty(t, a.at("events"))
}

// awaitMore waits until a table has gone on after an event.
func awaitMore(c *client, game string, seq int) {
	c.t.Helper()
	require.Eventually(c.t, func() bool { return c.get(game).num("seq") > seq }, 10*time.Second, 5*time.Millisecond)
}

// play makes a simple move for a client, so that games come to an end: it
// rolls, never buys, and gives up what it must.
func play(c *client, game string, state *answer) *answer {
	c.t.Helper()
	list, _ := state.at("moves").([]any)
	open := map[string]map[string]any{}
	for _, entry := range list {
		m, _ := entry.(map[string]any)
		name, _ := m["move"].(string)
		if open[name] == nil {
			open[name] = m
		}
	}
	for _, name := range []string{
		"pay_debt", "roll", "decline", "pass", "end_turn", "skip_pick", "no_duel", "leave", "stay", "done", "choose_sum", "reject_trade",
		"choose_tax", "choose_bus", "choose_gift", "choose_card", "choose_space", "intent", "keep", "place", "mortgage", "sell", "waive_claim", "declare_bankruptcy",
	} {
		m, ok := open[name]
		if !ok {
			continue
		}
		return c.post(game+"/moves", fill(c.t, name, m, state.num("seq")))
	}
	c.t.Fatalf("no move to make: %s", state.text())
	return nil
}

// fill turns an entry of the state's moves into a move, with the first of each range.
func fill(t testing.TB, name string, m map[string]any, seq int) map[string]any {
	t.Helper()
	first := func(key string) any {
		list, _ := m[key].([]any)
		require.NotEmpty(t, list, "%s in %v", key, m)
		return list[0]
	}
	move := map[string]any{"move": name, "seq": seq}
	switch name {
	case "choose_tax", "choose_bus", "choose_gift", "choose_card":
		move["option"] = first("options")
	case "choose_space", "keep", "place", "mortgage":
		move["space"] = first("spaces")
	case "sell":
		move["spaces"] = []any{first("spaces")}
	case "intent":
		move["count"] = 0
	case "reject_trade", "waive_claim":
		for _, key := range []string{"trade", "claim"} {
			if v, ok := m[key]; ok {
				move[key] = v
			}
		}
	}
	return move
}

// A whole game by JSON, with a person and computer players, from the first
// request to the count, and everything the log says adds up to the state.
func TestAWholeGameByJSON(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := ada.create(map[string]any{
		"edition": "us-classic", "players": 4, "bots": []string{"default", "builder", "trader"}, "bot_pause": 0,
	})
	require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
	var state *answer
	for n := 0; ; n++ {
		require.Less(t, n, 5000, "the game does not end")
		state = ada.get(game)
		if state.str("status") != "playing" {
			break
		}
		if waiting, _ := state.at("waiting_for").([]any); !slices.Contains(waiting, any(float64(0))) {
			awaitMore(ada, game, state.num("seq")) // the computers are at it
			continue
		}
		a := play(ada, game, state)
		require.Equal(t, http.StatusOK, a.status, a.text())
	}
	assert.Equal(t, "finished", state.str("status"))
	assert.Equal(t, "over", state.str("phase"))
	assert.Empty(t, state.at("moves"))
	standings, _ := state.at("standings").([]any)
	assert.Len(t, standings, 4)
	wantProblem(t, ada.post(game+"/moves", roll()), http.StatusConflict, "finished")

	var log []map[string]any
	require.NoError(t, json.Unmarshal(ada.get(game+"/events").body, &log))
	for i, e := range log {
		require.EqualValues(t, i+1, e["seq"])
		require.NotEqual(t, "hidden", e["type"], "nothing is hidden once the game is over")
	}
	assert.Equal(t, "game_ended", log[len(log)-1]["type"])
	assert.EqualValues(t, len(log), state.num("seq"))
	me := ada.get("/me")
	games, _ := me.at("games").([]any)
	require.Len(t, games, 1)
	card, _ := games[0].(map[string]any)
	assert.Equal(t, "finished", card["status"])
	assert.Equal(t, false, card["my_turn"])
}

// TestAMoveOutOfTurnNamesWhoIsAwaited: players who throw while another one decides read who
// that is, not that they have something open themselves.
func TestAMoveOutOfTurnNamesWhoIsAwaited(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"scenario": map[string]any{
		"name": "x", "edition": "us-classic", "rulebook": "us", "dice": []any{[]int{1, 2}},
		"players": []any{map[string]any{"name": "Ada"}, map[string]any{"name": "Ben"}, map[string]any{"name": "Cem"}},
	}})
	require.Less(t, ben.post(game+"/seats", map[string]any{}).status, 300)
	early := func(c *client, move, language string) string {
		a := c.post(game+"/moves", map[string]any{"move": move}, "Accept-Language", language)
		require.Equal(t, http.StatusUnprocessableEntity, a.status, a.text())
		return a.str("detail")
	}
	assert.Equal(t, "The table waits for Ada. Wait for that decision.", early(ben, "roll", "en"), "who is to throw")
	require.Equal(t, http.StatusOK, ada.post(game+"/moves", roll()).status)
	assert.Equal(t, "The table waits for Ada. Wait for that decision.", early(ben, "roll", "en"), "and to buy")
	assert.Equal(t, "Der Tisch wartet auf Ada. Warte diese Entscheidung ab.", early(ben, "end_turn", "de"))
	assert.Contains(t, early(ada, "roll", "en"), "Finish what is open")

	require.Equal(t, http.StatusOK, ada.post(game+"/moves", map[string]any{"move": "decline"}).status)
	require.Equal(t, http.StatusOK, ada.post(game+"/moves", map[string]any{"move": "pass"}).status)
	assert.Equal(t, "The table waits for Ben and Cem. Wait for that decision.", early(ada, "roll", "en"), "her own turn, others’ bids")
}

// TestARefusedPageCountsTheTimeThereIs: a player whose bid came too late is shown the auction
// by that answer, and no more time than the table gives from then on.
func TestARefusedPageCountsTheTimeThereIs(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"pace": "live", "scenario": map[string]any{
		"name": "x", "edition": "us-classic", "rulebook": "us", "dice": []any{[]int{1, 2}},
		"players": []any{map[string]any{"name": "Ada"}, map[string]any{"name": "Ben"}},
	}})
	require.Less(t, ben.post(game+"/seats", map[string]any{}).status, 300)
	for _, move := range []map[string]any{roll(), {"move": "decline"}, {"move": "bid", "amount": 50}} {
		require.Equal(t, http.StatusOK, ada.post(game+"/moves", move).status)
	}
	late := ben.post(game+"/moves", url.Values{"move": {"bid"}, "amount": {"20"}}, "Accept", asPage)
	require.Equal(t, http.StatusUnprocessableEntity, late.status)
	left := late.page().Find("#my-time [data-due]")
	due, err := strconv.ParseInt(left.AttrOr("data-due", ""), 10, 64)
	require.NoError(t, err)
	now, err := strconv.ParseInt(left.AttrOr("data-now", ""), 10, 64)
	require.NoError(t, err)
	assert.LessOrEqual(t, due-now, int64(15_000))
}
