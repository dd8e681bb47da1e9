package game

// draw takes the top card of a deck and obeys it at once (R-CARD-1).
func (t *Turn) draw(deck Deck) {
	s := &t.S
	seat := s.Turn.Seat
	card := t.luck.Card(seat, deck, &s.Decks[deck])
	t.emit(Event{Kind: CardDrawn, Seat: seat, Other: Nobody, Deck: deck, Card: card})
	d := &t.R.Board.Decks[deck].Cards[card]
	if d.Op == OpJailFree {
		t.emit(Event{Kind: CardKept, Seat: seat, Other: Nobody, Deck: deck, Card: card})
		return
	}
	t.emit(Event{Kind: CardReturned, Seat: seat, Other: Nobody, Deck: deck, Card: card})
	t.obey(deck, card, d)
}

func (t *Turn) obey(deck Deck, card uint8, d *CardDef) {
	seat := t.S.Turn.Seat
	switch d.Op {
	case OpAdvanceTo:
		t.advanceTo(d.Space, ByCard, d.Salary)
		t.land(RentNormal, 0)
	case OpMoveBackTo:
		t.back(d.Space)
		t.land(RentNormal, 0)
	case OpMoveBy:
		to := t.R.Next(t.S.Players[seat].Space, int(d.Amount))
		if d.Amount < 0 {
			t.back(to)
		} else {
			t.advanceTo(to, ByCard, true)
		}
		t.land(RentNormal, 0)
	case OpAdvanceNearest:
		to := t.R.ahead(t.S.Players[seat].Space, t.R.ofKind(d.Kind))
		t.advanceTo(to, ByCard, true)
		t.land(d.Rent, d.Amount)
	case OpPay:
		t.owe(seat, Bank, d.Amount, ForCard, RCard1, NoSpace)
	case OpCollect:
		t.pay(Bank, seat, d.Amount, ForCard, RCard1, NoSpace)
	case OpPayEach, OpCollectEach:
		t.payEach(seat, d)
	case OpRepairs:
		t.owe(seat, Bank, t.R.Repairs(&t.S, seat, d), ForCard, RCard6, NoSpace)
	case OpPayOrDraw:
		t.emit(Event{Kind: Asked, Seat: seat, Other: Nobody, Phase: PhaseCard, Space: NoSpace, Deck: deck, Card: card})
	case OpGoToJail:
		t.jail(ByCard)
	case OpNone, OpJailFree:
	}
}

// payEach makes one debt a pair, round from the drawer's left (R-CARD-5, R-DEBT-7).
func (t *Turn) payEach(seat Seat, d *CardDef) {
	for other := t.S.Left(seat); other != seat; other = t.S.Left(other) {
		if d.Op == OpPayEach {
			t.owe(seat, other, d.Amount, ForCard, RCard5, NoSpace)
		} else {
			t.owe(other, seat, d.Amount, ForCard, RCard5, NoSpace)
		}
	}
}

// Repairs is the charge for all buildings on the seat's deeds (R-CARD-6).
func (r *Ruleset) Repairs(s *State, seat Seat, d *CardDef) Money {
	var sum Money
	for b := s.Owned[seat] & s.Built; b != 0; b = b.Rest() {
		l := s.Level[b.First()]
		if l < r.HotelLevel() {
			sum += Money(l) * d.Per[House]
		} else {
			sum += d.Per[r.StepBuilding(l)]
		}
	}
	return sum + Money((s.Owned[seat]&s.Depots).Len())*d.Per[Depot]
}

// ofKind is the set of stations or of utilities.
func (r *Ruleset) ofKind(k SpaceKind) Set {
	if k == KindUtility {
		return r.Utilities
	}
	return r.Stations
}

// ahead is the first space of the set after sp, going forward; sp itself comes last.
func (r *Ruleset) ahead(sp Space, set Set) Space {
	if later := set >> (sp + 1) << (sp + 1); later != 0 {
		return later.First()
	}
	return set.First()
}

// chooseCard answers the pay-or-draw card (R-CARD-7).
func (t *Turn) chooseCard(c *Command) {
	d := &t.R.Board.Decks[t.S.Turn.Deck].Cards[t.S.Turn.Card]
	t.ask(PhaseHub, NoSpace)
	if c.Choice == PayCard {
		t.owe(c.Seat, Bank, d.Amount, ForCard, RCard7, NoSpace)
		return
	}
	t.draw(d.Deck)
}

// canChoose checks the questions with two answers.
func (r *Ruleset) canChoose(s *State, c *Command) Refusal {
	var phase Phase
	var rule Rule
	switch c.Kind {
	case ChooseTax:
		phase, rule = PhaseTax, RTax3
	case ChooseBus:
		phase, rule = PhaseBus, RMdice6
	case ChooseGift:
		phase, rule = PhaseGift, RMsq1
	default:
		phase, rule = PhaseCard, RCard7
	}
	if no := s.asked(c.Seat, phase, rule); !no.OK() {
		return no
	}
	if r.answers(s, phase)>>c.Choice&1 == 0 || c.Choice == NoAnswer {
		if c.Kind == ChooseTax { // which answers there are; when, is R-TAX-3
			rule = RTax2
		}
		return no(NoChoice, rule)
	}
	return Refusal{}
}

// answers is the set of answers to the question of a phase, one bit each.
func (r *Ruleset) answers(s *State, phase Phase) uint8 {
	tickets := s.Tickets+s.Expiring > 0
	switch {
	case phase == PhaseTax:
		return 1<<Flat | 1<<Percent
	case phase == PhaseBus && tickets:
		return 1<<TakeTicket | 1<<Advance
	case phase == PhaseBus:
		return 1 << Advance
	case phase == PhaseGift && tickets:
		return 1<<TakeCash | 1<<TakeTicket
	case phase == PhaseGift:
		return 1 << TakeCash
	case phase == PhaseCard:
		return 1<<PayCard | 1<<DrawCard
	}
	return 0
}

// take draws a card, wherever it is in the pile.
func (p *Pile) take(card uint8) {
	if p.Undrawn>>card&1 == 1 {
		p.Undrawn &^= 1 << card
		return
	}
	for i := range p.Queue[:p.N] {
		if p.Queue[i] == card {
			n := int(p.N) - 1
			copy(p.Queue[i:n], p.Queue[i+1:n+1])
			p.Queue[n] = 0
			p.N = uint8(n)
			return
		}
	}
}

// put puts a card face down beneath the others.
func (p *Pile) put(card uint8) {
	p.Queue[p.N] = card
	p.N++
}

// Has reports whether the card is in the deck, not in a player's hand.
func (p *Pile) Has(card uint8) bool {
	if p.Undrawn>>card&1 == 1 {
		return true
	}
	for _, c := range p.Queue[:p.N] {
		if c == card {
			return true
		}
	}
	return false
}
