package verify

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
)

// money keeps books of its own, payment by payment, and compares them with the
// purses. No purse may be below zero when a move is over.
func (b *book) money() Check {
	if !b.whole {
		return notWhole()
	}
	s := b.start
	var purse [game.MaxSeats]int64
	var began, given, taken int64
	for i, p := range s.Players {
		purse[i] = int64(p.Cash)
		began += purse[i]
	}
	ends, payments := b.ends(), 0
	for i := range b.events {
		e, seq := &b.events[i], uint32(i)+1
		if e.Kind == game.Paid {
			payments++
			amount := int64(e.Amount)
			if amount <= 0 || e.Seat == e.Other || !b.sandbox() && e.Amount != b.st.Rules.Whole(e.Amount) {
				return b.fail(seq, "%d is nothing that could be paid from seat %d to seat %d", amount, e.Seat, e.Other)
			}
			if e.Seat >= 0 {
				purse[e.Seat] -= amount
			} else {
				given += amount
			}
			if e.Other >= 0 {
				purse[e.Other] += amount
			} else {
				taken += amount
			}
		}
		if err := wire.Fold(&s, e); err != nil {
			return b.fail(seq, "%v", err)
		}
		if !ends(seq) {
			continue
		}
		for seat, cash := range purse {
			if cash != int64(s.Players[seat].Cash) {
				return b.fail(seq, "seat %d has %d, its payments say %d", seat, s.Players[seat].Cash, cash)
			}
			if cash < 0 {
				return b.fail(seq, "seat %d has %d", seat, cash)
			}
		}
	}
	var held int64
	for _, cash := range purse {
		held += cash
	}
	if held != began+given-taken {
		return b.fail(b.end.Seq, "the players hold %d instead of %d", held, began+given-taken)
	}
	return pass("%d payments; %d at the start + %d from the bank - %d to the bank = %d in hand", payments, began, given, taken, held)
}

// ends returns a function that reports after which events a move is known to be over.
func (b *book) ends() func(seq uint32) bool {
	after := map[uint32]bool{uint32(len(b.events)): true}
	for _, m := range b.moves {
		after[m.First-1] = true
	}
	if len(b.moves) == 0 {
		for i := range b.events {
			if b.events[i].Kind == game.TurnEnded {
				after[uint32(i)] = true
			}
		}
	}
	return func(seq uint32) bool { return after[seq] }
}
