package table

import (
	"encoding/binary"
	"hash/fnv"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// Tempo is what a table keeps about the time of its people, and about what they
// are voting on. It is never changed once it can be seen.
type Tempo struct {
	Seats   []SeatTime           `json:"seats,omitempty"`
	Seen    time.Time            `json:"seen,omitzero"` // last sign of life of any person
	Pauses  []timecontrol.Span   `json:"pauses,omitempty"`
	Motions []timecontrol.Motion `json:"motions,omitempty"`
	Decided []Decided            `json:"decided,omitempty"` // the last votes, oldest first
}

// Decided is a vote that is over.
type Decided struct {
	timecontrol.Motion
	Result timecontrol.Voice `json:"result"`
	Over   time.Time         `json:"over"`
}

// keepDecided is how many votes that are over a table remembers.
const keepDecided = 10

// decide notes the outcome of a vote.
func (t *Tempo) decide(m *timecontrol.Motion, result timecontrol.Voice, at time.Time) {
	if n := len(t.Decided); n >= keepDecided {
		t.Decided = t.Decided[n-keepDecided+1:]
	}
	t.Decided = append(t.Decided[:len(t.Decided):len(t.Decided)], Decided{Motion: *m, Result: result, Over: at})
}

// drop ends the motions whose reason is gone, and notes that they ended so.
func (t *Tempo) drop(gone func(timecontrol.Motion) bool, at time.Time) {
	if !slices.ContainsFunc(t.Motions, gone) {
		return
	}
	kept := make([]timecontrol.Motion, 0, len(t.Motions))
	for i := range t.Motions {
		if m := &t.Motions[i]; gone(*m) {
			t.decide(m, timecontrol.Dropped, at)
		} else {
			kept = append(kept, *m)
		}
	}
	t.Motions = kept
}

// here ends a vote about the absence of a seat whose player does something at
// the table, even if it is no move.
func (t *Tempo) here(seat game.Seat, at time.Time) {
	about := func(m timecontrol.Motion) bool { return m.What == timecontrol.Absent && m.About == seat }
	if slices.ContainsFunc(t.Motions, about) {
		t.Seats[seat].Missed = 0
		t.drop(about, at)
	}
}

// SeatTime is the time of one seat.
type SeatTime struct {
	timecontrol.Clock
	Ask    uint32              `json:"ask,omitempty"`    // which decision the clock runs for
	Lapsed uint16              `json:"lapsed,omitempty"` // the turn in which his time ran out: what else he is asked in it is answered at once
	Leaves []timecontrol.Leave `json:"leaves,omitempty"`
	Sent   bool                `json:"sent,omitempty"` // taken from the table by a vote about his absence
}

// clone is a copy for so many seats that can be changed.
func (t *Tempo) clone(seats int) *Tempo {
	c := &Tempo{}
	if t != nil {
		*c = *t
		c.Seats, c.Pauses, c.Motions = slices.Clone(t.Seats), slices.Clone(t.Pauses), slices.Clone(t.Motions)
	}
	if n := seats - len(c.Seats); n > 0 {
		c.Seats = append(c.Seats, make([]SeatTime, n)...)
	}
	return c
}

// paused reports whether the table pauses, and until when at the latest.
func (t *Tempo) paused(now time.Time) (until time.Time, ok bool) {
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

// askOf tells decisions of a seat apart; 0 if nobody waits for it.
func askOf(s *game.State, seat game.Seat) uint32 {
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
	case game.PhaseDebt:
		b = append(b, byte(s.Debts[0].Creditor), byte(s.Debts[0].Cause))
	case game.PhaseEqualise:
		b = append(b, s.Equal.Group)
	case game.PhaseTransfer, game.PhaseIntent:
		b = append(b, byte(s.NumDebts), s.OutCount)
	default:
	}
	_, _ = h.Write(b)
	return max(1, h.Sum32())
}

// timed is the set of seats whose time the table keeps: people who are there.
func timed(g *Game, s *game.State) game.Seats {
	var set game.Seats
	for i, seat := range g.Seats {
		if seat.Player != "" && s.In(game.Seat(i)) && !s.Players[i].Away {
			set = set.With(game.Seat(i))
		}
	}
	return set
}

// calendar is the calendar of one seat.
func (s *Service) calendar(g *Game, seat int) *timecontrol.Calendar {
	var leaves []timecontrol.Leave
	var pauses []timecontrol.Span
	if g.Tempo != nil {
		pauses = g.Tempo.Pauses
		if seat < len(g.Tempo.Seats) {
			leaves = g.Tempo.Seats[seat].Leaves
		}
	}
	return timecontrol.NewCalendar(g.Clock.Hours, s.zone(g.Clock.Hours.Zone), pauses, leaves)
}

// zone remembers the time zones that are in use; reading one takes a while. A
// zone was checked when the pace was agreed upon.
func (s *Service) zone(name string) *time.Location {
	if loc, ok := s.zones.Load(name); ok {
		return loc.(*time.Location)
	}
	h := timecontrol.Hours{Zone: name}
	loc, err := h.Location()
	if err != nil {
		s.cfg.Logger.Error("a time zone is gone; its tables run on UTC", "zone", name)
		loc = time.UTC
	}
	s.zones.Store(name, loc)
	return loc
}

// deadline is when the seat's time runs out, zero if it does not.
func (s *Service) deadline(g *Game, st *game.State, seat game.Seat) time.Time {
	if g.Tempo == nil || int(seat) >= len(g.Tempo.Seats) || !timed(g, st).Has(seat) || st.Lock.Open {
		return time.Time{}
	}
	c := &g.Tempo.Seats[seat]
	if !c.Running() {
		return time.Time{}
	}
	if c.Lapsed == st.Turn.Number && lapses(st.Phase()) {
		return c.Asked
	}
	end, ok := g.Clock.Deadline(s.calendar(g, int(seat)), &c.Clock, s.upSince())
	if !ok {
		return time.Time{}
	}
	return end
}

// lapses reports whether the answers of the phase are given at once for somebody
// whose time has run out in this turn. What may cost deeds and buildings is not
// hurried: for that he has time anew.
func lapses(p game.Phase) bool {
	switch p {
	case game.PhaseDebt, game.PhaseTransfer, game.PhaseEqualise, game.PhaseFinal:
		return false
	default:
		return true
	}
}

// keepTime stops and starts the clocks after steps that led from one state to
// another. g holds what was before and gets what is now. ahead is
// when seats answered that had done so before.
func (s *Service) keepTime(g *Game, before, after *game.State, steps []step, at time.Time, ahead []time.Time) {
	who := actors(steps)
	if !g.Clock.Timed() {
		if g.Tempo != nil && slices.ContainsFunc(g.Tempo.Motions, moot(g, after, who.people, at)) {
			g.Tempo = g.Tempo.clone(len(g.Seats))
			g.Tempo.drop(moot(g, after, who.people, at), at)
			g.DueAt = s.dueOf(g, after)
		}
		return
	}
	old := g.Tempo
	g.Tempo = old.clone(len(g.Seats))
	g.Tempo.drop(moot(g, after, who.people, at), at)
	people := timed(g, after)
	for i := range g.Seats {
		seat := game.Seat(i)
		c := &g.Tempo.Seats[i]
		if old == nil || i >= len(old.Seats) {
			c.Clock = g.Clock.Fresh()
		}
		ask := uint32(0)
		if people.Has(seat) {
			ask = askOf(after, seat)
		}
		if c.Running() && (ask != c.Ask || who.ran.Has(seat)) {
			end := at
			if i < len(ahead) && !ahead[i].IsZero() && ahead[i].Before(at) {
				end = ahead[i] // he had answered by then
			}
			s.stop(g, i, who, before.Turn.Number, end)
		}
		if who.people.Has(seat) {
			c.Missed, c.Lapsed, c.Sent = 0, 0, false // he is there
			g.Tempo.Seen = at
		}
		if ask != 0 && !c.Running() {
			told := time.Time{}
			if seat == who.shown {
				told = at
			}
			c.Ask = ask
			c.Clock.Ask(at, told)
		}
	}
	g.DueAt = s.dueOf(g, after)
}

// moot returns what reports whether the reason of a motion is gone: those whom
// it is about have done something themselves, have left or are out of the game,
// somebody plays for them already, or the pause that it would end is over.
func moot(g *Game, st *game.State, people game.Seats, at time.Time) func(timecontrol.Motion) bool {
	return func(m timecontrol.Motion) bool {
		switch m.What {
		case timecontrol.Absent:
			return people.Has(m.About) || !timed(g, st).Has(m.About)
		case timecontrol.StandIn:
			return !g.vacant(st, m.About) || g.SeatOf(account.PlayerID(m.Who)) >= 0
		case timecontrol.GoOn:
			_, paused := g.Tempo.paused(at)
			return !paused
		default:
			return false
		}
	}
}

// acting is who did what in a commit.
type acting struct {
	people game.Seats // gave a command by hand
	ran    game.Seats // their time ran out
	shown  game.Seat  // the answer to his move shows him what comes next
}

func actors(steps []step) acting {
	a := acting{shown: game.Nobody}
	for i := range steps {
		st := &steps[i]
		switch {
		case st.cmd.Seat < 0:
		case st.lapse:
			a.ran = a.ran.With(st.cmd.Seat)
		case st.origin == ByPerson:
			a.people, a.shown = a.people.With(st.cmd.Seat), st.cmd.Seat
		}
	}
	return a
}

// stop stops the clock of a seat whose decision is made, by whomever. The rest
// of a turn in which a time ran out counts as one decision missed.
func (s *Service) stop(g *Game, i int, who acting, turn uint16, at time.Time) {
	c := &g.Tempo.Seats[i]
	missed, ran := c.Missed, who.ran.Has(game.Seat(i))
	g.Clock.Answer(s.calendar(g, i), &c.Clock, at, s.upSince(), ran)
	c.Ask = 0
	if !ran || c.Lapsed == turn {
		c.Missed = missed
	}
	if ran {
		c.Lapsed = turn
	}
}

// dueOf is when the table goes on by itself because somebody's time runs out, a
// pause ends or a vote does, or because everybody has abandoned it. In an auction
// it does not depend on who has left a standing bid.
func (s *Service) dueOf(g *Game, st *game.State) time.Time {
	if g.Tempo == nil || st.Status != game.Playing {
		return time.Time{}
	}
	var due time.Time
	sooner := func(at time.Time) {
		if !at.IsZero() && (due.IsZero() || at.Before(due)) {
			due = at
		}
	}
	if until, paused := g.Tempo.paused(s.cfg.Now()); paused {
		sooner(until)
	}
	for i := range g.Tempo.Motions {
		sooner(g.Tempo.Motions[i].Ends)
	}
	if st.Auction.Open {
		sooner(s.lastCall(g, st))
	} else {
		for i := range g.Tempo.Seats {
			sooner(s.deadline(g, st, game.Seat(i)))
		}
	}
	sooner(s.closesAt(g, st))
	return due
}

// lastCall is when the time of the last one runs out who is asked in an
// auction, zero if it never does. Nobody's is carried out before: at whose
// deadline nothing happened he would have left a secret bid.
func (s *Service) lastCall(g *Game, st *game.State) (last time.Time) {
	for set := timed(g, st) & st.Waiting(); set != 0; set = set.Rest() {
		end := s.deadline(g, st, set.First())
		if end.IsZero() {
			return end
		}
		if end.After(last) {
			last = end
		}
	}
	return last
}
