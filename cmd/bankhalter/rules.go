package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/value"
)

// rulesOptions are the flags that say by which rules games without a server are played.
type rulesOptions struct {
	edition  string
	rulebook string
	options  optionList
}

func (o *rulesOptions) register(fs *flag.FlagSet) {
	fs.StringVar(&o.edition, "edition", "us-classic", "`edition`: "+strings.Join(edition.IDs(), ", ")+", or a file")
	fs.StringVar(&o.rulebook, "rulebook", "", "`rulebook`: "+strings.Join(setup.Rulebooks(), ", ")+"; the edition's own if left out")
	fs.Var(&o.options, "option", "`key=value` of an option of the rulebook; may be given several times")
}

// optionList is a flag for options that may be given several times or with commas. A value may
// hold commas itself.
type optionList []string

// String joins the options with commas.
func (l *optionList) String() string { return strings.Join(*l, ",") }

// Set adds the options. What follows a comma and has no key of its own belongs to the value before.
func (l *optionList) Set(s string) error {
	before := len(*l)
	for part := range strings.SplitSeq(s, ",") {
		switch part = strings.TrimSpace(part); {
		case len(*l) > before && !strings.Contains(part, "="):
			(*l)[len(*l)-1] += "," + part
		case part != "":
			*l = append(*l, part)
		}
	}
	return nil
}

// closingMinutes is the playing time for rulebooks that require one. No clock runs
// here: time is up when --turns are over.
const closingMinutes = 120

// setup puts the rules together; a wrong flag is a usage error.
func (o *rulesOptions) setup() (*setup.Setup, error) {
	if _, err := value.Files(); err != nil {
		return nil, err
	}
	ed, err := o.loadEdition()
	if err != nil {
		return nil, err
	}
	options := map[string]any{}
	for _, text := range o.options {
		key, value, ok := strings.Cut(text, "=")
		if !ok || key == "" || value == "" {
			return nil, fmt.Errorf("--option %q is not of the form KEY=VALUE, such as end_time=90", text)
		}
		options[key] = value
	}
	st, err := setup.New(ed, o.rulebook, options)
	if wantsHour(err) {
		options["end_time"] = closingMinutes
		st, err = setup.New(ed, o.rulebook, options)
	}
	return st, o.named(err, options)
}

// named says which flag is to blame for rules that cannot be put together.
func (o *rulesOptions) named(err error, options map[string]any) error {
	wrong, ok := errors.AsType[*setup.Error](err)
	if !ok {
		return err
	}
	given, set := options[wrong.Option]
	switch {
	case wrong.Why == setup.NoSuchBook:
		return fmt.Errorf("--rulebook: there is no %q, only %s", o.rulebook, strings.Join(wrong.Values, ", "))
	case wrong.Why == setup.NoSuchOption:
		return fmt.Errorf("--option %s=%v: %w; there are %s", wrong.Option, given, err, strings.Join(wrong.Values, ", "))
	case set:
		return fmt.Errorf("--option %s=%v: %w", wrong.Option, given, err)
	default:
		return err
	}
}

// loadEdition finds an edition by its id or as a file.
func (o *rulesOptions) loadEdition() (*edition.Edition, error) {
	for _, id := range edition.IDs() {
		if id == o.edition {
			return edition.Load(id)
		}
	}
	data, err := os.ReadFile(o.edition)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("--edition: there is no edition and no file %q; give one of %s, or a file", o.edition, strings.Join(edition.IDs(), ", "))
	}
	if err != nil {
		return nil, fmt.Errorf("--edition: %w", err)
	}
	ed, err := edition.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("--edition %s: %w", o.edition, err)
	}
	return ed, nil
}

// playable refuses numbers of games and turns that no run can have.
func playable(games, turns int) error {
	if games < 1 {
		return fmt.Errorf("--games: %d is too few; give 1 or more, such as 100", games)
	}
	if turns < 1 || turns > 60000 {
		return fmt.Errorf("--turns: %d is not from 1 to 60000, such as 1000", turns)
	}
	return nil
}

// setups is the board of the flags, or of all the first built-in one of each rulebook.
func (o *rulesOptions) setups(all bool) ([]*setup.Setup, error) {
	if !all {
		st, err := o.setup()
		return []*setup.Setup{st}, err
	}
	var list []*setup.Setup
	seen := map[string]bool{}
	for _, id := range edition.IDs() {
		st, err := (&rulesOptions{edition: id, options: o.options}).setup()
		if err != nil {
			return nil, err
		}
		if !seen[st.Rulebook] {
			seen[st.Rulebook] = true
			list = append(list, st)
		}
	}
	return list, nil
}
