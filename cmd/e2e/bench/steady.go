package main

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// burden is the memory of a server at a moment, in bytes; values that an older
// program does not report are 0.
type burden struct {
	at                           time.Duration // since the players began
	resident, live, goal, stacks int64
}

// weigh notes the server's memory until the players are done.
func (e *evening) weigh(players *sync.WaitGroup) (held []burden) {
	over := make(chan struct{})
	go func() {
		players.Wait()
		close(over)
	}()
	began := time.Now()
	tick := time.NewTicker(max(time.Second, e.o.span/60))
	defer tick.Stop()
	for {
		w := burden{at: time.Since(began)}
		if size, err := resident(e.s.PID()); err == nil {
			w.resident = size
			for name, into := range map[string]*int64{
				"go_gc_heap_live_bytes": &w.live, "go_gc_heap_goal_bytes": &w.goal, "go_memstats_stack_inuse_bytes": &w.stacks,
			} {
				if n, err := figure(e.s, name); err == nil {
					*into = n
				}
			}
			held = append(held, w)
		}
		select {
		case <-tick.C:
		case <-over:
			return held
		}
	}
}

// How much more memory the last third of an evening may need than the middle
// one, if it is long enough to tell. In the first a server gets to know its tables.
const (
	steadyFor  = 5 * time.Minute
	steadyWith = 1.1
)

// steady prints the memory over time, in ten steps, and whether it stays.
func (e *evening) steady(held []burden) error {
	if len(held) < 6 {
		return nil
	}
	e.r.line("memory while playing", "resident", "heap that lives", "collected at", "stacks")
	for i := range 11 {
		w := held[i*(len(held)-1)/10]
		e.r.line("  after "+w.at.Round(time.Second).String(), megabytes(w.resident), megabytes(w.live), megabytes(w.goal), megabytes(w.stacks))
	}
	third := len(held) / 3
	before, after := mostOf(held[third:len(held)-third]), mostOf(held[len(held)-third:])
	grew := float64(after.resident) / float64(before.resident)
	e.r.line("most of the last third / of the middle third", fmt.Sprintf("%.2f x", grew), ratio(float64(after.live), float64(before.live)))
	if e.o.span >= steadyFor && grew > steadyWith {
		return errors.New("memory is not steady")
	}
	return nil
}

// mostOf is the most of each at any moment.
func mostOf(held []burden) burden {
	by := func(of func(w burden) int64) int64 {
		return of(slices.MaxFunc(held, func(a, b burden) int { return int(of(a) - of(b)) }))
	}
	return burden{
		resident: by(func(w burden) int64 { return w.resident }),
		live:     by(func(w burden) int64 { return w.live }),
	}
}

func megabytes(n int64) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f MB", float64(n)/1e6)
}
