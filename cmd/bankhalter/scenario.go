package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/scenario"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/text"
)

const scenarioUsage = `scenario [FLAGS] FILE|-

Plays the scenario in FILE, or on standard input for -, and prints one JSON
object: what came of each move, the events and the final state. An edition
given as a path is looked for beside the file. A scenario that cannot be
played ends with status 2 and all the reasons; refused moves do not count as
a failure, nor does an "expect" that differs: go test ./game/scenario compares
the project's own cases with it.`

func playScenario(p *program, args []string) int {
	fs := newFlags("scenario")
	lang := fs.String("lang", text.English, "`language` of the details of refused moves, such as en or de")
	rest, done, status := p.parse(fs, scenarioUsage, args)
	if done {
		return status
	}
	if len(rest) != 1 {
		return p.fail(exitUsage, "scenario wants one file, or - for standard input")
	}
	if !slices.Contains(text.Langs(), *lang) {
		return p.fail(exitUsage, "scenario: --lang %q is none of %s", *lang, strings.Join(text.Langs(), ", "))
	}
	data, err := p.read(rest[0])
	if err != nil {
		return p.fail(exitUsage, "scenario: %v", err)
	}
	sc, err := scenario.Load(data, filepath.Dir(rest[0]))
	if err != nil {
		return p.unplayable(rest[0], err)
	}
	st := sc.Setup()
	out := sc.Run(scenario.Words{
		Refused: func(c game.Command, r game.Refusal) string { return text.Refusal(*lang, st, &c, r) },
		Misread: func(c game.Command, p *wire.Problem) string { return text.Misread(*lang, st, c, p, text.Keys) },
	})
	if err := json.NewEncoder(p.stdout).Encode(out); err != nil {
		return p.fail(exitFail, "scenario: %v", err)
	}
	return exitOK
}

// unplayable prints every reason on a line of its own.
func (p *program) unplayable(name string, err error) int {
	u, ok := errors.AsType[*scenario.Unplayable](err)
	if !ok {
		return p.fail(exitUsage, "%s: %v", name, err)
	}
	for _, reason := range u.Reasons {
		fmt.Fprintf(p.stderr, "bankhalter: %s: %s\n", name, reason)
	}
	return exitUsage
}

// read returns a whole file, or standard input for "-".
func (p *program) read(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(p.stdin)
	}
	return os.ReadFile(name)
}
