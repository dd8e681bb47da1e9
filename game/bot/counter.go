package bot

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/plan"
	"github.com/bankhalter/bankhalter/game/value"
)

// pays is what the receiver of a proposal pays by it, below 0 if it is paid.
func pays(t *game.Trade) game.Money { return t.Want.Cash - t.Give.Cash }

// mayCounter reports whether the seat may answer a proposal with another price: swaps of
// deeds only, and once. A seat that has asked for the same deeds itself, in this
// turn or before a refusal that still holds, only says yes or no, so two
// computer players never haggle on; and so does one that never proposes anything.
func (v *eye) mayCounter(t *game.Trade) bool {
	deeds := t.Give.Deeds | t.Want.Deeds
	if v.p.Offers == 0 || t.Terms || t.Held || deeds == 0 || t.Give.Cards|t.Want.Cards != 0 || t.Give.Tickets|t.Want.Tickets != 0 {
		return false
	}
	for i := range v.s.Made[:v.s.NumMade] {
		if m := &v.s.Made[i]; m.From == v.seat && m.To == t.From && m.Deeds() == deeds {
			return false
		}
	}
	for i := range v.s.Trades[:v.s.NumTrades] {
		if o := &v.s.Trades[i]; o.From == v.seat && o.To == t.From && o.Give.Deeds|o.Want.Deeds == deeds {
			return false
		}
	}
	for i := range v.s.Refused[:v.s.NumRefused] {
		if x := &v.s.Refused[i]; x.From == v.seat && x.To == t.From && x.Deeds == deeds && !v.r.Outdated(v.s, x) {
			return false
		}
	}
	return true
}

// counterAt answers a proposal with the same one at a price that the seat pays, if
// it may be made and the partner can pay their part. The proposal itself is rejected by the next command.
func (v *eye) counterAt(t *game.Trade, pay game.Money) bool {
	if pay >= pays(t) || v.me.Cash < pay || v.s.Players[t.From].Cash < -pay+plan.ReceiptFee(v.r, v.s, t.Want.Deeds, 0) {
		return false
	}
	v.say(game.ProposeTrade)
	v.c.To = t.From
	v.c.Give, v.c.Want = v.priced(t, pay)
	return (v.c.Give != game.Terms{}) && (v.c.Want != game.Terms{}) && v.accepted() && !v.repeats(v.c.To, &v.c.Give, &v.c.Want)
}

// priced is both sides of a counter-offer at a price that the seat pays.
func (v *eye) priced(t *game.Trade, pay game.Money) (give, want game.Terms) {
	return game.Terms{Deeds: t.Want.Deeds, Cash: max(0, pay)}, game.Terms{Deeds: t.Give.Deeds, Cash: max(0, -pay)}
}

// counter answers with the price nearest to the one proposed that it would accept, if
// the partner gains by it as well. Its gain grows by what the partner's shrinks.
func (v *eye) counter(t *game.Trade) bool {
	if !v.mayCounter(t) {
		return false
	}
	mine, theirs := v.gain(v.seat, &t.Want, &t.Give), v.gain(t.From, &t.Give, &t.Want)
	greed := v.p.Greed
	less := max(1-mine, (theirs*greed-100*mine+99+greed)/(100+greed), v.floor()-(v.me.Cash-pays(t)))
	less = v.r.Whole(less + v.r.Step() - 1)
	return v.fair(mine+less, theirs-less) && theirs > less && v.counterAt(t, pays(t)-less)
}

// counter answers with the price nearest to the one proposed that it would accept, if
// the partner gains by it as well.
func (v *mind) counter(t *game.Trade) bool {
	if !v.mayCounter(t) {
		return false
	}
	v.look()
	try := *t
	price := func(pay game.Money) { try.Want.Cash, try.Give.Cash = max(0, pay), max(0, -pay) }
	welcome := func(pay game.Money) bool {
		price(pay)
		return v.welcome(&try)
	}
	low, high := -v.r.Whole(v.s.Players[t.From].Cash), pays(t) // the low one is good for the seat, the high one is not
	if low >= high || !welcome(low) {
		return false
	}
	for high-low > v.r.Step() {
		middle := v.r.Whole((low + high) / 2)
		if middle <= low || middle >= high {
			break
		}
		if welcome(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	if round := -v.roundUp(-low); round >= -v.s.Players[t.From].Cash && welcome(round) {
		low = round
	}
	price(low)
	var c value.Chances
	v.after(t.From, t.To, &try.Give, &try.Want, &c)
	return c[t.From]-v.now[t.From] >= dealMargin && v.counterAt(t, low)
}
