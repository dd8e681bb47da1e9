package bot

import "github.com/bankhalter/bankhalter/game"

// eye is one seat's look at a position, with the list of its options or, when
// blind, without.
type eye struct {
	p     *Persona
	r     *game.Ruleset
	s     *game.State
	me    *game.Player
	opts  []game.Option
	own   game.Set
	seat  game.Seat
	blind bool
	stuck bool // blind, and the answer needs the list
}

func (v *eye) move(kind game.CommandKind) game.Command { return game.Move(kind, v.seat) }

func (v *eye) at(kind game.CommandKind, sp game.Space) game.Command {
	return game.MoveAt(kind, v.seat, sp)
}

// others is the set of deeds in other players' hands.
func (v *eye) others() game.Set {
	var o game.Set
	for i := range v.s.Owned[:v.s.NumSeats] {
		o |= v.s.Owned[i]
	}
	return o &^ v.own
}

// floor is what the persona never spends of its own will.
func (v *eye) floor() game.Money { return v.p.Reserve * v.r.Fine }

// worst is the highest rent of a built lot of others within one throw.
func (v *eye) worst() game.Money {
	danger := v.s.Built &^ v.own &^ v.s.Mortgaged
	if danger == 0 {
		return 0
	}
	var worst game.Money
	for m := danger & v.throw(); m != 0; m = m.Rest() {
		sp := m.First()
		worst = max(worst, v.r.RentAt(sp, v.s.Level[sp]))
	}
	return worst
}

// throw is the set of spaces that two dice reach from where the seat stands.
func (v *eye) throw() game.Set {
	const dice game.Set = 1<<11 - 1 // 2 to 12
	from, size := uint(v.me.Space)+2, uint(v.r.Size)
	if from >= size {
		return dice << (from - size)
	}
	return (dice<<from | dice>>(size-from)) & (1<<size - 1)
}

// spare is the cash above the floor, a share of the worst rent ahead and the debts that wait.
func (v *eye) spare() game.Money {
	cash := v.me.Cash - v.floor()
	if v.s.NumDebts > 0 {
		cash -= v.s.DebtOf(v.seat)
	}
	if cash <= 0 {
		return cash
	}
	return cash - v.p.Fear*v.worst()/100
}

// late tells whether jail is a good place: others have built and little is for sale.
func (v *eye) late() bool {
	return v.s.Free.Len() <= 4 && (v.s.Built&^v.own).Len() >= 3
}

// rent is what landing on the space would cost about now.
func (v *eye) rent(sp game.Space) game.Money {
	if !v.others().Has(sp) || v.s.Mortgaged.Has(sp) {
		return 0
	}
	rent := v.r.RentNow(v.s, sp)
	if v.r.Utilities.Has(sp) {
		rent *= 7
	}
	return rent
}
