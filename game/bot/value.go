package bot

import "github.com/bankhalter/bankhalter/game"

// Percent of the printed prices that the deeds of one hand in a group are worth.
const (
	alone     = 100
	almost    = 140 // one lot is missing
	almostTwo = 115 // one lot of two is missing
	buildable = 190 // one is missing and building is allowed all the same
	complete  = 230
	threat    = 35 // percent of a rival's gain that hindering them is worth
)

// worth is the joint value of the deeds of a hand in one group.
func (v *eye) worth(g *game.GroupDef, hand game.Set) game.Money {
	in := hand & g.Spaces
	if in == 0 {
		return 0
	}
	var sum game.Money
	for m := in; m != 0; m = m.Rest() {
		sum += v.r.Spaces[m.First()].Price
	}
	for m := in & v.s.Mortgaged; m != 0; m = m.Rest() {
		sum -= v.r.Spaces[m.First()].Mortgage
	}
	return game.Money(int64(sum) * int64(v.percent(g, in)) / 100)
}

func (v *eye) percent(g *game.GroupDef, in game.Set) game.Money {
	n := game.Money(in.Len())
	switch g.Kind {
	case game.KindStation:
		return 90 + 15*n
	case game.KindUtility:
		return 75 + 15*n
	default:
	}
	switch missing := g.Spaces.Len() - int(n); {
	case missing == 0:
		return complete
	case missing > 1:
		return alone
	case v.r.LotsMayLack() > 0:
		return buildable
	case n == 1:
		return almostTwo
	default:
		return almost
	}
}

// deedWorth is the value of one more deed to the seat, and of hindering the
// rival who needs it most.
func (v *eye) deedWorth(sp game.Space) game.Money {
	g := &v.r.Groups[v.r.Spaces[sp].Group]
	value := v.worth(g, v.own.With(sp)) - v.worth(g, v.own)
	var rival game.Money
	for i := range v.s.Owned[:v.s.NumSeats] {
		theirs := v.s.Owned[i]
		if game.Seat(i) == v.seat || theirs&g.Spaces == 0 {
			continue
		}
		if gain := v.worth(g, theirs.With(sp)) - v.worth(g, theirs) - v.r.Spaces[sp].Price; gain > rival {
			rival = gain
		}
	}
	return value + rival*threat/100
}

// completes reports whether the deed is the last one the seat or a rival needs for a group of lots.
func (v *eye) completes(sp game.Space) bool {
	if !v.r.Lots.Has(sp) {
		return false
	}
	rest := v.r.Groups[v.r.Spaces[sp].Group].Spaces.Without(sp)
	for i := range v.s.Owned[:v.s.NumSeats] {
		if rest&^v.s.Owned[i] == 0 {
			return true
		}
	}
	return false
}

// single reports whether the deed helps no group of the seat along.
func (v *eye) single(sp game.Space) bool {
	g := &v.r.Groups[v.r.Spaces[sp].Group]
	return g.Kind != game.KindLot || (g.Spaces&^v.own).Len() > v.r.LotsMayLack()
}
