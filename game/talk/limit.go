package talk

import (
	"fmt"
	"maps"
	"time"

	"golang.org/x/time/rate"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/problem"
)

// What may be written, and how much of it.
const (
	MaxMessage = 500  // characters
	maxNote    = 4000 // characters
	maxWhy     = 500  // characters of what is said to a report

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

// limiters are what each player may do at once and by and by.
type limiters struct {
	burst int
	every time.Duration
	of    map[account.PlayerID]*rate.Limiter
}

func newLimiters(burst int, every time.Duration) limiters {
	return limiters{burst, every, map[account.PlayerID]*rate.Limiter{}}
}

// get is the limiter of a player. Those that are as good as new are forgotten.
func (l *limiters) get(p account.PlayerID, now time.Time) *rate.Limiter {
	if own := l.of[p]; own != nil {
		return own
	}
	maps.DeleteFunc(l.of, func(_ account.PlayerID, one *rate.Limiter) bool { return one.TokensAt(now) >= float64(l.burst) })
	own := rate.NewLimiter(rate.Every(l.every), l.burst)
	l.of[p] = own
	return own
}

// take takes one out of each, or returns *TooSoon and takes nothing.
func take(now time.Time, all ...*rate.Limiter) error {
	taken := make([]*rate.Reservation, 0, len(all))
	for _, one := range all {
		r := one.ReserveN(now, 1)
		taken = append(taken, r)
		if wait := r.DelayFrom(now); wait > 0 {
			for _, r := range taken {
				r.CancelAt(now)
			}
			return &TooSoon{Wait: wait}
		}
	}
	return nil
}
