package rulebook

import (
	"fmt"
	"sync"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
)

// printedBook is a rulebook as printed: without options, on the board it came with.
type printedBook struct {
	id    string
	setup *setup.Setup
	with  [game.NumRules][]combination // the choices that bring a rule that is not printed
	shown [game.NumRules]*setup.Setup  // on which a rule is explained; nil if the rulebook has none
}

// printedBooks are all rulebooks in the order of the matrix, made once.
var printedBooks = sync.OnceValue(func() []*printedBook {
	list, err := loadPrintedBooks()
	if err != nil {
		panic(fmt.Sprintf("rulebook: %v", err)) // embedded boards; a test loads them
	}
	return list
})

func loadPrintedBooks() ([]*printedBook, error) {
	boards := map[string]*edition.Edition{}
	for _, id := range edition.IDs() {
		ed, err := edition.Load(id)
		if err != nil {
			return nil, err
		}
		if own := setup.DefaultRulebookOf(ed); boards[own] == nil {
			boards[own] = ed
		}
	}
	var list []*printedBook
	for _, id := range setup.Rulebooks() {
		if boards[id] == nil {
			return nil, fmt.Errorf("no board came with rulebook %q", id)
		}
		// A missing option, such as an agreed hour, is the table's business.
		st, err := setup.New(boards[id], id, nil)
		if st == nil {
			return nil, err
		}
		h := &printedBook{id: id, setup: st}
		h.findRules(combinationsOf(st))
		list = append(list, h)
	}
	return list, nil
}

// printedBookOf finds a rulebook; nil if there is none of that id.
func printedBookOf(rulebook string) *printedBook {
	for _, h := range printedBooks() {
		if h.id == rulebook {
			return h
		}
	}
	return nil
}

// Known reports whether there is a rulebook of that id.
func Known(id string) bool { return printedBookOf(id) != nil }

// Printed is a rulebook without options on the board it came with; nil if
// there is no such rulebook.
func Printed(id string) *setup.Setup {
	if h := printedBookOf(id); h != nil {
		return h.setup
	}
	return nil
}

// AsPrinted reports whether a table plays its rulebook on the board it came
// with and no option changes a rule.
func AsPrinted(st *setup.Setup) bool {
	h := printedBookOf(st.Rulebook)
	return h != nil && h.setup.Edition.Hash == st.Edition.Hash && h.setup.Rules.Rules == st.Rules.Rules
}
