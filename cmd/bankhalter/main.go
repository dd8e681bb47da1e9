// Command bankhalter referees property-trading board games: as a server, or
// on the command line without one.
package main

import (
	"flag"
	"io"
	"os"
	_ "time/tzdata" // time zones of tables are there on every machine
)

// Exit statuses of every subcommand.
const (
	exitOK    = 0 // done
	exitFail  = 1 // it says why on standard error
	exitUsage = 2 // wrong use, or input that cannot be used at all
	exitOpen  = 3 // verify: nothing is wrong, but nothing or too little is proved
)

// program is the outside world as the subcommands see it.
type program struct {
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	getenv func(string) string

	environ  []string                  // all variables, as NAME=VALUE
	settings []setting                 // in whose order and under whose headings the help lists flags; none: by name
	helped   func(flags *flag.FlagSet) // receives the flags of a command that explains itself; nil: unused
}

func main() {
	p := &program{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv, environ: os.Environ()}
	os.Exit(p.run(os.Args[1:]))
}
