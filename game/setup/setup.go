package setup

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
)

// Setup is an edition with a rulebook and options, ready to be played. It is
// immutable and may be shared.
type Setup struct {
	Edition  *edition.Edition
	Rulebook string
	Options  map[string]any // what was set, in canonical types: bool, int, string

	Rules *game.Ruleset

	Minutes int            // agreed playing time, 0 without a time limit
	Bills   []edition.Bill // start money in notes; nil if the amount is a house rule's

	Groups []string                // ids by game group
	Cards  [game.NumDecks][]string // ids by game card

	era *edition.Era // nil for the edition's main values
	old bool         // the older era was chosen
}

// Error says why an edition, a rulebook and options do not go together.
type Error struct {
	Code   game.Code
	Rule   game.Rule
	Option string // the option that is to blame, "" if none
	Detail string // an English sentence
}

func (e *Error) Error() string {
	if r := e.Rule.String(); r != "" {
		return e.Detail + " (" + r + ")"
	}
	return e.Detail
}

// New puts an edition, a rulebook and options together; an empty rulebook
// means the edition's own. The error is *Error. With an *Error about options
// the Setup is not nil: it is the game without the options that are to blame,
// good for showing, not for starting.
func New(ed *edition.Edition, rulebook string, options map[string]any) (*Setup, error) {
	if rulebook == "" {
		rulebook = DefaultRulebookOf(ed)
	}
	book, ok := Book(rulebook)
	if !ok {
		return nil, bad(game.RSetup1, "", "there is no rulebook %q", rulebook)
	}
	if err := fits(ed, book); err != nil {
		return nil, err
	}
	s := &Setup{Edition: ed, Rulebook: rulebook}
	picked, err := choose(ed, book, options)
	s.Options = picked.canonical()
	rules := columnRules(book, ed)
	s.apply(&rules, picked, book)
	s.Rules = &game.Ruleset{Board: s.compile(&rules), Rules: rules}
	if err != nil {
		return s, err
	}
	return s, nil
}
