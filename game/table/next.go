package table

import (
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// NextWhat is what a table does by itself.
type NextWhat string

// What a table does by itself.
const (
	NextAnswer NextWhat = "answer" // answers for a player whose time runs out
	NextVote   NextWhat = "vote"   // decides a vote by those who have voted
	NextGoOn   NextWhat = "resume" // ends its pause
	NextDraw   NextWhat = "draw"   // goes on without a player's number
	NextHour   NextWhat = "hour"   // strikes the hour agreed upon
	NextClose  NextWhat = "close"  // closes for lack of activity
)

// Next is what happens at a table, and when, without any action.
type Next struct {
	What NextWhat
	At   time.Time
	Seat game.Seat        // whose time runs out, or about whom is voted; else game.Nobody
	Vote timecontrol.What // NextVote: the subject of the vote
}

// Next returns what happens first without any action; false if the game does
// not run. Something always happens in the end where people play.
func (snap *Snapshot) Next() (Next, bool) {
	g, s := snap.Meta, snap.s
	if g.Status != game.Playing || s == nil {
		return Next{}, false
	}
	var first Next
	sooner := func(n Next) {
		if !n.At.IsZero() && (first.At.IsZero() || n.At.Before(first.At)) {
			first = n
		}
	}
	if !g.LinkBy.IsZero() {
		sooner(Next{What: NextDraw, At: g.LinkBy, Seat: snap.State.Lock.Seat})
		return first, true // a table that is held is held for everything else too
	}
	sooner(Next{What: NextHour, At: g.EndsAt, Seat: game.Nobody})
	until, paused := g.Tempo.Paused(s.now())
	if paused {
		sooner(Next{What: NextGoOn, At: until, Seat: game.Nobody})
	}
	if g.Tempo != nil {
		for _, m := range g.Tempo.Motions {
			sooner(Next{What: NextVote, At: m.Ends, Seat: m.About, Vote: m.What})
		}
	}
	people, clocks := timed(g, snap.State), s.clocks(g)
	switch {
	case paused || snap.playing() != 0:
	case snap.State.Auction.Open:
		sooner(Next{What: NextAnswer, At: clocks.LastCall(snap.State, people), Seat: game.Nobody})
	case g.Clock.Timed():
		for set := people & snap.State.Waiting(); set != 0; set = set.Rest() {
			sooner(Next{What: NextAnswer, At: clocks.Deadline(snap.State, people, set.First()), Seat: set.First()})
		}
	}
	if first.What == NextAnswer && snap.State.Phase() == game.PhaseFinal && !snap.Setup.Rules.RemindersOn() {
		first.Seat = game.Nobody
	}
	sooner(Next{What: NextClose, At: closes(g, snap.State, clocks), Seat: game.Nobody})
	return first, first.What != ""
}

// playing is the set of seats that the server will move by itself right away.
func (snap *Snapshot) playing() game.Seats {
	if resting(snap.Meta, snap.State) {
		return 0
	}
	return played(snap.Meta, snap.State) & snap.State.Waiting()
}
