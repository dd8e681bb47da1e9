package recordtest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/people"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// GuestStore is a store that is also the operator's and keeps results.
type GuestStore interface {
	FindStore
	people.Store
}

// Guests runs the promises of clearing away people who left nothing behind against a store.
func Guests(t *testing.T, s GuestStore) {
	t.Helper()
	for _, id := range []account.PlayerID{"p1", "p2", "p3"} {
		tabletest.NewPlayer(t, s, id)
	}
	tabletest.NewGame(t, s, "game000001", "p1")
	later := time.Now().AddDate(1, 0, 0)
	drop := func(before time.Time, limit int, dry bool) int {
		n, err := s.DropGuests(t.Context(), before, limit, dry)
		require.NoError(t, err)
		return n
	}
	assert.Zero(t, drop(time.Unix(0, 0), 9, true), "those who came later")
	assert.Equal(t, 2, drop(later, 9, true), "but for the one who owns a table")
	assert.Equal(t, 1, drop(later, 1, true))
	assert.Equal(t, 2, drop(later, 9, true), "counting leaves them")
	assert.Equal(t, 1, drop(later, 1, false))
	assert.Equal(t, 1, drop(later, 9, false))
	assert.Zero(t, drop(later, 9, false))
	left, err := s.People(t.Context(), "", 9, 0)
	require.NoError(t, err)
	require.Len(t, left, 1)
	assert.EqualValues(t, "p1", left[0].ID)

	// The ratings of others follow from a rated game, also when they are made anew.
	o := people.Outcome{Game: "game000001", EndedAt: time.UnixMilli(1000).UTC()}
	for i, id := range []account.PlayerID{"p1", "rated", "unrated"} {
		r := people.Result{Game: o.Game, Player: id, EndedAt: o.EndedAt, Pool: people.Pool{Rulebook: "us"}, Place: i + 1, Seats: 3}
		if id == "unrated" {
			r.Unrated = people.Unwanted
		}
		if id != "p1" {
			tabletest.NewPlayer(t, s, id)
		}
		o.Results = append(o.Results, r)
	}
	added, err := s.AddResults(t.Context(), o)
	require.NoError(t, err)
	require.True(t, added)
	before, err := s.Tally(t.Context(), "p1")
	require.NoError(t, err)
	assert.Equal(t, 1, drop(later, 9, false), "whose results count for nobody")
	require.NoError(t, s.Rerate(t.Context()))
	after, err := s.Tally(t.Context(), "p1")
	require.NoError(t, err)
	assert.Equal(t, before, after)
}
