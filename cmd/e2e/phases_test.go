package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestEveryPhaseIsAccessible opens a table in each phase, narrow or wide, light
// or dark in turn: axe finds nothing, nothing is wider than the window.
func TestEveryPhaseIsAccessible(t *testing.T) {
	t.Parallel()
	b := browser(t)
	s := serve(t)
	checker := axe(t)
	p := newSession(t, b, rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	for i, m := range phasePositions {
		if !*long && i%3 > 0 {
			continue // what differs from its neighbours is little
		}
		path := m.create(t, p)
		wide, narrow := rig.Emulation{Width: 1440, Height: 900, Language: "en", Dark: true}, rig.Emulation{Width: 360, Height: 740, Language: "de"}
		if i/2%2 == 1 {
			wide, narrow = rig.Emulation{Width: 1440, Height: 900, Language: "de"}, rig.Emulation{Width: 360, Height: 740, Language: "en", Dark: true}
		}
		for n, emulation := range inTurn(i, []rig.Emulation{narrow, wide}) {
			t.Run(m.name+"/"+emulation.Language, func(t *testing.T) {
				without := ""
				if n > 0 || !*long && i >= 4 {
					without = boardAndLog // the checker has seen them in the first look, or in the first four phases
				}
				examine(t, p, s.URL+path, checker, without, []rig.Emulation{emulation}, func(rig.Emulation) {
					(&screenshots{t: t, p: p, name: "phases", emulation: emulation}).takeAsIs(m.name)
				})
			})
		}
	}
}
