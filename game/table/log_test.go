package table_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// dice reads the dice of the first throw in lines of a log.
func dice(t *testing.T, lines []byte) []int {
	t.Helper()
	for line := range bytes.Lines(lines) {
		var e struct {
			Type string `json:"type"`
			Dice []int  `json:"dice"`
		}
		require.NoError(t, json.Unmarshal(line, &e))
		if e.Type == "rolled" {
			return e.Dice
		}
	}
	t.Fatal("no throw")
	return nil
}
