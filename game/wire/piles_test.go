package wire_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
)

func TestAFairHeaderTellsWhatCanBeDrawn(t *testing.T) {
	for _, id := range edition.IDs() {
		ed, err := edition.Load(id)
		require.NoError(t, err)
		options := map[string]any{}
		if id == "mark-classic" {
			options["end_time"] = 60
		}
		st, err := setup.New(ed, "", options)
		require.NoError(t, err)
		h := wire.FairHeader(st)
		assert.Equal(t, ed.Hash, h.Rules)
		s := game.NewState(st.Rules, 2, 0, false)
		assert.Len(t, h.Piles.Deeds, s.Free.Len(), id)
		assert.Equal(t, s.Decks[game.Chance].Undrawn, uint32(1)<<len(h.Piles.Chance)-1, id)
		assert.Equal(t, s.Decks[game.Chest].Undrawn, uint32(1)<<len(h.Piles.Chest)-1, id)
		assert.EqualValues(t, s.Tickets, h.Piles.Tickets, id)
		assert.EqualValues(t, s.Expiring, h.Piles.Expiring, id)
		if st.Rules.SpeedDie {
			assert.Len(t, h.Piles.Speed, 6, id)
		} else {
			assert.Empty(t, h.Piles.Speed, id)
		}
		text, err := h.Bytes()
		require.NoError(t, err)
		var back fair.Header
		require.NoError(t, json.Unmarshal(text, &back))
		again, err := back.Bytes()
		require.NoError(t, err)
		assert.Equal(t, string(text), string(again), "what was read back hashes the same")
	}
}
