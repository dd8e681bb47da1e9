package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/db/sqlite"
)

const backupUsage = `backup [FLAGS] FILE

Copies the database, a file or one on PostgreSQL, into FILE, also while servers
are using it. The copy is a database of its own, whole and sound, of the moment
at which the command began; a FILE that exists is not touched unless --replace
is given. "restore" puts it in the place of a file, "copy" brings it back to
PostgreSQL.`

func backup(p *program, args []string) int {
	fs := newFlags("backup")
	replace := fs.Bool("replace", false, "replace FILE if it is there")
	var from databaseFlags
	from.register(fs, "`file` of the database, or its address on PostgreSQL")
	rest, done, status := p.parse(fs, backupUsage, args)
	if done {
		return status
	}
	if len(rest) != 1 {
		return p.fail(exitUsage, "backup wants one file to write")
	}
	if err := from.missing(); err != nil {
		return p.fail(exitUsage, "backup: %v", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	d, err := from.open(ctx, opening{lookOnly: true})
	if err != nil {
		return p.fail(exitOf(err), "backup: %v", err)
	}
	write := backupShared
	if file, ok := d.(*sqlite.DB); ok {
		write = func(ctx context.Context, _ database, name string, replace bool) error {
			return file.Backup(ctx, name, replace)
		}
	}
	if err := errors.Join(write(ctx, d, rest[0], *replace), d.Close()); err != nil {
		return p.fail(exitFail, "%v", err)
	}
	return exitOK
}

// backupShared writes a database on PostgreSQL into a file. It is copied into a
// folder beside that first, so that the file appears whole or not at all.
func backupShared(ctx context.Context, d database, name string, replace bool) (err error) {
	if err := sqlite.CheckBackup(name, replace); err != nil {
		return err
	}
	if err := sqlite.SweepBackups(name); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	folder := sqlite.PartName(name)
	if err := os.Mkdir(folder, 0o700); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	to, err := sqlite.Open(ctx, filepath.Join(folder, sqlite.PartDatabase), sqlite.Options{Sync: sqlite.Normal, Copying: true})
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	defer func() { err = errors.Join(err, to.Close()) }() //nolint:contextcheck // what was accepted is written, whatever ends
	if err := (&record.Copy{From: d, To: to, Name: "a backup"}).Run(ctx); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return to.Backup(ctx, name, replace)
}
