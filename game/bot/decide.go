package bot

import "github.com/bankhalter/bankhalter/game"

// jail gets out early while there is something to buy and sits late when every
// throw costs rent.
func (v *eye) jail() bool {
	turn := v.me.JailTurn
	switch {
	case v.late():
		if v.r.HasMove(game.Stay) && turn < v.r.LastJailTurn() {
			return v.say(game.Stay)
		}
	case v.me.Cards != 0 && v.r.TurnsForCard().Has(turn):
		return v.say(game.UseJailCard)
	case v.r.TurnsForFine().Has(turn) && v.me.Cash >= v.r.JailFine()*4+v.floor():
		return v.say(game.PayFine)
	}
	return v.say(game.Roll)
}

// roll uses a ticket where that beats a throw by a clear margin.
func (v *eye) roll() bool {
	if v.me.Tickets > 0 && v.r.HasMove(game.UseTicket) {
		sp, score := v.best(v.r.TicketTargets(v.me.Space))
		if score >= v.r.PassingGo() || score >= 0 && v.worst() > v.me.Cash/2 {
			return v.sayAt(game.UseTicket, sp)
		}
	}
	return v.say(game.Roll)
}

// chooseSpace takes the best space that a triple reaches.
func (v *eye) chooseSpace() bool {
	all := game.Set(1)<<v.r.Size - 1
	sp, _ := v.best(all.Without(v.me.Space))
	return v.sayAt(game.ChooseSpace, sp)
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

// landing is the value of coming to rest on a space, the way there included.
func (v *eye) landing(sp game.Space) game.Money {
	var score game.Money
	if sp < v.me.Space {
		score = v.r.PassingGo()
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
		score = -v.r.PassingGo()
	case game.KindGift:
		score += v.r.BirthdayGift()
	case game.KindTicket:
		score += v.r.BirthdayGift() / 2
	case game.KindAuction:
		if v.s.Free != 0 {
			score += v.r.PassingGo() / 2
		}
	case game.KindGo, game.KindChance, game.KindChest, game.KindJail, game.KindParking:
	}
	return score
}

// buy takes a deed that leaves a reserve and every deed that makes or breaks a group;
// for those it pledges single deeds if it must.
func (v *eye) buy() bool {
	sp := v.s.Turn.Space
	price := v.r.Spaces[sp].Price
	needed := v.completes(sp)
	if v.me.Cash >= price {
		left := v.me.Cash - v.s.DebtOf(v.seat) - price
		if needed || left >= v.floor()/2+v.p.Fear*v.worst()/200 {
			return v.say(game.Buy)
		}
	} else if needed && v.pledgeable() >= price-v.me.Cash && v.pledge() {
		return true
	}
	return v.say(game.Decline)
}

// tax guesses its worth by the number of deeds: the count itself comes later.
func (v *eye) tax() bool {
	d := &v.r.Spaces[v.s.Turn.Space]
	guess := v.me.Cash + game.Money(v.own.Len())*d.Tax
	if guess/100*game.Money(d.Percent) < d.Tax {
		return v.answer(game.ChooseTax, game.Percent)
	}
	return v.answer(game.ChooseTax, game.Flat)
}

// bus takes a ticket while there are any.
func (v *eye) bus() bool {
	if v.s.Tickets+v.s.Expiring > 0 {
		return v.answer(game.ChooseBus, game.TakeTicket)
	}
	return v.answer(game.ChooseBus, game.Advance)
}

// gift prefers a ticket while it can do without the cash.
func (v *eye) gift() bool {
	if v.s.Tickets+v.s.Expiring > 0 && v.spare() > v.r.BirthdayGift()*4 {
		return v.answer(game.ChooseGift, game.TakeTicket)
	}
	return v.answer(game.ChooseGift, game.TakeCash)
}

// card takes the chance when cash is short, else it pays the small sum.
func (v *eye) card() bool {
	if v.me.Cash < v.floor() {
		return v.answer(game.ChooseCard, game.DrawCard)
	}
	return v.answer(game.ChooseCard, game.PayCard)
}

// pick puts up the deed it gains most by, if it can pay for one.
func (v *eye) pick() bool {
	best, gain := game.NoSpace, game.Money(0)
	if v.spare() >= v.r.PassingGo()/2 {
		for m := v.s.Free; m != 0; m = m.Rest() {
			sp := m.First()
			if g := v.deedWorth(sp) - v.r.Spaces[sp].Price/2; g > gain {
				best, gain = sp, g
			}
		}
	}
	if best == game.NoSpace {
		return v.say(game.SkipPick)
	}
	return v.sayAt(game.PickDeed, best)
}

// duel fights when the lot is worth more than the odds of ten rents.
func (v *eye) duel() bool {
	sp := v.s.Turn.Space
	d := &v.r.Spaces[sp]
	wins := waysToThrow((d.Strength + 999) / 1000)
	loss := 10 * d.Rent[0]
	gain := v.deedWorth(sp) + d.Rent[0]
	if wins*gain > (36-wins)*loss && loss <= v.r.Liquidation(v.s, v.seat)/2 {
		return v.say(game.Duel)
	}
	return v.say(game.NoDuel)
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

// transfer lifts a mortgage that makes a group or is easily paid, and keeps the
// rest; a lift that is due may take raising money first.
func (v *eye) transfer() bool {
	sp := v.s.Transfer.Deeds.First()
	cost, spare := v.r.LiftCost(sp), v.spare()-v.s.Transfer.Due
	if (!v.single(sp) && cost <= spare || 3*cost <= spare) && v.try(game.Lift, sp) {
		return true
	}
	return v.try(game.Keep, sp) || v.try(game.Lift, sp) || v.raise(cost-v.me.Cash)
}

// intent asks for as many of the scarce buildings as its own plan takes.
func (v *eye) intent() bool {
	var best, can project
	n, spare := int32(0), v.spare()
	v.plans(v.estate(), spare, spare, &best, &can)
	if can.room > 0 && can.kind == v.s.Shortage.Building {
		n = min(can.steps(spare), int32(v.r.WishLimit(v.s, v.seat, can.kind)))
	}
	return v.sayN(game.Intent, n)
}

// contest bids for a contested building or places the one it got on the dearest lot.
func (v *eye) contest() bool {
	if v.s.Shortage.Placing != v.seat {
		return v.bid()
	}
	best := game.NoSpace
	for m := v.own; m != 0; m = m.Rest() {
		sp := m.First()
		if v.try(game.Place, sp) && (best == game.NoSpace || v.r.Spaces[sp].Price > v.r.Spaces[best].Price) {
			best = sp
		}
	}
	return v.sayAt(game.Place, best)
}

// Version counts the changes to the bots. It goes up with every change to their
// answers for the absent, with every one that moves the
// fingerprints of game/sim by a bot's choice, and with every change to how the rules
// are read, so that a check of an old game knows that its bots may have played
// otherwise, and by which readings its moves may have been decided.
const Version = 17
