package value

import "github.com/bankhalter/bankhalter/game"

// Theme is what features of a seat are about, in the words of a player.
type Theme uint8

// The themes.
const (
	OfCash   Theme = iota // money, and what rents may still cost
	OfRent                // income, now and by building
	OfGroups              // how far the groups have come
	OfBlocks              // being in the way of others
	OfJail
	NumThemes
)

// Terms is what each theme adds to the score of a seat between two positions: a
// feature counts with the mean of what it changes before all others have and after.
func (m *Model) Terms(from, to *Position, seat game.Seat) (sums [NumThemes]float32) {
	var a, b Features
	m.Features(from, &a)
	m.Features(to, &b)
	set := SetFor(from.Alive)
	x, y := a[seat], b[seat]
	low, high := m.weights.Score(set, &x), m.weights.Score(set, &y)
	for i := range NumFeatures {
		if x[i] == y[i] {
			continue
		}
		first, last := x, y
		first[i], last[i] = y[i], x[i]
		sums[themeOf(i)] += (m.weights.Score(set, &first) - low + high - m.weights.Score(set, &last)) / 2
	}
	return sums
}

func themeOf(feature int) Theme {
	switch feature {
	case groupsWhole, groupsFree, groupsHeld, groupsOpen, groupsPart:
		return OfGroups
	case blocks:
		return OfBlocks
	case income, incomeRoot, growth, growthRoot, growthFull, stations, utilities, nextIncome, shareRent, deeds:
		return OfRent
	case jailed, jailedOutgo, jailCards:
		return OfJail
	default:
		return OfCash
	}
}
