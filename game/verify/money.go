package verify

import (
	"fmt"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
)

// money keeps books of its own, payment by payment, and compares them with the
// purses. No purse may be below zero when a move is over.
func (b *book) money() Check {
	if !b.whole {
		return notWhole()
	}
	s := game.NewFold(&b.start)
	var now tally
	var began int64
	for i, p := range s.Players {
		now.purse[i] = int64(p.Cash)
		began += now.purse[i]
	}
	held, since := now, []tally{} // after the last event that cannot be taken back, and after each since
	ends, payments := b.ends(), 0
	for i := range b.events {
		e, seq := &b.events[i], uint32(i)+1
		if e.Kind == game.Paid {
			payments++
			amount := int64(e.Amount)
			if amount <= 0 || e.Seat == e.Other || b.inSteps() && e.Amount != b.st.Rules.Whole(e.Amount) {
				return b.fail(seq, "%d is nothing that could be paid from seat %d to seat %d", amount, e.Seat, e.Other)
			}
			if e.Seat >= 0 {
				now.purse[e.Seat] -= amount
			} else {
				now.given += amount
			}
			if e.Other >= 0 {
				now.purse[e.Other] += amount
			} else {
				now.taken += amount
			}
		}
		if err := wire.Fold(&s, e); err != nil {
			return b.fail(seq, "%v", err)
		}
		if e.Kind == game.Undone { // Fold has seen that nothing was revealed after e.N
			if now = held; uint32(e.N) > seq-1-uint32(len(since)) {
				now = since[len(since)-int(seq-uint32(e.N))]
			}
		}
		if e.Kind == game.Undone || game.Reveals(e.Kind) {
			held, since = now, since[:0]
		} else {
			since = append(since, now)
		}
		if !ends(seq) {
			continue
		}
		for seat, cash := range now.purse {
			if cash != int64(s.Players[seat].Cash) {
				return b.fail(seq, "seat %d has %d, its payments say %d", seat, s.Players[seat].Cash, cash)
			}
			if cash < 0 {
				return b.fail(seq, "seat %d has %d", seat, cash)
			}
		}
	}
	var hand int64
	for _, cash := range now.purse {
		hand += cash
	}
	if hand != began+now.given-now.taken {
		return b.fail(b.end.Seq, "the players hold %d instead of %d", hand, began+now.given-now.taken)
	}
	c := pass("%d payments; %d at the start + %d from the bank - %d to the bank = %d in hand", payments, began, now.given, now.taken, hand)
	if b.st.Edition.OffUnit {
		c.Detail += fmt.Sprintf("; the board prints amounts that are no multiples of %d, so payments need not be", b.st.Rules.Step())
	}
	return c
}

// inSteps reports whether every payment is a multiple of the smallest note: not where
// a scenario or a board of earlier times has other amounts.
func (b *book) inSteps() bool { return !b.sandbox() && !b.st.Edition.OffUnit }

// tally is what the payments so far come to: what was taken back counts no more.
type tally struct {
	purse        [game.MaxSeats]int64
	given, taken int64 // by and to the bank
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
