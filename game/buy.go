package game

// canBuy follows R-BUY-1 and R-BUY-4.
func (r *Ruleset) canBuy(s *State, seat Seat) Refusal {
	if no := s.asked(seat, PhaseBuy, RBuy4); !no.OK() {
		if no.Code == WrongSeat {
			no.Rule = RBuy1
		}
		return no
	}
	if s.Players[seat].Cash < r.Spaces[s.Turn.Space].Price {
		return no(NoFunds, RBuy1)
	}
	return Refusal{}
}

func (t *Turn) buy() {
	seat, sp := t.S.Turn.Seat, t.S.Turn.Space
	t.ask(PhaseHub, NoSpace)
	t.pay(seat, Bank, t.R.Spaces[sp].Price, ForPrice, RBuy1, sp)
	// a deed left unsold by an auction that kept the mortgage (H-28) is sold without it
	t.emit(Event{Kind: DeedTransferred, Seat: Bank, Other: seat, Space: sp, Flag: t.S.Mortgaged.Has(sp)})
	t.openEqualise(sp, seat)
}

// decline puts the deed up for auction (R-BUY-3), or leaves it with the bank (H-05).
func (t *Turn) decline() {
	sp := t.S.Turn.Space
	t.ask(PhaseHub, NoSpace)
	if t.R.AuctionsDeclined() {
		t.openAuction(Item{Kind: ItemDeed, Space: sp}, t.R.AuctionMin, t.S.Alive())
	}
}

// AuctionsDeclined reports whether a deed that a player does not buy is auctioned (R-BUY-3, H-05).
func (r *Ruleset) AuctionsDeclined() bool { return !r.NoAuction }

// give hands a deed over. A new owner who completes a group on which they have built has
// to even it out (R-MBUILD-6).
func (t *Turn) give(sp Space, from, to Seat) {
	t.emit(Event{Kind: DeedTransferred, Seat: from, Other: to, Space: sp})
	t.openEqualise(sp, to)
}
