package game

// votesOn finds the held trade on which the seat still has to vote (H-22).
// Without a number it is the only one that waits for the seat.
func (s *State) votesOn(seat Seat, id int32) (Trade, bool) {
	var found Trade
	if s.Status != Playing {
		return found, false
	}
	open, votes := 0, 0
	for _, tr := range s.Trades[:s.NumTrades] {
		if id >= 0 && int32(tr.ID) != id {
			continue
		}
		if tr.Held && tr.Ask.Has(seat) {
			found = tr
			votes++
		} else if tr.To == seat {
			open++
		}
	}
	return found, votes == 1 && open == 0
}

// lopsided reports whether one side of a trade is worth less than a quarter of the other.
func (r *Ruleset) lopsided(tr *Trade) bool {
	give, want := r.printedValue(&tr.Give), r.printedValue(&tr.Want)
	return give*4 < want || want*4 < give
}

// printedValue counts cash, deeds at their price and jail-free cards at the fine.
func (r *Ruleset) printedValue(goods *Terms) int64 {
	v := int64(goods.Cash)
	for d := goods.Deeds; d != 0; d = d.Rest() {
		v += int64(r.Spaces[d.First()].Price)
	}
	return v + int64(goods.Cards&1+goods.Cards>>1)*int64(r.JailFine())
}

// vote counts one voice. More than half in favour lets the trade happen, at once or
// as soon as trading goes on; when that is out of reach it is rejected.
func (t *Turn) vote(tr Trade, seat Seat, yes bool) {
	t.emit(Event{Kind: TradeVoted, Seat: seat, Other: Nobody, N: int32(tr.ID), Flag: yes})
	held := *t.S.FindTrade(int32(tr.ID))
	switch held.verdict() {
	case votePassed:
		if !t.passed(held) && t.R.SecondReading {
			t.takeBack(&tr, t.R.gone(&t.S, &tr))
		}
	case voteFailed:
		t.emit(Event{Kind: TradeRejected, Seat: seat, Other: Nobody, N: int32(tr.ID)})
	case voteOpen:
	}
}

type verdict uint8

const (
	voteOpen verdict = iota
	votePassed
	voteFailed
)

// verdict counts the votes of those who still play and of those who have voted. With no voter left
// there is no objection.
func (tr *Trade) verdict() verdict {
	all := int(tr.Yes) + int(tr.No) + tr.Ask.Len()
	switch {
	case int(tr.Yes)*2 > all || all == 0:
		return votePassed
	case (int(tr.Yes)+tr.Ask.Len())*2 <= all:
		return voteFailed
	}
	return voteOpen
}

// passed ends a trade on which the vote is over: it is carried out, or taken back if it
// cannot be any more. It reports false for one that has to wait until trading goes on.
func (t *Turn) passed(held Trade) bool {
	held.Held, held.Ask = false, 0
	switch no := t.R.stillStands(&t.S, &held); {
	case no.OK():
		t.exchange(held, held.Lift)
		return true
	case t.R.SecondReading, !t.R.whenTrade(&t.S, &held).OK(), no.Code == DebtOpen, no.Code == BidNotCovered:
		return false
	case no.Code == NoFunds:
		t.cancel(&held, t.R.short(&t.S, &held, held.Lift), GoneCash)
	case no.Code == MustLift:
		t.takeBack(&held, GoneBuilt)
	default:
		t.takeBack(&held, t.R.gone(&t.S, &held))
	}
	return true
}

// recount ends a vote as soon as trading goes on that a bankruptcy among the voters has
// decided, or that was over while no one could trade.
func (t *Turn) recount() bool {
	if !t.R.guarded() || t.S.Status != Playing {
		return false
	}
	for _, tr := range t.S.Trades[:t.S.NumTrades] {
		if !tr.Held {
			continue
		}
		switch end := tr.verdict(); {
		case end == voteFailed:
			t.emit(Event{Kind: TradeRejected, Seat: tr.To, Other: Nobody, N: int32(tr.ID)})
			return true
		case end == votePassed && t.R.whenTrade(&t.S, &tr).OK():
			if t.passed(tr) {
				return true
			}
			if t.R.SecondReading {
				t.takeBack(&tr, t.R.gone(&t.S, &tr))
				return true
			}
		}
	}
	return false
}

// guarded reports whether lopsided trades need a vote (H-22).
func (r *Ruleset) guarded() bool { return r.TradeGuard }
