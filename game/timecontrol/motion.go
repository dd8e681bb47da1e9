package timecontrol

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// What is what the people at a table can agree upon while they play.
type What string

// The subjects of a motion.
const (
	NewControl What = "pace"     // play on at another pace: all must agree
	Halt       What = "pause"    // pause, at most for the time that is named: all must agree
	GoOn       What = "resume"   // end the pause: more than half
	Absent     What = "absent"   // how to go on without somebody: what most of the others want
	StandIn    What = "stand_in" // let a person who offers it play for an absent player: more than half
)

// Subjects lists them all.
func Subjects() []What { return []What{NewControl, Halt, GoOn, Absent, StandIn} }

// Voice is a vote.
type Voice uint8

// The voices. From Wait to Bankrupt they are the choices about an absent player.
const (
	Silent Voice = iota
	Yes
	No
	Wait       // go on with the default answers
	Substitute // let a computer player move for them until they are back
	Bankrupt   // let them go bankrupt to the bank, where the table's rules have it
	Dropped    // no one's vote: the result of a motion whose reason is gone
)

// UnmarshalJSON reads a voice as its number; it is an error if there is none of it.
func (v *Voice) UnmarshalJSON(b []byte) error {
	var n uint8
	if err := json.Unmarshal(b, &n); err != nil {
		return err
	}
	if n > uint8(Dropped) {
		return fmt.Errorf("there is no vote %d", n)
	}
	*v = Voice(n)
	return nil
}

// Motion is something that is put to the vote.
type Motion struct {
	What  What                 `json:"what"`
	By    game.Seat            `json:"by"`             // who moved it; nobody for a vote about an absence
	About game.Seat            `json:"about"`          // who is absent, or whose seat it is; else nobody
	Pace  *Control             `json:"pace,omitempty"` // NewControl
	Until time.Time            `json:"until,omitzero"` // Halt: when the pause ends by itself
	At    time.Time            `json:"at"`             // since when it is put
	Ends  time.Time            `json:"ends"`           // when it is decided by those who have voted
	Votes [game.MaxSeats]Voice `json:"votes"`
	Harsh bool                 `json:"harsh,omitempty"` // Absent: bankruptcy can be chosen
	Who   string               `json:"who,omitempty"`   // StandIn: id of the person who offers it
	Name  string               `json:"name,omitempty"`  // StandIn: the stand-in's name at the table
}

// MaxPause is how long a pause may last; a table does not sleep for ever.
const MaxPause = 60 * 24 * time.Hour

// Vote counts a voice; false if it is none that the motion asks for.
func (m *Motion) Vote(seat game.Seat, v Voice) bool {
	if seat < 0 || int(seat) >= len(m.Votes) || seat == m.About {
		return false
	}
	switch v {
	case Yes, No:
		if m.What == Absent {
			return false
		}
	case Wait, Substitute:
		if m.What != Absent {
			return false
		}
	case Bankrupt:
		if m.What != Absent || !m.Harsh {
			return false
		}
	default:
		return false
	}
	m.Votes[seat] = v
	return true
}

// Missing is which of the voters have not voted yet.
func (m *Motion) Missing(voters game.Seats) game.Seats {
	missing := voters
	if m.About >= 0 {
		missing = missing.Without(m.About)
	}
	for i, v := range m.Votes {
		if v != Silent {
			missing = missing.Without(game.Seat(i))
		}
	}
	return missing
}

// Outcome is what the vote has come to: Silent while it is open, else Yes, No,
// or what is done about the absence. voters are the people who are at the table
// now; nobody else's voice counts any more. Without voters nothing is agreed upon.
func (m *Motion) Outcome(voters game.Seats, now time.Time) Voice {
	over := !now.Before(m.Ends)
	missing := m.Missing(voters).Len()
	var count [Bankrupt + 1]int
	for i, v := range m.Votes {
		if voters.Has(game.Seat(i)) && int(v) < len(count) {
			count[v]++
		}
	}
	switch m.What {
	case Absent:
		voiced := count[Wait] + count[Substitute] + count[Bankrupt]
		if !over && (missing > 0 || voiced == 0) {
			return Silent
		}
		return m.mildest(&count)
	case GoOn, StandIn:
		all := voters.Len()
		if count[Yes]*2 > all || over && count[Yes] > count[No] {
			return Yes
		}
		if over || (count[Yes]+missing)*2 <= all {
			return No
		}
	default:
		switch {
		case count[No] > 0:
			return No
		case missing == 0 && count[Yes] > 0:
			return Yes
		case over:
			return No
		}
	}
	return Silent
}

// mildest is what most want; between as many the milder. If nobody has said
// anything a computer player steps in, so that the game goes on, unless leaving
// means bankruptcy: then play waits.
func (m *Motion) mildest(count *[Bankrupt + 1]int) Voice {
	if !m.Harsh && count[Wait]+count[Substitute]+count[Bankrupt] == 0 {
		return Substitute
	}
	best := Wait
	for _, v := range [...]Voice{Substitute, Bankrupt} {
		if count[v] > count[best] {
			best = v
		}
	}
	return best
}
