// Package setuptest sets up games for tests.
package setuptest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
)

// Load returns the set-up of a built-in edition with a rulebook, its own if that
// is empty.
func Load(t testing.TB, id, rulebook string, options map[string]any) *setup.Setup {
	t.Helper()
	ed, err := edition.Load(id)
	require.NoError(t, err)
	st, err := setup.New(ed, rulebook, options)
	require.NoError(t, err, "%s, %s", id, rulebook)
	return st
}

// Rules returns the rules of such a set-up, with the options that the rulebook
// requires.
func Rules(t testing.TB, id, rulebook string, options map[string]any) *game.Ruleset {
	t.Helper()
	ed, err := edition.Load(id)
	require.NoError(t, err)
	return Load(t, id, rulebook, setup.WithDefaults(ed, rulebook, options)).Rules
}

// Pairs returns the ids of the built-in editions by their own rulebooks.
func Pairs(t testing.TB) map[string]string {
	t.Helper()
	pairs := map[string]string{}
	for _, id := range edition.IDs() {
		ed, err := edition.Load(id)
		require.NoError(t, err)
		pairs[setup.DefaultRulebookOf(ed)] = id
	}
	return pairs
}

// Position is a running four-player game at the start of a turn of seat 0.
func Position(r *game.Ruleset) game.State {
	s := game.NewState(r, 4, 0, false)
	s.Status = game.Playing
	s.Turn = game.TurnState{Number: 9, Seat: 0, Throw: 1, Phase: game.PhaseRoll, Space: game.NoSpace}
	return s
}

// Give gives deeds of the bank to a seat.
func Give(s *game.State, seat game.Seat, spaces ...game.Space) {
	for _, sp := range spaces {
		s.Free = s.Free.Without(sp)
		s.Owned[seat] = s.Owned[seat].With(sp)
	}
}
