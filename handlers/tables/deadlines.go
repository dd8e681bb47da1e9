package tables

import (
	"encoding/json"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
)

// awaitedJSON is somebody for whose answer a table waits.
type awaitedJSON struct {
	Seat     game.Seat       `json:"seat"`
	Asked    time.Time       `json:"asked"`
	Notified *time.Time      `json:"told"`
	Begins   *time.Time      `json:"begins"`
	Remind   *time.Time      `json:"remind"`
	Deadline *time.Time      `json:"deadline"`
	Default  json.RawMessage `json:"default" schema:"MoveInShort,null"`
}

// nextJSON is what a table does by itself.
type nextJSON struct {
	What table.NextWhat   `json:"what"`
	At   time.Time        `json:"at"`
	Seat *game.Seat       `json:"seat"`
	Vote timecontrol.What `json:"vote,omitempty"`
}

// Times is what the state of a table with clocks tells of them.
type Times struct {
	Waiting     []awaitedJSON `json:"waiting"`
	PausedUntil *time.Time    `json:"paused_until"`
	Votes       int           `json:"votes"`
	Next        *nextJSON     `json:"next"`
	ClosesAt    *time.Time    `json:"closes_at"`
	Resting     bool          `json:"resting"`
	Path        string        `json:"path"`
}

// waitingFor lists whom the table waits for, as the holder of a seat may know it.
func waitingFor(snap *table.Snapshot, seat game.Seat) []awaitedJSON {
	list := []awaitedJSON{}
	for _, d := range snap.SeenBy(seat, snap.Decisions()) {
		one := awaitedJSON{
			Seat: d.Seat, Asked: d.Asked.UTC(), Notified: web.TimeOrNull(d.Notified), Begins: web.TimeOrNull(d.Begins),
			Remind: web.TimeOrNull(d.Remind), Deadline: web.TimeOrNull(d.Deadline),
		}
		if !d.Deadline.IsZero() {
			one.Default = wire.EncodeMove(snap.Setup, d.Default)
		}
		list = append(list, one)
	}
	return list
}

func nextOf(snap *table.Snapshot) *nextJSON {
	n, ok := snap.Next()
	if !ok {
		return nil
	}
	return &nextJSON{What: n.What, At: n.At.UTC(), Seat: web.SeatOrNull(n.Seat), Vote: n.Vote}
}

// dormant is how near the end of its term a table without clocks has to be for
// every answer to say so; busy ones need not reckon it.
const dormant = 30 * 24 * time.Hour

// newTimes is what the state tells of clocks; nil at a table without any, unless
// it is voted on something, pauses, or is about to close.
func newTimes(snap *table.Snapshot, seat game.Seat) *Times {
	g := snap.Meta
	if g.Status != game.Playing || !g.Clock.Timed() && g.Tempo == nil && !snap.Idle(dormant) {
		return nil
	}
	t := &Times{Waiting: waitingFor(snap, seat), Next: nextOf(snap), ClosesAt: web.TimeOrNull(snap.ClosesAt()), Resting: snap.Resting(), Path: page.PacePath(g.ID)}
	if until, paused := snap.Paused(); paused {
		t.PausedUntil = web.TimeOrNull(until)
	}
	if g.Tempo != nil {
		t.Votes = len(g.Tempo.Motions)
	}
	return t
}
