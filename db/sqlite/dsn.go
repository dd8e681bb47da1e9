package sqlite

import (
	"net/url"
	"strconv"
	"strings"
)

// role is the purpose of a connection.
type role int

const (
	forWriting    role = iota // the one writer
	forReading                // the pool of readers
	forCheckpoint             // moves pages from the log to the file, and makes backups
	forLooking                // a file that is not ours to change
	forFrozen                 // a file that cannot change
)

// busyTimeout is how long a connection waits for another one, in milliseconds.
const busyTimeout = 5000

// netPages is the size of the write-ahead log, in pages, at which the writer
// itself makes a checkpoint. The checkpointer is meant to come long before.
const netPages = 2 * checkpointPages

// cachePages is how many pages the writer keeps: the leaves of the indexes that
// a thousand tables in play change again and again, which SQLite's 500 would not
// hold. Whenever a leaf is divided, SQLite looks through all of them.
const cachePages = 2000

// dsn is the one place that says how connections are opened. Settings made
// here reach every connection of a pool; a PRAGMA by Exec reaches only one.
func dsn(path string, as role, opt Options) string {
	q := url.Values{}
	q.Set("_busy_timeout", strconv.Itoa(opt.busy))
	q.Set("_foreign_keys", "1")
	q.Set("_dqs", "0")
	switch as {
	case forWriting:
		q.Set("_journal_mode", "WAL")
		q.Set("_synchronous", opt.Sync.pragma())
		q.Set("_txlock", "immediate")
		q.Set("modeof", path+lockSuffix) // a new file holds secrets: only its owner may read it
		q.Set("_pragma", "wal_autocheckpoint("+strconv.Itoa(netPages)+")")
		q.Add("_pragma", "cache_size("+strconv.Itoa(cachePages)+")")
	case forCheckpoint:
		q.Set("_synchronous", opt.Sync.pragma())
	case forReading:
		q.Set("_query_only", "1")
	case forLooking:
		q.Set("mode", "ro")
	case forFrozen:
		q.Set("mode", "ro")
		q.Set("immutable", "1")
	}
	return "file:" + escapePath(path) + "?" + plusToSpace(q.Encode())
}

// plusToSpace writes spaces as SQLite reads them; for it a plus is a plus.
func plusToSpace(query string) string { return strings.ReplaceAll(query, "+", "%20") }

// escapePath keeps the characters that a file: URI would take for syntax.
func escapePath(path string) string {
	return strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
}
