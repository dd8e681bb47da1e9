package notifications

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bankhalter/bankhalter/game/notice"
)

const (
	lookEvery = 15 * time.Second // at the outbox, even if nothing is known to be due
	lookSoon  = time.Second      // at the soonest
)

// Step does everything that is due now, and returns when nothing more is.
func (o *Service) Step(ctx context.Context) error {
	for {
		n, err := o.sort(ctx)
		if err != nil {
			return err
		}
		for _, way := range sendingWays {
			k, err := o.work(ctx, way)
			if n += k; err != nil {
				return err
			}
		}
		if n == 0 {
			return nil
		}
	}
}

// Run works until the context ends. The ways do not wait for each other.
func (o *Service) Run(ctx context.Context) {
	if err := o.reload(ctx); err != nil && ctx.Err() == nil {
		o.cfg.Logger.Warn("who wants to be told could not be read", "err", err)
	}
	var at sync.WaitGroup
	defer at.Wait()
	at.Go(func() { o.loop(ctx, func() (int, error) { return o.sort(ctx) }) })
	at.Go(func() { o.loop(ctx, func() (int, error) { return 0, o.reload(ctx) }) })
	for _, way := range sendingWays {
		if _, ok := o.cfg.Senders[way]; ok {
			at.Go(func() { o.send(ctx, way) })
		} else {
			at.Go(func() { o.loop(ctx, func() (int, error) { return o.discard(ctx, way) }) })
		}
	}
}

// send serves the channels of one way until the context ends, a few at the same time.
// A channel whose receiver is slow keeps its own place busy and none of the others.
func (o *Service) send(ctx context.Context, way notice.Way) {
	p := places{served: make(chan served, abreast)}
	defer func() {
		for range p.taken {
			o.warn(ctx, p.leave(<-p.served))
		}
	}()
	for ctx.Err() == nil {
		_, err := o.begin(ctx, way, &p)
		o.warn(ctx, err)
		timer := time.NewTimer(o.pause(ctx))
		select {
		case s := <-p.served:
			o.warn(ctx, p.leave(s))
		case <-timer.C:
		case <-ctx.Done():
		}
		timer.Stop()
	}
}

// sendingWays are the ways on which something is sent.
var sendingWays = []notice.Way{notice.Mail, notice.Push, notice.Hook}

// work does what is due on a way, and returns on how many channels.
func (o *Service) work(ctx context.Context, way notice.Way) (int, error) {
	if _, ok := o.cfg.Senders[way]; !ok {
		return o.discard(ctx, way)
	}
	return o.deliver(ctx, way)
}

// loop works again at once while there is something to do, else when something
// is due.
func (o *Service) loop(ctx context.Context, work func() (int, error)) {
	for {
		n, err := guarded(work)
		o.warn(ctx, err)
		if n > 0 && err == nil {
			continue
		}
		timer := time.NewTimer(o.pause(ctx))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return
		}
	}
}

// guarded makes an error of a panic: what waits in the store would meet it again after
// every start of the server.
func guarded(work func() (int, error)) (n int, err error) {
	defer func() {
		if p := recover(); p != nil {
			n, err = 0, fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return work()
}

// warn logs that something went wrong, if it did.
func (o *Service) warn(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		o.cfg.Logger.Warn("people could not be told", "err", err)
	}
}

// pause is how long there is nothing to do.
func (o *Service) pause(ctx context.Context) time.Duration {
	at, err := o.store.NextDue(ctx)
	if err != nil || at.IsZero() {
		return lookEvery
	}
	return min(max(at.Sub(o.cfg.Now()), lookSoon), lookEvery)
}

// The ends that a message can come to.
const (
	sent = iota
	failed
	stalled
	gone
	ends
)

// counts counts messages by way and end.
type counts struct {
	mail, push, hook [ends]atomic.Uint64
}

func (c *counts) of(w notice.Way) *[ends]atomic.Uint64 {
	switch w {
	case notice.Push:
		return &c.push
	case notice.Hook:
		return &c.hook
	default:
		return &c.mail
	}
}

func (o *Service) count(w notice.Way, end int) { o.counts.of(w)[end].Add(1) }

// Tally counts the messages on one way since the service was made, by their fate.
type Tally struct {
	Way                         notice.Way
	Sent, Failed, Stalled, Gone uint64
}

// Stats is how the service fares.
type Stats struct {
	Notices, Messages int           // that wait
	Late              time.Duration // for how long the oldest of them has been due
	Tallies           []Tally
}

// Stats reads how the service fares.
func (o *Service) Stats(ctx context.Context) (Stats, error) {
	var s Stats
	notices, messages, oldest, err := o.store.Backlog(ctx)
	if err != nil {
		return s, err
	}
	s.Notices, s.Messages = notices, messages
	if late := o.now().Sub(oldest); !oldest.IsZero() && late > 0 {
		s.Late = late
	}
	for _, w := range []notice.Way{notice.Mail, notice.Push, notice.Hook} {
		c := o.counts.of(w)
		s.Tallies = append(s.Tallies, Tally{w, c[sent].Load(), c[failed].Load(), c[stalled].Load(), c[gone].Load()})
	}
	return s, nil
}
