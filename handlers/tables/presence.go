package tables

import (
	"slices"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// thinkingAfter is how long somebody is asked before they count as thinking.
const thinkingAfter = 30 * time.Second

// seatPresence says if the person on a seat is there; since when not, if that
// is known.
type seatPresence struct {
	Seat     game.Seat          `json:"seat"`
	Presence tablepage.Presence `json:"presence"`
	Since    *time.Time         `json:"since,omitempty"`
}

// attendance is who is at a table, by seats.
type attendance [game.MaxSeats]tablepage.Attendance

// attendance tells who of those who play is at the table now. Computers, and players
// who left the game to the table, have none.
func (s *Handler) attendance(snap *table.Snapshot) (list attendance) {
	for i := range snap.Seats {
		one := &snap.Seats[i]
		if i >= len(list) || one.Bot != "" || one.Player == "" || one.Away && one.Sub == "" {
			continue
		}
		here, since := s.Presence.Of(snap.Meta.ID, string(one.Player))
		if one.Sub != "" && !here {
			here, since = s.Presence.Of(snap.Meta.ID, string(one.Sub))
		}
		for at := snap.Meta.Device(one.Seat); !here && at != 0; at = at.Rest() { // who shares a device is there with it
			here, since = s.Presence.Of(snap.Meta.ID, string(snap.Seats[at.First()].Player))
		}
		x := &list[i]
		switch {
		case here && one.Awaited && !snap.Meta.Slow() && s.Now().Sub(snap.Moved()) >= thinkingAfter:
			x.Presence = tablepage.Thinking
		case here:
			x.Presence = tablepage.Here
		default:
			x.Presence, x.Since = tablepage.Away, since
		}
	}
	return list
}

// digest is a number that is another one when somebody comes, goes or begins to think
// for long, or when the operator announces something else; never 0.
func (list *attendance) digest(announced string) uint64 {
	var text [game.MaxSeats]byte
	for i := range list {
		if p := list[i].Presence; p != "" {
			text[i] = p[0]
		}
	}
	return max(1, xxhash.Sum64(append(text[:], announced...))>>16)
}

// json is who is at a table, for programs.
func (list *attendance) json(seats int) []seatPresence {
	all := make([]seatPresence, 0, seats)
	for i := range min(seats, len(list)) {
		x := list[i]
		if x.Presence == "" {
			continue
		}
		one := seatPresence{Seat: game.Seat(i), Presence: x.Presence}
		if !x.Since.IsZero() {
			since := x.Since.UTC().Truncate(time.Second)
			one.Since = &since
		}
		all = append(all, one)
	}
	return all
}

// asks notes that the viewer is at a table.
func (s *Handler) asks(c echo.Context, snap *table.Snapshot) {
	if me := web.Viewer(c).ID; sitsOrStandsIn(snap.Meta, me) {
		s.Presence.Ask(snap.Meta.ID, string(me))
	}
}

func sitsOrStandsIn(g *table.Game, p account.PlayerID) bool {
	return p != "" && slices.ContainsFunc(g.Seats, func(seat table.Seat) bool { return seat.Player == p || seat.Sub == p })
}
