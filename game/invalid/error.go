// Package invalid names a value in a request that nothing could accept.
package invalid

import (
	"fmt"

	"github.com/bankhalter/bankhalter/game/problem"
)

// Error is an unacceptable value in a request: its field and the reason.
type Error struct {
	Field string // as the API names it: name, players, pace, clock, days, until, what, vote, bots, bot, banker, edition, scenario ...
	Why   string // a short reason for programs: empty, long, characters, unknown, range, many, unplayable, position, reserved
	Most  int    // how many characters it may have, if it is too long
	Err   error  // the cause, if a deeper layer said more
}

// Error names the field and the reason.
func (e *Error) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("invalid %s: %v", e.Field, e.Err)
	}
	return fmt.Sprintf("invalid %s: %s", e.Field, e.Why)
}

// Problem names the field, and what it should hold if the reason alone does not say so.
func (e *Error) Problem() problem.Problem {
	p := problem.Problem{Code: "bad_setup", Field: e.Field}
	switch e.Field {
	case "name":
		p.Code = "bad_name"
	case "edition":
		p.Code = "unknown_edition"
	case "players":
		p.Code = "count"
	case "sandbox_of":
		p.Code = "bad_scenario"
	case "until":
		p.Code = "bad_pause"
	case "vote":
		p.Code = "bad_vote"
	case "what", "about":
		p.Code = "unknown_vote"
	}
	if e.Why == "position" {
		p.Code, p.Expect = "bad_setup", "as_in_position"
	}
	switch e.Field + " " + e.Why {
	case "name reserved", "title reserved":
		p.Code = "reserved_name"
	case "bots unknown", "bot unknown":
		p.Expect = "persona"
	case "bots many":
		p.Expect = "few_bots"
	case "here name":
		p.Expect = "names_here"
	case "here many":
		p.Expect = "few_here"
	case "title empty", "title characters", "title long":
		p.Expect = "title"
	case "banker range":
		p.Expect = "own_seat"
	case "pace unknown":
		p.Expect = "pace"
	}
	return p
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
