package views_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
)

// TestADecisionIsExplainedByTheRulesOfTheTable: by house rules nothing is auctioned, a
// bid is secret, and a player in jail goes without rent and deals.
func TestADecisionIsExplainedByTheRulesOfTheTable(t *testing.T) {
	said := func(viewer game.Seat, phase game.Phase, options map[string]any, change func(*match)) string {
		t.Helper()
		m := bare(t, loadSetup(t, "us-classic", "us", options)).in(phase)
		m.s.Turn.Space = 39
		change(m)
		doc := parse(t, render(t, m.data(viewer).Page(pageOf("en"))))
		return doc.Find("#act").Text() + doc.Find("#help").Text()
	}
	buy := func(viewer game.Seat, options map[string]any, cash game.Money) string {
		t.Helper()
		return said(viewer, game.PhaseBuy, options, func(m *match) {
			m.give(0, 37, 35, 34, 32, 31)
			m.s.Players[0].Cash = cash
		})
	}
	none := map[string]any{"house.no_auction": true}
	assert.Contains(t, buy(0, nil, 1500), "Then everybody may bid, you too.")
	for _, text := range []string{buy(0, none, 1500), buy(0, none, 100), buy(1, none, 1500)} {
		assert.NotRegexp(t, "(?i)auction|may bid", text)
	}
	assert.Contains(t, buy(0, nil, 100), "Otherwise it is auctioned.")
	assert.Contains(t, buy(0, none, 100), "Otherwise it stays with the bank.")
	assert.Contains(t, buy(1, none, 1500), "Ada is thinking: buy Boardwalk for $400 or not?")

	auction := func(m *match) {
		m.s.Auction = game.AuctionState{Open: true, Item: game.Item{Kind: game.ItemDeed, Space: 39}, Bidder: game.Nobody, Bidders: 3, Min: 10}
	}
	assert.Contains(t, said(0, game.PhaseAuction, nil, auction), "Passing is not final")
	secret := said(0, game.PhaseAuction, map[string]any{"house.sealed_auction": true}, auction)
	assert.Contains(t, secret, "Everybody makes one bid that nobody else sees, or passes.")
	assert.NotContains(t, secret, "Passing is not final")

	jailed := func(m *match) { *m = *m.jailed() }
	also := "You may take rent, build and trade in jail too."
	assert.Contains(t, said(0, game.PhaseJail, nil, jailed), also)
	for _, rule := range []string{"house.no_rent_in_jail", "house.no_build_in_jail"} {
		text := said(0, game.PhaseJail, map[string]any{rule: true}, jailed)
		assert.Contains(t, text, "Doubles set you free", rule)
		assert.NotContains(t, text, also, rule)
	}
}
