package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/review"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/verify"
	"github.com/bankhalter/bankhalter/views/text"
)

const explainUsage = `explain [FLAGS] FILE|URL|-

Names the five largest mistakes of each player in the export of a finished game:
deals, purchases, auctions, buildings and mortgages after which the chance to win
was at least a point lower than after another move that was open to them. The
chances are the estimate by which the level hard decides (see train); it
does not look ahead and can be wrong, and what players knew of each other is not
in it.

Status 0 if there is no such mistake, 1 if there are some, 2 if it is no export
or does not tell the moves, as that of a running game.`

func explain(p *program, args []string) int {
	fs := newFlags("explain")
	lang := fs.String("lang", text.English, "`language` of the sentences, such as en or de")
	asJSON := fs.Bool("json", false, "print the mistakes as JSON")
	rest, done, status := p.parse(fs, explainUsage, args)
	if done {
		return status
	}
	if len(rest) != 1 {
		return p.fail(exitUsage, "explain wants one file or address, or - for standard input")
	}
	if !slices.Contains(text.Langs(), *lang) {
		return p.fail(exitUsage, "explain: --lang %q is none of %s", *lang, strings.Join(text.Langs(), ", "))
	}
	f, err := p.readExport(rest[0])
	if err != nil {
		return p.fail(exitUsage, "%s: %s", rest[0], printable(err.Error()))
	}
	st, err := verify.Setup(f)
	if err != nil {
		return p.fail(exitUsage, "%s: %s", rest[0], printable(err.Error()))
	}
	found := review.New(st)
	if err := verify.Moves(f, found.Move); err != nil {
		return p.fail(exitUsage, "%s: %s", rest[0], printable(err.Error()))
	}
	list := explained(f, st, found, *lang)
	if *asJSON {
		err = json.NewEncoder(p.stdout).Encode(list)
	} else {
		err = list.print(p.stdout, *lang)
	}
	if err != nil {
		return p.fail(exitFail, "explain: %v", err)
	}
	for i := range list.Players {
		if len(list.Players[i].Mistakes) > 0 {
			return exitFail
		}
	}
	return exitOK
}

// explainedGame is the mistakes of a game as JSON.
type explainedGame struct {
	Game    string            `json:"game"`
	Players []explainedPlayer `json:"players"`
}

type explainedPlayer struct {
	Seat     game.Seat            `json:"seat"`
	Name     string               `json:"name"`
	Bot      *string              `json:"bot"`
	Mistakes []review.MistakeJSON `json:"mistakes"` // the largest first
}

// explained puts the mistakes into words.
func explained(f *export.File, st *setup.Setup, found *review.Review, lang string) explainedGame {
	names := make([]string, len(f.Header.Players))
	for i := range names {
		names[i] = f.Header.Players[i].Name
	}
	voice := text.NewScene(lang, st, names)
	x := explainedGame{Game: f.Header.Game, Players: []explainedPlayer{}}
	for i, seat := range f.Header.Players {
		one := explainedPlayer{Seat: seat.Seat, Name: voice.Name(seat.Seat), Bot: seat.Bot, Mistakes: []review.MistakeJSON{}}
		for _, m := range found.Mistakes(game.Seat(i)) {
			one.Mistakes = append(one.Mistakes, m.JSON(voice.Mistake(&m)))
		}
		x.Players = append(x.Players, one)
	}
	return x
}

// print writes the sentences under the names.
func (x *explainedGame) print(w io.Writer, lang string) error {
	var b strings.Builder
	for i := range x.Players {
		one := &x.Players[i]
		fmt.Fprintf(&b, "%s\n", printable(one.Name))
		if len(one.Mistakes) == 0 {
			fmt.Fprintf(&b, "  %s\n", text.For(lang).T("mistake.none"))
		}
		for _, m := range one.Mistakes {
			fmt.Fprintf(&b, "  %s\n", printable(m.Text))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
