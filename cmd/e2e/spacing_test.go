package e2e

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// spaced gives a page the distances that a reader may ask for, between lines, paragraphs,
// words and letters (WCAG 1.4.12).
const spaced = `(sheet => { sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }");
	document.adoptedStyleSheets = [sheet]; return true })(new CSSStyleSheet())`

// outOfTheCard lists the words of the card in the middle that stick out of it.
const outOfTheCard = `JSON.stringify([...document.querySelectorAll("#act .deed :is(h3, th, td, dt, dd, p)")].filter(e => e.checkVisibility()).flatMap(e => {
	const r = document.createRange();
	r.selectNodeContents(e.firstChild ?? e);
	const is = r.getBoundingClientRect(), card = e.closest(".deed").getBoundingClientRect();
	return is.width && (is.left < card.left || is.right > card.right) ? [e.innerText + " by " + Math.max(card.left - is.left, is.right - card.right).toFixed(1)] : [];
}))`

// TestSlowWordsThatAreSpacedOutStayWhole: nothing on a board is cut off, and no amount leaves its card.
func TestSlowWordsThatAreSpacedOutStayWhole(t *testing.T) {
	t.Parallel()
	s := serve(t, "--dev") // the gallery
	p := newSession(t, browser(t), rig.Emulation{})
	for n, story := range stories(t, s) {
		if !strings.HasPrefix(story.Name, "played-") && story.Name != "phase-buy" {
			continue
		}
		for l, language := range []string{"de", "en"} {
			if !*long && story.Name != "phase-buy" && (n+l)%2 > 0 {
				continue
			}
			require.NoError(t, p.Emulate([]rig.Emulation{{Width: 1280, Height: 800, Language: language}, {Width: 768, Height: 1024, Language: language}}[n%2]))
			require.NoError(t, p.Open(s.URL+story.Path))
			holds(t, p, spaced, "spaced out")
			noneOf(t, p, misfits, "%s, %s", story.Name, language)
			noneOf(t, p, outOfTheCard, "%s, %s", story.Name, language)
		}
	}
}
