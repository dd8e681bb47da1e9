package bot

import "github.com/bankhalter/bankhalter/game"

// eye is one seat's look at a position.
type eye struct {
	p    *Persona
	r    *game.Ruleset
	s    *game.State
	me   *game.Player
	seat game.Seat
	own  game.Set
}

func (p *Persona) look(r *game.Ruleset, s *game.State, seat game.Seat) eye {
	return eye{p: p, r: r, s: s, me: &s.Players[seat], seat: seat, own: s.Owned[seat]}
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

// reserve is the floor and its share of the worst rent on built lots within the next throw.
func (v *eye) reserve() game.Money {
	return v.floor() + v.p.Fear*v.worst()/100
}

// worst is the highest rent of a built lot of others within one throw.
func (v *eye) worst() game.Money {
	danger := v.s.Built &^ v.own &^ v.s.Mortgaged
	if danger == 0 {
		return 0
	}
	var worst game.Money
	for n := 2; n <= 12; n++ {
		sp := v.r.Next(v.me.Space, n)
		if danger.Has(sp) {
			worst = max(worst, v.r.RentAt(sp, v.s.Level[sp]))
		}
	}
	return worst
}

// spare is the cash above the reserve and the debts that wait.
func (v *eye) spare() game.Money { return v.me.Cash - v.s.DebtOf(v.seat) - v.reserve() }

// late tells whether jail is a good place: others have built and little is for sale.
func (v *eye) late() bool {
	return (v.s.Built&^v.own).Len() >= 3 && v.s.Free.Len() <= 4
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
