package export_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/export"
)

func TestAnExportIsAHeaderTheEventsAndTheProofs(t *testing.T) {
	backing := []byte(`{"seq":1,"type":"game_started"}{"seq":2,"type":"ordered"}`)
	events := []json.RawMessage{backing[:31], backing[31:]}
	var b bytes.Buffer
	require.NoError(t, export.Write(&b, export.Header{Game: "g<1>", Edition: []byte(`{"id":"x"}`)}, events, export.NewSeedProof([32]byte{31: 1}, "ff", export.LuckByMove), export.NewMoveProof(1, game.Nobody, []byte(`{"move":"start"}`)), export.NewMoveProof(2, 1, []byte(`{"move":"roll"}`))))
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	require.Len(t, lines, 6)
	assert.Contains(t, lines[0], `"type":"header","format":1,"game":"g<1>","events":2`)
	assert.Contains(t, lines[0], `"options":{},"players":[]`)
	assert.Equal(t, `{"seq":1,"type":"game_started"}`, lines[1])
	assert.Equal(t, `{"seq":2,"type":"ordered"}`, lines[2], "writing a line must not spill into the next one's memory")
	assert.JSONEq(t, `{"type":"proof.seed","seed":"`+strings.Repeat("0", 63)+`1","seed_commitment":"ff","luck":"move"}`, lines[3])
	assert.JSONEq(t, `{"type":"proof.move","first":1,"player":null,"move":{"move":"start"}}`, lines[4])
	assert.JSONEq(t, `{"type":"proof.move","first":2,"player":1,"move":{"move":"roll"}}`, lines[5])

	f, err := export.Read(&b)
	require.NoError(t, err)
	assert.Equal(t, "g<1>", f.Header.Game)
	assert.Equal(t, 2, f.Header.Events)
	require.Len(t, f.Lines, 5)
	assert.Equal(t, export.Line{Number: 2, Type: "game_started", JSON: events[0]}, f.Lines[0])
	assert.Equal(t, export.SeedType, f.Lines[2].Type)
}

func TestOnlyExportsAreRead(t *testing.T) {
	header := `{"type":"header","format":1,"edition":{}}`
	for name, text := range map[string]string{
		"empty":          "",
		"no JSON":        "hello\n",
		"an event first": `{"seq":1,"type":"game_started"}`,
		"a newer format": `{"type":"header","format":2,"edition":{}}`,
		"no format":      `{"type":"header","edition":{}}`,
		"no edition":     `{"type":"header","format":1}`,
		"odd players":    `{"type":"header","format":1,"edition":{},"players":7}`,
	} {
		_, err := export.Read(strings.NewReader(text))
		assert.Error(t, err, name)
	}
	f, err := export.Read(strings.NewReader(header + "\r\n{\n\n[1]\n"))
	require.NoError(t, err)
	for _, line := range f.Lines {
		assert.Empty(t, line.Type, "line %d", line.Number)
	}
	assert.Len(t, f.Lines, 3)
	_, err = export.Read(io.MultiReader(strings.NewReader(header+"\n"), strings.NewReader(strings.Repeat(" ", export.MaxBytes))))
	assert.ErrorIs(t, err, export.ErrTooLarge)
}
