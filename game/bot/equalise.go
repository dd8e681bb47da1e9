package bot

import "github.com/bankhalter/bankhalter/game"

// equalise evens a group out: it builds the low lot up where it must, moves
// houses where it may, and sells what the bank cannot replace.
func (v *eye) equalise() (game.Command, bool) {
	if v.find(game.Done) != nil {
		return v.move(game.Done), true
	}
	own := v.own & v.r.Groups[v.s.Equal.Group].Spaces
	low, high := v.extreme(own, false), v.extreme(own, true)
	uneven := v.s.Level[high]-v.s.Level[low] > 1
	short := v.s.Stock[game.House] < 0 || v.s.Stock[game.Hotel] < 0
	if o := v.find(game.Build); o != nil && o.Spaces.Has(low) && uneven && !short {
		return game.MoveSteps(game.Build, v.seat, low), true
	}
	if o := v.find(game.MoveHouse); o != nil && uneven && o.Dests.Has(low) {
		c := v.at(game.MoveHouse, v.extreme(o.Spaces, true))
		c.Dest = low
		if v.s.Level[c.Space] > v.s.Level[low]+1 {
			return c, true
		}
	}
	if o := v.find(game.Sell); o != nil && o.Spaces&own != 0 {
		return game.MoveSteps(game.Sell, v.seat, v.surplus(o.Spaces&own, short)), true
	}
	return v.raise(0)
}

// surplus is the highest lot to sell from; houses alone help a bank short of them.
func (v *eye) surplus(lots game.Set, short bool) game.Space {
	var houses game.Set
	for m := lots; m != 0; m = m.Rest() {
		if v.s.Level[m.First()] <= v.r.HousesPerLot {
			houses = houses.With(m.First())
		}
	}
	if short && houses != 0 {
		lots = houses
	}
	return v.extreme(lots, true)
}

// extreme is the highest or lowest built space of a set that is not empty.
func (v *eye) extreme(spaces game.Set, highest bool) game.Space {
	best := spaces.First()
	for m := spaces; m != 0; m = m.Rest() {
		sp := m.First()
		if highest && v.s.Level[sp] > v.s.Level[best] || !highest && v.s.Level[sp] < v.s.Level[best] {
			best = sp
		}
	}
	return best
}
