package bot

import (
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/value"
)

// Player plays a seat. It may be used by several goroutines at once.
type Player interface {
	// Choose returns the seat's next command among its options; see Persona.Choose.
	Choose(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option) (game.Command, bool)
	// Wish is Choose without the list of options; see Persona.Wish.
	Wish(r *game.Ruleset, s *game.State, seat game.Seat, c *game.Command) bool
}

// Kinds lists what a computer player may be: the personas, then the levels.
func Kinds() []string { return append(Names(), Levels()...) }

// Offered lists the kinds for a form: medium is the default persona by another name.
func Offered() []string {
	return slices.DeleteFunc(Kinds(), func(kind string) bool { return kind == "medium" })
}

// Levels lists the levels, the weakest first.
func Levels() []string { return []string{"easy", "medium", "hard"} }

// Known reports whether there is such a kind of computer player; the empty name is the default one.
func Known(kind string) bool { return kind == "" || slices.Contains(Kinds(), kind) }

// easyNoise is how much the level easy misjudges its chance to win.
const easyNoise = 0.12

// New returns a player of a kind. The estimate is that of the table; it is asked for
// only by the levels that use it.
func New(kind string, model func() *value.Model) (Player, bool) {
	switch kind {
	case "medium":
		kind = ""
	case "easy":
		return &thinker{taste: Usual(), model: model(), noise: easyNoise}, true
	case "hard":
		return &thinker{taste: Usual(), model: model()}, true
	}
	p, ok := ByName(kind)
	return &p, ok
}

// Pupil is the level hard with weights that are still being made.
func Pupil(m *value.Model) Player { return &thinker{taste: Usual(), model: m} }
