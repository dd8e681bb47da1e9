package sqlite

import (
	"context"
	"database/sql"
	"log/slog"
	"sync"
	"sync/atomic"
)

// wal_checkpoint(PASSIVE) moves the pages it can get without blocking.
const checkpoint = "PRAGMA wal_checkpoint(PASSIVE)"

// checkpointer moves finished pages from the write-ahead log into the database
// file, on a connection of its own, so that no commit has to wait for it. Under load it
// never catches up with the writer, and the log begins anew only when nothing is left of it:
// so the writer itself moves the few pages of the last moment.
type checkpointer struct {
	db   *sql.DB
	log  *slog.Logger
	due  chan struct{}
	rest atomic.Bool // the writer is to move what is left
	done sync.WaitGroup
}

func newCheckpointer(db *sql.DB, log *slog.Logger) *checkpointer {
	c := &checkpointer{db: db, log: log, due: make(chan struct{}, 1)}
	c.done.Go(c.run)
	return c
}

// poke requests a checkpoint and never waits.
func (c *checkpointer) poke() {
	select {
	case c.due <- struct{}{}:
	default:
	}
}

func (c *checkpointer) run() {
	for range c.due {
		c.move() // takes the longest, and meanwhile more is written
		c.rest.Store(c.move())
	}
}

// move moves what there is, and reports whether no reader held any of it back.
func (c *checkpointer) move() bool {
	var busy, pages, moved int
	if err := c.db.QueryRowContext(context.Background(), checkpoint).Scan(&busy, &pages, &moved); err != nil {
		c.log.Warn("checkpoint", "err", err)
		return false
	}
	return pages == moved
}

// close waits for a running checkpoint. poke must not be called any more.
func (c *checkpointer) close() {
	close(c.due)
	c.done.Wait()
}
