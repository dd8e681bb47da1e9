package postgres

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
	var standby bool
	if err := d.row(ctx, "SELECT pg_is_in_recovery()").Scan(&standby); err != nil {
		return d.failure("ping", err)
	}
	if standby {
		return fmt.Errorf("%w: ping: %w", storage.ErrFailed, storage.ErrReadOnly)
	}
	at, err := d.writer.stats.Health()
	age := time.Since(at)
	if err == nil && age < trustSuccess || err != nil && age < trustFailure {
		return err
	}
	return d.probe(ctx)
}

// probe writes something that means nothing and waits for its commit, but no
// longer than ctx.
func (d *DB) probe(ctx context.Context) error {
	d.prober.mu.Lock()
	p := d.prober.now
	if p == nil {
		p = &probe{done: make(chan struct{})}
		d.prober.now = p
		go func() {
			p.err = d.tryWrite(context.WithoutCancel(ctx)) // it is others' answer too
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
		if _, err := d.writer.stats.Health(); err != nil {
			return err
		}
		return fmt.Errorf("%w: ping: a write has not come through: %w", storage.ErrFailed, ctx.Err())
	}
}

func (d *DB) tryWrite(ctx context.Context) error {
	err := d.do(ctx, "probe", func(c *conn) error {
		_, err := c.exec("INSERT INTO instance (name, value) VALUES ('probe', '') ON CONFLICT (name) DO UPDATE SET value = excluded.value")
		return err
	})
	d.writer.stats.Ended(time.Now(), err)
	return err
}
