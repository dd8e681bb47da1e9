package bot

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/plan"
	"github.com/bankhalter/bankhalter/game/value"
)

// Guards of trades beside the estimate: it was learned from games between
// players of good faith, and an offer may come from a player who looks for its mistakes.
const (
	shareOfGain = 0.35 // of the partner's gain that the seat must gain itself
	leading     = 0.55 // chance to win from which nobody is helped
)

// uncertain is by how much the estimate of what a deal changes for a partner is wrong: a
// standard error of 0.07 in 150 swaps on the board us-classic, each played out 300 times with
// and without it. The seat proposes what may cost its partner so much by the estimate, if the two of
// them gain together. The choice of the best deal uses the margin up: played out 80 times each, 120 deals that
// the level medium took cost it 5.5 points of its chance (standard error 1.4), without the margin 1.6 (1.2).
// What the seat itself accepts has no such margin, nor what it proposes to a player who has refused a proposal:
// see hasRefused.
const uncertain = 0.07

// hasRefused reports whether a player has refused a proposal that the table remembers. They are asked for nothing
// more that costs them: four of the level hard made 57 proposals a game without this, 9 with it, and agreed on two
// either way.
func (v *mind) hasRefused(partner game.Seat) bool {
	for i := range v.s.Refused[:v.s.NumRefused] {
		if v.s.Refused[i].To == partner {
			return true
		}
	}
	return false
}

// after estimates the position after a deal.
func (v *mind) after(from, to game.Seat, give, want *game.Terms, c *value.Chances) {
	p := v.pos
	v.swap(&p, from, to, give, want)
	v.m.Chances(&p, c)
}

// proposed estimates by how much a deal that the seat would propose changes the chances of both.
func (v *mind) proposed(to game.Seat, give, want *game.Terms) (mine, theirs float32) {
	p := v.pos
	v.swap(&p, v.seat, to, give, want)
	var c value.Chances
	v.m.Chances(&p, &c)
	worth := v.worthBeside(&p)
	return c[v.seat] - float32(worth*v.now[v.seat]), c[to] - float32(worth*v.now[to])
}

// worthBeside is what the chances of now count for beside those in a position to which the seat's proposal
// leads: less than they are if that ends a deadlock.
func (v *mind) worthBeside(p *value.Position) float32 {
	if v.waiting < 1 && !v.m.Stuck(p) {
		return v.waiting
	}
	return 1
}

// swap brings a deal and its fees into a position.
func (v *mind) swap(p *value.Position, from, to game.Seat, give, want *game.Terms) {
	p.Swap(from, to, give, want)
	p.Pay(from, game.Bank, plan.ReceiptFee(v.r, v.s, want.Deeds, 0))
	p.Pay(to, game.Bank, plan.ReceiptFee(v.r, v.s, give.Deeds, 0))
}

// answerTrade answers the first proposal made to the seat.
func (v *mind) answerTrade() bool {
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
		if !t.Terms && v.welcome(t) {
			if v.accept(t) && v.holdsUp(t) {
				return true
			}
			return v.reject(t) // no price of a counter-offer is worse than one that is welcome
		}
		return v.counter(t) || v.reject(t)
	}
	return false
}

// welcome reports whether the seat gains by a proposal, and enough beside its partner, or a deadlock ends.
func (v *mind) welcome(t *game.Trade) bool {
	if v.t.noise > 0 {
		return v.atListPrice(t)
	}
	v.look()
	var c value.Chances
	v.after(t.From, t.To, &t.Give, &t.Want, &c)
	mine, theirs := c[v.seat]-v.now[v.seat], c[t.From]-v.now[t.From]
	if v.helpsLeader(t.From, theirs) || t.Want.Deeds != 0 && v.listed(&t.Give) < v.pawn(&t.Want) || v.me.Cash-t.Want.Cash+t.Give.Cash < 0 {
		return false
	}
	return enough(mine, theirs) && v.confirms(t.From, t.To, &t.Give, &t.Want) || v.endsDeadlock(t)
}

// enough reports whether a gain is one, and share enough beside the partner's.
func enough(mine, theirs float32) bool { return mine >= dealMargin+float32(shareOfGain*max(0, theirs)) }

// confirms reports whether the deep net welcomes a deal of the seat as well: too slow to look for deals by it,
// it keeps the seat from many that lie where the weights err. A partner who has refused must gain by it, too.
func (v *mind) confirms(from, to game.Seat, give, want *game.Terms) bool {
	if v.t.second == nil {
		return true
	}
	v.look()
	var now, then value.Chances
	v.t.second.Chances(&v.pos, &now)
	p := v.pos
	v.swap(&p, from, to, give, want)
	v.t.second.Chances(&p, &then)
	partner := from + to - v.seat
	worth := float32(1)
	if from == v.seat {
		worth = v.worthBeside(&p)
	}
	mine, theirs := then[v.seat]-float32(worth*now[v.seat]), then[partner]-float32(worth*now[partner])
	if from == v.seat && v.hasRefused(partner) && !agreeable(theirs, mine) {
		return false
	}
	return agreeable(mine, theirs)
}

// agreeable reports whether a gain is one by the net, and share enough beside the partner's.
func agreeable(mine, theirs float32) bool { return mine >= dealGain && enough(mine, theirs) }

// Laps after which a game that is stuck loses its worth, and after which it is worth
// only the least share of it: nobody wins a game that never ends.
const (
	patientUntil   = 20
	impatientFrom  = 60
	leastOfPatient = 0.1
)

// endsDeadlock reports whether a deal ends a deadlock with a better chance than waiting on.
func (v *mind) endsDeadlock(t *game.Trade) bool {
	waiting := v.patience()
	if waiting == 1 {
		return false
	}
	p := v.pos
	v.swap(&p, t.From, t.To, &t.Give, &t.Want)
	return v.chance(&p) >= float32(waiting*v.now[v.seat]) && !v.m.Stuck(&p)
}

// patience is what is left of the worth of a chance to win, 1 if the game is not stuck.
func (v *mind) patience() float32 {
	laps := int(v.s.Turn.Number) / v.pos.Alive.Len()
	if laps < patientUntil || !v.m.Stuck(&v.pos) {
		return 1
	}
	return max(leastOfPatient, 1-float32(laps-patientUntil)/(impatientFrom-patientUntil))
}

// atListPrice reports whether a proposal brings as much as it takes by printed prices.
func (v *mind) atListPrice(t *game.Trade) bool {
	return v.listed(&t.Give) >= v.listed(&t.Want) && v.me.Cash-t.Want.Cash+t.Give.Cash >= v.floor()
}

// helpsLeader reports whether a gain goes to a player who is about to win.
func (v *mind) helpsLeader(seat game.Seat, gain float32) bool {
	return gain > 0 && v.now[seat] > leading
}

// pawn is what goods bring at least: cash, mortgages, fines saved.
func (v *mind) pawn(goods *game.Terms) game.Money {
	sum := goods.Cash + v.r.JailFine()*game.Money(goods.Cards&1+goods.Cards>>1&1)/2
	for d := goods.Deeds &^ v.s.Mortgaged; d != 0; d = d.Rest() {
		sum += v.r.Spaces[d.First()].Mortgage
	}
	return sum
}

// listed is the cash among goods and the printed prices of their deeds.
func (v *mind) listed(goods *game.Terms) game.Money {
	return goods.Cash + v.printed(goods.Deeds)
}

// propose looks for the deal by which the seat gains most among those that leave the partner a share, or
// cost it no more than the estimate is uncertain. A refused one is followed by another, or by one that leaves more.
func (v *mind) propose() bool {
	s := v.s
	if v.t.noise > 0 || s.Turn.Locked || v.r.JailForbidsDeals(s, v.seat) || s.Alive().Len() < 3 {
		return false
	}
	made := 0
	for i := range s.Made[:s.NumMade] {
		if s.Made[i].From == v.seat {
			made++
		}
	}
	for i := range s.Trades[:s.NumTrades] {
		if s.Trades[i].From == v.seat {
			return false // one at a time
		}
	}
	if made >= len(shares) {
		return false
	}
	v.look()
	v.waiting = v.patience()
	var m market
	for a := s.Alive().Without(v.seat); a != 0; a = a.Rest() {
		if to := a.First(); s.Owned[to] != 0 && !s.Players[to].Away && !v.r.JailForbidsDeals(s, to) {
			v.dealsWith(to, &m)
		}
	}
	for i, share := range shares[made:] {
		if i > 0 && share == shares[made+i-1] {
			continue
		}
		if v.t.chooses {
			if v.offerPlayed(&m, share) {
				return true
			}
			continue
		}
		best := bargain{mine: dealMargin}
		for i := range m.list[:m.n] {
			v.settleOn(&m.list[i], share, &best)
		}
		if best.mine > dealMargin {
			v.offer(&best)
			return v.accepted()
		}
	}
	return false
}

// offer gives the command that proposes a deal.
func (v *mind) offer(d *bargain) {
	v.say(game.ProposeTrade)
	v.c.To, v.c.Give, v.c.Want = d.to, d.give, d.want
}

// shares is what the partner must gain for each point of the seat's own gain, by the
// number of proposals in the turn, or more where all that leave so much have been refused.
var shares = [...]float32{0, 0, 0.4}

// bargain is a proposal and what the seat gains by it.
type bargain struct {
	to         game.Seat
	give, want game.Terms
	mine       float32
}

// market is the swaps by which the seat and a partner gain most together, before any cash.
type market struct {
	list [mostSwaps]swap
	n    int
	no   refused // of the partner looked at
}

// swap is deeds for deeds, and by how much the two of them gain together.
type swap struct {
	to         game.Seat
	give, want game.Set
	joint      float32
}

// mostSwaps bounds the swaps of which the price is looked for.
const mostSwaps = 8

// add keeps a swap if it is among the best.
func (m *market) add(x *swap) {
	at := m.n
	for at > 0 && m.list[at-1].joint < x.joint {
		at--
	}
	if at == mostSwaps {
		return
	}
	if m.n < mostSwaps {
		m.n++
	}
	copy(m.list[at+1:m.n], m.list[at:m.n-1])
	m.list[at] = *x
}

// dealsWith finds the swaps with a partner that are worth a price: the partner's deeds of a group,
// or one of them, for cash and for the seat's own in another group.
func (v *mind) dealsWith(to game.Seat, m *market) {
	var gives, wants [maxLots]game.Set
	ng, nw := v.lotsOf(v.seat, &gives), v.lotsOf(to, &wants)
	v.refusals(to, &m.no)
	for _, want := range wants[:nw] {
		v.weigh(to, 0, want, m)
		for _, give := range gives[:ng] {
			if v.r.Spaces[give.First()].Group != v.r.Spaces[want.First()].Group {
				v.weigh(to, give, want, m)
			}
		}
	}
	for _, give := range gives[:ng] {
		v.weigh(to, give, 0, m)
	}
}

// weigh adds a swap to the market if the two of them gain together.
func (v *mind) weigh(to game.Seat, give, want game.Set, m *market) {
	if v.hopeless(&m.no, give, want) {
		return
	}
	mine, theirs := v.proposed(to, &game.Terms{Deeds: give}, &game.Terms{Deeds: want})
	x := swap{to: to, give: give, want: want, joint: mine + theirs}
	if x.joint > dealMargin {
		m.add(&x)
	}
}

// looksFair reports whether a partner who judges by printed prices alone would find a
// deal fair: one that gains by better judgement only may not be seen to.
func (v *mind) looksFair(to game.Seat, give, want *game.Terms) bool {
	mine, theirs := v.gain(v.seat, give, want), v.gain(to, want, give)
	return v.fair(theirs, mine) && v.s.Players[to].Cash+give.Cash-want.Cash >= v.floor()
}

// maxLots bounds the goods of a hand that are looked at in a search for deals.
const maxLots = 12

// lotsOf lists goods of a hand by group: the first deed of it, and all of them. Of a partner's they are only
// those of groups of which the seat has some; of the seat's own even one that helps nobody is money's worth.
func (v *mind) lotsOf(from game.Seat, list *[maxLots]game.Set) (n int) {
	may := v.r.Tradeable(v.s, from)
	for i := range v.r.Groups[:v.r.NumGroups] {
		g := v.r.Groups[i].Spaces
		if may&g == 0 || from != v.seat && v.own&g == 0 {
			continue
		}
		if n == maxLots {
			return n
		}
		list[n] = may & g
		n++
		if list[n-1].Len() > 1 && n < maxLots {
			list[n] = game.SetOf(list[n-1].First())
			n++
		}
	}
	return n
}

// bears reports whether a partner may be asked for a deal with these gains. By the net, and of a partner who has
// refused a proposal, it must be one that the seat would take in the partner's place. Else the estimate may show
// that it costs the partner something, as far as it is uncertain.
func (v *mind) bears(to game.Seat, mine, theirs, share float32) bool {
	least := float32(share * max(0, mine))
	if v.hasRefused(to) && v.waiting < 1 {
		return theirs >= max(least, mine) && enough(theirs, mine) // nothing else has helped
	}
	if v.t.chooses || v.hasRefused(to) {
		return theirs >= least && agreeable(theirs, mine)
	}
	return theirs >= least-uncertain
}

// roundUp is the next amount that people would name: a multiple of five, or of the step of money if that is more.
func (v *mind) roundUp(pay game.Money) game.Money {
	unit := max(v.r.Step(), 5)
	up := pay / unit * unit // towards 0
	if up < pay {
		up += unit
	}
	return up
}

// settleOn finds the least cash at which the partner's gain is the given share of the
// seat's own, as far as the estimate can tell, and keeps the deal if it is the best so far.
func (v *mind) settleOn(x *swap, share float32, best *bargain) {
	to := x.to
	d := bargain{to: to, give: game.Terms{Deeds: x.give}, want: game.Terms{Deeds: x.want}}
	low, high := -v.r.Whole(v.pos.Cash[to]*9/10), v.r.Whole(v.pos.Cash[v.seat]) // paid by the seat
	if low > 0 || high < 0 {
		return
	}
	var mine, theirs float32
	content := func(pay game.Money) bool {
		d.give.Cash, d.want.Cash = max(0, pay), max(0, -pay)
		if !v.looksFair(to, &d.give, &d.want) {
			return false
		}
		mine, theirs = v.proposed(to, &d.give, &d.want)
		return v.bears(to, mine, theirs, share)
	}
	if !content(high) {
		return
	}
	for range 7 {
		if middle := v.r.Whole((low + high) / 2); middle == low || middle == high {
			break
		} else if content(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	if round := v.roundUp(high); round <= v.pos.Cash[v.seat] && content(round) {
		high = round
	}
	if x.give == 0 && high <= 0 || x.want == 0 && high >= 0 {
		return
	}
	if !content(high) || mine <= best.mine || mine+theirs <= 0 || v.helpsLeader(to, theirs) {
		return
	}
	d.mine = mine
	if v.repeats(to, &d.give, &d.want) {
		return
	}
	if v.offer(&d); v.accepted() && v.confirms(v.seat, to, &d.give, &d.want) { // not one that was made in this turn
		*best = d
	}
}
