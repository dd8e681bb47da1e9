package text

import (
	"slices"

	"github.com/bankhalter/bankhalter/game"
)

// read takes an event in.
func (d *digest) read(i int) {
	e := d.turn.Events[i].Event
	switch e.Kind {
	case game.Ordered, game.DeedRemoved, game.GameEnded:
		d.calls = append(d.calls, d.Event(e))
	case game.Rolled:
		d.threw(e)
	case game.Moved:
		d.moved(e)
	case game.Paid:
		d.paidFor(i)
	case game.CardDrawn:
		d.add(act{who: e.Seat, kind: actCard, other: game.Nobody, card: d.T("summary.quote", "Deck", d.Deck(e.Deck), "Card", d.Setup.CardText(d.lang, e.Deck, e.Card))})
	case game.CardKept:
		if a := d.find(e.Seat, actCard); a != nil {
			a.kind = actCardKept
		}
	case game.JailedEvent:
		if a := d.find(e.Seat, actCard); a != nil && e.Cause != game.BySquare {
			a.card = ""
		}
		d.add(act{who: e.Seat, kind: actJailed, other: game.Nobody})
		d.last = act{}
	case game.Freed:
		d.freed(e)
	case game.Stayed:
		d.add(act{who: e.Seat, kind: actStayed, other: game.Nobody})
	case game.Built, game.BuildingSold, game.HouseMoved, game.Mortgaged, game.Lifted:
		d.worked(e)
	case game.DeedTransferred, game.DeedDealt:
		d.handed(d.turn.Events[i])
	case game.AuctionOpened, game.AuctionClosed:
		d.auctioned(i)
	case game.TradeAccepted, game.SettlementAccepted:
		d.traded(i)
	default:
		d.fared(e)
	}
}

// fared takes in what happens to a player at times.
func (d *digest) fared(e *game.Event) {
	one := act{who: e.Seat, other: e.Other, sum: e.Amount, n: e.N, spaces: []game.Space{e.Space}}
	switch e.Kind {
	case game.DebtOpened:
		one.kind, one.spaces = actOwes, nil
	case game.DebtSettled:
		d.settled(e.Seat)
	case game.Bankrupted:
		d.out = d.out.With(e.Seat)
		d.acts = slices.DeleteFunc(d.acts, func(a *act) bool { return a.who == e.Seat && a.kind.raises() })
		one.kind, one.sum = actBankrupt, 0
	case game.TicketDrawn:
		one.kind, one.spaces = actTicketDrawn, nil
	case game.TicketUsed:
		one.kind = actTicket
	case game.DuelFought:
		one.kind = actDuelLost
		if e.Flag {
			one.kind = actDuelWon
		}
	case game.TradeVoted:
		one.kind = actVoteNo
		if e.Flag {
			one.kind = actVoteYes
		}
	case game.Resigned:
		one.kind = actResigned
	case game.Returned:
		one.kind = actReturned
	default:
	}
	if one.kind != actNone {
		d.add(one)
	}
}

func (d *digest) threw(e *game.Event) {
	one := act{who: e.Seat, kind: actRoll, other: game.Nobody, dice: []string{d.dicePlain(e.Dice)}}
	switch e.Cause {
	case game.ForRent, game.ForDuel, game.ByOrder:
		return
	case game.ByJail:
		one.kind = actJailRoll
	default:
	}
	d.add(one)
}

// dicePlain writes a throw with all its dice alike: "4 + 5 + Bus".
func (s *Scene) dicePlain(dice [3]uint8) string {
	text := s.Dice([3]uint8{dice[0], dice[1]})
	if dice[2] > 0 {
		text += "\u00a0+\u00a0" + s.Speed(dice[2])
	}
	return text
}

func (d *digest) moved(e *game.Event) {
	if a := d.find(e.Seat, actCard); a != nil && e.Cause == game.ByCard {
		a.card = ""
	}
	if a := d.find(e.Seat, actCame, actOnward, actVisit); a != nil && a == d.acts[len(d.acts)-1] {
		d.drop(a) // overtaken
	}
	one := act{who: e.Seat, kind: actCame, other: game.Nobody, spaces: []game.Space{e.Dest}}
	d.last = one
	switch {
	case e.Cause == game.ByTicket:
		return
	case e.Cause == game.ByBonus:
		one.kind = actOnward
	case d.kindOf(e.Dest) == game.KindJail:
		one.kind = actVisit
	case e.Cause == game.ByDice && d.find(e.Seat, actRoll, actJailOut) != nil && d.find(e.Seat, actFine, actJailRoll) == nil:
		d.last.to = true
		return
	}
	d.add(one)
}

func (d *digest) freed(e *game.Event) {
	switch e.Cause {
	case game.ByDoubles:
		if a := d.find(e.Seat, actJailRoll); a != nil {
			a.kind = actJailOut
		}
	case game.ByFine, game.ForFine:
		if d.find(e.Seat, actFine) == nil {
			d.add(act{who: e.Seat, kind: actFine, other: game.Nobody})
		}
	case game.ByCard, game.ForCard:
		d.add(act{who: e.Seat, kind: actJailCard, other: game.Nobody})
	default:
	}
}

// worked takes in what a player does to their deeds.
func (d *digest) worked(e *game.Event) {
	one := act{who: e.Seat, other: game.Nobody, spaces: []game.Space{e.Space}}
	switch e.Kind {
	case game.Built:
		one.kind, one.sum = actBuild, d.spent
		one.built[e.Building]++
		d.spent = 0
	case game.BuildingSold:
		if d.out.Has(e.Seat) {
			return
		}
		one.kind = actSell
		one.built[e.Building]++
	case game.HouseMoved:
		one.kind, one.spaces = actMoved, []game.Space{e.Space, e.Dest}
	case game.Mortgaged:
		one.kind = actMortgage
	default:
		one.kind = actLift
	}
	d.add(one)
}

// handed takes in a deed that changes hands.
func (d *digest) handed(e Step) {
	from, to := e.Seat, e.Other
	if e.Kind == game.DeedDealt {
		from, to = game.Bank, e.Seat
	}
	known := d.about(e.Space, actBuy, actWin) != nil || from >= 0 && d.out.Has(from) || d.inTrade(e.Event)
	if !known && to >= 0 {
		d.trade(to, from, game.Terms{}, game.Terms{Deeds: game.Set(0).With(e.Space)})
	} else if !known {
		d.trade(from, to, game.Terms{Deeds: game.Set(0).With(e.Space)}, game.Terms{})
	}
	if e.Whole {
		d.add(act{who: to, kind: actWhole, other: game.Nobody, spaces: []game.Space{e.Space}})
	}
}

// trade notes what a player gave another or the bank, and what they got for it.
func (d *digest) trade(who, other game.Seat, give, want game.Terms) {
	if a := d.find(who, actTrade); a != nil && a.other == other && a == d.acts[len(d.acts)-1] && a.n == 0 {
		a.give, a.want = both(a.give, give), both(a.want, want)
		return
	}
	d.add(act{who: who, kind: actTrade, other: other, give: give, want: want})
}

func both(a, b game.Terms) game.Terms {
	return game.Terms{Cash: a.Cash + b.Cash, Cards: a.Cards | b.Cards, Tickets: a.Tickets + b.Tickets, Deeds: a.Deeds | b.Deeds}
}

// traded takes in an agreement by what changed hands in it.
func (d *digest) traded(i int) {
	var one *act
	for _, step := range d.turn.Events[i+1:] {
		e := step.Event
		var what game.Terms
		switch e.Kind {
		case game.DeedTransferred:
			what.Deeds = what.Deeds.With(e.Space)
		case game.Paid:
			if e.Cause != game.ForTrade && e.Cause != game.ForSettlement && e.Cause != game.ForGift {
				what.Tickets = 0
				break
			}
			what.Cash = e.Amount
		case game.CardMoved:
			what.Cards = 1 << e.Deck
		case game.TicketsMoved:
			what.Tickets = uint8(e.N) //nolint:gosec // as many as a trade can have
		default:
		}
		if what.Empty() || e.Seat < 0 || e.Other < 0 {
			break
		}
		if one == nil {
			who, other := e.Seat, e.Other
			if other == d.turn.Seat || d.addressed && other == d.you && who != d.turn.Seat {
				who, other = other, who
			}
			one = d.add(act{who: who, kind: actTrade, other: other, n: 1})
		}
		if e.Seat == one.who {
			one.give = both(one.give, what)
		} else {
			one.want = both(one.want, what)
		}
	}
}

// inTrade reports whether an event is part of an agreement told before.
func (d *digest) inTrade(e *game.Event) bool {
	if len(d.acts) == 0 {
		return false
	}
	for _, a := range d.acts {
		if a.kind != actTrade || a.n == 0 || !(a.who == e.Seat && a.other == e.Other || a.who == e.Other && a.other == e.Seat) {
			continue
		}
		if e.Kind == game.Paid && (a.give.Cash > 0 || a.want.Cash > 0) || e.Kind == game.DeedTransferred && (a.give.Deeds|a.want.Deeds).Has(e.Space) {
			return true
		}
	}
	return false
}

func (d *digest) auctioned(i int) {
	e := d.turn.Events[i].Event
	var spaces []game.Space
	if e.Item.Kind == game.ItemDeed {
		spaces = []game.Space{e.Item.Space}
	}
	if e.Kind == game.AuctionOpened {
		seat := d.turn.Seat
		offered := func(e Step) bool { return e.Kind == game.Offered && e.Space == spaces[0] && e.Seat == seat }
		if spaces != nil && seat >= 0 && slices.ContainsFunc(d.turn.Events[:i], offered) {
			d.add(act{who: seat, kind: actLeave, other: game.Nobody, spaces: spaces})
		}
		return
	}
	var left *act
	if spaces != nil {
		left = d.about(spaces[0], actLeave)
	}
	switch {
	case e.Other >= 0:
		if left != nil {
			left.kind = actAuction
		}
		d.add(act{who: e.Other, kind: actWin, other: game.Nobody, sum: e.Amount, spaces: spaces,
			lots: []string{d.T("summary.lot", "Item", d.NamedItem(e.Item), "Money", d.Money(e.Amount))}})
	case left != nil:
		d.calls = append(d.calls, d.T("summary.no_bid"))
	default:
		d.calls = append(d.calls, d.T("summary.no_bid_for", "Item", d.NamedItem(e.Item)))
	}
}

// paidFor takes in a payment.
func (d *digest) paidFor(i int) {
	e := d.turn.Events[i].Event
	one := act{who: e.Seat, other: game.Nobody, sum: e.Amount}
	if d.on(e.Space) {
		one.spaces = []game.Space{e.Space}
	}
	switch e.Cause {
	case game.ForSalary:
		d.salary(e)
		return
	case game.ForPrice:
		one.kind = actBuy
	case game.ForRent:
		one.kind, one.other = actRent, e.Other
		if e.Other == d.turn.Seat {
			one.kind, one.who, one.other = actRentIn, e.Other, e.Seat
		}
	case game.ForTax:
		one.kind, one.spaces = actTax, nil
	case game.ForFine:
		one.kind = actFine
	case game.ForCard:
		if d.byCard(e) {
			return
		}
	case game.ForBuild, game.ForDepot:
		if e.Other == game.Bank {
			d.spent += e.Amount
			return
		}
	case game.ForSell:
		if a := d.find(e.Other, actSell); a != nil || d.out.Has(e.Other) {
			if a != nil {
				a.sum += e.Amount
			}
			return
		}
	case game.ForMortgage:
		one.kind, one.who = actMortgage, e.Other
	case game.ForLift:
		one.kind = actLift
	case game.ForInterest:
		one.kind, one.spaces = actInterest, nil
	case game.ForAuction, game.ForBankruptcy:
		return
	case game.ForTrade, game.ForSettlement, game.ForGift:
		if d.inTrade(e) {
			return
		}
	case game.ForPot:
		one.kind, one.who, one.spaces = actPot, e.Other, nil
	default:
	}
	if one.kind == actNone {
		one.spaces = nil
		switch {
		case e.Seat == game.Bank:
			one.kind, one.who = actBankIn, e.Other
		case e.Other == game.Bank:
			one.kind = actBankOut
		default:
			one.kind, one.other = actPay, e.Other
		}
	}
	d.add(one)
}

// salary belongs to the throw that led past the start.
func (d *digest) salary(e *game.Event) {
	if a := d.find(e.Other, actRoll, actJailOut); a != nil && d.last.to && len(a.dice) == 1 {
		a.sum += e.Amount
		return
	}
	came := d.find(e.Other, actCame, actVisit)
	a := d.add(act{who: e.Other, kind: actGo, other: game.Nobody, sum: e.Amount})
	if at := slices.Index(d.acts, came); came != nil && at < slices.Index(d.acts, a) {
		d.drop(a)
		d.acts = slices.Insert(d.acts, at, a)
	}
}

// byCard counts a payment to what a card brought, if the payer or payee has drawn one.
func (d *digest) byCard(e *game.Event) bool {
	if a := d.find(e.Other, actCard); a != nil {
		a.sum += e.Amount
		return true
	}
	if a := d.find(e.Seat, actCard); a != nil {
		a.sum -= e.Amount
		return true
	}
	return false
}

// settled tells a debt that was paid as having to raise the money, if that took anything.
func (d *digest) settled(who game.Seat) {
	a := d.find(who, actOwes)
	switch {
	case a == nil:
	case d.find(who, actMortgage, actSell) != nil:
		a.kind, a.sum, a.other = actShort, 0, game.Nobody
	default:
		d.drop(a)
	}
}

// finish adds where the turn ended, unless what followed names it.
func (d *digest) finish() {
	for _, a := range slices.Clone(d.acts) {
		switch a.kind {
		case actCame, actOnward, actTicket:
			if a.kind != actTicket && (d.about(a.spaces[0], actBuy, actLeave, actAuction, actWin) != nil || d.silent(a.spaces[0]) || d.kindOf(a.spaces[0]) == game.KindGo && d.find(a.who, actGo) != nil) {
				d.drop(a)
			}
		case actJailRoll:
			if d.find(a.who, actFine, actJailCard, actStayed, actBankrupt) == nil {
				d.acts = slices.Insert(d.acts, slices.Index(d.acts, a)+1, &act{who: a.who, kind: actStayed, other: game.Nobody})
			}
		default:
		}
	}
	if sp := d.last.spaces; d.last.to && !d.silent(sp[0]) && d.about(sp[0], actBuy, actLeave, actAuction, actWin) == nil {
		if a := d.find(d.last.who, actRoll, actJailOut); a != nil {
			a.spaces = sp
		}
	}
	if len(d.acts) == 0 && len(d.calls) == 0 && d.turn.Seat >= 0 {
		d.add(act{who: d.turn.Seat, kind: actPassed, other: game.Nobody})
	}
}

// tighten joins what a player built and sold anywhere, and what they raised for a debt.
func (d *digest) tighten() {
	if d.tight != 2 {
		return
	}
	var kept []*act
	first := func(x *act, kinds ...actKind) *act {
		for _, a := range kept {
			if a.who == x.who && slices.Contains(kinds, a.kind) {
				return a
			}
		}
		return nil
	}
	for _, a := range d.acts {
		switch into := first(a, a.kind); {
		case into != nil && (a.kind == actBuild || a.kind == actSell):
			into.take(a)
		case first(a, actShort) != nil && a.kind.raises():
			first(a, actShort).sum += a.sum
		default:
			kept = append(kept, a)
		}
	}
	d.acts = kept
}

// silent reports whether a space is none to stay on: what happens there is told.
func (d *digest) silent(sp game.Space) bool {
	switch d.kindOf(sp) {
	case game.KindChance, game.KindChest, game.KindGoToJail, game.KindTicket, game.KindGift, game.KindAuction:
		return true
	default:
		return false
	}
}
