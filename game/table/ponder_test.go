package table_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// While the experts of a table wait for a place to think, people's commands do not,
// and what was thought about a position that is gone is not played.
func TestNobodyWaitsForAnExpert(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada := r.person("Ada")
	synctest.Test(t, func(t *testing.T) {
		s := tabletest.New(r.store, table.Config{BotPause: time.Second})
		defer s.Close()
		release := s.OccupyThinkers()
		snap, err := s.Create(ctx, ada, table.NewGame{EditionID: "us-classic", Players: 4, Bots: []string{"expert", "expert", "expert"}})
		require.NoError(t, err)
		id := snap.Meta.ID
		_, err = s.Start(ctx, id, ada)
		require.NoError(t, err)
		for range 40 { // until an expert has something to ponder
			if s.Pondering(id) {
				break
			}
			time.Sleep(2 * time.Second)
			synctest.Wait()
			if snap, err = s.Snapshot(ctx, id); err == nil && snap.State.Waiting().Has(0) {
				_, err := s.Play(ctx, id, ada, answer(t, snap, 0), table.Pre{})
				require.NoError(t, err)
			}
		}
		require.True(t, s.Pondering(id))
		stuck, err := s.Snapshot(ctx, id)
		require.NoError(t, err)
		time.Sleep(time.Minute)
		synctest.Wait()
		still, err := s.Snapshot(ctx, id)
		require.NoError(t, err)
		assert.Equal(t, stuck.State, still.State, "nobody decides for the expert")
		_, err = s.Play(ctx, id, ada, game.Move(game.Resign, 0), table.Pre{})
		require.NoError(t, err, "a person's command does not wait")
		release()
		time.Sleep(10 * time.Second)
		synctest.Wait()
		after, err := s.Snapshot(ctx, id)
		require.NoError(t, err)
		assert.Greater(t, after.Seq(), still.Seq()+1, "the experts go on")
		assert.Zero(t, s.Stats().Defaults)
		assert.Zero(t, s.Stats().Panics)
	})
}
