package main

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// live loads a server as a busy evening would: tables that are played on at a
// steady pace, each with watchers, for as long as one likes.
func (b *run) live() error {
	b.r.section(fmt.Sprintf("%d live tables and %d open streams for %v", b.o.tables, b.o.streams, b.o.span))
	s, err := b.serve()
	if err != nil {
		return err
	}
	defer s.Kill()
	e := &evening{run: b, s: s}
	steps := []func() error{e.open, e.gather, e.play, e.settle, e.leave, e.fan}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// evening is one such load.
type evening struct {
	*run
	s        *rig.Server
	l        *lot
	stages   []*stage
	audience *audience
	calm     int64 // goroutines before there were watchers
	calmSize int64
}

// open makes the tables.
func (e *evening) open() error {
	var err error
	if e.l, err = seat(e.s); err != nil {
		return err
	}
	empty, err := resident(e.s.PID())
	if err != nil {
		return err
	}
	if err := e.l.open(e.o.tables); err != nil {
		return err
	}
	for _, tb := range e.l.tables {
		st := &stage{id: tb.id}
		seq, err := e.seqOf(tb)
		if err != nil {
			return err
		}
		st.seq.Store(seq)
		e.stages = append(e.stages, st)
	}
	if e.calmSize, err = resident(e.s.PID()); err != nil {
		return err
	}
	if e.calm, err = figure(e.s, "go_goroutines"); err != nil {
		return err
	}
	e.r.line("resident, a table", kilobytes((e.calmSize-empty)/int64(e.o.tables)))
	return nil
}

// gather lets the watchers in.
func (e *evening) gather() error {
	began := time.Now()
	var err error
	if e.audience, err = watch(e.s, e.stages, e.o.streams); err != nil {
		return err
	}
	took := time.Since(began)
	size, err := resident(e.s.PID())
	if err != nil {
		return err
	}
	heap, err := figure(e.s, "go_memstats_heap_inuse_bytes")
	if err != nil {
		return err
	}
	e.r.line("streams opened", fmt.Sprintf("%.0f /s", float64(e.o.streams)/took.Seconds()))
	e.r.line("resident, an idle stream (and the garbage of opening it)", kilobytes((size-e.calmSize)/int64(e.o.streams)))
	e.r.line("heap in use by then", kilobytes(heap))
	return nil
}

// play presses at a steady pace, a move now at this table and now at that.
func (e *evening) play() error {
	const posters = 16
	var mu sync.Mutex
	var took []time.Duration
	var failed error
	var done atomic.Bool
	var next atomic.Int64
	every := time.Second / time.Duration(max(1, e.o.rate))
	began := time.Now()
	var all sync.WaitGroup
	for p := range posters {
		all.Go(func() {
			mine, err := e.press(p, posters, func() bool {
				at := began.Add(time.Duration(next.Add(1)) * every)
				if at.After(began.Add(e.o.span)) || done.Load() {
					return false
				}
				time.Sleep(time.Until(at))
				return true
			})
			mu.Lock()
			defer mu.Unlock()
			took = append(took, mine...)
			if err != nil {
				failed = err
				done.Store(true)
			}
		})
	}
	held := e.weigh(&all)
	if failed != nil {
		return failed
	}
	r := rated(took, time.Since(began))
	late := e.audience.take()
	e.r.line("", "rate", "p50", "p99", "worst")
	e.r.line("moves, answered after the commit", count(r.perSecond), ms(r.p50), ms(r.p99), ms(took[len(took)-1]))
	if len(late) > 0 {
		e.r.line("from a press to each watcher's ping", count(float64(len(late))/e.o.span.Seconds()), ms(late[len(late)/2]), ms(late[len(late)*99/100]), ms(late[len(late)-1]))
	}
	return e.steady(held)
}

// press is one poster with tables of its own.
func (e *evening) press(poster, posters int, wait func() bool) (took []time.Duration, err error) {
	c, err := dial(e.s.Address())
	if err != nil {
		return nil, err
	}
	defer c.close()
	for {
		for i := poster; i < len(e.l.tables); i += posters {
			if !wait() {
				return took, nil
			}
			tb, st := e.l.tables[i], e.stages[i]
			if tb.id != st.id {
				continue // it is over, and its watchers with it
			}
			at := time.Now()
			st.pressed.Store(at.UnixNano())
			status, body, err := c.post(tb.path, e.l.auth[tb.next], tb.body)
			if err != nil {
				return took, err
			}
			if status == 200 {
				took = append(took, time.Since(at))
				if seq, ok := seqIn(body); ok {
					st.seq.Store(seq)
				}
			}
			if err := e.l.heard(tb, status, body); err != nil {
				return took, err
			}
		}
	}
}

// seqIn finds the number of the last event in the answer to a move.
func seqIn(body []byte) (int64, bool) {
	_, rest, ok := bytes.Cut(body, []byte(`"seq":`))
	end := bytes.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	if !ok || end < 1 {
		return 0, false
	}
	n, err := strconv.ParseInt(string(rest[:end]), 10, 64)
	return n, err == nil
}

func (e *evening) seqOf(tb *benchTable) (int64, error) {
	c, err := dial(e.s.Address())
	if err != nil {
		return 0, err
	}
	defer c.close()
	_, body, err := c.get("/games/"+tb.id, e.l.auth[0])
	if err != nil {
		return 0, err
	}
	seq, ok := seqIn(body)
	if !ok {
		return 0, errors.New("a table without seq")
	}
	return seq, nil
}

// settle waits for the last pings and counts those that never came.
func (e *evening) settle() error {
	for range 100 {
		if e.audience.behind() == 0 {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	lost, ended := e.audience.behind(), e.audience.ended.Load()
	e.r.line("watchers not told of the last event", strconv.Itoa(lost))
	e.r.line("streams that broke off", strconv.FormatInt(ended, 10))
	if lost > 0 || ended > 0 {
		return errors.New("pings were lost")
	}
	return nil
}

// leave closes all streams and waits for the server to forget them.
func (e *evening) leave() error {
	e.audience.close()
	var now int64
	for range 300 {
		var err error
		if now, err = figure(e.s, "go_goroutines"); err != nil {
			return err
		}
		if now <= e.calm+20 {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	e.r.line("goroutines before and after", strconv.FormatInt(e.calm, 10), strconv.FormatInt(now, 10))
	if now > e.calm+20 {
		return errors.New("goroutines were left behind")
	}
	return nil
}

// fan lets all watchers look at one table and times how long a move takes to the
// last of them.
func (e *evening) fan() error {
	if err := e.l.open(1); err != nil {
		return err
	}
	tb := e.l.tables[len(e.l.tables)-1]
	st := &stage{id: tb.id}
	seq, err := e.seqOf(tb)
	if err != nil {
		return err
	}
	st.seq.Store(seq)
	if e.audience, err = watch(e.s, []*stage{st}, e.o.streams); err != nil {
		return err
	}
	defer e.audience.close()
	c, err := dial(e.s.Address())
	if err != nil {
		return err
	}
	defer c.close()
	var worst []time.Duration
	for len(worst) < 15 {
		at := time.Now()
		st.pressed.Store(at.UnixNano())
		status, body, err := c.post(tb.path, e.l.auth[tb.next], tb.body)
		if err != nil {
			return err
		}
		if n, ok := seqIn(body); ok && status == 200 {
			st.seq.Store(n)
		}
		for e.audience.behind() > 0 {
			time.Sleep(5 * time.Millisecond)
		}
		if late := e.audience.take(); status == 200 && len(late) > 0 {
			worst = append(worst, late[len(late)-1])
		}
		if err := e.l.heard(tb, status, body); err != nil {
			return err
		}
	}
	r := rated(worst, time.Second)
	e.r.line("", "median", "worst")
	e.r.line(fmt.Sprintf("from a press to the last of %d at one table", e.o.streams), ms(r.p50), ms(worst[len(worst)-1]))
	return nil
}
