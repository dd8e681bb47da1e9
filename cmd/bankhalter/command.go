package main

import (
	"fmt"
	"io"
	"strings"
)

// command is one subcommand. Its run parses its own flags.
type command struct {
	name    string
	args    string // arguments after the flags in the usage line
	summary string
	run     func(p *program, args []string) int
}

// commands lists all commands, in the order of the help text.
func commands() []command {
	return []command{
		{"serve", "", "run the server (also without a command)", serve},
		{"scenario", "FILE|-", "play a scenario file and print what came of it", playScenario},
		{"simulate", "", "let computer players play games without a server", simulate},
		{"league", "", "measure computer players against each other", league},
		{"train", "", "make the weights by which computer players estimate positions", train},
		{"verify", "FILE|URL|-", "check the export of a game: log, money, rules, dice and cards", verifyExport},
		{"explain", "FILE|URL|-", "name the largest mistakes in the export of a finished game", explain},
		{"import", "FILE|URL|-", "bring the export of a game into a database", importGame},
		{"backup", "FILE", "copy the database of a running server into a file", backup},
		{"copy", "FROM TO", "copy a database into another one, between a file and PostgreSQL too", copyDatabase},
		{"restore", "FILE", "put a copy in the place of the database", restore},
		{"check", "", "look for damage in a database and games that cannot be played on", check},
		{"edition", "check FILE|-", "check the file of an edition", checkEdition},
		{"prune", "", "clear away old games and guests while no server runs, or only count them", prune},
		{"health", "[URL]", "ask a server on this machine whether it can do its work", health},
		{"example", "[NAME]", "print examples for systemd, nginx, Prometheus and others", example},
		{"version", "", "print the version", printVersion},
	}
}

// run picks the subcommand and returns its exit status.
func (p *program) run(args []string) int {
	if len(args) == 0 {
		return serve(p, nil)
	}
	switch first := args[0]; {
	case first == "help" || first == "-h" || first == "-help" || first == "--help":
		return p.heard((*program).help, args[1:])
	case first == "-version" || first == "--version":
		return p.heard(printVersion, args[1:])
	case strings.HasPrefix(first, "-"):
		return serve(p, args)
	}
	for _, c := range commands() {
		switch {
		case c.name != args[0]:
		case c.name == "serve": // its output is not its purpose, save that of --help
			return c.run(p, args[1:])
		default:
			return p.heard(c.run, args[1:])
		}
	}
	fmt.Fprintf(p.stderr, "bankhalter: unknown command %q; see bankhalter --help\n", args[0])
	return exitUsage
}

// output remembers that something could not be written.
type output struct {
	io.Writer
	err error // the first one
}

// Write writes on, also after an error.
func (o *output) Write(b []byte) (int, error) {
	n, err := o.Writer.Write(b)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// heard runs a command, which has failed if its output was lost: on a
// full disk, say.
func (p *program) heard(run func(*program, []string) int, args []string) int {
	out := &output{Writer: p.stdout}
	inner := *p
	inner.stdout = out
	status := run(&inner, args)
	if status == exitOK && out.err != nil {
		return p.fail(exitFail, "%v", out.err)
	}
	return status
}

// help prints the overview, or the help of one command.
func (p *program) help(args []string) int {
	if len(args) > 0 && args[0] != "help" && !strings.HasPrefix(args[0], "-") {
		return p.run([]string{args[0], "--help"})
	}
	fmt.Fprint(p.stdout, "usage: bankhalter [COMMAND] [FLAGS] [ARGUMENTS]\n\ncommands:\n")
	for _, c := range commands() {
		fmt.Fprintf(p.stdout, "  %-9s %-13s %s\n", c.name, c.args, c.summary)
	}
	fmt.Fprint(p.stdout, `
Each command explains itself with --help. Every flag can also be given as an
environment variable: --public-url as BANKHALTER_PUBLIC_URL; the flag wins.
Exit status: 0 fine, 1 it says why, 2 wrong use or unusable input.
`)
	return exitOK
}

// fail prints an error the way every command does and returns the status.
func (p *program) fail(status int, format string, args ...any) int {
	fmt.Fprintf(p.stderr, "bankhalter: "+format+"\n", args...)
	return status
}
