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

// walked is a position in which P walks seven spaces to where nothing is to be done:
// pages show that for 2.13 seconds. Then it is the turn of the bot Q.
const walked = `{"edition": "us-classic", "rulebook": "standard", "players": [{"name": "P", "space": 3}, {"name": "Q", "space": 11}], "dice": [[3, 4], [1, 2]]}`

func TestBotsWaitUntilWhatHappenedIsShown(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada := r.person("Ada")
	short := 100 * time.Millisecond
	for name, c := range map[string]struct {
		cfg           table.Config
		pause         *time.Duration // of the table
		before, after time.Duration  // until when Q has not thrown, and when it has
	}{
		"as it ships":           {cfg: table.Config{BotPause: 900 * time.Millisecond, Shown: true}, before: 2100 * time.Millisecond, after: 2200 * time.Millisecond},
		"a pause was set":       {cfg: table.Config{BotPause: time.Second}, before: 900 * time.Millisecond, after: 1100 * time.Millisecond},
		"the table has its own": {cfg: table.Config{BotPause: 900 * time.Millisecond, Shown: true}, pause: &short, before: 90 * time.Millisecond, after: 200 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := tabletest.New(r.store, c.cfg)
				defer s.Close()
				snap, err := s.Create(ctx, ada, table.NewGame{Scenario: []byte(walked), Bots: []string{""}, BotPause: c.pause})
				require.NoError(t, err)
				id, begin := snap.Meta.ID, time.Now()
				for _, move := range []game.CommandKind{game.Roll, game.EndTurn} {
					_, err := s.Play(ctx, id, ada, game.Move(move, 0), table.Pre{})
					require.NoError(t, err)
				}
				thrownAfter := func(d time.Duration) bool {
					time.Sleep(d - time.Since(begin))
					synctest.Wait()
					snap, err := s.Snapshot(ctx, id)
					require.NoError(t, err)
					return snap.State.Players[1].Space != 11
				}
				assert.False(t, thrownAfter(c.before))
				assert.True(t, thrownAfter(c.after))
			})
		})
	}
}
