package ledger

import "github.com/bankhalter/bankhalter/game"

// Filter picks entries of the journal.
type Filter struct {
	Player game.Seat // only entries of their purse; game.Nobody: all entries
	Turn   int       // only this turn, 0 is before the first; below 0: all
}

// Leaf is the part of the journal about one turn.
type Leaf struct {
	*Turn
	Entries []Entry // never empty
}

// Leaves are the turns in which something was booked that the filter picks, in order.
func (b *Ledger) Leaves(f Filter) []Leaf {
	var leaves []Leaf
	for i := range b.Turns {
		t := &b.Turns[i]
		if f.Turn >= 0 && f.Turn != int(t.Number) {
			continue
		}
		if picked := f.pick(b.Entries[t.From:t.To]); len(picked) > 0 {
			leaves = append(leaves, Leaf{t, picked})
		}
	}
	return leaves
}

func (f Filter) pick(list []Entry) []Entry {
	if f.Player < 0 {
		return list
	}
	purse := Purse(f.Player)
	var picked []Entry
	for i := range list {
		if list[i].Debit == purse || list[i].Credit == purse {
			picked = append(picked, list[i])
		}
	}
	return picked
}

// Used lists the accounts in their order: every purse, and the others where
// money moved.
func (b *Ledger) Used() []Account {
	var list []Account
	for a := range NumAccounts {
		t := b.Totals[a]
		if a < Purse(game.Seat(b.seats)) || t.Debit != 0 || t.Credit != 0 {
			list = append(list, a)
		}
	}
	return list
}
