package rulebook

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/text"
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

// same reports whether a value on one board is the same as one on another whose
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

// point is a switch of the rules, under the name that the set-up gives it.
func point(name, as string) Fact {
	return Fact{Name: name, as: as, get: func(st *setup.Setup) any {
		v := st.Value(name)
		if m, ok := v.(game.Money); ok {
			return amount(m)
		}
		return v
	}}
}

// quiet is a switch that is worth a word only where it is not as printed.
func quiet(name, as string) Fact {
	f := point(name, as)
	f.quiet = true
	return f
}

func count[T ~int8 | ~int | ~int32](name, as string, get func(r *game.Ruleset) T) Fact {
	return Fact{Name: name, as: as, get: func(st *setup.Setup) any { return int(get(st.Rules)) }}
}

func money(name, as string, get func(r *game.Ruleset) game.Money) Fact {
	return Fact{Name: name, as: as, get: func(st *setup.Setup) any { return amount(get(st.Rules)) }}
}

// named are those of the named facts that hold under a set-up, in words.
func named(lang string, st *setup.Setup, names ...string) []Value {
	p := text.For(lang)
	var list []Value
	for _, name := range names {
		f := factsByName()[name]
		switch v := f.get(st); v {
		case false, 0, amount(0), "", "no", "none":
		default:
			list = append(list, Value{Fact: name, Label: p.Fact(name), Value: plain(v), Text: f.say(p, st, v)})
		}
	}
	return list
}

// MainFacts are the facts of a table that newcomers want to know: the money and
// pieces, and in what the rulebooks differ most.
func MainFacts(lang string, st *setup.Setup) []Value {
	return named(lang, st, "cash.start", "start.deal", "stock.houses", "stock.hotels", "stock.skyscrapers", "stock.depots", "stock.tickets", "dice.speed_die",
		"rent.window", "build.missing_lots", "build.gate", "build.houses", "duel.on", "end.time_limit", "end.second_bankruptcy")
}
