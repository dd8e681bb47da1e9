package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/bankhalter/bankhalter/db/commit"
	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/table"
	migrations "github.com/bankhalter/bankhalter/migrations/postgres"
)

// Options tune an open database. The zero value is right for a server.
type Options struct {
	Password string // in place of the one in the address
	Queue    int    // commits that may wait; beyond it storage.ErrBusy. 0: 4096
	Conns    int    // connections besides the one that appends moves. 0: what the address says, or four a core, at least 8
	Logger   *slog.Logger
	LookOnly bool             // change nothing: no migration, and every statement is refused that writes
	Copying  bool             // to copy into it: a copy may have been begun and not finished
	steps    fs.FS            // migrations, other ones in tests
	clock    func() time.Time // of this machine, another one in tests
}

func (o Options) withDefaults() Options {
	if o.Queue == 0 {
		o.Queue = 4096
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.clock == nil {
		o.clock = time.Now
	}
	if o.steps == nil {
		o.steps = migrations.FS
	}
	return o
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	record.Stores // what needs no SQL of its own

	name      string // for messages: user, hosts and database
	log       *slog.Logger
	steps     fs.FS
	pool      *pgxpool.Pool
	writing   *pgxpool.Pool // one connection, of the writer
	writer    *writer
	prober    commit.Prober
	clock     func() time.Time
	ahead     atomic.Int64             // by how many nanoseconds the clock of the database is ahead of this machine\'s; 0 if both agree
	node      string                   // the name of this server among those of the database
	channel   string                   // on which they tell each other of news
	nodes     atomic.Pointer[[]string] // those that are alive; nil: this one is none of them
	publicURL string                   // under which people reach this server
	copying   *pgxpool.Conn            // holds the lock of a copy into this database; nil: none

	gate   sync.RWMutex
	closed bool
	busy   sync.WaitGroup // writes under way
}

var _ table.Store = (*DB)(nil)

// IsAddress reports whether a text is the address of a database on PostgreSQL,
// and not the name of a file.
func IsAddress(text string) bool {
	return strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://")
}

// Open connects to a database and brings its schema up to date, creating it in
// an empty one. The errors are sentences for the operator and hold no password.
func Open(ctx context.Context, address string, opt Options) (*DB, error) {
	opt = opt.withDefaults()
	cfg, err := config(address, opt)
	if err != nil {
		return nil, err
	}
	d := &DB{name: name(&cfg.ConnConfig.Config), log: opt.Logger, clock: opt.clock, steps: opt.steps, node: strings.ToLower(rand.Text()[:12])}
	d.Stores = record.StoresOf(d, opt.Logger)
	if err := d.open(ctx, cfg, opt); err != nil {
		d.closePools() //nolint:contextcheck // what was opened is closed, whatever has ended
		return nil, err
	}
	return d, nil
}

// CheckAddress is the error of an address that cannot be one of a database, a sentence
// for the operator that holds no password; nil if it can. Nothing is connected to.
func CheckAddress(address string) error {
	_, err := config(address, Options{})
	return err
}

// config reads an address.
func config(address string, opt Options) (*pgxpool.Config, error) {
	if !IsAddress(address) {
		return nil, errors.New("the address of the database does not begin with postgres://")
	}
	cfg, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("the address of the database cannot be read; it is of the form postgres://USER@HOST/DATABASE: %w", err)
	}
	if cfg.ConnConfig.Database == "" {
		return nil, errors.New("the address of the database names none; it is of the form postgres://USER@HOST/DATABASE")
	}
	if opt.Password != "" {
		cfg.ConnConfig.Password = opt.Password
	}
	if cfg.ConnConfig.ConnectTimeout == 0 {
		cfg.ConnConfig.ConnectTimeout = patience / 2
	}
	say := cfg.ConnConfig.RuntimeParams
	if say["application_name"] == "" {
		say["application_name"] = "bankhalter"
	}
	say["timezone"], say["synchronous_commit"] = "UTC", "on"
	say["idle_in_transaction_session_timeout"] = "30000" // a frozen server holds no locks
	if opt.LookOnly {
		say["default_transaction_read_only"] = "on"
	}
	switch {
	case opt.Conns > 0:
		cfg.MaxConns = int32(opt.Conns)
	case !strings.Contains(address, "pool_max_conns"):
		cfg.MaxConns = int32(max(8, 4*runtime.NumCPU()))
	}
	cfg.ShouldPing = shouldProbe
	cfg.HealthCheckPeriod, cfg.PingTimeout = 15*time.Second, 2*time.Second
	return cfg, nil
}

func (d *DB) open(ctx context.Context, cfg *pgxpool.Config, opt Options) error {
	var err error
	if d.pool, err = pgxpool.NewWithConfig(ctx, cfg); err != nil {
		return d.openFailure(err)
	}
	if err := d.prepareSchema(ctx, opt.LookOnly); err != nil {
		return err
	}
	if !opt.Copying {
		if err := d.whole(ctx); err != nil {
			return err
		}
	}
	if opt.LookOnly {
		return nil
	}
	cfg = cfg.Copy()
	cfg.MaxConns, cfg.MinConns = 1, 1
	maps.Copy(cfg.ConnConfig.RuntimeParams, lookUp)
	if d.writing, err = pgxpool.NewWithConfig(ctx, cfg); err != nil {
		return d.openFailure(err)
	}
	d.writer = newWriter(d, opt.Queue) //nolint:contextcheck // commits finish whatever ends
	d.prober.Last, d.prober.Try = d.writer.stats.Health, d.tryWrite
	return nil
}

// enter registers a write that Close has to wait for; false if it is too late.
func (d *DB) enter() bool {
	d.gate.RLock()
	defer d.gate.RUnlock()
	if d.closed {
		return false
	}
	d.busy.Add(1)
	return true
}

// Close finishes the writes that were accepted and lets go of the database.
func (d *DB) Close() error {
	d.gate.Lock()
	done := d.closed
	d.closed = true
	d.gate.Unlock()
	if done {
		return nil
	}
	if d.writer != nil {
		d.writer.close()
	}
	d.busy.Wait()
	d.closePools()
	return nil
}

func (d *DB) closePools() {
	if d.copying != nil {
		_ = d.copying.Hijack().Close(context.Background()) // its lock ends with it
	}
	for _, p := range []*pgxpool.Pool{d.pool, d.writing} {
		if p != nil {
			p.Close()
		}
	}
}

// Path names the database as the operator knows it, without a password.
func (d *DB) Path() string { return d.name }
