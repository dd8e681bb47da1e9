package views_test

import (
	"testing"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

// bare is a game of three with nothing on the board, seat 0 to move.
func bare(t *testing.T, st *setup.Setup) *match {
	t.Helper()
	m := newMatch(t, st, 3, 1)
	m.log = nil
	s := game.NewState(st.Rules, 3, 0, false)
	s.Status = game.Playing
	s.Turn.Number, s.Turn.Seat, s.Turn.Throw, s.Turn.Phase = 7, 0, 1, game.PhaseRoll
	m.s = s
	return m
}

func (m *match) give(seat game.Seat, spaces ...game.Space) {
	for _, sp := range spaces {
		m.s.Free = m.s.Free.Without(sp)
		m.s.Owned[seat] = m.s.Owned[seat].With(sp)
	}
}

func (m *match) build(level uint8, spaces ...game.Space) {
	for _, sp := range spaces {
		m.s.Level[sp] = level
		m.s.Built = m.s.Built.With(sp)
		for l := range level {
			m.s.PaidFor(sp)[l] = m.st.Rules.Spaces[sp].House
		}
		m.s.Stock[game.House] -= int8(level)
	}
}

// rare is a position that games reach rarely.
type rare struct {
	name string
	m    *match
	seat game.Seat
}

func handmade(t *testing.T) []story {
	t.Helper()
	var list []story
	for _, h := range handmadeMatches(t) {
		d := h.m.data(h.seat)
		list = append(list, story{h.name, d.Page})
	}
	return list
}

func handmadeMatches(t *testing.T) []rare {
	t.Helper()
	var list []rare
	table := func(name string, m *match, seat game.Seat) { list = append(list, rare{name, m, seat}) }
	german := loadSetup(t, "german-classic", "", nil)

	m := bare(t, german)
	m.give(0, 6, 8, 9, 16, 18, 19, 1)
	m.build(2, 6, 8, 9)
	m.s.Mortgaged = game.SetOf(1)
	m.s.Players[0].Cards = 3
	table("manage", m, 0)
	table("hub", m.in(game.PhaseHub), 0)
	table("jail", m.jailed(), 0)

	intent := bare(t, german)
	intent.give(0, 6, 8, 9)
	intent.give(1, 16, 18, 19)
	intent.s.Stock[game.House] = 2
	intent.s.Shortage = game.Shortage{Open: true, Building: game.House, Requester: 1, Asked: game.Seats(1), Placing: game.Nobody}
	intent.s.Shortage.Wishes[1] = 2
	table("intent", intent, 0)

	sale := intent.copy()
	sale.s.Shortage.Asked, sale.s.Shortage.Auctioned = 0, true
	sale.s.Shortage.Wishes[0] = 1
	sale.s.Auction = game.AuctionState{Open: true, Item: game.Item{Kind: game.ItemBuilding, Building: game.House}, Bidder: game.Nobody, Bidders: 3, Min: 50}
	table("building-auction", sale, 0)
	place := intent.copy()
	place.s.Shortage.Asked, place.s.Shortage.Placing, place.s.Shortage.Price = 0, 0, 120
	table("place", place, 0)
	printed := place.copy()
	printed.s.Shortage.Price, printed.s.Shortage.Printed, printed.s.Shortage.Wishes[0] = 0, true, 1
	table("place-printed", printed, 0)

	debt := bare(t, german)
	debt.give(0, 1, 3, 12)
	debt.give(1, 37, 39)
	debt.s.Players[0].Cash = 90
	debt.s.Debts[0] = game.Debt{Debtor: 0, Creditor: 1, Cause: game.ForRent, Amount: 1400, Called: true}
	debt.s.NumDebts = 1
	table("bankrupt", debt, 0)
	settle := debt.copy()
	settle.s.Offer = game.Settlement{Open: true, Credit: 800, Give: game.Terms{Cash: 50, Deeds: game.SetOf(1, 3)}}
	table("settlement-asked", settle, 1)

	claims := bare(t, german)
	claims.give(1, 11, 13)
	claims.s.Turn.Seat = 2
	claims.s.Claims[0] = game.Claim{ID: 4, Owner: 1, Payer: 0, Space: 11, Left: 1, Turn: 6, Amount: 10}
	claims.s.Claims[1] = game.Claim{ID: 5, Owner: 1, Payer: 2, Space: 13, Left: 1, Turn: 6, Amount: 10}
	claims.s.NumClaims, claims.s.LastClaim = 2, 5
	table("claims", claims, 1)
	final := claims.copy()
	final.s.TimeUp, final.s.Turn.Phase = true, game.PhaseFinal
	table("final", final, 1)

	undo := bare(t, german)
	undo.give(0, 11, 13, 14)
	undo.must(game.MoveAt(game.Mortgage, 0, 11))
	table("undo-possible", undo.copy(), 0)
	undo.s.Turn.Phase, undo.s.Turn.Acted = game.PhaseHub, true
	undo.must(game.Move(game.EndTurn, 0))
	table("undo-by-consent", undo.copy(), 0)
	undo.must(game.Move(game.AskUndo, 0))
	table("undo-asked", undo, 1)

	duel := bare(t, loadSetup(t, "duel-masters", "duel", map[string]any{"duel": true}))
	duel.give(0, 11, 14)
	duel.give(1, 13)
	duel.s.Players[0].Space, duel.s.Turn.Space = 13, 13
	table("duel", duel.in(game.PhaseDuel), 0)
	table("take", duel.in(game.PhaseTake), 0)

	kind := bare(t, loadSetup(t, "mark-classic", "", map[string]any{"end_time": 60}))
	kind.give(0, 1, 3, 5)
	kind.s.Players[0].Cash = 500
	kind.s.Debts[0] = game.Debt{Debtor: 0, Creditor: 1, Cause: game.ForRent, Amount: 3000, Called: true}
	kind.s.NumDebts = 1
	table("in-kind", kind, 0)

	mega := bare(t, loadSetup(t, "mega", "", nil))
	mega.s.Turn.Dice = [3]uint8{2, 2, 2}
	table("triple", mega.in(game.PhaseTriple), 0)
	table("pick", mega.in(game.PhasePick), 0)
	table("gift", mega.in(game.PhaseGift), 0)
	table("equalise-done", mega.uneven(1, 1), 0)
	table("equalise-move", mega.uneven(3, 0), 0)

	card := bare(t, loadSetup(t, "mark-classic", "", map[string]any{"end_time": 60}))
	card.s.Turn.Deck, card.s.Turn.Card = payOrDraw(t, card.st)
	table("card", card.in(game.PhaseCard), 0)

	crowd := newMatch(t, german, 8, 2)
	crowd.name[3] = "Maximiliane-Theodora von Hohenstein zu Waldeck"
	crowd.until(func(s *game.State) bool { return s.Turn.Number > 60 && s.Phase() == game.PhaseRoll }, 4000)
	table("crowd", crowd, crowd.s.Turn.Seat)
	return list
}

func (m *match) copy() *match {
	c := *m
	return &c
}

func (m *match) in(ph game.Phase) *match {
	c := m.copy()
	c.s.Turn.Phase, c.s.Turn.Acted = ph, true
	return c
}

func (m *match) jailed() *match {
	c := m.in(game.PhaseJail)
	c.s.Players[0].Jailed, c.s.Players[0].JailTurn = true, 2
	c.s.Players[0].Space = c.st.Rules.Jail
	return c
}

// uneven lets seat 0 even out the first colour group: all lots at one level, the last at another.
func (m *match) uneven(level, last uint8) *match {
	c := m.copy()
	lots := c.st.Rules.Groups[0].Spaces
	for r := lots; r != 0; r = r.Rest() {
		c.give(0, r.First())
		if r.Rest() == 0 {
			level = last
		}
		if level > 0 {
			c.build(level, r.First())
		}
	}
	c.s.Equal = game.Equalise{Open: true, Seat: 0, Group: 0, MayMove: true}
	return c
}

// payOrDraw finds a card with the choice to pay or to draw another one.
func payOrDraw(t *testing.T, st *setup.Setup) (game.Deck, uint8) {
	t.Helper()
	for d := game.Deck(0); d < game.NumDecks; d++ {
		for c := range st.Rules.Decks[d].Num {
			if st.Rules.Decks[d].Cards[c].Op == game.OpPayOrDraw {
				return d, c
			}
		}
	}
	t.Fatal("no card to pay or draw")
	return 0, 0
}
