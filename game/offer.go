package game

const maxProposals = 3 // a seat: in one turn, and open at a time

// Why distinguishes refusals of one code and rule that need sentences of their own.
type Why uint8

// The whys of an offer at its limit, none is: as many as may be are open; and of a trade
// that lacks the cash, none is: that of the player who accepts.
const (
	NoWhy         Why = iota
	CashOnly          // money for money
	ManyThisTurn      // as many as may be were made in this turn
	SameOffer         // the same one was made in this turn, or is open
	WorseOffer        // a better one for the partner was made in this turn, or is open
	ProposerLacks     // the one who made it has too little cash
)

// Made is a proposal of the running turn, whether still open or not. Its
// two sides, Give first and then Want, are grouped by type: there is
// room for many of them in every state, and two Terms would be a quarter larger.
type Made struct {
	deeds    [2]Set
	cash     [2]Money
	cards    [2]uint8
	tickets  [2]uint8
	From, To Seat
	Terms    bool // carried written terms
}

func newMade(e *Event) Made {
	return Made{
		From: e.Seat, To: e.Other, Terms: e.Flag,
		deeds: [2]Set{e.Give.Deeds, e.Want.Deeds}, cash: [2]Money{e.Give.Cash, e.Want.Cash},
		cards: [2]uint8{e.Give.Cards, e.Want.Cards}, tickets: [2]uint8{e.Give.Tickets, e.Want.Tickets},
	}
}

// sides returns the goods given and wanted by the proposer.
func (m *Made) sides() (give, want Terms) {
	return Terms{Cash: m.cash[0], Cards: m.cards[0], Tickets: m.tickets[0], Deeds: m.deeds[0]},
		Terms{Cash: m.cash[1], Cards: m.cards[1], Tickets: m.tickets[1], Deeds: m.deeds[1]}
}

// Deeds is the deeds of both sides.
func (m *Made) Deeds() Set { return m.deeds[0] | m.deeds[1] }

// Gone says why an open proposal can no longer be carried out.
type Gone uint8

// The reasons.
const (
	NotGone      Gone = iota
	GoneBankrupt      // one of the two is bankrupt
	GoneLeft          // the proposer has left
	GoneDeed          // a deed of it has changed hands
	GoneCard          // a jail-free card of it is no longer there
	GoneTicket        // a ticket of it is no longer there
	GoneCash          // the proposer no longer has the money, or either of the two when a vote is over
	GoneBuilt         // its seller has built in the group of one of the deeds
	NumGone
)

// offerLimit refuses needless proposals: beyond three in a turn or open,
// money for money, and any that the partner has been offered as well or better. Written
// terms may make a difference that the core cannot see.
func (r *Ruleset) offerLimit(s *State, c *Command) Refusal {
	if r.FirstReading {
		if r.proposals(s, c.Seat) >= maxProposals {
			return no(AtLimit, RTrade3)
		}
		return Refusal{}
	}
	switch {
	case !c.HasTerms && c.Give.cashOnly() && c.Want.cashOnly():
		return atLimit(CashOnly)
	case r.proposals(s, c.Seat) >= maxProposals:
		return atLimit(NoWhy)
	case s.madeBy(c.Seat) >= maxProposals:
		return atLimit(ManyThisTurn)
	case c.HasTerms:
		return Refusal{}
	}
	var why Why
	for i := range s.Made[:s.NumMade] {
		if m := &s.Made[i]; m.From == c.Seat && m.To == c.To && !m.Terms {
			give, want := m.sides()
			why = max(why, c.beside(&give, &want))
		}
	}
	for i := range s.Trades[:s.NumTrades] {
		if tr := &s.Trades[i]; tr.From == c.Seat && tr.To == c.To && !tr.Terms {
			why = max(why, c.beside(&tr.Give, &tr.Want))
		}
	}
	if why != NoWhy {
		return atLimit(why)
	}
	return Refusal{}
}

func atLimit(why Why) Refusal { return Refusal{Code: AtLimit, Rule: RTrade3, Why: why} }

// beside reports whether the proposal is the same as an earlier one or worse for the partner.
func (c *Command) beside(give, want *Terms) Why {
	switch {
	case c.Give == *give && c.Want == *want:
		return SameOffer
	case c.Give.within(give) && want.within(&c.Want):
		return WorseOffer
	}
	return NoWhy
}

// hasGoods reports whether the seat has anything but money that may change hands.
func (r *Ruleset) hasGoods(s *State, seat Seat) bool {
	p := &s.Players[seat]
	return p.Cards != 0 || p.Tickets > 0 && r.MayTradeTickets() || r.Tradeable(s, seat) != 0
}

// mayOffer reports whether the seat may propose anything at all before the next turn.
func (r *Ruleset) mayOffer(s *State, seat Seat) bool {
	return r.proposals(s, seat) < maxProposals && (r.FirstReading || s.madeBy(seat) < maxProposals)
}

// maySettle reports whether a debtor may offer a settlement before the next turn.
func (r *Ruleset) maySettle(s *State, seat Seat) bool {
	return r.FirstReading || s.Settled[seat] < maxProposals
}

// madeBy counts the proposals that the seat has made in the running turn.
func (s *State) madeBy(seat Seat) (n int) {
	for i := range s.Made[:s.NumMade] {
		if s.Made[i].From == seat {
			n++
		}
	}
	return n
}

// cashOnly reports whether the side is money and nothing else.
func (t *Terms) cashOnly() bool { return t.Cash > 0 && *t == Terms{Cash: t.Cash} }

// within reports whether the other side holds everything that this one does.
func (t *Terms) within(o *Terms) bool {
	return t.Cash <= o.Cash && t.Tickets <= o.Tickets && t.Cards&^o.Cards == 0 && t.Deeds&^o.Deeds == 0
}

// gone looks why an open proposal can no longer be carried out. That the partner
// lacks the money is no reason: they may raise it.
func (r *Ruleset) gone(s *State, tr *Trade) Gone {
	from, to := &s.Players[tr.From], &s.Players[tr.To]
	switch {
	case !s.In(tr.From) || !s.In(tr.To):
		return GoneBankrupt
	case from.Away:
		return GoneLeft
	case tr.Give.Deeds&^s.Owned[tr.From]|tr.Want.Deeds&^s.Owned[tr.To] != 0:
		return GoneDeed
	case tr.Give.Cards&^from.Cards|tr.Want.Cards&^to.Cards != 0:
		return GoneCard
	case tr.Give.Tickets > from.Tickets || tr.Want.Tickets > to.Tickets:
		return GoneTicket
	case tr.Give.Cash > from.Cash:
		return GoneCash
	case r.groupBuilt(s, tr.From, tr.Give.Deeds) || r.groupBuilt(s, tr.To, tr.Want.Deeds):
		return GoneBuilt
	}
	return NotGone
}

// withdraw takes one proposal back that can no longer be carried out; false if there is none.
func (t *Turn) withdraw() bool {
	if t.R.FirstReading || t.S.Status != Playing {
		return false
	}
	for i := range t.S.Trades[:t.S.NumTrades] {
		tr := &t.S.Trades[i]
		if why := t.R.gone(&t.S, tr); why != NotGone {
			t.takeBack(tr, why)
			return true
		}
	}
	return false
}

// takeBack cancels an open proposal and says why.
func (t *Turn) takeBack(tr *Trade, why Gone) {
	if t.R.FirstReading {
		why = NotGone
	}
	t.cancel(tr, tr.From, why)
}

// cancel takes an open proposal back because of what a seat has done or lacks.
func (t *Turn) cancel(tr *Trade, seat Seat, why Gone) {
	t.emit(Event{Kind: TradeCancelled, Seat: seat, Other: Nobody, N: int32(tr.ID), Left: uint8(why)})
}

// withdrawOf takes back all proposals of and to a player who goes bankrupt.
func (t *Turn) withdrawOf(seat Seat) {
	for i := int(t.S.NumTrades) - 1; i >= 0 && !t.R.FirstReading; i-- {
		if tr := &t.S.Trades[i]; tr.From == seat || tr.To == seat {
			t.takeBack(tr, GoneBankrupt)
		}
	}
}

// noteMade folds that a proposal was made in the running turn. Older games, in
// which more could be made than fit, lose the last ones.
func (s *State) noteMade(e *Event) {
	if int(s.NumMade) < len(s.Made) {
		s.Made[s.NumMade] = newMade(e)
		s.NumMade++
	}
}

// forgetMade folds that a new turn has begun.
func (s *State) forgetMade() {
	clear(s.Made[:s.NumMade])
	s.NumMade = 0
	s.Settled = [MaxSeats]uint8{}
}
