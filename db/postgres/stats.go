package postgres

import (
	"context"
	"fmt"

	"github.com/bankhalter/bankhalter/db/record"
)

// Stats reads the counters of the writer; they may be a commit apart from one another.
func (d *DB) Stats() record.Stats {
	if d.writer == nil {
		return record.Stats{}
	}
	s := d.writer.stats.Stats()
	s.Queue, s.QueueLimit = d.writer.queue.Len(), d.writer.queue.Cap()
	return s
}

// Connections is how this server is connected.
type Connections struct {
	Open, Limit int
	Waits       int64 // queries that found none free
}

// Connections counts the connections of this server.
func (d *DB) Connections() Connections {
	s := d.pool.Stat()
	c := Connections{Open: int(s.TotalConns()), Limit: int(s.MaxConns()), Waits: s.EmptyAcquireCount()}
	if d.writing != nil {
		c.Open, c.Limit = c.Open+int(d.writing.Stat().TotalConns()), c.Limit+1
	}
	return c
}

// Size is how many bytes the database takes.
func (d *DB) Size(ctx context.Context) (n int64, err error) {
	err = d.row(ctx, "SELECT pg_database_size(current_database())").Scan(&n)
	return n, d.failure("measure the database", err)
}

// Integrity lists the faults that PostgreSQL has found in its pages, which it
// looks for if the cluster was made with checksums. Foreign keys cannot be broken.
func (d *DB) Integrity(ctx context.Context) (faults []string, err error) {
	var n int64
	err = d.row(ctx, "SELECT coalesce(max(checksum_failures), 0) FROM pg_stat_database WHERE datname = current_database()").Scan(&n)
	if err != nil {
		return nil, d.failure("check the database", err)
	}
	if n > 0 {
		faults = append(faults, fmt.Sprintf("PostgreSQL counts %d pages with a wrong checksum; see its log", n))
	}
	return faults, nil
}
