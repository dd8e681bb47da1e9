package bot_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

// TestTooLittleIsAnsweredByACounterOffer: a player offers too little; the computer player names
// the price at which it would do it, rejects the old offer, and the player can accept.
func TestTooLittleIsAnsweredByACounterOffer(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	for _, kind := range []string{"easy", "default", "cautious", "trader", "hard"} {
		t.Run(kind, func(t *testing.T) {
			s := setuptest.Position(st.Rules)
			s.Turn.Phase = game.PhaseHub
			setuptest.Give(&s, 0, 16, 18)
			setuptest.Give(&s, 1, 19, 5)
			s.Players[1].Cash = 300
			var turn game.Turn
			turn.Begin(st.Rules, &s)
			offer := game.Move(game.ProposeTrade, 0)
			offer.To, offer.Give, offer.Want = 1, game.Terms{Cash: 120}, game.Terms{Deeds: game.SetOf(19)}
			require.True(t, turn.Decide(offer, nil).OK())

			c := at(t, kind, st, &turn.S, 1)
			require.Equal(t, game.ProposeTrade, c.Kind)
			assert.EqualValues(t, 0, c.To)
			assert.Equal(t, game.Terms{Deeds: game.SetOf(19)}, c.Give)
			assert.Equal(t, game.Set(0), c.Want.Deeds)
			assert.Greater(t, c.Want.Cash, game.Money(120))
			require.True(t, turn.Decide(c, nil).OK())

			better := turn.S
			better.Trades[0].Give.Cash = c.Want.Cash
			assert.Equal(t, game.AcceptTrade, at(t, kind, st, &better, 1).Kind, "it asks for no more than it would have taken")
			better.Trades[0].Give.Cash -= 5
			assert.Equal(t, game.RejectTrade, at(t, kind, st, &better, 1).Kind, "nor for less; the level hard names a multiple of five")

			no := at(t, kind, st, &turn.S, 1)
			require.Equal(t, game.MoveN(game.RejectTrade, 1, 1), no, "one counter-offer only, in place of the offer")
			require.True(t, turn.Decide(no, nil).OK())
			refused := turn

			require.True(t, turn.Decide(game.MoveN(game.AcceptTrade, 0, 2), nil).OK())
			assert.True(t, turn.S.Owned[0].Has(19))
			assert.Equal(t, 1500-c.Want.Cash, turn.S.Players[0].Cash)

			turn = refused
			require.True(t, turn.Decide(game.MoveN(game.RejectTrade, 0, 2), nil).OK())
			offer.Give.Cash += 5
			require.True(t, turn.Decide(offer, nil).OK())
			assert.Equal(t, game.RejectTrade, at(t, kind, st, &turn.S, 1).Kind, "it was refused and is not made again")
		})
	}
}

// TestNoCounterOffer where there is no price that both gain by, or none that may be named.
func TestNoCounterOffer(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	for _, c := range []struct {
		name string
		set  func(*game.State)
	}{
		{"it made the same deal itself in this turn", func(s *game.State) {
			own := game.Event{Kind: game.TradeProposed, Seat: 1, Other: 0, N: 1, Give: game.Terms{Deeds: game.SetOf(19)}, Want: game.Terms{Cash: 900}}
			s.Apply(&own)
			s.Apply(&game.Event{Kind: game.TradeRejected, Seat: 0, Other: game.Nobody, N: 1})
		}},
		{"it was refused the same deal in a turn before", func(s *game.State) {
			own := game.Event{Kind: game.TradeProposed, Seat: 1, Other: 0, N: 1, Give: game.Terms{Deeds: game.SetOf(19)}, Want: game.Terms{Cash: 900}}
			s.Apply(&own)
			s.Apply(&game.Event{Kind: game.TradeRejected, Seat: 0, Other: game.Nobody, N: 1})
			s.NumMade = 0
		}},
		{"the player has no more cash", func(s *game.State) { s.Players[0].Cash = 120 }},
		{"a jail-free card is part of it", func(s *game.State) { s.Players[1].Cards = 1; s.Trades[0].Want.Cards = 1 }},
		{"it has written terms", func(s *game.State) { s.Trades[0].Terms = true }},
		{"the deed is of no use to the player", func(s *game.State) {
			setuptest.Give(s, 1, 16, 18)
			s.Owned[0] = game.SetOf(5)
		}},
	} {
		for _, kind := range []string{"default", "hard"} {
			t.Run(c.name+"/"+kind, func(t *testing.T) {
				s := setuptest.Position(st.Rules)
				s.Turn.Phase = game.PhaseHub
				setuptest.Give(&s, 0, 16, 18)
				setuptest.Give(&s, 1, 19, 5)
				s.Players[1].Cash = 300
				s.Trades[0] = game.Trade{ID: 7, From: 0, To: 1, Give: game.Terms{Cash: 120}, Want: game.Terms{Deeds: game.SetOf(19)}}
				s.NumTrades, s.LastTrade = 1, 7
				require.Equal(t, game.ProposeTrade, at(t, kind, st, &s, 1).Kind, "as it is there is one")
				c.set(&s)
				assert.Equal(t, game.RejectTrade, at(t, kind, st, &s, 1).Kind)
			})
		}
	}
}

// TestTheAbsentMakeNoCounterOffer: what is answered for a person who is away is no, and nothing else.
func TestTheAbsentMakeNoCounterOffer(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	s := setuptest.Position(st.Rules)
	s.Turn.Phase = game.PhaseHub
	setuptest.Give(&s, 0, 16, 18)
	setuptest.Give(&s, 1, 19, 5)
	s.Trades[0] = game.Trade{ID: 7, From: 0, To: 1, Give: game.Terms{Cash: 120}, Want: game.Terms{Deeds: game.SetOf(19)}}
	s.NumTrades, s.LastTrade = 1, 7
	require.Equal(t, game.ProposeTrade, at(t, "default", st, &s, 1).Kind)
	s.Players[1].Away = true
	c, ok := bot.Absent(st.Rules, &s, 1, bot.Allowed(game.Options(st.Rules, &s, 1, nil), true))
	require.True(t, ok)
	assert.Equal(t, game.MoveN(game.RejectTrade, 1, 7), c)
}
