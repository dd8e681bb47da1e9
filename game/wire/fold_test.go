package wire

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

func TestFoldIsApplyForEventsThatFit(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", nil)
	start, want := playing(st, 2), playing(st, 2)
	s := game.NewFold(&start)
	e := game.Event{Kind: game.Paid, Seat: 0, Other: 1, Amount: 50}
	require.NoError(t, Fold(&s, &e))
	want.Apply(&e)
	assert.Equal(t, want, s.State)
}

func TestFoldRefusesEventsThatCannotFollow(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", nil)
	for name, e := range map[string]game.Event{
		"a third of two seats":   {Kind: game.TurnStarted, Seat: 2},
		"a seat below all":       {Kind: game.TurnStarted, Seat: -9},
		"the bank's turn":        {Kind: game.TurnStarted, Seat: game.Bank, Other: game.Nobody},
		"a third deck":           {Kind: game.CardDrawn, Seat: 0, Deck: 7},
		"a house off every lot":  {Kind: game.Built, Seat: 0, Space: 200, Building: game.House},
		"a house moved from air": {Kind: game.HouseMoved, Seat: 0, Space: 1, Dest: 3},
	} {
		start := playing(st, 2)
		s := game.NewFold(&start)
		assert.Error(t, Fold(&s, &e), name)
	}
}

func TestFoldNeverPanics(t *testing.T) {
	st := setuptest.Load(t, "mega", "", nil)
	rapid.Check(t, func(t *rapid.T) {
		start := playing(st, 3)
		s := game.NewFold(&start)
		for range 40 {
			e := anyEvent(t)
			if Fold(&s, &e) != nil {
				return
			}
		}
	})
}

// TestFoldGoesBackOnlyBehindNothingRevealed: a log made by hand cannot undo dice.
func TestFoldGoesBackOnlyBehindNothingRevealed(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", nil)
	start := playing(st, 2)
	start.Seq = 10
	log := game.NewFold(&start)
	paid := game.Event{Kind: game.Paid, Seat: 0, Other: 1, Amount: 50}
	undone := func(to int32) *game.Event {
		return &game.Event{Kind: game.Undone, Seat: game.Nobody, Other: game.Nobody, N: to}
	}
	require.NoError(t, Fold(&log, &paid))
	for _, to := range []int32{-1, 9, 12, 1 << 30} {
		before := log.State
		require.Error(t, Fold(&log, undone(to)), "to %d", to)
		assert.Equal(t, before, log.State)
	}
	require.NoError(t, Fold(&log, undone(10)))
	back := start
	back.Seq = 12
	assert.Equal(t, back, log.State)
	require.Error(t, Fold(&log, undone(11)), "what was undone cannot be gone back to")

	require.NoError(t, Fold(&log, &paid))
	require.NoError(t, Fold(&log, &game.Event{Kind: game.Rolled, Seat: 0, Cause: game.ByOrder, Dice: [3]uint8{1, 2}}))
	require.Error(t, Fold(&log, undone(13)), "dice have been seen since")
}
