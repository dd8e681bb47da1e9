package wire

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
)

var noon = time.Date(2026, 5, 4, 12, 0, 0, 123456789, time.UTC)

// fixture makes the set-up of one of the test boards.
func fixture(t testing.TB, name, rulebook string, options map[string]any) *setup.Setup {
	t.Helper()
	data, err := os.ReadFile("../testdata/fixtures/" + name + ".json")
	require.NoError(t, err)
	ed, err := edition.Parse(data)
	require.NoError(t, err)
	st, err := setup.New(ed, rulebook, options)
	require.NoError(t, err)
	return st
}

// playing is a state in which seat 0 is before its first throw.
func playing(st *setup.Setup, seats int) game.State {
	s := game.NewState(st.Rules, seats, 0, false)
	s.Status = game.Playing
	s.Turn = game.TurnState{Number: 1, Throw: 1, Phase: game.PhaseRoll, Space: game.NoSpace}
	return s
}

// toMap is a value as another program sees it.
func toMap(t *testing.T, v any) map[string]any {
	t.Helper()
	data, err := json.Marshal(v)
	require.NoError(t, err)
	var m map[string]any
	require.NoError(t, json.Unmarshal(data, &m))
	return m
}

func lineMap(t *testing.T, line []byte) map[string]any {
	t.Helper()
	var m map[string]any
	require.NoError(t, json.Unmarshal(line, &m), string(line))
	return m
}

func encodeOne(st *setup.Setup, e game.Event) []byte {
	return Encode(st, 1, noon, []game.Event{e}, Extra{})[0]
}
