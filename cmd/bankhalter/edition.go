package main

import (
	"errors"
	"fmt"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/text"
)

const editionUsage = `edition check FILE|-

Checks the file of an edition, or standard input for -: whether it can be
read, whether everything in it fits together and whether it can be played.
Every fault is named with its place. Status 1 if there are any.`

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
	ed, err := edition.Parse(data)
	var problems *edition.Problems
	if errors.As(err, &problems) {
		for _, one := range problems.List {
			fmt.Fprintf(p.stderr, "%s: %s\n", rest[1], one)
		}
		return exitFail
	}
	if err != nil {
		return p.fail(exitFail, "%s: %v", rest[1], err)
	}
	if _, err := setup.New(ed, setup.DefaultRulebook(ed.ID), nil); err != nil {
		return p.fail(exitFail, "%s: %v", rest[1], err)
	}
	fmt.Fprintf(p.stdout, "%s: edition %s, %q, %d spaces, sha256 %s\n", rest[1], ed.ID, ed.Title.In(text.English), len(ed.Spaces), ed.Hash)
	return exitOK
}
