package table

import (
	"errors"
	"fmt"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/problem"
	"github.com/bankhalter/bankhalter/game/wire"
)

// What the service answers besides refusals of the rules. Errors of the store
// come through wrapped, so that errors.Is finds them.
var (
	ErrNoSeat       = problem.New("no_seat", "no seat at this table")
	ErrLeft         = problem.New("left", "has left the game and not come back")
	ErrOut          = problem.New("out", "is bankrupt or only runs the bank")
	ErrForbidden    = problem.New("not_host", "only the owner of the table may do this")
	ErrUnwelcome    = problem.New("unwelcome", "the owner of the table has blocked this person")
	ErrTokenTaken   = problem.New("token_taken", "another player has this token")
	ErrColourTaken  = problem.New("colour_taken", "another player has this colour")
	ErrStale        = problem.New("stale", "seen state is out of date")
	ErrChanged      = problem.New("changed", "what was asked has just been replaced")
	ErrPrecondition = problem.New("precondition", "state is not the one named in If-Match")
	ErrFull         = problem.New("full", "no free seat")
	ErrStarted      = problem.New("started", "game has begun")
	ErrNotStarted   = problem.New("not_started", "game has not begun")
	ErrNotFinished  = problem.New("not_finished", "game is not over")
	ErrNotAlone     = problem.New("not_alone", "people are still in the game")
	ErrFinished     = problem.New("finished", "game is over")
	ErrNoPosition   = problem.New("unknown_position", "the game never stood there")
	ErrOpening      = problem.New("opening", "game is about to begin")
	ErrNoLock       = problem.New("no_lock", "the table waits for no number of this seat")
	ErrNoChain      = problem.New("no_chain", "the dice of this game do not come from chains")
	ErrDamaged      = problem.New("damaged", "stored game cannot be read")
	ErrSealed       = problem.New("sealed", "closed because it could not be read")
	ErrInternal     = errors.New("internal error")
	ErrClosed       = problem.Later("closing", "shutting down", time.Second)
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

// Problem names the code and the rule.
func (r *Refused) Problem() problem.Problem {
	return problem.Problem{Code: wire.CodeName(r.Code), Rule: r.Rule.String()}
}

// Rules returns what the rules say to which command.
func (r *Refused) Rules() (game.Refusal, *game.Command) { return r.Refusal, &r.Command }

// RefusedSeats is a new table with a number of seats that the rulebook does not
// take, and what it takes; no Most means that its banker always plays.
type RefusedSeats struct {
	*Refused
	Least, Most int
}

// As lets errors.As find the refusal alone. It is not wrapped: it would say less.
func (r *RefusedSeats) As(target any) bool {
	alone, ok := target.(**Refused)
	if ok {
		*alone = r.Refused
	}
	return ok
}

// Problem also names the field of a request for a new table.
func (r *RefusedSeats) Problem() problem.Problem {
	p := r.Refused.Problem()
	p.Field = "players"
	if r.Code == game.BadConfig {
		p.Field = "banker_only"
	}
	return p
}

// Seats returns the code of the refusal and how many seats there can be.
func (r *RefusedSeats) Seats() (code game.Code, least, most int) { return r.Code, r.Least, r.Most }

func refusedSeats(code game.Code, rule game.Rule, least, most int) error {
	return &RefusedSeats{&Refused{Refusal: game.Refusal{Code: code, Rule: rule}}, least, min(most, game.MaxSeats)}
}

// WrongLink is a number that is not the next one of the seat's chain.
type WrongLink struct {
	Expected uint32 // the number of the link that comes next, 1 for the first after the anchor
}

// Error names the expected link.
func (w *WrongLink) Error() string { return fmt.Sprintf("not link %d of the seat's chain", w.Expected) }

// Problem says which link is expected.
func (w *WrongLink) Problem() problem.Problem {
	return problem.Problem{Code: "wrong_link", Field: "link", Next: w.Expected}
}
