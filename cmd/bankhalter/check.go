package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/game/wire"
)

const checkUsage = `check [FLAGS]

Reads the whole database, also while a server is using it: its pages, of every
game the rows of its log, the chain of their hashes and the signed head, and it
replays every game that is not over from its log. One line for each thing that is
wrong, with game, event and what to do about it. Nothing is changed. "serve
--check" does the same before it serves. The dice and moves of a game are
checked by "verify" on its export.

Status 0 if all is sound, 1 if something is wrong, 2 if it was used wrongly.`

func check(p *program, args []string) int {
	fs := newFlags("check")
	var in databaseFlags
	in.register(fs, "`file` of the database, or its address on PostgreSQL")
	all := fs.Bool("all", false, "replay the games that are over, too")
	rest, done, status := p.parse(fs, checkUsage, args)
	if done {
		return status
	}
	if len(rest) > 0 {
		return p.fail(exitUsage, "check takes no arguments, only flags: %q", rest[0])
	}
	if err := in.missing(); err != nil {
		return p.fail(exitUsage, "check: %v", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	faults, name, err := examine(ctx, &in, *all, p.stdout, p.stderr)
	if err != nil {
		return p.fail(exitOf(err), "check: %v", err)
	}
	if faults > 0 {
		return p.fail(exitFail, "%s: %s", name, counted(faults, "fault"))
	}
	return exitOK
}

// examine checks a database and prints its faults, or that it is sound.
func examine(ctx context.Context, in *databaseFlags, all bool, out, progress io.Writer) (faults int, name string, err error) {
	d, err := in.open(ctx, opening{lookOnly: true, readers: 1})
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = d.Close() }() //nolint:contextcheck // nothing was written
	if d, ok := d.(*sqlite.DB); ok {
		if err := d.Freeze(ctx); err != nil {
			return 0, "", err
		}
	}
	tables := table.New(d, library.New(d, nil), talk.NewCache(d, nil), table.Config{BotPause: time.Hour})
	defer tables.Close()
	c := checkup{file: in.name(d), store: d, tables: tables, all: all, say: progress}
	found, err := c.run(ctx)
	for _, line := range found {
		fmt.Fprintln(out, line)
	}
	if err == nil && len(found) == 0 {
		fmt.Fprintln(out, c.summary())
	}
	return len(found), c.file, err
}

// checkup looks for faults of a database.
type checkup struct {
	file   string
	store  database
	tables *table.Service
	all    bool
	say    io.Writer // progress goes here if the check takes long; nil: no progress

	unsound bool // the file itself
	looked  int
	said    time.Time
	games   table.Counts
	sound   map[game.Status]int
}

// run returns one line for each thing that is wrong.
func (c *checkup) run(ctx context.Context) (found []string, err error) {
	faults, err := c.store.Integrity(ctx)
	if err != nil {
		return nil, err
	}
	c.unsound = len(faults) > 0
	for _, f := range faults {
		found = append(found, fmt.Sprintf("the file %s: %s; stop the server, keep the file and restore a backup", c.file, printable(f)))
	}
	more, err := c.content(ctx)
	if err != nil && c.unsound {
		return append(found, fmt.Sprintf("games could not be looked at: %s", printable(err.Error()))), nil
	}
	return append(found, more...), err
}

// content returns that the schema is an older one, or what is wrong with the games.
func (c *checkup) content(ctx context.Context) (found []string, err error) {
	old, err := behind(ctx, c.store)
	switch {
	case err != nil:
		return nil, err
	case old != "":
		return []string{old}, nil
	}
	return c.fold(ctx)
}

// fold returns one line for each game that cannot be played on.
func (c *checkup) fold(ctx context.Context) (found []string, err error) {
	if c.games, err = c.tables.Counts(ctx); err != nil {
		return nil, err
	}
	c.sound, c.said = map[game.Status]int{}, time.Now()
	for _, kind := range []game.Status{game.Playing, game.InLobby, game.Finished} {
		n, err := c.tables.Check(ctx, table.Checking{Statuses: []game.Status{kind}, Deep: c.all, Bad: func(g *table.Game, err error) {
			if errors.Is(err, table.ErrSealed) {
				return // the operator already knows it
			}
			found = append(found, brokenGame(g, err))
		}, Done: c.progress()})
		if err != nil {
			return found, err
		}
		c.sound[kind] = n
	}
	return found, nil
}

// slow is after how long, and how often, a check says how far it is.
const slow = 5 * time.Second

// progress counts the games that were looked at.
func (c *checkup) progress() func() {
	return func() {
		c.looked++
		if now := time.Now(); c.say != nil && now.Sub(c.said) >= slow {
			c.said = now
			fmt.Fprintf(c.say, "%d of %d games looked at\n", c.looked, c.games.Lobby+c.games.Playing+c.games.Finished)
		}
	}
}

// brokenGame is the line about a game that cannot be played on.
func brokenGame(g *table.Game, err error) string {
	return fmt.Sprintf("game %s %q (%s, %s, event %d, last move %s): %s; its page says so and all others are served; restore a backup to get it back, or import an export of it",
		g.ID, g.Title, wire.StatusName(g.Status), strings.Join(g.Names(), ", "), g.Seq, g.UpdatedAt.Format(time.DateTime), printable(err.Error()))
}

func (c *checkup) summary() string {
	text := fmt.Sprintf("%s is sound: %s replayed, %s", c.file, counted(c.sound[game.Playing], "running game"), counted(c.sound[game.InLobby], "open table"))
	over := counted(c.sound[game.Finished], "finished game")
	if c.all {
		return text + ", " + over + " replayed"
	}
	return text + ", " + over + " with complete logs"
}

// checkBefore is the check before serving. A damaged file is not served; games
// that cannot be replayed are said and left alone.
func checkBefore(ctx context.Context, log *slog.Logger, c *checkup) error {
	began := time.Now()
	found, err := c.run(ctx)
	if err != nil {
		return fmt.Errorf("check: %w", err)
	}
	for _, line := range found {
		log.Error("check", "found", line)
	}
	if c.unsound {
		return fmt.Errorf("%s is damaged and not served; restore a backup, or start without --check to save what can be read", c.file)
	}
	log.Info("checked", "running", c.sound[game.Playing], "lobby", c.sound[game.InLobby], "faults", len(found), "took", time.Since(began).Round(time.Millisecond))
	return nil
}
