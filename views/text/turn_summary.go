package text

import (
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/game"
)

// Turn is a turn that is over, to be told in short.
type Turn struct {
	Seat   game.Seat // whose turn it was; Nobody before the first one
	Events []Step    // what happened in it, without what was taken back
}

// Step is an event of a turn.
type Step struct {
	*game.Event
	Whole bool // a deed that completed a colour
}

// Summary is a turn in one or two sentences.
type Summary struct {
	Text string
	// Sum is what the turn meant in cash: to the reader if it changed theirs, else to
	// the player whose turn it was. The text leaves out an amount that is just this.
	Sum game.Money
}

const (
	summaryLength = 140 // longer ones are told more shortly still, in so many steps:
	tightest      = 3
)

// Summary tells a turn in short: a sentence for each player who did something, the one
// whose turn it was first. What was overtaken by what followed is left out, what is of
// a kind is told together, and everything that changed hands is named.
func (s *Scene) Summary(t *Turn) Summary {
	d := digest{Scene: s, turn: t}
	for i := range t.Events {
		d.read(i)
	}
	d.finish()
	sum := d.sum()
	d.bare = d.isSole(sum)
	said := d.told()
	for d.tight = 1; d.tight <= tightest && len([]rune(said)) > summaryLength; d.tight++ {
		d.tighten()
		said = d.told()
	}
	return Summary{said, sum}
}

// actKind is a kind of thing that a player did: the name of its text.
type actKind string

const (
	actRoll      actKind = "roll"
	actJailRoll  actKind = "jail_roll"
	actJailOut   actKind = "jail_out" // by doubles
	actJailCard  actKind = "jail_card"
	actFine      actKind = "fine"
	actGo        actKind = "go"
	actVisit     actKind = "visit"
	actCame      actKind = "came"
	actOnward    actKind = "onward"
	actTicket    actKind = "ticket"
	actDrewTkt   actKind = "ticket_drawn"
	actCard      actKind = "card"
	actCardKept  actKind = "card_kept"
	actJailed    actKind = "jailed"
	actStayed    actKind = "stayed"
	actBuy       actKind = "buy"
	actWhole     actKind = "whole"
	actRent      actKind = "rent"
	actRentIn    actKind = "rent_in"
	actTax       actKind = "tax"
	actShort     actKind = "short"
	actOwes      actKind = "owes"
	actBuild     actKind = "build"
	actSell      actKind = "sell"
	actMoved     actKind = "house_moved"
	actMortgage  actKind = "mortgage"
	actLift      actKind = "lift"
	actInterest  actKind = "interest"
	actLeave     actKind = "leave"   // a space that nobody wants
	actAuction   actKind = "auction" // a space, to the others
	actWin       actKind = "win"
	actTrade     actKind = "trade"
	actDuelWon   actKind = "duel_won"
	actDuelLost  actKind = "duel_lost"
	actPot       actKind = "pot"
	actBankIn    actKind = "bank_in"
	actBankOut   actKind = "bank_out"
	actPay       actKind = "pay"
	actBankrupt  actKind = "bankrupt"
	actVoteYes   actKind = "vote_yes"
	actVoteNo    actKind = "vote_no"
	actResigned  actKind = "resigned"
	actReturned  actKind = "returned"
	actPassed    actKind = "passed" // nothing else
	actDoesntSay actKind = ""
)

// act is one thing that a player did, or several of a kind.
type act struct {
	who    game.Seat
	kind   actKind
	other  game.Seat // on the other side
	sum    game.Money
	dice   []string
	spaces []game.Space
	built  [game.Depot + 1]int
	give   game.Terms
	want   game.Terms
	lots   []string // won, each with its price
	card   string   // what it says, "" if what it did is told
	n      int32
	to     bool // a throw that led to the space
}

// gathers reports whether all acts of the kind are told as one.
func (k actKind) gathers() bool {
	switch k {
	case actRoll, actGo, actBuy, actWhole, actBuild, actSell, actMortgage, actLift, actInterest, actTicket, actDrewTkt, actShort, actBankIn, actBankOut, actPay, actRent, actRentIn, actWin:
		return true
	default:
		return false
	}
}

// works reports whether it is something that a player does to their deeds.
func (k actKind) works() bool {
	return k == actBuild || k == actSell || k == actMortgage || k == actLift || k == actInterest
}

// raises reports whether it is done to pay a debt.
func (k actKind) raises() bool {
	return k == actOwes || k == actShort || k == actMortgage || k == actSell
}

// digest is a turn while it is told.
type digest struct {
	*Scene
	turn  *Turn
	acts  []*act
	calls []string   // sentences about nobody in particular
	out   game.Seats // bankrupt
	spent game.Money // on a building that is not told yet
	last  act        // where the turn's player was brought last
	bare  bool       // without the amount
	tight int        // how much is left out
}

// add notes an act, together with what its player did of the kind before.
func (d *digest) add(x act) *act {
	for _, a := range d.acts {
		if !x.kind.gathers() || a.who != x.who || a.kind != x.kind || a.other != x.other {
			continue
		}
		if (x.kind == actBuild || x.kind == actSell) && d.groupAt(a.spaces) != d.groupAt(x.spaces) {
			continue
		}
		a.take(&x)
		return a
	}
	d.acts = append(d.acts, &x)
	return &x
}

// take adds an act of the kind.
func (a *act) take(x *act) {
	a.sum += x.sum
	a.dice, a.lots = append(a.dice, x.dice...), append(a.lots, x.lots...)
	for _, sp := range x.spaces {
		if !slices.Contains(a.spaces, sp) {
			a.spaces = append(a.spaces, sp)
		}
	}
	for b, n := range x.built {
		a.built[b] += n
	}
}

// find is the latest act of a player of one of some kinds; nil if there is none.
func (d *digest) find(who game.Seat, kinds ...actKind) *act {
	for _, a := range slices.Backward(d.acts) {
		if a.who == who && slices.Contains(kinds, a.kind) {
			return a
		}
	}
	return nil
}

func (d *digest) drop(a *act) {
	d.acts = slices.DeleteFunc(d.acts, func(b *act) bool { return a == b })
}

// about is the latest act of some kinds that names a space; nil if there is none.
func (d *digest) about(sp game.Space, kinds ...actKind) *act {
	for _, a := range slices.Backward(d.acts) {
		if slices.Contains(kinds, a.kind) && slices.Contains(a.spaces, sp) {
			return a
		}
	}
	return nil
}

func (d *digest) on(sp game.Space) bool { return int(sp) < int(d.Setup.Rules.Size) }

func (d *digest) kindOf(sp game.Space) game.SpaceKind {
	if d.on(sp) {
		return d.Setup.Rules.Spaces[sp].Kind
	}
	return game.KindParking
}

// groupAt is the group of the first of some spaces; -1 if it has none.
func (d *digest) groupAt(spaces []game.Space) int {
	if len(spaces) == 0 || !d.on(spaces[0]) {
		return -1
	}
	return int(d.Setup.Rules.Spaces[spaces[0]].Group)
}

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
		one.kind, one.spaces = actDrewTkt, nil
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
	if one.kind != actDoesntSay {
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
			lots: []string{d.T("summary.lot", "Item", d.itemName(e.Item), "Money", d.Money(e.Amount))}})
	case left != nil:
		d.calls = append(d.calls, d.T("summary.no_bid"))
	default:
		d.calls = append(d.calls, d.T("summary.no_bid_for", "Item", d.itemName(e.Item)))
	}
}

func (d *digest) itemName(it game.Item) string {
	switch it.Kind {
	case game.ItemDeed:
		return d.named(it.Space)
	case game.ItemBuilding:
		return d.aBuilding(it.Building, 1)
	default:
		return d.Item(it)
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
	if one.kind == actDoesntSay {
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

// sum is what the turn meant in cash to the reader or, if nothing, to its player.
func (d *digest) sum() game.Money {
	var mine, theirs game.Money
	for _, e := range d.turn.Events {
		if e.Kind != game.Paid {
			continue
		}
		by := func(seat game.Seat) (n game.Money) {
			if e.Other == seat {
				n += e.Amount
			}
			if e.Seat == seat {
				n -= e.Amount
			}
			return n
		}
		if d.addressed {
			mine += by(d.you)
		}
		if d.turn.Seat >= 0 {
			theirs += by(d.turn.Seat)
		}
	}
	if mine != 0 {
		return mine
	}
	return theirs
}

// isSole reports whether the turn has one payment alone, which is its sum.
func (d *digest) isSole(sum game.Money) bool {
	n := 0
	for _, a := range d.acts {
		switch {
		case a.kind == actWin || a.kind == actTrade || a.kind == actOwes:
			return false
		case a.sum != 0:
			n++
			if sum = max(sum, -sum); a.sum != sum && -a.sum != sum {
				return false
			}
		}
	}
	return n == 1
}

// told is the turn in sentences.
func (d *digest) told() string {
	var seats []game.Seat
	if d.turn.Seat >= 0 {
		seats = append(seats, d.turn.Seat)
	}
	for _, a := range d.acts {
		if !slices.Contains(seats, a.who) {
			seats = append(seats, a.who)
		}
	}
	var said, quotes []string
	for _, seat := range seats {
		var parts []string
		for _, a := range d.acts {
			if a.who != seat {
				continue
			}
			if d.tight == tightest && d.idle(a) && len(parts) > 0 {
				continue
			}
			if a.kind == actCard && a.card != "" && d.tight == 0 {
				quotes = append(quotes, a.card+d.plus(a.sum))
				continue
			}
			for part := range strings.SplitSeq(d.act(a), "|") {
				if part != "" {
					parts = append(parts, part)
				}
			}
		}
		if len(parts) > 0 {
			who := d.Name(seat)
			if d.addressed && seat == d.you {
				who = d.T("tape.you")
			}
			said = append(said, who+" "+d.List(parts)+".")
		}
	}
	return strings.Join(append(append(said, quotes...), d.calls...), " ")
}

// idle reports whether an act has changed nothing but where its player stands.
func (d *digest) idle(a *act) bool {
	switch a.kind {
	case actVisit, actDrewTkt:
		return true
	case actCame, actOnward:
		return !d.isRent(a.spaces[0])
	case actCard:
		return a.sum == 0
	default:
		return false
	}
}

// plus is an amount behind what it belongs to: " (+$200)"; "" if it is the only one.
func (d *digest) plus(sum game.Money) string {
	switch {
	case sum == 0 || d.bare:
		return ""
	case sum < 0:
		return " (\u2212" + d.Money(-sum) + ")"
	}
	return " (+" + d.Money(sum) + ")"
}

// act is an act without its player, in parts that are joined with others by commas.
func (d *digest) act(a *act) string {
	key := "summary." + string(a.kind)
	args := []string{"Dice", d.List(a.dice), "Plus", d.plus(a.sum), "Spaces", d.places(a.spaces), "Money", d.Money(max(a.sum, -a.sum)), "N", d.Number(int(a.n)), "Times", d.Number(len(a.dice)),
		"To", d.other(a.other), "With", d.with(a.other), "Go", d.Space(0)}
	say := func(key string) string { return d.tell(key, a.who, args...) }
	priced := func() string {
		if a.sum == 0 || d.bare || d.tight > 1 && a.kind.works() {
			return say(key)
		}
		return say(key + "_sum")
	}
	switch a.kind {
	case actRoll, actJailOut:
		switch {
		case d.tight == tightest && len(a.dice) == 2:
			key = "summary.rolls_two"
		case d.tight == tightest && len(a.dice) > 2:
			key = "summary.rolls"
		}
		switch to, past := len(a.spaces) > 0 && (d.tight < tightest || d.isRent(a.spaces[0])), a.sum > 0; {
		case to && past && d.kindOf(a.spaces[0]) != game.KindGo:
			return say(key) + say("summary.past_to")
		case to:
			return say(key) + say("summary.to") + d.plus(a.sum)
		case past:
			return say(key) + say("summary.past")
		}
		return say(key)
	case actRent, actRentIn:
		if len(a.spaces) == 0 || d.atLast(a) || d.tight == tightest {
			return priced()
		}
		return priced() + say("summary.for")
	case actBuild, actSell:
		args = append(args, "Buildings", d.buildings(a), "Where", d.where(a.spaces))
	case actMoved:
		args = append(args, "From", d.namedAt(a.spaces[0]), "Dest", d.named(a.spaces[1]))
		return say(key)
	case actMortgage, actLift:
		if d.tight > 1 && len(a.spaces) > 1 {
			key += "s"
			args = append(args, "Count", d.Number(len(a.spaces)))
		}
	case actWhole:
		var groups []string
		for _, sp := range a.spaces {
			groups = append(groups, d.Group(uint8(d.groupAt([]game.Space{sp})))) //nolint:gosec // a group of the board
		}
		args = append(args, "Group", d.List(groups))
		return say(key)
	case actWin:
		if len(a.lots) == 1 && len(a.spaces) > 0 && d.about(a.spaces[0], actAuction) != nil {
			key += "_it"
		}
		args = append(args, "Lots", d.List(a.lots))
		return say(key)
	case actTrade:
		return d.exchanged(a)
	case actBankrupt:
		switch {
		case d.Scene.last.Has(a.who):
			key += "_last"
		case a.other == game.Bank:
			key += "_bank"
		}
		return say(key)
	case actOwes, actPay:
		if a.other == game.Bank {
			key += "_bank"
		}
		return say(key)
	case actCame, actOnward, actTicket, actCard, actGo:
		return say(key)
	default:
	}
	if !d.Has(key + "_sum") {
		return say(key)
	}
	return priced()
}

// isRent reports whether something was paid for standing on a space.
func (d *digest) isRent(sp game.Space) bool {
	return d.kindOf(sp) == game.KindTax || d.about(sp, actRent) != nil
}

// atLast reports whether the rent is for the space on which the turn has ended.
func (d *digest) atLast(a *act) bool {
	return a.kind == actRent && a.who == d.last.who && len(d.last.spaces) > 0 && d.last.spaces[0] == a.spaces[0]
}

func (d *digest) exchanged(a *act) string {
	key := "summary.trade"
	switch {
	case a.give.Empty() && a.other == game.Bank:
		key = "summary.got_bank"
	case a.give.Empty():
		key = "summary.got"
	case a.want.Empty() && a.other == game.Bank:
		key = "summary.gave_bank"
	case a.want.Empty():
		key = "summary.gave"
	}
	return d.tell(key, a.who, "To", d.other(a.other), "With", d.with(a.other), "Give", d.goods(a.give), "Want", d.goods(a.want))
}

// goods is one side of a trade, its deeds with their articles.
func (d *digest) goods(t game.Terms) string {
	var parts []string
	if t.Cash > 0 {
		parts = append(parts, d.Money(t.Cash))
	}
	for r := t.Deeds; r != 0; r = r.Rest() {
		parts = append(parts, d.named(r.First()))
	}
	if rest := (game.Terms{Cards: t.Cards, Tickets: t.Tickets}); !rest.Empty() {
		parts = append(parts, d.Goods(rest))
	}
	return d.List(parts)
}

func (d *digest) places(list []game.Space) string {
	names := make([]string, 0, len(list))
	for _, sp := range list {
		if d.on(sp) {
			names = append(names, d.named(sp))
		}
	}
	return d.List(names)
}

func (d *digest) buildings(a *act) string {
	var parts []string
	for b, n := range a.built {
		if n > 0 {
			parts = append(parts, d.aBuilding(game.Building(b), n)) //nolint:gosec // one of the few kinds
		}
	}
	return d.List(parts)
}

// where is the space or the colour that was built on.
func (d *digest) where(spaces []game.Space) string {
	if len(spaces) == 1 || len(spaces) > 0 && d.kindOf(spaces[0]) != game.KindLot {
		names := make([]string, len(spaces))
		for i, sp := range spaces {
			names[i] = d.namedAt(sp)
		}
		return d.T("summary.on", "Spaces", d.List(names))
	}
	var groups []string
	for _, sp := range spaces {
		if g := d.Group(uint8(d.groupAt([]game.Space{sp}))); !slices.Contains(groups, g) { //nolint:gosec // a group of the board
			groups = append(groups, g)
		}
	}
	return d.T("summary.in", "Group", d.List(groups))
}
