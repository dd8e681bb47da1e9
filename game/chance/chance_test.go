package chance

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
)

var (
	_ game.Luck = (*Source)(nil)
	_ game.Luck = (*Script)(nil)
)

func seed(b byte) (s [32]byte) {
	for i := range s {
		s[i] = b
	}
	return s
}

func TestTheSameSeedGivesTheSameLuck(t *testing.T) {
	faces := [6]uint8{1, 2, 3, game.SpeedMr, game.SpeedMr, game.SpeedBus}
	play := func(s *Source) (out []any) {
		pile := game.Pile{Undrawn: 0xffff}
		for range 200 {
			out = append(out, s.Roll(0, game.ByMove, &faces), s.Roll(1, game.ByJail, nil),
				s.Card(0, game.Chance, &pile), s.Ticket(0, 15, 1), s.Deal(28))
		}
		return out
	}
	a := play(Seeded(seed(1)))
	assert.Equal(t, a, play(Seeded(seed(1))))
	assert.NotEqual(t, a, play(Seeded(seed(2))))
}

// The first throws of a seed are part of old logs' proofs and must never change.
func TestSeedsKeepTheirDice(t *testing.T) {
	s := Seeded(seed(7))
	var got [][3]uint8
	for range 6 {
		got = append(got, s.Roll(0, game.ByMove, nil))
	}
	assert.Equal(t, [][3]uint8{{2, 5, 0}, {2, 3, 0}, {2, 1, 0}, {2, 6, 0}, {1, 1, 0}, {5, 1, 0}}, got)
}

func TestCommitmentIsTheHashOfTheSeed(t *testing.T) {
	sum := sha256.Sum256(make([]byte, 32))
	assert.Equal(t, hex.EncodeToString(sum[:]), Commitment([32]byte{}))
}

// chiSquare of counts that should be equal.
func chiSquare(counts []int) float64 {
	n, x := 0, 0.0
	for _, c := range counts {
		n += c
	}
	want := float64(n) / float64(len(counts))
	for _, c := range counts {
		x += (float64(c) - want) * (float64(c) - want) / want
	}
	return x
}

func TestUniformIsUniform(t *testing.T) {
	s := Seeded(seed(3))
	// 0.1 % bounds of chi square with m-1 degrees of freedom
	for m, bound := range map[int]float64{2: 10.8, 6: 20.5, 7: 22.5, 16: 37.7, 28: 55.5, 37: 68.0, 256: 330.5} {
		counts := make([]int, m)
		for range 2000 * m {
			counts[s.uniform(m)]++
		}
		assert.Lessf(t, chiSquare(counts), bound, "m = %d", m)
	}
}

func TestOneChoiceCostsNothing(t *testing.T) {
	s, other := Seeded(seed(4)), Seeded(seed(4))
	pile := game.Pile{Undrawn: 1 << 9}
	assert.EqualValues(t, 9, s.Card(0, game.Chest, &pile))
	assert.Equal(t, 0, s.Deal(1))
	assert.True(t, s.Ticket(0, 0, 1))
	assert.Equal(t, other.Roll(0, game.ByMove, nil), s.Roll(0, game.ByMove, nil))
}

func TestCardsComeFromTheDeck(t *testing.T) {
	s := Seeded(seed(5))
	pile := game.Pile{Undrawn: 1<<2 | 1<<5 | 1<<11}
	seen := map[uint8]int{}
	for range 300 {
		seen[s.Card(0, game.Chance, &pile)]++
	}
	assert.Len(t, seen, 3)
	for _, card := range []uint8{2, 5, 11} {
		assert.Greater(t, seen[card], 60)
	}
	turned := game.Pile{N: 2, Queue: [game.MaxCards]uint8{8, 3}}
	assert.EqualValues(t, 8, s.Card(0, game.Chance, &turned), "a deck that ran out is turned over")
}

func TestScriptThenRandom(t *testing.T) {
	faces := [6]uint8{1, 1, 1, 1, 1, 1}
	rest := Seeded(seed(6))
	s := &Script{Rest: rest, Dice: [][3]uint8{{3, 4, game.SpeedBus}, {1, 2, game.SpeedMr}, {6, 6, 0}}}
	assert.Equal(t, [3]uint8{3, 4, game.SpeedBus}, s.Roll(0, game.ByMove, &faces))
	assert.Equal(t, [3]uint8{1, 2, 0}, s.Roll(0, game.ByJail, nil), "no third die in jail")
	assert.Equal(t, [3]uint8{6, 6, 1}, s.Roll(0, game.ByMove, &faces), "a third die not written down is thrown")
	same := Seeded(seed(6))
	same.Roll(0, game.ByMove, &faces)
	assert.Equal(t, same.Roll(0, game.ByMove, nil), s.Roll(0, game.ByMove, nil))
}

func TestScriptedCards(t *testing.T) {
	s := &Script{Rest: Seeded(seed(6))}
	s.Cards[game.Chest] = []uint8{4, 2, 4}
	pile := game.Pile{Undrawn: 1<<0 | 1<<4}
	assert.EqualValues(t, 4, s.Card(0, game.Chest, &pile))
	pile = game.Pile{Undrawn: 1, N: 1, Queue: [game.MaxCards]uint8{4}}
	assert.EqualValues(t, 4, s.Card(0, game.Chest, &pile), "2 is in somebody's hand; 4 lies beneath and comes again")
	assert.EqualValues(t, 0, s.Card(0, game.Chest, &pile))
	assert.Empty(t, s.Cards[game.Chance])
}

func TestScriptedTicketsKeepToThePile(t *testing.T) {
	s := &Script{Rest: Seeded(seed(6)), Tickets: []bool{true, false, true, false}}
	assert.True(t, s.Ticket(0, 3, 1))
	assert.False(t, s.Ticket(0, 3, 0))
	assert.False(t, s.Ticket(0, 2, 0), "no expiring ticket is left")
	assert.True(t, s.Ticket(0, 0, 1), "no plain ticket is left")
	assert.False(t, s.Ticket(0, 1, 0))
}

func TestScriptedDeal(t *testing.T) {
	free := game.SetOf(1, 3, 5, 6, 8)
	s := &Script{Rest: Seeded(seed(6)), Free: free, Deals: []game.Space{6, 1, 6, 8}}
	take := func() game.Space {
		n := s.Deal(free.Len())
		require.Less(t, n, free.Len())
		left := free
		for range n {
			left = left.Rest()
		}
		free = free.Without(left.First())
		return left.First()
	}
	assert.EqualValues(t, 6, take())
	assert.EqualValues(t, 1, take())
	assert.Contains(t, []game.Space{3, 5, 8}, take(), "6 is gone, so chance decides")
	assert.Equal(t, free, s.Free)
	if free.Has(8) {
		assert.EqualValues(t, 8, take())
	}
	for free != 0 {
		take()
	}
	assert.Zero(t, s.Free)
}

func BenchmarkRoll(b *testing.B) {
	s := Seeded(seed(1))
	b.ReportAllocs()
	for b.Loop() {
		s.Roll(0, game.ByMove, nil)
	}
}
