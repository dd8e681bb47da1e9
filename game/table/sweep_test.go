package table_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// clinging is a store that deletes no game but one.
type clinging struct {
	*tabletest.Memory
	but string
}

func (c *clinging) DeleteGame(ctx context.Context, id string) error {
	if id != c.but {
		return storage.ErrBusy
	}
	return c.Memory.DeleteGame(ctx, id)
}

// TestTablesThatCannotBeClearedAwayHideNoOthers: however many there are.
func TestTablesThatCannotBeClearedAwayHideNoOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		oldest := r.open(table.NewGame{Players: 2}, r.person("Ada"))
		r.Close()
		g, seed, err := r.store.Game(ctx, oldest)
		require.NoError(t, err)
		ed, err := r.store.Edition(ctx, g.Edition)
		require.NoError(t, err)
		for i := range 500 {
			g.ID = fmt.Sprintf("%s%03d", oldest[:len(oldest)-3], i)
			g.UpdatedAt = g.UpdatedAt.Add(time.Millisecond)
			require.NoError(t, r.store.CreateGame(ctx, g, seed, ed))
		}
		s := serve(t, &clinging{r.store, oldest}, table.Config{LobbyLife: time.Hour, Logger: slog.New(slog.DiscardHandler)})
		defer s.Close()
		time.Sleep(3 * time.Hour)
		synctest.Wait()
		_, _, err = r.store.Game(ctx, oldest)
		assert.ErrorIs(t, err, storage.ErrNotFound)
	})
}
