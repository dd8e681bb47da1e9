package table_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

func gamesOf(list []table.DayTable) []string {
	ids := []string{}
	for i := range list {
		ids = append(ids, list[i].ID)
	}
	return ids
}

func TestMyDay(t *testing.T) {
	clock := newHands()
	r := newRoom(t, table.Config{Now: clock.now})
	ada, ben := r.person("Ada"), r.person("Ben")
	hours := timecontrol.Usual(timecontrol.Correspondence)
	open, _ := r.begin(table.NewGame{}, ada, ben)
	clock.move(time.Minute)
	timed, snap := r.begin(table.NewGame{Clock: hours}, ada, ben)
	lobby := r.open(table.NewGame{}, ada, ben)
	_, who := mover(snap)
	opened, err := r.Snapshot(ctx, open)
	require.NoError(t, err)
	_, whoOpen := mover(opened)

	for _, p := range []account.PlayerID{ada, ben} {
		day, err := r.Day(ctx, p)
		require.NoError(t, err)
		var awaited, running []string
		for id, mover := range map[string]account.PlayerID{open: whoOpen, timed: who} {
			if mover == p {
				awaited = append(awaited, id)
			} else {
				running = append(running, id)
			}
		}
		assert.ElementsMatch(t, awaited, gamesOf(day.Awaited))
		assert.ElementsMatch(t, running, gamesOf(day.Running))
		assert.Equal(t, []string{lobby}, gamesOf(day.Waiting))
		assert.Empty(t, day.Finished)
		for _, x := range day.Awaited {
			require.NotNil(t, x.Snap)
			assert.Equal(t, x.ID == timed, !x.Until.IsZero())
			assert.False(t, x.Asked.IsZero())
		}
		if len(day.Awaited) == 2 {
			assert.Equal(t, timed, day.Awaited[0].ID, "the one with a deadline comes first")
		}
	}

	_, err = r.Visit(ctx, timed, who, snap.Seq(), false)
	require.NoError(t, err)
	other := map[account.PlayerID]account.PlayerID{ada: ben, ben: ada}[who]
	_, err = r.Visit(ctx, timed, other, snap.Seq(), false)
	require.NoError(t, err)
	clock.move(time.Minute)
	r.roll(timed)
	_, err = r.talk.Say(ctx, timed, who, "your turn soon")
	require.NoError(t, err)
	day, err := r.Day(ctx, other)
	require.NoError(t, err)
	for _, x := range append(day.Awaited, day.Running...) {
		if x.ID == timed {
			assert.Positive(t, x.Missed())
			assert.True(t, x.Spoken)
		} else {
			assert.Zero(t, x.Missed(), "he never looked there")
		}
	}

	// After a restart the same is read from the store, and no more tables than run.
	r.Close()
	again := serve(t, r.store, table.Config{Now: clock.now})
	cold, err := again.Day(ctx, other)
	require.NoError(t, err)
	assert.ElementsMatch(t, gamesOf(day.Awaited), gamesOf(cold.Awaited))
	assert.EqualValues(t, len(cold.Awaited)+len(cold.Running), again.Stats().Loads, "those that have not begun are not read")
	for i := range cold.Awaited {
		assert.WithinDuration(t, day.Awaited[i].Until, cold.Awaited[i].Until, 24*time.Hour)
	}
}

func TestAHundredTablesAreNotAllRead(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben := r.person("Ada"), r.person("Ben")
	for range 40 {
		r.begin(table.NewGame{}, ada, ben)
	}
	again := serve(t, r.store, table.Config{})
	day, err := again.Day(ctx, ada)
	require.NoError(t, err)
	assert.Len(t, append(gamesOf(day.Awaited), gamesOf(day.Running)...), 40)
	assert.LessOrEqual(t, again.Stats().Loads, uint64(12))
	opened := 0
	for _, x := range day.Awaited {
		assert.Equal(t, game.Playing, x.Status)
		if x.Snap != nil {
			opened++
		}
	}
	assert.Equal(t, min(12, len(day.Awaited)), opened)
}
