package views_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/views/lobbypage"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/palette"
)

// TestTablesShowTheirBoard: in the colours of the board and with its picture if it is a
// built-in one; an uploaded board has neither on the start page.
func TestTablesShowTheirBoard(t *testing.T) {
	t.Parallel()
	mega, err := edition.Load("mega")
	require.NoError(t, err)
	html := parse(t, render(t, lobbypage.LobbyData{Now: noon, Mine: []page.TableCard{
		{ID: "a1", Name: "Freitagsrunde", Edition: "Mega", Board: mega.Hash, Status: game.Playing, Mine: true},
		{ID: "a2", Name: "Ausgedacht", Edition: "Unser Dorf", Board: "00112233445566778899", Status: game.Playing, Mine: true},
	}}.Page(pageOf("de"))))
	assert.True(t, html.Find("#tb-a1").HasClass(palette.Class(mega)))
	assert.Positive(t, html.Find("#tb-a1 > .sw > i").Length(), "its colours")
	assert.Zero(t, html.Find("#tb-a2 > .sw").Length())
	assert.Equal(t, "card", html.Find("#tb-a2").AttrOr("class", ""))
}
