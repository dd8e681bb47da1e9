package setup

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
)

// picked are the options that were set, in canonical types.
type picked map[string]any

// on reports whether a flag is set to true.
func (p picked) on(key string) bool { return p[key] == true }

// off reports whether a flag is set to false.
func (p picked) off(key string) bool { return p[key] == false }

// has reports whether an option is set at all.
func (p picked) has(key string) bool { _, ok := p[key]; return ok }

func bad(rule game.Rule, option, format string, args ...any) *Error {
	return &Error{Code: game.BadConfig, Rule: rule, Option: option, Detail: fmt.Sprintf(format, args...)}
}

// because adds the error's details for programs and for other languages.
func (e *Error) because(x Error) *Error {
	e.Why, e.Also, e.Instead, e.Values, e.Min, e.Max = x.Why, x.Also, x.Instead, x.Values, x.Min, x.Max
	return e
}

// lacks is the error about an option that a rulebook does not have.
func lacks(book Rulebook, key, format string, args ...any) *Error {
	var own []string
	for _, d := range OptionsOf(book.ID) {
		if d.Class == Official {
			own = append(own, d.Key)
		}
	}
	return bad(game.RSetup1, key, format, args...).because(Error{Why: NoSuchOption, Values: own})
}

// choose reads the options' values and checks that the rulebook has them and
// that they go together. The first error in the order of the options counts;
// options that are to blame are left out of the result.
func choose(ed *edition.Edition, book Rulebook, options map[string]any) (picked, *Error) {
	p := picked{}
	var first *Error
	keep := func(err *Error) {
		if first == nil {
			first = err
		}
	}
	for _, key := range slices.Sorted(maps.Keys(options)) {
		if _, known := optionDef(key); !known {
			keep(lacks(book, key, "there is no option %q", key))
		}
	}
	for _, d := range optionDefs() {
		raw, set := options[d.Key]
		if !set || raw == nil || raw == "" {
			continue
		}
		v, err := d.value(raw, ed.Unit())
		switch {
		case err != nil:
			keep(err)
		case v == false && d.Default == false:
		case !d.in(book.ID):
			keep(lacks(book, d.Key, "rulebook %q has no option %q", book.ID, d.Key))
		default:
			p[d.Key] = v
		}
	}
	keep(p.together(ed, book))
	return p, first
}

// value reads a value given as JSON or as text.
func (d *OptionDef) value(raw any, unit int) (any, *Error) {
	switch d.Kind {
	case Flag:
		if v, ok := truth(raw); ok {
			return v, nil
		}
		return nil, bad(game.RSetup1, d.Key, "option %q is true or false", d.Key).because(Error{Why: NotAFlag})
	case Number, Amount:
		n, ok := whole(raw)
		if !ok || n < d.Min || n > d.Max {
			return nil, bad(game.RSetup1, d.Key, "option %q is a whole number from %d to %d", d.Key, d.Min, d.Max).because(Error{Why: OutOfRange, Min: d.Min, Max: d.Max})
		}
		if d.Kind == Amount && n%unit != 0 {
			return nil, bad(game.RSetup1, d.Key, "option %q is an amount in steps of %d", d.Key, unit).because(Error{Why: NotInSteps, Min: unit})
		}
		return n, nil
	case Word:
		if w := plain(raw); slices.Contains(d.Values, w) {
			return w, nil
		}
	}
	return nil, bad(game.RSetup1, d.Key, "option %q is one of %s", d.Key, strings.Join(d.Values, " | ")).because(Error{Why: NotOneOf, Values: d.Values})
}

func truth(raw any) (v, ok bool) {
	switch raw := raw.(type) {
	case bool:
		return raw, true
	case string:
		switch strings.ToLower(raw) {
		case "true", "on", "yes", "1":
			return true, true
		case "false", "off", "no", "0":
			return false, true
		}
	}
	return false, false
}

func whole(raw any) (int, bool) {
	switch raw := raw.(type) {
	case int:
		return raw, true
	case int64:
		return int(raw), true
	case float64:
		return int(raw), raw == math.Trunc(raw) && math.Abs(raw) < 1<<31
	case json.Number:
		n, err := strconv.Atoi(raw.String())
		return n, err == nil
	case string:
		n, err := strconv.Atoi(raw)
		return n, err == nil
	}
	return 0, false
}

// plain reads a word; a list such as [1, 2] is the word "1,2".
func plain(raw any) string {
	switch raw := raw.(type) {
	case string:
		return strings.ReplaceAll(raw, " ", "")
	case []any:
		parts := make([]string, len(raw))
		for i, one := range raw {
			parts[i] = fmt.Sprint(one)
		}
		return strings.Join(parts, ",")
	}
	return ""
}

func (p picked) canonical() map[string]any { return maps.Clone(map[string]any(p)) }
