package views_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/lobbypage"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/rulebook"
	"github.com/bankhalter/bankhalter/views/tablepage"
	"github.com/bankhalter/bankhalter/views/text"
)

// In these tests nothing may be forgotten: each walks through a whole list of
// the core or of the set-up and looks for all of it on pages, in every language.

// asking are positions in which a seat has to decide, by phase.
func asking(t *testing.T) map[game.Phase]*match {
	t.Helper()
	found := map[game.Phase]*match{}
	note := func(m *match) {
		if ph := m.s.Phase(); found[ph] == nil && m.s.Waiting() != 0 {
			found[ph] = m.copy()
		}
	}
	for _, h := range handmadeMatches(t) {
		note(h.m)
	}
	estate := bare(t, loadSetup(t, "us-classic", "us", nil))
	estate.s.Estate = game.Estate{Open: true, Deeds: game.SetOf(1, 3)}
	estate.s.Auction = game.AuctionState{Open: true, Item: game.Item{Kind: game.ItemDeed, Space: 1}, Bidder: game.Nobody, Bidders: 3, Min: 1}
	note(estate)
	for _, one := range []struct {
		edition, book string
		options       map[string]any
	}{
		{"german-classic", "", nil},
		{"mega", "", nil},
		{"us-classic", "us", map[string]any{"tax_era": "pre2008"}},
		{"duel-masters", "duel", map[string]any{"duel": true}},
		{"mark-classic", "mark", map[string]any{"end_time": 60}},
	} {
		m := newMatch(t, loadSetup(t, one.edition, one.book, one.options), 4, 2)
		for range 1500 {
			note(m)
			if !m.step() {
				break
			}
		}
	}
	return found
}

func TestEveryPhaseAsksExplainsAndSaysForWhomItWaits(t *testing.T) {
	found := asking(t)
	for ph := game.PhaseJail; ph < game.PhaseOver; ph++ {
		m := found[ph]
		if !assert.NotNil(t, m, "no position in the phase %s", phaseName(ph)) {
			continue
		}
		asked := m.s.Waiting().First()
		for _, lang := range text.Langs() {
			t.Run(phaseName(ph)+"/"+lang, func(t *testing.T) {
				p := text.For(lang)
				html := render(t, m.data(asked).Page(pageOf(lang)))
				doc := parse(t, html)
				assert.NotEmpty(t, moveForms(t, doc), "who is asked can answer")
				title := strings.TrimSpace(doc.Find("#act-h").Text())
				assert.NotEmpty(t, title)
				assert.Contains(t, doc.Find("#help").Text(), p.T("help."+phaseName(ph)), "the help of the phase")
				assert.NotEmpty(t, doc.Find("#status").Text())

				seen := parse(t, render(t, m.data(game.Nobody).Page(pageOf(lang))))
				assert.Empty(t, moveForms(t, seen), "a watcher is not asked")
				if ph != game.PhaseFinal { // unclaimed rent is private
					assert.Contains(t, seen.Find(`#act, section[aria-labelledby="in-h"]`).Text(), m.name[asked], "a watcher reads for whom the table waits")
				}
			})
		}
	}
}

func TestEveryMoveHasItsLabel(t *testing.T) {
	for _, lang := range text.Langs() {
		p := text.For(lang)
		for k := game.Roll; k < game.NumCommands; k++ {
			name := wire.MoveName(k)
			if _, ok := wire.MoveKind(name); !ok {
				continue // of the table or the server, not of a player
			}
			assert.True(t, p.Has("move."+name), "%s: %s", lang, name)
		}
	}
}

// silent are the events that the log leaves out, and why.
func silent() map[game.EventKind]string {
	const beside, inner = "a neighbouring line says it", "bookkeeping of the engine"
	return map[game.EventKind]string{
		game.TurnEnded: beside, game.CardReturned: beside, game.DebtCalled: beside, game.RentClaimed: beside,
		game.Ranked: "the result says it", game.PotChanged: beside, game.TurnStarted: "it is the heading of its turn",
		game.DueLost: inner, game.Unlocked: inner, game.Asked: inner, game.TransferClosed: inner, game.EstateClosed: inner,
		game.StepNoted: inner, game.Lapped: inner,
		game.ClaimOpened: "a secret of its owner", game.ClaimLapsed: "a secret of its owner",
		game.RollLocked: inner, game.ServerReanchored: "the proof tells it",
	}
}

func TestEveryEventHasItsLineInTheLog(t *testing.T) {
	st := loadSetup(t, "mega", "", nil)
	m := newMatch(t, st, 4, 2)
	quiet := silent()
	for _, lang := range text.Langs() {
		for k := game.GameStarted; k < game.NumEvents; k++ {
			e := game.Event{
				Kind: k, Seat: 1, Other: 2, Space: 1, Dest: 3, Dice: [3]uint8{2, 3, 4}, N: 2, Amount: 60, Building: game.House, Lift: game.SetOf(1),
				Cause: game.ForRent, Item: game.Item{Kind: game.ItemDeed, Space: 1}, Give: game.Terms{Cash: 5}, Card: 1,
			}
			d := m.data(game.Nobody)
			d.Log = []tablepage.Entry{{Seq: 1, At: noon, Event: e}}
			sentence := text.NewScene(lang, st, m.name).Event(&e)
			doc := parse(t, render(t, d.Page(pageOf(lang))))
			lines := doc.Find("#log li li:not(.echo)").FilterFunction(func(_ int, s *goquery.Selection) bool {
				return strings.Contains(s.Text(), sentence)
			})
			_, isQuiet := quiet[k]
			name := wire.EventName(k)
			assert.NotEmpty(t, sentence, "%s: %s", lang, name)
			assert.Equal(t, isQuiet, lines.Length() == 0, "%s: is %s left out of the log? %q", lang, name, sentence)
		}
	}
}

func TestEveryRefusalIsToldWhereItHappened(t *testing.T) {
	d, ok := position(t, "german-classic", 4, game.PhaseBuy)
	require.True(t, ok)
	c := game.MoveAt(game.Buy, d.Viewer, 1)
	for _, lang := range text.Langs() {
		for code := game.Accepted + 1; code < game.NumCodes; code++ {
			says := text.Refusal(lang, d.Setup, &c, game.Refusal{Code: code, Rule: game.RBuy1})
			d.Problem = &page.Problem{Code: wire.CodeName(code), Rule: game.RBuy1.String(), Move: "buy", Text: says}
			html := render(t, d.Fragment(pageOf(lang)))
			doc := parse(t, html)
			assert.Contains(t, doc.Find("#act .problem").Text(), says, "%s: %s", lang, d.Problem.Code)
			assert.Contains(t, doc.Find(`hx-partial[hx-target="#status"]`).Text(), says, "%s: %s", lang, d.Problem.Code)
		}
	}
}

func TestEveryOptionHasItsControlOnTheFormForANewTable(t *testing.T) {
	for _, lang := range text.Langs() {
		p := text.For(lang)
		for _, book := range setup.Rulebooks() {
			d := lobbypage.NewTableData{Rulebook: book, Edition: rulebook.Printed(book).Edition.ID, Form: url.Values{}}
			doc := parse(t, render(t, d.Page(pageOf(lang))))
			for _, o := range setup.OptionsOf(book) {
				what := lang + ": " + book + ": " + o.Key
				control := doc.Find(`[name="option.` + o.Key + `"]`)
				if !assert.Equal(t, 1, control.Length(), what) {
					continue
				}
				label := doc.Find(`label[for="` + control.AttrOr("id", "?") + `"]`)
				if label.Length() == 0 {
					label = control.Closest("label")
				}
				assert.Contains(t, label.Text(), p.Option(o.Key), what)
				var values []string
				control.Find("option").Each(func(_ int, s *goquery.Selection) { values = append(values, s.AttrOr("value", "")) })
				for _, v := range o.Values {
					assert.True(t, slices.Contains(values, v), "%s cannot be %s", what, v)
					assert.Contains(t, control.Text(), p.OptionValue(v), what)
				}
			}
		}
	}
}
