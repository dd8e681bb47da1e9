package verify

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

// TestWhatEndsAnInterruptionLeadsToADraw: the bonus of a turn on the mega board brings its player to the
// utility of another, whose rent is thrown for, by whatever command the landing before it is settled. Nothing else
// is let through.
func TestWhatEndsAnInterruptionLeadsToADraw(t *testing.T) {
	const utility, free, tax = 10, 1, 5
	bid := func(seat game.Seat, amount game.Money) game.Command {
		c := game.Move(game.Bid, seat)
		c.Amount = amount
		return c
	}
	answer := func(kind game.CommandKind, choice game.Choice) game.Command {
		c := game.Move(kind, 0)
		c.Choice = choice
		return c
	}
	at := func(kind game.CommandKind, sp game.Space) game.Command {
		c := game.Move(kind, 1)
		c.Space = sp
		return c
	}
	offer := game.Move(game.OfferSettlement, 0)
	offer.Give.Deeds, offer.Give.Cards, offer.Amount = game.SetOf(3), 1, 30
	buys := func(s *game.State) { s.Free, s.Turn.Phase, s.Turn.Space = game.SetOf(free), game.PhaseBuy, free }
	owes := func(s *game.State) {
		s.Debts[0], s.NumDebts = game.Debt{Debtor: 0, Creditor: 1, Cause: game.ForRent, Rule: game.RRent1, Called: true, Amount: 30}, 1
		s.Players[0].Cash, s.Players[0].Cards, s.Turn.Phase = 5, 1, game.PhaseHub
	}
	evens := func(s *game.State) {
		buys(s)
		s.Built, s.Level[3], s.Level[4] = game.SetOf(3, 4), 1, 1
	}
	broke := func(s *game.State) {
		s.Debts[0], s.NumDebts = game.Debt{Debtor: 2, Creditor: 0, Cause: game.ForCard, Rule: game.RCard1, Called: true, Amount: 100}, 1
		s.Players[2].Cash, s.Players[2].Cards, s.Players[2].Tickets, s.Turn.Phase = 5, 1, 1, game.PhaseHub
		s.Owned[0], s.Owned[2] = s.Owned[0].Without(3), game.SetOf(3)
		s.Trades[0], s.NumTrades = game.Trade{ID: 1, From: 2, To: 3, Give: game.Terms{Cash: 1}, Want: game.Terms{Cards: 1}}, 1
	}
	pledged := func(s *game.State) { owes(s); s.Mortgaged = game.SetOf(3) }
	type way struct {
		c game.CommandKind
		k game.EventKind
	}
	seen := map[way]bool{}
	for name, c := range map[string]struct {
		options map[string]any
		set     func(*game.State)
		do      []game.Command
	}{
		"a tax":            {nil, func(s *game.State) { s.Turn.Phase, s.Turn.Space = game.PhaseTax, tax }, []game.Command{answer(game.ChooseTax, game.Flat)}},
		"a purchase":       {nil, buys, []game.Command{game.Move(game.Buy, 0)}},
		"an auction":       {nil, buys, []game.Command{game.Move(game.Decline, 0), bid(1, 20), game.Move(game.Pass, 2), game.Move(game.Pass, 3), game.Move(game.Pass, 0)}},
		"a sealed auction": {map[string]any{"house.sealed_auction": true}, buys, []game.Command{game.Move(game.Decline, 0), bid(1, 20), game.Move(game.Pass, 2), game.Move(game.Pass, 3), bid(0, 30)}},
		"a bankruptcy":     {nil, broke, []game.Command{game.Move(game.DeclareBankruptcy, 2)}},
		"houses left":      {nil, evens, []game.Command{game.Move(game.Buy, 0), game.Move(game.Done, 0)}},
		"a settlement":     {nil, owes, []game.Command{offer, game.Move(game.AcceptSettlement, 1)}},
		"a deed kept":      {nil, pledged, []game.Command{offer, game.Move(game.AcceptSettlement, 1), at(game.Keep, 3)}},
		"a deed lifted":    {nil, pledged, []game.Command{offer, game.Move(game.AcceptSettlement, 1), at(game.Lift, 3)}},
	} {
		t.Run(name, func(t *testing.T) {
			r := setuptest.Rules(t, "mega", "mega", c.options)
			s := setuptest.Position(r)
			for d := r.Deeds &^ game.SetOf(free, utility); d != 0; d = d.Rest() {
				setuptest.Give(&s, 0, d.First())
			}
			setuptest.Give(&s, 1, utility)
			setuptest.Give(&s, 0, free)
			s.Players[0].Space, s.Turn.Due = tax, game.DueBonus
			c.set(&s)
			s.Owned[0] &^= s.Free
			var turn game.Turn
			turn.Begin(r, &s)
			luck := chance.Seeded([32]byte{1})
			for _, command := range c.do {
				no := turn.Decide(command, luck)
				require.Truef(t, no.OK(), "%+v: %+v", command, no)
			}
			last, draw := c.do[len(c.do)-1], -1
			for i, e := range turn.Events {
				if drawn(e.Kind) {
					draw = i
					break
				}
				seen[way{last.Kind, e.Kind}] = true
				assert.Truef(t, leadsToDraw(e.Kind) || opens(last.Kind, e.Kind), "event %d", e.Kind)
			}
			require.Positivef(t, draw, "%+v", turn.Events)
		})
	}
	for c := range game.NumCommands {
		for k := range game.NumEvents {
			assert.Falsef(t, opens(c, k) && !seen[way{c, k}], "event %d is let through behind command %d for nothing", k, c)
		}
	}
}
