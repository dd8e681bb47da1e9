package tables

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A few are let in at a time, one address less than all, and who has waited
// longest comes next.
func TestAdmission(t *testing.T) {
	a := newAdmission(3, 2)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	one, ok := a.enter(t.Context(), "a")
	require.True(t, ok)
	two, ok := a.enter(t.Context(), "a")
	require.True(t, ok)
	_, ok = a.enter(over, "a")
	assert.False(t, ok, "an address has no more than its share")
	three, ok := a.enter(over, "b")
	require.True(t, ok)
	_, ok = a.enter(over, "")
	assert.False(t, ok, "all places are taken")
	assert.Empty(t, a.queue, "who has given up does not wait")

	next := make(chan func())
	go func() {
		leave, _ := a.enter(t.Context(), "c")
		next <- leave
	}()
	one()
	four := <-next
	for _, leave := range []func(){two, three, four} {
		leave()
	}
	assert.Zero(t, a.in)
	assert.Empty(t, a.by)
}
