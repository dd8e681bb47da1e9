package table_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/bot"
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
	require.Eventually(t, func() bool { return r.look(id).State.Last.Stage != game.UndoRequested }, time.Minute, 5*time.Millisecond)
	after := *r.look(id).State
	assert.Greater(t, after.Seq, asked.Seq)
	after.Seq, after.Last = before.Seq, before.Last
	assert.Equal(t, *before, after)
}

// TestAnImportedGameKeepsItsUndos: the log alone, without the moves, tells where
// the game went back, on a server that was not there.
func TestAnImportedGameKeepsItsUndos(t *testing.T) {
	t.Parallel()
	here, there := newRoom(t, table.Config{}), newRoom(t, table.Config{})
	ada, ben := here.person("Ada"), here.person("Ben")
	id, snap := here.begin(table.NewGame{}, ada, ben)
	holders := [...]account.PlayerID{snap.Meta.Seats[0].Player, snap.Meta.Seats[1].Player}
	for snap.State.Phase() != game.PhaseBuy {
		snap = here.auto(id, 1)
	}
	seat := snap.State.Turn.Seat
	before := *snap.State
	here.play(id, holders[seat], game.Move(game.Decline, seat))
	here.play(id, holders[seat], game.Move(game.AskUndo, seat))
	after := here.play(id, holders[1-seat], game.Move(game.AgreeUndo, 1-seat))
	require.Equal(t, game.PhaseBuy, after.State.Phase())
	got, err := there.Import(ctx, here.export(id))
	require.NoError(t, err)
	assert.Equal(t, forgotten(after.State), forgotten(got.State))
	before.Seq = got.State.Seq
	assert.Equal(t, forgotten(&before), forgotten(got.State))
}

// TestFiguresOfAGameWithUndos plays a game in which every decision that can be is taken
// back before it is made again. A server that counts it at its end, all in one, counts
// the same as one that has counted along.
func TestFiguresOfAGameWithUndos(t *testing.T) {
	t.Parallel()
	r := newRoom(t, table.Config{})
	id, snap := r.begin(table.NewGame{}, r.person("Ada"), r.person("Ben"))
	holders := [...]account.PlayerID{snap.Meta.Seats[0].Player, snap.Meta.Seats[1].Player}
	undone, debts := 0, 0
	for range 900 {
		if snap.State.Status != game.Playing {
			break
		}
		seat := snap.State.Waiting().First()
		c, ok := bot.Choose(snap.Setup.Rules, snap.State, seat, snap.Options(seat))
		require.True(t, ok)
		if snap.State.NumDebts > 0 {
			debts++
		}
		if snap = r.play(id, holders[seat], c); snap.State.Status != game.Playing {
			break
		}
		if _, ok := game.Has(snap.Options(seat), game.AskUndo); ok {
			r.play(id, holders[seat], game.Move(game.AskUndo, seat))
			r.play(id, holders[1-seat], game.Move(game.AgreeUndo, 1-seat))
			snap = r.play(id, holders[seat], c)
			undone++
		}
		if undone%10 == 0 {
			_, err := r.Figures(ctx, id)
			require.NoError(t, err)
		}
	}
	require.Greater(t, undone, 50)
	require.Positive(t, debts)
	along, err := r.Figures(ctx, id)
	require.NoError(t, err)
	later, err := serve(t, r.store, table.Config{}).Figures(ctx, id)
	require.NoError(t, err)
	assert.Equal(t, along, later)
}
