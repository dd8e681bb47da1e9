package main

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// checked is the value of a flag that says in plain words what it accepts, and no number
// that is negative or beyond all use. Package flag has the words of Go for it.
type checked struct {
	flag.Value
	of    *flag.Flag
	wrong *error // what was wrong with the last flag, for parse
}

// watched lets the flags say what they accept, and returns where they say it.
func watched(fs *flag.FlagSet) *error {
	wrong := new(error)
	fs.VisitAll(func(f *flag.Flag) { f.Value = &checked{f.Value, f, wrong} })
	return wrong
}

// IsBoolFlag reports whether the flag may stand without a value.
func (c *checked) IsBoolFlag() bool {
	b, ok := c.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// Set reads a value.
func (c *checked) Set(s string) error {
	err := c.refuse(s)
	if err == nil {
		err = c.Value.Set(s)
	}
	if err != nil {
		*c.wrong = fmt.Errorf("--%s: %w", c.of.Name, err)
	}
	return err
}

// refuse returns why a text is no value of the flag's type, nil if it is one or the type
// itself says so.
func (c *checked) refuse(s string) error {
	getter, ok := c.Value.(flag.Getter)
	if !ok {
		return nil
	}
	example := c.of.DefValue
	if example == "0" {
		example = "25"
	}
	switch getter.Get().(type) {
	case bool:
		if _, err := strconv.ParseBool(s); err != nil {
			return fmt.Errorf("%q is neither true nor false; --%s alone is true", s, c.of.Name)
		}
	case int:
		if n, err := strconv.ParseInt(s, 0, 64); err != nil || n < 0 || n > math.MaxInt32 {
			return fmt.Errorf("%q is not a whole number from 0 to %d, such as %s", s, math.MaxInt32, example)
		}
	case uint64:
		if _, err := strconv.ParseUint(s, 0, 64); err != nil {
			return fmt.Errorf("%q is not a whole number from 0 to %d, such as %s", s, uint64(math.MaxUint64), example)
		}
	case float64:
		if n, err := strconv.ParseFloat(s, 64); err != nil || !(n >= 0 && n <= math.MaxInt32) { // as NaN is not
			return fmt.Errorf("%q is not a number from 0 to %d, such as %s", s, math.MaxInt32, example)
		}
	}
	return nil
}

// misused says what package flag found wrong with the arguments before it came to a value.
func misused(fs *flag.FlagSet, err error) error {
	if name, ok := strings.CutPrefix(err.Error(), "flag needs an argument: -"); ok {
		f := fs.Lookup(name)
		kind, _ := flag.UnquoteUsage(f)
		example := ""
		if f.DefValue != "" {
			example = ", such as " + f.DefValue
		}
		return fmt.Errorf("--%s needs a value: --%s %s%s", name, name, strings.ToUpper(kind), example)
	}
	if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); ok {
		flags := map[string]string{} // by the names that are compared
		var known []string
		fs.VisitAll(func(f *flag.Flag) {
			flags[envName(f.Name)] = f.Name
			known = append(known, envName(f.Name))
		})
		if like := flags[nearest(envName(name), known)]; like != "" {
			return fmt.Errorf("there is no flag --%s; perhaps --%s is meant", name, like)
		}
		return fmt.Errorf("there is no flag --%s", name)
	}
	text, _ := strings.CutPrefix(err.Error(), "bad flag syntax: ")
	return fmt.Errorf("%s is not a flag; one is written --NAME VALUE", cmp.Or(text, "an argument"))
}
