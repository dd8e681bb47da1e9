package bot

import "github.com/bankhalter/bankhalter/game"

// Limits of how often one player is asked for deeds that they have refused to trade,
// as long as nothing changes: see game.Ruleset.Outdated.
const (
	mostTimes   = 3  // for the same deeds
	betterBy    = 10 // percent of the printed prices by which each time must be better than the one before
	mostRefused = 4  // swaps of different deeds, fewer where many play
	leastOfMany = 2
)

// refused is what a partner has refused of a seat, and still holds.
type refused struct {
	list [game.MaxRefused]uint8 // by index
	n    int
	all  int // those that the partner's cash alone has outdated included
}

// refusals finds what a partner has refused of the seat.
func (v *eye) refusals(to game.Seat, k *refused) {
	k.n, k.all = 0, 0
	for i := range v.s.Refused[:v.s.NumRefused] {
		if x := &v.s.Refused[i]; x.From == v.seat && x.To == to && !v.r.Touched(v.s, x) {
			if k.all++; v.r.Outdated(v.s, x) {
				continue
			}
			k.list[k.n] = uint8(i) //nolint:gosec // below MaxRefused
			k.n++
		}
	}
}

// noWorse reports whether a rejected proposal gave as much and asked for no more, cash aside.
func (v *eye) noWorse(x *game.Refused, give, want game.Set) bool {
	return give&^(x.Deeds&v.own) == 0 && x.Deeds&^v.own&^want == 0
}

// hopeless reports whether no price is worth another try: they have said no often enough.
func (v *eye) hopeless(k *refused, give, want game.Set) bool {
	known := false
	for _, i := range k.list[:k.n] {
		if x := &v.s.Refused[i]; v.noWorse(x, give, want) {
			if x.Times >= mostTimes {
				return true
			}
			known = true
		}
	}
	seats := int(v.s.NumSeats)
	return !known && k.all >= min(max(game.MaxRefused/seats/(seats-1), leastOfMany), mostRefused)
}

// repeats reports whether a proposal is one that its partner has refused, or hardly better.
func (v *eye) repeats(to game.Seat, give, want *game.Terms) bool {
	if v.s.NumRefused == 0 {
		return false
	}
	var k refused
	v.refusals(to, &k)
	if v.hopeless(&k, give.Deeds, want.Deeds) {
		return true
	}
	for _, i := range k.list[:k.n] {
		if x := &v.s.Refused[i]; v.noWorse(x, give.Deeds, want.Deeds) && give.Cash-want.Cash < x.Paid+v.printed(x.Deeds)*betterBy/100 {
			return true
		}
	}
	return false
}

// printed is the sum of the printed prices of deeds.
func (v *eye) printed(deeds game.Set) (sum game.Money) {
	for ; deeds != 0; deeds = deeds.Rest() {
		sum += v.r.Spaces[deeds.First()].Price
	}
	return sum
}
