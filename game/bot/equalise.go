package bot

import "github.com/bankhalter/bankhalter/game"

// equalise evens a group out: it builds the low lot up where it must, moves
// houses where it may, and sells those that the bank cannot replace.
func (v *eye) equalise() bool {
	if v.say(game.Done) && v.accepted() {
		return true
	}
	own := v.own & v.r.Groups[v.s.Equal.Group].Spaces
	low, high := v.extreme(own, false), v.extreme(own, true)
	short := v.s.Stock[game.House] < 0 || v.s.Stock[game.Hotel] < 0
	if v.s.Level[high]-v.s.Level[low] > 1 {
		if !short && v.tryStep(game.Build, low) {
			return true
		}
		if v.moveHouse(own, low) {
			return true
		}
	}
	return v.surplus(own, short) || v.raise(0)
}

// moveHouse brings a house from the highest lot that has some to the lowest.
func (v *eye) moveHouse(own game.Set, low game.Space) bool {
	best := game.NoSpace
	for m := own.Without(low); m != 0; m = m.Rest() {
		sp := m.First()
		v.sayAt(game.MoveHouse, sp)
		v.c.Dest = low
		if v.s.Level[sp] > v.s.Level[low]+1 && v.accepted() && (best == game.NoSpace || v.s.Level[sp] > v.s.Level[best]) {
			best = sp
		}
	}
	v.c.Space = best
	return best != game.NoSpace
}

// surplus sells from the highest lot; a bank short of houses is helped by houses alone.
func (v *eye) surplus(own game.Set, short bool) bool {
	best := game.NoSpace
	for m := own & v.s.Built; m != 0; m = m.Rest() {
		sp := m.First()
		if short && v.s.Level[sp] > v.r.MostHouses() || !v.tryStep(game.Sell, sp) {
			continue
		}
		if best == game.NoSpace || v.s.Level[sp] > v.s.Level[best] {
			best = sp
		}
	}
	return best != game.NoSpace && v.step(game.Sell, best)
}

// extreme is the highest or lowest built space of a set that is not empty.
func (v *eye) extreme(spaces game.Set, highest bool) game.Space {
	best := spaces.First()
	for m := spaces.Rest(); m != 0; m = m.Rest() {
		sp := m.First()
		if l := v.s.Level[sp]; highest && l > v.s.Level[best] || !highest && l < v.s.Level[best] {
			best = sp
		}
	}
	return best
}
