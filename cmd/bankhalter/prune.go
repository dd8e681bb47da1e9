package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/handlers"
)

const pruneUsage = `prune [FLAGS]

Clears away games that ended too long ago, and people of whom nothing is left
but a name, as "serve" does every night with the same flags. No server may be
using the database, unless it only counts with --dry-run. There is no way back
but a backup.`

func prune(p *program, args []string) int {
	var r retention
	fs := newFlags("prune")
	var in databaseFlags
	in.register(fs, "`file` of the database, or its address on PostgreSQL")
	dry := fs.Bool("dry-run", false, "only count what would be deleted")
	span(&r.finished, 0)(fs, "keep-finished", "`time` for which a game is kept after its end; 0 is for ever")
	span(&r.guests, 0)(fs, "keep-guests", "`time` for which somebody without table, board and account is kept after the last visit; 0 is for ever")
	fs.StringVar(&r.folder, "export-finished", "", "`folder` into which such a game is exported before it goes")
	rest, done, status := p.parse(fs, pruneUsage, args)
	switch {
	case done:
		return status
	case len(rest) > 0:
		return p.fail(exitUsage, "prune takes no arguments, only flags: %q", rest[0])
	case r.nothing():
		return p.fail(exitUsage, "prune: neither --keep-finished nor --keep-guests is given, so everything is kept")
	case r.folder != "" && r.finished == 0:
		return p.fail(exitUsage, "prune: %v", errExportNothing)
	}
	if err := cmp.Or(in.missing(), probe(r.folder)); err != nil {
		return p.fail(exitUsage, "prune: %v", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	games, guests, err := pruneDatabase(ctx, &in, r, *dry, slog.New(slog.NewTextHandler(p.stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
	did := "deleted"
	if *dry {
		did = "would delete"
	}
	if err == nil || games+guests > 0 {
		fmt.Fprintf(p.stdout, "%s %s and %s\n", did, counted(games, "game"), counted(guests, "player"))
	}
	if err != nil {
		return p.fail(exitOf(err), "prune: %v", err)
	}
	return exitOK
}

func pruneDatabase(ctx context.Context, in *databaseFlags, r retention, dry bool, log *slog.Logger) (games, guests int, err error) {
	store, err := in.open(ctx, opening{lookOnly: dry, log: log})
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, store.Close()) }() //nolint:contextcheck // accepted writes finish whatever ends
	switch old, err := behind(ctx, store); {
	case err != nil:
		return 0, 0, err
	case old != "":
		return 0, 0, errors.New(old)
	}
	boards := library.New(store, nil)
	tables := table.New(store, boards, talk.NewCache(store, nil), table.Config{BotPause: time.Hour, Logger: log})
	defer tables.Close()
	operators, err := operator.Open(ctx, store, nil)
	if err != nil {
		return 0, 0, err
	}
	h, err := handlers.New(handlers.Config{Version: versionName(), Logger: log}, handlers.Services{Tables: tables, Boards: boards}) //nolint:contextcheck // each request brings its own
	if err != nil {
		return 0, 0, err
	}
	c := cleaning{plan: r, tables: tables, operators: operators, export: h.WriteExport, log: log}
	return c.run(ctx, time.Now(), dry)
}
