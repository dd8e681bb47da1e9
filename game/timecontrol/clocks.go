package timecontrol

import (
	"encoding/binary"
	"hash/fnv"
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// Clocks are the clocks of one table: what it has agreed upon, what it keeps of
// it, and what it takes to read them.
type Clocks struct {
	Control *Control
	State   *State         // nil if none is kept
	Zone    *time.Location // of the hours that were agreed upon
	Up      time.Time      // since when the server has been there without a break
}

// Calendar is the calendar of one seat.
func (x Clocks) Calendar(seat game.Seat) *Calendar {
	var leaves []Leave
	var pauses []Span
	if x.State != nil {
		pauses = x.State.Pauses
		if int(seat) < len(x.State.Seats) {
			leaves = x.State.Seats[seat].Leaves
		}
	}
	return NewCalendar(x.Control.Hours, x.Zone, pauses, leaves)
}

// Begins is when the time of a seat's decision begins to run at the latest, zero
// if it does not.
func (x Clocks) Begins(seat game.Seat) time.Time {
	begins, _ := x.Control.Begins(x.Calendar(seat), &x.State.Seats[seat].Clock)
	return begins
}

// Deadline is when the time of a seat runs out, zero if it does not. people is the
// set of seats whose time the table keeps.
func (x Clocks) Deadline(st *game.State, people game.Seats, seat game.Seat) time.Time {
	if x.State == nil || int(seat) >= len(x.State.Seats) || !people.Has(seat) || st.Lock.Open || x.alone(people) {
		return time.Time{}
	}
	c := &x.State.Seats[seat]
	if !c.Running() {
		return time.Time{}
	}
	if c.Lapsed == st.Turn.Number && lapses(st.Phase()) && !c.Bid {
		return c.Asked
	}
	end, ok := x.Control.Deadline(x.Calendar(seat), &c.Clock, x.Up)
	if !ok {
		return time.Time{}
	}
	return end
}

// alone reports whether nobody is kept waiting: at a live table with a single
// person no time runs.
func (x Clocks) alone(people game.Seats) bool { return x.Control.Kind == Live && people.Len() < 2 }

// lapses reports whether the answers of the phase are given at once for somebody
// whose time has run out in this turn. What may cost deeds and buildings is not
// hurried: for that they have time anew, as for each bid that has a time of its own,
// because a player who lets one deed go may want the next one.
func lapses(p game.Phase) bool {
	switch p {
	case game.PhaseDebt, game.PhaseTransfer, game.PhaseEqualise, game.PhaseFinal:
		return false
	default:
		return true
	}
}

// LastCall is when the time of the last one runs out who is asked in an
// auction, zero if it never does. Nobody's is carried out before: at whose
// deadline nothing happened they would have left a secret bid.
func (x Clocks) LastCall(st *game.State, people game.Seats) (last time.Time) {
	for set := people & st.Waiting(); set != 0; set = set.Rest() {
		end := x.Deadline(st, people, set.First())
		if end.IsZero() {
			return end
		}
		if end.After(last) {
			last = end
		}
	}
	return last
}

// Due is when something is to be done because somebody's time runs out, a pause
// ends or a vote does; zero if nothing is. In an auction it does not depend on who
// has left a standing bid.
func (x Clocks) Due(st *game.State, people game.Seats, now time.Time) (due time.Time) {
	sooner := func(at time.Time) {
		if !at.IsZero() && (due.IsZero() || at.Before(due)) {
			due = at
		}
	}
	if until, paused := x.State.Paused(now); paused {
		sooner(until)
	}
	for i := range x.State.Motions {
		sooner(x.State.Motions[i].Ends)
	}
	if st.Auction.Open {
		sooner(x.LastCall(st, people))
	} else {
		for i := range x.State.Seats {
			sooner(x.Deadline(st, people, game.Seat(i)))
		}
	}
	return due
}

// voteFor is how long a motion stands at the longest.
const voteFor = 3 * 24 * time.Hour

// VoteEnds is when a motion is decided by those who have voted: everybody has
// the time of a decision and of being told, in the open hours of the table.
func (x Clocks) VoteEnds(now time.Time) time.Time {
	cal := NewCalendar(x.Control.Hours, x.Zone, nil, nil)
	end, ok := cal.After(now, (x.Control.Each + x.Control.Notice).Duration())
	if !ok || !x.Control.Timed() || end.After(now.Add(voteFor)) {
		end = now.Add(voteFor)
	}
	return end
}

// Acting is who did what in a commit.
type Acting struct {
	People game.Seats // gave a command by hand
	Ran    game.Seats // their time ran out
	Shown  game.Seat  // the answer to their move shows them what comes next
}

// Keep stops and starts the clocks after steps of a turn that led to a state.
// people is the set of seats whose time the table keeps. earlier is when seats
// answered that had done so before, zero for the others.
func (x Clocks) Keep(after *game.State, people game.Seats, who Acting, turn uint16, at time.Time, earlier []time.Time) {
	for i := range x.State.Seats {
		seat := game.Seat(i)
		c := &x.State.Seats[i]
		ask := uint32(0)
		if people.Has(seat) {
			ask = x.decision(after, seat)
		}
		if c.Running() && (ask != c.Ask || who.Ran.Has(seat)) {
			end := at
			if i < len(earlier) && !earlier[i].IsZero() && earlier[i].Before(at) {
				end = earlier[i]
			}
			x.stop(seat, who, turn, end)
		}
		if who.People.Has(seat) {
			c.Missed, c.Lapsed, c.Sent = 0, 0, false // they are there
			x.State.Seen = at
		}
		if ask != 0 && !c.Running() {
			notified := time.Time{}
			if seat == who.Shown {
				notified = at
			}
			c.Ask, c.Bid = ask, x.bids(after)
			c.Clock.Ask(at, notified)
		}
	}
}

// bids reports whether what is open is a bid for which there is a time of its own.
func (x Clocks) bids(s *game.State) bool {
	if x.Control.Bid == 0 || !s.Auction.Open {
		return false
	}
	switch s.Phase() {
	case game.PhaseAuction, game.PhaseLiquidation, game.PhaseBuildingAuction:
		return true
	default:
		return false
	}
}

// decision distinguishes the decisions of a seat as DecisionID does. Where bids
// have a time of their own each of them puts a new one before everybody.
func (x Clocks) decision(s *game.State, seat game.Seat) uint32 {
	id := DecisionID(s, seat)
	if id != 0 && x.bids(s) {
		id = max(1, id^uint32(s.Auction.Bid)*2654435761)
	}
	return id
}

// stop stops the clock of a seat whose decision is made, by whomever. The rest
// of a turn in which a time ran out counts as one decision missed.
func (x Clocks) stop(seat game.Seat, who Acting, turn uint16, at time.Time) {
	c := &x.State.Seats[seat]
	missed, ran := c.Missed, who.Ran.Has(seat)
	x.Control.Answer(x.Calendar(seat), &c.Clock, at, x.Up, ran)
	c.Ask = 0
	if !ran || c.Lapsed == turn {
		c.Missed = missed
	}
	if ran {
		c.Lapsed = turn
	}
}

// DecisionID distinguishes the decisions of a seat; 0 if it is not waited for.
func DecisionID(s *game.State, seat game.Seat) uint32 {
	if s.Status != game.Playing || !s.Waiting().Has(seat) {
		return 0
	}
	h := fnv.New32a()
	b := make([]byte, 0, 32)
	top := s.Phase()
	b = append(b, byte(top), byte(s.Turn.Throw), byte(s.Turn.Space))
	b = binary.BigEndian.AppendUint16(b, s.Turn.Number)
	switch top {
	case game.PhaseAuction, game.PhaseLiquidation, game.PhaseBuildingAuction:
		it := s.Auction.Item
		b = append(b, byte(it.Kind), byte(it.Space), byte(it.Building), byte(it.Deck), byte(s.Shortage.Placing))
		b = append(b, byte(s.Stock[s.Shortage.Building])) // of several alike one after the other
	case game.PhaseDebt:
		b = append(b, byte(s.Debts[0].Creditor), byte(s.Debts[0].Cause), byte(s.NumDebts)) // and of several debts
	case game.PhaseEqualise:
		b = append(b, s.Equal.Group)
	case game.PhaseTransfer, game.PhaseIntent:
		b = append(b, byte(s.NumDebts), s.OutCount)
	default:
	}
	_, _ = h.Write(b)
	return max(1, h.Sum32())
}
