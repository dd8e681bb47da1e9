// Package explain finds reasons for decisions: the largest terms of the
// difference that a move makes in the estimate of the level hard, as facts of the
// position. It reads a position and a command and nothing else, so reasons need
// not be stored: the log gives them again.
package explain

import (
	"cmp"
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/plan"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/value"
)

// Kind is what a point of a reason says.
type Kind string

// The kinds of points.
const (
	Completes Kind = "completes" // the seat has the group then
	Nears     Kind = "nears"     // one deed of the group is missing then
	Begins    Kind = "begins"    // the first deed of the group
	Adds      Kind = "adds"      // more deeds of the group
	Lifts     Kind = "lifts"     // deeds of the group bring rent again
	Denies    Kind = "denies"    // keeps another seat from the group
	Earns     Kind = "earns"     // rents up to Amount on the group
	Keeps     Kind = "keeps"     // has Amount then, for the rents on the group
	Has       Kind = "has"       // has Amount then; nobody has a group that costs much
	Leaves    Kind = "leaves"    // leaves jail for what is still to be had
	Stays     Kind = "stays"     // pays no rent in jail
	Raises    Kind = "raises"    // raises Amount that is owed
	Better    Kind = "better"    // nothing that stands out
	Outgains  Kind = "outgains"  // another seat would have gained more by the deal
	Asks      Kind = "asks"      // wants more for the deal than the estimate does
	Pledges   Kind = "pledges"   // a mortgage brings more than the deed costs
	Played    Kind = "played"    // playouts found more than the estimate does
	Habit     Kind = "habit"     // fixed rules, which the estimate does not share
)

// Kinds lists them.
func Kinds() []Kind {
	return []Kind{Completes, Nears, Begins, Adds, Lifts, Denies, Earns, Keeps, Has, Leaves, Stays, Raises, Better, Outgains, Asks, Pledges, Played, Habit}
}

// Point is one point of a reason.
type Point struct {
	Kind   Kind
	Group  int8      // a group of the board, or -1
	Seat   game.Seat // another seat, or Nobody
	Amount game.Money

	weight float32
}

// Reason is why a move was made: its points, the weightiest first, and the chance
// to win after it and after the other thing to do, 0 to 1.
type Reason struct {
	Points       []Point
	After, Other float32
}

// mostPoints is how many points a sentence takes.
const mostPoints = 2

// Reasons finds reasons by the rules of one table. It may be used by one goroutine at a time.
type Reasons struct {
	r    *game.Ruleset
	m    *value.Model
	turn game.Turn
}

// New returns what finds the reasons of a game.
func New(st *setup.Setup) *Reasons { return &Reasons{r: st.Rules, m: st.Estimate()} }

// Of is the reason for a command in a position; ponders says that it was found by
// playouts. It is false for moves that leave no choice or that no estimate judges, such
// as money raised for what comes next.
func (x *Reasons) Of(s *game.State, c *game.Command, ponders bool) (Reason, bool) {
	if c.Seat < 0 || s.Status != game.Playing || !s.In(c.Seat) {
		return Reason{}, false
	}
	var with, without value.Position
	value.Look(s, &with)
	without = with
	if !x.pair(s, c, &with, &without) {
		return Reason{}, false
	}
	var a, b value.Chances
	x.m.Chances(&with, &a)
	x.m.Chances(&without, &b)
	why := Reason{After: a[c.Seat], Other: b[c.Seat]}
	switch {
	case s.NumDebts > 0 && s.Debts[0].Debtor == c.Seat && raises(c.Kind):
		why.Points = []Point{{Kind: Raises, Group: -1, Seat: game.Nobody, Amount: s.Debts[0].Amount}}
	case why.After < why.Other && c.Kind == game.RejectTrade:
		why.Points = []Point{x.price(s, c, &with, &b)}
	case why.After < why.Other && raises(c.Kind): // for something that the position does not tell yet
		return Reason{}, false
	case why.After < why.Other && c.Kind == game.Bid && c.Amount < x.r.Spaces[s.Auction.Item.Space].Mortgage:
		why.Points = []Point{{Kind: Pledges, Group: -1, Seat: game.Nobody}}
	case why.After < why.Other && ponders:
		why.Points = []Point{{Kind: Played, Group: -1, Seat: game.Nobody}}
	case why.After < why.Other:
		why.Points = []Point{{Kind: Habit, Group: -1, Seat: game.Nobody}}
	default:
		why.Points = x.points(s, c.Seat, &with, &without)
	}
	return why, true
}

// price is why a deal was turned down that the estimate would have taken: each asks a
// share of what the partner gains, or more for the deeds.
func (x *Reasons) price(s *game.State, c *game.Command, now *value.Position, done *value.Chances) Point {
	var before value.Chances
	x.m.Chances(now, &before)
	from := s.FindTrade(c.N).From
	if done[from]-before[from] > done[c.Seat]-before[c.Seat] {
		return Point{Kind: Outgains, Group: -1, Seat: from}
	}
	return Point{Kind: Asks, Group: -1, Seat: game.Nobody}
}

func raises(kind game.CommandKind) bool {
	return kind == game.Mortgage || kind == game.Sell || kind == game.SellGroup
}

// pair makes the position after a command and after what could have been done
// instead; false if there is nothing to compare.
func (x *Reasons) pair(s *game.State, c *game.Command, with, without *value.Position) bool {
	seat := c.Seat
	switch c.Kind {
	case game.Buy, game.Decline:
		sp := s.Turn.Space
		if s.Phase() != game.PhaseBuy || !x.r.Deeds.Has(sp) {
			return false
		}
		has, not := with, without
		if c.Kind == game.Decline {
			has, not = without, with
		}
		price, paid := x.r.Spaces[sp].Price, game.Money(0)
		if x.r.AuctionsDeclined() {
			paid = price * 3 / 4
		}
		return x.deed(s, seat, sp, price, paid, has, not)
	case game.Bid, game.Pass:
		a := &s.Auction
		if !a.Open || a.Item.Kind != game.ItemDeed {
			return false
		}
		price, has, not := c.Amount, with, without
		if c.Kind == game.Pass {
			price, has, not = max(a.Min, a.Bid+x.r.Step()), without, with
		}
		return x.deed(s, seat, a.Item.Space, price, max(x.r.Step(), price-x.r.Step()), has, not)
	case game.AcceptTrade, game.RejectTrade, game.ProposeTrade:
		from, to, give, want, lift := seat, c.To, c.Give, c.Want, c.Lift
		if c.Kind != game.ProposeTrade {
			tr := s.FindTrade(c.N)
			if tr == nil || tr.Terms {
				return false
			}
			from, to, give, want, lift = tr.From, tr.To, tr.Give, tr.Want, lift|tr.Lift
		}
		done := with
		if c.Kind == game.RejectTrade {
			done = without
		}
		done.Swap(from, to, &give, &want)
		done.Pay(from, game.Bank, plan.ReceiptFee(x.r, s, want.Deeds, lift))
		done.Pay(to, game.Bank, plan.ReceiptFee(x.r, s, give.Deeds, lift))
		done.Mortgaged &^= (give.Deeds | want.Deeds) & lift
		return true
	case game.Build, game.Sell, game.SellGroup, game.Mortgage, game.Lift, game.PayFine, game.UseJailCard:
		return x.made(s, *c, with)
	case game.Stay, game.Roll:
		return s.Phase() == game.PhaseJail && s.Turn.Seat == seat &&
			(x.made(s, game.Move(game.UseJailCard, seat), without) || x.made(s, game.Move(game.PayFine, seat), without))
	default:
		return false
	}
}

// made puts the position after a command that takes no luck into p; false if it is refused.
func (x *Reasons) made(s *game.State, c game.Command, p *value.Position) bool {
	x.turn.Begin(x.r, s)
	if !x.turn.Decide(c, chance.Seeded([32]byte{})).OK() {
		return false
	}
	*p = value.Position{}
	value.Look(&x.turn.S, p)
	return true
}

// deed makes the positions in which a seat has a deed at a price, and in which the
// rival who gains most by it has it for paid; nobody if paid is 0. It is false if the
// seat cannot pay the price: then it has no choice.
func (x *Reasons) deed(s *game.State, seat game.Seat, sp game.Space, price, paid game.Money, has, not *value.Position) bool {
	now := *has
	if now.Cash[seat] < price {
		return false
	}
	has.Give(sp, seat)
	has.Pay(seat, game.Bank, price)
	if paid == 0 {
		return true
	}
	var before, c value.Chances
	x.m.Chances(&now, &before)
	best, gain := game.Nobody, float32(-1)
	for a := s.Alive().Without(seat); a != 0; a = a.Rest() {
		rival := a.First()
		if now.Cash[rival] < paid {
			continue
		}
		p := now
		p.Give(sp, rival)
		p.Pay(rival, game.Bank, paid)
		x.m.Chances(&p, &c)
		if g := c[rival] - before[rival]; g > gain {
			best, gain = rival, g
		}
	}
	if best != game.Nobody {
		not.Give(sp, best)
		not.Pay(best, game.Bank, paid)
	}
	return true
}

// points finds what speaks for the first position, by the terms of the estimate.
func (x *Reasons) points(s *game.State, seat game.Seat, with, without *value.Position) []Point {
	terms := x.m.Terms(without, with, seat)
	var list []Point
	add := func(p Point) { // what is in favour whatever the estimate divides it into
		p.weight = max(p.weight, 0.01)
		list = append(list, p)
	}
	for i := range x.r.Groups[:x.r.NumGroups] {
		g := x.r.Groups[i].Spaces
		lacks, lacked := (g &^ with.Owned[seat]).Len(), (g &^ without.Owned[seat]).Len()
		switch {
		case lacks == 0 && lacked > 0:
			add(Point{Completes, int8(i), game.Nobody, 0, terms[value.OfGroups] + max(0, terms[value.OfRent])})
		case lacks == 1 && lacked > 1 && g.Len() > 2:
			add(Point{Nears, int8(i), game.Nobody, 0, terms[value.OfGroups]})
		case lacks < lacked && without.Owned[seat]&g == 0:
			add(Point{Begins, int8(i), game.Nobody, 0, terms[value.OfGroups] + terms[value.OfRent]})
		case lacks < lacked:
			add(Point{Adds, int8(i), game.Nobody, 0, terms[value.OfGroups] + terms[value.OfRent]})
		}
		if with.Owned[seat]&without.Owned[seat]&g&without.Mortgaged&^with.Mortgaged != 0 {
			add(Point{Lifts, int8(i), game.Nobody, 0, terms[value.OfRent]})
		}
		for a := s.Alive().Without(seat); a != 0; a = a.Rest() {
			rival := a.First()
			mine, theirs := (g &^ with.Owned[rival]).Len(), (g &^ without.Owned[rival]).Len()
			if theirs == 0 && mine > 0 || theirs == 1 && mine == 1 && with.Owned[seat]&g != 0 && without.Owned[seat]&g == 0 {
				lost := x.m.Terms(with, without, rival)
				add(Point{Denies, int8(i), rival, 0, max(terms[value.OfBlocks], lost[value.OfGroups]+max(0, lost[value.OfRent]))})
			}
		}
		if top := x.builds(g, with, without); top > 0 && with.Owned[seat]&g != 0 {
			add(Point{Earns, int8(i), game.Nobody, top, terms[value.OfRent]})
		}
	}
	if with.Cash[seat] > without.Cash[seat] {
		group := x.dearest(s, seat, with)
		p := Point{Keeps, group, game.Nobody, with.Cash[seat], terms[value.OfCash]}
		if group < 0 {
			p.Kind = Has
		}
		add(p)
	}
	switch in, was := with.Jailed.Has(seat), without.Jailed.Has(seat); {
	case in && !was:
		add(Point{Stays, -1, game.Nobody, 0, max(terms[value.OfJail], terms[value.OfCash])})
	case was && !in:
		add(Point{Leaves, -1, game.Nobody, 0, max(terms[value.OfJail], terms[value.OfRent])})
	}
	slices.SortStableFunc(list, func(a, b Point) int { return cmp.Compare(b.weight, a.weight) })
	list = once(list)
	if list = list[:min(len(list), mostPoints)]; len(list) == 0 {
		return []Point{{Kind: Better, Group: -1, Seat: game.Nobody}}
	}
	return list
}

// once leaves out that a group grows where more is said about it.
func once(list []Point) []Point {
	var other uint32
	for i := range list {
		if p := &list[i]; p.Group >= 0 && !p.grows() {
			other |= 1 << p.Group
		}
	}
	return slices.DeleteFunc(list, func(p Point) bool { return p.grows() && other>>p.Group&1 != 0 })
}

// grows reports whether a point says of a group only that the seat has more of it.
func (p *Point) grows() bool { return p.Kind == Begins || p.Kind == Adds }

// builds is the highest rent of the lots that have more buildings in the first position.
func (x *Reasons) builds(g game.Set, with, without *value.Position) (top game.Money) {
	for m := g; m != 0; m = m.Rest() {
		if sp := m.First(); with.Level[sp] > without.Level[sp] {
			top = max(top, x.r.RentAt(sp, with.Level[sp]))
		}
	}
	return top
}

// dearest is the group of others with the highest rent, -1 if none asks for a fifth of
// what the seat has.
func (x *Reasons) dearest(s *game.State, seat game.Seat, p *value.Position) int8 {
	group, most := int8(-1), p.Cash[seat]/5
	for a := s.Alive().Without(seat); a != 0; a = a.Rest() {
		for m := p.Owned[a.First()] & p.Built &^ p.Mortgaged; m != 0; m = m.Rest() {
			if sp := m.First(); x.r.RentAt(sp, p.Level[sp]) > most {
				group, most = int8(x.r.Spaces[sp].Group), x.r.RentAt(sp, p.Level[sp]) //nolint:gosec // at most MaxGroups
			}
		}
	}
	return group
}
