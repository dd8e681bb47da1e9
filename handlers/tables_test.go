package handlers_test

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/edition"
)

func TestATableIsOpenedWithWhatWasAskedFor(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	a := ada.post("/games", map[string]any{
		"edition": "german-classic", "rulebook": "us", "options": map[string]any{"end_time": 60}, "players": 4,
		"bots": []string{"builder", "default"}, "pace": "slow", "title": "Abends",
	})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	assert.Equal(t, "german-classic", a.str("edition"))
	assert.Equal(t, "us", a.str("rulebook"))
	assert.EqualValues(t, 60, a.at("options", "end_time"))
	assert.Equal(t, "lobby", a.str("status"))
	assert.Equal(t, "slow", a.str("table", "pace"))
	assert.Equal(t, "Abends", a.str("table", "title"))
	assert.Equal(t, 4, a.num("table", "seats_wanted"))
	assert.Equal(t, 0, a.num("seat"))
	seats, _ := a.at("table", "seats").([]any)
	assert.Len(t, seats, 3, "the creator and two computers")
}

func TestTablesThatCannotBe(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	b := s.browser()
	require.Equal(t, http.StatusSeeOther, b.post("/players", url.Values{"name": {"Ben"}}).status)
	cases := []struct {
		name, body string
		status     int
		code       string
	}{
		{"no edition", `{}`, 400, "missing"},
		{"unknown edition", `{"edition":"atlantis"}`, 422, "unknown_edition"},
		{"unknown edition of a quick game", `{"edition":"atlantis","quick":true}`, 422, "unknown_edition"},
		{"path as edition", `{"edition":"../../etc/passwd"}`, 422, "unknown_edition"},
		{"number as edition", `{"edition":5}`, 400, "mistyped"},
		{"broken edition object", `{"edition":{"id":"x"}}`, 422, "bad_edition"},
		{"unknown rulebook", `{"edition":"us-classic","rulebook":"chess"}`, 422, "config"},
		{"unknown option", `{"edition":"us-classic","options":{"fly":true}}`, 422, "config"},
		{"option of another rulebook", `{"edition":"us-classic","options":{"duel":true}}`, 422, "config"},
		{"too few", `{"edition":"us-classic","players":1}`, 422, "count"},
		{"too many", `{"edition":"us-classic","players":9}`, 422, "count"},
		{"absurdly many", `{"edition":"us-classic","players":1000000}`, 422, "count"},
		{"a bank of its own among five", `{"edition":"us-classic","players":5,"banker_only":true}`, 422, "config"},
		{"fractional", `{"edition":"us-classic","players":2.5}`, 400, "mistyped"},
		{"unknown bot", `{"edition":"us-classic","players":3,"bots":["hal"]}`, 422, "bad_setup"},
		{"more bots than seats", `{"edition":"us-classic","players":2,"bots":["default","default","default"]}`, 422, "bad_setup"},
		{"unknown pace", `{"edition":"us-classic","pace":"warp"}`, 422, "bad_setup"},
		{"misspelt field", `{"edition":"us-classic","player":4}`, 400, "foreign"},
		{"unplayable scenario", `{"scenario":{"edition":"us-classic","rulebook":"us","players":[{"name":"P","space":99}]}}`, 422, "bad_scenario"},
		{"scenario that reads files", `{"scenario":{"edition":"/etc/passwd","players":[{"name":"P"},{"name":"Q"}]}}`, 422, "bad_scenario"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			wantProblem(t, ada.post("/games", tc.body), tc.status, tc.code)
		})
	}
	for _, n := range []string{"1", "9", "-1", "1000000"} {
		assert.Equal(t, "R-SETUP-2", ada.post("/games", `{"edition":"us-classic","players":`+n+`}`).str("rule"), "%s players", n)
	}
	kinds := bot.Kinds()
	last := len(kinds) - 1
	for body, says := range map[string]string{
		`{"edition":"us-classic","players":"four"}`:                          "players” should be a whole number",
		`{"edition":"us-classic","edition":"sonic"}`:                         "edition” was sent twice",
		`{"edition":"us-classic","private":"yes"}`:                           "private” should be true or false",
		`{"edition":"us-classic","options":[]}`:                              "options” should be an object",
		`{"players":4}`:                                                      "edition” is missing",
		`{"edition":"us-classic","playrs":4}`:                                "no “playrs” here",
		`{"edition":"us-classic","rulebook":"mega"}`:                         "another number of spaces",
		`{"edition":"mark-classic","options":{"end_time":null}}`:             "Set “options.end_time”",
		`{"edition":"us-classic","banker":9}`:                                "from 0 to 8",
		`{"edition":"us-classic","players":4,"banker":4}`:                    "banker” should be a seat of this table",
		`{"edition":"us-classic","bots":["hal"]}`:                            "bots” should be " + strings.Join(kinds[:last], ", ") + " or " + kinds[last],
		`{"edition":"us-classic","players":2,"bots":3}`:                      "at most one computer player per seat",
		`{"edition":"us-classic","pace":"warp"}`:                             "pace” should be open, live",
		`{"edition":"us-classic","title":"` + strings.Repeat("x", 61) + `"}`: "title” should be a text of at most 60 characters",
		`{"edition":"us-classic","title":"\u202e"}`:                          "title” should be a text of at most 60 characters",
		`{"edition":"us-classic","here":[""]}`:                               "here” should be a list of names of 1 to 24 characters",
		`{"edition":"us-classic","players":2,"here":["Bo","Cy"]}`:            "here” should be at most one name for each seat",
		`{"edition":"us-classic","options":{"end_time":"tonight"}}`:          "whole number from 1",
	} {
		assert.Contains(t, ada.post("/games", body).str("detail"), says, body)
	}
	ada.lang = "de"
	assert.Contains(t, ada.post("/games", `{"edition":"us-classic","players":"four"}`).str("detail"), "„players“: Erwartet wird eine ganze Zahl")
	refused := b.post("/games", url.Values{"edition": {"us-classic"}, "players": {"9"}, "title": {"Keep me"}})
	assert.Equal(t, http.StatusUnprocessableEntity, refused.status)
	assert.Equal(t, "Keep me", refused.page().Find("input[name=title]").AttrOr("value", ""), "what was typed is still there")
}

func TestAVisitorBecomesAPlayerBySittingDown(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 4})
	c := s.program()
	a := c.post(game+"/seats", map[string]any{"name": "Ben"})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	assert.Equal(t, 1, a.num("seat"))
	assert.Equal(t, game+"/seats/1", a.header.Get("Location"))
	assert.Equal(t, a.str("player", "id"), s.program().get("/me", "Authorization", "Bearer "+a.str("token")).str("id"))
	again := c.post(game+"/seats", map[string]any{})
	assert.Equal(t, http.StatusOK, again.status, "he has a seat already and keeps it")
	assert.Equal(t, 1, again.num("seat"))
	wantProblem(t, s.program().post(game+"/seats", map[string]any{}), http.StatusUnauthorized, "unauthorized")
	own := s.program().post("/games", map[string]any{"edition": "us-classic", "players": 2, "name": "Cem"})
	require.Equal(t, http.StatusCreated, own.status)
	assert.NotEmpty(t, own.str("token"))
}

func TestSeatsAreTakenAndLeft(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, cem := s.player("Ada"), s.player("Ben"), s.player("Cem")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 3})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", nil).status)
	wantProblem(t, ben.post(game+"/seats", map[string]any{"bot": "default"}), http.StatusForbidden, "not_host")
	bot := ada.post(game+"/seats", map[string]any{"bot": "trader"})
	require.Equal(t, http.StatusCreated, bot.status, bot.text())
	assert.Equal(t, "trader", bot.str("bot"))
	wantProblem(t, cem.post(game+"/seats", nil), http.StatusConflict, "full")
	wantProblem(t, ada.post(game+"/seats", map[string]any{"bot": "hal"}), http.StatusUnprocessableEntity, "bad_setup")
	wantProblem(t, ben.send(http.MethodDelete, game+"/seats/0", nil), http.StatusForbidden, "not_host")
	wantProblem(t, ben.send(http.MethodDelete, game+"/seats/7", nil), http.StatusNotFound, "not_found")
	wantProblem(t, ben.send(http.MethodDelete, game+"/seats/x", nil), http.StatusNotFound, "not_found")
	wantProblem(t, s.program().send(http.MethodDelete, game+"/seats/1", nil), http.StatusForbidden, "no_seat")
	wantProblem(t, ben.post(game+"/start", nil), http.StatusForbidden, "not_host")
	require.Equal(t, http.StatusOK, ben.send(http.MethodDelete, game+"/seats/1", nil).status)
	require.Equal(t, http.StatusOK, ada.post(game+"/seats/1/leave", url.Values{}).status, "the host sends the computer away")
	wantProblem(t, ada.post(game+"/start", nil), http.StatusUnprocessableEntity, "count")
	require.Equal(t, http.StatusCreated, cem.post(game+"/seats", nil).status)
	started := ada.post(game+"/start", nil)
	require.Equal(t, http.StatusOK, started.status, started.text())
	assert.NotEmpty(t, started.at("events"))
	assert.Equal(t, "playing", started.str("state", "status"))
	wantProblem(t, ada.post(game+"/start", nil), http.StatusConflict, "started")
	wantProblem(t, ben.post(game+"/seats", nil), http.StatusConflict, "started")
}

// A second click on "Remove" must not remove the player who has moved up.
func TestALateClickInTheWaitingRoomDoesNothing(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 4})
	for range 2 {
		require.Equal(t, http.StatusCreated, ada.post(game+"/seats", map[string]any{"bot": true}).status)
	}
	rev := ada.get(game, "Accept", "text/html").page().Find("[data-rev]").AttrOr("data-rev", "")
	form := url.Values{"rev": {rev}}
	require.Equal(t, http.StatusSeeOther, ada.post(game+"/seats/1/leave", form, "Accept", "text/html").status)
	again := ada.post(game+"/seats/1/leave", form, "Accept", "text/html")
	assert.Equal(t, http.StatusConflict, again.status)
	assert.Equal(t, 1, again.page().Find("#table").Length())
	wantProblem(t, ada.post(game+"/seats", url.Values{"bot": {""}, "rev": {rev}}), http.StatusConflict, "stale")
	seats, _ := ada.get(game).at("table", "seats").([]any)
	assert.Len(t, seats, 2)
	for range 2 {
		a := ada.post(game+"/start", url.Values{}, "Accept", "text/html")
		assert.Equal(t, http.StatusSeeOther, a.status, "starting twice is starting")
	}
}

func TestTheLastToLeaveClosesTheRoom(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 3})
	require.Equal(t, http.StatusOK, ada.send(http.MethodDelete, game+"/seats/0", nil).status)
	wantProblem(t, ada.get(game), http.StatusNotFound, "unknown_game")
}

func TestLeavingARunningGameAndComingBack(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	seat := ben.get(game).num("seat")
	left := ben.send(http.MethodDelete, game+"/seats/"+itoa(seat), nil)
	require.Equal(t, http.StatusOK, left.status, left.text())
	players, _ := left.at("state", "players").([]any)
	one, _ := players[seat].(map[string]any)
	assert.Equal(t, true, one["away"])
	wantProblem(t, ada.post(game+"/seats/"+itoa(seat)+"/return", nil), http.StatusForbidden, "no_seat")
	back := ben.post(game+"/seats/"+itoa(seat)+"/return", nil)
	require.Equal(t, http.StatusOK, back.status, back.text())
	players, _ = back.at("state", "players").([]any)
	one, _ = players[seat].(map[string]any)
	assert.NotEqual(t, true, one["away"])
}

func TestPrivateTablesAreReachableButNotListed(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2, "private": true})
	id := strings.TrimPrefix(game, "/games/")
	for _, path := range []string{"/", "/games", "/games?status=lobby"} {
		assert.NotContains(t, ben.get(path).text(), id, path)
		assert.Contains(t, ada.get(path).text(), id, path)
	}
	assert.NotContains(t, ben.get("/", "Accept", "text/html").text(), id)
	require.Equal(t, http.StatusOK, ben.get(game).status)
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", nil).status)
	assert.Contains(t, ben.get("/").text(), id, "now it is his table too")
	wantProblem(t, ben.get("/games?status=odd"), http.StatusBadRequest, "mistyped")
	assert.NotContains(t, ben.get("/games?status=playing").text(), id)
}

func TestASandboxStartsFromAPosition(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"scenario": map[string]any{
		"edition": "us-classic", "rulebook": "us",
		"players": []any{map[string]any{"name": "P", "cash": 700}, map[string]any{"name": "Q", "deeds": []any{map[string]any{"space": 39}}}},
		"dice":    []any{[]int{1, 2}, []int{1, 3}},
	}})
	state := ada.get(game)
	assert.Equal(t, "playing", state.str("status"))
	assert.Equal(t, 0, state.num("seat"))
	assert.Equal(t, true, state.at("table", "sandbox"))
	a := ada.post(game+"/moves", roll())
	require.Equal(t, http.StatusOK, a.status, a.text())
	events, _ := a.at("events").([]any)
	first, _ := events[0].(map[string]any)
	assert.Equal(t, []any{1.0, 2.0}, first["dice"], "the script's throw")
	wantProblem(t, ben.post(game+"/moves", map[string]any{"move": "roll", "player": 1}), http.StatusForbidden, "no_seat")
	require.Equal(t, http.StatusOK, ada.post(game+"/moves", map[string]any{"move": "decline"}).status)
	bid := ada.post(game+"/moves", map[string]any{"move": "bid", "amount": 10, "player": 1})
	require.Equal(t, http.StatusOK, bid.status, "who opened the sandbox moves for free seats: %s", bid.text())
	through := ada.get(game + "?player=1")
	assert.Equal(t, 1, through.num("seat"))
	wantProblem(t, ben.get(game+"?player=1"), http.StatusForbidden, "no_seat")
	joined := ben.post(game+"/seats", nil)
	require.Equal(t, http.StatusCreated, joined.status, joined.text())
	assert.Equal(t, 1, joined.num("seat"))
	wantProblem(t, ada.post(game+"/moves", map[string]any{"move": "pass", "player": 1}), http.StatusForbidden, "no_seat")
}

// What a position says itself is not said again in another way: it would not be used.
func TestASandboxIsNothingElseThanItsPosition(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	position := map[string]any{
		"edition": "us-classic", "rulebook": "us", "options": map[string]any{"house.parking_pot": true},
		"players": []any{map[string]any{"name": "P"}, map[string]any{"name": "Q"}},
	}
	for field, cases := range map[string]struct{ same, other any }{
		"edition":     {"us-classic", "sonic"},
		"rulebook":    {"us", "standard"},
		"options":     {map[string]any{"house.parking_pot": true}, map[string]any{"house.parking_pot": false}},
		"players":     {2, 3},
		"banker":      {0, 1},
		"banker_only": {false, true},
		"quick":       {true, nil},
	} {
		a := ada.post("/games", map[string]any{"scenario": position, field: cases.same})
		require.Equal(t, http.StatusCreated, a.status, a.text())
		if cases.other == nil {
			continue
		}
		refused := ada.post("/games", map[string]any{"scenario": position, field: cases.other})
		wantProblem(t, refused, http.StatusUnprocessableEntity, "bad_setup")
		assert.Equal(t, field, refused.str("field"))
		assert.Contains(t, refused.str("detail"), "“"+field+"” should be left out, or the same as in the position")
		if id := a.str("game"); field != "rulebook" && field != "options" {
			wantProblem(t, ada.post("/games", map[string]any{"sandbox_of": id, "rulebook": "standard", field: cases.other}), http.StatusUnprocessableEntity, "bad_setup")
		}
	}
}

// The same position under another rulebook: what would this one say?
func TestASandboxUnderAnotherRulebook(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := ada.create(map[string]any{"scenario": map[string]any{
		"edition": "us-classic", "rulebook": "us", "players": []any{map[string]any{"name": "P", "space": 7}, map[string]any{"name": "Q"}},
	}})
	id := strings.TrimPrefix(game, "/games/")
	other := ada.post("/games", map[string]any{"sandbox_of": id, "rulebook": "standard"})
	require.Equal(t, http.StatusCreated, other.status, other.text())
	assert.Equal(t, "standard", other.str("rulebook"))
	assert.Equal(t, "us", ada.get(game).str("rulebook"), "the old one stays as it is")
	wantProblem(t, ada.post("/games", map[string]any{"sandbox_of": id, "rulebook": "mega"}), http.StatusUnprocessableEntity, "bad_scenario")
	gone := ada.post("/games", map[string]any{"sandbox_of": "none", "rulebook": "us"})
	wantProblem(t, gone, http.StatusUnprocessableEntity, "unknown_game")
	assert.Equal(t, "sandbox_of", gone.str("field"), "the address is right")
	assert.Contains(t, gone.str("detail"), "“sandbox_of” names no table")
	plain := strings.TrimPrefix(ada.create(map[string]any{"edition": "us-classic", "players": 2}), "/games/")
	wantProblem(t, ada.post("/games", map[string]any{"sandbox_of": plain, "rulebook": "us"}), http.StatusUnprocessableEntity, "bad_scenario")
	form := ada.post("/games", url.Values{"sandbox_of": {id}, "rulebook": {"standard"}}, "Accept", "text/html")
	assert.Equal(t, http.StatusSeeOther, form.status)
	refused := ada.html().post("/games", url.Values{"sandbox_of": {id}, "rulebook": {"mega"}}, "Accept-Language", "de")
	assert.Equal(t, http.StatusUnprocessableEntity, refused.status)
	assert.Contains(t, refused.page().Find("main").Text(), "Nach diesem Regelheft ist die Stellung nicht spielbar")
	assert.Zero(t, refused.page().Find("[name=edition]").Length(), "the form for a new table says nothing about it")
}

func TestComputersAreCountedByKind(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	a := ada.post("/games", url.Values{"edition": {"us-classic"}, "players": {"5"}, "bot.trader": {"2"}, "bot.builder": {"1"}, "bot.default": {""}})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	seats, _ := a.at("table", "seats").([]any)
	kinds := map[any]int{}
	for _, seat := range seats {
		one, _ := seat.(map[string]any)
		kinds[one["bot"]]++
	}
	assert.Equal(t, map[any]int{nil: 1, "trader": 2, "builder": 1}, kinds)
	for _, bad := range []string{"-1", "many", "500"} {
		wantProblem(t, ada.post("/games", url.Values{"edition": {"us-classic"}, "bot.trader": {bad}}), http.StatusBadRequest, "mistyped")
	}
	byNumber := ada.post("/games", map[string]any{"edition": "us-classic", "players": 4, "bots": 3})
	require.Equal(t, http.StatusCreated, byNumber.status, byNumber.text())
	seats, _ = byNumber.at("table", "seats").([]any)
	assert.Len(t, seats, 4)
}

// A seat shows the level and the character it was given, a persona its name as ever.
func TestComputersHaveLevelAndCharacter(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	builder := map[string]any{"level": "hard", "character": "builder"}
	plain := map[string]any{"level": "easy", "character": "default"}
	game := ada.create(map[string]any{"edition": "us-classic", "players": 6, "bots": []any{builder, "trader", map[string]any{"level": "easy"}}})
	seated := ada.post(game+"/seats", map[string]any{"bot": builder})
	require.Equal(t, http.StatusCreated, seated.status, seated.text())
	assert.Equal(t, builder, seated.at("bot"))
	pressed := ada.post(game+"/seats", url.Values{"level": {"medium"}, "character": {"cautious"}})
	require.Equal(t, http.StatusCreated, pressed.status, pressed.text())
	seats, _ := ada.get(game).at("table", "seats").([]any)
	shown := make([]any, 0, len(seats))
	for _, seat := range seats {
		one, _ := seat.(map[string]any)
		shown = append(shown, one["bot"])
	}
	assert.Equal(t, []any{nil, builder, "trader", plain, builder, map[string]any{"level": "medium", "character": "cautious"}}, shown)
	for _, bad := range []string{`{"level":"trader"}`, `{"level":"hard","character":"x"}`, `{"character":"builder"}`, `"hard-default"`, `"hard-x"`, `{}`} {
		wantProblem(t, ada.post("/games", `{"edition":"us-classic","bots":[`+bad+`]}`), http.StatusUnprocessableEntity, "bad_setup")
	}
	wantProblem(t, ada.post("/games", `{"edition":"us-classic","bots":[{"level":"hard","taste":"builder"}]}`), http.StatusBadRequest, "foreign")
	for name, bad := range map[string]string{"private": "ja", "hints": "maybe", "quick": "x", "banker_only": "y"} {
		f := ada.post("/games", url.Values{"edition": {"us-classic"}, name: {bad}})
		wantProblem(t, f, http.StatusBadRequest, "mistyped")
		assert.Equal(t, name, f.str("field"))
	}
	wantProblem(t, ada.post("/games", url.Values{"edition": {"us-classic"}, "privat": {"1"}}), http.StatusBadRequest, "foreign")
	waiting := ada.create(map[string]any{"edition": "us-classic"})
	wantProblem(t, ada.post(waiting+"/start", url.Values{"fill": {"maybe"}}), http.StatusBadRequest, "mistyped")
	assert.Equal(t, "lobby", ada.get(waiting).str("status"))
	fromForm := ada.post("/games", url.Values{"edition": {"us-classic"}, "players": {"3"}, "level.1": {""}, "character.1": {"trader"}, "level.2": {"hard"}, "character.2": {"builder"}})
	require.Equal(t, http.StatusCreated, fromForm.status, fromForm.text())
	seats, _ = fromForm.at("table", "seats").([]any)
	require.Len(t, seats, 2, "seats without a level are for people")
	one, _ := seats[1].(map[string]any)
	assert.Equal(t, builder, one["bot"])
}

func TestQuickPlayStartsAtOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, id := range []string{"", "mark-classic", "german-classic", "us-classic", "sonic", "mega", "duel-masters"} {
		b := s.browser()
		a := b.post("/games", url.Values{"quick": {"1"}, "edition": {id}, "name": {"Ada"}})
		require.Equal(t, http.StatusSeeOther, a.status, "%s: %s", id, a.text())
		state := b.get(a.header.Get("Location"), "Accept", "*/*")
		assert.Equal(t, "playing", state.str("status"), id)
		assert.Equal(t, 0, state.num("seat"))
	}
	nobody := s.browser()
	a := nobody.post("/games", url.Values{"quick": {"1"}})
	require.Equal(t, http.StatusSeeOther, a.status, "not even a name is needed: %s", a.text())
	assert.Equal(t, "Guest", nobody.get("/me", "Accept", "*/*").str("name"))
}

// A visitor whose table is refused, whatever is wrong with it, is nobody afterwards, and no
// table is left behind.
func TestARefusedTableMakesNobody(t *testing.T) {
	t.Parallel()
	s := open(t)
	for name, form := range map[string]url.Values{
		"title of a quick game":       {"quick": {"1"}, "title": {"Bankhalter"}},
		"name":                        {"quick": {"1"}, "name": {"Bankhalter"}},
		"rulebook of a quick game":    {"quick": {"1"}, "edition": {"us-classic"}, "rulebook": {"mega"}},
		"too few for a quick game":    {"quick": {"1"}, "edition": {"mark-classic"}, "bots": {"default"}},
		"bank of a quick game":        {"quick": {"1"}, "bots": {"default"}, "players": {"4"}, "banker": {"3"}},
		"anchor":                      {"quick": {"1"}, "anchor": {"zz"}},
		"anchor of a table":           {"edition": {"us-classic"}, "anchor": {"zz"}},
		"scenario":                    {"scenario": {`{"edition":"us-classic","rulebook":"us","players":[{"name":"P","space":99}]}`}},
		"copy of nothing":             {"sandbox_of": {"aaaaaaaaaa"}},
		"more computers in a sandbox": {"scenario": {`{"edition":"us-classic","rulebook":"us","players":[{"name":"P"},{"name":"Q"}]}`}, "bots": {"default,default,default"}},
	} {
		t.Run(name, func(t *testing.T) {
			if !form.Has("name") {
				form.Set("name", "Ada")
			}
			for _, accept := range []string{asPage, "application/json"} {
				b := s.browser()
				refused := b.post("/games", form, "Accept", accept)
				require.GreaterOrEqual(t, refused.status, 400, refused.text())
				require.Less(t, refused.status, 500, refused.text())
				assert.Empty(t, refused.header.Values("Set-Cookie"))
				assert.Nil(t, b.get("/me", "Accept", "application/json").at("viewer"))
			}
		})
	}
	assert.Empty(t, s.program().get("/games").at("games"))
	blank := s.browser()
	require.Equal(t, http.StatusSeeOther, blank.post("/games", url.Values{"quick": {"1"}, "name": {" "}}).status, "a blank name is none")
}

// Rent comes by itself in a quick game unless its creator wants to claim it.
func TestQuickPlayCollectsRent(t *testing.T) {
	t.Parallel()
	s := open(t)
	auto := func(state *answer) any { return state.at("options", "rent.auto_claim") }
	for name, tc := range map[string]struct {
		form url.Values
		want any
	}{
		"nothing said": {url.Values{}, true},
		"switched off": {url.Values{"option.rent.auto_claim": {"false"}}, false},
		"both fields":  {url.Values{"option.rent.auto_claim": {"false", "true"}}, true},
		"beside null":  {url.Values{"option.rent.auto_claim": {"true"}, "options": {"null"}}, true},
	} {
		tc.form.Set("quick", "1")
		b := s.browser()
		made := b.post("/games", tc.form)
		require.Equal(t, http.StatusSeeOther, made.status, "%s: %s", name, made.text())
		assert.Equal(t, tc.want, auto(b.get(made.header.Get("Location"), "Accept", "*/*")) == true, name)
	}
	ada := s.player("Ada")
	assert.Equal(t, true, auto(ada.post("/games", map[string]any{"quick": true})))
	assert.NotEqual(t, true, auto(ada.post("/games", map[string]any{"quick": true, "options": map[string]any{"rent.auto_claim": false}})))
	assert.Nil(t, auto(ada.post("/games", map[string]any{"edition": "us-classic"})), "other tables play by the book")

	r := s.reader().open("/").press("#m-quick")
	assert.Equal(t, true, auto(r.get(r.path, "Accept", "*/*")), "as the page offers it")
}

func TestEditionsAreDataAndCanBeBrought(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	list := ada.get("/editions")
	editions, _ := list.at("editions").([]any)
	require.Len(t, editions, len(edition.IDs()))
	for _, entry := range editions {
		e, _ := entry.(map[string]any)
		id, _ := e["id"].(string)
		one := ada.get("/editions/" + id)
		require.Equal(t, http.StatusOK, one.status)
		spaces, _ := one.at("spaces").([]any)
		assert.EqualValues(t, e["spaces"], len(spaces), id)
		assert.Equal(t, http.StatusNotModified, ada.get("/editions/"+id, "If-None-Match", one.header.Get("ETag")).status)
	}
	own, err := os.ReadFile("../game/testdata/fixtures/f40.json")
	require.NoError(t, err)
	made := ada.post("/editions", string(own))
	require.Equal(t, http.StatusCreated, made.status, made.text())
	assert.Equal(t, http.StatusOK, ada.get(made.header.Get("Location")).status)
	game := ada.post("/games", map[string]any{"edition": made.str("id"), "rulebook": "us", "players": 2})
	require.Equal(t, http.StatusCreated, game.status, game.text())
	direct := ada.post("/games", map[string]any{"edition": json.RawMessage(own), "rulebook": "us", "players": 2})
	require.Equal(t, http.StatusCreated, direct.status, direct.text())
	list = ada.get("/editions")
	editions, _ = list.at("editions").([]any)
	assert.Len(t, editions, 7)
	editions, _ = s.program().get("/editions").at("editions").([]any)
	assert.Len(t, editions, 6, "one's own editions are one's own")

	broken := ada.post("/editions", `{"id":"x","spaces":[]}`)
	wantProblem(t, broken, http.StatusUnprocessableEntity, "bad_edition")
	assert.NotEmpty(t, broken.at("errors"))
	b := s.browser()
	require.Equal(t, http.StatusSeeOther, b.post("/editions", url.Values{"edition": {string(own)}, "name": {"Bea"}}).status, "a form may be three times as long")
	assert.Equal(t, http.StatusUnprocessableEntity, b.post("/editions", url.Values{"edition": {"{}"}}).status)
	typed := strings.Replace(string(own), `"spaces"`, `"Spaces </textarea>"`, 1)
	refused := b.post("/editions", url.Values{"edition": {typed}, "next": {"/games/new"}})
	assert.Equal(t, http.StatusUnprocessableEntity, refused.status)
	assert.Equal(t, strings.TrimSpace(typed), refused.page().Find("#in-edition").Text(), "what was typed is still there")
	assert.Equal(t, "/games/new", refused.page().Find("#f-edition [name=next]").AttrOr("value", ""))
	assert.NotEmpty(t, refused.page().Find(".faults li").Text())
	way, _ := b.get("/editions/us-classic").page().Find("#act .head a").First().Attr("href")
	assert.Equal(t, "/editions/us-classic/edit", way)
	text := b.get("/editions?edition=us-classic").page().Find("#in-edition").Text()
	require.Contains(t, text, "\n  \"id\": \"us-classic\"")
	changed := b.post("/editions", url.Values{"edition": {strings.Replace(text, "us-classic", "our-street", 1)}})
	require.Equal(t, http.StatusSeeOther, changed.status, "a copy with a name of its own is a board")
	bring := b.get(changed.header.Get("Location")).page().Find("#act .head a").Last().AttrOr("href", "")
	assert.Equal(t, http.StatusOK, b.get(bring).status)
	assert.Equal(t, "our-street", b.get(changed.header.Get("Location"), "Accept", "application/json").str("id"))
	assert.Equal(t, http.StatusNotFound, b.get("/editions?edition=none").status)
	var upload bytes.Buffer
	w := multipart.NewWriter(&upload)
	file, err := w.CreateFormFile("edition", "board.json")
	require.NoError(t, err)
	_, err = file.Write(own)
	require.NoError(t, err)
	require.NoError(t, w.WriteField("edition", ""))
	require.NoError(t, w.WriteField("next", "/games/new"))
	require.NoError(t, w.Close())
	sent := b.post("/editions", raw(upload.String()), "Content-Type", w.FormDataContentType())
	require.Equal(t, http.StatusSeeOther, sent.status, sent.text())
	assert.Equal(t, "/games/new?edition="+made.str("hash"), sent.header.Get("Location"))
	wantProblem(t, ada.post("/editions", `{"id":"`+strings.Repeat("x", 300<<10)+`"}`), http.StatusRequestEntityTooLarge, "too_large")
}

func TestTheExportIsTheWholeGame(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	require.Equal(t, http.StatusOK, toMove(game, ada, ben).post(game+"/moves", roll()).status)
	a := s.program().get(game + "/export")
	require.Equal(t, http.StatusOK, a.status)
	assert.Equal(t, "application/x-ndjson", a.header.Get("Content-Type"))
	assert.Contains(t, a.header.Get("Content-Disposition"), ".jsonl")
	lines := strings.Split(strings.TrimSuffix(a.text(), "\n"), "\n")
	var header struct {
		Type, Game, Rulebook string
		Format               int
		Edition              map[string]any
		Players              []struct {
			Seat int
			Name string
			Bot  *string
		}
	}
	require.NoError(t, json.Unmarshal([]byte(lines[0]), &header))
	assert.Equal(t, "header", header.Type)
	assert.Equal(t, 1, header.Format)
	assert.Equal(t, "us", header.Rulebook)
	assert.Equal(t, "us-classic", header.Edition["id"])
	assert.Len(t, header.Players, 2)
	var events []json.RawMessage
	require.NoError(t, json.Unmarshal(s.program().get(game+"/events").body, &events))
	require.Len(t, lines, 1+len(events)+1)
	assert.Contains(t, lines[len(lines)-1], `"type":"proof.head"`)
	for i, e := range events {
		assert.JSONEq(t, string(e), lines[i+1])
	}
	var tail []json.RawMessage
	require.NoError(t, json.Unmarshal(ada.get(game+"/events?after=3").body, &tail))
	assert.Len(t, tail, len(events)-3)
	assert.Equal(t, "[]\n", ada.get(game+"/events?after="+itoa(len(events))).text(), "a list, not null")
	wantProblem(t, ada.get(game+"/events?after="+itoa(len(events)+1)), http.StatusConflict, "older")
}

// Unclaimed rent is its owner's secret until it is claimed or lapses.
func TestOpenClaimsShowToTheirOwnerAlone(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"scenario": map[string]any{
		"edition": "us-classic", "rulebook": "us",
		"players": []any{map[string]any{"name": "P"}, map[string]any{"name": "Q", "deeds": []any{map[string]any{"space": 3}}}},
		"dice":    []any{[]int{1, 2}},
	}})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", nil).status)
	require.Equal(t, http.StatusOK, ada.post(game+"/moves", roll()).status)
	claims := func(c *client) any { return c.get(game).at("claims") }
	assert.Len(t, claims(ben), 1)
	assert.Empty(t, claims(ada))
	assert.Empty(t, claims(s.program()))
	assert.Contains(t, ben.get(game+"/events").text(), `"claim_opened"`)
	for _, c := range []*client{ada, s.program()} {
		for _, path := range []string{"/events", "/export"} {
			text := c.get(game + path).text()
			assert.NotContains(t, text, `"claim_opened"`, path)
			assert.Contains(t, text, `"hidden"`, path)
		}
	}
	require.Equal(t, http.StatusOK, ben.post(game+"/moves", map[string]any{"move": "claim_rent"}).status)
	assert.Contains(t, ada.get(game+"/events").text(), `"claim_opened"`, "once claimed it was never a secret")
}

func TestOperators(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	require.Equal(t, http.StatusUnprocessableEntity, toMove(game, ada, ben).post(game+"/moves", map[string]any{"move": "buy"}).status)
	assert.Equal(t, "ok", s.program().get("/healthz").str("status"))
	assert.Equal(t, "ok", s.program().get("/readyz").str("status"))
	a := s.program().get("/metrics")
	require.Equal(t, http.StatusOK, a.status)
	assert.Contains(t, a.header.Get("Content-Type"), "text/plain")
	assert.Contains(t, a.text(), `bankhalter_http_requests_total{method="POST",route="/games/:id/start",status="200"} 1`)
	assert.Contains(t, a.text(), `bankhalter_moves_refused_total{code="phase"} 1`)
	assert.NotContains(t, a.text(), strings.TrimPrefix(game, "/games/"), "addresses of tables are nobody's business")
	for line := range strings.SplitSeq(strings.TrimSpace(a.text()), "\n") {
		assert.Regexp(t, `^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [-+.\w]+)$`, line)
	}
	doc := s.program().get("/openapi.json")
	require.Equal(t, http.StatusOK, doc.status)
	assert.Equal(t, "3.1.0", doc.str("openapi"))
}
