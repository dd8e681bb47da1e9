package table_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/table"
)

// TestComputersAgreeToAnUndo: at a table with the pause that ships, and before
// one of them moves on.
func TestComputersAgreeToAnUndo(t *testing.T) {
	t.Parallel()
	r := newRoom(t, table.Config{BotPause: 400 * time.Millisecond})
	ada := r.person("Ada")
	id := r.sandbox(ada, table.NewGame{Bots: []string{"medium", "hard"}}, `{"edition": "us-classic", "rulebook": "us", "dice": [[1, 2]],
		"players": [{"name": "P", "cash": 900}, {"name": "Q"}, {"name": "R"}]}`).Meta.ID
	r.play(id, ada, game.Move(game.Roll, 0))
	before := r.play(id, ada, game.Move(game.Buy, 0)).State
	r.play(id, ada, game.Move(game.EndTurn, 0))
	asked := r.play(id, ada, game.Move(game.AskUndo, 0)).State
	require.Equal(t, game.UndoRequested, asked.Last.Stage)
	require.Eventually(t, func() bool { return r.look(id).State.Last.Stage != game.UndoRequested }, 5*time.Second, 5*time.Millisecond)
	after := *r.look(id).State
	assert.Greater(t, after.Seq, asked.Seq)
	after.Seq, after.Last = before.Seq, before.Last
	assert.Equal(t, *before, after)
}
