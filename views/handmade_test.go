package views_test

import (
	"testing"

	"github.com/a-h/templ"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views"
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
			m.s.Paid[sp][l] = m.st.Rules.Spaces[sp].House
		}
		m.s.Stock[game.House] -= int8(level)
	}
}

// handmade are positions that games reach rarely.
func handmade(t *testing.T) []story {
	var list []story
	table := func(name string, d views.TableData) {
		list = append(list, story{name, func(p views.Page) templ.Component { return views.Table(p, d) }})
	}
	german := loadSetup(t, "german-classic", "", nil)

	m := bare(t, german)
	m.give(0, 6, 8, 9, 16, 18, 19, 1)
	m.build(2, 6, 8, 9)
	m.s.Mortgaged = game.SetOf(1)
	m.s.Players[0].Cards = 3
	table("manage", m.data(0))
	table("hub", m.in(game.PhaseHub).data(0))
	table("jail", m.jailed().data(0))

	intent := bare(t, german)
	intent.give(0, 6, 8, 9)
	intent.give(1, 16, 18, 19)
	intent.s.Stock[game.House] = 2
	intent.s.Shortage = game.Shortage{Open: true, Building: game.House, Requester: 1, Asked: game.Seats(1), Placing: game.Nobody}
	intent.s.Shortage.Wishes[1] = 2
	table("intent", intent.data(0))

	sale := intent.copy()
	sale.s.Shortage.Asked, sale.s.Shortage.Auctioned = 0, true
	sale.s.Shortage.Wishes[0] = 1
	sale.s.Auction = game.AuctionState{Open: true, Item: game.Item{Kind: game.ItemBuilding, Building: game.House}, Bidder: game.Nobody, Bidders: 3, Min: 50}
	table("building-auction", sale.data(0))
	place := intent.copy()
	place.s.Shortage.Asked, place.s.Shortage.Placing, place.s.Shortage.Price = 0, 0, 120
	table("place", place.data(0))

	debt := bare(t, german)
	debt.give(0, 1, 3, 12)
	debt.give(1, 37, 39)
	debt.s.Players[0].Cash = 90
	debt.s.Debts[0] = game.Debt{Debtor: 0, Creditor: 1, Cause: game.ForRent, Amount: 1400, Called: true}
	debt.s.NumDebts = 1
	table("bankrupt", debt.data(0))
	settle := debt.copy()
	settle.s.Offer = game.Settlement{Open: true, Credit: 800, Give: game.Terms{Cash: 50, Deeds: game.SetOf(1, 3)}}
	table("settlement-asked", settle.data(1))

	claims := bare(t, german)
	claims.give(1, 11, 13)
	claims.s.Turn.Seat = 2
	claims.s.Claims[0] = game.Claim{ID: 4, Owner: 1, Payer: 0, Space: 11, Left: 1, Turn: 6, Amount: 10}
	claims.s.Claims[1] = game.Claim{ID: 5, Owner: 1, Payer: 2, Space: 13, Left: 1, Turn: 6, Amount: 10}
	claims.s.NumClaims, claims.s.LastClaim = 2, 5
	table("claims", claims.data(1))
	final := claims.copy()
	final.s.TimeUp, final.s.Turn.Phase = true, game.PhaseFinal
	table("final", final.data(1))

	duel := bare(t, loadSetup(t, "duel-masters", "duel", map[string]any{"duel": true}))
	duel.give(0, 11, 14)
	duel.give(1, 13)
	duel.s.Players[0].Space, duel.s.Turn.Space = 13, 13
	table("duel", duel.in(game.PhaseDuel).data(0))
	table("take", duel.in(game.PhaseTake).data(0))

	kind := bare(t, loadSetup(t, "mark-classic", "", map[string]any{"end_time": 60}))
	kind.give(0, 1, 3, 5)
	kind.s.Players[0].Cash = 500
	kind.s.Debts[0] = game.Debt{Debtor: 0, Creditor: 1, Cause: game.ForRent, Amount: 3000, Called: true}
	kind.s.NumDebts = 1
	table("in-kind", kind.data(0))

	crowd := newMatch(t, german, 8, 2)
	crowd.name[3] = "Maximiliane-Theodora von Hohenstein zu Waldeck"
	crowd.until(func(s *game.State) bool { return s.Turn.Number > 60 && s.Phase() == game.PhaseRoll }, 4000)
	table("crowd", crowd.data(crowd.s.Turn.Seat))
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
