package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
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
// nothing. It is a warning: container platforms set some of their own making.
func (p *program) warnUnknown() {
	known := map[string]bool{}
	for name := range allFlags() {
		known[envName(name)] = true
	}
	for _, pair := range p.environ {
		name, _, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(name, envPrefix) || known[name] {
			continue
		}
		line := fmt.Sprintf("bankhalter: the environment variable %s means nothing and is ignored", printable(name))
		if like := nearest(name, known); like != "" {
			line += "; perhaps " + like + " is meant"
		}
		fmt.Fprintln(p.stderr, line)
	}
}

// nearest is the known name that differs least, "" if all differ much.
func nearest(name string, known map[string]bool) string {
	best, least := "", 4
	names := make([]string, 0, len(known))
	for k := range known {
		names = append(names, k)
	}
	slices.Sort(names)
	for _, k := range names {
		if d := distance(name, k); d < least {
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
