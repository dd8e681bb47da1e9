package game_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
)

// TestStateIsSmall bounds the state: every move makes several copies of it, one
// of them in fresh memory, and half of the memory that a move takes is that one.
// What was refused takes 1200 bytes of it.
func TestStateIsSmall(t *testing.T) {
	assert.LessOrEqual(t, reflect.TypeFor[game.State]().Size(), uintptr(6400))
	assert.LessOrEqual(t, reflect.TypeFor[game.Made]().Size(), uintptr(32))
}
