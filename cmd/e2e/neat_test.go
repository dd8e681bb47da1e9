package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// tallButtons lists the buttons of the own deeds whose words take more than two lines, or
// do not fit them.
const tallButtons = `JSON.stringify([...document.querySelectorAll("#deeds .mini .btn")].flatMap(e => {
	const r = document.createRange();
	r.selectNodeContents(e);
	const lines = new Set([...r.getClientRects()].map(line => Math.round(line.top))).size;
	return lines > 2 || e.scrollWidth > e.clientWidth ? [e.innerText + ": " + lines + " lines, " + e.scrollWidth + " px in " + e.clientWidth] : [];
}))`

// TestTheButtonsOfADeedTakeTwoLines: beside the board too, where a card is narrow, in both languages
// and with the longest name of a building.
func TestTheButtonsOfADeedTakeTwoLines(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := visitor(t, browser(t), rig.Look{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	skyscrapers := moment{name: "skyscrapers", doc: `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada", "cash": 5000, "deeds": [
		{"space": 1, "hotel": true}, {"space": 3, "hotel": true}, {"space": 4, "hotel": true}, {"space": 6}]}, {"name": "Ben"}]}`}
	for _, m := range append(momentsOf(t, "building", "debt"), skyscrapers) {
		path := m.set(t, p)
		for _, language := range []string{"de", "en"} {
			showIn(t, p, s.URL+path, inLanguage([]rig.Look{{Width: 1280, Height: 800}, {Width: 1440, Height: 900}, {Width: 360, Height: 740}}, language), func(look rig.Look) {
				holds(t, p, `!!document.querySelector("#deeds .mini .btn")`, m.name)
				noneOf(t, p, tallButtons, "%s, %d px, %s", m.name, look.Width, look.Language)
			})
		}
	}
}
