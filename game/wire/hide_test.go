package wire

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
)

// TestOnlySecretBidsAreConcealedInAnAuction tells auctions in which everybody hears
// the bids from those in which nobody does.
func TestOnlySecretBidsAreConcealedInAnAuction(t *testing.T) {
	for _, secret := range []bool{false, true} {
		st := fixture(t, "f40", "us", map[string]any{"house.sealed_auction": secret})
		s := playing(st, 3)
		assert.False(t, Conceals(st, &s, game.Nobody))
		s.Auction.Open = true
		assert.Equal(t, secret, Conceals(st, &s, game.Nobody))
		assert.False(t, Conceals(st, &s, All))
		s.Status = game.Finished
		assert.False(t, Conceals(st, &s, game.Nobody))
	}
}
