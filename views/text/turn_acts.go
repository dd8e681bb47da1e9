package text

import (
	"slices"

	"github.com/bankhalter/bankhalter/game"
)

// actKind is a kind of thing that a player did: the name of its text.
type actKind string

const (
	actRoll        actKind = "roll"
	actJailRoll    actKind = "jail_roll"
	actJailOut     actKind = "jail_out" // by doubles
	actJailCard    actKind = "jail_card"
	actFine        actKind = "fine"
	actGo          actKind = "go"
	actVisit       actKind = "visit"
	actCame        actKind = "came"
	actOnward      actKind = "onward"
	actTicket      actKind = "ticket"
	actTicketDrawn actKind = "ticket_drawn"
	actCard        actKind = "card"
	actCardKept    actKind = "card_kept"
	actJailed      actKind = "jailed"
	actStayed      actKind = "stayed"
	actBuy         actKind = "buy"
	actWhole       actKind = "whole"
	actRent        actKind = "rent"
	actRentIn      actKind = "rent_in"
	actTax         actKind = "tax"
	actShort       actKind = "short"
	actOwes        actKind = "owes"
	actBuild       actKind = "build"
	actSell        actKind = "sell"
	actMoved       actKind = "house_moved"
	actMortgage    actKind = "mortgage"
	actLift        actKind = "lift"
	actInterest    actKind = "interest"
	actLeave       actKind = "leave"   // a space that nobody wants
	actAuction     actKind = "auction" // a space, to the others
	actWin         actKind = "win"
	actTrade       actKind = "trade"
	actDuelWon     actKind = "duel_won"
	actDuelLost    actKind = "duel_lost"
	actPot         actKind = "pot"
	actBankIn      actKind = "bank_in"
	actBankOut     actKind = "bank_out"
	actPay         actKind = "pay"
	actBankrupt    actKind = "bankrupt"
	actVoteYes     actKind = "vote_yes"
	actVoteNo      actKind = "vote_no"
	actResigned    actKind = "resigned"
	actReturned    actKind = "returned"
	actPassed      actKind = "passed" // nothing else
	actNone        actKind = ""
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
	case actRoll, actGo, actBuy, actWhole, actBuild, actSell, actMortgage, actLift, actInterest, actTicket, actTicketDrawn, actShort, actBankIn, actBankOut, actPay, actRent, actRentIn, actWin:
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

// groupAt is the group of the first of some spaces; -1 if it has none.
func (d *digest) groupAt(spaces []game.Space) int {
	if len(spaces) == 0 || !d.on(spaces[0]) {
		return -1
	}
	return int(d.Setup.Rules.Spaces[spaces[0]].Group)
}
