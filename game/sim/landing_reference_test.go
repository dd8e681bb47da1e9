package sim

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
)

// TestExactTablesAreWhole: every table accounts for every throw, and its
// numbers agree with one another.
func TestExactTablesAreWhole(t *testing.T) {
	all, err := references()
	require.NoError(t, err)
	assert.NotEmpty(t, all.Note)
	assert.Contains(t, all.Source, "Markov")
	require.Len(t, all.Tables, 7)
	for _, ref := range all.Tables {
		c, ok := all.Courses[ref.Course]
		require.True(t, ok, ref.Name)
		require.Len(t, ref.Percent, len(c.Board), ref.Name)
		sum := ref.Jail
		for sp, p := range ref.Percent {
			sum += p
			assert.Equal(t, c.Board[sp] == 'A', p == 0, "%s: nobody stays where he is sent to jail, space %d", ref.Name, sp)
		}
		assert.InDelta(t, 100, sum, 0.0005, ref.Name)
		if ref.Stay == StayShort {
			assert.InDelta(t, ref.Jail, ref.of(placeArrests), 0.0002, "%s: one throw ends in jail for every arrest", ref.Name)
		} else {
			assert.Greater(t, ref.Jail, 2*ref.of(placeArrests), ref.Name)
		}
		// A throw is the first of its turn unless it follows doubles: below 1/6 are not.
		assert.Greater(t, ref.of(placeTurns), 100*5.0/6, ref.Name)
		assert.Less(t, ref.of(placeTurns), 90.0, ref.Name)
	}
}

// TestExactTablesDoNotChange: the numbers were computed elsewhere and are not to be touched here.
func TestExactTablesDoNotChange(t *testing.T) {
	sum := sha256.Sum256(landingData)
	assert.Equal(t, "241e9e6dd5d994f61cdc9e1816b9683cf1c14d9845f2dc1b4266e84a47c3c6a7", hex.EncodeToString(sum[:]))
}

// TestTablesFindTheirBoards: the course decides which table is for a board, not
// the edition's name.
func TestTablesFindTheirBoards(t *testing.T) {
	all, err := references()
	require.NoError(t, err)
	found := map[string]string{}
	for _, board := range tables()[:6] {
		if ref := all.find(board.load(t).Rules, StayShort, true); ref != nil {
			found[board.edition] = ref.Course
		}
	}
	assert.Equal(t, map[string]string{
		"us-classic": "us", "german-classic": "german", "sonic": "german", "mark-classic": "mark", "duel-masters": "mark",
	}, found)

	us := boards()["us"].load(t).Rules
	for name, spoil := range map[string]func(*game.Ruleset){
		"another jail":      func(r *game.Ruleset) { r.Spaces[10].Kind, r.Spaces[11].Kind = game.KindLot, game.KindJail },
		"another card":      func(r *game.Ruleset) { r.Board.Decks[game.Chest].Num-- },
		"two turns in jail": func(r *game.Ruleset) { r.JailTurns = 2 },
		"a third die":       func(r *game.Ruleset) { r.SpeedDie = true },
	} {
		r := *us
		spoil(&r)
		assert.Nil(t, all.find(&r, StayLong, r.ExitDoublesReroll()), name)
	}
	short := *us
	short.JailTurns = 2
	assert.NotNil(t, all.find(&short, StayShort, !us.ExitDoublesReroll()), "who pays at once does not ask how long he could stay")
}
