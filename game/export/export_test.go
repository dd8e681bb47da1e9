package export_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/export"
)

func TestAnExportIsAHeaderTheEventsAndTheProofs(t *testing.T) {
	backing := []byte(`{"seq":1,"type":"game_started"}{"seq":2,"type":"ordered"}`)
	events := []json.RawMessage{backing[:31], backing[31:]}
	var b bytes.Buffer
	require.NoError(t, export.Write(&b, export.Header{Game: "g<1>", Edition: []byte(`{"id":"x"}`)}, events, export.NewSeedProof("00", "ff")))
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	require.Len(t, lines, 4)
	assert.Contains(t, lines[0], `"type":"header","format":1,"game":"g<1>"`)
	assert.Contains(t, lines[0], `"options":{},"players":[]`)
	assert.Equal(t, `{"seq":1,"type":"game_started"}`, lines[1])
	assert.Equal(t, `{"seq":2,"type":"ordered"}`, lines[2], "writing a line must not spill into the next one's memory")
	assert.JSONEq(t, `{"type":"proof.seed","seed":"00","seed_commitment":"ff"}`, lines[3])
}
