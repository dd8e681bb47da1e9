package views_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/gallery"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// unexplained are the moves that decide nothing: what they do is on their buttons.
var unexplained = []game.CommandKind{game.AskUndo, game.TakeBack, game.Resign, game.Return, game.TimeUp, game.Start, game.Abandon, game.Reanchor, game.Renew}

// TestEveryDecisionIsExplainedOnce plays all rulebooks as a player who has never
// played: each decision comes with a line the first time, and without it afterwards.
func TestEveryDecisionIsExplainedOnce(t *testing.T) {
	for book, board := range setuptest.Pairs(t) {
		t.Run(book, func(t *testing.T) {
			ed, err := edition.Load(board)
			require.NoError(t, err)
			st := loadSetup(t, board, book, setup.WithDefaults(ed, book, nil))
			for k := game.Roll; k < game.NumCommands; k++ {
				if st.Rules.HasMove(k) {
					assert.Equal(t, slices.Contains(unexplained, k), tablepage.Explained(k) == tablepage.NoLesson, "%s", wire.MoveName(k))
				}
			}
			var seen tablepage.Lessons
			for seed := byte(1); seed < 4; seed++ {
				m := newMatch(t, st, 4, seed)
				var taught [4]tablepage.Lessons
				for range 1500 {
					for w := m.s.Waiting(); w != 0 && m.s.Status == game.Playing; w = w.Rest() {
						seat := w.First()
						x := tablepage.Teaching{State: &m.s, Seat: seat, Options: m.options(seat), Taught: taught[seat]}
						l := x.Lesson()
						if l == tablepage.NoLesson {
							continue
						}
						assert.False(t, taught[seat].Has(l))
						if !seen.Has(l) {
							seen |= l.Bit()
							explainedIn(t, m, seat, taught[seat], l)
						}
						taught[seat] |= l.Bit()
					}
					if !m.step() {
						break
					}
				}
				for _, x := range taught {
					for _, l := range []tablepage.Lesson{tablepage.LessonRoll, tablepage.LessonBuy, tablepage.LessonMortgage, tablepage.LessonTrade, tablepage.LessonClaim} {
						assert.True(t, x.Has(l), "%s: %s", book, l)
					}
				}
			}
		})
	}
}

// explainedIn shows a position to a learner, in both languages.
func explainedIn(t *testing.T, m *match, seat game.Seat, taught tablepage.Lessons, l tablepage.Lesson) {
	t.Helper()
	for _, lang := range []string{"de", "en"} {
		d := m.data(seat)
		d.Learner = &taught
		doc := parse(t, render(t, d.Page(pageOf(lang))))
		text := doc.Find("#lesson p").Text()
		assert.Greater(t, len(text), 30, "%s: %s", lang, l)
		assert.NotRegexp(t, `\{\{|<no value>|lesson\.| {3}`, text)
		d.Learner = nil
		assert.Zero(t, parse(t, render(t, d.Page(pageOf(lang)))).Find("#lesson").Length())
	}
}

// TestEveryLessonHasItsPlace looks for every lesson in the sample positions, which have
// all phases of all rulebooks.
func TestEveryLessonHasItsPlace(t *testing.T) {
	var found tablepage.Lessons
	list, err := gallery.Positions()
	require.NoError(t, err)
	for name, d := range list {
		if d.State.Status != game.Playing || d.Viewer < 0 {
			continue
		}
		taught := tablepage.Lessons(0)
		for range tablepage.NumLessons {
			x := tablepage.Teaching{State: d.State, Seat: d.Viewer, Options: d.Options, Taught: taught}
			l := x.Lesson()
			if l == tablepage.NoLesson {
				break
			}
			for _, lang := range []string{"de", "en"} {
				one := taught
				d.Learner, d.Times = &one, nil
				doc := parse(t, render(t, d.Page(page.Page{Lang: lang})))
				text := strings.TrimSpace(doc.Find("#lesson p").Text())
				assert.Greater(t, len(text), 30, "%s: %s %s", name, lang, l)
				assert.NotRegexp(t, `\{\{|<no value>|lesson\.`, text)
			}
			taught |= l.Bit()
		}
		found |= taught
	}
	assert.Equal(t, tablepage.AllLessons.Names(), found.Names())
}
