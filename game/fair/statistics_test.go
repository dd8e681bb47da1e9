package fair_test

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
)

// The bounds are those that a fair source stays below in 999 of 1000 trials.
// The roots are fixed, so the tests say the same for ever.
var bounds = map[int]float64{1: 10.83, 5: 20.52, 10: 29.59, 15: 37.70, 27: 55.48, 35: 66.62, 119: 173.6, 240: 313.4}

// chiSquare measures how far counts are from those expected.
func chiSquare(counts []int, share func(i int) float64) float64 {
	n, x := 0, 0.0
	for _, c := range counts {
		n += c
	}
	for i, c := range counts {
		want := float64(n) * share(i)
		x += (float64(c) - want) * (float64(c) - want) / want
	}
	return x
}

func even(n int) func(int) float64 { return func(int) float64 { return 1 / float64(n) } }

// looksFair checks counts against a bound, and that there are enough of them.
func looksFair(t *testing.T, what string, counts []int, share func(i int) float64) {
	t.Helper()
	bound, ok := bounds[len(counts)-1]
	require.True(t, ok, "%s: %d degrees of freedom", what, len(counts)-1)
	x := chiSquare(counts, share)
	t.Logf("%s: chi square %.1f of %d degrees of freedom, bound %.1f", what, x, len(counts)-1, bound)
	assert.Less(t, x, bound, what)
	assert.Greater(t, x, 0.0, what+": too good to be true")
}

// luckOf deals out the luck of so many draws of a table where two seats take turns.
func luckOf(t *testing.T, draws int, each func(i int, l *fair.Luck)) {
	t.Helper()
	server, seats := fair.NewChain(root(0x31), fair.ServerLinks), [2]*fair.Chain{}
	var start []fair.Seat
	for i := range seats {
		seats[i] = fair.NewChain(root(byte(0x41+i)), fair.ServerLinks)
		start = append(start, fair.Seat{Source: fair.Client, Anchor: seats[i].Anchor()})
	}
	s := fair.Lock([]byte("statistics"), server.Anchor(), start)
	renewed := uint32(0)
	l := fair.NewLuck(fair.Hash{}, fair.Hash{})
	for i := range draws {
		if int(s.Server.Count)+1 == server.Len() {
			renewed++
			server = fair.NewChain(fair.ServerRoot(root(0x31), renewed), fair.ServerLinks)
			s.Renew(server.Anchor())
		}
		seat := game.Seat(i % 2)
		if int(s.Seats[seat].Count) == seats[seat].Len() {
			seats[seat] = fair.NewChain(fair.SeatRoot(root(0x31), seat, renewed), fair.ServerLinks)
			require.NoError(t, s.Reanchor(seat, fair.Client, seats[seat].Anchor()))
		}
		_, err := s.Draw(seat, seats[seat].Link(int(s.Seats[seat].Count)+1), server.Link(int(s.Server.Count)+1))
		require.NoError(t, err)
		l.Reset(s.Server.Last, s.Mix)
		each(i, l)
	}
}

func TestDiceAreFair(t *testing.T) {
	var first, second, third, order [6]int
	var pair, next [36]int
	var sums [11]int
	last := 0
	faces := [6]uint8{1, 2, 3, game.SpeedMr, game.SpeedBus, 6}
	at := map[uint8]int{1: 0, 2: 1, 3: 2, game.SpeedMr: 3, game.SpeedBus: 4, 6: 5}
	luckOf(t, 36_000, func(i int, l *fair.Luck) {
		d := l.Roll(0, game.ByMove, &faces)
		first[d[0]-1]++
		second[d[1]-1]++
		third[at[d[2]]]++
		pair[6*(d[0]-1)+d[1]-1]++
		sums[d[0]+d[1]-2]++
		if i > 0 { // this draw's first die with the one before
			next[6*last+int(d[0])-1]++
		}
		last = int(d[0]) - 1
		order[l.Roll(0, game.ByOrder, nil)[0]-1]++
	})
	looksFair(t, "first die", first[:], even(6))
	looksFair(t, "second die", second[:], even(6))
	looksFair(t, "third die", third[:], even(6))
	looksFair(t, "die of the order", order[:], even(6))
	looksFair(t, "pairs", pair[:], even(36))
	looksFair(t, "successive draws", next[:], even(36))
	looksFair(t, "sums", sums[:], func(i int) float64 {
		ways := i + 1
		if i > 5 {
			ways = 11 - i
		}
		return float64(ways) / 36
	})
}

func TestCardsTicketsAndDealsAreFair(t *testing.T) {
	var full, two, deals [28]int
	var cards [2][16]int
	var short [2]int
	var ticket [2]int
	luckOf(t, 24_000, func(_ int, l *fair.Luck) {
		for deck := range cards {
			cards[deck][l.Card(0, game.Deck(deck), &game.Pile{Undrawn: 1<<16 - 1})]++
		}
		short[l.Card(0, game.Chance, &game.Pile{Undrawn: 1<<3 | 1<<9})/9]++
		deals[l.Deal(28)]++
		if l.Ticket(0, 15, 1) {
			ticket[1]++
		} else {
			ticket[0]++
		}
		full[l.Deal(28)]++
		two[l.Deal(28)]++
	})
	for deck := range cards {
		looksFair(t, "cards of "+fair.OfDeck(game.Deck(deck)).String(), cards[deck][:], even(16))
	}
	looksFair(t, "the last two cards", short[:], even(2))
	looksFair(t, "deals", deals[:], even(28))
	looksFair(t, "second deals", full[:], even(28))
	looksFair(t, "third deals", two[:], even(28))
	looksFair(t, "tickets", ticket[:], func(i int) float64 { return []float64{15.0 / 16, 1.0 / 16}[i] })
}

// A deck that is drawn card by card is a shuffled deck: each order is as likely.
func TestALazyDeckIsAShuffledDeck(t *testing.T) {
	var orders [120]int
	luckOf(t, 30_000, func(_ int, l *fair.Luck) {
		left, n := uint32(1<<5-1), 0
		for size := 5; size > 1; size-- {
			card := l.Card(0, game.Chest, &game.Pile{Undrawn: left})
			n = n*size + bits.OnesCount32(left&(1<<card-1))
			left &^= 1 << card
		}
		orders[n]++
	})
	looksFair(t, "orders of five cards", orders[:], even(120))
}

// A player who may pick their link cannot steer: over all links they might have,
// the outcome is as even as over draws.
func TestAnotherLinkGivesAnotherThrow(t *testing.T) {
	var pair [36]int
	mix, server := root(0x51), root(0x52)
	l := fair.NewLuck(fair.Hash{}, fair.Hash{})
	for i := range 40_000 {
		link := fair.LineHash([]byte{byte(i), byte(i >> 8), byte(i >> 16)})
		l.Reset(server, fair.Mix(mix, 1, link))
		d := l.Roll(0, game.ByMove, nil)
		pair[6*(d[0]-1)+d[1]-1]++
	}
	looksFair(t, "throws over links", pair[:], even(36))
}

func TestEveryNumberOfChoicesIsUniform(t *testing.T) {
	for _, m := range []int{2, 6, 11, 16, 28, 36, 120, 241} {
		counts := make([]int, m)
		s := fair.NewStream(root(0x61), root(0x62), fair.Deal)
		for range 400 * m {
			counts[s.Uniform(m)]++
		}
		looksFair(t, "uniform", counts, even(m))
	}
	s := fair.NewStream(root(0x61), root(0x62), fair.Deal)
	seen := [256]bool{}
	for range 5000 {
		seen[s.Uniform(256)] = true
	}
	for b, ok := range seen {
		assert.True(t, ok, "%d never came", b)
	}
}
