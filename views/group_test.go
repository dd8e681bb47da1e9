package views_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
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

// A group that was renamed has the letters of its new name, none of which another
// group has.
func TestLettersOfARenamedGroupFollowItsName(t *testing.T) {
	for name, code := range map[string]string{"Pink": "Pi", "Rosa": "Rs", "Violett": "Vi", "Petrol": "Pe", "Pastellrosig": "Pi"} {
		ed, err := edition.Load("german-classic")
		require.NoError(t, err)
		draft, err := edition.ReadDraft(ed.Raw)
		require.NoError(t, err)
		draft.Fill(func(place string) (string, bool) {
			return name, place == "groups[2].name" || place == "groups[2].name_de"
		})
		ed, err = edition.Parse(draft.JSON())
		require.NoError(t, err)
		st, err := setup.New(ed, "", nil)
		require.NotNil(t, st, err)
		m := newMatch(t, st, 3, 1)
		doc := parse(t, render(t, m.data(game.Seat(0)).Page(pageOf("de"))))
		assert.Equal(t, code, doc.Find(".ring .g-pink .bar b").First().Text(), name)
	}
}

func TestLettersOfAGroupAreThoseOfItsNameOnTheBoard(t *testing.T) {
	for _, c := range []struct{ board, book, lang, station, utility string }{
		{"german-classic", "standard", "de", "Bf", "We"}, {"german-classic", "standard", "en", "St", "Ut"},
		{"us-classic", "us", "de", "Ei", "We"}, {"us-classic", "us", "en", "Ra", "Ut"},
		{"sonic", "sonic", "de", "Fa", "We"}, {"sonic", "sonic", "en", "Ve", "Ut"},
		{"duel-masters", "duel", "de", "Ze", "Pl"}, {"duel-masters", "duel", "en", "Ce", "Mu"},
	} {
		m := newMatch(t, loadSetup(t, c.board, c.book, nil), 3, 1)
		doc := parse(t, render(t, m.data(game.Seat(0)).Page(pageOf(c.lang))))
		seen := map[string]string{}
		doc.Find(".ring > li").Each(func(_ int, sp *goquery.Selection) {
			group, letters := sp.AttrOr("class", ""), sp.Find(".bar b").First().Text()
			for class := range strings.FieldsSeq(group) {
				if strings.HasPrefix(class, "g-") {
					seen[class] = letters
				}
			}
		})
		assert.Equal(t, c.station, seen["g-station"], "%s, %s: %v", c.board, c.lang, seen)
		assert.Equal(t, c.utility, seen["g-utility"], "%s, %s", c.board, c.lang)
		assert.Len(t, slices.Compact(slices.Sorted(maps.Values(seen))), 10, "%s, %s: each has its own: %v", c.board, c.lang, seen)
	}
}
