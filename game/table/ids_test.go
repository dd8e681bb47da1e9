package table

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A private table is as hard to guess as a token.
func TestPrivateTablesCannotBeGuessed(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		id := newID(privateIDLen)
		assert.GreaterOrEqual(t, len(id)*5, 128, "bits")
		assert.True(t, IsGameID(id))
		assert.False(t, seen[id])
		seen[id] = true
	}
	assert.True(t, IsGameID(newID(gameIDLen)))
	assert.False(t, IsGameID(newID(12)))
}
