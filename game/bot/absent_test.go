package bot_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

// Three of four are absent. The computer claims their rents and answers for
// them, and nothing of theirs is spent, staked or traded; the game goes on.
func TestTheAbsentRiskNothing(t *testing.T) {
	for rulebook, id := range setuptest.Pairs(t) {
		t.Run(rulebook, func(t *testing.T) {
			r := setuptest.Rules(t, id, rulebook, nil)
			turn, luck := begun(t, r, 4)
			deeds := r.Deeds
			for n := range 12 { // everybody has something to lose
				sp := deeds.First()
				setuptest.Give(&turn.S, game.Seat(n%4), sp)
				deeds = deeds.Without(sp)
			}
			for absent := game.Seat(1); absent < 4; absent++ {
				require.True(t, turn.Decide(game.Move(game.Resign, absent), luck).OK())
			}
			rejected := 0
			for n := 0; turn.S.Status == game.Playing && turn.S.Turn.Number < 120; n++ {
				require.Less(t, n, 20000)
				if tempt(t, r, turn, luck) {
					continue
				}
				c, ok := next(r, &turn.S)
				require.True(t, ok, "somebody answers in phase %d", turn.S.Phase())
				if c.Seat > 0 {
					switch c.Kind {
					case game.ProposeTrade, game.AcceptTrade, game.CancelTrade, game.Bid, game.Buy, game.Lift, game.PickDeed, game.Duel, game.UseTicket:
						if c.Kind != game.Lift || turn.S.Phase() != game.PhaseTransfer {
							t.Fatalf("%+v for somebody who is absent", c)
						}
					case game.Build:
						require.Equal(t, game.PhaseEqualise, turn.S.Phase(), "%+v", c)
					case game.Mortgage, game.Sell, game.SellGroup:
						require.Contains(t, []game.Phase{game.PhaseDebt, game.PhaseTransfer, game.PhaseEqualise}, turn.S.Phase(), "%+v", c)
					case game.RejectTrade:
						rejected++
					default:
					}
				}
				require.True(t, turn.Decide(c, luck).OK(), "%+v", c)
			}
			assert.Positive(t, rejected)
		})
	}
}

// next returns the next command of a seat that plays: the absent at once, then the seat to decide.
func next(r *game.Ruleset, s *game.State) (game.Command, bool) {
	for absent := game.Seat(1); absent < 4; absent++ {
		if c, ok := bot.Absent(r, s, absent, bot.Allowed(game.Options(r, s, absent, nil), true)); ok {
			return c, true
		}
	}
	return bot.Choose(r, s, 0, game.Options(r, s, 0, nil))
}

// tempt makes an offer that nobody present would decline: all money for one deed.
func tempt(t *testing.T, r *game.Ruleset, turn *game.Turn, luck game.Luck) bool {
	t.Helper()
	s := &turn.S
	for absent := game.Seat(1); absent < 4; absent++ {
		if deeds := r.Tradeable(s, absent); deeds != 0 && s.NumTrades == 0 {
			c := game.Move(game.ProposeTrade, 0)
			c.To, c.Give.Cash, c.Want.Deeds = absent, s.Players[0].Cash/r.Unit*r.Unit, game.SetOf(deeds.First())
			if turn.Decide(c, luck).OK() {
				return true
			}
		}
	}
	return false
}

// TestOffersOfPeopleTireNobody: answers to people's offers do not count.
func TestOffersOfPeopleTireNobody(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	s.Trades[0] = game.Trade{ID: 1, From: 0, To: 1}
	s.NumTrades = 1
	reject, roll := game.MoveN(game.RejectTrade, 1, 1), game.Move(game.Roll, 1)
	assert.False(t, bot.Counts(&s, &reject, game.Seats(0).With(0)))
	assert.True(t, bot.Counts(&s, &reject, 0), "between computer players they do")
	assert.True(t, bot.Counts(&s, &roll, game.Seats(0).With(0)))
}
