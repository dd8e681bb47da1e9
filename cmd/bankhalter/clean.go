package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/bankhalter/bankhalter/db/postgres"
	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

const (
	cleanHour  = 4               // of the night, by the clock of the machine
	cleanAfter = time.Hour       // the server has to have run for so long
	clockSlack = 5 * time.Minute // between two nights; more, and the clock was set: nothing is cleared away by it
	guestBatch = 500
)

// retention is how long things are kept before cleaning.
type retention struct {
	finished, guests time.Duration
	folder           string // into which games are exported; "": they are not
}

func (plan *servePlan) retention() retention {
	return retention{plan.keepFinished, plan.keepGuests, plan.exportTo}
}

// nothing reports whether everything is kept for ever.
func (r retention) nothing() bool { return r.finished <= 0 && r.guests <= 0 }

// cleaning clears old things away.
type cleaning struct {
	plan      retention
	tables    *table.Service
	operators *operator.Service
	export    func(ctx context.Context, w io.Writer, id string) error
	log       *slog.Logger
	alone     func(ctx context.Context, job string, do func(context.Context)) (did bool, err error) // nil: no other server does it
}

// alone lets one of the servers on a database do a job; nil if there are no others.
func alone(store database) func(context.Context, string, func(context.Context)) (bool, error) {
	if d, ok := store.(*postgres.DB); ok {
		return d.Alone
	}
	return nil
}

// tonight clears away, unless another server is doing it.
func (c *cleaning) tonight(ctx context.Context, now time.Time) {
	do := func(ctx context.Context) {
		games, guests, err := c.run(ctx, now, false)
		if err != nil && ctx.Err() == nil {
			c.log.Error("not all that is old could be cleared away", "games", games, "people", guests, "err", err)
			return
		}
		c.log.Info("cleared away", "games", games, "people", guests)
	}
	if c.alone == nil {
		do(ctx)
		return
	}
	switch did, err := c.alone(ctx, "clear away", do); {
	case err != nil:
		c.log.Error("nothing is cleared away tonight", "err", err)
	case !did:
		c.log.Info("another server clears away tonight")
	}
}

// run clears away, or only counts, everything too old at a time.
func (c *cleaning) run(ctx context.Context, now time.Time, dry bool) (games, guests int, err error) {
	r := table.Retention{Finished: c.plan.finished, DryRun: dry}
	if c.plan.folder != "" {
		r.Export = c.keep
	}
	games, err = c.tables.Prune(ctx, r)
	batch := guestBatch
	if dry {
		batch = math.MaxInt32
	}
	for c.plan.guests > 0 && ctx.Err() == nil {
		n, e := c.operators.DropGuests(ctx, now.Add(-c.plan.guests), batch, dry)
		guests += n
		if e != nil || n < batch {
			err = errors.Join(err, e)
			break
		}
	}
	if !dry && games+guests > 0 {
		act := operator.Act{At: now.UTC(), What: "prune", Note: fmt.Sprintf("games %d, people %d", games, guests)}
		err = errors.Join(err, c.operators.Write(ctx, act))
	}
	return games, guests, err
}

// keep exports a game into the folder. It is on disk when it returns.
func (c *cleaning) keep(ctx context.Context, id string) (err error) {
	name := filepath.Join(c.plan.folder, "bankhalter-"+id+".jsonl")
	part, err := createPart(c.plan.folder)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(part.Name()) // the remainder is named so that it is not mistaken for more
		}
	}()
	if err := errors.Join(c.export(ctx, part, id), part.Sync(), part.Close()); err != nil {
		return err
	}
	if err := os.Rename(part.Name(), name); err != nil {
		return err
	}
	return sqlite.SyncDir(c.plan.folder)
}

// probe returns why no games can be exported into a folder, nil if they can or there is
// none.
func probe(folder string) error {
	if folder == "" {
		return nil
	}
	f, err := createPart(folder)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// createPart makes a file in the folder of exports, under a name that nobody else uses.
func createPart(folder string) (*os.File, error) {
	part, err := os.CreateTemp(folder, ".bankhalter-*.part")
	if e, ok := errors.AsType[*fs.PathError](err); ok { // its name tells nothing to people
		return nil, fmt.Errorf("--export-finished: no game can be exported into the folder %s: %w", folder, e.Err)
	}
	return part, err
}

// nightly clears away every night until the returned function is called, which
// waits for a run in progress.
func (plan *servePlan) nightly(ctx context.Context, c *cleaning) func() {
	if c.plan.nothing() {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		began, watch := time.Now(), timecontrol.Watch{Slack: clockSlack}
		watch.Look(began, 0)
		for {
			timer := time.NewTimer(max(cleanAfter, time.Until(nextNight(time.Now()))))
			select {
			case <-ctx.Done():
				timer.Stop()
				return
			case now := <-timer.C:
				if jump := watch.Look(now, now.Sub(began)); jump != 0 {
					c.log.Warn("the clock was set, nothing is cleared away tonight", "by", jump)
					continue
				}
				c.tonight(ctx, now)
			}
		}
	}()
	return func() { cancel(); <-done }
}

// nextNight is when it is the hour of clearing away next.
func nextNight(now time.Time) time.Time {
	at := time.Date(now.Year(), now.Month(), now.Day(), cleanHour, 0, 0, 0, now.Location())
	if !at.After(now) {
		at = time.Date(now.Year(), now.Month(), now.Day()+1, cleanHour, 0, 0, 0, now.Location())
	}
	return at
}
