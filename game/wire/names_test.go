package wire

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
)

// complete fails for a value without a name and for a name that two values share.
func complete(t *testing.T, what string, names []string, from int) {
	t.Helper()
	seen := map[string]int{}
	for i := from; i < len(names); i++ {
		if assert.NotEmptyf(t, names[i], "%s %d has no name", what, i) {
			before, twice := seen[names[i]]
			assert.Falsef(t, twice, "%s %d and %d are both %q", what, before, i, names[i])
			seen[names[i]] = i
		}
	}
}

func TestNamesAreComplete(t *testing.T) {
	complete(t, "move", moveNames[:], int(game.Roll))
	complete(t, "code", codeNames[:], int(game.Jailed))
	complete(t, "phase", phaseNames[:], 0)
	complete(t, "status", statusNames[:], 0)
	complete(t, "building", buildingNames[:], int(game.House))
	complete(t, "deck", deckNames[:], 0)
	complete(t, "choice", choiceNames[:], int(game.Flat))
	complete(t, "reason of the end", reasonNames[:], int(game.EndLastPlayer))
	complete(t, "payment", causeNames[:game.ByMove], int(game.ForSalary))
	complete(t, "cause", causeNames[game.ByMove:], 0)
	assert.Len(t, statusNames, int(game.Finished)+1)
	assert.Len(t, buildingNames, int(game.Depot)+1)
	assert.Len(t, reasonNames, int(game.EndAbandoned)+1)
}

func TestMoveKindKnowsMovesOnly(t *testing.T) {
	for k := game.Roll; k <= game.Resign; k++ {
		got, ok := MoveKind(MoveName(k))
		assert.True(t, ok, MoveName(k))
		assert.Equal(t, k, got)
	}
	for _, name := range []string{"", "return", "time_up", "start", "abandon", "Roll", "fly"} {
		_, ok := MoveKind(name)
		assert.False(t, ok, name)
	}
}

func TestNamesOutsideTheTablesAreEmpty(t *testing.T) {
	assert.Empty(t, MoveName(255))
	assert.Empty(t, CodeName(255))
	assert.Empty(t, PhaseName(255))
	assert.Empty(t, CauseName(255))
	assert.Empty(t, CodeName(game.Accepted))
}

func TestCausesReadBackInBothPlaces(t *testing.T) {
	for c := game.NoCause + 1; c < game.NumCauses; c++ {
		for _, payment := range []bool{true, false} {
			got, ok := causeKind(causePrefix(c, payment)+CauseName(c), payment)
			assert.True(t, ok)
			assert.Equal(t, c, got, "%s, payment %v", CauseName(c), payment)
		}
	}
	assert.Empty(t, causePrefix(game.ForCard, true))
	assert.Empty(t, causePrefix(game.ByCard, false))
}
