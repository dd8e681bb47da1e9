package tables

import (
	"context"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// logTail is how many events of the log the page of a table reads, less than a
// table keeps in memory (table.maxShown), so that no page waits for the disk; the
// presenters cut them down to the last turns.
const logTail = 120

// LogFrom is the event after which the end of the log begins that the page of a
// table reads, when seq is its last event.
func LogFrom(seq uint32) uint32 {
	if seq > logTail {
		return seq - logTail
	}
	return 0
}

// mostTails is how many ends of logs are kept, some 30 kB each.
const mostTails = 128

// tailOf names the end of the log of a table. Words of people may be taken out of it.
type tailOf struct {
	game string
	seq  uint32
	rev  uint64
}

// tailFor is the end of the log up to the snapshot, as a seat may see it. The
// entries are shared: they are not changed.
func (s *Handler) tailFor(ctx context.Context, snap *table.Snapshot, seat game.Seat) ([]tablepage.Entry, error) {
	of := tailOf{snap.Meta.ID, snap.Seq(), snap.Rev()}
	all, ok := s.tails.Get(of)
	if !ok {
		shown, err := s.Tables.ShownEvents(ctx, of.game, LogFrom(of.seq), 0)
		if err != nil {
			return nil, err
		}
		all = Visible(snap, wire.All, shown)
		s.explainAnswers(ctx, snap, all)
		s.tails.Add(of, all)
	}
	return seenBy(snap, seat, all), nil
}

// Visible are the events that a seat may see, up to the snapshot.
func Visible(snap *table.Snapshot, seat game.Seat, shown []table.ShownEvent) []tablepage.Entry {
	for len(shown) > 0 && shown[len(shown)-1].Seq > snap.Seq() {
		shown = shown[:len(shown)-1]
	}
	list := make([]tablepage.Entry, len(shown))
	for i := range shown {
		list[i] = tablepage.Entry{Seq: shown[i].Seq, At: shown[i].At, Event: shown[i].Event, Terms: shown[i].Terms, By: shown[i].By}
	}
	return seenBy(snap, seat, list)
}

// seenBy leaves out what a seat may not see yet.
func seenBy(snap *table.Snapshot, seat game.Seat, all []tablepage.Entry) []tablepage.Entry {
	if !wire.Conceals(snap.Setup, snap.State, seat) {
		return all
	}
	var few [logTail]game.Event
	events := few[:0]
	for i := range all {
		events = append(events, all[i].Event)
	}
	hidden := wire.Hide(snap.Setup, snap.State, seat, events)
	if hidden == nil {
		return all
	}
	list := make([]tablepage.Entry, 0, len(all))
	for i := range all {
		if !hidden[i] {
			list = append(list, all[i])
		}
	}
	return list
}
