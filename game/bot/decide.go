package bot

import "github.com/bankhalter/bankhalter/game"

// leaveJail gets out early while there is something to buy and sits late when
// every throw costs rent.
func (v *eye) leaveJail(opts []game.Option) (game.Command, bool) {
	if v.late() {
		if c, ok := confirm(opts, v.move(game.Stay)); ok {
			return c, true
		}
		return confirm(opts, v.move(game.Roll))
	}
	if c, ok := confirm(opts, v.move(game.UseJailCard)); ok {
		return c, true
	}
	if v.me.Cash >= v.r.Fine*4+v.floor() {
		if c, ok := confirm(opts, v.move(game.PayFine)); ok {
			return c, true
		}
	}
	return confirm(opts, v.move(game.Roll))
}

// throw uses a ticket where that beats a throw by a clear margin.
func (v *eye) throw(opts []game.Option) (game.Command, bool) {
	if o := find(opts, game.UseTicket); o != nil {
		sp, score := v.best(o.Spaces)
		if sp != game.NoSpace && score >= v.r.Salary || score >= 0 && v.worst() > v.me.Cash/2 {
			return v.at(game.UseTicket, sp), true
		}
	}
	return confirm(opts, v.move(game.Roll))
}

// chooseSpace takes the best space that a triple reaches.
func (v *eye) chooseSpace(opts []game.Option) (game.Command, bool) {
	if o := find(opts, game.ChooseSpace); o != nil {
		if sp, _ := v.best(o.Spaces); sp != game.NoSpace {
			return v.at(game.ChooseSpace, sp), true
		}
	}
	return confirm(opts, v.move(game.ChooseSum))
}

// best is the space of the set on which it is best to land, and by how much.
func (v *eye) best(spaces game.Set) (game.Space, game.Money) {
	best, score := game.NoSpace, game.Money(0)
	for m := spaces; m != 0; m = m.Rest() {
		sp := m.First()
		if here := v.landing(sp); best == game.NoSpace || here > score {
			best, score = sp, here
		}
	}
	return best, score
}

// landing is what coming to rest on a space is worth, the way there included.
func (v *eye) landing(sp game.Space) game.Money {
	var score game.Money
	if sp < v.me.Space {
		score = v.r.Salary
	}
	d := &v.r.Spaces[sp]
	switch d.Kind {
	case game.KindLot, game.KindStation, game.KindUtility:
		switch {
		case v.s.Free.Has(sp) && v.me.Cash >= d.Price:
			score += v.deedWorth(sp) - d.Price/2
		case !v.s.Free.Has(sp):
			score -= v.rent(sp)
		}
	case game.KindTax:
		score -= d.Tax
	case game.KindGoToJail:
		score = -v.r.Salary
	case game.KindGift:
		score += v.r.Gift
	case game.KindTicket:
		score += v.r.Gift / 2
	case game.KindAuction:
		if v.s.Free != 0 {
			score += v.r.Salary / 2
		}
	case game.KindGo, game.KindChance, game.KindChest, game.KindJail, game.KindParking:
	}
	return score
}

// buy takes what leaves a reserve and every deed that makes or breaks a group;
// for those it pledges single deeds if it must.
func (v *eye) buy(opts []game.Option) (game.Command, bool) {
	sp := v.s.Turn.Space
	price := v.r.Spaces[sp].Price
	needed := v.completes(sp)
	buy, ok := confirm(opts, v.move(game.Buy))
	if ok && (needed || v.me.Cash-v.s.DebtOf(v.seat)-price >= v.floor()/2+v.p.Fear*v.worst()/200) {
		return buy, true
	}
	if !ok && needed && v.pledgeable() >= price-v.me.Cash {
		if c, ok := v.pledge(opts); ok {
			return c, true
		}
	}
	return confirm(opts, v.move(game.Decline))
}

// tax guesses its worth by the number of deeds: the count itself comes later.
func (v *eye) tax(opts []game.Option) (game.Command, bool) {
	d := &v.r.Spaces[v.s.Turn.Space]
	guess := v.me.Cash + game.Money(v.own.Len())*d.Tax
	if guess/100*game.Money(d.Percent) < d.Tax {
		if c, ok := choice(opts, v.move(game.ChooseTax), game.Percent); ok {
			return c, true
		}
	}
	return choice(opts, v.move(game.ChooseTax), game.Flat)
}

// gift prefers a ticket while it can do without the cash.
func (v *eye) gift(opts []game.Option) (game.Command, bool) {
	if v.spare() > v.r.Gift*4 {
		if c, ok := choice(opts, v.move(game.ChooseGift), game.TakeTicket); ok {
			return c, true
		}
	}
	return choice(opts, v.move(game.ChooseGift), game.TakeCash)
}

// card takes the chance when cash is short, else it pays the small sum.
func (v *eye) card(opts []game.Option) (game.Command, bool) {
	if v.me.Cash < v.floor() {
		if c, ok := choice(opts, v.move(game.ChooseCard), game.DrawCard); ok {
			return c, true
		}
	}
	return choice(opts, v.move(game.ChooseCard), game.PayCard)
}

// pick puts up the deed it gains most by, if it can pay for one.
func (v *eye) pick(opts []game.Option) (game.Command, bool) {
	o := find(opts, game.PickDeed)
	if o == nil || v.spare() < v.r.Salary/2 {
		return confirm(opts, v.move(game.SkipPick))
	}
	best, gain := game.NoSpace, game.Money(0)
	for m := o.Spaces; m != 0; m = m.Rest() {
		sp := m.First()
		if g := v.deedWorth(sp) - v.r.Spaces[sp].Price/2; g > gain {
			best, gain = sp, g
		}
	}
	if best == game.NoSpace {
		return confirm(opts, v.move(game.SkipPick))
	}
	return v.at(game.PickDeed, best), true
}

// duel fights when the lot is worth more than the odds of ten rents.
func (v *eye) duel(opts []game.Option) (game.Command, bool) {
	sp := v.s.Turn.Space
	d := &v.r.Spaces[sp]
	wins := waysToThrow((d.Strength + 999) / 1000)
	loss := 10 * d.Rent[0]
	gain := v.deedWorth(sp) + d.Rent[0]
	if wins*gain > (36-wins)*loss && loss <= v.r.Liquidation(v.s, v.seat)/2 {
		if c, ok := confirm(opts, v.move(game.Duel)); ok {
			return c, true
		}
	}
	return confirm(opts, v.move(game.NoDuel))
}

// waysToThrow is how many of the 36 throws of two dice reach a sum.
func waysToThrow(sum int32) game.Money {
	switch {
	case sum <= 2:
		return 36
	case sum > 12:
		return 0
	case sum <= 7:
		return game.Money(36 - (sum-2)*(sum-1)/2)
	default:
		return game.Money((13 - sum) * (14 - sum) / 2)
	}
}

// transfer lifts what makes a group or is easily paid, and keeps the rest.
func (v *eye) transfer(opts []game.Option) (game.Command, bool) {
	lift, keep := find(opts, game.Lift), find(opts, game.Keep)
	if lift != nil {
		for m := lift.Spaces & v.s.Transfer.Deeds; m != 0; m = m.Rest() {
			sp := m.First()
			cost := v.r.LiftCost(sp)
			if !v.single(sp) && cost <= v.spare() || 3*cost <= v.spare() || keep == nil || !keep.Spaces.Has(sp) {
				return v.at(game.Lift, sp), true
			}
		}
	}
	if keep != nil && keep.Spaces != 0 {
		return v.at(game.Keep, keep.Spaces.First()), true
	}
	return v.raise(opts, v.r.LiftCost(v.s.Transfer.Deeds.First())-v.me.Cash)
}

// intent asks for as many of the scarce buildings as one more step on its open lots takes.
func (v *eye) intent(opts []game.Option) (game.Command, bool) {
	o := find(opts, game.Intent)
	if o == nil {
		return game.Command{}, false
	}
	w := v.wish(v.spare())
	n := game.Money(0)
	if w.steps > 0 {
		if kind, _ := v.r.NextStep(v.s, w.lots.First()); kind == v.s.Shortage.Building {
			n = game.Money(w.steps)
		}
	}
	if n > o.Max {
		n = o.Max
	}
	return game.MoveN(game.Intent, v.seat, int32(n)), n == 0 || n >= o.Min
}

// contest bids for a contested building or places the one it got.
func (v *eye) contest(opts []game.Option) (game.Command, bool) {
	if o := find(opts, game.Place); o != nil {
		best := o.Spaces.First()
		for m := o.Spaces; m != 0; m = m.Rest() {
			if v.r.Spaces[m.First()].Price > v.r.Spaces[best].Price {
				best = m.First()
			}
		}
		return v.at(game.Place, best), true
	}
	return confirm(opts, v.bid())
}
