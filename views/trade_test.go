package views_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
)

// TestTheFormForATradeStaysWithThePartner: who haggles with the second partner goes on with
// them after each offer, and after it was rejected.
func TestTheFormForATradeStaysWithThePartner(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseRoll)
	m.give(0, 11, 19)
	m.give(1, 21)
	m.give(2, 24)
	partner := func() string {
		doc := parse(t, render(t, m.data(0).Page(pageOf("en"))))
		return doc.Find("#trade .partners [aria-current]").Text() + " " + doc.Find("#trade [name=to]").AttrOr("value", "")
	}
	require.Equal(t, "Ben 1", partner())
	m.propose(0, 2, game.Terms{Deeds: game.SetOf(11)}, game.Terms{Deeds: game.SetOf(24)})
	assert.Equal(t, "Cem 2", partner())
	m.must(game.MoveN(game.RejectTrade, 2, 1))
	assert.Equal(t, "Cem 2", partner())
	m.propose(0, 1, game.Terms{Deeds: game.SetOf(11)}, game.Terms{Deeds: game.SetOf(21)})
	assert.Equal(t, "Ben 1", partner())
}

// TestBuiltDeedsAreNoneToTrade: what a partner could not propose to give cannot be asked of
// them either, also when they can propose nothing more themselves.
func TestBuiltDeedsAreNoneToTrade(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseRoll)
	m.give(0, 1, 5)
	m.give(1, 11, 13, 14, 24, 25)
	m.build(1, 11, 13, 14)
	for _, sp := range []game.Space{1, 5} {
		m.propose(1, 0, game.Terms{Deeds: game.SetOf(24)}, game.Terms{Deeds: game.SetOf(sp)})
	}
	m.propose(1, 0, game.Terms{Deeds: game.SetOf(25)}, game.Terms{Deeds: game.SetOf(5)})
	_, more := game.Has(m.options(1), game.ProposeTrade)
	require.False(t, more)
	doc := parse(t, render(t, m.data(0).Page(pageOf("en"))))
	assert.Equal(t, 1, doc.Find("#trade [name=want_deeds][value='24']").Length())
	assert.Zero(t, doc.Find("#trade [name=want_deeds][value='11']").Length())
}
