package accounttest_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// countedLearners counts how often it is read what players were taught.
type countedLearners struct {
	account.PlayerStore
	reads int
	is    account.Learner
}

func (s *countedLearners) Teach(_ context.Context, _ account.PlayerID, kinds uint64) error {
	s.is.Taught |= kinds
	return nil
}

func (s *countedLearners) Learner(context.Context, account.PlayerID) (account.Learner, error) {
	s.reads++
	return s.is, nil
}

func TestWhatAPlayerWasTaughtIsReadOncePerTable(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	store := &countedLearners{PlayerStore: tabletest.NewMemory()}
	players := account.NewPlayers(store, account.PlayersConfig{Now: func() time.Time { return now }})
	defer players.Close()
	read := func(where string) account.Learner {
		l, err := players.LearnerAt(t.Context(), "ada", where)
		require.NoError(t, err)
		return l
	}
	for range 3 {
		read("table 1")
	}
	assert.Equal(t, 1, store.reads, "the same table")
	read("table 2")
	assert.Equal(t, 2, store.reads, "the next one")
	read("table 1")
	assert.Equal(t, 2, store.reads, "who plays at both in turn")

	end := players.Telling("ada", 4)
	assert.Equal(t, uint64(4), read("table 2").Taught, "while they answer")
	assert.Equal(t, uint64(4), read("table 3").Taught, "at another table, too")
	end()
	assert.Zero(t, read("table 3").Taught, "their move was refused")

	reads := store.reads
	require.NoError(t, players.Teach(t.Context(), "ada", 2))
	assert.Equal(t, uint64(2), read("table 3").Taught, "what they were taught here is known without reading it")
	assert.Equal(t, reads, store.reads)
	now = now.Add(2 * time.Minute)
	read("table 3")
	assert.Equal(t, reads+1, store.reads, "another server may have taught them")
	players.Heard("ben")
	read("table 3")
	assert.Equal(t, reads+1, store.reads)
	players.Heard("ada")
	read("table 3")
	assert.Equal(t, reads+2, store.reads, "another server has")

	store.is.Played = true
	read("table 4")
	store.reads = 0
	now = now.Add(48 * time.Hour)
	read("table 5")
	assert.Zero(t, store.reads, "of those who have played nothing is read again")
}
