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
