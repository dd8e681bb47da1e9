// Package review looks for the mistakes of a finished game: moves after which a
// player's chance to win, as the level hard estimates it, was lower than after another
// move that was open to them.
package review

import (
	"cmp"
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/value"
)

// Kind is what a mistake was.
type Kind string

// The kinds of mistakes.
const (
	Traded    Kind = "traded"    // a deal made, by either partner
	Refused   Kind = "refused"   // an offer turned down
	Bought    Kind = "bought"    // a deed taken at its price
	Left      Kind = "left"      // a deed that could be paid was not taken
	Bid       Kind = "bid"       // an auction won
	Built     Kind = "built"     // buildings bought
	Sold      Kind = "sold"      // buildings sold without need
	Mortgaged Kind = "mortgaged" // a deed pledged without need
	Lifted    Kind = "lifted"    // a mortgage lifted
	Idle      Kind = "idle"      // a turn ended without building
)

// Kinds lists them.
func Kinds() []Kind {
	return []Kind{Traded, Refused, Bought, Left, Bid, Built, Sold, Mortgaged, Lifted, Idle}
}

// Mistake is a move that cost a chance to win.
type Mistake struct {
	Kind   Kind
	Seat   game.Seat
	Turn   uint16
	Seq    uint32     // the first event of the move
	With   game.Seat  // the partner of a deal, or Nobody
	Space  game.Space // the deed or lot, or NoSpace
	Amount game.Money // what was paid or asked for the deed
	Give   game.Terms // of a deal, from the seat
	Get    game.Terms
	Best   float32 // chance to win after the better move, 0 to 1
	After  float32 // after the one that was made
}

// Cost is the chance lost, 0 to 1.
func (m *Mistake) Cost() float32 { return m.Best - m.After }

// most is how many mistakes of a player are kept, the largest.
const most = 5

// least is the smallest difference of two estimates that counts.
const least = 0.01

// Review gathers the mistakes of a game from its moves. Its estimates do not
// look ahead: what a player risked or hoped for beyond the next lap is not in them.
// Decisions by luck alone, such as in jail, and money raised for a debt or
// for something paid in the same turn do not count, nor does what the table did for
// players after they left.
type Review struct {
	r     *game.Ruleset
	m     *value.Model
	deep  *value.Model // asked about deals as well
	hard  bot.Player
	turn  game.Turn
	found [game.MaxSeats][]Mistake
	held  []Mistake // money raised in this turn, until it is known what for
}

// New begins the review of a game by its rules.
func New(st *setup.Setup) *Review {
	hard, _ := bot.New("hard", st.Estimate)
	return &Review{r: st.Rules, m: st.Estimate(), deep: st.Estimate().Deep(), hard: hard}
}

// Move looks at a move: the state before it and the events that it led to.
func (v *Review) Move(s *game.State, c *game.Command, events []game.Event) {
	if s.Status != game.Playing {
		return
	}
	if len(v.held) > 0 && v.held[0].Turn != s.Turn.Number {
		v.settle()
	}
	for i := range events {
		if e := &events[i]; e.Kind == game.AuctionClosed && e.Item.Kind == game.ItemDeed && e.Other >= 0 {
			v.hammer(s, e)
		}
	}
	if c.Seat < 0 || !s.In(c.Seat) {
		return
	}
	if spends(c.Kind) {
		v.held = slices.DeleteFunc(v.held, func(m Mistake) bool { return m.Seat == c.Seat })
	}
	switch c.Kind {
	case game.AcceptTrade, game.RejectTrade:
		v.answer(s, c)
	case game.Buy, game.Decline:
		v.buy(s, c)
	case game.Build:
		v.estate(s, c, Built, firstStep(c))
	case game.Sell, game.SellGroup:
		v.estate(s, c, Sold, firstStep(c))
	case game.Mortgage:
		v.estate(s, c, Mortgaged, c.Space)
	case game.Lift:
		v.estate(s, c, Lifted, c.Space)
	case game.EndTurn:
		v.idle(s, c.Seat)
	default:
	}
}

// Mistakes are those of a seat so far, the largest first, at most Most.
func (v *Review) Mistakes(seat game.Seat) []Mistake {
	v.settle()
	return v.found[seat]
}

// spends reports whether a move is what money may have been raised for.
func spends(kind game.CommandKind) bool {
	switch kind {
	case game.Build, game.Lift, game.Buy, game.Bid, game.ProposeTrade, game.AcceptTrade, game.PayDebt, game.PickDeed, game.PayFine, game.Place:
		return true
	default:
		return false
	}
}

// settle keeps what was raised for nothing.
func (v *Review) settle() {
	for _, m := range v.held {
		v.keep(m)
	}
	v.held = v.held[:0]
}

// note keeps a mistake if it counts. For who has left the table, others decide.
func (v *Review) note(s *game.State, m Mistake) {
	if m.Cost() < least || s.Players[m.Seat].Away {
		return
	}
	m.Turn, m.Seq = s.Turn.Number, s.Seq+1
	if m.Kind == Sold || m.Kind == Mortgaged {
		v.held = append(v.held, m)
		return
	}
	v.keep(m)
}

// keep keeps a mistake if it is among the largest of its seat. One that is made turn after turn, such as
// not to build on the same lot, counts once, where it cost most.
func (v *Review) keep(m Mistake) {
	list := &v.found[m.Seat]
	again := func(o Mistake) bool { return o.Kind == m.Kind && o.Space == m.Space && m.Space != game.NoSpace }
	if i := slices.IndexFunc(*list, again); i >= 0 && (*list)[i].Cost() >= m.Cost() {
		return
	} else if i >= 0 {
		*list = slices.Delete(*list, i, i+1)
	}
	*list = append(*list, m)
	slices.SortStableFunc(*list, func(a, b Mistake) int { return cmp.Compare(b.Cost(), a.Cost()) })
	*list = (*list)[:min(len(*list), most)]
}

func chances(m *value.Model, s *game.State) (c value.Chances) {
	var p value.Position
	value.Look(s, &p)
	m.Chances(&p, &c)
	return c
}

// try makes a move that needs no luck in a copy of a state, false if it is refused.
func (v *Review) try(s *game.State, c *game.Command) bool {
	v.turn.Begin(v.r, s)
	return v.turn.Decide(*c, chance.Seeded([32]byte{})).OK()
}

// answer looks at a deal made or turned down. What written side agreements are
// worth nobody can reckon, and what others still vote on is not made.
func (v *Review) answer(s *game.State, c *game.Command) {
	tr := s.FindTrade(c.N)
	if tr == nil || tr.Terms || tr.Held {
		return
	}
	t := *tr
	accept := *c
	accept.Kind = game.AcceptTrade
	if !v.try(s, &accept) || v.turn.S.FindTrade(c.N) != nil {
		return
	}
	taker := Mistake{Kind: Traded, Seat: t.To, With: t.From, Space: game.NoSpace, Give: t.Want, Get: t.Give}
	if c.Kind == game.RejectTrade {
		taker.Kind = Refused
		v.deal(s, taker, &v.turn.S, s)
		return
	}
	v.deal(s, taker, s, &v.turn.S)
	v.deal(s, Mistake{Kind: Traded, Seat: t.From, With: t.To, Space: game.NoSpace, Give: t.Give, Get: t.Want}, s, &v.turn.S)
}

// deal notes a mistake about a deal as the estimate says that finds less in it: computer players, too, believe in one
// only if both show it.
func (v *Review) deal(s *game.State, m Mistake, better, made *game.State) {
	m.Best, m.After = chances(v.m, better)[m.Seat], chances(v.m, made)[m.Seat]
	other := m
	other.Best, other.After = chances(v.deep, better)[m.Seat], chances(v.deep, made)[m.Seat]
	if other.Cost() < m.Cost() {
		m = other
	}
	v.note(s, m)
}

// buy looks at a deed taken or left. One that could only be paid by raising money is no mistake to leave.
func (v *Review) buy(s *game.State, c *game.Command) {
	sp := s.Turn.Space
	if s.Phase() != game.PhaseBuy || !v.r.Deeds.Has(sp) {
		return
	}
	price := v.r.Spaces[sp].Price
	if s.Players[c.Seat].Cash-s.DebtOf(c.Seat) < price {
		return
	}
	paid := game.Money(0)
	if v.r.AuctionsDeclined() {
		paid = price * 3 / 4
	}
	a := bot.Appraise(v.m, v.r, s, c.Seat, sp, price, paid)
	m := Mistake{Kind: Bought, Seat: c.Seat, With: game.Nobody, Space: sp, Amount: price, Best: a.Without, After: a.With}
	if c.Kind == game.Decline {
		m.Kind, m.Best, m.After = Left, a.With, a.Without
	}
	v.note(s, m)
}

// hammer looks at what the winner of an auction pays.
func (v *Review) hammer(s *game.State, e *game.Event) {
	a := bot.Appraise(v.m, v.r, s, e.Other, e.Item.Space, e.Amount, max(v.r.Step(), e.Amount-v.r.Step()))
	v.note(s, Mistake{Kind: Bid, Seat: e.Other, With: game.Nobody, Space: e.Item.Space, Amount: e.Amount, Best: a.Without, After: a.With})
}

// estate looks at buildings and mortgages, unless money is raised for a debt.
func (v *Review) estate(s *game.State, c *game.Command, kind Kind, sp game.Space) {
	if s.NumDebts > 0 || s.Phase() == game.PhaseEqualise || !v.try(s, c) {
		return
	}
	now, after := chances(v.m, s), chances(v.m, &v.turn.S)
	v.note(s, Mistake{Kind: kind, Seat: c.Seat, With: game.Nobody, Space: sp, Best: now[c.Seat], After: after[c.Seat]})
}

// mostSteps bounds what is tried in place of ending a turn.
const mostSteps = 6

// idle looks at what the level hard would have built before the end of the turn.
func (v *Review) idle(s *game.State, seat game.Seat) {
	then, sp := *s, game.NoSpace
	for range mostSteps {
		var c game.Command
		if !v.hard.Wish(v.r, &then, seat, &c) || c.Seat != seat || c.Kind != game.Build && c.Kind != game.Lift && c.Kind != game.Mortgage || !v.try(&then, &c) {
			break
		}
		if c.Kind == game.Build && sp == game.NoSpace {
			sp = firstStep(&c)
		}
		then = v.turn.S
	}
	if sp == game.NoSpace {
		return
	}
	now, after := chances(v.m, s), chances(v.m, &then)
	v.note(s, Mistake{Kind: Idle, Seat: seat, With: game.Nobody, Space: sp, Best: after[seat], After: now[seat]})
}

// firstStep is the first lot of a building or sale.
func firstStep(c *game.Command) game.Space {
	if c.Steps > 0 {
		return c.Spaces[0]
	}
	return c.Space
}
