package ledger

import (
	"fmt"

	"github.com/bankhalter/bankhalter/game"
)

// Bank is the sum of all accounts of the bank.
func (b *Ledger) Bank() Total {
	var t Total
	for a := Capital; a < NumAccounts; a++ {
		t.Debit += b.Totals[a].Debit
		t.Credit += b.Totals[a].Credit
	}
	return t
}

// Sum is the sum of all accounts; the balance is always 0.
func (b *Ledger) Sum() Total {
	t := b.Bank()
	for a := range Capital {
		t.Debit += b.Totals[a].Debit
		t.Credit += b.Totals[a].Credit
	}
	return t
}

// Bank is the joint balance of the bank's accounts at the end of the turn.
func (t *Turn) Bank() int64 {
	var sum int64
	for a := Capital; a < NumAccounts; a++ {
		sum += t.Balances[a]
	}
	return sum
}

// Check compares the books with the state after the same event: every purse
// and the pot hold the amounts of the state, and all accounts together nothing.
func (b *Ledger) Check(s *game.State) error {
	if b.seq != s.Seq {
		return fmt.Errorf("books: they stand at event %d, the state at %d", b.seq, s.Seq)
	}
	if sum := b.Sum(); sum.Debit != sum.Credit {
		return fmt.Errorf("books: %d debited, %d credited", sum.Debit, sum.Credit)
	}
	for i := range s.Players {
		purse := Purse(game.Seat(i))
		is, should := b.Totals[purse].Balance(), int64(s.Players[i].Cash)
		if is != should || b.now().Balances[purse] != should {
			return fmt.Errorf("books: seat %d has %d, its account says %d", i, should, is)
		}
	}
	if is := b.Totals[Pot].Balance(); is != int64(s.Pot) {
		return fmt.Errorf("books: the pot holds %d, its account says %d", s.Pot, is)
	}
	return nil
}

// Flow is the sum of an account's receipts and payments for one cause.
type Flow struct {
	Cause   game.Cause
	In, Out int64
}

// Flows sums up an account by cause, in the order of the causes.
func (b *Ledger) Flows(a Account) []Flow {
	var by [game.NumCauses]Flow
	for i := range b.Entries {
		x := &b.Entries[i]
		if x.Debit == a {
			by[x.Cause].In += int64(x.Amount)
		}
		if x.Credit == a {
			by[x.Cause].Out += int64(x.Amount)
		}
	}
	var list []Flow
	for why, f := range by {
		if f.In != 0 || f.Out != 0 {
			f.Cause = game.Cause(why)
			list = append(list, f)
		}
	}
	return list
}
