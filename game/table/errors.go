package table

import (
	"errors"
	"fmt"

	"github.com/bankhalter/bankhalter/game"
)

// What the service answers besides refusals of the rules. Errors of the store
// come through wrapped, so that errors.Is finds them.
var (
	ErrNoSeat       = errors.New("no seat at this table")
	ErrLeft         = errors.New("has left the game and not come back")
	ErrForbidden    = errors.New("only the owner of the table may do this")
	ErrUnwelcome    = errors.New("the owner of the table has blocked this person")
	ErrStale        = errors.New("seen state is out of date")
	ErrChanged      = errors.New("what was asked has just been replaced")
	ErrPrecondition = errors.New("state is not the one named in If-Match")
	ErrFull         = errors.New("no free seat")
	ErrStarted      = errors.New("game has begun")
	ErrNotStarted   = errors.New("game has not begun")
	ErrFinished     = errors.New("game is over")
	ErrNoPosition   = errors.New("the game never stood there")
	ErrOpening      = errors.New("game is about to begin")
	ErrNoLock       = errors.New("the table waits for no number of this seat")
	ErrNoChain      = errors.New("the dice of this game do not come from chains")
	ErrDamaged      = errors.New("stored game cannot be read")
	ErrSealed       = errors.New("closed because it could not be read")
	ErrInternal     = errors.New("internal error")
	ErrClosed       = errors.New("shutting down")
)

// Refused is a command that the rules do not allow.
type Refused struct {
	game.Refusal
	Command game.Command
}

// Error names the code and the rule by number; texts for players are made at the edge.
func (r *Refused) Error() string {
	return fmt.Sprintf("refused: code %d, rule %d", r.Code, r.Rule)
}

// RefusedSeats is a new table with a number of seats that the rulebook does not
// take, and what it takes; no Most means that its banker always plays.
type RefusedSeats struct {
	*Refused
	Least, Most int
}

// Unwrap is the refusal alone.
func (r *RefusedSeats) Unwrap() error { return r.Refused }

func refusedSeats(code game.Code, rule game.Rule, least, most int) error {
	return &RefusedSeats{&Refused{Refusal: game.Refusal{Code: code, Rule: rule}}, least, min(most, game.MaxSeats)}
}

// WrongLink is a number that is not the next one of the seat's chain.
type WrongLink struct {
	Expected uint32 // the number of the link that comes next, 1 for the first after the anchor
}

// Error tells which link is expected.
func (w *WrongLink) Error() string { return fmt.Sprintf("not link %d of the seat's chain", w.Expected) }
