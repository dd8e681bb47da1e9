package scenario

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
)

const fixtures = "../testdata/fixtures"

// doc is a scenario on a fixture board: two players and more members.
func doc(board, rulebook, members string) string {
	d := `{"edition": "` + board + `.json", "rulebook": "` + rulebook + `"`
	if !strings.Contains(members, `"players"`) {
		d += `, "players": [{"name": "P"}, {"name": "Q"}]`
	}
	if members != "" {
		d += ", " + members
	}
	return d + "}"
}

func load(t *testing.T, document string) *Scenario {
	t.Helper()
	sc, err := Load([]byte(document), fixtures)
	require.NoError(t, err)
	return sc
}

// reasons are why a scenario is refused, nil if it is not.
func reasons(t *testing.T, document string) []string {
	t.Helper()
	_, err := Load([]byte(document), fixtures)
	if err == nil {
		return nil
	}
	var u *Unplayable
	require.ErrorAs(t, err, &u)
	return u.Reasons
}

// printed is the output as another program reads it.
func printed(t *testing.T, out Output) map[string]any {
	t.Helper()
	data, err := json.Marshal(out)
	require.NoError(t, err)
	var m map[string]any
	require.NoError(t, json.Unmarshal(data, &m))
	return m
}

func TestUnclaimedRentLapses(t *testing.T) {
	sc := load(t, doc("f40", "us", `
		"name": "unclaimed rent lapses", "note": "shown by nobody", "seed": 7, "expect": {"anything": [1]},
		"players": [
			{"name": "P", "cash": 1500, "space": 5},
			{"name": "Q", "cash": 300, "deeds": [{"space": 11}, {"space": 13, "mortgaged": true}], "jail_cards": ["chest"]}],
		"dice": [[2, 4], [1, 2], [1, 3], [2, 3]],
		"moves": [
			{"player": 0, "move": "roll", "note": "to 11"},
			{"player": 0, "move": "end_turn"},
			{"player": 1, "move": "roll"},
			{"player": 1, "move": "decline"},
			{"player": 1, "move": "pass"},
			{"player": 0, "move": "pass"},
			{"player": 1, "move": "end_turn"},
			{"player": 0, "move": "roll"},
			{"player": 1, "move": "claim_rent"},
			{"time_up": true}]`))
	assert.Equal(t, "unclaimed rent lapses", sc.Name)
	var asked []game.Command
	out := sc.Run(Words{Refused: func(c game.Command, r game.Refusal) string {
		asked = append(asked, c)
		return "no"
	}})
	m := printed(t, out)
	results := m["results"].([]any)
	require.Len(t, results, 10)
	for i := range 8 {
		assert.Equal(t, map[string]any{"ok": true}, results[i], "step %d", i)
	}
	assert.Equal(t, map[string]any{"ok": false, "code": "window", "rule": "R-RENT-9", "detail": "no"}, results[8])
	assert.Equal(t, map[string]any{"ok": false, "code": "config", "rule": "R-END-2", "detail": "no"}, results[9])
	assert.Len(t, asked, 2)
	assert.Equal(t, game.ClaimRent, asked[0].Kind)

	events := m["events"].([]any)
	first := events[0].(map[string]any)
	assert.Equal(t, "game_started", first["type"])
	assert.Regexp(t, "^[0-9a-f]{64}$", first["seed_commitment"])
	types := map[string]int{}
	for i, e := range events {
		e := e.(map[string]any)
		assert.EqualValues(t, i+1, e["seq"])
		types[e["type"].(string)]++
	}
	assert.Equal(t, 1, types["claim_opened"], "nothing is hidden")
	assert.Equal(t, 1, types["claim_lapsed"])
	state := m["state"].(map[string]any)
	assert.EqualValues(t, len(events), state["seq"])
	assert.Equal(t, []any{"chest"}, state["players"].([]any)[1].(map[string]any)["jail_cards"])
	assert.Equal(t, printed(t, out), printed(t, sc.Run(Words{Refused: func(game.Command, game.Refusal) string { return "no" }})), "a run can be repeated")
}

func TestLeftOutFieldsTakeTheStart(t *testing.T) {
	out := load(t, doc("f52", "mega", "")).Run(Words{})
	s := out.State
	assert.Empty(t, out.Results)
	assert.Len(t, out.Events, 1)
	assert.Equal(t, "roll", s.Phase)
	assert.Equal(t, "playing", s.Status)
	assert.Equal(t, []game.Seat{0}, s.WaitingFor)
	assert.EqualValues(t, 1, s.Turn.Throw)
	assert.EqualValues(t, 2500, s.Players[0].Cash)
	assert.Equal(t, 32, s.Bank.Houses)
	assert.Equal(t, 12, s.Bank.Hotels)
	assert.Equal(t, 16, s.Bank.Tickets)
	assert.Equal(t, "roll", s.Moves[0].Move)
	assert.Nil(t, s.Moves[0].Player, "one seat is waited for: the list is his")
}

func TestPositionIsSetUpAsWritten(t *testing.T) {
	sc := load(t, doc("f52", "mega", `
		"turn": 1, "throw": 1, "banker": 2,
		"players": [
			{"name": "P", "cash": 77, "space": 5, "jailed": false, "tickets": 2,
			 "deeds": [{"space": 14, "hotel": true, "paid": [1, 2, 3, 4, 5]}, {"space": 16, "hotel": true}, {"space": 17, "houses": 4}, {"space": 18, "skyscraper": false, "hotel": true},
			           {"space": 6, "depot": true}, {"space": 19, "mortgaged": true}]},
			{"name": "Q", "jailed": true, "jail_turn": 2, "jail_cards": ["chance", "chest"]},
			{"bankrupt": true},
			{"name": "T", "jailed": true}],
		"sold_elsewhere": [51], "bank": {"houses": 3, "tickets": 5},
		"claims": [{"owner": 0, "payer": 1, "space": 14, "amount": 600}],
		"debts": [{"debtor": 3, "creditor": "bank", "amount": 50, "reason": "fine"}, {"debtor": 0, "creditor": 1, "amount": 10}]`))
	s := sc.state
	r := sc.st.Rules
	assert.Equal(t, []string{"P", "Q", "P3", "T"}, sc.names)
	assert.EqualValues(t, 77, s.Players[0].Cash)
	assert.EqualValues(t, 5, s.Players[0].Space)
	assert.EqualValues(t, 2, s.Players[0].Tickets)
	assert.EqualValues(t, 5, s.Level[14])
	assert.EqualValues(t, 4, s.Level[17])
	assert.Equal(t, [game.MaxLevel]game.Money{1, 2, 3, 4, 5}, *s.PaidFor(14))
	assert.Equal(t, r.Spaces[16].House, s.PaidFor(16)[0])
	assert.Equal(t, r.Spaces[16].Hotel, s.PaidFor(16)[4])
	assert.Equal(t, game.SetOf(14, 16, 17, 18), s.Built)
	assert.Equal(t, game.SetOf(6), s.Depots)
	assert.Equal(t, game.SetOf(19), s.Mortgaged)
	assert.Equal(t, game.SetOf(6, 14, 16, 17, 18, 19), s.Owned[0])
	assert.False(t, s.Free.Has(51))
	assert.True(t, r.Removed(&s, 51))
	assert.EqualValues(t, 3, s.Stock[game.House], "as stated")
	assert.EqualValues(t, 12-3, s.Stock[game.Hotel], "what is not on the board")
	assert.EqualValues(t, 5, s.Tickets+s.Expiring)
	assert.EqualValues(t, 3, s.Players[1].Cards)
	assert.True(t, s.Players[1].Jailed)
	assert.EqualValues(t, 13, s.Players[1].Space)
	assert.EqualValues(t, 2, s.Players[1].JailTurn)
	assert.EqualValues(t, 0, s.Players[3].JailTurn)
	assert.True(t, s.Players[2].Bankrupt)
	assert.EqualValues(t, 1, s.OutCount)
	assert.EqualValues(t, 2, s.Banker)
	assert.EqualValues(t, 1, s.Turn.Seat)
	assert.Equal(t, game.PhaseJail, s.Turn.Phase)
	assert.Equal(t, game.PhaseDebt, s.Phase(), "a debt starts in its debtor's debt phase")
	assert.Equal(t, game.Debt{Debtor: 3, Creditor: game.Bank, Cause: game.ForFine, Rule: game.RJail9, Called: true, Amount: 50}, s.Debts[0])
	assert.Equal(t, game.ForRent, s.Debts[1].Cause)
	assert.Equal(t, game.Claim{ID: 1, Owner: 0, Payer: 1, Space: 14, Left: r.RentWindow, Amount: 600}, s.Claims[0])
	for deck := range s.Decks {
		free, ok := jailFree(r, game.Deck(deck))
		require.True(t, ok)
		assert.False(t, s.Decks[deck].Has(free), "a card in hand is not in the deck")
	}
}

func TestUnplayablePositions(t *testing.T) {
	players := func(p, q string) string { return `"players": [{` + p + `}, {` + q + `}]` }
	deeds := func(list string) string { return players(`"deeds": [`+list+`]`, ``) }
	cases := []struct{ name, document, want string }{
		{"not JSON", `{`, "ends too early"},
		{"no object", `[]`, "must be an object"},
		{"null", `null`, "is an object"},
		{"rest", `{} {}`, "after the end"},
		{"broken text", doc("f40", "us", `"name": "`+"\xff"+`"`), "not UTF-8 text"},
		{"twice", doc("f40", "us", `"turn": 0, "turn": 1`), "turn: stands twice"},
		{"unknown member", doc("f40", "us", `"colour": 1`), "colour: unknown"},
		{"unknown member inside", doc("f40", "us", players(`"money": 5`, ``)), "players[0].money: unknown"},
		{"no edition", `{"players": [{}, {}]}`, "edition: missing"},
		{"unknown edition", `{"edition": "no-such-board", "players": [{}, {}]}`, `no edition "no-such-board"`},
		{"edition of a wrong type", `{"edition": 5, "players": [{}, {}]}`, "edition: must be"},
		{"absolute path", `{"edition": "/no/such/board.json", "players": [{}, {}]}`, `no edition "/no/such/board.json"`},
		{"bad edition", `{"edition": {"schema": "editions/1"}, "players": [{}, {}]}`, "edition: "},
		{"unknown rulebook", doc("f40", "chess", ""), `no rulebook "chess"`},
		{"board of the wrong size", doc("f40", "mega", ""), "rulebook"},
		{"bad option", doc("f40", "sonic", `"options": {"short": true}`), "short"},
		{"options of a wrong type", doc("f40", "us", `"options": []`), "options: must be an object"},
		{"no players", doc("f40", "us", `"players": []`), "players: missing"},
		{"one player", doc("f40", "us", `"players": [{}]`), "at least two"},
		{"all but one bankrupt", doc("f40", "us", players(``, `"bankrupt": true`)), "at least two"},
		{"too many for the table", doc("f40", "us", `"players": [{},{},{},{},{},{},{},{},{},{}]`), "at most 9"},
		{"too many for the rulebook", doc("f40", "sonic", `"players": [{},{},{},{},{},{},{}]`), "at most 6"},
		{"banker alone too early", doc("f40", "us", `"banker_only": true`), "R-SETUP-7"},
		{"banker out of range", doc("f40", "us", `"banker": 2`), "banker: must be"},
		{"turn out of range", doc("f40", "us", `"turn": 2`), "turn: must be"},
		{"turn of a bankrupt", doc("f40", "us", `"turn": 2, "players": [{}, {}, {"bankrupt": true}]`), "seat 2 is not in the game"},
		{"throw out of range", doc("f40", "us", `"throw": 4`), "throw: must be a whole number from 1 to 3"},
		{"throw zero", doc("f40", "us", `"throw": 0`), "throw: must be"},
		{"second throw in jail", doc("f40", "us", `"throw": 2, `+players(`"jailed": true`, ``)), "throw: must be 1: a player in jail has not thrown yet"},
		{"negative cash", doc("f40", "us", players(`"cash": -1`, ``)), "players[0].cash: must be"},
		{"fraction of cash", doc("f40", "us", players(`"cash": 1.5`, ``)), "players[0].cash: must be"},
		{"cash in words", doc("f40", "us", players(`"cash": "much"`, ``)), "players[0].cash: must be"},
		{"absurd cash", doc("f40", "us", players(`"cash": 99999999999`, ``)), "players[0].cash: must be"},
		{"unknown space", doc("f40", "us", players(`"space": 40`, ``)), "players[0].space: must be a whole number from 0 to 39"},
		{"in jail elsewhere", doc("f40", "us", players(`"jailed": true, "space": 5`, ``)), "a player in jail is on space 10"},
		{"jail turn at large", doc("f40", "us", players(`"jail_turn": 1`, ``)), "only a player in jail"},
		{"jail turn 4", doc("f40", "us", players(`"jailed": true, "jail_turn": 4`, ``)), "jail_turn: must be"},
		{"third turn over", doc("f40", "us", players(``, `"jailed": true, "jail_turn": 3`)), "last turn in jail"},
		{"jail card twice", doc("f40", "us", players(`"jail_cards": ["chest"]`, `"jail_cards": ["chest"]`)), "only one such card"},
		{"jail card of no deck", doc("f40", "us", players(`"jail_cards": ["tarot"]`, ``)), "chance or chest"},
		{"tickets without tickets", doc("f40", "us", players(`"tickets": 1`, ``)), "tickets: must be"},
		{"too many tickets", doc("f52", "mega", players(`"tickets": 9`, `"tickets": 9`)+`, "bank": {"tickets": 0}`), "there are only 16"},
		{"bankrupt with deeds", doc("f40", "us", `"players": [{}, {}, {"bankrupt": true, "deeds": [{"space": 1}]}]`), "a bankrupt player has none"},
		{"bankrupt with cash", doc("f40", "us", `"players": [{}, {}, {"bankrupt": true, "cash": 1}]`), "a bankrupt player has none"},
		{"deed off the board", doc("f40", "us", deeds(`{"space": 99}`)), "deeds[0].space: must be"},
		{"deed without space", doc("f40", "us", deeds(`{"houses": 1}`)), "deeds[0].space: missing"},
		{"no deed", doc("f40", "us", deeds(`{"space": 0}`)), "space 0 is no deed"},
		{"two owners", doc("f40", "us", players(`"deeds": [{"space": 1}]`, `"deeds": [{"space": 1}]`)), "space 1 is already at players[0].deeds[0].space"},
		{"sold elsewhere and owned", doc("f40", "us", deeds(`{"space": 1}`)+`, "sold_elsewhere": [1]`), "space 1 is already"},
		{"sold elsewhere twice", doc("f40", "us", `"sold_elsewhere": [1, 1]`), "sold_elsewhere[1]: space 1 is already"},
		{"five houses", doc("f40", "us", deeds(`{"space": 1, "houses": 5}, {"space": 3, "houses": 4}`)), "houses: must be"},
		{"four houses in the short game", doc("f40", "us", `"options": {"short": true}, `+deeds(`{"space": 1, "houses": 4}, {"space": 3, "houses": 3}`)), "houses: must be"},
		{"houses and hotel", doc("f40", "us", deeds(`{"space": 1, "houses": 4, "hotel": true}, {"space": 3, "houses": 4}`)), "together"},
		{"houses on a station", doc("f40", "us", deeds(`{"space": 5, "houses": 1}`)), "R-BUILD-14"},
		{"skyscraper in a book without", doc("f40", "us", deeds(`{"space": 1, "skyscraper": true}, {"space": 3, "hotel": true}`)), "no skyscrapers"},
		{"depot in a book without", doc("f40", "us", deeds(`{"space": 5, "depot": true}`)), "no depots"},
		{"depot on a lot", doc("f52", "mega", deeds(`{"space": 1, "depot": true}`)), "stations only"},
		{"depot on a mortgaged station", doc("f52", "mega", deeds(`{"space": 6, "depot": true, "mortgaged": true}`)), "mortgaged and built on"},
		{"mortgaged and built", doc("f40", "us", deeds(`{"space": 1, "houses": 1, "mortgaged": true}, {"space": 3}`)), "mortgaged and built on"},
		{"mortgage in a built group", doc("f40", "us", deeds(`{"space": 1, "houses": 1}, {"space": 3, "mortgaged": true}`)), "a lot of the group is mortgaged"},
		{"incomplete group", doc("f40", "us", deeds(`{"space": 1, "houses": 1}`)), "too few lots"},
		{"two lots missing", doc("f52", "mega", deeds(`{"space": 14, "houses": 1}, {"space": 16, "houses": 1}`)), "too few lots"},
		{"uneven", doc("f40", "us", deeds(`{"space": 1, "houses": 2}, {"space": 3}`)), "uneven"},
		{"skyscraper above houses", doc("f52", "mega", deeds(`{"space": 14, "skyscraper": true}, {"space": 16, "houses": 4}, {"space": 17, "hotel": true}, {"space": 18, "hotel": true}`)), "a hotel on every lot"},
		{"skyscraper without the group", doc("f52", "mega", deeds(`{"space": 14, "skyscraper": true}, {"space": 16, "hotel": true}, {"space": 17, "hotel": true}`)), "the whole group"},
		{"prices and houses differ", doc("f40", "us", deeds(`{"space": 1, "houses": 1, "paid": [50, 50]}, {"space": 3}`)), "2 prices for 1 buildings"},
		{"prices below zero", doc("f40", "us", deeds(`{"space": 1, "houses": 1, "paid": [-5]}, {"space": 3}`)), "paid[0]: must be"},
		{"more houses than there are", doc("f40", "us", deeds(`{"space": 1, "houses": 2}, {"space": 3, "houses": 2}`)+`, "bank": {"houses": 29}`), "bank.houses: 29 in the bank and 4 on the board: there are only 32"},
		{"more hotels than there are", doc("f40", "us", `"bank": {"hotels": 13}`), "bank.hotels: 13 in the bank"},
		{"houses below zero", doc("f40", "us", `"bank": {"houses": -1}`), "bank.houses: must be"},
		{"unknown building in the bank", doc("f40", "us", `"bank": {"castles": 1}`), "bank.castles: unknown"},
		{"die with seven", doc("f40", "us", `"dice": [[1, 7]]`), "dice[0][1]: must be"},
		{"one die", doc("f40", "us", `"dice": [[1]]`), "dice[0]: a throw is"},
		{"four dice", doc("f40", "us", `"dice": [[1, 2, 3, 4]]`), "dice[0]: at most 3"},
		{"unknown face", doc("f40", "us", `"dice": [[1, 2, "tram"]]`), "dice[0][2]: the speed die"},
		{"unknown card", doc("f40", "us", `"decks": {"chance": ["no-such-card"]}`), `no card "no-such-card"`},
		{"unknown card says which there are", doc("f40", "us", `"decks": {"chance": ["no-such-card"]}`), `it has advance-c1, advance-c2, advance-go`},
		{"unknown deck", doc("f40", "us", `"decks": {"tarot": []}`), "decks.tarot: unknown"},
		{"unknown ticket", doc("f52", "mega", `"tickets": ["gold"]`), "tickets[0]"},
		{"two expiring tickets", doc("f52", "mega", `"tickets": ["expire", "expire"]`), "there are only 1"},
		{"more tickets than the pile", doc("f52", "mega", `"tickets": ["plain", "plain"], "bank": {"tickets": 1}`), "the pile has only 1"},
		{"claim without owner", doc("f40", "us", `"claims": [{"payer": 1, "space": 1, "amount": 2}]`), "claims[0].owner: missing"},
		{"claim on oneself", doc("f40", "us", `"claims": [{"owner": 1, "payer": 1, "space": 1, "amount": 2}]`), "to themselves"},
		{"claim for no deed", doc("f40", "us", `"claims": [{"owner": 0, "payer": 1, "space": 0, "amount": 2}]`), "space 0 is no deed"},
		{"claim for nothing", doc("f40", "us", `"claims": [{"owner": 0, "payer": 1, "space": 1, "amount": 0}]`), "amount: must be"},
		{"claim beyond its window", doc("f40", "us", `"claims": [{"owner": 0, "payer": 1, "space": 1, "amount": 2, "left": 3}]`), "left: must be a whole number from 1 to 2"},
		{"claim of a used number", doc("f40", "us", `"claims": [{"claim": 7, "owner": 0, "payer": 1, "space": 1, "amount": 2}, {"claim": 7, "owner": 0, "payer": 1, "space": 3, "amount": 2}]`), "claims[1].claim: must be"},
		{"claim numbered 0", doc("f40", "us", `"claims": [{"claim": 0, "owner": 0, "payer": 1, "space": 1, "amount": 2}]`), "claim: must be"},
		{"debt of a bankrupt", doc("f40", "us", `"players": [{}, {}, {"bankrupt": true}], "debts": [{"debtor": 2, "creditor": 0, "amount": 5}]`), "seat 2 is not in the game"},
		{"debt to oneself", doc("f40", "us", `"debts": [{"debtor": 0, "creditor": 0, "amount": 5}]`), "to themselves"},
		{"debt for fun", doc("f40", "us", `"debts": [{"debtor": 0, "creditor": 1, "amount": 5, "reason": "fun"}]`), `no reason for a payment: "fun"`},
		{"debt under no rule", doc("f40", "us", `"debts": [{"debtor": 0, "creditor": 1, "amount": 5, "rule": "R-FUN-1"}]`), `no rule "R-FUN-1"`},
		{"deal in a position", doc("f40", "us", `"deal": [1]`), "dealt at START"},
		{"from somewhere", doc("f40", "us", `"from": "middle"`), `from: must be "start"`},
		{"position from START", doc("f40", "us", `"from": "start", "turn": 1`), "turn: a game from START"},
		{"cash from START", doc("f40", "us", `"from": "start", "players": [{"cash": 5}, {}]`), "players[0].cash: unknown"},
		{"deal of no deed", doc("f40", "us", `"from": "start", "options": {"short": true}, "deal": [0]`), "deal[0]: space 0 is no deed"},
		{"deal twice", doc("f40", "us", `"from": "start", "options": {"short": true}, "deal": [1, 1]`), "dealt twice"},
		{"deal without dealing", doc("f40", "us", `"from": "start", "deal": [1]`), "1 deeds, but 0 are dealt"},
		{"too many dealt", doc("f40", "us", `"from": "start", "options": {"short": true}, "deal": [1, 3, 5, 6, 8]`), "5 deeds, but 4 are dealt"},
		{"moves of a wrong type", doc("f40", "us", `"moves": {}`), "moves: must be a list"},
		{"seed of a wrong type", doc("f40", "us", `"seed": [1]`), "seed: must be"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			assert.Contains(t, strings.Join(reasons(t, c.document), "\n"), c.want)
		})
	}
}

func TestAllReasonsAreTold(t *testing.T) {
	list := reasons(t, doc("f40", "us", `"throw": 9, "dice": [[0, 1]], "players": [{"cash": -1, "deeds": [{"space": 1, "houses": 2}]}, {"deeds": [{"space": 1}]}]`))
	assert.GreaterOrEqual(t, len(list), 5, "%v", list)
}

func TestPlayableThoughOdd(t *testing.T) {
	for name, document := range map[string]string{
		"uneven where the book allows it":    doc("f40m", "mark", `"players": [{"deeds": [{"space": 1, "hotel": true}, {"space": 3}]}, {}]`),
		"mortgaged neighbour, lot by lot":    doc("f40", "standard", `"players": [{"deeds": [{"space": 1, "houses": 1}, {"space": 3, "mortgaged": true}]}, {}]`),
		"all but one lot":                    doc("f52", "mega", `"players": [{"deeds": [{"space": 14, "houses": 1}, {"space": 16, "houses": 1}, {"space": 17}]}, {}]`),
		"a hotel after three houses":         doc("f40", "us", `"options": {"short": true}, "players": [{"deeds": [{"space": 1, "hotel": true, "paid": [1, 2, 3, 4]}, {"space": 3, "houses": 3}]}, {}]`),
		"a position needs no hour":           doc("f40m", "mark", ""),
		"uneven by house rule":               doc("f40", "us", `"options": {"house.uneven_build": true}, "players": [{"deeds": [{"space": 1, "houses": 4}, {"space": 3}]}, {}]`),
		"speed die where none is thrown":     doc("f40", "us", `"dice": [[4, 5, "bus"], [2, 2, "mr"], [1, 1, 1]], "tickets": ["plain", "expire"]`),
		"in jail, said to be on the start":   doc("f40", "us", `"players": [{"jailed": true, "space": 0}, {}]`),
		"bankrupt, said to have nothing":     doc("f40", "us", `"players": [{}, {}, {"bankrupt": true, "cash": 0, "deeds": [], "jailed": false, "tickets": 0}]`),
		"the banker does not play":           doc("f40", "us", `"banker": 5, "banker_only": true, "players": [{}, {}, {}, {}, {}, {}]`),
		"more houses than stock, house rule": doc("f40", "us", `"options": {"house.unlimited_buildings": true}, "bank": {"houses": 99}`),
	} {
		t.Run(name, func(t *testing.T) {
			assert.Empty(t, reasons(t, document))
		})
	}
}

func TestMalformedStepsAreResults(t *testing.T) {
	out := load(t, doc("f40", "us", `"moves": [
		{"player": 0, "move": "fly"},
		{"player": 0},
		{"move": "roll"},
		{"player": 2, "move": "roll"},
		{"player": 99, "move": "roll"},
		{"player": 0, "move": "bid", "amount": 1.5},
		{"player": 0, "move": "mortgage", "space": 77},
		{"time_up": false},
		{"time_up": true, "player": 0},
		"roll",
		{"player": 0, "move": "stay"},
		{"player": 1, "move": "propose_trade", "to": "bank", "give": {"deeds": [1]}},
		{"player": 0, "move": "roll"}]`)).Run(Words{})
	var codes []string
	for _, r := range out.Results {
		codes = append(codes, r.Code)
	}
	assert.Equal(t, []string{
		"unknown_move", "missing", "missing", "seat", "seat", "phase", "target", "mistyped", "mistyped", "malformed", "choice", "forbidden", "",
	}, codes)
	assert.Equal(t, "R-MORT-9", out.Results[11].Rule)
	assert.True(t, out.Results[12].OK, "a refused step does not stop the run")
}

func TestFromStart(t *testing.T) {
	sc := load(t, doc("f40", "us", `"from": "start", "options": {"short": true}, "players": [{"name": "P"}, {"name": "Q"}],
		"deal": [39, 1, 37, 3], "dice": [[1, 2], [6, 5], [2, 2]], "moves": [{"player": 1, "move": "roll"}]`))
	out := sc.Run(Words{})
	require.Len(t, out.Results, 2)
	assert.True(t, out.Results[0].OK)
	assert.True(t, out.Results[1].OK)
	owners := map[int]game.Seat{}
	for _, d := range out.State.Deeds {
		if d.Owner != nil {
			owners[d.Space] = *d.Owner
		}
	}
	assert.Equal(t, map[int]game.Seat{39: 0, 37: 0, 1: 1, 3: 1}, owners)
	assert.EqualValues(t, 1500-360-360, out.State.Players[0].Cash)
	assert.EqualValues(t, 1, out.State.Turn.Player, "the higher throw begins")
	assert.Equal(t, []int{2, 2}, out.State.Turn.Dice)
	m := printed(t, out)
	first := m["events"].([]any)[0].(map[string]any)
	assert.Equal(t, "game_started", first["type"])
}

func TestStartThatIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ document, code, rule string }{
		"an option":     {doc("f40", "sonic", `"from": "start", "options": {"short": true}, "moves": [{"player": 0, "move": "roll"}]`), "config", "R-SETUP-1"},
		"no hour":       {doc("f40m", "mark", `"from": "start", "players": [{}, {}, {}], "moves": [{"player": 0, "move": "roll"}]`), "config", "R-SETUP-8"},
		"two in a book": {doc("f40m", "mark", `"from": "start", "options": {"end_time": 60}, "moves": [{"player": 0, "move": "roll"}]`), "count", "R-SETUP-2"},
	} {
		out := load(t, c.document).Run(Words{})
		require.Len(t, out.Results, 2, name)
		assert.Equal(t, c.code, out.Results[0].Code, name)
		assert.Equal(t, c.rule, out.Results[0].Rule, name)
		assert.Equal(t, "phase", out.Results[1].Code, name)
		assert.Equal(t, "lobby", out.State.Status, name)
		assert.Empty(t, out.Events, name)
	}
	sc := load(t, doc("f40", "sonic", `"from": "start", "options": {"short": true}`))
	_, _, _, _, err := sc.Start()
	var wrong *setup.Error
	assert.ErrorAs(t, err, &wrong)
}

func TestStartGivesTheSameTableTwice(t *testing.T) {
	sc := load(t, doc("f52", "mega", `"dice": [[1, 2, 3]], "tickets": ["plain"], "decks": {"chance": []}`))
	play := func() (game.State, []game.Event) {
		st, s, luck, names, err := sc.Start()
		require.NoError(t, err)
		assert.Equal(t, []string{"P", "Q"}, names)
		assert.Same(t, sc.Setup(), st)
		var turn game.Turn
		turn.Begin(st.Rules, &s)
		var all []game.Event
		for range 30 {
			for _, k := range []game.CommandKind{game.Roll, game.Decline, game.Pass, game.EndTurn} {
				for seat := range game.Seat(2) {
					if turn.Decide(game.Move(k, seat), luck).OK() {
						all = append(all, turn.Events...)
					}
				}
			}
		}
		return turn.S, all
	}
	s1, e1 := play()
	s2, e2 := play()
	assert.Equal(t, s1, s2)
	assert.Equal(t, e1, e2)
	assert.Greater(t, len(e1), 30)
}

func TestTheSeedDecidesWhatTheScriptLeavesOpen(t *testing.T) {
	first := func(seed string) string {
		out := load(t, doc("f40", "us", seed+`"moves": [{"player": 0, "move": "roll"}]`)).Run(Words{})
		return string(out.Events[1])
	}
	assert.Equal(t, first(""), first(""))
	seen := map[string]bool{}
	for _, seed := range []string{`"seed": 1, `, `"seed": 2, `, `"seed": "1", `, `"seed": "x", `, ``} {
		seen[first(seed)] = true
	}
	assert.Greater(t, len(seen), 2)
}

func TestEditionByIdPathOrObject(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(fixtures, "f40.json"))
	require.NoError(t, err)
	byObject := `{"edition": ` + string(data) + `, "rulebook": "us", "players": [{}, {}]}`
	for name, c := range map[string]struct{ document, dir, id string }{
		"id":            {`{"edition": "us-classic", "players": [{}, {}]}`, "", "us-classic"},
		"object":        {byObject, "", "f40"},
		"path":          {doc("f40", "us", ""), fixtures, "f40"},
		"path up":       {`{"edition": "../fixtures/f40.json", "rulebook": "us", "players": [{}, {}]}`, fixtures, "f40"},
		"its own rules": {`{"edition": "mega", "players": [{}, {}]}`, "", "mega"},
	} {
		sc, err := Load([]byte(c.document), c.dir)
		require.NoError(t, err, name)
		assert.Equal(t, c.id, sc.Setup().Edition.ID, name)
	}
	for _, path := range []string{"f40.json", "./f40.json", "../testdata/fixtures/f40.json", "/etc/passwd"} {
		_, err := Load([]byte(`{"edition": "`+path+`", "players": [{}, {}]}`), "")
		var u *Unplayable
		require.ErrorAs(t, err, &u)
		assert.Contains(t, u.Error(), "edition: ", "over HTTP no file is read")
	}
}

func TestHugeDocumentsAreRefused(t *testing.T) {
	for name, document := range map[string]string{
		"long":    `{"note": "` + strings.Repeat("x", maxSize) + `"}`,
		"deep":    doc("f40", "us", `"note": `+strings.Repeat("[", 100)+strings.Repeat("]", 100)),
		"broad":   doc("f40", "us", `"moves": [`+strings.Repeat(`1,`, maxMoves)+`1]`),
		"reasons": doc("f40", "us", `"dice": [`+strings.Repeat(`[9,9],`, 1000)+`[1,1]]`),
	} {
		list := reasons(t, document)
		assert.NotEmpty(t, list, name)
		assert.LessOrEqual(t, len(list), maxReasons, name)
	}
}

func TestFinalPhaseShowsEverybodyAndHisMoves(t *testing.T) {
	out := load(t, doc("f40m", "mark", `"players": [{}, {}, {}],
		"claims": [{"owner": 1, "payer": 0, "space": 11, "amount": 140}, {"owner": 2, "payer": 0, "space": 13, "amount": 140}],
		"moves": [{"time_up": true}]`)).Run(Words{})
	assert.True(t, out.Results[0].OK)
	assert.Equal(t, "final", out.State.Phase)
	assert.Equal(t, []game.Seat{1, 2}, out.State.WaitingFor)
	assert.Len(t, out.State.Claims, 2)
	who := map[game.Seat]bool{}
	for _, m := range out.State.Moves {
		require.NotNil(t, m.Player)
		who[*m.Player] = true
	}
	assert.Equal(t, map[game.Seat]bool{1: true, 2: true}, who)
}

// TestWhoHasNothingProposesNothing: R-TRADE-5, where each side has to give something.
func TestWhoHasNothingProposesNothing(t *testing.T) {
	for _, c := range []struct {
		name, first, other, options string
		listed                      bool
	}{
		{"nothing", `{"cash": 0}`, `{"deeds": [{"space": 6}]}`, ``, false},
		{"a built lot", `{"cash": 0, "deeds": [{"space": 1, "houses": 1}, {"space": 3, "houses": 1}]}`, `{"deeds": [{"space": 6}]}`, ``, false},
		{"a unit of money", `{"cash": 1}`, `{"deeds": [{"space": 6}]}`, ``, true},
		{"money, where the others have nothing else", `{"cash": 1}`, `{}, {"cash": 7}`, ``, false},
		{"a deed", `{"cash": 0, "deeds": [{"space": 5}]}`, `{}`, ``, true},
		{"a card", `{"cash": 0, "jail_cards": ["chest"]}`, `{}`, ``, true},
		{"nothing, where gifts are allowed", `{"cash": 0}`, `{}`, `, "options": {"house.gifts": true}`, true},
		{"nothing, where words count", `{"cash": 0}`, `{}`, `, "options": {"house.loans": true}`, true},
	} {
		out := load(t, doc("f40", "us", `"players": [`+c.first+`, `+c.other+`]`+c.options)).Run(Words{})
		listed := slices.ContainsFunc(out.State.Moves, func(m wire.MoveOption) bool { return m.Move == "propose_trade" })
		assert.Equal(t, c.listed, listed, c.name)
	}
}

func FuzzScenario(f *testing.F) {
	for _, members := range []string{
		"", `"turn": 1, "throw": 2, "dice": [[1, 2], [3, 4, "mr"]]`, `"from": "start", "options": {"short": true}, "deal": [1]`,
		`"players": [{"jailed": true, "jail_cards": ["chance"], "deeds": [{"space": 1, "hotel": true}, {"space": 3, "houses": 4, "paid": [1, 2, 3, 4]}]}, {"cash": 0}]`,
		`"claims": [{"owner": 0, "payer": 1, "space": 1, "amount": 2}], "debts": [{"debtor": 1, "creditor": "bank", "amount": 5000}], "moves": [{"player": 1, "move": "declare_bankruptcy"}]`,
		`"moves": [{"player": 0, "move": "roll"}, {"time_up": true}, {"player": 0, "move": "buy"}, {"player": 0, "move": "end_turn"}]`,
	} {
		f.Add(strings.Replace(doc("x", "us", members), "x.json", "us-classic", 1))
		f.Add(strings.Replace(doc("x", "mega", members), "x.json", "mega", 1))
	}
	f.Fuzz(func(t *testing.T, document string) {
		sc, err := Load([]byte(document), "")
		if err != nil {
			u, ok := errors.AsType[*Unplayable](err)
			if !ok || len(u.Reasons) == 0 {
				t.Fatalf("refused without a reason: %v", err)
			}
			return
		}
		if _, err := json.Marshal(sc.Run(Words{})); err != nil {
			t.Fatal(err)
		}
	})
}
