package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/game/verify"
	"github.com/bankhalter/bankhalter/game/wire"
)

const importUsage = `import [FLAGS] FILE|URL|-

Brings the export of a game into the database as a game of its own and prints
its address. A finished game can be looked at, a running one goes on: people
take their seats by opening it. No server may be using the database meanwhile.
An export in which verify finds a fault is not taken unless --force is given.`

func importGame(p *program, args []string) int {
	fs := newFlags("import")
	var into databaseFlags
	into.register(fs, "`file` of the database, which is made if it is not there, or its address on PostgreSQL")
	public := fs.String("public-url", "", "`url` under which people reach the server, for the address that is printed")
	force := fs.Bool("force", false, "take what can be replayed, whatever verify finds")
	rest, done, status := p.parse(fs, importUsage, args)
	if done {
		return status
	}
	if len(rest) != 1 {
		return p.fail(exitUsage, "import wants one file or address, or - for standard input")
	}
	base, err := parsePublicURL(*public)
	if err != nil {
		return p.fail(exitUsage, "import: %v", err)
	}
	f, err := p.readExport(rest[0])
	if err != nil {
		return p.fail(exitUsage, "%s: %s", rest[0], printable(err.Error()))
	}
	report, err := verify.Export(f)
	if err != nil {
		return p.fail(exitUsage, "%s: %s", rest[0], printable(err.Error()))
	}
	if why := unfit(report, *force); why != "" {
		return p.fail(exitFail, "%s: %s", rest[0], why)
	}
	game, err := imported(f, report)
	if err != nil {
		return p.fail(exitUsage, "%s: %s", rest[0], printable(err.Error()))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	created := into.newFile()
	d, err := into.open(ctx, opening{})
	if err != nil {
		return p.fail(exitOf(err), "import: %v", err)
	}
	if created != "" {
		fmt.Fprintf(p.stderr, "bankhalter: there was no database %s; a new one was created\n", created)
	}
	id, err := store(ctx, d, game)
	err = errors.Join(err, d.Close())
	if errors.Is(err, storage.ErrConflict) {
		return p.fail(exitFail, "%s: game %s is in %s already", rest[0], printable(game.ID), into.name(d))
	}
	if err != nil {
		return p.fail(exitFail, "%s", printable(err.Error()))
	}
	address := "/games/" + id
	if base != nil {
		address = base.String() + address
	}
	fmt.Fprintln(p.stdout, address)
	return exitOK
}

// unfit says why an export is not brought in, "" if it may be.
func unfit(r *verify.Report, force bool) string {
	switch {
	case r.Hidden > 0:
		return "some events are hidden while rent is open or secret bids are; export the game again when none are, or when it is over"
	case !r.OK() && !force:
		return "not imported, it does not verify: " + printable(r.Sentence)
	case r.Status == "lobby":
		return "the game has not begun; there is nothing to import"
	}
	return ""
}

// imported is the game in an export. Its id stays if it is one of a
// server's, as its dice hang on it.
func imported(f *export.File, r *verify.Report) (table.Import, error) {
	h := &f.Header
	ed, err := edition.ParseStored(h.Edition)
	if err != nil {
		return table.Import{}, err
	}
	im := table.Import{
		Title: h.Title, Edition: ed, Rulebook: h.Rulebook, Options: h.Options,
		Banker: h.Banker, BankerOnly: h.BankerOnly, Scenario: h.Scenario, Lines: r.Lines, CreatedAt: h.CreatedAt,
	}
	for _, player := range h.Players {
		seat := table.Seat{Name: player.Name}
		if player.Bot != nil {
			seat.Bot = *player.Bot
		}
		im.Seats = append(im.Seats, seat)
		im.Looks = append(im.Looks, wire.LookNamed(player.Token, player.Colour))
	}
	for _, m := range r.Told {
		im.Moves = append(im.Moves, table.ImportedMove{First: m.First, Seat: m.Seat(), Origin: table.Origin(m.By), Command: m.Move})
	}
	for _, line := range f.Lines {
		if line.Type == export.HeadType {
			im.Head = line.JSON
		}
	}
	if table.IsGameID(h.Game) {
		im.ID, im.Seed = h.Game, r.Key
	}
	return im, nil
}

// store adds the game to the database, which this process alone is using. Its
// bots keep still until a server takes over.
func store(ctx context.Context, d database, im table.Import) (string, error) {
	tables := table.New(d, library.New(d, nil), talk.NewCache(d, nil), table.Config{BotPause: time.Hour})
	defer tables.Close()
	snap, err := tables.Import(ctx, im)
	if err != nil {
		return "", err
	}
	return snap.Meta.ID, nil
}
