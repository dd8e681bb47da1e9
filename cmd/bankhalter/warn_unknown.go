package main

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

// allFlags collects the flags of every command, by way of its help.
func allFlags() map[string]bool {
	known := map[string]bool{}
	ask := &program{stdout: io.Discard, stderr: io.Discard, getenv: func(string) string { return "" }, helped: func(fs *flag.FlagSet) {
		fs.VisitAll(func(f *flag.Flag) { known[f.Name] = true })
	}}
	for _, c := range commands() {
		c.run(ask, []string{"--help"})
	}
	return known
}

// warnUnknown says which environment variables look like ours and mean
// nothing, and which of the server's flags may be meant. It is a warning: container
// platforms set some of their own making.
func (p *program) warnUnknown(flags *flag.FlagSet) {
	known := map[string]bool{}
	for name := range allFlags() {
		known[envName(name)] = true
	}
	var own []string
	flags.VisitAll(func(f *flag.Flag) { own = append(own, envName(f.Name)) })
	for _, pair := range p.environ {
		name, _, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(name, envPrefix) || known[name] {
			continue
		}
		line := fmt.Sprintf("bankhalter: the environment variable %s means nothing and is ignored", printable(name))
		if like := nearest(name, own); like != "" {
			line += "; perhaps " + like + " is meant"
		}
		fmt.Fprintln(p.stderr, line)
	}
}

// nearest is the variable that differs least, "" if all differ in more than three letters
// or a third of their own.
func nearest(name string, known []string) string {
	best, least := "", 4
	for _, k := range known {
		if d := distance(name, k); d < least && 3*d <= len(k)-len(envPrefix) {
			best, least = k, d
		}
	}
	return best
}

// distance is how many letters have to be put in, left out or changed.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1], last = min(row[j+1]+1, row[j]+1, last+cost), row[j+1]
		}
	}
	return row[len(b)]
}
