package timecontrol

import (
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// State is what a table keeps about the time of its people, and about what they
// are voting on. It is never changed once it can be seen: change a Clone.
type State struct {
	Seats   []SeatTime `json:"seats,omitempty"`
	Seen    time.Time  `json:"seen,omitzero"` // last sign of life of any person
	Pauses  []Span     `json:"pauses,omitempty"`
	Motions []Motion   `json:"motions,omitempty"`
	Decided []Decided  `json:"decided,omitempty"` // the last votes, oldest first
}

// Decided is a vote that is over.
type Decided struct {
	Motion
	Result Voice     `json:"result"`
	Over   time.Time `json:"over"`
}

// keepDecided is how many votes that are over a table remembers.
const keepDecided = 10

// Decide notes the outcome of a vote.
func (t *State) Decide(m *Motion, result Voice, at time.Time) {
	if n := len(t.Decided); n >= keepDecided {
		t.Decided = t.Decided[n-keepDecided+1:]
	}
	t.Decided = append(t.Decided[:len(t.Decided):len(t.Decided)], Decided{Motion: *m, Result: result, Over: at})
}

// TakeBack notes, among the votes, that the player of a seat has taken it back from the
// stand-in of a name.
func (t *State) TakeBack(seat game.Seat, name string, at time.Time) {
	t.Decide(&Motion{What: StandIn, By: seat, About: seat, Name: name, At: at, Ends: at}, Dropped, at)
}

// TakenBack reports whether no vote was held, but the player of the seat has taken it back.
func (m *Motion) TakenBack() bool { return m.What == StandIn && m.By >= 0 }

// Drop ends the motions whose reason is gone, and notes that they ended so.
func (t *State) Drop(gone func(Motion) bool, at time.Time) {
	if !slices.ContainsFunc(t.Motions, gone) {
		return
	}
	kept := make([]Motion, 0, len(t.Motions))
	for i := range t.Motions {
		if m := &t.Motions[i]; gone(*m) {
			t.Decide(m, Dropped, at)
		} else {
			kept = append(kept, *m)
		}
	}
	t.Motions = kept
}

// Here ends a vote about the absence of a seat whose player does something at
// the table, even if it is no move.
func (t *State) Here(seat game.Seat, at time.Time) {
	about := func(m Motion) bool { return m.What == Absent && m.About == seat }
	if slices.ContainsFunc(t.Motions, about) {
		t.Seats[seat].Missed = 0
		t.Drop(about, at)
	}
}

// SeatTime is the time of one seat.
type SeatTime struct {
	Clock
	Ask    uint32  `json:"ask,omitempty"`    // which decision the clock runs for
	Lapsed uint16  `json:"lapsed,omitempty"` // the turn in which their time ran out: further decisions in it are answered at once
	Leaves []Leave `json:"leaves,omitempty"`
	Sent   bool    `json:"sent,omitempty"` // taken from the table by a vote about their absence

	Nudged      uint32    `json:"nudged,omitempty"` // the decision about which another player nudged them
	NudgedAt    time.Time `json:"nudged_at,omitzero"`
	Thinks      uint32    `json:"thinks,omitempty"` // the decision about which they said that they are thinking
	ThinksUntil time.Time `json:"thinks_until,omitzero"`
}

// Clone is a copy for so many seats that can be changed.
func (t *State) Clone(seats int) *State {
	c := &State{}
	if t != nil {
		*c = *t
		c.Seats, c.Pauses, c.Motions = slices.Clone(t.Seats), slices.Clone(t.Pauses), slices.Clone(t.Motions)
	}
	if n := seats - len(c.Seats); n > 0 {
		c.Seats = append(c.Seats, make([]SeatTime, n)...)
	}
	return c
}

// Paused reports whether the table pauses, and until when at the latest.
func (t *State) Paused(now time.Time) (until time.Time, ok bool) {
	if t == nil {
		return time.Time{}, false
	}
	for _, p := range t.Pauses {
		if !now.Before(p.From) && (p.To.IsZero() || now.Before(p.To)) {
			return p.To, true
		}
	}
	return time.Time{}, false
}

// keepPauses is how many pauses a table remembers, for the clocks that ran in them.
const keepPauses = 100

// Adopt changes what a table has agreed upon as a motion says that was carried.
func (t *State) Adopt(p *Control, m *Motion, now time.Time) {
	switch m.What {
	case NewControl:
		*p = *m.Pace
		for i := range t.Seats {
			p.Adopt(&t.Seats[i].Clock, now)
		}
	case Halt:
		if n := len(t.Pauses); n >= keepPauses {
			t.Pauses = slices.Clone(t.Pauses[n-keepPauses+1:])
		}
		t.Pauses = append(t.Pauses, Span{From: now, To: m.Until})
	case GoOn:
		for i := range t.Pauses {
			if p := &t.Pauses[i]; !now.Before(p.From) && (p.To.IsZero() || now.Before(p.To)) {
				p.To = now
			}
		}
	default:
	}
}
