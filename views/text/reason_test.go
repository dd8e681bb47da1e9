package text_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/explain"
	"github.com/bankhalter/bankhalter/views/text"
)

// TestReasonsNameGroupsInOneCase: the board knows the German name of a group in the
// nominative only, which is right behind "Gruppe" and nowhere after "von" or "auf".
func TestReasonsNameGroupsInOneCase(t *testing.T) {
	st := load(t, "german-classic")
	s := text.NewScene("de", st, []string{"Ada", "Ben"})
	utilities := int8(st.Rules.Spaces[12].Group) //nolint:gosec // below 128
	for _, kind := range explain.Kinds() {
		why := explain.Reason{Points: []explain.Point{{Kind: kind, Group: utilities, Seat: game.Nobody, Amount: 100}}}
		assert.NotRegexp(t, `(von|auf|mit|für) Werke`, s.Reason(&why))
	}
	why := explain.Reason{Points: []explain.Point{{Kind: explain.Adds, Group: utilities, Seat: game.Nobody}}}
	assert.Equal(t, "bringt mehr von der Gruppe Werke.", s.Reason(&why))
}

// Names of groups are singular, as "Rot", or plural, as "Bahnhöfe", so that "ganz" never
// stands before one.
func TestNoGermanTextCallsAGroupGanz(t *testing.T) {
	raw, err := os.ReadFile("de.toml")
	require.NoError(t, err)
	assert.NotRegexp(t, `ganz \{\{\.(Group|What)\}\}`, string(raw))
}
