package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/bankhalter/bankhalter/db/commit"
	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/storage"
)

// At most so much goes into one group, so that none waits long for it.
const (
	groupCommits = 256
	groupBytes   = 1 << 20
)

// job is a commit that waits for its turn.
type job struct {
	*entry
	done chan error // capacity 1: the writer never blocks
}

// writer appends moves: all that wait in one group.
type writer struct {
	db    *DB
	queue *commit.Queue[job]
	stats record.Counters

	// Owned by the goroutine that has the turn.
	late   []job // of games of which the group under way has a commit already
	outage commit.Outage

	pending pendingNews
}

func newWriter(d *DB, queue int) *writer {
	return &writer{db: d, queue: commit.NewQueue[job](queue), pending: pendingNews{db: d}}
}

// do queues a commit and waits for it. The context counts only before that: what
// is queued will be written.
func (w *writer) do(ctx context.Context, e *entry) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j := job{entry: e, done: make(chan error, 1)}
	if err := w.queue.Join(j); err != nil {
		if errors.Is(err, storage.ErrBusy) {
			w.stats.Refuse()
		}
		return err
	}
	return w.queue.Await(j.done, w.lead) //nolint:contextcheck // what is queued is written, whatever ends
}

// lead commits what waits.
func (w *writer) lead() {
	w.queue.Gather(groupCommits)
	if batch := w.gather(); len(batch) > 0 {
		w.commit(batch)
	}
}

// close waits for the commits under way and takes no more.
func (w *writer) close() { w.queue.Close(w.pending.close) }

// gather takes the commits that wait already, one of each game.
func (w *writer) gather() []job {
	var batch, late []job
	games := map[string]bool{}
	bytes := 0
	take := func(j job) {
		if games[j.Game] {
			late = append(late, j)
			return
		}
		games[j.Game] = true
		batch = append(batch, j)
		bytes += j.size()
	}
	for _, j := range w.late {
		take(j)
	}
	for len(batch) < groupCommits && bytes < groupBytes {
		j, ok := w.queue.Next()
		if !ok {
			break
		}
		take(j)
	}
	w.late = late
	return batch
}

// commit writes a group and answers everybody in it.
func (w *writer) commit(batch []job) {
	begin := time.Now()
	results, err := w.safely(batch)
	w.stats.Batch(len(batch), time.Since(begin), err)
	w.outage.Note(w.db.log, len(batch), err, help)
	for i, j := range batch {
		if err != nil {
			j.done <- err
			continue
		}
		j.done <- results[i]
	}
}

// safely appends a group. A panic is an error of its own, or it would be one of the
// goroutine that has the turn, and the turn would never end.
func (w *writer) safely(batch []job) (results []error, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: append move: panic: %v\n%s", storage.ErrFailed, p, debug.Stack())
		}
	}()
	return w.write(batch)
}

// write appends a group. The error is everybody's: it is unknown then whether
// anything of the group was written. If the database refuses the group for the
// sake of one commit, each is tried alone.
func (w *writer) write(batch []job) ([]error, error) {
	results, err := w.attempt(batch)
	for n := 1; n < tries && passing(err); n++ {
		results, err = w.attempt(batch)
	}
	if err == nil {
		return results, nil
	}
	err = w.db.failure("append move", err)
	if errors.Is(err, storage.ErrFailed) {
		return nil, err
	}
	if len(batch) == 1 {
		return []error{err}, nil
	}
	results = make([]error, len(batch))
	for i := range batch {
		one, err := w.write(batch[i : i+1])
		if err != nil {
			return nil, err
		}
		results[i] = one[0]
	}
	return results, nil
}

// attempt appends a group. After a lost connection it tries again for a while:
// what was written before the loss is not written twice, and is found in the log.
func (w *writer) attempt(batch []job) ([]error, error) {
	var g group
	for _, j := range batch {
		g.add(j.entry)
	}
	query, args := g.statement()
	news := make(map[string]string, len(batch))
	for _, j := range batch {
		news[j.Game] = newsOf(j.Commit)
	}
	told := w.pending.take(news)
	payloads := w.db.payloads(slices.Collect(maps.Values(told)))
	written, err := w.send(query, args, payloads)
	again, until := false, deadline()
	for ; lost(err) && time.Now().Before(until); again = true {
		time.Sleep(50 * time.Millisecond)
		written, err = w.send(query, args, payloads)
	}
	if told == nil {
		w.pending.keep(news, tellEvery)
	} else if err != nil {
		w.pending.keep(told, tellEvery)
	}
	if err != nil {
		return nil, err
	}
	if again {
		return w.settle(batch, written, until)
	}
	results := make([]error, len(batch))
	for i, j := range batch {
		results[i] = outcome(written, j.entry)
	}
	return results, nil
}

// settle finds out what became of a group of which a first attempt was cut off. Until
// a time it asks again if the connection is lost: many may be at once.
func (w *writer) settle(batch []job, written map[string]bool, until time.Time) ([]error, error) {
	results := make([]error, len(batch))
	for i, j := range batch {
		if results[i] = outcome(written, j.entry); results[i] == nil {
			continue
		}
		there, err := w.db.stored(context.Background(), j.entry)
		for lost(err) && time.Now().Before(until) {
			time.Sleep(50 * time.Millisecond)
			there, err = w.db.stored(context.Background(), j.entry)
		}
		if err != nil {
			return nil, err
		}
		if there {
			results[i] = nil
		}
	}
	return results, nil
}

// send runs the statement and tells the other servers, in one round trip, and
// lists the games that were raised.
func (w *writer) send(query string, args []any, news []string) (map[string]bool, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience/2)
	defer cancel()
	var batch pgx.Batch
	batch.Queue(query, args...)
	for _, payload := range news {
		batch.Queue("SELECT pg_notify($1, $2)", w.db.channel, payload)
	}
	results := w.db.writing.SendBatch(ctx, &batch)
	rows, err := results.Query()
	if err != nil {
		return nil, errors.Join(err, results.Close())
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err = errors.Join(err, results.Close()); err != nil { // only now it is committed
		return nil, err
	}
	written := make(map[string]bool, len(ids))
	for _, id := range ids {
		written[id] = true
	}
	return written, nil
}
