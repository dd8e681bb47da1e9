package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"github.com/bankhalter/bankhalter/db/sqlite"
)

const backupUsage = `backup [FLAGS] FILE

Copies the database into FILE, also while a server is using it. The copy is
whole and sound; a FILE that exists is not touched unless --replace is given.`

func backup(p *program, args []string) int {
	fs := newFlags("backup")
	replace := fs.Bool("replace", false, "replace FILE if it is there")
	var from databaseFlags
	from.register(fs, "`file` of the database")
	rest, done, status := p.parse(fs, backupUsage, args)
	if done {
		return status
	}
	if len(rest) != 1 {
		return p.fail(exitUsage, "backup wants one file to write")
	}
	if err := from.onlyFile("backup", "pg_dump -Fc"); err != nil {
		return p.fail(exitUsage, "%v", err)
	}
	if err := from.missing(); err != nil {
		return p.fail(exitUsage, "backup: %v", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	d, err := sqlite.Open(ctx, from.db, sqlite.Options{LookOnly: true})
	if err != nil {
		return p.fail(exitFail, "backup: %v", err)
	}
	if err := errors.Join(d.Backup(ctx, rest[0], *replace), d.Close()); err != nil {
		return p.fail(exitFail, "%v", err)
	}
	return exitOK
}
