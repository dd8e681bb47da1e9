package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

const envPrefix = "BANKHALTER_"

// envName is the environment variable of a flag.
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
// returns the arguments that are no flags. Flags may come anywhere; -- ends
// them. done means that the command has nothing left to do but exit with status.
func (p *program) parse(fs *flag.FlagSet, usage string, args []string) (rest []string, done bool, status int) {
	wrong := watched(fs)
	for {
		err := fs.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			return nil, true, p.heard(func(p *program, _ []string) int {
				p.usage(fs, usage)
				return exitOK
			}, nil)
		}
		if err != nil {
			if *wrong == nil {
				*wrong = misused(fs, err)
			}
			return nil, true, p.fail(exitUsage, "%s: %v; see bankhalter %s --help", fs.Name(), *wrong, fs.Name())
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
			err = fmt.Errorf("%s: %w", envName(f.Name), e)
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
	heading := ""
	if len(p.settings) == 0 {
		fs.VisitAll(func(f *flag.Flag) {
			if heading == "" {
				heading = "flags"
				fmt.Fprint(p.stdout, "\nflags:\n")
			}
			p.explain(f)
		})
	}
	for _, s := range p.settings {
		if s.group != heading {
			heading = s.group
			fmt.Fprintf(p.stdout, "\n%s:\n", heading)
		}
		for _, name := range []string{s.name, s.name + "-file"} {
			if f := fs.Lookup(name); f != nil {
				p.explain(f)
			}
		}
	}
}

// explain prints the help of one flag.
func (p *program) explain(f *flag.Flag) {
	kind, text := flag.UnquoteUsage(f)
	fmt.Fprintf(p.stdout, "  --%s", strings.TrimSpace(f.Name+" "+strings.ToUpper(kind)))
	if f.DefValue != "" && f.DefValue != "0" && f.DefValue != "false" {
		fmt.Fprintf(p.stdout, " (default %s)", f.DefValue)
	}
	fmt.Fprintf(p.stdout, " [%s]\n", envName(f.Name))
	for _, line := range wrapped(text, helpWidth) {
		fmt.Fprintf(p.stdout, "        %s\n", line)
	}
}

// helpWidth is how long a line may be that explains a flag.
const helpWidth = 70

// wrapped breaks a text between words into lines of a width.
func wrapped(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case len(line)+1+len(word) > width:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

// counted is a number with what it counts, in the plural unless it is one.
func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// list is a flag that may be given several times or with commas.
type list []string

// String joins the values with commas.
func (l *list) String() string { return strings.Join(*l, ",") }

// Set adds the values.
func (l *list) Set(s string) error {
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			*l = append(*l, part)
		}
	}
	return nil
}
