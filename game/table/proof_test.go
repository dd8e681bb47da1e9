package table_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/bankhalter/bankhalter/game/table"
)

func TestAFinishedGameTellsItsMoves(t *testing.T) {
	here, there := newRoom(t, table.Config{}), newRoom(t, table.Config{})
	ada := here.person("Ada")
	id, _ := here.begin(table.NewGame{}, ada, here.person("Ben"))
	here.auto(id, 25)
	running := here.export(id)
	_, err := here.Proof(ctx, id)
	assert.ErrorIs(t, err, table.ErrForbidden, "not while it runs")
	_, err = here.Abandon(ctx, id, ada)
	require.NoError(t, err)
	p, err := here.Proof(ctx, id)
	require.NoError(t, err)
	assert.Nil(t, p.Seed, "its log has all the numbers")
	assert.False(t, p.Imported)
	require.True(t, p.Moves)
	moves := here.moves(id, p)
	assert.JSONEq(t, `{"move":"start"}`, string(moves[0].Command))
	assert.Equal(t, game.Nobody, moves[0].Seat)

	im := here.export(id)
	for _, m := range moves {
		im.Moves = append(im.Moves, table.ImportedMove{First: m.First, Seat: m.Seat, Command: m.Command})
	}
	_, err = there.Import(ctx, im)
	require.NoError(t, err)
	again, err := there.Proof(ctx, id)
	require.NoError(t, err)
	assert.False(t, again.Imported, "it can be checked here as there")
	_, err = there.Head(ctx, id)
	assert.ErrorIs(t, err, table.ErrNoChain, "but not signed: the log is another server's")
	imported := there.moves(id, again)
	require.Len(t, imported, len(moves))
	for i, m := range imported {
		was := moves[i]
		assert.Equal(t, []any{was.First, was.Seq, was.Seat, string(was.Command), string(was.Events)},
			[]any{m.First, m.Seq, m.Seat, string(m.Command), string(m.Events)})
	}

	running.ID = ""
	got, err := there.Import(ctx, running)
	require.NoError(t, err)
	assert.True(t, table.IsGameID(got.Meta.ID))
	assert.NotEqual(t, id, got.Meta.ID)
	_, err = there.Abandon(ctx, got.Meta.ID, "")
	require.NoError(t, err)
	p, err = there.Proof(ctx, got.Meta.ID)
	require.NoError(t, err)
	assert.True(t, p.Imported)
	assert.Nil(t, p.Seed, "it is not the seed of the throws before the import")
	assert.False(t, p.Moves, "the first rows do not tell theirs")
	assert.Empty(t, there.moves(got.Meta.ID, p))
}

// moves are the moves of a finished game.
func (r *room) moves(id string, p table.Proof) (list []table.Move) {
	r.t.Helper()
	require.NoError(r.t, r.WalkMoves(ctx, id, &p, func(m *table.Move) error {
		list = append(list, *m)
		return nil
	}))
	return list
}

func TestImportedMovesHaveToFit(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, _ := r.begin(table.NewGame{}, r.person("Ada"), r.person("Ben"))
	r.auto(id, 5)
	start, roll := []byte(`{"move":"start"}`), []byte(`{"move":"roll"}`)
	for name, moves := range map[string][]table.ImportedMove{
		"none at the first event": {{First: 2, Seat: 0, Command: roll}},
		"beyond the end":          {{First: 1, Seat: game.Nobody, Command: start}, {First: 9999, Seat: 0, Command: roll}},
		"not in order":            {{First: 1, Seat: game.Nobody, Command: start}, {First: 4, Seat: 0, Command: roll}, {First: 3, Seat: 0, Command: roll}},
		"no such seat":            {{First: 1, Seat: 5, Command: start}},
		"no such move":            {{First: 1, Seat: 0, Command: []byte(`{"move":"fly"}`)}},
		"no move":                 {},
	} {
		im := r.export(id)
		im.ID, im.Moves = "", moves
		_, err := r.Import(ctx, im)
		var invalid *invalid.Error
		assert.ErrorAs(t, err, &invalid, name)
	}
	im := r.export(id)
	im.ID, im.Seats[0].Name = "", "\x1b[2J"
	_, err := r.Import(ctx, im)
	assert.Error(t, err)
	im = r.export(id)
	im.ID, im.Seats[0].Bot = "", "hal"
	_, err = r.Import(ctx, im)
	assert.Error(t, err)
	assert.False(t, table.IsGameID("../../etc/"))
}
