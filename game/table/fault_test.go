package table_test

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/table"
)

func TestAFaultOfTheRulesCostsOneCommand(t *testing.T) {
	var log bytes.Buffer
	r := newRoom(t, table.Config{Logger: slog.New(slog.NewJSONHandler(&log, nil))})
	id, snap := r.begin(table.NewGame{}, r.person("Ada"), r.person("Ben"))
	seat, who := mover(snap)
	mend := r.BreakLuck(id)
	_, err := r.Play(ctx, id, who, game.Move(game.Roll, seat), table.Pre{})
	require.ErrorIs(t, err, table.ErrInternal)
	assert.EqualValues(t, 1, r.Stats().Panics)
	assert.Contains(t, log.String(), id)
	assert.Contains(t, log.String(), "the dice are broken")
	assert.Contains(t, log.String(), `\"Kind\":1,`, "the command can be given again")
	mend()
	after, err := r.Snapshot(ctx, id)
	require.NoError(t, err)
	assert.Equal(t, snap.State, after.State)
	r.roll(id)
}

func TestTheLastResortIsAlwaysAccepted(t *testing.T) {
	for id, options := range map[string]map[string]any{
		"us-classic": nil, "mega": nil, "duel-masters": {"duel": true}, "mark-classic": {"end_time": 600},
	} {
		ed, err := edition.Load(id)
		require.NoError(t, err)
		st, err := setup.New(ed, "", options)
		require.NoError(t, err, id)
		var turn game.Turn
		start := game.NewState(st.Rules, 4, 0, false)
		turn.Begin(st.Rules, &start)
		luck := chance.Seeded([32]byte{byte(len(id))})
		require.True(t, turn.Decide(game.Move(game.Start, game.Nobody), luck).OK())
		for range 3000 {
			if turn.S.Status != game.Playing {
				break
			}
			seat := turn.S.Waiting().First()
			opts := game.Options(st.Rules, &turn.S, seat, nil)
			last, ok := table.Simplest(st.Rules, &turn.S, seat)
			require.True(t, ok, "%s: phase %d has no simple answer", id, turn.S.Phase())
			no := st.Rules.Check(&turn.S, &last)
			require.True(t, no.OK(), "%s: phase %d, %+v: %+v", id, turn.S.Phase(), last, no)
			c, ok := bot.Choose(st.Rules, &turn.S, seat, opts)
			require.True(t, ok)
			require.True(t, turn.Decide(c, luck).OK())
		}
	}
}
