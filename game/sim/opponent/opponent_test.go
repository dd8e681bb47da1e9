package opponent_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
	"github.com/bankhalter/bankhalter/game/sim/opponent"
)

// wish is the command of an opponent in seat 0, which must be accepted.
func wish(t *testing.T, name string, r *game.Ruleset, s *game.State) game.Command {
	t.Helper()
	o, ok := opponent.ByName(name)
	require.True(t, ok, name)
	var c game.Command
	require.True(t, o.Wish(r, s, 0, &c))
	require.Equal(t, game.Refusal{}, r.Check(s, &c), "%+v", c)
	return c
}

func TestAnswersToProposals(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	for _, c := range []struct {
		name      string
		get, give game.Terms
		yes, no   []string
	}{
		{"all money for a single deed", game.Terms{Cash: 1500}, game.Terms{Deeds: game.SetOf(5)},
			[]string{"fixed-bold", "fixed-steady", "fixed-careful"}, []string{"non-trader", "haggler"}},
		{"a little more than the printed price", game.Terms{Cash: 220}, game.Terms{Deeds: game.SetOf(5)}, nil, opponent.Names()},
		{"the last deed of its own group", game.Terms{Deeds: game.SetOf(19)}, game.Terms{Cash: 400},
			[]string{"haggler", "fixed-bold"}, []string{"non-trader"}},
		{"the last deed of another's group, at a premium too small", game.Terms{Cash: 700}, game.Terms{Deeds: game.SetOf(39)}, nil, opponent.Names()},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := setuptest.Position(r)
			setuptest.Give(&s, 0, 5, 16, 18, 39)
			setuptest.Give(&s, 1, 19, 37)
			s.Trades[0] = game.Trade{ID: 1, From: 1, To: 0, Give: c.get, Want: c.give}
			s.NumTrades, s.LastTrade = 1, 1
			for _, name := range c.yes {
				assert.Equal(t, game.AcceptTrade, wish(t, name, r, &s).Kind, name)
			}
			for _, name := range c.no {
				assert.Equal(t, game.RejectTrade, wish(t, name, r, &s).Kind, name)
			}
		})
	}
}

func TestTheyBuyWhatTheyCanPay(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	s.Turn.Phase, s.Turn.Space, s.Players[0].Space, s.Players[0].Cash = game.PhaseBuy, 39, 39, 400
	for name, want := range map[string]game.CommandKind{
		"fixed-careful": game.Buy, "fixed-steady": game.Buy, "fixed-bold": game.Buy, "haggler": game.Buy, "non-trader": game.Decline,
	} {
		assert.Equal(t, want, wish(t, name, r, &s).Kind, name)
	}
}

func TestTheHagglerLowersItsPrice(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	s.Turn.Phase = game.PhaseHub
	setuptest.Give(&s, 0, 5)
	prices := map[game.Money]bool{}
	for n := range uint16(80) {
		s.Turn.Number = n
		c := wish(t, "haggler", r, &s)
		require.Equal(t, game.ProposeTrade, c.Kind)
		assert.Equal(t, game.SetOf(5), c.Give.Deeds)
		prices[c.Want.Cash] = true
	}
	assert.True(t, prices[240], "120 percent of the printed price")
	assert.True(t, prices[170])
	assert.Len(t, prices, 8)

	setuptest.Give(&s, 0, 37)
	setuptest.Give(&s, 1, 39)
	s.Turn.Number = 0
	c := wish(t, "haggler", r, &s)
	assert.Equal(t, game.SetOf(39), c.Want.Deeds, "a group of its own comes first")
	assert.Equal(t, game.Money(400), c.Give.Cash)
}

// It neither asks what a deed is worth to its buyer nor stops at one refusal.
func TestTheHagglerSellsToTheRichestUntilTheTurnsProposalsAreMade(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	s.Turn.Phase = game.PhaseHub
	s.Players[2].Cash += 100
	setuptest.Give(&s, 0, 5, 9, 12)
	setuptest.Give(&s, 2, 6, 8)
	var turn game.Turn
	turn.Begin(r, &s)
	var offered []game.Set
	for c := wish(t, "haggler", r, &turn.S); c.Kind == game.ProposeTrade; c = wish(t, "haggler", r, &turn.S) {
		assert.Equal(t, game.Seat(2), c.To)
		offered = append(offered, c.Give.Deeds)
		require.True(t, turn.Decide(c, nil).OK())
		require.True(t, turn.Decide(game.MoveN(game.RejectTrade, 2, int32(turn.S.Trades[0].ID)), nil).OK())
	}
	assert.Equal(t, []game.Set{game.SetOf(5), game.SetOf(9), game.SetOf(12)}, offered)
	assert.Equal(t, game.EndTurn, wish(t, "haggler", r, &turn.S).Kind)
}

func TestTheNonTraderBuysAndNeverSells(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	s.Turn.Phase, s.Turn.Number = game.PhaseHub, 0
	setuptest.Give(&s, 0, 5, 37)
	setuptest.Give(&s, 1, 1, 39)
	c := wish(t, "non-trader", r, &s)
	require.Equal(t, game.ProposeTrade, c.Kind)
	assert.Equal(t, game.Terms{Cash: 401}, c.Give)
	assert.Equal(t, game.Terms{Deeds: game.SetOf(39)}, c.Want)
	_, ok := opponent.ByName("nobody")
	assert.False(t, ok)
}

// One who refuses must not keep the non-trader from asking the others.
func TestTheNonTraderAsksEverybodyInTurn(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	s.Turn.Phase = game.PhaseHub
	setuptest.Give(&s, 0, 37)
	setuptest.Give(&s, 1, 39)
	setuptest.Give(&s, 2, 5, 16)
	setuptest.Give(&s, 3, 12)
	var asked []game.Seat
	for lap := range uint16(12) {
		s.Turn.Number = lap * 4
		c := wish(t, "non-trader", r, &s)
		if lap%3 != 0 {
			assert.Equal(t, game.EndTurn, c.Kind, lap)
			continue
		}
		require.Equal(t, game.ProposeTrade, c.Kind, lap)
		asked = append(asked, c.To)
		assert.Zero(t, c.Want.Deeds&^s.Owned[c.To])
		assert.Zero(t, c.Give.Deeds)
	}
	assert.Equal(t, []game.Seat{1, 2, 3, 1}, asked)

	s.Players[1].Cash, s.Players[2].Bankrupt, s.Owned[2] = 0, true, 0
	s.Turn.Number = 0
	assert.Equal(t, game.Seat(1), wish(t, "non-trader", r, &s).To, "their purse does not matter")
	s.Turn.Number = 9
	assert.Equal(t, game.Seat(3), wish(t, "non-trader", r, &s).To, "those who are out are not asked")
	s.Owned[3] = 0
	assert.Equal(t, game.Seat(1), wish(t, "non-trader", r, &s).To, "nor those who have nothing")
	s.Players[0].Cash = 100
	assert.Equal(t, game.EndTurn, wish(t, "non-trader", r, &s).Kind, "what it cannot pay it does not ask for")
}
