package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/db/sqlite"
)

const copyUsage = `copy [FLAGS] FROM TO

Copies a database, row by row, into another one that is empty; each is a file or
an address such as postgres://USER@HOST/NAME. So it moves from a file to
PostgreSQL and back. FROM is copied as it is when the command begins; stop its
servers before, or the moves made meanwhile are missing. No server may use TO.

If the command is killed, give it again: it goes on where it was, and until it
has come to its end no server takes TO. At the end it reads everything back,
compares and counts it, and looks at TO as "check" does: the rows of the logs, the
chains of their hashes, the signed heads.

Status 0 if TO is a whole and sound copy, 1 if it is not, or has games that
"check" finds fault with, 2 if nothing was copied: the command was used wrongly,
FROM or TO cannot be used, or TO holds something else.`

func copyDatabase(p *program, args []string) int {
	fs := newFlags("copy")
	var password secretText
	secret(&password)(fs, "db-password", databasePassword)
	rest, done, status := p.parse(fs, copyUsage, args)
	if done {
		return status
	}
	if len(rest) != 2 {
		return p.fail(exitUsage, "copy wants a database to copy and one to copy into")
	}
	from, to := databaseFlags{db: rest[0]}, databaseFlags{db: rest[1]}
	for _, f := range []*databaseFlags{&from, &to} {
		if err := f.strange(); err != nil {
			return p.fail(exitUsage, "copy: %v", err)
		}
		if f.shared() {
			f.password = password
		} else if path, err := filepath.Abs(f.db); err == nil {
			f.db = path // the name by which an unfinished copy is known again
		}
	}
	if password != (secretText{}) && !from.shared() && !to.shared() {
		return p.fail(exitUsage, "copy: --db-password means something only with an address of a database on PostgreSQL")
	}
	if err := from.missing(); err != nil {
		return p.fail(exitUsage, "copy: %v", err)
	}
	if from.db == to.db {
		return p.fail(exitUsage, "copy: %s cannot be copied into itself", from.db)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	did, begun, err := p.transfer(ctx, &from, &to)
	switch {
	case err != nil && !begun:
		return p.fail(exitUsage, "copy: %v", err)
	case err != nil:
		return p.fail(exitFail, "copy: %v", err)
	}
	faults, _, err := examine(ctx, &to, false, p.stdout, p.stderr)
	if err != nil {
		return p.fail(exitFail, "copy: %v", err)
	}
	fmt.Fprintln(p.stdout, did)
	if faults > 0 {
		return p.fail(exitFail, "the copy is complete; in the original, too, it has %s", counted(faults, "fault"))
	}
	return exitOK
}

// transfer copies, and says in a sentence what was copied. After an error begun is
// whether something of it may be there.
func (p *program) transfer(ctx context.Context, from, to *databaseFlags) (did string, begun bool, err error) {
	source, err := from.open(ctx, opening{lookOnly: true})
	if err != nil {
		return "", false, err
	}
	defer func() { err = errors.Join(err, source.Close()) }() //nolint:contextcheck // it was only read
	switch old, err := behind(ctx, source); {
	case err != nil:
		return "", false, err
	case old != "":
		return "", false, errors.New(old)
	}
	if file, ok := source.(*sqlite.DB); ok && file.Served() {
		fmt.Fprintf(p.stderr, "bankhalter: copy: a server is using %s; moves made from now on will be missing in the copy\n", from.name(source))
	}
	target, err := to.open(ctx, opening{copying: true})
	if err != nil {
		return "", false, err
	}
	defer func() { err = errors.Join(err, target.Close()) }() //nolint:contextcheck // what was accepted is written, whatever ends
	said := time.Now()
	c := record.Copy{From: source, To: target, Name: from.name(source), Progress: func(doing, table string, n int) {
		if now := time.Now(); now.Sub(said) >= slow {
			said = now
			fmt.Fprintf(p.stderr, "%s: %d rows of %s\n", doing, n, table)
		}
	}}
	if err := c.Run(ctx); err != nil {
		return "", c.Begun, fmt.Errorf("%s: %w", to.name(target), err)
	}
	verb := "is now a copy of"
	if c.Already {
		verb = "was already a copy of"
	}
	return fmt.Sprintf("%s %s %s: %s, %s and %s of their logs, everything read back and compared", to.name(target), verb, from.name(source),
		counted(c.Counts["players"], "player"), counted(c.Counts["games"], "game"), counted(c.Counts["moves"], "row")), true, nil
}
