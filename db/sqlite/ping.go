package sqlite

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/game/storage"
)

// How old the last commit may be before a question whether writing works is
// answered by trying: a server without players must notice too, and one
// that is kept from its players until it is ready gets no other writes.
const (
	trustSuccess = 30 * time.Second
	trustFailure = time.Second
)

// largeProbe is as much as a large commit. A disk on which a few bytes fit
// again is not ready.
const largeProbe = 128 << 10

// probe is a write that tries out whether writing works. Callers that arrive while
// it is under way share it.
type probe struct {
	done chan struct{}
	err  error
}

type prober struct {
	mu  sync.Mutex
	now *probe
}

// Ping reports whether reading and writing work; it writes a little if that is
// not known. The error wraps storage.ErrFailed and the cause.
func (d *DB) Ping(ctx context.Context) error {
	var n int
	if err := d.read.QueryRowContext(ctx, "SELECT count(*) FROM goose_db_version").Scan(&n); err != nil {
		return d.failure("ping", err)
	}
	if d.damaged.Load() {
		return fmt.Errorf("%w: ping: %w", storage.ErrFailed, ErrDamaged)
	}
	if d.writer == nil {
		return nil
	}
	if err := d.watch.look(); err != nil {
		return fmt.Errorf("%w: ping: %w", storage.ErrFailed, err)
	}
	age, err := d.writer.health()
	if err == nil && age < trustSuccess || err != nil && age < trustFailure {
		return err
	}
	return d.probe(ctx, err != nil)
}

// probe writes something that means nothing and waits for its commit, but no
// longer than ctx.
func (d *DB) probe(ctx context.Context, large bool) error {
	d.prober.mu.Lock()
	p := d.prober.now
	if p == nil {
		p = &probe{done: make(chan struct{})}
		d.prober.now = p
		go func() {
			p.err = d.tryWrite(context.WithoutCancel(ctx), large) // it is others' answer too
			d.prober.mu.Lock()
			d.prober.now = nil
			d.prober.mu.Unlock()
			close(p.done)
		}()
	}
	d.prober.mu.Unlock()
	select {
	case <-p.done:
		return p.err
	case <-ctx.Done():
		if _, err := d.writer.health(); err != nil {
			return err
		}
		return fmt.Errorf("%w: ping: a write has not come through: %w", storage.ErrFailed, ctx.Err())
	}
}

func (d *DB) tryWrite(ctx context.Context, large bool) error {
	if !large {
		return d.do(ctx, "probe", 0, func(c *conn) error {
			_, err := c.exec("PRAGMA user_version = 0") // it is 0; the page is written all the same
			return err
		})
	}
	err := d.do(ctx, "probe", largeProbe, func(c *conn) error {
		// A session that has expired and that no cookie can name.
		_, err := c.exec(`INSERT OR REPLACE INTO sessions (hash, data, created_at, seen_at, expires_at)
			VALUES (zeroblob(32), zeroblob(?), 0, 0, 0)`, largeProbe)
		return err
	})
	if err != nil {
		return err
	}
	return d.do(ctx, "probe", 0, func(c *conn) error {
		_, err := c.exec("DELETE FROM sessions WHERE hash = zeroblob(32)")
		return err
	})
}
