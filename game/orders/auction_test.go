package orders_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

// hammer is a position in which space 39 is under the hammer.
func hammer(t testing.TB, r *game.Ruleset, cash ...game.Money) game.State {
	t.Helper()
	s := setuptest.Position(r)
	s.Turn.Phase, s.Turn.Space, s.Players[0].Space = game.PhaseBuy, 39, 39
	for i := range s.Players[:4] {
		s.Players[i].Cash = 2000
	}
	for i, c := range cash {
		s.Players[i].Cash = c
	}
	return play(t, r, s, game.Move(game.Decline, 0))
}

// play puts commands to the rules, which must accept them.
func play(t testing.TB, r *game.Ruleset, s game.State, list ...game.Command) game.State {
	t.Helper()
	var turn game.Turn
	turn.Begin(r, &s)
	for _, c := range list {
		no := turn.Decide(c, chance.Seeded([32]byte{}))
		require.True(t, no.OK(), "%+v refused: %+v", c, no)
	}
	return turn.S
}

// live lets all players bid for themselves, in a random order: a step more as long
// as it is within their limit, else they pass.
func live(t testing.TB, r *game.Ruleset, s game.State, limits []game.Money, rng *rand.Rand) (game.Seat, game.Money) {
	t.Helper()
	var turn game.Turn
	turn.Begin(r, &s)
	for turn.S.Auction.Open {
		bidder, bid := turn.S.Auction.Bidder, turn.S.Auction.Bid
		var asked []game.Seat
		for w := turn.S.Waiting(); w != 0; w = w.Rest() {
			asked = append(asked, w.First())
		}
		seat := asked[rng.IntN(len(asked))]
		c := game.Move(game.Pass, seat)
		if least := r.MinBid(&turn.S); least <= limits[seat] {
			c = game.MoveFor(game.Bid, seat, least)
		} else if len(asked) == 1 {
			require.True(t, turn.Decide(c, chance.Seeded([32]byte{})).OK())
			return bidder, bid
		}
		require.True(t, turn.Decide(c, chance.Seeded([32]byte{})).OK())
	}
	t.Fatal("the last to pass closes it")
	return game.Nobody, 0
}

// result is who got the deed and for how much.
func result(before, after *game.State) (game.Seat, game.Money) {
	owner := after.Owner(39)
	if owner == game.Bank {
		return game.Nobody, 0
	}
	return owner, before.Players[owner].Cash - after.Players[owner].Cash
}

func settle(r *game.Ruleset, s *game.State, limits []game.Money, order []int) []game.Command {
	bids := make([]orders.Standing, len(limits))
	for i, l := range limits {
		bids[i] = orders.Standing{Seat: game.Seat(i), Limit: l, Given: noon.Add(time.Duration(order[i]) * time.Second)}
	}
	return orders.Settle(r, s, bids)
}

// TestSettlingIsLiveBidding: live bidding a step at a time, in whatever
// order, ends with the same winner and at the settled price or, when it was the
// winner who reached the other's limit first, one step less.
func TestSettlingIsLiveBidding(t *testing.T) {
	for rulebook, id := range setuptest.Pairs(t) {
		t.Run(rulebook, func(t *testing.T) {
			r := setuptest.Rules(t, id, rulebook, nil)
			if r.Spaces[39].Price == 0 {
				t.Skip("no deed on 39")
			}
			rng := rand.New(rand.NewPCG(11, 12))
			same, below := 0, 0
			for range 400 {
				cash := r.StartCash
				s := hammer(t, r, cash, cash, cash, cash)
				limits := make([]game.Money, 4)
				for i := range limits {
					if rng.IntN(4) > 0 {
						limits[i] = game.Money(rng.IntN(12)) * r.Unit
					}
				}
				order := rng.Perm(4)
				moves := settle(r, &s, limits, order)
				require.NotEmpty(t, moves)
				after := play(t, r, s, moves...)
				require.False(t, after.Auction.Open, "it is settled at once")
				winner, price := result(&s, &after)

				liveWinner, livePrice := live(t, r, s, limits, rng)
				if winner == game.Nobody {
					require.Equal(t, game.Nobody, liveWinner)
					continue
				}
				require.LessOrEqual(t, price, limits[winner])
				highest, ties := game.Money(0), 0
				for _, l := range limits {
					switch {
					case l > highest:
						highest, ties = l, 1
					case l == highest:
						ties++
					}
				}
				require.Equal(t, highest, limits[winner])
				if ties > 1 {
					for i, l := range limits {
						require.False(t, l == highest && order[i] < order[winner], "of equal ones the earlier wins")
					}
					require.Equal(t, highest, price)
					require.Equal(t, highest, limits[liveWinner])
					require.Contains(t, []game.Money{highest, highest - r.Unit}, livePrice)
					continue
				}
				require.Equal(t, winner, liveWinner)
				require.Contains(t, []game.Money{price, price - r.Unit}, livePrice)
				if livePrice == price {
					same++
				} else {
					below++
				}
			}
			assert.Positive(t, same)
			assert.Positive(t, below)
		})
	}
}

// TestSettlingTellsNoLimits: the moves depend on nothing but the price. Limits
// below the second and the winner's own above the price may be anything.
func TestSettlingTellsNoLimits(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	rng := rand.New(rand.NewPCG(13, 14))
	for range 3000 {
		s := hammer(t, r)
		limits := make([]game.Money, 4)
		for i := range limits {
			limits[i] = game.Money(rng.IntN(1000))
		}
		order := rng.Perm(4)
		moves := settle(r, &s, limits, order)
		best, second := top(limits, order)
		for i := range limits {
			switch {
			case i == best && limits[best] > limits[second]:
				limits[i] = limits[second] + 1 + game.Money(rng.IntN(900))
			case i != best && i != second && limits[second] > 0:
				limits[i] = game.Money(rng.IntN(int(limits[second])))
			}
		}
		require.Equal(t, moves, settle(r, &s, limits, order))
	}
}

// top finds the highest two, of equal ones the earlier.
func top(limits []game.Money, order []int) (best, second int) {
	before := func(i, j int) bool { return limits[i] > limits[j] || limits[i] == limits[j] && order[i] < order[j] }
	best, second = -1, -1
	for i := range limits {
		switch {
		case best < 0 || before(i, best):
			best, second = i, best
		case second < 0 || before(i, second):
			second = i
		}
	}
	return best, second
}

func TestSettlingWaitsForEverybody(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := hammer(t, r)
	three := []orders.Standing{{Seat: 0, Limit: 100}, {Seat: 1, Limit: 200}, {Seat: 2}}
	assert.Empty(t, orders.Settle(r, &s, three), "seat 3 has not answered")
	s = play(t, r, s, game.Move(game.Pass, 3))
	moves := orders.Settle(r, &s, three)
	require.Len(t, moves, 2)
	assert.Equal(t, game.MoveFor(game.Bid, 1, 101), moves[1], "who passed live is asked again")
	s = play(t, r, s, moves...)
	assert.Equal(t, game.Seats(0b1101), s.Waiting())
	s = play(t, r, s, game.MoveFor(game.Bid, 3, 150))
	moves = orders.Settle(r, &s, three)
	require.Equal(t, []game.Command{game.MoveFor(game.Bid, 1, 151)}, moves)
	s = play(t, r, s, moves...)
	s = play(t, r, s, game.Move(game.Pass, 3))
	s = play(t, r, s, orders.Settle(r, &s, three)...)
	assert.Equal(t, game.Seat(1), s.Owner(39))
	assert.Empty(t, orders.Settle(r, &s, three), "it is over")
}

// TestHolderDefendsHisBid: the holder of the bid, with a higher standing one,
// answers those who come after them.
func TestHolderDefendsHisBid(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	start := play(t, r, hammer(t, r), game.MoveFor(game.Bid, 0, 50))
	for name, c := range map[string]struct {
		holder, other game.Money
		want          game.Seat
		price         game.Money
	}{
		"the other is below his bid":  {300, 40, 0, 50},
		"the other stops below":       {300, 200, 0, 201},
		"both the same, he was first": {200, 200, 0, 200},
		"the other goes higher":       {200, 300, 1, 201},
		"he does not go on":           {50, 300, 1, 51},
	} {
		t.Run(name, func(t *testing.T) {
			bids := []orders.Standing{{Seat: 0, Limit: c.holder, Given: noon}, {Seat: 1, Limit: c.other, Given: noon.Add(1)}, {Seat: 2}, {Seat: 3}}
			end := play(t, r, start, orders.Settle(r, &start, bids)...)
			require.False(t, end.Auction.Open)
			winner, price := result(&start, &end)
			assert.Equal(t, c.want, winner)
			assert.Equal(t, c.price, price)
		})
	}
}

func TestStandingBids(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := hammer(t, r, 500)
	for name, c := range map[string]struct {
		orders []orders.Order
		keep   game.Money
		want   game.Money
		none   bool
	}{
		"any deed":                  {[]orders.Order{{Kind: orders.Bid, Limit: 300}}, 0, 300, false},
		"more than there is":        {[]orders.Order{{Kind: orders.Bid, Limit: 900}}, 0, 500, false},
		"what is set aside stays":   {[]orders.Order{{Kind: orders.Bid, Limit: 900}}, 350, 150, false},
		"all is set aside":          {[]orders.Order{{Kind: orders.Bid, Limit: 900}}, 900, 0, false},
		"another deed":              {[]orders.Order{{Kind: orders.Bid, Limit: 300, Spaces: game.SetOf(37)}}, 0, 0, true},
		"its group":                 {[]orders.Order{{Kind: orders.Bid, Limit: 300, Groups: 1 << r.Spaces[39].Group}}, 0, 300, false},
		"buildings":                 {[]orders.Order{{Kind: orders.Bid, Limit: 300, Building: game.House}}, 0, 0, true},
		"this auction above others": {[]orders.Order{{Kind: orders.Bid, Limit: 300}, {Kind: orders.Bid, Limit: 10, Auction: 7}}, 0, 10, false},
		"an auction long ago":       {[]orders.Order{{Kind: orders.Bid, Limit: 10, Auction: 6}}, 0, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			b := book(c.orders...)
			b.Keep = c.keep
			got, ok := b.Standing(r, &s, 0, 7)
			assert.Equal(t, !c.none, ok)
			assert.Equal(t, c.want, got.Limit)
		})
	}
}

func TestSealedBidsAreHandedIn(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", map[string]any{"house.sealed_auction": true})
	s := hammer(t, r)
	s = play(t, r, s, settle(r, &s, []game.Money{100, 0, 300, 200}, []int{0, 1, 2, 3})...)
	assert.Equal(t, game.Seat(2), s.Owner(39))
	assert.Equal(t, game.Money(1700), s.Players[2].Cash, "each his own bid")
}

func TestForced(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := hammer(t, r, 0)
	forced := func(s *game.State, seat game.Seat) (game.Command, bool) {
		return orders.Forced(r, s, seat, game.Options(r, s, seat, nil))
	}
	c, ok := forced(&s, 0)
	assert.True(t, ok)
	assert.Equal(t, game.Move(game.Pass, 0), c, "nothing to bid with and nothing to pawn")
	_, ok = forced(&s, 1)
	assert.False(t, ok, "he can bid")
	setuptest.Give(&s, 0, 1)
	_, ok = forced(&s, 0)
	assert.False(t, ok, "he could mortgage")

	s = setuptest.Position(r)
	_, ok = forced(&s, 0)
	assert.False(t, ok, "dice are for people to throw")
	s.Turn.Phase = game.PhaseHub
	c, ok = forced(&s, 0)
	assert.True(t, ok)
	assert.Equal(t, game.EndTurn, c.Kind)
	_, ok = forced(&s, 1)
	assert.False(t, ok, "nobody asks him")
}

// TestForcedIsTheOnlyWay: in whole games, a forced player has no other
// command that changes anything of theirs.
func TestForcedIsTheOnlyWay(t *testing.T) {
	seen := 0
	for rulebook, id := range setuptest.Pairs(t) {
		r := setuptest.Rules(t, id, rulebook, nil)
		for n := range uint64(6) {
			rng := rand.New(rand.NewPCG(n, 15))
			start := game.NewState(r, 4, 0, false)
			var turn game.Turn
			turn.Begin(r, &start)
			luck := chance.Seeded([32]byte{byte(n), 7})
			require.True(t, turn.Decide(game.Move(game.Start, game.Nobody), luck).OK())
			for range 2500 {
				if turn.S.Status != game.Playing {
					break
				}
				for i := range game.Seat(4) {
					opts := game.Options(r, &turn.S, i, nil)
					if c, ok := orders.Forced(r, &turn.S, i, opts); ok {
						seen++
						require.True(t, r.Check(&turn.S, &c).OK())
						for _, o := range opts {
							switch o.Kind {
							case c.Kind, game.ProposeTrade, game.CancelTrade, game.RejectTrade, game.AskUndo, game.AgreeUndo, game.RefuseUndo, game.TakeBack, game.Resign, game.Return:
							default:
								t.Fatalf("command %d was forced although %d was possible", c.Kind, o.Kind)
							}
						}
					}
				}
				c, ok := anyMove(r, &turn.S, rng)
				require.True(t, ok)
				require.True(t, turn.Decide(c, luck).OK())
			}
		}
	}
	assert.Positive(t, seen)
}
