package sim

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// Run plays the configured games and sums them up. The summary and the
// results do not depend on the number of workers. It stops early when ctx
// ends, when Each fails or when a game cannot go on.
func Run(ctx context.Context, cfg Config) (*Summary, error) {
	cfg, err := cfg.filled()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	began := time.Now()
	results := make([]Result, cfg.Games)
	landings := make([][game.MaxSpaces]uint64, cfg.Workers)
	var next atomic.Int64
	var each sync.Mutex
	var wg sync.WaitGroup
	for w := range cfg.Workers {
		wg.Go(func() {
			if err := work(ctx, cfg, &next, results, &landings[w], &each); err != nil {
				cancel(err)
			}
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return summarise(cfg, results, landings, time.Since(began)), nil
}

// work plays games until none is left.
func work(
	ctx context.Context, cfg Config, next *atomic.Int64,
	results []Result, landings *[game.MaxSpaces]uint64, each *sync.Mutex,
) error {
	bots, err := cfg.seated()
	if err != nil {
		return err
	}
	g := player{rules: cfg.Setup.Rules, bots: bots, maxTurns: cfg.MaxTurns, audit: cfg.Audit}
	if cfg.Stats {
		g.landings = landings
	}
	var events []game.Event
	var moves []Move
	if cfg.Each != nil {
		g.record, g.moves = &events, &moves
	}
	start := game.NewState(cfg.Setup.Rules, cfg.Players, 0, false)
	for ctx.Err() == nil {
		n := int(next.Add(1)) - 1
		if n >= len(results) {
			return nil
		}
		events, moves = events[:0], moves[:0]
		seed := SeedOf(cfg.Seed, n)
		res, err := g.play(n, seed, &start)
		if err != nil {
			return err
		}
		results[n] = res
		if cfg.Each != nil {
			if err := hand(cfg.Each, each, Record{Game: n, Seed: seed, Start: start, Events: events, Moves: moves, Result: res}); err != nil {
				return fmt.Errorf("game %d: %w", n, err)
			}
		}
	}
	return nil
}

func hand(each func(Record) error, mu *sync.Mutex, r Record) error {
	mu.Lock()
	defer mu.Unlock()
	return each(r)
}
