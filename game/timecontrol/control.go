package timecontrol

import (
	"time"

	"github.com/bankhalter/bankhalter/game/problem"
)

// Kind is how a table means to play.
type Kind string

// The kinds. Only at an open table nobody's time runs.
const (
	Open           Kind = "open"           // all players take the time they need
	Live           Kind = "live"           // all are at the table: seconds for a decision
	Evening        Kind = "evening"        // all have the evening: minutes
	Correspondence Kind = "correspondence" // a look in now and then: hours or days
)

// Kinds lists the kinds, the slowest last.
func Kinds() []Kind { return []Kind{Open, Live, Evening, Correspondence} }

// Seconds is a length of open time.
type Seconds int32

// Duration is the same as the standard library counts it.
func (s Seconds) Duration() time.Duration { return time.Duration(s) * time.Second }

// seconds rounds up, so that no fraction is lost.
func seconds(d time.Duration) Seconds {
	return Seconds((d + time.Second - 1) / time.Second)
}

// Control is what a table agrees upon. The zero value is an open table.
type Control struct {
	Kind     Kind    `json:"kind"`
	Each     Seconds `json:"each,omitempty"`     // for every single decision
	Bid      Seconds `json:"bid,omitempty"`      // for every bid instead, without the reserve; 0: as for the others
	Bank     Seconds `json:"bank,omitempty"`     // in reserve, for all decisions of a person together
	Notice   Seconds `json:"notice,omitempty"`   // after which a player counts as notified even if they have not looked
	Vacation int     `json:"vacation,omitempty"` // days off that each person may take
	Hours    Hours   `json:"hours,omitzero"`
	Assumed  bool    `json:"assumed,omitempty"` // nobody has picked it: it holds only where somebody is kept waiting
}

// Usual is what a kind of pace is like if nobody says otherwise.
func Usual(k Kind) Control {
	switch k {
	case Live:
		return Control{Kind: Live, Each: minute, Bid: 15, Bank: minute, Notice: 30}
	case Evening:
		return Control{Kind: Evening, Each: 5 * minute, Bank: 30 * minute, Notice: 5 * minute}
	case Correspondence:
		return Control{Kind: Correspondence, Each: day, Bank: 3 * day, Notice: day, Vacation: 14}
	default:
		return Control{Kind: Open}
	}
}

const (
	minute Seconds = 60
	hour           = 60 * minute
	day            = 24 * hour
)

// Bounds of what can be agreed upon.
const (
	MinEach     Seconds = 10
	MaxEach             = 14 * day
	MaxBank             = 60 * day
	MaxNotice           = 7 * day
	MaxVacation         = 60
)

// Invalid says which member of a time control, or which days off, cannot be.
type Invalid struct {
	code, field, why, text string
}

// Error is for the log.
func (e *Invalid) Error() string { return e.text }

// Is reports whether target stands for all that can be wrong with a time control.
func (e *Invalid) Is(target error) bool { return target == ErrControl && e.code == ErrControl.code }

// Problem names the field of a request and the reason.
func (e *Invalid) Problem() problem.Problem {
	return problem.Problem{Code: e.code, Field: e.field, Why: e.why}
}

// badControl is an error about a member of a time control.
func badControl(member, why, text string) *Invalid {
	return &Invalid{ErrControl.code, ErrControl.field + "." + member, why, ErrControl.text + ": " + text}
}

// ErrControl stands for all errors of Check.
var ErrControl = &Invalid{"bad_pace", "pace", "", "no pace to play at"}

// Errors of Check; each is an ErrControl.
var (
	ErrKind     error = badControl("kind", "kind", "unknown kind")
	ErrEach     error = badControl("each", "each", "time for a decision out of range")
	ErrBid      error = badControl("bid", "bid", "time for a bid out of range")
	ErrBank     error = badControl("bank", "bank", "reserve out of range")
	ErrNotice   error = badControl("notice", "notice", "time until somebody counts as told out of range")
	ErrVacation error = badControl("vacation", "vacation", "days off out of range")
	ErrZone     error = badControl("zone", "zone", "unknown time zone")
	ErrQuiet    error = badControl("quiet_from", "quiet", "quiet hours leave no hour of the day")
	ErrDays     error = badControl("days_off", "days", "no day of the week is left")
	ErrDayName  error = badControl("days_off", "day_name", "unknown day of the week")
	ErrClock    error = badControl("quiet_from", "clock", "no time of day")
)

// Timed reports whether any clock runs at all.
func (p *Control) Timed() bool { return p.Kind != "" && p.Kind != Open }

// Check returns the faults of a time control.
func (p *Control) Check() error {
	switch p.Kind {
	case Open, Live, Evening, Correspondence:
	default:
		return ErrKind
	}
	if err := p.Hours.check(); err != nil {
		return err
	}
	if !p.Timed() {
		return nil
	}
	switch {
	case p.Each < MinEach || p.Each > MaxEach:
		return ErrEach
	case p.Bid != 0 && (p.Bid < MinEach || p.Bid > p.Each):
		return ErrBid
	case p.Bank < 0 || p.Bank > MaxBank:
		return ErrBank
	case p.Notice < 0 || p.Notice > MaxNotice:
		return ErrNotice
	case p.Vacation < 0 || p.Vacation > MaxVacation:
		return ErrVacation
	}
	return nil
}

// Patience is how many decisions a player may miss in a row. After that a
// computer player moves for them at a live table, where the others sit and wait;
// at the others put says that those are asked first.
func (p *Control) Patience() (misses uint8, put bool) {
	if p.Kind == Live {
		return 2, false
	}
	return 3, true
}

// Grace is what everybody has at least, from the moment the server is back
// after it was down, or its clock was set forward: nobody could answer before.
func (p *Control) Grace() Seconds {
	return min(max(p.Each/4, MinEach), 4*hour)
}
