package rulebook

import (
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

// Fact is a point on which rulebooks or tables can differ: a switch that the
// engine reads, or a number that follows from the board.
type Fact struct {
	Name  string // as options and the matrix call it, such as "rent.window"
	as    string // its placeholder in the texts, "" if it has none
	quiet bool   // of interest only where it is not as printed
	wide  bool   // too long to be compared in a column
	get   func(st *setup.Setup) any
}

// The values of facts are bool, int, string or one of these.
type (
	amount  game.Money                 // money of the board
	amounts [game.MaxGroups]game.Money // several, 0 behind the last
)

// same tells whether a value on one board is the same as one on another whose
// money counts on another scale.
func same(a any, on *setup.Setup, b any, other *setup.Setup) bool {
	switch x := a.(type) {
	case amount:
		y, ok := b.(amount)
		return ok && int(x)*other.Edition.Currency.Scale == int(y)*on.Edition.Currency.Scale
	case amounts:
		y, ok := b.(amounts)
		for i := range x {
			ok = ok && int(x[i])*other.Edition.Currency.Scale == int(y[i])*on.Edition.Currency.Scale
		}
		return ok
	default:
		return a == b
	}
}

func flag(name string, get func(r *game.Ruleset) bool) Fact {
	return Fact{Name: name, get: func(st *setup.Setup) any { return get(st.Rules) }}
}

func count[T ~uint8 | ~int8 | ~int | ~int32 | ~uint16](name, as string, get func(r *game.Ruleset) T) Fact {
	return Fact{Name: name, as: as, get: func(st *setup.Setup) any { return int(get(st.Rules)) }}
}

func money(name, as string, get func(r *game.Ruleset) game.Money) Fact {
	return Fact{Name: name, as: as, get: func(st *setup.Setup) any { return amount(get(st.Rules)) }}
}

// either is a flag that has a word for each side.
func either(name, no, yes string, get func(r *game.Ruleset) bool) Fact {
	return Fact{Name: name, get: func(st *setup.Setup) any {
		if get(st.Rules) {
			return yes
		}
		return no
	}}
}

func turns(name, as string, get func(r *game.Ruleset) game.TurnSet) Fact {
	return Fact{Name: name, as: as, get: func(st *setup.Setup) any {
		var list []string
		for n := range uint8(8) {
			if get(st.Rules).Has(n) {
				list = append(list, string('0'+rune(n)))
			}
		}
		return strings.Join(list, ",")
	}}
}

// house is a switch of a house rule: worth a word only where it is on.
func house(name string, get func(r *game.Ruleset) bool) Fact {
	f := flag(name, get)
	f.quiet = true
	return f
}
