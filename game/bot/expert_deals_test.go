package bot_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
	"github.com/bankhalter/bankhalter/game/value"
)

// haggled is a position with an offer for which a partner asked until the weights would take no less.
type haggled struct {
	state  game.State
	accept game.Command
}

// haggle lets a partner offer goods at random in games between four players of the level hard who do not ask the
// net, at the least price that the player asked still takes.
func haggle(t *testing.T, st *setup.Setup, n int) (list []haggled) {
	t.Helper()
	pupil := bot.Pupil(st.Estimate())
	seats := []bot.Wisher{pupil, pupil, pupil, pupil}
	rng := rand.New(rand.NewPCG(7, 0))
	for seed := byte(0); len(list) < n; seed++ {
		luck := chance.Seeded([32]byte{seed})
		start := game.NewState(st.Rules, 4, 0, false)
		var turn game.Turn
		turn.Begin(st.Rules, &start)
		require.True(t, turn.Decide(game.Move(game.Start, game.Nobody), luck).OK())
		var order bot.Order
		var c game.Command
		for found := 0; found < 3 && len(list) < n && turn.S.Status == game.Playing && order.Next(st.Rules, &turn.S, seats, &c); {
			if turn.S.NumTrades == 0 && turn.S.Phase() == game.PhaseHub && rng.IntN(8) == 0 {
				if x, ok := leastTaken(st.Rules, &turn.S, pupil, rng); ok {
					list = append(list, x)
					found++
				}
			}
			require.True(t, turn.DecideOn(&c, luck).OK())
			order.Note(&turn.S, &c)
		}
	}
	return list
}

// leastTaken finds by halves how little cash a player takes, or how much they give, beside deeds at random.
func leastTaken(r *game.Ruleset, s *game.State, p bot.Player, rng *rand.Rand) (x haggled, ok bool) {
	c := game.Move(game.ProposeTrade, game.Seat(rng.IntN(4)))
	c.To = game.Seat(rng.IntN(4))
	if c.To == c.Seat || !s.In(c.Seat) || !s.In(c.To) {
		return x, false
	}
	c.Give.Deeds, c.Want.Deeds = some(r.Tradeable(s, c.Seat), rng), some(r.Tradeable(s, c.To), rng)
	low, high := -s.Players[c.To].Cash, s.Players[c.Seat].Cash // paid by the partner
	var turn game.Turn
	for high-low > 1 {
		pay := (low + high) / 2
		c.Give.Cash, c.Want.Cash = max(0, pay), max(0, -pay)
		turn.Begin(r, s)
		var answer game.Command
		if turn.Decide(c, nil).OK() && p.Wish(r, &turn.S, c.To, &answer) && answer.Kind == game.AcceptTrade {
			x, ok, high = haggled{turn.S, answer}, true, pay
		} else {
			low = pay
		}
	}
	return x, ok
}

// some picks none to three of a set.
func some(all game.Set, rng *rand.Rand) (picked game.Set) {
	for range rng.IntN(4) {
		if all == 0 {
			break
		}
		rest := all
		for range rng.IntN(all.Len()) {
			rest = rest.Rest()
		}
		picked, all = picked.With(rest.First()), all.Without(rest.First())
	}
	return picked
}

// gain plays an offer out to the end of the game, taken and rejected, with the same luck for both, and returns
// by how much a seat's chance to win is better if it is taken.
func (x *haggled) gain(t *testing.T, st *setup.Setup, seat game.Seat, playouts int) float64 {
	t.Helper()
	medium, _ := bot.New("medium", st.Estimate)
	seats := []bot.Wisher{medium, medium, medium, medium}
	sum := 0
	var turn game.Turn
	wins := func(c game.Command, n int) int {
		luck := chance.Seeded([32]byte{byte(n), byte(n >> 8), 1})
		turn.Begin(st.Rules, &x.state)
		var order bot.Order
		for last := turn.S.Turn.Number + 800; turn.S.Turn.Number < last; {
			require.True(t, turn.DecideOn(&c, luck).OK())
			order.Note(&turn.S, &c)
			if turn.S.Status != game.Playing {
				break
			}
			require.True(t, order.Next(st.Rules, &turn.S, seats, &c))
		}
		if turn.S.NumRanked > 0 && turn.S.Standings[0].Seat == seat && turn.S.Standings[0].Rank == 1 {
			return 1
		}
		return 0
	}
	for n := range playouts {
		sum += wins(x.accept, n) - wins(game.MoveN(game.RejectTrade, x.accept.Seat, x.accept.N), n)
	}
	return float64(sum) / float64(playouts)
}

// TestNobodyIsHaggledDown: what the weights just about welcome is an error of theirs as often as not. The
// higher levels take of it what helps when it is played out with other luck.
func TestNobodyIsHaggledDown(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	offers := haggle(t, st, 60)
	gains := make([]float64, len(offers))
	for i, x := range offers {
		gains[i] = x.gain(t, st, x.accept.Seat, 60)
	}
	for _, level := range []string{"hard", bot.Expert} {
		t.Run(level, func(t *testing.T) {
			p, _ := bot.New(level, st.Estimate)
			var taken, rejected []float64
			for i, x := range offers {
				var c game.Command
				require.True(t, p.Wish(st.Rules, &x.state, x.accept.Seat, &c))
				switch c.Kind {
				case game.AcceptTrade:
					taken = append(taken, gains[i])
					assert.True(t, bot.Ponders(p, st.Rules, &x.state, x.accept.Seat), "nobody waits while it plays an offer out")
				case game.RejectTrade, game.ProposeTrade: // with a counter-offer
					rejected = append(rejected, gains[i])
				default:
					assert.Fail(t, "an offer is answered", "%+v", c)
				}
			}
			t.Logf("%d taken, which gain %.3f each; %d rejected, which would gain %.3f", len(taken), mean(taken), len(rejected), mean(rejected))
			assert.Greater(t, len(taken), 10)
			assert.Greater(t, len(rejected), 10)
			assert.Greater(t, mean(taken), 0.05)
			assert.Less(t, mean(rejected), 0.03)
		})
	}
}

// TestExpertsProposeWhatHelpsBoth: a deal that the net shows to help is chosen among many, mostly for the error of
// the net. What an expert proposes helps it when it is played out with other luck as well, and is by the net what
// an expert would take in the partner's place.
func TestExpertsProposeWhatHelpsBoth(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	pupil := bot.Pupil(st.Estimate())
	expert, _ := bot.New(bot.Expert, st.Estimate)
	seats := []bot.Wisher{pupil, pupil, pupil, pupil}
	var gains []float64
	for seed := byte(0); len(gains) < 24; seed++ {
		luck := chance.Seeded([32]byte{seed, 9})
		start := game.NewState(st.Rules, 4, 0, false)
		var turn, proposed game.Turn
		turn.Begin(st.Rules, &start)
		require.True(t, turn.Decide(game.Move(game.Start, game.Nobody), luck).OK())
		var order bot.Order
		var c, offer game.Command
		last := uint16(0)
		for found := 0; found < 3 && turn.S.Turn.Number < 80 && turn.S.Status == game.Playing && order.Next(st.Rules, &turn.S, seats, &c); {
			s := &turn.S
			if seat := s.Turn.Seat; s.NumTrades == 0 && s.Phase() == game.PhaseHub && s.Turn.Number > last+8 &&
				expert.Wish(st.Rules, s, seat, &offer) && offer.Kind == game.ProposeTrade {
				var p value.Position
				var before, after value.Chances
				value.Look(s, &p)
				st.Estimate().Deep().Chances(&p, &before)
				p.Swap(seat, offer.To, &offer.Give, &offer.Want)
				st.Estimate().Deep().Chances(&p, &after)
				assert.GreaterOrEqual(t, after[offer.To]-before[offer.To], float32(0.03))
				proposed.Begin(st.Rules, s)
				require.True(t, proposed.Decide(offer, nil).OK())
				x := haggled{proposed.S, game.MoveN(game.AcceptTrade, offer.To, int32(proposed.S.LastTrade))}
				gains = append(gains, x.gain(t, st, seat, 60))
				last = s.Turn.Number
				found++
			}
			require.True(t, turn.DecideOn(&c, luck).OK())
			order.Note(&turn.S, &c)
		}
	}
	t.Logf("%d proposed, which gain %.3f each", len(gains), mean(gains))
	assert.Greater(t, mean(gains), 0.02)
}

func mean(list []float64) (sum float64) {
	for _, x := range list {
		sum += x / float64(len(list))
	}
	return sum
}
