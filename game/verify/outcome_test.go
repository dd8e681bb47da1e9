package verify

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/fair"
)

// TestADrawIsTheMovers: a pass that ends an auction carries on with the turn of the
// player who threw Mr. Monopoly, and what they throw for a rent is drawn with the number
// of the player who passed.
func TestADrawIsTheMovers(t *testing.T) {
	thrower, passer := game.Seat(0), game.Seat(1)
	rent := game.Event{Kind: game.Rolled, Seat: thrower, Cause: game.ForRent}
	roll := game.Event{Kind: game.Rolled, Seat: thrower, Cause: game.ByMove}
	for _, c := range []struct {
		name    string
		event   game.Event
		mover   *game.Seat
		told    bool // whether the log has the move
		ordinal uint32
		seat    *game.Seat
		own     bool
	}{
		{"the thrower's own", roll, &thrower, true, 9, &thrower, true},
		{"in a pass", rent, &passer, true, 9, &passer, true},
		{"in a pass, with the number of the line", rent, &passer, true, 9, &thrower, false},
		{"another's for a throw", roll, &thrower, true, 9, &passer, false},
		{"nobody's for a throw", roll, &thrower, true, 9, nil, false},
		{"the start", roll, nil, true, 1, nil, true},
		{"the start, with a number", roll, nil, true, 1, &thrower, false},
		{"not told yet", roll, nil, false, 9, &thrower, true},
		{"not told yet, another's for a throw", roll, nil, false, 9, &passer, false},
		{"not told yet, in a pass", rent, nil, false, 9, &passer, true},
		{"not told yet, nobody's", rent, nil, false, 9, nil, false},
		{"not told yet, the start", roll, nil, false, 1, nil, true},
	} {
		b := &book{events: []game.Event{c.event}}
		if c.told {
			b.moves = []export.MoveProof{{First: 1, Player: c.mover}}
		}
		p := &protocol{book: b}
		assert.Equal(t, c.own, p.ownDraw(0, &fair.Draw{Ordinal: c.ordinal, Seat: c.seat}), c.name)
	}
}
