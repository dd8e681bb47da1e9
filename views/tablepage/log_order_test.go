package tablepage

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
)

// An auction that nobody wins is nobody's order, even if the last pass was.
func TestNobodysEventsNameNoOrder(t *testing.T) {
	t.Parallel()
	assert.True(t, nobodys(&game.Event{Kind: game.AuctionClosed, Other: game.Nobody}))
	assert.False(t, nobodys(&game.Event{Kind: game.AuctionClosed, Other: 1}))
	assert.False(t, nobodys(&game.Event{Kind: game.Passed, Seat: 1, Other: game.Nobody}))
}
