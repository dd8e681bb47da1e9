package e2e

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// phasePosition is a table at which Ada, on seat 0, sees an example of a phase. The
// moves that lead there may be any player's.
type phasePosition struct {
	name, doc string
	moves     []string // JSON
	query     string   // query of the address besides the table
}

// phasePositions are all phases, each from every side that looks different.
var phasePositions = []phasePosition{
	{name: "roll", doc: rig.FourFriends},
	{name: "buy", doc: rig.FourFriends, moves: []string{`{"player": 0, "move": "roll"}`}},
	{name: "buy-short", doc: `{"edition": "german-classic", "rulebook": "standard", "players": [
		{"name": "Ada", "cash": 90, "space": 30, "deeds": [{"space": 5}]}, {"name": "Ben"}], "dice": [[4, 5]]}`,
		moves: []string{`{"player": 0, "move": "roll"}`}},
	{name: "auction-open", doc: rig.FourFriends, moves: []string{`{"player": 0, "move": "roll"}`, `{"player": 0, "move": "decline"}`}},
	{name: "auction-led", doc: rig.FourFriends, moves: []string{`{"player": 0, "move": "roll"}`, `{"player": 0, "move": "decline"}`,
		`{"player": 1, "move": "bid", "amount": 100}`, `{"player": 2, "move": "bid", "amount": 150}`, `{"player": 3, "move": "pass"}`}},
	{name: "auction-leading", doc: rig.FourFriends, moves: []string{`{"player": 0, "move": "roll"}`, `{"player": 0, "move": "decline"}`,
		`{"player": 1, "move": "bid", "amount": 100}`, `{"player": 0, "move": "bid", "amount": 170}`, `{"player": 3, "move": "pass"}`}},
	{name: "auction-passed", doc: rig.FourFriends, moves: []string{`{"player": 0, "move": "roll"}`, `{"player": 0, "move": "decline"}`,
		`{"player": 1, "move": "bid", "amount": 100}`, `{"player": 0, "move": "pass"}`}},
	{name: "end-of-turn", doc: rig.FourFriends, moves: []string{`{"player": 0, "move": "roll"}`, `{"player": 0, "move": "buy"}`}},
	{name: "building", doc: `{"edition": "german-classic", "rulebook": "standard", "players": [
		{"name": "Ada", "cash": 900, "space": 20, "deeds": [{"space": 16, "houses": 2}, {"space": 18, "houses": 1}, {"space": 19, "houses": 1}, {"space": 21}, {"space": 23}, {"space": 24}, {"space": 5}, {"space": 12, "mortgaged": true}]},
		{"name": "Ben", "cash": 700, "space": 3}], "dice": [[1, 2]]}`, moves: []string{`{"player": 0, "move": "roll"}`}},
	{name: "jail", doc: `{"edition": "us-classic", "rulebook": "us", "players": [
		{"name": "Ada", "space": 10, "jailed": true, "jail_turn": 1, "jail_cards": ["chance"]}, {"name": "Ben"}, {"name": "Cleo"}]}`},
	{name: "jail-last", doc: `{"edition": "german-classic", "rulebook": "standard", "players": [
		{"name": "Ada", "cash": 60, "space": 10, "jailed": true, "jail_turn": 3}, {"name": "Ben"}]}`},
	{name: "tax", doc: `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada", "cash": 800}, {"name": "Ben"}], "dice": [[1, 3]]}`,
		moves: []string{`{"player": 0, "move": "roll"}`}},
	{name: "card", doc: `{"edition": "mark-classic", "rulebook": "mark", "options": {"end_time": 90}, "players": [{"name": "Ada"}, {"name": "Ben"}, {"name": "Cleo"}],
		"dice": [[3, 4]], "decks": {"chance": ["fine-or-chest"]}}`, moves: []string{`{"player": 0, "move": "roll"}`}},
	{name: "debt", doc: inDebt},
	{name: "debt-ready", doc: inDebt, moves: []string{`{"player": 0, "move": "sell", "spaces": [19, 18, 16]}`, `{"player": 0, "move": "mortgage", "space": 5}`}},
	{name: "debt-lost", doc: `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada", "cash": 10, "space": 20, "deeds": [{"space": 1, "mortgaged": true}]}, {"name": "Ben"}, {"name": "Cleo"}],
		"debts": [{"debtor": 0, "creditor": 1, "amount": 300, "reason": "rent"}]}`},
	{name: "debt-theirs", doc: benOwes},
	{name: "settlement", doc: benOwes, moves: []string{`{"player": 1, "move": "offer_settlement", "give": {"deeds": [5]}, "credit": 200}`}},
	{name: "in-kind", doc: `{"edition": "mark-classic", "rulebook": "mark", "options": {"end_time": 90}, "players": [
		{"name": "Ada", "cash": 0, "space": 20, "deeds": [{"space": 11}, {"space": 13}, {"space": 5}, {"space": 15}]}, {"name": "Ben"}, {"name": "Cleo"}],
		"debts": [{"debtor": 0, "creditor": 1, "amount": 4800, "reason": "rent"}]}`},
	{name: "trade-form", doc: rig.FourFriends, query: "?trade=2"},
	{name: "trade-proposed", doc: rig.FourFriends, moves: []string{
		`{"player": 0, "move": "propose_trade", "to": 3, "give": {"cash": 100, "deeds": [1, 15]}, "want": {"deeds": [11, 13]}}`}},
	{name: "trade-answer", doc: rig.FourFriends, moves: []string{
		`{"player": 2, "move": "propose_trade", "to": 0, "give": {"cash": 300, "deeds": [25], "jail_cards": ["chest"]}, "want": {"deeds": [21, 15]}}`,
		`{"player": 3, "move": "propose_trade", "to": 0, "give": {"cash": 120, "deeds": [11]}, "want": {"deeds": [12]}}`}},
	{name: "claim", doc: `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada", "deeds": [{"space": 3}]}, {"name": "Ben"}], "turn": 1, "dice": [[1, 2]]}`,
		moves: []string{`{"player": 1, "move": "roll"}`}},
	{name: "shortage", doc: rig.FewHouses, moves: []string{`{"player": 1, "move": "build", "spaces": [1]}`}},
	{name: "shortage-auction", doc: rig.FewHouses, moves: []string{`{"player": 1, "move": "build", "spaces": [1]}`, `{"player": 0, "move": "intent", "count": 1}`}},
	{name: "shortage-place", doc: rig.FewHouses, moves: []string{`{"player": 1, "move": "build", "spaces": [1]}`, `{"player": 0, "move": "intent", "count": 1}`,
		`{"player": 0, "move": "bid", "amount": 150}`, `{"player": 1, "move": "pass"}`}},
	{name: "transfer", doc: `{"edition": "german-classic", "rulebook": "standard", "players": [
		{"name": "Ada"}, {"name": "Ben", "cash": 0, "deeds": [{"space": 5, "mortgaged": true}, {"space": 15, "mortgaged": true}]}, {"name": "Cleo"}], "turn": 1,
		"debts": [{"debtor": 1, "creditor": 0, "amount": 900, "reason": "rent"}]}`, moves: []string{`{"player": 1, "move": "declare_bankruptcy"}`}},
	{name: "liquidation", doc: `{"edition": "us-classic", "rulebook": "us", "players": [
		{"name": "Ada"}, {"name": "Ben", "cash": 0, "space": 4, "deeds": [{"space": 5}, {"space": 15}]}, {"name": "Cleo"}], "turn": 1,
		"debts": [{"debtor": 1, "creditor": "bank", "amount": 900, "reason": "tax"}]}`, moves: []string{`{"player": 1, "move": "declare_bankruptcy"}`}},
	{name: "triple", doc: `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada"}, {"name": "Ben"}], "dice": [[2, 2, 2]]}`, moves: []string{`{"player": 0, "move": "roll"}`}},
	{name: "ticket", doc: `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada", "space": 26, "tickets": 1, "deeds": [{"space": 35}]}, {"name": "Ben"}]}`},
	{name: "bus", doc: `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada", "deeds": [{"space": 6}]}, {"name": "Ben"}], "dice": [[1, 2, "bus"]]}`,
		moves: []string{`{"player": 0, "move": "roll"}`, `{"player": 0, "move": "buy"}`}},
	{name: "gift", doc: `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada", "space": 42}, {"name": "Ben"}], "dice": [[1, 3, 1]]}`, moves: []string{`{"player": 0, "move": "roll"}`}},
	{name: "pick", doc: `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada", "space": 2}, {"name": "Ben"}], "dice": [[4, 5, 3]]}`, moves: []string{`{"player": 0, "move": "roll"}`}},
	{name: "equalise", doc: `{"edition": "mega", "rulebook": "mega", "players": [
		{"name": "Ada", "cash": 10, "deeds": [{"space": 15, "houses": 3}, {"space": 16, "houses": 3}, {"space": 18, "houses": 3}]}, {"name": "Ben", "deeds": [{"space": 19}]}]}`,
		moves: []string{`{"player": 1, "move": "propose_trade", "to": 0, "give": {"deeds": [19]}, "want": {"cash": 10}}`, `{"player": 0, "move": "accept_trade", "trade": 1}`}},
	{name: "duel", doc: rig.Duel, moves: []string{`{"player": 0, "move": "roll"}`}},
	{name: "take", doc: rig.Duel, moves: []string{`{"player": 0, "move": "roll"}`, `{"player": 0, "move": "duel"}`}},
	{name: "waiting", doc: `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada", "cash": 700, "space": 12, "deeds": [{"space": 39}, {"space": 5}]}, {"name": "Ben"}, {"name": "Cleo"}], "turn": 1, "dice": [[1, 2]]}`,
		moves: []string{`{"player": 1, "move": "roll"}`}},
	{name: "bankrupt", doc: `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada", "cash": 10, "space": 20}, {"name": "Ben"}, {"name": "Cleo"}],
		"debts": [{"debtor": 0, "creditor": 1, "amount": 300, "reason": "rent"}]}`, moves: []string{`{"player": 0, "move": "declare_bankruptcy"}`}},
	{name: "over", doc: `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada"}, {"name": "Ben", "cash": 10, "space": 20}], "turn": 1,
		"debts": [{"debtor": 1, "creditor": 0, "amount": 300, "reason": "rent"}]}`, moves: []string{`{"player": 1, "move": "declare_bankruptcy"}`}},
}

const (
	inDebt = `{"edition": "german-classic", "rulebook": "standard", "players": [
		{"name": "Ada", "cash": 60, "space": 20, "deeds": [{"space": 16, "houses": 2}, {"space": 18, "houses": 2}, {"space": 19, "houses": 2}, {"space": 5}, {"space": 12}]},
		{"name": "Ben", "deeds": [{"space": 39}]}, {"name": "Cleo"}],
		"debts": [{"debtor": 0, "creditor": 1, "amount": 300, "reason": "rent"}]}`
	benOwes = `{"edition": "german-classic", "rulebook": "standard", "players": [
		{"name": "Ada"}, {"name": "Ben", "cash": 0, "deeds": [{"space": 5}]}, {"name": "Cleo"}], "turn": 1,
		"debts": [{"debtor": 1, "creditor": 0, "amount": 300, "reason": "rent"}]}`
)

// create puts the position on a table of the server and returns its address.
func (m *phasePosition) create(t *testing.T, p *rig.Session) string {
	t.Helper()
	var made rig.State
	require.NoError(t, p.Post("/games", map[string]any{"scenario": rig.Raw(m.doc)}, &made), m.name)
	for _, move := range m.moves {
		require.NoError(t, p.Post("/games/"+made.Game+"/moves", json.RawMessage(move), nil), "%s: %s", m.name, move)
	}
	return "/games/" + made.Game + m.query
}

// phasePositionsNamed are those of the names, all of which there must be.
func phasePositionsNamed(t *testing.T, names ...string) (list []phasePosition) {
	t.Helper()
	for _, m := range phasePositions {
		if slices.Contains(names, m.name) {
			list = append(list, m)
		}
	}
	require.Len(t, list, len(names))
	return list
}
