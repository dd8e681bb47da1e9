package tablepage

import (
	"strconv"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
)

// pickOption is one player to choose in the filter of the journal.
type pickOption struct {
	Value, Label string
	Chosen       bool
}

func (l *ledgerPage) choices() []pickOption {
	var list []pickOption
	for i := range game.Seat(l.d.Book.Seats()) {
		if !l.s.Players[i].BankerOnly {
			list = append(list, pickOption{page.Itoa(i), l.Name(i), l.d.Query.Player == i})
		}
	}
	return list
}

// filtered reports whether the journal leaves something out.
func (l *ledgerPage) filtered() bool { return l.d.Query.Player >= 0 || l.d.Query.Turn >= 0 }

// askedTurn is the turn that was asked for, "" for all.
func (l *ledgerPage) askedTurn() string {
	if l.d.Query.Turn < 0 {
		return ""
	}
	return strconv.Itoa(l.d.Query.Turn)
}

func (l *ledgerPage) lastTurn() int {
	return int(l.d.Book.Turns[len(l.d.Book.Turns)-1].Number)
}

// page is the address of a page of the journal, with the filter.
func (l *ledgerPage) page(n int) string {
	return l.d.Query.at(page.BooksPath(l.d.ID), strconv.Itoa(n)) + "#journal"
}
