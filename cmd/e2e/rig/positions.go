package rig

import (
	"context"
	"encoding/json"
	"fmt"
)

// Position is a sandbox table in a phase that chance alone rarely leads to: a
// scenario, and the moves that lead there.
type Position struct {
	Name, Doc string
	Moves     []string // JSON
}

// Place opens a table in the position. told is called with every move that was
// accepted, in order, and of the table's opening with no events.
func (p *Position) Place(ctx context.Context, c *Client, told func(game string, events []json.RawMessage) error) error {
	id, err := c.Create(ctx, map[string]any{"scenario": Raw(p.Doc)})
	if err == nil {
		err = told(id, nil)
	}
	if err != nil {
		return err
	}
	for _, m := range p.Moves {
		var move Move
		if err := json.Unmarshal([]byte(m), &move); err != nil {
			return err
		}
		played, err := c.Play(ctx, id, move)
		if err != nil {
			return err
		}
		if !played.OK() {
			return fmt.Errorf("%s answered %d %s", m, played.Status, played.Detail)
		}
		if err := told(id, played.Events); err != nil {
			return err
		}
	}
	return nil
}

// Positions are all phases in which a game can wait.
func Positions() []Position {
	return []Position{
		{Name: "roll", Doc: FourFriends},
		{Name: "buy", Doc: FourFriends, Moves: []string{`{"player": 0, "move": "roll"}`}},
		{Name: "auction", Doc: FourFriends, Moves: []string{
			`{"player": 0, "move": "roll"}`, `{"player": 0, "move": "decline"}`,
			`{"player": 1, "move": "bid", "amount": 100}`, `{"player": 2, "move": "bid", "amount": 150}`,
		}},
		{Name: "hub", Doc: FourFriends, Moves: []string{`{"player": 0, "move": "roll"}`, `{"player": 0, "move": "buy"}`}},
		{Name: "trade", Doc: FourFriends, Moves: []string{
			`{"player": 2, "move": "propose_trade", "to": 0, "give": {"cash": 300, "deeds": [25], "jail_cards": ["chest"]}, "want": {"deeds": [21, 15]}}`,
			`{"player": 3, "move": "propose_trade", "to": 0, "give": {"cash": 120, "deeds": [11]}, "want": {"deeds": [12]}}`,
		}},
		{Name: "jail", Doc: `{"edition": "us-classic", "rulebook": "us", "players": [
		{"name": "Ada", "space": 10, "jailed": true, "jail_turn": 1, "jail_cards": ["chance"]}, {"name": "Ben"}, {"name": "Cleo"}]}`},
		{Name: "tax", Doc: `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada", "cash": 800}, {"name": "Ben"}], "dice": [[1, 3]]}`,
			Moves: []string{`{"player": 0, "move": "roll"}`}},
		{Name: "card", Doc: `{"edition": "mark-classic", "rulebook": "mark", "options": {"end_time": 90}, "players": [{"name": "Ada"}, {"name": "Ben"}, {"name": "Cleo"}],
		"dice": [[3, 4]], "decks": {"chance": ["fine-or-chest"]}}`, Moves: []string{`{"player": 0, "move": "roll"}`}},
		{Name: "debt", Doc: `{"edition": "german-classic", "rulebook": "standard", "players": [
		{"name": "Ada", "cash": 60, "space": 20, "deeds": [{"space": 16, "houses": 2}, {"space": 18, "houses": 2}, {"space": 19, "houses": 2}, {"space": 5}, {"space": 12}]},
		{"name": "Ben", "deeds": [{"space": 39}]}, {"name": "Cleo"}],
		"debts": [{"debtor": 0, "creditor": 1, "amount": 300, "reason": "rent"}]}`},
		{Name: "settlement", Doc: `{"edition": "german-classic", "rulebook": "standard", "players": [
		{"name": "Ada"}, {"name": "Ben", "cash": 0, "deeds": [{"space": 5}]}, {"name": "Cleo"}], "turn": 1,
		"debts": [{"debtor": 1, "creditor": 0, "amount": 300, "reason": "rent"}]}`,
			Moves: []string{`{"player": 1, "move": "offer_settlement", "give": {"deeds": [5]}, "credit": 200}`}},
		{Name: "claim", Doc: `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada", "deeds": [{"space": 3}]}, {"name": "Ben"}], "turn": 1, "dice": [[1, 2]]}`,
			Moves: []string{`{"player": 1, "move": "roll"}`}},
		{Name: "intent", Doc: FewHouses, Moves: []string{`{"player": 1, "move": "build", "spaces": [1]}`}},
		{Name: "building_auction", Doc: FewHouses, Moves: []string{
			`{"player": 1, "move": "build", "spaces": [1]}`, `{"player": 0, "move": "intent", "count": 1}`, `{"player": 0, "move": "bid", "amount": 150}`,
		}},
		{Name: "placing", Doc: FewHouses, Moves: []string{
			`{"player": 1, "move": "build", "spaces": [1]}`, `{"player": 0, "move": "intent", "count": 1}`,
			`{"player": 0, "move": "bid", "amount": 150}`, `{"player": 1, "move": "pass"}`,
		}},
		{Name: "transfer", Doc: `{"edition": "german-classic", "rulebook": "standard", "players": [
		{"name": "Ada"}, {"name": "Ben", "cash": 0, "deeds": [{"space": 5, "mortgaged": true}, {"space": 15, "mortgaged": true}]}, {"name": "Cleo"}], "turn": 1,
		"debts": [{"debtor": 1, "creditor": 0, "amount": 900, "reason": "rent"}]}`, Moves: []string{`{"player": 1, "move": "declare_bankruptcy"}`}},
		{Name: "liquidation", Doc: `{"edition": "us-classic", "rulebook": "us", "players": [
		{"name": "Ada"}, {"name": "Ben", "cash": 0, "space": 4, "deeds": [{"space": 5}, {"space": 15}]}, {"name": "Cleo"}], "turn": 1,
		"debts": [{"debtor": 1, "creditor": "bank", "amount": 900, "reason": "tax"}]}`, Moves: []string{`{"player": 1, "move": "declare_bankruptcy"}`}},
		{Name: "triple", Doc: `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada"}, {"name": "Ben"}], "dice": [[2, 2, 2]]}`,
			Moves: []string{`{"player": 0, "move": "roll"}`}},
		{Name: "bus", Doc: `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada", "deeds": [{"space": 6}]}, {"name": "Ben"}], "dice": [[1, 2, "bus"]]}`,
			Moves: []string{`{"player": 0, "move": "roll"}`, `{"player": 0, "move": "buy"}`}},
		{Name: "gift", Doc: `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada", "space": 42}, {"name": "Ben"}], "dice": [[1, 3, 1]]}`,
			Moves: []string{`{"player": 0, "move": "roll"}`}},
		{Name: "pick", Doc: `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada", "space": 2}, {"name": "Ben"}], "dice": [[4, 5, 3]]}`,
			Moves: []string{`{"player": 0, "move": "roll"}`}},
		{Name: "equalise", Doc: `{"edition": "mega", "rulebook": "mega", "players": [
		{"name": "Ada", "cash": 10, "deeds": [{"space": 15, "houses": 3}, {"space": 16, "houses": 3}, {"space": 18, "houses": 3}]}, {"name": "Ben", "deeds": [{"space": 19}]}]}`,
			Moves: []string{
				`{"player": 1, "move": "propose_trade", "to": 0, "give": {"deeds": [19]}, "want": {"cash": 10}}`,
				`{"player": 0, "move": "accept_trade", "trade": 1}`,
			}},
		{Name: "duel", Doc: Duel, Moves: []string{`{"player": 0, "move": "roll"}`}},
		{Name: "take", Doc: Duel, Moves: []string{`{"player": 0, "move": "roll"}`, `{"player": 0, "move": "duel"}`}},
	}
}

// Documents of positions that other tests use as well.
const (
	FourFriends = `{"edition": "german-classic", "rulebook": "standard", "players": [
		{"name": "Ada", "cash": 640, "space": 15, "deeds": [{"space": 1, "mortgaged": true}, {"space": 3}, {"space": 12}, {"space": 15}, {"space": 21}, {"space": 23}]},
		{"name": "Ben", "cash": 388, "space": 10, "jailed": true, "jail_turn": 1, "deeds": [{"space": 16, "houses": 3}, {"space": 18, "houses": 2}, {"space": 19, "houses": 3}, {"space": 5}, {"space": 26}]},
		{"name": "Cleo", "cash": 905, "space": 36, "jail_cards": ["chest"], "deeds": [{"space": 6, "hotel": true}, {"space": 8, "houses": 4}, {"space": 9, "houses": 4}, {"space": 25}, {"space": 29}]},
		{"name": "Dora", "cash": 1120, "space": 0, "deeds": [{"space": 11, "mortgaged": true}, {"space": 13}, {"space": 28}, {"space": 31}, {"space": 32}, {"space": 37}]}],
		"dice": [[4, 5]]}`
	FewHouses = `{"edition": "german-classic", "rulebook": "standard", "players": [
		{"name": "Ada", "cash": 3000, "deeds": [{"space": 21}, {"space": 23}, {"space": 24}]}, {"name": "Ben", "cash": 3000, "space": 20, "deeds": [{"space": 1}, {"space": 3}]}],
		"bank": {"houses": 1}, "turn": 1}`
	Duel = `{"edition": "duel-masters", "rulebook": "duel", "options": {"duel": true}, "players": [
		{"name": "Ada", "space": 5, "deeds": [{"space": 6}, {"space": 8}]}, {"name": "Ben", "deeds": [{"space": 9}]}], "dice": [[1, 3], [2, 3]]}`
)
