package sim

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

// Stay says how long the tokens of a walk stay in jail.
type Stay string

// The stays.
const (
	StayShort Stay = "short" // the fine is paid at once
	StayLong  Stay = "long"  // doubles are tried for until the last jail turn
)

// Stays lists the stays by name.
func Stays() []Stay { return []Stay{StayShort, StayLong} }

// How many throws a walk may have: fewer say nothing, and beyond the limit the
// exact tables have too few digits.
const (
	MinThrows = 100_000
	MaxThrows = 2_000_000_000
)

// A walk is cut into batches that share nothing: each begins anew with its own
// luck, and after warmUp throws has forgotten where it began. So the spread of
// their counts is the true error, however much one throw has to do with the next.
const (
	batchThrows = 2000
	warmUp      = 200
)

// WalkConfig describes a walk: tokens on the board of a table at which no one
// ever buys, with cards drawn from full decks.
type WalkConfig struct {
	Setup   *setup.Setup
	Stay    Stay
	Throws  int    // rounded up to whole batches
	Seed    uint64 // batch n has the luck of SeedOf(Seed, n)
	Workers int    // batches at the same time, one a processor if 0
}

// Places are counted beside the spaces of the board.
const (
	placeJail    = game.MaxSpaces + iota // in jail after a throw
	placeTurns                           // a turn begun with the throw
	placeArrests                         // sent to jail by the throw
	numPlaces
)

// tally sums up the counts of batches, and their squares.
type tally struct {
	batches     int
	sum, square [numPlaces]float64 // whole numbers, exact far beyond MaxThrows
}

func (t *tally) add(counts *[numPlaces]uint32) {
	t.batches++
	for i, n := range counts {
		t.sum[i] += float64(n)
		t.square[i] += float64(n) * float64(n)
	}
}

func (t *tally) merge(other *tally) {
	t.batches += other.batches
	for i := range other.sum {
		t.sum[i] += other.sum[i]
		t.square[i] += other.square[i]
	}
}

// percent is a place's share of the throws and its standard error.
func (t *tally) percent(place int) (share, deviation float64) {
	n := float64(t.batches)
	mean := t.sum[place] / n
	spread := max(t.square[place]/n-mean*mean, 0) * n / (n - 1)
	return mean * 100 / batchThrows, math.Sqrt(spread/n) * 100 / batchThrows
}

// Walk lets the tokens walk and compares where they come to rest with the exact
// table for such a board, if there is one. The result does not depend on
// the number of workers.
func Walk(ctx context.Context, cfg WalkConfig) (*LandingTable, error) {
	if cfg.Setup == nil {
		return nil, errors.New("no edition and rulebook to walk on")
	}
	if cfg.Stay != StayShort && cfg.Stay != StayLong {
		return nil, fmt.Errorf("stay %q: known are %v", cfg.Stay, Stays())
	}
	if cfg.Throws < MinThrows || cfg.Throws > MaxThrows {
		return nil, fmt.Errorf("%d throws: from %d to %d are possible", cfg.Throws, MinThrows, MaxThrows)
	}
	began := time.Now()
	total, err := countLandings(ctx, cfg.Setup.Rules, cfg)
	if err != nil {
		return nil, err
	}
	tables, err := references()
	if err != nil {
		return nil, err
	}
	r := cfg.Setup.Rules
	t := newLandingTable(cfg, total, tables.find(r, cfg.Stay, r.ExitDoublesReroll()))
	if t.Reference == nil {
		t.OtherExit = tables.find(r, cfg.Stay, !r.ExitDoublesReroll()) != nil
	}
	t.Seconds = time.Since(began).Seconds()
	return t, nil
}

// countLandings counts all batches.
func countLandings(ctx context.Context, r *game.Ruleset, cfg WalkConfig) (*tally, error) {
	batches := (cfg.Throws + batchThrows - 1) / batchThrows
	workers := cfg.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, batches)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	tallies := make([]tally, workers)
	var next atomic.Int64
	var wg sync.WaitGroup
	for i := range tallies {
		wg.Go(func() {
			w := newLandingWalk(r, cfg.Stay)
			for ctx.Err() == nil {
				n := int(next.Add(1)) - 1
				if n >= batches {
					return
				}
				if err := w.batch(n, SeedOf(cfg.Seed, n)); err != nil {
					cancel(err)
					return
				}
				tallies[i].add(&w.counts)
			}
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	for i := range tallies[1:] {
		tallies[0].merge(&tallies[i+1])
	}
	return &tallies[0], nil
}
