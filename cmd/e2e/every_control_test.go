package e2e

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// position is a sandbox in which a control comes up that a game seldom shows.
// A step is a move as the player presses it, "build spaces=16", or the JSON of
// one that another player makes.
type position struct {
	name, doc string
	steps     []string
}

// positions are ordered by rulebook.
var positions = []position{
	{"mark-kind", `{"edition": "mark-classic", "rulebook": "mark", "options": {"end_time": 90}, "players": [
		{"name": "Ada", "cash": 0, "space": 20, "deeds": [{"space": 11}, {"space": 13}, {"space": 5}, {"space": 15}]}, {"name": "Ben"}, {"name": "Cleo"}],
		"debts": [{"debtor": 0, "creditor": 1, "amount": 4800, "reason": "rent"}]}`,
		[]string{"pay_in_kind space=11", "mortgage space=13", "mortgage space=5", "pay_debt", "roll"}},
	{"sonic-jail", `{"edition": "sonic", "rulebook": "sonic", "players": [
		{"name": "Ada", "space": 10, "jailed": true, "jail_turn": 1, "jail_cards": ["chance"]}, {"name": "Ben"}], "dice": [[1, 2]]}`,
		[]string{"stay", "end_turn", `{"player": 1, "move": "roll"}`}},
	{"standard-card", `{"edition": "german-classic", "rulebook": "standard", "players": [
		{"name": "Ada", "space": 10, "jailed": true, "jail_turn": 1, "jail_cards": ["chance"]}, {"name": "Ben"}], "dice": [[1, 2]]}`,
		[]string{"use_jail_card", "roll", "buy", "mortgage space=13", "lift space=13", "end_turn"}},
	{"standard-shortage", `{"edition": "german-classic", "rulebook": "standard", "players": [
		{"name": "Ada", "cash": 3000, "deeds": [{"space": 21}, {"space": 23}, {"space": 24}]}, {"name": "Ben", "cash": 3000, "deeds": [{"space": 1}, {"space": 3}]}],
		"bank": {"houses": 1}}`,
		[]string{"build spaces=21", `{"player": 1, "move": "intent", "count": 1}`, "bid amount=210", `{"player": 1, "move": "pass"}`, "place space=21", "sell spaces=21"}},
	{"standard-wish", `{"edition": "german-classic", "rulebook": "standard", "players": [
		{"name": "Ada", "cash": 3000, "deeds": [{"space": 21}, {"space": 23}, {"space": 24}]}, {"name": "Ben", "cash": 3000, "space": 20, "deeds": [{"space": 1}, {"space": 3}]}],
		"bank": {"houses": 1}, "turn": 1}`,
		[]string{`{"player": 1, "move": "build", "spaces": [1]}`, "intent count=1", "bid amount=150", `{"player": 1, "move": "pass"}`, "place space=23"}},
	{"standard-transfer", `{"edition": "german-classic", "rulebook": "standard", "players": [
		{"name": "Ada"}, {"name": "Ben", "cash": 0, "deeds": [{"space": 5, "mortgaged": true}, {"space": 15, "mortgaged": true}]}, {"name": "Cleo"}], "turn": 1,
		"debts": [{"debtor": 1, "creditor": 0, "amount": 900, "reason": "rent"}]}`,
		[]string{`{"player": 1, "move": "declare_bankruptcy"}`, "keep space=5", "lift space=15"}},
	{"standard-settle", `{"edition": "german-classic", "rulebook": "standard", "players": [
		{"name": "Ada"}, {"name": "Ben", "cash": 0, "deeds": [{"space": 5}]}, {"name": "Cleo"}], "turn": 1,
		"debts": [{"debtor": 1, "creditor": 0, "amount": 300, "reason": "rent"}]}`,
		[]string{`{"player": 1, "move": "offer_settlement", "give": {"deeds": [5]}, "credit": 200}`, "reject_settlement",
			`{"player": 1, "move": "offer_settlement", "give": {"deeds": [5]}, "credit": 300}`, "accept_settlement"}},
	{"us-tax", `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada", "cash": 800}, {"name": "Ben"}], "dice": [[1, 3]]}`,
		[]string{"roll", "choose_tax option=percent", "end_turn"}},
	{"us-group", `{"edition": "us-classic", "rulebook": "us", "players": [
		{"name": "Ada", "deeds": [{"space": 37, "hotel": true}, {"space": 39, "hotel": true}]}, {"name": "Ben", "deeds": [{"space": 1}]}], "dice": [[1, 2]]}`,
		[]string{"sell_group group=dark_blue", "build spaces=37,39", "propose_trade give_cash=50 want_deeds=1", "cancel_trade trade=1",
			`{"player": 1, "move": "propose_trade", "to": 0, "give": {"deeds": [1]}, "want": {"cash": 9}}`, "reject_trade trade=2"}},
	{"us-claim", `{"edition": "us-classic", "rulebook": "us", "players": [
		{"name": "Ada", "deeds": [{"space": 3}]}, {"name": "Ben"}], "turn": 1, "dice": [[1, 2]]}`,
		[]string{`{"player": 1, "move": "roll"}`, "claim_rent claim=1"}},
	{"us-bankrupt", `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada", "cash": 10, "space": 20}, {"name": "Ben"}, {"name": "Cleo"}],
		"debts": [{"debtor": 0, "creditor": 1, "amount": 300, "reason": "rent"}]}`,
		[]string{"declare_bankruptcy"}},
	{"mega-triple", `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada"}, {"name": "Ben"}], "dice": [[2, 2, 2]]}`,
		[]string{"roll", "choose_space space=31", "buy"}},
	{"mega-sum", `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada"}, {"name": "Ben"}], "dice": [[2, 2, 2]]}`,
		[]string{"roll", "choose_sum", "decline"}},
	{"mega-bus", `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada", "deeds": [{"space": 6}]}, {"name": "Ben"}], "dice": [[1, 2, "bus"]]}`,
		[]string{"roll", "buy", "build spaces=6", "choose_bus option=ticket", "end_turn"}},
	{"mega-ticket", `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada", "space": 26, "tickets": 1, "deeds": [{"space": 35}]}, {"name": "Ben"}]}`,
		[]string{"use_ticket space=35", "end_turn"}},
	{"mega-gift", `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada", "space": 42}, {"name": "Ben"}], "dice": [[1, 3, 1]]}`,
		[]string{"roll", "choose_gift option=ticket", "end_turn"}},
	{"mega-pick", `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada", "space": 2}, {"name": "Ben"}], "dice": [[4, 5, 3]]}`,
		[]string{"roll", "pick_deed space=51", "bid amount=10", `{"player": 1, "move": "pass"}`, "end_turn"}},
	{"mega-even", `{"edition": "mega", "rulebook": "mega", "players": [
		{"name": "Ada", "cash": 10, "deeds": [{"space": 15, "houses": 3}, {"space": 16, "houses": 3}, {"space": 18, "houses": 3}]}, {"name": "Ben", "deeds": [{"space": 19}]}]}`,
		[]string{`{"player": 1, "move": "propose_trade", "to": 0, "give": {"deeds": [19]}, "want": {"cash": 10}}`, "accept_trade trade=1",
			"move_house from=15 to=19", "move_house from=16 to=19", "done"}},
	{"duel-won", `{"edition": "duel-masters", "rulebook": "duel", "options": {"duel": true}, "players": [
		{"name": "Ada", "space": 5, "deeds": [{"space": 6}, {"space": 8}]}, {"name": "Ben", "deeds": [{"space": 9}]}], "dice": [[1, 3], [2, 3]]}`,
		[]string{"roll", "duel", "take", "end_turn"}},
	{"duel-left", `{"edition": "duel-masters", "rulebook": "duel", "options": {"duel": true}, "players": [
		{"name": "Ada", "space": 5, "deeds": [{"space": 6}, {"space": 8}]}, {"name": "Ben", "deeds": [{"space": 9}]}], "dice": [[1, 3], [2, 3]]}`,
		[]string{"roll", "duel", "leave", "end_turn"}},
	{"duel-none", `{"edition": "duel-masters", "rulebook": "duel", "options": {"duel": true}, "players": [
		{"name": "Ada", "space": 5, "deeds": [{"space": 6}, {"space": 8}]}, {"name": "Ben", "deeds": [{"space": 9}]}], "dice": [[1, 3]]}`,
		[]string{"roll", "no_duel", `{"player": 1, "move": "claim_rent"}`, "end_turn"}},
	{"duel-break", `{"edition": "duel-masters", "rulebook": "duel", "players": [
		{"name": "Ada", "deeds": [{"space": 6}, {"space": 8}, {"space": 9}]}, {"name": "Ben"}], "dice": [[2, 3]]}`,
		[]string{"roll", `{"player": 1, "move": "propose_trade", "to": 0, "give": {"cash": 300}, "want": {"deeds": [9]}}`, "accept_trade trade=1", "buy", "end_turn"}},
}

// TestSlowEveryControlCanBePressed goes to the controls that a game seldom shows,
// in a browser, and presses each.
func TestSlowEveryControlCanBePressed(t *testing.T) {
	t.Parallel()
	b := browser(t)
	s := serve(t)
	p := newSession(t, b, rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	for i, pos := range positions {
		emulation := gameSetups[i%len(gameSetups)].emulation
		t.Run(pos.name, func(t *testing.T) {
			require.NoError(t, p.Emulate(emulation))
			var made rig.State
			require.NoError(t, p.Post("/games", map[string]any{"scenario": rig.Raw(pos.doc)}, &made))
			require.NoError(t, p.Open(s.URL+"/games/"+made.Game))
			w := &tablePage{t: t, p: p}
			w.begin()
			a := &screenshots{t: t, p: p, name: "positions/" + pos.name, emulation: emulation}
			for _, step := range pos.steps {
				w.step(made.Game, step, a)
			}
			w.awaitUpdate()
			w.end()
		})
	}
}

// step makes one move of a position.
func (s *tablePage) step(game, step string, a *screenshots) {
	s.t.Helper()
	if strings.HasPrefix(step, "{") {
		require.NoError(s.t, s.p.Post("/games/"+game+"/moves", json.RawMessage(step), nil), step)
		return
	}
	words := strings.Fields(step)
	args := url.Values{}
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, "=")
		args[name] = strings.Split(value, ",")
	}
	now := s.awaitUpdate()
	c, fill, ok := now.find(words[0], args)
	require.True(s.t, ok, "no control for %s in the phase %s: %v", step, now.state.Phase, now.moves())
	a.take(screenshotName(now, &c))
	assert.True(s.t, s.press(c, fill), "%s came too late", step)
}
