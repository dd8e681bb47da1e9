package talk

import (
	"fmt"
	"time"

	"github.com/bankhalter/bankhalter/game/problem"
)

// What may be written, and how much of it.
const (
	MaxMessage = 500  // characters
	MaxNote    = 4000 // characters
	MaxWhy     = 500  // characters of what is said to a report

	keptMessages = 2000 // of a table; older ones go
	recalled     = 60   // of a table, in memory
	maxTower     = 4    // marks on one letter: more than any script needs would hide the lines around it

	takeBack   = 10 * time.Minute // in which an author may delete their message
	sayBurst   = 6                // messages of a person at a table at once
	sayEvery   = 5 * time.Second  // and one more in so long
	tableBurst = 40               // of all at a table
	tableEvery = time.Second
	tellBurst  = 10 // reports of a person
	tellEvery  = 10 * time.Minute
)

// TooSoon is returned to a player who writes more than the others can be expected to read.
type TooSoon struct {
	Wait time.Duration // after which they may try again
}

// Error says how long to wait.
func (t *TooSoon) Error() string { return fmt.Sprintf("again in %v", t.Wait) }

// Problem says how long to wait.
func (t *TooSoon) Problem() problem.Problem { return problem.Problem{Code: "too_many", Wait: t.Wait} }

// bucket holds the messages that a player may write at once; it fills up again by and by.
type bucket struct {
	left float64
	at   time.Time
}

// take takes one out, or returns *TooSoon.
func (b *bucket) take(now time.Time, size int, every time.Duration) error {
	if b.at.IsZero() {
		b.left, b.at = float64(size), now
	}
	if now.After(b.at) {
		b.left = min(float64(size), b.left+float64(now.Sub(b.at))/float64(every))
	}
	b.at = now // a clock that was set back gives nothing and takes nothing
	if b.left < 1 {
		return &TooSoon{Wait: time.Duration((1 - b.left) * float64(every))}
	}
	b.left--
	return nil
}

// full reports whether the bucket is as good as new.
func (b *bucket) full(now time.Time, size int, every time.Duration) bool {
	return b.left+float64(now.Sub(b.at))/float64(every) >= float64(size)
}
