package e2e

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// labelsOver lists the labels along the lower edge of a chart that overlap.
const labelsOver = `JSON.stringify([...document.querySelectorAll("svg.chart")].flatMap(chart => {
	const labels = [...chart.querySelectorAll(".ax:not(.e)")].filter(e => e.checkVisibility()).map(e => [e.textContent, e.getBoundingClientRect()]);
	return labels.flatMap(([said, a], i) => labels.slice(i + 1).filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).map(([other]) => said + " lies on " + other));
}))`

// TestLabelsOfChartsStandApart: and a wide chart has room for the names of all corners, and its first
// turn stands where its lines begin.
func TestLabelsOfChartsStandApart(t *testing.T) {
	t.Parallel()
	s := serve(t, "--dev") // the gallery
	p := newSession(t, browser(t), rig.Emulation{})
	for _, path := range []string{"/gallery/figures", "/gallery/figures-mega", "/gallery/figures-start"} {
		showIn(t, p, s.URL+path, []rig.Emulation{{Width: 360, Height: 740, Language: "de"}, {Width: 1280, Height: 800, Language: "de"}}, func(emulation rig.Emulation) {
			noneOf(t, p, labelsOver, "%s, %d px", path, emulation.Width)
			if emulation.Width < 700 {
				return
			}
			cut, err := rig.Eval[int](p, `[...document.querySelectorAll("svg.chart .ax.m")].filter(e => e.textContent.includes("…")).length`)
			require.NoError(t, err)
			assert.Zero(t, cut, "%s: names are cut off", path)
			holds(t, p, `(chart => !chart || Math.abs(chart.querySelector(".ax:not(.e, .m)").getBoundingClientRect().left - chart.querySelector(".grid").getBoundingClientRect().left) < 2)(document.querySelector("svg.tall"))`, path)
		})
	}
}

// sixLongNames is a position with statistics of six players whose names are as long as can be.
var sixLongNames = phasePosition{name: "six long names", doc: `{"edition": "german-classic", "rulebook": "standard", "options": {"rent.auto_claim": true}, "dice": [[2, 4], [1, 2]], "players": [
	{"name": "Annegret-Sophie Wildmüll"}, {"name": "Wilhelmine Schwarzwälder", "deeds": [{"space": 6}]}, {"name": "Bartholomäus von Hohentz"},
	{"name": "Donaudampfschifffahrtsge"}, {"name": "Oberbürgermeisterin Ruth"}, {"name": "Maximiliane von Bernburg"}]}`,
	moves: []string{`{"player": 0, "move": "roll"}`, `{"player": 0, "move": "end_turn"}`,
		`{"player": 1, "move": "roll"}`, `{"player": 1, "move": "buy"}`, `{"player": 1, "move": "end_turn"}`}}

// TestTheNamesOfLinesAreWhole: at the end of a line of wealth a name has room, on tablets too.
func TestTheNamesOfLinesAreWhole(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	path := sixLongNames.create(t, p)
	showIn(t, p, s.URL+path+"/stats", inLanguage([]rig.Emulation{{Width: 720, Height: 900}, {Width: 768, Height: 1024}, {Width: 920, Height: 900}, {Width: 1280, Height: 800}}, "de"), func(emulation rig.Emulation) {
		holds(t, p, `document.querySelectorAll(".tall .lb").length === 6`, "six lines")
		noneOf(t, p, `JSON.stringify([...document.querySelectorAll(".tall .lb")].filter(e => e.getBoundingClientRect().right > e.closest(".fig").getBoundingClientRect().right).map(e => e.textContent))`, "%d px", emulation.Width)
	})
}
