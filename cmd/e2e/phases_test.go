package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestEveryPhaseIsAccessible opens a table in each phase, narrow and wide, light
// and dark: axe finds nothing, nothing is wider than the window.
func TestEveryPhaseIsAccessible(t *testing.T) {
	t.Parallel()
	b := browser(t)
	s := serve(t)
	checker := axe(t)
	p := visitor(t, b, rig.Look{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	for i, m := range moments {
		path := m.set(t, p)
		looks := []rig.Look{{Width: 360, Height: 740, Language: "de"}, {Width: 1440, Height: 900, Language: "en", Dark: true}}
		if i%2 == 1 {
			looks[0].Dark, looks[1].Dark = true, false
			looks[0].Language, looks[1].Language = "en", "de"
		}
		for n, look := range looks {
			t.Run(m.name+"/"+look.Language, func(t *testing.T) {
				without := ""
				if n > 0 {
					without = boardAndLog // the checker has seen them in the first look
				}
				examine(t, p, s.URL+path, checker, without, []rig.Look{look}, func(rig.Look) {
					(&album{t: t, p: p, name: "phases", look: look}).snap(m.name)
				})
			})
		}
	}
}
