package views_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
)

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
