package verify

import (
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
)

// recorded is the luck recorded in the events of a move. Beside it may run the
// luck of the seed, to compare.
type recorded struct {
	state  *game.State // of the workspace, while it decides
	events []game.Event
	first  uint32
	next   int       // the event from which the next draw is looked for
	seeded game.Luck // nil if there is no seed
	spare  game.Luck // for draws that the events do not record; those are found when the events are compared

	impossible uint32 // the first draw that could not come up
	differs    uint32 // the first draw that the seed gives otherwise
	equal      int    // draws that are the seed's
}

func newRecorded(s *game.State, events []game.Event, first uint32, seeded game.Luck) *recorded {
	return &recorded{state: s, events: events, first: first, seeded: seeded, spare: chance.Seeded([32]byte{})}
}

// drawn reports whether the event records a draw.
func drawn(k game.EventKind) bool {
	switch k {
	case game.Rolled, game.CardDrawn, game.TicketDrawn, game.DeedDealt:
		return true
	default:
		return false
	}
}

// take is the next draw of the move, which must be of the kind.
func (l *recorded) take(kind game.EventKind) *game.Event {
	for l.next < len(l.events) && !drawn(l.events[l.next].Kind) {
		l.next++
	}
	if l.next == len(l.events) || l.events[l.next].Kind != kind {
		return nil
	}
	l.next++
	return &l.events[l.next-1]
}

// judge notes the findings about the draw taken last.
func (l *recorded) judge(possible, same bool) {
	seq := l.first + uint32(l.next) - 1
	if !possible && l.impossible == 0 {
		l.impossible = seq
	}
	switch {
	case l.seeded == nil:
	case same:
		l.equal++
	case l.differs == 0:
		l.differs = seq
	}
}

// Roll is the throw in the log.
func (l *recorded) Roll(seat game.Seat, why game.Cause, faces *[6]uint8) [3]uint8 {
	var want [3]uint8
	if l.seeded != nil {
		want = l.seeded.Roll(seat, why, faces)
	}
	e := l.take(game.Rolled)
	if e == nil {
		return l.spare.Roll(seat, why, faces)
	}
	d := e.Dice
	third := d[2] == 0
	if faces != nil {
		third = slices.Contains(faces[:], d[2])
	}
	l.judge(third && min(d[0], d[1]) >= 1 && max(d[0], d[1]) <= 6, d == want)
	return d
}

// Card is the card in the log.
func (l *recorded) Card(seat game.Seat, deck game.Deck, pile *game.Pile) uint8 {
	var want uint8
	if l.seeded != nil {
		want = l.seeded.Card(seat, deck, pile)
	}
	e := l.take(game.CardDrawn)
	if e == nil {
		return l.spare.Card(seat, deck, pile)
	}
	possible := pile.Undrawn>>e.Card&1 == 1 || pile.Undrawn == 0 && pile.Queue[0] == e.Card
	l.judge(possible && e.Deck == deck, e.Card == want)
	return e.Card
}

// Ticket is the ticket in the log.
func (l *recorded) Ticket(seat game.Seat, plain, expiring uint8) bool {
	want := l.seeded != nil && l.seeded.Ticket(seat, plain, expiring)
	e := l.take(game.TicketDrawn)
	if e == nil {
		return l.spare.Ticket(seat, plain, expiring)
	}
	l.judge(e.Flag && expiring > 0 || !e.Flag && plain > 0, e.Flag == want)
	return e.Flag
}

// Deal is the place of the deed in the log among those left.
func (l *recorded) Deal(n int) int {
	want := -1
	if l.seeded != nil {
		want = l.seeded.Deal(n)
	}
	e := l.take(game.DeedDealt)
	if e == nil || !l.state.Free.Has(e.Space) {
		if e != nil {
			l.judge(false, false)
		}
		return l.spare.Deal(n)
	}
	place := (l.state.Free & (1<<e.Space - 1)).Len()
	l.judge(true, place == want)
	return place
}
