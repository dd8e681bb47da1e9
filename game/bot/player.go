package bot

import (
	"slices"
	"strings"

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

// Kinds lists what a computer player may be: the personas, then the levels. A level
// may have a character besides; see Kind.
func Kinds() []string { return append(Names(), Levels()...) }

// Medium is the level of a quick game: the default persona.
const Medium = "medium"

// Expert is the level that plays decisions out.
const Expert = "expert"

// Levels lists the levels, the weakest first.
func Levels() []string { return []string{"easy", Medium, "hard", Expert} }

// Characters lists the tastes that every level may have: the names of the personas.
func Characters() []string { return Names() }

// Kind is the kind of a level with a character, such as "hard-builder"; the level
// alone for the default character. It is no kind that is Known unless both are.
func Kind(level, character string) string {
	if character == "" || character == Usual().Name {
		return level
	}
	return level + "-" + character
}

// Level splits a kind into level and character, false for a persona.
func Level(kind string) (level, character string, ok bool) {
	level, character, both := strings.Cut(kind, "-")
	if !both {
		character = Usual().Name
	}
	return level, character, character != "" && slices.Contains(Levels(), level)
}

// Known reports whether there is such a kind of computer player; the empty name is the default one.
func Known(kind string) bool {
	if level, character, ok := Level(kind); ok {
		return slices.Contains(Characters(), character) && Kind(level, character) == kind
	}
	return kind == "" || slices.Contains(Names(), kind)
}

// easyNoise is how much the level easy misjudges its chance to win.
const easyNoise = 0.12

// New returns a player of a kind. The estimate is that of the table; it is asked for
// only by the levels that use it. Medium is the persona of its character.
func New(kind string, model func() *value.Model) (Player, bool) {
	level, character, ok := Level(kind)
	if !ok {
		level, character = Medium, kind
	}
	p, ok := ByName(character)
	if !ok {
		return nil, false
	}
	switch level {
	case "easy":
		return &thinker{taste: p, model: model(), noise: easyNoise}, true
	case "hard":
		m := model()
		return &thinker{taste: p, model: m, second: m.Deep(), rooms: newRooms(m.Deep())}, true
	case Expert:
		return newExpert(thinker{taste: p, model: model().Deep()}), true
	default:
		return &p, true
	}
}

// Pupil is the level hard without the net and the playouts by which it makes sure of deals: weights and nets
// are made from its games.
func Pupil(m *value.Model) Player { return &thinker{taste: Usual(), model: m} }

// Ponders reports whether a player would need so long to choose in a position that
// nobody should wait for it: up to a tenth of a second, where others need a thousandth.
func Ponders(p Player, r *game.Ruleset, s *game.State, seat game.Seat) bool {
	switch t := p.(type) {
	case *expert:
		return t.ponders(r, s, seat)
	case *thinker:
		return t.playsOffersOut(r, s, seat)
	default:
		return false
	}
}
