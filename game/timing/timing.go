// Package timing sums up how long the parts of an answer took, so that a page that
// is slow says why.
package timing

import (
	"context"
	"sync/atomic"
	"time"
)

// Part is something that an answer waits for.
type Part uint8

// The parts of an answer.
const (
	Wait   Part = iota // for others who change the same table
	Store              // for the database
	Render             // for the page or the JSON to be written
	parts
)

// String is the name of the part in the header Server-Timing.
func (p Part) String() string { return [parts]string{"wait", "store", "render"}[p] }

// Parts lists all parts.
func Parts() []Part { return []Part{Wait, Store, Render} }

// Sums is how long each part of an answer took so far. Several may add to it at once.
type Sums struct{ took [parts]atomic.Int64 }

type key struct{}

// With returns a context whose users add to the sums.
func With(ctx context.Context, s *Sums) context.Context { return context.WithValue(ctx, key{}, s) }

// Since adds the time since a moment to a part of the answer that the context
// belongs to, if it belongs to one.
func Since(ctx context.Context, p Part, began time.Time) {
	if s, ok := ctx.Value(key{}).(*Sums); ok {
		s.took[p].Add(int64(time.Since(began)))
	}
}

// Of is how long a part took so far.
func (s *Sums) Of(p Part) time.Duration { return time.Duration(s.took[p].Load()) }
