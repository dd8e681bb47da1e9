package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// setting is one setting of serve. The flags, the environment
// variables, the help and a test of OPERATING.md are made from the list of them.
type setting struct {
	group string // under which the help lists it
	name  string // of the flag; envName has the variable
	add   func(fs *flag.FlagSet, name, help string)
	help  string // the kind of its value is in backquotes
}

func word(p *string, usual string) func(*flag.FlagSet, string, string) {
	return func(fs *flag.FlagSet, name, help string) { fs.StringVar(p, name, usual, help) }
}

func texts(p *list) func(*flag.FlagSet, string, string) {
	return func(fs *flag.FlagSet, name, help string) { fs.Var(p, name, help) }
}

func truth(p *bool, usual bool) func(*flag.FlagSet, string, string) {
	return func(fs *flag.FlagSet, name, help string) { fs.BoolVar(p, name, usual, help) }
}

func whole(p *int, usual int) func(*flag.FlagSet, string, string) {
	return func(fs *flag.FlagSet, name, help string) { fs.IntVar(p, name, usual, help) }
}

func number(p *float64, usual float64) func(*flag.FlagSet, string, string) {
	return func(fs *flag.FlagSet, name, help string) { fs.Float64Var(p, name, usual, help) }
}

func span(p *time.Duration, usual time.Duration) func(*flag.FlagSet, string, string) {
	return func(fs *flag.FlagSet, name, help string) {
		*p = usual
		fs.Var((*days)(p), name, help)
	}
}

// days is a time span that may also be given in days: 365d, 12h, 90s.
type days time.Duration

// String writes whole days as days.
func (d *days) String() string {
	const day = 24 * time.Hour
	switch v := time.Duration(*d); {
	case v == 0:
		return "0"
	case v%day == 0:
		return strconv.Itoa(int(v/day)) + "d"
	default:
		return v.String()
	}
}

// Set reads a span that is not negative.
func (d *days) Set(s string) error {
	var v time.Duration
	n, err := strconv.ParseFloat(strings.TrimSuffix(s, "d"), 64)
	switch {
	case strings.HasSuffix(s, "d") && err == nil && n < 100000:
		v = time.Duration(n * float64(24*time.Hour))
	default:
		v, err = time.ParseDuration(s)
	}
	switch {
	case err != nil:
		return fmt.Errorf("%q is no time span such as 365d, 12h or 90s, and at most 99999d", s)
	case v < 0:
		return fmt.Errorf("%q is negative; a time span such as 365d, 12h or 90s is needed", s)
	}
	*d = days(v)
	return nil
}

// secretText is a confidential setting: the value itself, or the
// name of a file that holds it.
type secretText struct{ value, file string }

// maxSecret is as long as a secret in a file may be.
const maxSecret = 4096

func secret(p *secretText) func(*flag.FlagSet, string, string) {
	return func(fs *flag.FlagSet, name, help string) {
		fs.StringVar(&p.value, name, "", help+"; others on this machine can see flags, so give the variable or the file")
		fs.StringVar(&p.file, name+"-file", "", "`file` that holds what --"+name+" would say")
	}
}

// read returns the secret, "" if there is none.
func (s *secretText) read(name string) (string, error) {
	if s.file == "" {
		return s.value, nil
	}
	if s.value != "" {
		return "", fmt.Errorf("--%s and --%s-file are both given; give one of them", name, name)
	}
	f, err := os.Open(s.file)
	if err != nil {
		return "", fmt.Errorf("--%s-file: %w", name, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSecret+1))
	if err != nil {
		return "", fmt.Errorf("--%s-file: %w", name, err)
	}
	value := strings.TrimRight(string(data), "\r\n")
	if value == "" || len(data) > maxSecret || strings.ContainsAny(value, "\r\n\x00") {
		return "", fmt.Errorf("--%s-file: %s holds no secret of one line", name, s.file)
	}
	return value, nil
}

// register adds all settings to the flags.
func (o *serveOptions) register(fs *flag.FlagSet) {
	for _, s := range o.settings() {
		s.add(fs, s.name, s.help)
	}
}
