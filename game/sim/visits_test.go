package sim_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/sim"
)

// TestStandingOrdersSpareVisits plays one game of six traders in which every
// deed is auctioned, and counts it both ways.
func TestStandingOrdersSpareVisits(t *testing.T) {
	ed, err := edition.Load("us-classic")
	require.NoError(t, err)
	st, err := setup.New(ed, "us", map[string]any{"house.auction_all": true})
	require.NoError(t, err)
	v := sim.NewVisits(6)
	_, err = sim.Run(t.Context(), sim.Config{
		Setup: st, Players: 6, Games: 1, Seed: 7, Bots: []string{"trader"}, Workers: 1,
		Each: func(r sim.Record) error { v.Count(st.Rules, r); return nil },
	})
	require.NoError(t, err)
	assert.Equal(t, 1, v.Games)
	assert.GreaterOrEqual(t, v.Factor(), 4.0, "by hand %d, with orders %d", v.Live, v.Ordered)
	all := 0
	for _, a := range v.Acts {
		assert.LessOrEqual(t, a.Ordered, a.All, a.Move)
		all += a.All
	}
	assert.GreaterOrEqual(t, all, v.Live)

	var out strings.Builder
	require.NoError(t, v.Print(&out))
	assert.Contains(t, out.String(), "per person and game")
}

func TestVisitsOfNothing(t *testing.T) {
	v := sim.NewVisits(2)
	assert.Zero(t, v.Live)
	assert.Zero(t, v.Factor())
}
