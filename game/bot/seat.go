package bot

import "github.com/bankhalter/bankhalter/game"

// eye is one seat's look at a position. Its decisions write the command into c
// and report whether there is one.
type eye struct {
	p    *Persona
	r    *game.Ruleset
	s    *game.State
	me   *game.Player
	c    *game.Command
	own  game.Set
	seat game.Seat
}

// say gives a command without arguments. It fills it in place: a copied one
// costs a dozen nanoseconds, which is much for a bot.
func (v *eye) say(kind game.CommandKind) bool {
	c := v.c
	*c = game.Command{}
	c.Kind, c.Seat, c.To, c.Space, c.Dest, c.N = kind, v.seat, game.Nobody, game.NoSpace, game.NoSpace, -1
	return true
}

// sayAt gives a command about one space.
func (v *eye) sayAt(kind game.CommandKind, sp game.Space) bool {
	v.say(kind)
	v.c.Space = sp
	return true
}

// sayN gives a command about a number.
func (v *eye) sayN(kind game.CommandKind, n int32) bool {
	v.say(kind)
	v.c.N = n
	return true
}

// answer gives one of two answers.
func (v *eye) answer(kind game.CommandKind, choice game.Choice) bool {
	v.say(kind)
	v.c.Choice = choice
	return true
}

// step gives a building or sale of one step.
func (v *eye) step(kind game.CommandKind, sp game.Space) bool {
	v.say(kind)
	v.c.Spaces[0], v.c.Steps = sp, 1
	return true
}

// accepted reports whether the referee takes the command just given.
func (v *eye) accepted() bool { return v.r.Check(v.s, v.c).OK() }

// try gives a command about one space if it is accepted.
func (v *eye) try(kind game.CommandKind, sp game.Space) bool {
	return v.sayAt(kind, sp) && v.accepted()
}

// tryStep gives a building or sale of one step if it is accepted.
func (v *eye) tryStep(kind game.CommandKind, sp game.Space) bool {
	return v.step(kind, sp) && v.accepted()
}

// others is the set of deeds in other players' hands.
func (v *eye) others() game.Set {
	var o game.Set
	for i := range v.s.Owned[:v.s.NumSeats] {
		o |= v.s.Owned[i]
	}
	return o &^ v.own
}

// floor is the cash that the persona never spends by choice.
func (v *eye) floor() game.Money { return v.p.Reserve * v.r.JailFine() }

// worst is the highest rent of a built lot of others within one throw.
func (v *eye) worst() game.Money {
	danger := v.s.Built &^ v.own &^ v.s.Mortgaged
	if danger == 0 {
		return 0
	}
	var worst game.Money
	for m := danger & v.reach(); m != 0; m = m.Rest() {
		sp := m.First()
		worst = max(worst, v.r.RentAt(sp, v.s.Level[sp]))
	}
	return worst
}

// reach is the set of spaces to which two dice lead from the seat's token.
func (v *eye) reach() game.Set {
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

// late reports whether jail is a good place: others have built and little is for sale.
func (v *eye) late() bool {
	return v.s.Free.Len() <= 4 && (v.s.Built&^v.own).Len() >= 3
}

// rent estimates the rent of landing on the space now.
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
