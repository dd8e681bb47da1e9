package fair_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/fair"
)

// A program that checks the draws has to know what can come out.
func TestTheProtocolExplainsThePossibleOutcomes(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../FAIRNESS.md")
	require.NoError(t, err)
	raw, err := json.Marshal(fair.Piles{})
	require.NoError(t, err)
	var piles map[string]any
	require.NoError(t, json.Unmarshal(raw, &piles))
	for name := range piles {
		assert.Contains(t, string(page), "`"+name+"`")
	}
}
