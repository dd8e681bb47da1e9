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
	s, want := playing(st, 2), playing(st, 2)
	e := game.Event{Kind: game.Paid, Seat: 0, Other: 1, Amount: 50}
	require.NoError(t, Fold(&s, &e))
	want.Apply(&e)
	assert.Equal(t, want, s)
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
		s := playing(st, 2)
		assert.Error(t, Fold(&s, &e), name)
	}
}

func TestFoldNeverPanics(t *testing.T) {
	st := setuptest.Load(t, "mega", "", nil)
	rapid.Check(t, func(t *rapid.T) {
		s := playing(st, 3)
		for range 40 {
			e := anyEvent(t)
			if Fold(&s, &e) != nil {
				return
			}
		}
	})
}
