package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/text"
)

const editionUsage = `edition check FILE|-

Checks the file of an edition, or standard input for -: whether it can be
read, whether everything in it fits together and whether it can be played.
Every fault is named with its place. Status 1 if there are any, 2 if it is no
JSON at all.`

func checkEdition(p *program, args []string) int {
	fs := newFlags("edition")
	rest, done, status := p.parse(fs, editionUsage, args)
	if done {
		return status
	}
	if len(rest) != 2 || rest[0] != "check" {
		return p.fail(exitUsage, "edition: the use is edition check FILE")
	}
	data, err := p.read(rest[1])
	if err != nil {
		return p.fail(exitUsage, "edition: %v", err)
	}
	if !json.Valid(data) {
		return p.fail(exitUsage, "%s: not JSON", rest[1])
	}
	ed, err := edition.Parse(data)
	if problems, ok := errors.AsType[*edition.Problems](err); ok {
		for _, one := range problems.List {
			fmt.Fprintf(p.stderr, "%s: %s\n", rest[1], one)
		}
		return exitFail
	}
	if err != nil {
		return p.fail(exitFail, "%s: %v", rest[1], err)
	}
	if _, err := setup.New(ed, "", nil); err != nil && !wantsHour(err) {
		return p.fail(exitFail, "%s: %v", rest[1], err)
	}
	fmt.Fprintf(p.stdout, "%s: edition %s, %q, %d spaces, sha256 %s\n", rest[1], ed.ID, ed.Title.In(text.English), len(ed.Spaces), ed.Hash)
	return exitOK
}

// wantsHour reports whether nothing is missing but an agreed hour, which is a
// table's to say and not the edition's.
func wantsHour(err error) bool {
	wrong, ok := errors.AsType[*setup.Error](err)
	return ok && wrong.Rule == game.RSetup8
}
