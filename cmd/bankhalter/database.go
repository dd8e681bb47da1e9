package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/db/postgres"
	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/people"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
)

// database is what the program wants of an engine.
type database interface {
	table.Store
	library.Store
	talk.Store
	account.Store
	account.PlayerStore
	notifications.Store
	operator.Store
	people.Store
	record.Engine
	Sessions(secure bool, now func() time.Time) *record.Sessions
	Ping(ctx context.Context) error
	Stats() record.Stats
	Integrity(ctx context.Context) (faults []string, err error)
	Close() error
}

// databaseFlags name the database of a command.
type databaseFlags struct {
	db       string // a file, or the address of a database on PostgreSQL
	password secretText
}

const databasePassword = "`password` of the database on PostgreSQL; without one PGPASSWORD or ~/.pgpass count"

func (f *databaseFlags) register(fs *flag.FlagSet, help string) {
	fs.StringVar(&f.db, "db", "bankhalter.db", help)
	secret(&f.password)(fs, "db-password", databasePassword)
}

// shared reports whether the database is one on PostgreSQL.
func (f *databaseFlags) shared() bool { return postgres.IsAddress(f.db) }

// strange is the error of a name that is none, or is meant as an address and cannot be
// one, nil if it can, or is a file's. A file of such a name would be made otherwise.
func (f *databaseFlags) strange() error {
	lower := strings.ToLower(f.db)
	switch {
	case f.db == "":
		return errors.New("the database has no name; give --db a file, such as bankhalter.db, or an address of the form postgres://USER@HOST/DATABASE")
	case f.shared():
		return postgres.CheckAddress(f.db)
	case strings.Contains(lower, "://"), strings.HasPrefix(lower, "postgres:"), strings.HasPrefix(lower, "postgresql:"),
		strings.Contains(lower, "dbname="), strings.HasPrefix(lower, "host="):
		return errors.New("the database is neither a file nor an address of the form postgres://USER@HOST/DATABASE")
	case f.password != (secretText{}):
		return fmt.Errorf("--db-password means something only with a --db that begins with postgres://, and %s does not", f.db)
	}
	return nil
}

// missing is the error of a file that is not there, nil if it is or there is none to be.
// What else is wrong with a path is the error of open.
func (f *databaseFlags) missing() error {
	if err := f.strange(); err != nil || f.shared() {
		return err
	}
	if path := f.newFile(); path != "" {
		return fmt.Errorf("there is no database %s", path)
	}
	return nil
}

// newFile is the full path of the file that opening the database would create, "" if it
// is there or is none.
func (f *databaseFlags) newFile() string {
	if f.strange() != nil || f.shared() {
		return ""
	}
	if _, err := os.Stat(f.db); !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	path, err := filepath.Abs(f.db)
	if err != nil {
		return f.db
	}
	return path
}

// onlyFile refuses a command that only knows files, with what to use in its place.
func (f *databaseFlags) onlyFile(command, instead string) error {
	if f.shared() {
		return fmt.Errorf("%s works on a file; for a database on PostgreSQL use %s", command, instead)
	}
	return nil
}

// opening is how a database is opened.
type opening struct {
	sync     sqlite.Sync
	log      *slog.Logger
	lookOnly bool
	copying  bool // to copy into it
	readers  int  // of a file; 0: as many as a server has
}

// open opens the database that the flags name.
func (f *databaseFlags) open(ctx context.Context, how opening) (database, error) {
	password, err := f.password.read("db-password")
	if err != nil {
		return nil, err
	}
	if f.shared() {
		d, err := postgres.Open(ctx, f.db, postgres.Options{Password: password, Logger: how.log, LookOnly: how.lookOnly, Copying: how.copying})
		if err != nil {
			return nil, err // and no database that is nil
		}
		return d, nil
	}
	if err := f.strange(); err != nil {
		return nil, err
	}
	d, err := sqlite.Open(ctx, f.db, sqlite.Options{Sync: how.sync, Logger: how.log, LookOnly: how.lookOnly, Copying: how.copying, Readers: how.readers})
	if err != nil {
		return nil, err
	}
	return d, nil
}

// name is the database as messages call it, without a password.
func (f *databaseFlags) name(d database) string {
	if d, ok := d.(*postgres.DB); ok {
		return d.Path()
	}
	return f.db
}

// clockOf is the clock by which a server on this database works: with other servers
// that of the database, else the machine's.
func clockOf(d database) func() time.Time {
	if d, ok := d.(*postgres.DB); ok {
		return d.Now
	}
	return time.Now
}

// behind says so in a sentence if a file that is only looked at has the schema
// of an older version; "" if not. One on PostgreSQL is not opened then.
func behind(ctx context.Context, d database) (string, error) {
	if d, ok := d.(*sqlite.DB); ok {
		return d.Behind(ctx)
	}
	return "", nil
}

// exitOf is the exit status for a database that could not be opened or read: a file that
// holds none, or a path that none can have, is input that cannot be used at all.
func exitOf(err error) int {
	if errors.Is(err, sqlite.ErrUnusable) {
		return exitUsage
	}
	return exitFail
}
