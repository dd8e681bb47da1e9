package tablepage

import (
	"net/url"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/views/page"
)

// Timing is what a viewer may know of the clocks of a table.
type Timing struct {
	Pace    timecontrol.Control
	Zone    *time.Location // of the table
	Now     time.Time
	Asked   []Asked   // people for whom the table waits, as the viewer may know it
	Paused  bool      // nobody can move
	Until   time.Time // when the pause ends by itself
	Next    *NextStep // what happens if nobody does anything; nil if the game does not run
	Closes  time.Time // when the table closes if nobody gives a sign of life
	Resting bool      // nobody is there any more
	Seats   []SeatTiming
	Votes   []Vote
	Decided []Verdict // the last ones, oldest first
}

// Asked is somebody for whom a table waits.
type Asked struct {
	Seat     game.Seat
	Since    time.Time
	Notified bool
	Until    time.Time // zero: they have any time
	Remind   time.Time // when time gets short
	Default  game.CommandKind
}

// NextStep is what a table does by itself, under the names of package table.
type NextStep struct {
	What string
	At   time.Time
	Seat game.Seat
}

// SeatTiming is the time of one person.
type SeatTiming struct {
	Bank     timecontrol.Seconds
	Given    timecontrol.Seconds // by others, for the decision that is open
	Missed   int                 // decisions in a row for which their time ran out
	OffUntil time.Time
	Leaves   []timecontrol.Leave
	DaysLeft int
	Callable bool // the viewer may put this absence to the vote
	Vacant   bool // somebody may offer to stand in

	Nudgeable bool // the viewer may nudge them
	Patience
}

// Patience is what has been said about the decision of a seat.
type Patience struct {
	Nudged   time.Time // when another player nudged them, zero if nobody did
	Thinking time.Time // until when they are known to be thinking, zero if they are not
}

// Vote is something that is put to the vote.
type Vote struct {
	timecontrol.Motion
	Choices []timecontrol.Voice // of the viewer; none if they have no vote
	Missing game.Seats
}

// Verdict is a vote that is over.
type Verdict struct {
	timecontrol.Motion
	Result timecontrol.Voice
	Over   time.Time
}

// PaceData is the page about the pace of a table.
type PaceData struct {
	Table   TableData
	Times   *Timing
	Known   bool // the viewer has a name
	Mine    bool // the viewer plays a seat
	Problem *page.Problem
	Form    string     // id of the form that was refused, "" if none or one without fields
	Typed   url.Values // its fields
}

// proposed is the form for another pace: as it was sent if it was refused, else with the
// pace that holds.
func (s *paceBook) proposed() paceForm {
	if s.d.Typed.Get("what") == string(timecontrol.NewControl) {
		return TypedControl(s.d.Typed)
	}
	return paceFormOf(&s.t.Pace)
}

// typed is what a form of this page held that was refused, else what it usually holds.
func (s *paceBook) typed(what timecontrol.What, name, usual string) string {
	if s.d.Typed.Get("what") != string(what) {
		return usual
	}
	return page.Typed(s.d.Typed, name, usual)
}

// voiceName is the name of a vote in forms.
func voiceName(v timecontrol.Voice) string {
	return [...]string{"silent", "yes", "no", "wait", "substitute", "bankrupt", "dropped"}[min(v, timecontrol.Dropped)]
}

// nextShown reports whether what comes next is said: not if it is that the table closes, which
// stands below with what puts it off.
func (s *paceBook) nextShown() bool {
	return s.t.Next != nil && (s.t.Next.What != "close" || s.t.Closes.IsZero())
}
