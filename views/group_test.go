package views_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
)

func TestTheFirstGroupIsPrintedAsItsEraDid(t *testing.T) {
	for _, c := range []struct{ era, lang, class, code string }{
		{"pre2008", "en", "g-dark_purple", "Dp"}, {"pre2008", "de", "g-dark_purple", "Dl"}, {"since2008", "en", "g-brown", "Br"},
	} {
		m := newMatch(t, loadSetup(t, "us-classic", "us", map[string]any{"tax_era": c.era}), 3, 1)
		doc := parse(t, render(t, m.data(game.Seat(0)).Page(pageOf(c.lang))))
		first := doc.Find(".ring > li").Eq(1)
		assert.True(t, first.HasClass(c.class), "%s: %s", c.era, first.AttrOr("class", ""))
		assert.Equal(t, c.code, first.Find(".bar b, .bar").First().Text()[:2], c.era)
	}
}

func TestDeedsCountInTheWordsOfTheBoard(t *testing.T) {
	for _, c := range []struct{ board, book, lang, says string }{
		{"german-classic", "standard", "de", "2 Bahnhöfe"}, {"german-classic", "standard", "en", "2 stations"},
		{"sonic", "sonic", "de", "Fahrzeuge: 2"}, {"us-classic", "us", "en", "Railroads: 2"},
	} {
		m := newMatch(t, loadSetup(t, c.board, c.book, nil), 3, 1)
		d := m.data(game.Seat(0))
		d.Query.Deed = 5
		doc := parse(t, render(t, d.Page(pageOf(c.lang))))
		assert.Contains(t, doc.Find("#deed").Text(), c.says, c.board)
	}
}
