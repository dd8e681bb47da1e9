package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/bankhalter/bankhalter/db/commit"
	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/table"
)

// DB is an open database. It is safe for concurrent use.
type DB struct {
	record.Stores // what needs no SQL of its own

	path         string
	opt          Options
	lock         *fileLock
	inode        *inodeLock
	watch        *watch
	write        *sql.DB
	read         *sql.DB
	spare        *sql.DB // checkpoints and backups
	prepared     prepared
	writer       *writer
	checkpointer *checkpointer
	prober       commit.Prober
	damaged      atomic.Bool // something that was read was no database
	written      time.Time   // when the file was last changed before it was opened
}

var _ table.Store = (*DB)(nil)

// Open opens the database file, creating it if there is none, brings its schema
// up to date and takes it for this process alone. The errors are sentences for
// the operator; ErrInUse says that another process serves the file, ErrUnusable that it
// is none of ours.
func Open(ctx context.Context, path string, opt Options) (*DB, error) {
	opt = opt.withDefaults()
	path, err := place(path, opt.LookOnly)
	if err != nil {
		return nil, err
	}
	d := &DB{path: path, opt: opt}
	d.Stores = record.StoresOf(d, opt.Logger)
	if opt.LookOnly {
		err = d.look(ctx)
	} else {
		err = d.open(ctx)
	}
	if err != nil {
		d.watch.close()
		unlock := d.lock.release
		if errors.Is(err, ErrUnusable) {
			unlock = d.lock.discard
		}
		return nil, errors.Join(err, d.closePools(), d.inode.release(), unlock())
	}
	return d, nil
}

// place checks the path without opening the file.
func place(path string, mustExist bool) (string, error) {
	if path == "" || strings.HasPrefix(path, ":memory:") || strings.HasPrefix(path, "file:") {
		return "", unusable(fmt.Sprintf("%q is no file name; name a file such as bankhalter.db", path))
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("find database: %w", err)
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return "", unusable(path + " is a folder; name a file in it")
	case err == nil && !info.Mode().IsRegular():
		return "", unusable(path + " is a device or a pipe; name a file")
	case err == nil:
		return path, nil
	}
	folder := filepath.Dir(path)
	in, noFolder := os.Stat(folder)
	switch absent := errors.Is(err, fs.ErrNotExist); {
	case noFolder == nil && !in.IsDir():
		return "", unusable(folder + " is not a folder; name a file in one for the database")
	case absent && mustExist:
		return "", unusable("there is no database " + path)
	case absent && noFolder != nil:
		return "", unusable("the folder " + folder + " for the database does not exist; make it, or name a file elsewhere")
	case absent:
		return path, nil
	}
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err // the name is in the sentence
	}
	return "", unusable(fmt.Sprintf("the database %s cannot be reached: %v; name another file", path, err))
}

func (d *DB) open(ctx context.Context) error {
	var err error
	if d.lock, err = lockDatabase(d.path); err != nil {
		return err
	}
	if err := d.inspectLog(); err != nil {
		return err
	}
	d.written = newest(d.path, d.path+"-wal")
	if err := begin(d.path); err != nil {
		return fmt.Errorf("make %s: %w", d.path, err)
	}
	if d.inode, err = lockInode(d.path); err != nil {
		return err
	}
	if d.write, err = d.pool(ctx, forWriting, 1); err != nil {
		return err
	}
	if d.spare, err = d.pool(ctx, forCheckpoint, 1); err != nil {
		return err
	}
	if err := migrate(ctx, d); err != nil {
		return err
	}
	if d.read, err = d.pool(ctx, forReading, d.opt.Readers); err != nil {
		return err
	}
	if d.prepared, err = prepare(ctx, d.read); err != nil {
		return openFailure(d.path, err)
	}
	if err := fill(ctx, d.read, d.opt.Readers); err != nil {
		return openFailure(d.path, err)
	}
	if !d.opt.Copying {
		if err := d.whole(ctx); err != nil {
			return err
		}
	}
	d.watch = newWatch(d.path, d.opt.Logger)
	d.checkpointer = newCheckpointer(d.spare, d.opt.Logger)
	d.writer, err = newWriter(ctx, d.write, d.path, d.opt, d.checkpointer)
	if err == nil {
		d.writer.watch = d.watch
		d.prober.Last, d.prober.Try = d.writer.stats.Health, d.tryWrite
	}
	return err
}

// begin makes an empty file, which SQLite takes for a new database, if there is none:
// one that root makes belongs to the owner of the folder.
func begin(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil //nolint:nilerr // it is there, or SQLite meets the same and says it better
	}
	return errors.Join(f.Close(), own(path, filepath.Dir(path)))
}

func (d *DB) look(ctx context.Context) error {
	err := d.inspectUnserved()
	if err != nil {
		return err
	}
	as := d.looking()
	if d.spare, err = d.pool(ctx, as, 1); err != nil {
		return err
	}
	if err := knownSchema(ctx, d); err != nil {
		return err
	}
	if d.read, err = d.pool(ctx, as, d.opt.Readers); err != nil {
		return err
	}
	if err := d.whole(ctx); err != nil {
		return err
	}
	d.prepared, err = prepare(ctx, d.read)
	return err
}

// looking is how a file is opened only for reading: on a read-only disk
// SQLite cannot make the files it shares with other processes.
func (d *DB) looking() role {
	if _, err := os.Stat(d.path + "-wal"); errors.Is(err, fs.ErrNotExist) && mayNotWrite(filepath.Dir(d.path)) {
		return forFrozen
	}
	return forLooking
}

func (d *DB) pool(ctx context.Context, as role, size int) (*sql.DB, error) {
	p, err := sql.Open("sqlite", dsn(d.path, as, d.opt))
	if err != nil {
		return nil, openFailure(d.path, err)
	}
	p.SetMaxOpenConns(size)
	p.SetMaxIdleConns(size)
	var n int
	// A count of the schema is the first statement that really reads the file.
	if err := p.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&n); err != nil {
		p.Close()
		return nil, openFailure(d.path, err)
	}
	return p, nil
}

// fill opens all connections of a pool. One opened later could find another file under the name.
func fill(ctx context.Context, pool *sql.DB, size int) (err error) {
	var all []*sql.Conn
	for range size {
		c, e := pool.Conn(ctx)
		if e != nil {
			err = e
			break
		}
		all = append(all, c)
		if _, err = c.ExecContext(ctx, "SELECT count(*) FROM sqlite_schema"); err != nil {
			break
		}
	}
	for _, c := range all {
		err = errors.Join(err, c.Close())
	}
	return err
}

// Close finishes the writes that were accepted, moves everything into the
// database file and lets go of it.
func (d *DB) Close() error {
	if d.writer != nil {
		d.writer.close()
		d.checkpointer.close()
	}
	d.watch.close()
	if err := d.watch.err(); err != nil {
		// SQLite would remove by its name a log that may be another database's. The
		// files that are open end with the process.
		return err
	}
	if d.write != nil {
		if _, err := d.write.ExecContext(context.Background(), "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
			d.opt.Logger.Warn("last checkpoint", "err", err)
		}
	}
	return errors.Join(d.closePools(), d.inode.release(), d.lock.release())
}

func (d *DB) closePools() error {
	var errs []error
	for _, p := range []*sql.DB{d.read, d.write, d.spare} {
		if p != nil {
			errs = append(errs, p.Close())
		}
	}
	return errors.Join(errs...)
}
