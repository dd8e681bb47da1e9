package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

const envPrefix = "BANKHALTER_"

// envName is the environment variable that stands for a flag.
func envName(flagName string) string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(flagName, "-", "_"))
}

// newFlags returns an empty set of flags for a subcommand.
func newFlags(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	return fs
}

// parse fills the flags from the environment, then from the arguments, and
// returns the arguments that are no flags. Flags may stand anywhere; -- ends
// them. done means that the command has nothing left to do but exit with status.
func (p *program) parse(fs *flag.FlagSet, usage string, args []string) (rest []string, done bool, status int) {
	for {
		err := fs.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			p.usage(fs, usage)
			return nil, true, exitOK
		}
		if err != nil {
			return nil, true, p.fail(exitUsage, "%s: %v; see bankhalter %s --help", fs.Name(), err, fs.Name())
		}
		used := len(args) - fs.NArg()
		if fs.NArg() == 0 || used > 0 && args[used-1] == "--" {
			rest = append(rest, fs.Args()...)
			break
		}
		rest = append(rest, fs.Arg(0))
		args = fs.Args()[1:]
	}
	if err := p.fromEnvironment(fs); err != nil {
		return nil, true, p.fail(exitUsage, "%s: %v", fs.Name(), err)
	}
	return rest, false, exitOK
}

// fromEnvironment sets the flags that the arguments left alone.
func (p *program) fromEnvironment(fs *flag.FlagSet) error {
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	var err error
	fs.VisitAll(func(f *flag.Flag) {
		value := p.getenv(envName(f.Name))
		if err != nil || value == "" || given[f.Name] {
			return
		}
		if e := fs.Set(f.Name, value); e != nil {
			err = fmt.Errorf("invalid value %q for %s: %w", value, envName(f.Name), e)
		}
	})
	return err
}

// usage prints the help of one command.
func (p *program) usage(fs *flag.FlagSet, usage string) {
	if p.helped != nil {
		p.helped(fs)
	}
	fmt.Fprintf(p.stdout, "usage: bankhalter %s\n", strings.TrimRight(usage, "\n"))
	var headings []string
	flags := map[string][]*flag.Flag{}
	fs.VisitAll(func(f *flag.Flag) {
		heading := "flags"
		if p.group != nil {
			heading = p.group(f.Name)
		}
		if flags[heading] == nil {
			headings = append(headings, heading)
		}
		flags[heading] = append(flags[heading], f)
	})
	for _, heading := range headings {
		fmt.Fprintf(p.stdout, "\n%s:\n", heading)
		for _, f := range flags[heading] {
			p.explain(f)
		}
	}
}

// explain prints the help of one flag.
func (p *program) explain(f *flag.Flag) {
	kind, text := flag.UnquoteUsage(f)
	fmt.Fprintf(p.stdout, "  --%s\n", strings.TrimSpace(f.Name+" "+strings.ToUpper(kind)))
	fmt.Fprintf(p.stdout, "        %s", text)
	if f.DefValue != "" && f.DefValue != "0" && f.DefValue != "false" {
		fmt.Fprintf(p.stdout, " (default %s)", f.DefValue)
	}
	fmt.Fprintf(p.stdout, " [%s]\n", envName(f.Name))
}

// list is a flag that may be given several times or with commas.
type list []string

// String joins the values with commas.
func (l *list) String() string { return strings.Join(*l, ",") }

// Set adds the values.
func (l *list) Set(s string) error {
	for _, part := range strings.Split(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			*l = append(*l, part)
		}
	}
	return nil
}
