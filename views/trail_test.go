package views_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// TestTheTrailOfAWayBackOverGO: a card drawn near GO may send a token back over it, and the
// board marks the few spaces that it passed.
func TestTheTrailOfAWayBackOverGO(t *testing.T) {
	st := *loadSetup(t, "german-classic", "", nil)
	rules := *st.Rules
	rules.Board.Decks[0].Cards[0] = game.CardDef{Op: game.OpMoveBy, Amount: -3}
	st.Rules = &rules
	m := bare(t, &st).in(game.PhaseHub)
	for i, e := range []game.Event{
		{Kind: game.Rolled, Dice: [3]uint8{1, 1}, Cause: game.ByMove},
		{Kind: game.Moved, Space: 0, Dest: 2, Cause: game.ByDice, N: 2},
		{Kind: game.CardDrawn},
		{Kind: game.CardReturned},
		{Kind: game.Moved, Space: 2, Dest: 39, Cause: game.ByCard},
	} {
		e.Other = game.Nobody
		m.log = append(m.log, tablepage.Entry{Seq: uint32(i) + 1, At: noon, Event: e})
	}
	doc := parse(t, render(t, m.data(0).Page(pageOf("en"))))
	assert.Equal(t, 3, doc.Find(".ring > .way").Length(), "GO, 1 and 2")
}
