package setup

import (
	"strconv"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
)

// The ids of the rulebooks.
const (
	bookMark     = "mark"
	bookSonic    = "sonic"
	bookStandard = "standard"
	bookMega     = "mega"
	bookUS       = "us"
	bookDuel     = "duel"
)

// Rulebook is a rulebook apart from its column of the matrix.
type Rulebook struct {
	ID     string
	Number string // of the printed rules, as in the variant matrix
	Spaces int    // size of the boards it is made for

	// Notes is the start money at scale 1, such as "2x500 4x100"; OldNotes
	// that of older printings where they differ.
	Notes, OldNotes string

	col     int // its column of the matrix
	demands demands
}

func rulebooks() [columns]Rulebook {
	const (
		modern = "2x500 4x100 1x50 1x20 2x10 1x5 5x1"
		old    = "2x500 2x100 2x50 6x20 5x10 5x5 5x1"
		mark   = "1x500 6x100 4x50 3x20 10x10 7x5 5x1"
		mega   = "1x1000 2x500 2x100 2x50 6x20 5x10 5x5 5x1"
	)
	return [columns]Rulebook{
		{ID: bookMark, Number: "000", Spaces: 40, Notes: mark, col: 0, demands: demands{timeAlways: true, dealAlone: true}},
		{ID: bookSonic, Number: "001", Spaces: 40, Notes: modern, col: 1},
		{ID: bookStandard, Number: "002s", Spaces: 40, Notes: modern, col: 2, demands: demands{dealWithTime: true}},
		{ID: bookMega, Number: "002m", Spaces: 52, Notes: mega, col: 3, demands: demands{dealWithTime: true}},
		{ID: bookUS, Number: "003", Spaces: 40, Notes: modern, OldNotes: old, col: 4, demands: demands{timeDeals: true}},
		{ID: bookDuel, Number: "004", Spaces: 40, Notes: modern, col: 5, demands: demands{timeInQuick: true}},
	}
}

// Rulebooks names the rulebooks in the order of the matrix.
func Rulebooks() []string {
	books := rulebooks()
	ids := make([]string, columns)
	for i := range books {
		ids[i] = books[i].ID
	}
	return ids
}

// booksFor names the rulebooks for boards of a size.
func booksFor(spaces int) []string {
	var ids []string
	for _, book := range rulebooks() {
		if book.Spaces == spaces {
			ids = append(ids, book.ID)
		}
	}
	return ids
}

// rulebookOf returns a rulebook; false if there is none of that id.
func rulebookOf(id string) (Rulebook, bool) {
	books := rulebooks()
	for i := range books {
		if books[i].ID == id {
			return books[i], true
		}
	}
	return Rulebook{}, false
}

// DefaultRulebookOf is the rulebook an edition names as its own, or one that
// is made for boards of its size.
func DefaultRulebookOf(ed *edition.Edition) string {
	for _, book := range rulebooks() {
		named := book.ID == ed.Rulebook || ed.Rulebook == "" && ed.Seed != "" && strings.TrimRight(book.Number, "sm") == ed.Seed
		if named && book.Spaces == len(ed.Spaces) {
			return book.ID
		}
	}
	return fallback(len(ed.Spaces))
}

func fallback(spaces int) string {
	books := rulebooks()
	for _, i := range []int{2, 3} {
		if books[i].Spaces == spaces {
			return books[i].ID
		}
	}
	return books[2].ID
}

// columnRules is the rulebook's column at an edition's scale, before options.
func columnRules(book Rulebook, ed *edition.Edition) game.Rules {
	scale := game.Money(ed.Currency.Scale)
	r := game.Rules{Unit: game.Money(ed.Unit())}
	for _, row := range Matrix() {
		row.set(&r, book.col, scale)
	}
	r.AuctionMin = r.Unit
	return r
}

// parseNotes reads a list of notes at an edition's scale.
func parseNotes(list string, scale int) []edition.Bill {
	var bills []edition.Bill
	for one := range strings.FieldsSeq(list) {
		count, value, _ := strings.Cut(one, "x")
		n, _ := strconv.Atoi(count)
		v, _ := strconv.Atoi(value)
		bills = append(bills, edition.Bill{Value: v * scale, Count: n})
	}
	return bills
}
