package sqlite

import (
	"context"
	"database/sql"
	"log/slog"
	"sync"
)

// checkpointer moves finished pages from the write-ahead log into the database
// file, on a connection of its own, so that no commit has to wait for it.
type checkpointer struct {
	db   *sql.DB
	log  *slog.Logger
	due  chan struct{}
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
		var busy, pages, moved int
		// PASSIVE takes the pages it can get without blocking.
		if err := c.db.QueryRowContext(context.Background(), "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &pages, &moved); err != nil {
			c.log.Warn("checkpoint", "err", err)
		}
	}
}

// close waits for a running checkpoint. poke must not be called any more.
func (c *checkpointer) close() {
	close(c.due)
	c.done.Wait()
}
