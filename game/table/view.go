package table

import (
	"encoding/json"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Entry is one event of a game's log.
type Entry struct {
	Seq   uint32
	At    time.Time
	Event game.Event
	JSON  json.RawMessage // as it is stored, nothing hidden
}

// view is a game as it was committed. It is never changed once it can be seen,
// so reading it takes no lock.
type view struct {
	g     *Game
	setup *setup.Setup
	seats []SeatInfo
	ready game.Refusal // in the lobby: what Start would answer
	tail  tail         // the last events
	terms wire.Agreements

	commitment string // to the numbers of the dice

	dice   *Dice        // of a running game under PF1
	locked game.Command // what the table is held for, if it is
	books  Books        // secret: every reader but their owners looks past them

	bidders game.Seats            // have left a standing bid in the auction that runs
	offers  [game.MaxSeats]uint32 // what each seat is asked, see offers

	state game.State // last: it holds no pointer, so the collector need not look through it
}

// moved is when the last event happened.
func (v *view) moved() time.Time {
	if v.tail.n > 0 {
		return v.tail.at
	}
	return v.g.UpdatedAt
}

// hold notes the command for which the table is held now.
func (v *view) hold(last game.Command) {
	v.locked = game.Command{}
	if v.state.Lock.Open {
		v.locked = last
	}
}

// agreed is the side agreements of the open proposals after more entries, with the state then.
func agreed(terms wire.Agreements, entries []Entry, s *game.State) wire.Agreements {
	for i := range entries {
		terms = terms.With(&entries[i].Event, entries[i].JSON)
	}
	return terms.Open(s)
}

// played is the set of seats that the server moves: bots, and people who left.
func (v *view) played() game.Seats { return played(v.g, &v.state) }

func played(g *Game, s *game.State) game.Seats {
	var set game.Seats
	for i, seat := range g.Seats {
		if s.In(game.Seat(i)) && (seat.Bot != "" || s.Players[i].Away) {
			set = set.With(game.Seat(i))
		}
	}
	return set
}

// summarise fills in what lists tell of the state. at is the time in the log, which is
// later than now if the clock was set back.
func summarise(g *Game, s *game.State, at, now time.Time) {
	was := g.Status
	g.Status, g.Seq, g.Waiting = s.Status, s.Seq, s.Waiting()
	g.Rev++
	g.UpdatedAt = at
	g.Turn, g.Round = game.Nobody, 0
	if s.Status == game.Playing {
		g.Turn, g.Round = s.Turn.Seat, s.Turn.Number
	}
	g.BotsDue = g.Waiting&played(g, s) != 0 && !resting(g, s)
	if s.Status == game.Finished && was != game.Finished {
		g.EndedAt = at
	}
	if s.TimeUp || s.Status == game.Finished {
		g.EndsAt = time.Time{}
	}
	switch {
	case !s.Lock.Open:
		g.LinkBy = time.Time{}
	case g.LinkBy.IsZero():
		g.LinkBy = now.Add(g.linkTime())
	}
}

// rebooked is the view after other standing orders were stored.
func (v *view) rebooked(books Books) *view {
	next := *v
	next.books = books
	g := *v.g
	g.written()
	next.g = &g
	return &next
}
