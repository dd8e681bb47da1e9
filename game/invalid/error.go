// Package invalid names a value in a request that nothing could accept.
package invalid

import "fmt"

// Error is a value in a request that nothing could accept: where it stood and why.
type Error struct {
	Field string // as the API names it: name, players, pace, clock, days, until, what, vote, bots, bot, banker, edition, scenario ...
	Why   string // a short reason for programs: empty, long, characters, unknown, range, many, unplayable, reserved
	Err   error  // the cause, if a deeper layer said more
}

// Error names the field and the reason.
func (e *Error) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("invalid %s: %v", e.Field, e.Err)
	}
	return fmt.Sprintf("invalid %s: %s", e.Field, e.Why)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
