package e2e

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

const builtUp = `{"edition": "mega", "rulebook": "mega", "players": [
	{"name": "Ada", "space": 14, "deeds": [{"space": 27}, {"space": 29}, {"space": 30}, {"space": 31}]},
	{"name": "Ben", "space": 5, "deeds": [{"space": 7, "houses": 4}, {"space": 8, "houses": 4}, {"space": 11, "hotel": true}]}], "dice": [[1, 2, 1]]}`

// TestNarrowTablesDoNotMoveSideways opens all that is folded at tables with
// long names and long tables.
func TestNarrowTablesDoNotMoveSideways(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := visitor(t, browser(t), rig.Look{Width: 360, Height: 740, Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	long := strings.NewReplacer(`"Ben"`, `"`+strings.Repeat("W", 24)+`"`).Replace(fourFriends)
	for _, m := range []moment{{name: "long", doc: long}, {name: "built", doc: builtUp}} {
		require.NoError(t, p.Open(s.URL+m.set(t, p)))
		wide, err := rig.Eval[int](p, `(document.querySelectorAll("details").forEach(d => d.open = true), document.documentElement.scrollWidth)`)
		require.NoError(t, err)
		assert.LessOrEqual(t, wide, 360, m.name)
	}
}
