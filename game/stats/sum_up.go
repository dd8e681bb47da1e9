package stats

import (
	"math"
	"slices"

	"github.com/bankhalter/bankhalter/game"
)

// Figures returns the statistics so far.
func (c *Collector) Figures() *Figures {
	n := int(c.s.NumSeats)
	f := &Figures{
		Seq: c.s.Seq, Turns: int(c.s.Turn.Number), Seats: n, Over: c.s.Status == game.Finished,
		Wealth: slices.Clone(c.wealth), Complete: slices.Clone(c.complete), Auctions: slices.Clone(c.auctions),
		Dice: c.dice(), Habits: c.habits.habits(), Story: c.Story(),
	}
	ch := newChain(c.r, f.Habits)
	for i := range n {
		f.Rents = append(f.Rents, slices.Clone(c.rents[i][:n]))
		l := &c.luck[i]
		f.Luck = append(f.Luck, Luck{
			Pips: l.pips.measure(), Doubles: l.doubles.measure(), Jailed: c.jailed(i, ch),
			Cards: l.cards.measure(), Owed: l.owed.measure(), Asked: l.asked.measure(),
		})
	}
	for _, k := range c.rested {
		f.Throws += k
	}
	f.Landings = c.landings(f.Throws, ch)
	return f
}

func (c *Collector) landings(throws int, ch *chain) []Landing {
	e, err := ch.expect()
	if err != nil {
		return nil
	}
	var list []Landing
	for sp := range int(c.r.Size) {
		list = append(list, Landing{game.Space(sp), count(c.rested[sp], throws, e.Space[sp])})
	}
	return append(list, Landing{game.NoSpace, count(c.rested[game.MaxSpaces], throws, e.Jail)})
}

// count puts a number beside its expectation for n draws of a probability.
func count(seen, n int, p float64) Count {
	return Count{Seen: seen, Expected: float64(n) * p, Error: math.Sqrt(float64(n) * max(p*(1-p), 0))}
}

func (c *Collector) dice() Dice {
	d := Dice{Chance: 1}
	for _, k := range c.sums {
		d.Throws += k
	}
	if d.Throws == 0 {
		return d
	}
	far := 0.0
	for sum := 2; sum <= 12; sum++ {
		d.Sums[sum] = count(c.sums[sum], d.Throws, float64(ways(sum))/36)
		off := float64(c.sums[sum]) - d.Sums[sum].Expected
		far += off * off / d.Sums[sum].Expected
	}
	d.Chance = beyond(far)
	return d
}

// beyond is the upper tail of the chi-squared distribution with ten degrees of
// freedom, one less than there are sums.
func beyond(x float64) float64 {
	term, sum := 1.0, 1.0
	for k := 1; k < 5; k++ {
		term *= x / 2 / float64(k)
		sum += term
	}
	return math.Exp(-x/2) * sum
}
