package bot

import (
	"math/bits"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/plan"
)

// gain is the value that a seat's estate would gain by a deal, in money.
func (v *eye) gain(seat game.Seat, lose, get *game.Terms) game.Money {
	hand := v.s.Owned[seat]
	next := hand&^lose.Deeds | get.Deeds
	sum := get.Cash - lose.Cash
	for i := range v.r.Groups[:v.r.NumGroups] {
		if g := &v.r.Groups[i]; (lose.Deeds|get.Deeds)&g.Spaces != 0 {
			sum += v.worth(g, next) - v.worth(g, hand)
		}
	}
	sum -= plan.ReceiptFee(v.r, v.s, get.Deeds, 0)
	cards := game.Money(get.Cards&1+get.Cards>>1&1) - game.Money(lose.Cards&1+lose.Cards>>1&1)
	return sum + v.r.JailFine()*(cards+game.Money(get.Tickets)-game.Money(lose.Tickets))
}

// fair reports whether a gain is enough for the seat beside the partner's gain.
func (v *eye) fair(mine, theirs game.Money) bool {
	return mine > 0 && int64(mine)*100 >= int64(theirs)*int64(v.p.Greed)
}

// answerTrade answers the first proposal made to the seat.
func (v *eye) answerTrade() bool {
	for i := range v.s.Trades[:v.s.NumTrades] {
		t := &v.s.Trades[i]
		if t.Held {
			if t.Ask.Has(v.seat) {
				return v.vote(t)
			}
			continue
		}
		if t.To != v.seat {
			continue
		}
		if t.Terms { // nothing is expected of words
			return v.reject(t)
		}
		mine, theirs := v.gain(v.seat, &t.Want, &t.Give), v.gain(t.From, &t.Give, &t.Want)
		if v.fair(mine, theirs) && v.me.Cash-t.Want.Cash+t.Give.Cash >= v.floor() && v.accept(t) {
			return true
		}
		return v.counter(t) || v.reject(t)
	}
	return false
}

// reject says no, if now is the time for that.
func (v *eye) reject(t *game.Trade) bool {
	return v.sayN(game.RejectTrade, int32(t.ID)) && v.accepted()
}

// vote lets others trade if both of them gain by it and there are no written terms.
func (v *eye) vote(t *game.Trade) bool {
	if !t.Terms && v.gain(t.From, &t.Give, &t.Want) > 0 && v.gain(t.To, &t.Want, &t.Give) > 0 {
		return v.sayN(game.AcceptTrade, int32(t.ID))
	}
	return v.sayN(game.RejectTrade, int32(t.ID))
}

// accept keeps the mortgages it receives but for those that must be lifted.
func (v *eye) accept(t *game.Trade) bool {
	if v.sayN(game.AcceptTrade, int32(t.ID)) && v.accepted() {
		return true
	}
	if !v.r.EvensOut() {
		return false
	}
	v.c.Lift = v.lastLots(v.own, t.Give.Deeds) | v.lastLots(v.s.Owned[t.From], t.Want.Deeds)
	return v.accepted()
}

// lastLots is the mortgaged ones among the deeds that complete a group on which the hand has built.
func (v *eye) lastLots(hand, deeds game.Set) (last game.Set) {
	for m := deeds & v.s.Mortgaged & v.r.Lots; m != 0; m = m.Rest() {
		sp := m.First()
		if g := v.r.Groups[v.r.Spaces[sp].Group].Spaces; g&^(hand|deeds) == 0 && g&hand&v.s.Built != 0 {
			last = last.With(sp)
		}
	}
	return last
}

// propose looks now and then for a deal by which both sides come closer to a
// group. The number of the last proposal is part of when: a proposal made
// closes the door behind itself for this turn, whatever becomes of it.
func (v *eye) propose() bool {
	s := v.s
	if v.p.Offers == 0 || s.Turn.Locked || v.r.JailForbidsDeals(s, v.seat) {
		return false
	}
	when := uint16(uint32(s.Turn.Number)*2654435761>>16) + s.LastTrade
	if when%(v.p.Offers+1) != 0 {
		return false
	}
	shared := v.shared()
	if shared == 0 {
		return false
	}
	var best, d deal
	for i := range s.Owned[:s.NumSeats] {
		if to := game.Seat(i); to != v.seat && s.Owned[i] != 0 && !s.Players[i].Away {
			if v.dealWith(to, shared, &d); d.score > best.score && !v.repeats(to, &d.give, &d.want) {
				best = d
			}
		}
	}
	if best.score == 0 {
		return false
	}
	for i := range s.Trades[:s.NumTrades] {
		if t := &s.Trades[i]; t.From == v.seat {
			return v.sayN(game.CancelTrade, int32(t.ID)) && v.accepted()
		}
	}
	v.say(game.ProposeTrade)
	v.c.To, v.c.Give, v.c.Want = best.to, best.give, best.want
	return v.accepted()
}

// shared is the set of groups of which the seat holds a part and that have no
// buildings, one bit each.
func (v *eye) shared() (groups uint16) {
	built := v.s.Built | v.s.Depots
	for i := range v.r.Groups[:v.r.NumGroups] {
		g := v.r.Groups[i].Spaces
		if v.own&g != 0 && g&^v.own&^v.s.Free != 0 && g&built == 0 {
			groups |= 1 << i
		}
	}
	return groups
}

// deal is a proposal and the joint gain of both sides.
type deal struct {
	to         game.Seat
	give, want game.Terms
	score      game.Money
}

// side is one half of a deal: lots of a group that come together in one hand.
type side struct {
	lots    game.Set
	gain    game.Money // of the receiver
	loss    game.Money // of the giver
	surplus game.Money
}

// dealWith finds the best fair deal with one partner: their lots of one group for
// the seat's lots of another, cash levelling the gains.
func (v *eye) dealWith(to game.Seat, shared uint16, d *deal) {
	d.score = 0
	var want, give side
	for ; shared != 0; shared &= shared - 1 {
		g := &v.r.Groups[bits.TrailingZeros16(shared)]
		mine, theirs := v.own&g.Spaces, v.s.Owned[to]&g.Spaces
		if theirs == 0 {
			continue
		}
		all, a, b := v.worth(g, mine|theirs), v.worth(g, mine), v.worth(g, theirs)
		surplus := all - a - b
		n, m := mine.Len(), theirs.Len()
		switch {
		case (n > m || n == m && surplus > want.surplus) && surplus > want.surplus:
			want = side{theirs, all - a, b, surplus}
		case n <= m && surplus > give.surplus:
			give = side{mine, all - b, a, surplus}
		}
	}
	if want.surplus+give.surplus >= v.r.JailFine() {
		v.balance(d, to, &want, &give)
	}
}

// balance adds the cash that makes both gain alike, as far as purses allow.
func (v *eye) balance(d *deal, to game.Seat, want, give *side) {
	mine := want.gain - give.loss - plan.ReceiptFee(v.r, v.s, want.lots, 0)
	theirs := give.gain - want.loss - plan.ReceiptFee(v.r, v.s, give.lots, 0)
	pay := v.r.Half(mine - theirs)
	pay = max(min(pay, v.purse(v.seat)), -v.purse(to))
	mine, theirs = mine-pay, theirs+pay
	if !v.fair(mine, theirs) || theirs*5 < mine*4 || give.lots == 0 && pay <= 0 || want.lots == 0 && pay >= 0 {
		return
	}
	d.to, d.score = to, want.surplus+give.surplus
	d.give = game.Terms{Cash: max(pay, 0), Deeds: give.lots}
	d.want = game.Terms{Cash: max(-pay, 0), Deeds: want.lots}
}

// purse is the cash that a seat can pay in a deal, the floor kept.
func (v *eye) purse(seat game.Seat) game.Money {
	return v.r.Whole(max(0, v.s.Players[seat].Cash-v.floor()))
}
