package bot

import "github.com/bankhalter/bankhalter/game"

// jail gets out early while there is something to buy and sits late when every
// throw costs rent.
func (v *eye) jail() (game.Command, bool) {
	turn := v.me.JailTurn
	if v.late() {
		if v.r.JailThrowOptional && turn < v.r.JailTurns {
			return v.confirm(v.move(game.Stay))
		}
		return v.confirm(v.move(game.Roll))
	}
	if v.me.Cards != 0 && v.r.CardTurns.Has(turn) {
		return v.confirm(v.move(game.UseJailCard))
	}
	if v.r.FineTurns.Has(turn) && v.me.Cash >= v.r.Fine*4+v.floor() {
		return v.confirm(v.move(game.PayFine))
	}
	return v.confirm(v.move(game.Roll))
}

// roll uses a ticket where that beats a throw by a clear margin.
func (v *eye) roll() (game.Command, bool) {
	if v.me.Tickets > 0 && v.r.Rules.Tickets {
		sp, score := v.best(v.r.TicketTargets(v.me.Space))
		if sp != game.NoSpace && (score >= v.r.Salary || score >= 0 && v.worst() > v.me.Cash/2) {
			return v.confirm(v.at(game.UseTicket, sp))
		}
	}
	return v.confirm(v.move(game.Roll))
}

// chooseSpace takes the best space that a triple reaches.
func (v *eye) chooseSpace() (game.Command, bool) {
	all := game.Set(1)<<v.r.Size - 1
	sp, _ := v.best(all.Without(v.me.Space))
	return v.confirm(v.at(game.ChooseSpace, sp))
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
func (v *eye) buy() (game.Command, bool) {
	sp := v.s.Turn.Space
	price := v.r.Spaces[sp].Price
	needed := v.completes(sp)
	if v.me.Cash >= price {
		if needed || v.me.Cash-v.s.DebtOf(v.seat)-price >= v.floor()/2+v.p.Fear*v.worst()/200 {
			return v.confirm(v.move(game.Buy))
		}
	} else if needed && v.pledgeable() >= price-v.me.Cash {
		return v.pledge()
	}
	return v.confirm(v.move(game.Decline))
}

// tax guesses its worth by the number of deeds: the count itself comes later.
func (v *eye) tax() (game.Command, bool) {
	d := &v.r.Spaces[v.s.Turn.Space]
	guess := v.me.Cash + game.Money(v.own.Len())*d.Tax
	if guess/100*game.Money(d.Percent) < d.Tax {
		return v.choice(game.ChooseTax, game.Percent)
	}
	return v.choice(game.ChooseTax, game.Flat)
}

// bus takes a ticket while there are any.
func (v *eye) bus() (game.Command, bool) {
	if v.s.Tickets+v.s.Expiring > 0 {
		return v.choice(game.ChooseBus, game.TakeTicket)
	}
	return v.choice(game.ChooseBus, game.Advance)
}

// gift prefers a ticket while it can do without the cash.
func (v *eye) gift() (game.Command, bool) {
	if v.s.Tickets+v.s.Expiring > 0 && v.spare() > v.r.Gift*4 {
		return v.choice(game.ChooseGift, game.TakeTicket)
	}
	return v.choice(game.ChooseGift, game.TakeCash)
}

// card takes the chance when cash is short, else it pays the small sum.
func (v *eye) card() (game.Command, bool) {
	if v.me.Cash < v.floor() {
		return v.choice(game.ChooseCard, game.DrawCard)
	}
	return v.choice(game.ChooseCard, game.PayCard)
}

// pick puts up the deed it gains most by, if it can pay for one.
func (v *eye) pick() (game.Command, bool) {
	best, gain := game.NoSpace, game.Money(0)
	if v.spare() >= v.r.Salary/2 {
		for m := v.s.Free; m != 0; m = m.Rest() {
			sp := m.First()
			if g := v.deedWorth(sp) - v.r.Spaces[sp].Price/2; g > gain {
				best, gain = sp, g
			}
		}
	}
	if best == game.NoSpace {
		return v.confirm(v.move(game.SkipPick))
	}
	return v.confirm(v.at(game.PickDeed, best))
}

// duel fights when the lot is worth more than the odds of ten rents.
func (v *eye) duel() (game.Command, bool) {
	sp := v.s.Turn.Space
	d := &v.r.Spaces[sp]
	wins := waysToThrow((d.Strength + 999) / 1000)
	loss := 10 * d.Rent[0]
	gain := v.deedWorth(sp) + d.Rent[0]
	if wins*gain > (36-wins)*loss && loss <= v.r.Liquidation(v.s, v.seat)/2 {
		return v.confirm(v.move(game.Duel))
	}
	return v.confirm(v.move(game.NoDuel))
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
func (v *eye) transfer() (game.Command, bool) {
	lift, keep := v.find(game.Lift), v.find(game.Keep)
	if lift != nil {
		for m := lift.Spaces & v.s.Transfer.Deeds; m != 0; m = m.Rest() {
			sp := m.First()
			cost, spare := v.r.LiftCost(sp), v.spare()
			if !v.single(sp) && cost <= spare || 3*cost <= spare || keep == nil || !keep.Spaces.Has(sp) {
				return v.at(game.Lift, sp), true
			}
		}
	}
	if keep != nil && keep.Spaces != 0 {
		return v.at(game.Keep, keep.Spaces.First()), true
	}
	return v.raise(v.r.LiftCost(v.s.Transfer.Deeds.First()) - v.me.Cash)
}

// intent asks for as many of the scarce buildings as its own plan takes.
func (v *eye) intent() (game.Command, bool) {
	o := v.find(game.Intent)
	if o == nil {
		return game.Command{}, false
	}
	n := game.Money(0)
	if w := v.wish(v.spare()); w.steps > 0 && w.kind == v.s.Shortage.Building {
		n = min(game.Money(w.steps), o.Max)
	}
	return game.MoveN(game.Intent, v.seat, int32(n)), true
}

// contest bids for a contested building or places the one it got.
func (v *eye) contest() (game.Command, bool) {
	if v.s.Shortage.Placing != v.seat {
		return v.confirm(v.bid())
	}
	o := v.find(game.Place)
	if o == nil {
		return game.Command{}, false
	}
	best := o.Spaces.First()
	for m := o.Spaces; m != 0; m = m.Rest() {
		if v.r.Spaces[m.First()].Price > v.r.Spaces[best].Price {
			best = m.First()
		}
	}
	return v.at(game.Place, best), true
}
