package sim_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/setup/setuptest"
	"github.com/bankhalter/bankhalter/game/sim"
)

// TestStandingOrdersSpareVisits plays games of traders and counts them both
// ways; in some every deed is auctioned.
func TestStandingOrdersSpareVisits(t *testing.T) {
	for name, c := range map[string]struct {
		players int
		options map[string]any
	}{
		"auctions and trades": {6, map[string]any{"house.auction_all": true}},
		"as printed":          {4, nil},
	} {
		t.Run(name, func(t *testing.T) { spares(t, c.players, c.options) })
	}
}

func spares(t *testing.T, players int, options map[string]any) {
	t.Helper()
	st := setuptest.Load(t, "us-classic", "us", options)
	v := sim.NewVisits(players)
	_, err := sim.Run(t.Context(), sim.Config{
		Setup: st, Players: players, Games: 1, Seed: 7, Bots: []string{"trader"}, Workers: 1,
		Each: func(r sim.Record) error { v.Count(st.Rules, r); return nil },
	})
	require.NoError(t, err)
	assert.Equal(t, 1, v.Games)
	assert.LessOrEqual(t, v.Plain, v.Live)
	assert.GreaterOrEqual(t, v.Spared(), 4.0, "without orders %d, with them %d", v.Plain, v.Ordered)
	assert.GreaterOrEqual(t, v.Factor(), v.Spared())
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
