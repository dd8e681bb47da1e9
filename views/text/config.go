package text

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bankhalter/bankhalter/game/setup"
)

// Naming selects the names of options and fields in a sentence.
type Naming bool

// People read the labels of the form, programs the keys of the request.
const (
	Labels Naming = false
	Keys   Naming = true
)

// OptionField is the key of an option in a request for a new table.
func OptionField(key string) string { return "options." + key }

// TakesHour reports whether the form for a new table takes a time of day for an option,
// in place of minutes.
func TakesHour(key string) bool { return key == "end_time" || key == "house.time_limit" }

// Config explains why edition, rulebook and options do not go together and which settings
// would be allowed.
func Config(lang string, e *setup.Error, as Naming) string {
	p := For(lang)
	name := func(key string) string {
		if as == Keys {
			return OptionField(key)
		}
		return p.Option(key)
	}
	values := slices.Clone(e.Values)
	for i, v := range values {
		switch {
		case e.Why == setup.NoSuchOption:
			values[i] = name(v)
		case as == Keys:
		case e.Why == setup.NotOneOf:
			values[i] = p.OptionValue(v)
		default:
			values[i] = p.Rulebook(v)
		}
	}
	key := configKey(e)
	if key == "config.range" && as == Labels && TakesHour(e.Option) {
		key = "config.range_or_hour"
	}
	return p.T(key, "Option", name(e.Option), "Also", name(e.Also), "Instead", name(e.Instead),
		"Values", strings.Join(values, ", "), "Min", strconv.Itoa(e.Min), "Max", strconv.Itoa(e.Max))
}

// configKey is the sentence about a kind of error.
func configKey(e *setup.Error) string {
	switch e.Why {
	case setup.NoSuchBook:
		return "config.rulebook"
	case setup.WrongBoard:
		return "config.board"
	case setup.NoStrengths:
		return "config.strength"
	case setup.NoSuchOption:
		if len(e.Values) == 0 {
			return "config.no_option"
		}
		return "config.unknown"
	case setup.NotAFlag:
		return "config.flag"
	case setup.OutOfRange:
		return "config.range"
	case setup.NotInSteps:
		return "config.steps"
	case setup.NotOneOf:
		return "config.one_of"
	case setup.NeedsHour:
		return "config.hour"
	case setup.Needs:
		if e.Instead != "" {
			return "config.needs_or"
		}
		return "config.needs"
	case setup.Excludes:
		return "config.excludes"
	case setup.AlwaysDeals:
		return "config.always_deals"
	}
	return "refused.bad_config"
}
