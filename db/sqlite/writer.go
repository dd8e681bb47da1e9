package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/db/commit"
	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/storage"
)

// checkpointPages is how many pages are written to the log before the
// checkpointer is told to work. Leaves that the tables in play change again and
// again go into the file with every checkpoint, so the longer the log, the less of that.
const checkpointPages = 16000

// job is one write: it succeeds or fails as a whole and alone.
type job struct {
	run  func(*conn) error // may be called twice, the first time for nothing
	size int               // rough number of bytes
	done chan error        // capacity 1: the writer never blocks
}

// safely runs the job. A panic is an error of that job, or it would be one of
// the goroutine that has the turn, and the turn would never end.
func (j *job) safely(c *conn) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic while writing: %v\n%s", p, debug.Stack())
		}
	}()
	return j.run(c)
}

// writer owns the only connection that writes. All jobs that wait are committed together.
type writer struct {
	path         string
	opt          Options
	queue        *commit.Queue[job]
	checkpointer *checkpointer
	watch        *watch
	stats        record.Counters

	// Owned by the goroutine that has the turn.
	conn   *conn
	batch  []job
	pages  int // since the last request for a checkpoint
	outage commit.Outage
}

func newWriter(ctx context.Context, pool *sql.DB, path string, opt Options, checkpointer *checkpointer) (*writer, error) {
	raw, err := pool.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("writing connection: %w", err)
	}
	return &writer{
		path: path, opt: opt, checkpointer: checkpointer, conn: newConn(raw), batch: make([]job, 0, opt.maxJobs),
		queue: commit.NewQueue[job](opt.Queue),
	}, nil
}

// do queues a write and waits for its commit. The context counts only before
// the write is queued: a queued write will be written.
func (w *writer) do(ctx context.Context, size int, run func(*conn) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j, err := w.send(size, run)
	if err != nil {
		return err
	}
	return w.await(j)
}

// send queues a write. Who sends has to await.
func (w *writer) send(size int, run func(*conn) error) (job, error) {
	j := job{run: run, size: size, done: make(chan error, 1)}
	err := w.queue.Join(j)
	if errors.Is(err, storage.ErrBusy) {
		w.stats.Refuse()
	}
	return j, err
}

// await is the result of a write that was sent.
func (w *writer) await(j job) error { return w.queue.Await(j.done, w.lead) }

// close waits for the jobs that are under way and takes no more.
func (w *writer) close() {
	w.queue.Close(func() {
		if err := w.conn.close(); err != nil {
			w.opt.Logger.Warn("close writing connection", "err", err)
		}
	})
}

// lead commits the waiting writes.
func (w *writer) lead() {
	w.queue.Gather(w.opt.maxJobs)
	if w.gather(); len(w.batch) > 0 {
		w.commit(w.batch)
		clear(w.batch) // so that finished jobs can be collected
	}
}

// gather takes the writes that wait already; it never waits itself.
func (w *writer) gather() {
	w.batch = w.batch[:0]
	for bytes := 0; len(w.batch) < w.opt.maxJobs && bytes < w.opt.maxBytes; {
		j, ok := w.queue.Next()
		if !ok {
			return
		}
		w.batch = append(w.batch, j)
		bytes += j.size
	}
}

// commit writes a batch and answers everybody in it.
func (w *writer) commit(batch []job) {
	begin := time.Now()
	results, err := w.write(batch)
	w.stats.Batch(len(batch), time.Since(begin), err)
	w.outage.Note(w.opt.Logger, len(batch), err, help)
	for i, j := range batch {
		if err != nil {
			j.done <- err
			continue
		}
		j.done <- results[i]
	}
	if errors.Is(err, ErrLocked) {
		w.refuseWaiting(err)
	}
	w.checkpoint()
}

// checkpoint has the log moved into the file when it has grown long enough, and moves
// what the checkpointer left of it.
func (w *writer) checkpoint() {
	if w.checkpointer.rest.CompareAndSwap(true, false) {
		if err := w.conn.checkpoint(); err != nil {
			w.opt.Logger.Warn("checkpoint", "err", err)
		}
	}
	logged, err := w.conn.logged()
	if err != nil {
		w.opt.Logger.Warn("pages in the log", "err", err)
	}
	if w.pages += logged; w.pages >= checkpointPages {
		w.pages = 0
		w.checkpointer.poke()
	}
}

// refuseWaiting answers those who wait already as the batch before them: each
// batch of theirs would wait as long for the same lock.
func (w *writer) refuseWaiting(err error) {
	for range w.queue.Len() {
		j, ok := w.queue.Next()
		if !ok {
			return
		}
		w.stats.TurnedAway(err)
		j.done <- err
	}
}

// write runs the jobs in one transaction. The error is everybody's: nothing
// of the batch counts as written then. Savepoints double the work of a move
// and hardly ever are of use, so they are set only in a batch of which a job
// has failed: everything is undone and all jobs run again.
func (w *writer) write(batch []job) ([]error, error) {
	if err := w.watch.err(); err != nil {
		return nil, fmt.Errorf("%w: %w", storage.ErrFailed, err)
	}
	results, err := w.attempt(batch, false)
	if err == nil && len(batch) > 1 && slices.ContainsFunc(results, isError) {
		w.conn.rollback()
		results, err = w.attempt(batch, true)
	}
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(results, isNil) {
		w.conn.rollback()
		return results, nil
	}
	if w.opt.onCommit != nil {
		if err := w.opt.onCommit(); err != nil {
			return nil, w.fail("commit", err)
		}
	}
	if err := w.conn.commit(); err != nil {
		return nil, w.fail("commit", err)
	}
	return results, nil
}

func isError(err error) bool { return err != nil }

func isNil(err error) bool { return err == nil }

// attempt begins a transaction and runs the jobs, each behind a savepoint or,
// without one, up to the first that fails.
func (w *writer) attempt(batch []job, marked bool) ([]error, error) {
	if err := w.conn.begin(); err != nil {
		return nil, w.fail("begin", err)
	}
	results := make([]error, len(batch))
	for i, j := range batch {
		err := w.one(j, marked)
		if err != nil && !alone(err) {
			return nil, w.fail("write", err)
		}
		if results[i] = err; err != nil && !marked {
			break
		}
	}
	return results, nil
}

// one runs a job; a savepoint undoes its writes if it fails.
func (w *writer) one(j job, marked bool) error {
	if !marked {
		return j.safely(w.conn)
	}
	if err := w.conn.mark(); err != nil {
		return err
	}
	if err := j.safely(w.conn); err != nil {
		if !alone(err) {
			return err
		}
		if undo := w.conn.undo(); undo != nil {
			return undo
		}
		return err
	}
	return w.conn.release()
}

func (w *writer) fail(doing string, err error) error {
	w.conn.rollback()
	err = failure(doing, named(w.path, err))
	if !errors.Is(err, storage.ErrFailed) {
		err = fmt.Errorf("%w: %w", storage.ErrFailed, err)
	}
	return err
}

// do queues a write and names it in its error.
func (d *DB) do(ctx context.Context, doing string, size int, run func(*conn) error) error {
	if d.writer == nil {
		return fmt.Errorf("%w: %s: %w", storage.ErrFailed, doing, ErrReadOnly)
	}
	return d.failure(doing, d.writer.do(ctx, size, run))
}
