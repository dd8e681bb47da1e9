package commit

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/game/storage"
)

// How old the last commit may be before a question whether writing works is
// answered by trying: a server without players must notice too, and one
// that is kept from its players until it is ready gets no other writes.
const (
	trustSuccess = 30 * time.Second
	trustFailure = time.Second
)

// Prober finds out whether writing works.
type Prober struct {
	// Last returns when the last commit ended, zero if there was none, and how.
	Last func() (time.Time, error)
	// Try writes something that means nothing; failed reports whether the last commit did.
	Try func(ctx context.Context, failed bool) error

	mu  sync.Mutex
	now *probe
}

// probe is a write that tries out whether writing works. Callers that arrive while
// it is under way share it.
type probe struct {
	done chan struct{}
	err  error
}

// Ping returns how the last commit ended or, if that was too long ago, how a try
// does. It waits no longer than ctx.
func (p *Prober) Ping(ctx context.Context) error {
	at, err := p.Last()
	age := time.Since(at)
	if err == nil && age < trustSuccess || err != nil && age < trustFailure {
		return err
	}
	now := p.probe(ctx, err != nil)
	select {
	case <-now.done:
		return now.err
	case <-ctx.Done():
		if _, err := p.Last(); err != nil {
			return err
		}
		return fmt.Errorf("%w: ping: a write has not come through: %w", storage.ErrFailed, ctx.Err())
	}
}

// probe is the try that is under way, or a new one.
func (p *Prober) probe(ctx context.Context, failed bool) *probe {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now != nil {
		return p.now
	}
	now := &probe{done: make(chan struct{})}
	p.now = now
	go func() {
		now.err = p.Try(context.WithoutCancel(ctx), failed) // it is others' answer too
		p.mu.Lock()
		p.now = nil
		p.mu.Unlock()
		close(now.done)
	}()
	return now
}
