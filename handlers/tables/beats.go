package tables

import (
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/beats"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/tablepage"
	"github.com/bankhalter/bankhalter/views/text"
)

// mostBeats is of how many events an answer has beats at most, the last ones: more
// than that nobody looks at one by one.
const mostBeats = 1000

// beatsAfter are the beats since an event, as the seat may see them; never nil.
// What was taken back since then gives none.
func (s *Handler) beatsAfter(c echo.Context, snap *table.Snapshot, seat game.Seat, after uint32) ([]wire.Beat, error) {
	if snap.Seq() > mostBeats {
		after = max(after, snap.Seq()-mostBeats)
	}
	recent, err := s.Tables.ShownEvents(c.Request().Context(), snap.Meta.ID, after, 0)
	if err != nil || len(recent) == 0 || snap.State.Status == game.InLobby {
		return []wire.Beat{}, err
	}
	entries := Visible(snap, seat, recent)
	counters := tablepage.CounterOffersOf(entries, snap.State)
	entries = game.Kept(entries, func(i int) (uint32, *game.Event) { return entries[i].Seq, &entries[i].Event })
	events := make([]game.Event, len(entries))
	for i := range entries {
		events[i] = entries[i].Event
	}
	words := text.NewScene(web.LangOf(c), snap.Setup, snap.Names()).In(snap.State).To(seat)
	shown := beats.Of(snap.Setup.Rules, snap.State, events)
	list := make([]wire.Beat, 0, len(shown))
	for _, b := range shown {
		x := wire.BeatOf(snap.Setup, entries[b.Event].Seq, &b)
		x.Text = counters.Beat(words, &b, &events[b.Event])
		list = append(list, x)
	}
	return list, nil
}
