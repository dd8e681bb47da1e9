package wire

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

// TestAMoveIsWrittenInOnePiece: a row takes itself and the list of its lines,
// a command itself alone.
func TestAMoveIsWrittenInOnePiece(t *testing.T) {
	st := setuptest.Load(t, "german-classic", "", nil)
	events := []game.Event{
		{Kind: game.Rolled, Seat: 1, Other: game.Nobody, Dice: [3]uint8{3, 4}, Cause: game.ByMove},
		{Kind: game.Moved, Seat: 1, Other: game.Nobody, Dest: 7, N: 7, Cause: game.ByDice},
	}
	at := noon
	EncodeRow(st, 1, at, events, Extra{})
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { EncodeRow(st, 1, at, events, Extra{}) }), 2.0)
	for _, c := range []game.Command{game.Move(game.Roll, 1), {Kind: game.Mortgage, Seat: 1, Space: 39}} {
		assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { EncodeMove(st, c) }), 1.0)
	}
}
