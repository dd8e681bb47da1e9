package setup

import (
	"maps"
	"sync"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/problem"
	"github.com/bankhalter/bankhalter/game/value"
)

// Setup is an edition with a rulebook and options, ready to be played. It is
// immutable and may be shared.
type Setup struct {
	Edition  *edition.Edition
	Rulebook string
	Options  map[string]any // the options set, in canonical types: bool, int, string

	Rules *game.Ruleset

	Minutes int            // agreed playing time, 0 without a time limit
	Bills   []edition.Bill // start money in notes; nil if the amount is a house rule's

	Groups []string                // ids by game group
	Cards  [game.NumDecks][]string // ids by game card

	estimate func() (*value.Model, error)

	era *edition.Era // nil for the edition's main values
	old bool         // the older era was chosen
}

// Error explains why an edition, a rulebook and options do not go together, and
// how to mend it.
type Error struct {
	Code   game.Code
	Rule   game.Rule
	Option string // the option that is to blame, "" if none
	Detail string // an English sentence

	Why     Why
	Also    string   // the option that Option goes with, or does not
	Instead string   // the option that may be set in its place, "" if there is none
	Values  []string // NoSuchOption: the rulebook's own options; NotOneOf: its possible values; NoSuchBook, WrongBoard: rulebooks that may be taken
	Min     int      // OutOfRange; the step for NotInSteps
	Max     int      // OutOfRange
}

// Why is the kind of an Error, for sentences in the reader's language.
type Why uint8

// The kinds.
const (
	NoSuchBook   Why = iota + 1 // there is no rulebook of that name
	WrongBoard                  // the board has another number of spaces
	NoStrengths                 // the board lacks what the option needs
	NoSuchOption                // the rulebook does not have the option
	NotAFlag                    // neither true nor false
	OutOfRange                  // no whole number from Min to Max
	NotInSteps                  // no multiple of Min
	NotOneOf                    // none of Values
	NeedsHour                   // the rulebook needs an agreed closing hour
	Needs                       // Option needs Also
	Excludes                    // Option and Also exclude each other
	AlwaysDeals                 // Also deals two deeds, which Option switches off
)

func (e *Error) Error() string {
	if r := e.Rule.String(); r != "" {
		return e.Detail + " (" + r + ")"
	}
	return e.Detail
}

// Problem names the field of a request for a new table.
func (e *Error) Problem() problem.Problem {
	p := problem.Problem{Code: "config", Rule: e.Rule.String()}
	switch {
	case e.Option != "":
		p.Field = "options." + e.Option
	case e.Why == NoSuchBook || e.Why == WrongBoard:
		p.Field = "rulebook"
	}
	return p
}

// New puts an edition, a rulebook and options together; an empty rulebook
// means the edition's own. The error is *Error. With an *Error about options
// the Setup is not nil: it is the game without the options that are to blame,
// good for showing, not for starting.
func New(ed *edition.Edition, rulebook string, options map[string]any) (*Setup, error) {
	if rulebook == "" {
		rulebook = DefaultRulebookOf(ed)
	}
	book, ok := rulebookOf(rulebook)
	if !ok {
		return nil, bad(game.RSetup1, "", "there is no rulebook %q", rulebook).because(Error{Why: NoSuchBook, Values: Rulebooks()})
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
	s.estimate = sync.OnceValues(func() (*value.Model, error) { return value.For(s.Rules, s.Rulebook) })
	if err != nil {
		return s, err
	}
	return s, nil
}

// Estimate is the estimate of positions by which computer players decide, prepared when
// it is first asked for. It panics if the program's own weights are damaged, which
// the commands check before anything else (value.Files).
func (s *Setup) Estimate() *value.Model {
	m, err := s.estimate()
	if err != nil {
		panic(err)
	}
	return m
}

// UsualMinutes is the playing time of a game whose rulebook requires one when
// none has been set.
const UsualMinutes = 90

// UsualSlowMinutes is the same by correspondence, where a single decision may take days: a
// month, the longest that can be set.
const UsualSlowMinutes = maxMinutes

// AlwaysTimed reports whether a rulebook requires a playing time.
func AlwaysTimed(rulebook string) bool {
	book, _ := rulebookOf(rulebook)
	return book.demands.timeAlways
}

// WithDefaults returns the options with those that the rulebook requires and
// that are not set: the playing time. An empty rulebook means the edition's own.
func WithDefaults(ed *edition.Edition, rulebook string, options map[string]any) map[string]any {
	if rulebook == "" {
		rulebook = DefaultRulebookOf(ed)
	}
	book, ok := rulebookOf(rulebook)
	if _, said := options["end_time"]; !ok || said || !book.demands.timeAlways {
		return options
	}
	options = maps.Clone(options)
	if options == nil {
		options = map[string]any{}
	}
	options["end_time"] = UsualMinutes
	return options
}
