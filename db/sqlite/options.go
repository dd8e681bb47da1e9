package sqlite

import (
	"fmt"
	"io/fs"
	"log/slog"
	"runtime"

	migrations "github.com/bankhalter/bankhalter/migrations/sqlite"
)

// Sync is the failures that a confirmed write survives.
type Sync int

// The levels. Full is the default: a confirmed write survives a power cut.
// Normal survives the end of the process, but a power cut may take the last
// commits; the file stays sound either way.
const (
	Full Sync = iota
	Normal
)

func (s Sync) pragma() string {
	if s == Normal {
		return "NORMAL"
	}
	return "FULL"
}

// ParseSync reads a level by its name, "full" or "normal".
func ParseSync(name string) (Sync, error) {
	switch name {
	case "full":
		return Full, nil
	case "normal":
		return Normal, nil
	}
	return Full, fmt.Errorf("unknown durability %q: use full or normal", name)
}

// Options tune an open database. The zero value is right for a server.
type Options struct {
	Sync     Sync
	Queue    int // writes that may wait; beyond it storage.ErrBusy. 0: 4096
	Readers  int // reading connections. 0: one a core, at least 4
	Logger   *slog.Logger
	LookOnly bool         // read a file that another process may be serving: no lock, no migration, no writes
	Copying  bool         // to copy into it: a copy may have been begun and not finished
	steps    fs.FS        // migrations, other ones in tests
	maxJobs  int          // writes in one commit
	maxBytes int          // bytes in one commit
	onCommit func() error // called before each commit; tests make it fail or slow
	busy     int          // milliseconds to wait for another program's lock
}

func (o Options) withDefaults() Options {
	if o.Queue <= 0 {
		o.Queue = 4096
	}
	if o.Readers <= 0 {
		o.Readers = max(4, runtime.GOMAXPROCS(0))
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.steps == nil {
		o.steps = migrations.FS
	}
	if o.busy <= 0 {
		o.busy = busyTimeout
	}
	if o.maxJobs <= 0 {
		o.maxJobs = 256
	}
	if o.maxBytes <= 0 {
		o.maxBytes = 1 << 20
	}
	return o
}
