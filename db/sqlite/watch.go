package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bankhalter/bankhalter/game/storage"
)

// watchEvery is how often the files are compared with those that are open.
const watchEvery = time.Second

// ErrGone says that the path leads to other files than those that are open, or
// to none.
var ErrGone = storage.ErrFileGone

// watch notices when the files of an open database are deleted or replaced.
// SQLite would go on writing to them, and everything it confirms would be gone
// with the last process that has them open.
type watch struct {
	path string
	log  *slog.Logger
	lost atomic.Pointer[error] // why nothing may be written; nil: all is well

	mu   sync.Mutex
	open map[string]os.FileInfo // by the suffix after the path; those beside the database as soon as they are there

	quit chan struct{}
	done sync.WaitGroup
}

// newWatch begins to watch the files that were just opened.
func newWatch(path string, log *slog.Logger) *watch {
	w := &watch{path: path, log: log, open: map[string]os.FileInfo{}, quit: make(chan struct{})}
	_ = w.look() // there is nothing to compare with yet
	w.done.Go(w.run)
	return w
}

func (w *watch) run() {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = w.look() // which has said it
		case <-w.quit:
			return
		}
	}
}

func (w *watch) close() {
	if w != nil {
		close(w.quit)
		w.done.Wait()
	}
}

// err is the reason why nothing may be written now.
func (w *watch) err() error {
	if w == nil {
		return nil
	}
	if lost := w.lost.Load(); lost != nil {
		return *lost
	}
	return nil
}

// look compares the files and returns the result of err from now on. The very same
// files may come back: no other process had them open meanwhile, for they are locked.
func (w *watch) look() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var why error
	for _, end := range []string{"", "-wal", "-shm"} {
		if why = w.same(end); why != nil {
			why = fmt.Errorf("%w: %w", ErrGone, why)
			break
		}
	}
	before := w.lost.Load()
	switch {
	case why == nil && before != nil:
		w.lost.Store(nil)
		w.log.Info("the files of the database are back; writing works again", "file", w.path)
	case why != nil && before == nil:
		w.lost.Store(&why)
		w.log.Error("the database was deleted or replaced while it is open; nothing is written until it is back", "file", w.path, "pid", os.Getpid(), "err", why, "help", help(why))
	}
	return why
}

// same reports as an error that a name does not lead to the file that is open. Its lock is held.
func (w *watch) same(end string) error {
	name := w.path + end
	now, err := os.Stat(name)
	was := w.open[end]
	switch {
	case was == nil && err == nil:
		w.open[end] = now
		os.SameFile(now, now) // some systems look up which file it is when it is first compared
		return nil
	case was == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s is not there", name)
	case err != nil:
		return nil //nolint:nilerr // a folder that cannot be looked into does not say that the file is another one
	case !os.SameFile(was, now):
		return fmt.Errorf("%s is another file", name)
	}
	return nil
}
