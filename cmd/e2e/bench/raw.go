package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver that the server uses
)

// rate is how often something could be done, and how long it took.
type rate struct {
	perSecond float64
	p50, p99  time.Duration
	cpu, load time.Duration // of the server and of the load generator, each; not always measured
}

func rated(took []time.Duration, in time.Duration) rate {
	if len(took) == 0 {
		return rate{}
	}
	slices.Sort(took)
	return rate{perSecond: float64(len(took)) / in.Seconds(), p50: took[len(took)/2], p99: took[len(took)*99/100]}
}

// repeat does something again and again for a time.
func repeat(d time.Duration, do func() error) (rate, error) {
	var took []time.Duration
	began := time.Now()
	for time.Since(began) < d {
		at := time.Now()
		if err := do(); err != nil {
			return rate{}, err
		}
		took = append(took, time.Since(at))
	}
	return rated(took, time.Since(began)), nil
}

// diskSync measures a 4 kB write with fdatasync: the best the disk can do.
func diskSync(dir string, d time.Duration) (rate, error) {
	f, err := os.Create(filepath.Join(dir, "sync"))
	if err != nil {
		return rate{}, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	block := make([]byte, 4096)
	// A file of fixed size, so that the sync writes data and no new length.
	if err := f.Truncate(1 << 20); err != nil {
		return rate{}, err
	}
	if err := f.Sync(); err != nil {
		return rate{}, err
	}
	n := int64(0)
	return repeat(d, func() error {
		n++
		if _, err := f.WriteAt(block, n%256*4096); err != nil {
			return err
		}
		return datasync(f)
	})
}

// commits is a database that takes one row a commit, as durable as the
// server's: the ceiling for a server that does not group.
type commits struct {
	db     *sql.DB
	insert *sql.Stmt
	n      int
}

func openCommits(path string) (*commits, error) {
	db, err := sql.Open("sqlite", "file:"+path+
		"?_pragma=journal_mode(wal)&_pragma=synchronous(full)&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`CREATE TABLE move (id INTEGER PRIMARY KEY, game TEXT NOT NULL, seq INTEGER NOT NULL, events TEXT NOT NULL, UNIQUE (game, seq)) STRICT`); err != nil {
		return nil, fmt.Errorf("raw table: %w", err)
	}
	insert, err := db.Prepare(`INSERT INTO move (game, seq, events) VALUES (?, ?, ?)`)
	return &commits{db: db, insert: insert}, err
}

func (c *commits) measure(d time.Duration) (rate, error) {
	row := strings.Repeat("x", 300)
	return repeat(d, func() error {
		c.n++
		_, err := c.insert.Exec(fmt.Sprintf("g%d", c.n%1000), c.n, row)
		return err
	})
}

func (c *commits) close() { c.db.Close() }
