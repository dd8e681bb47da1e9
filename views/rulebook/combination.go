package rulebook

import (
	"errors"
	"maps"
	"slices"

	"github.com/bankhalter/bankhalter/game/setup"
)

// combination is a choice of options that a rulebook offers, and its effect.
type combination struct {
	options map[string]any
	keys    []string // of the options, in their order
	house   bool     // some option is no part of the rulebook
	setup   *setup.Setup
}

// combinationsOf lists a rulebook's choices: every option by itself, then official
// ones in pairs, for some bring a rule only together.
func combinationsOf(st *setup.Setup) []combination {
	var official, others, pairs []combination
	for _, d := range setup.OptionsOf(st.Rulebook) {
		for _, v := range choices(st, &d) {
			w := combination{options: map[string]any{d.Key: v}, keys: []string{d.Key}, house: d.Class == setup.HouseRule}
			if w.house {
				others = append(others, w)
			} else {
				official = append(official, w)
			}
		}
	}
	for i, a := range official {
		for _, b := range official[i+1:] {
			if key := b.keys[0]; a.keys[0] != key {
				pairs = append(pairs, combination{options: map[string]any{a.keys[0]: a.options[a.keys[0]], key: b.options[key]}, keys: []string{a.keys[0], key}})
			}
		}
	}
	required := requiredOf(st)
	var open []combination
	for _, w := range slices.Concat(official, pairs, others) {
		all := maps.Clone(required)
		maps.Copy(all, w.options)
		made, err := setup.New(st.Edition, st.Rulebook, all)
		if err != nil {
			continue // these do not go together
		}
		w.setup = made
		open = append(open, w)
	}
	return open
}

// requiredOf returns the settings that a rulebook requires before anything else, such as
// a playing time.
func requiredOf(st *setup.Setup) map[string]any {
	required := map[string]any{}
	var blame *setup.Error
	if _, err := setup.New(st.Edition, st.Rulebook, nil); !errors.As(err, &blame) {
		return required
	}
	for _, d := range setup.OptionsOf(st.Rulebook) {
		if d.Key == blame.Option {
			required[d.Key] = choices(st, &d)[0]
		}
	}
	return required
}

// choices are the values of an option that are worth a look: for numbers one
// will do.
func choices(st *setup.Setup, d *setup.OptionDef) (values []any) {
	switch d.Kind {
	case setup.Flag:
		return []any{true, false}
	case setup.Word:
		for _, v := range d.Values {
			values = append(values, v)
		}
	case setup.Number:
		values = append(values, d.Min)
	case setup.Amount:
		values = append(values, max(d.Min, 60*st.Edition.Unit()))
	}
	return values
}
