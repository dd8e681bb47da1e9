package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
)

const restoreUsage = `restore [FLAGS] FILE

Puts a copy that "backup" or Litestream made in the place of the database. The
copy is checked first, as the command check does, and stays as it is; the
database that was there is kept beside the new one under a name that is
printed; if there was none, the new one's path is. No server may be using it
meanwhile.

Status 0 if it is done, 1 if the copy is not sound or cannot be put there.`

func restore(p *program, args []string) int {
	fs := newFlags("restore")
	var to databaseFlags
	to.register(fs, "`file` of the database")
	force := fs.Bool("force", false, "take the copy whatever the check finds")
	rest, done, status := p.parse(fs, restoreUsage, args)
	if done {
		return status
	}
	if err := to.onlyFile("restore", "bankhalter copy FILE ADDRESS, into an empty one"); err != nil {
		return p.fail(exitUsage, "%v", err)
	}
	if err := to.strange(); err != nil {
		return p.fail(exitUsage, "restore: %v", err)
	}
	if len(rest) != 1 {
		return p.fail(exitUsage, "restore wants one file to take")
	}
	if _, err := os.Stat(rest[0]); err != nil {
		return p.fail(exitUsage, "restore: %v", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	faults, err := checkCopy(ctx, rest[0], p.stdout)
	if err != nil {
		return p.fail(exitOf(err), "restore: %v", err)
	}
	if faults > 0 && !*force {
		return p.fail(exitFail, "restore: %s has %s, and nothing was changed; take another copy, or this one with --force", rest[0], counted(faults, "fault"))
	}
	created := to.newFile()
	aside, err := sqlite.Restore(ctx, rest[0], to.db, time.Now())
	if err != nil {
		return p.fail(exitOf(err), "%v", err)
	}
	fmt.Fprintf(p.stdout, "%s was restored from %s\n", to.db, rest[0])
	switch {
	case aside != "":
		fmt.Fprintf(p.stdout, "the previous database is kept as %s\n", aside)
	case created != "":
		fmt.Fprintf(p.stdout, "there was no database before: %s is new\n", created)
	}
	return exitOK
}

// checkCopy prints the faults of a copy and returns their number.
func checkCopy(ctx context.Context, file string, w io.Writer) (int, error) {
	d, err := sqlite.Open(ctx, file, sqlite.Options{LookOnly: true, Readers: 1})
	if err != nil {
		return 0, err
	}
	defer func() { _ = d.Close() }() //nolint:contextcheck // nothing was written
	old, err := d.Behind(ctx)
	if err != nil {
		return 0, err
	}
	if old != "" { // its games are replayed by the server that changes the schema
		faults, err := d.Integrity(ctx)
		for _, fault := range faults {
			fmt.Fprintf(w, "the file %s: %s\n", file, printable(fault))
		}
		return len(faults), err
	}
	tables := table.New(d, library.New(d, nil), talk.NewCache(d, nil), table.Config{BotPause: time.Hour})
	defer tables.Close()
	c := checkup{file: file, store: d, tables: tables, all: true}
	found, err := c.run(ctx)
	for _, line := range found {
		fmt.Fprintln(w, line)
	}
	if err == nil && len(found) == 0 {
		fmt.Fprintln(w, c.summary())
	}
	return len(found), err
}
