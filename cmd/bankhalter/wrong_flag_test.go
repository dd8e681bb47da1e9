package main

import (
	"flag"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// flagsOf returns the flags of a command.
func flagsOf(c command) (list []*flag.Flag) {
	c.run(&program{stdout: io.Discard, stderr: io.Discard, getenv: func(string) string { return "" }, helped: func(fs *flag.FlagSet) {
		fs.VisitAll(func(f *flag.Flag) { list = append(list, f) })
	}}, []string{"--help"})
	return list
}

// takes is what a flag says that it takes, "" if it takes any text.
func takes(f *flag.Flag) string {
	value := f.Value.(*checked).Value
	if _, ok := value.(*days); ok {
		return "is no time span such as"
	}
	if getter, ok := value.(flag.Getter); ok {
		switch getter.Get().(type) {
		case bool:
			return "is neither true nor false"
		case int, uint64:
			return "is not a whole number from 0 to"
		case float64:
			return "is not a number from 0 to"
		}
	}
	return ""
}

// Every wrong value of a flag is answered in one sentence, not in the terms of Go, that names
// the flag or the variable, the value, and what is accepted.
func TestWrongValuesOfFlags(t *testing.T) {
	seen := 0
	for _, c := range commands() {
		for _, f := range flagsOf(c) {
			accepts := takes(f)
			if accepts == "" {
				continue
			}
			seen++
			for _, value := range []string{"", "x", "-1", "99999999999999999999", "NaN", "%%", "1,2"} {
				s := say(t, "", nil, c.name, "--"+f.Name+"="+value)
				assert.Equal(t, exitUsage, s.status, s.errors)
				assert.Contains(t, s.errors, fmt.Sprintf("bankhalter: %s: --%s: %q %s", c.name, f.Name, value, accepts))
				assert.Equal(t, 1, strings.Count(s.errors, "\n"), s.errors)
			}
			s := say(t, "", map[string]string{envName(f.Name): "x"}, c.name)
			assert.Equal(t, exitUsage, s.status, s.errors)
			assert.Contains(t, s.errors, fmt.Sprintf("%s: %q %s", envName(f.Name), "x", accepts))
		}
	}
	assert.Greater(t, seen, 50)
}

func TestWrongUseOfFlags(t *testing.T) {
	for want, args := range map[string][]string{
		"serve: --listen needs a value: --listen ADDRESS, such as 127.0.0.1:8080; see bankhalter serve --help": {"--listen"},
		"serve: --tls-cert needs a value: --tls-cert FILE;":                                                    {"serve", "--tls-cert"},
		"serve: there is no flag --lisen; perhaps --listen is meant;":                                          {"--lisen", ":1"},
		"check: there is no flag --frobnicate; see":                                                            {"check", "--frobnicate"},
		"serve: ---listen is not a flag; one is written --NAME VALUE;":                                         {"---listen", ":1"},
		`simulate: --games: 0 is too few; give 1 or more, such as 100`:                                         {"simulate", "--games", "0"},
		`simulate: --turns: 60001 is not from 1 to 60000, such as 1000`:                                        {"simulate", "--turns", "60001"},
		`simulate: --rulebook: there is no "x", only mark, `:                                                   {"simulate", "--rulebook", "x"},
		`league: --against: there is no "x", only default, `:                                                   {"league", "--against", "x"},
		`train: --rounds: 0 is too few; give 1 or more`:                                                        {"train", "--rounds", "0"},
		`health: --listen: "x" is not an address and a port such as 127.0.0.1:8080`:                            {"health", "--listen", "x"},
		`serve: --smtp-port: 70000 is not a port from 0 to 65535, such as 587`: {
			"--smtp-port", "70000", "--smtp-host", "mail.example.org", "--mail-from", "a@example.org", "--public-url", "https://a.example"},
		`serve: --smtp-host: "%%" is not a host such as mail.example.org`: {
			"--smtp-host", "%%", "--mail-from", "a@example.org", "--public-url", "https://a.example"},
		`serve: --mail-from: "x" is not a mail address such as`: {
			"--smtp-host", "mail.example.org", "--mail-from", "x", "--public-url", "https://a.example"},
		`serve: --smtp-tls: "x" is not starttls, implicit or none`: {
			"--smtp-host", "mail.example.org", "--mail-from", "a@example.org", "--smtp-tls", "x", "--public-url", "https://a.example"},
		`serve: --acme-email: "x" is not a mail address such as admin@example.org`:               {"--acme-hosts", "a.example", "--acme-email", "x"},
		`serve: --acme-directory: "x" is not an address such as https://`:                        {"--acme-hosts", "a.example", "--acme-directory", "x"},
		`serve: --acme-hosts: "1.5" is no full host name such as`:                                {"--acme-hosts", "1.5"},
		`serve: --listen: "999.1.1.1:80" is not an address and a port such as`:                   {"--listen", "999.1.1.1:80"},
		`serve: --listen: " :80" is not an address and a port such as`:                           {"--listen", " :80"},
		`serve: --keep-lobby: 1m0s is shorter than an hour, and`:                                 {"--keep-lobby", "1m"},
		`serve: --recovery-life: 48h0m0s is not between a minute and a day; give`:                {"--recovery-life", "2d"},
		`simulate: --option end_time=-5: option "end_time" is a whole number from 1 to 43200`:    {"simulate", "--option", "end_time=-5"},
		`simulate: --option foo=bar: there is no option "foo" (R-SETUP-1); there are end_time, `: {"simulate", "--option", "foo=bar"},
	} {
		s := say(t, "", nil, args...)
		assert.Equal(t, exitUsage, s.status, args)
		assert.Contains(t, s.errors, "bankhalter: "+want)
	}
}
