package verify_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/verify"
)

var (
	own    = fair.Client
	theirs = fair.Server
)

func TestDrawnGamesOfEveryEditionVerify(t *testing.T) {
	for _, id := range edition.IDs() {
		options := map[string]any{}
		if id == "mark-classic" {
			options["end_time"] = 60
		}
		for seed := range uint64(4) {
			how := draws{edition: id, options: options, seed: seed, sources: []fair.Source{own, theirs, own}}
			switch seed {
			case 1:
				how.missed, how.lost = 10, 15
			case 2:
				how.sources, how.length = []fair.Source{theirs, theirs, theirs}, 50
			case 3:
				how.sources, how.length, how.lost = []fair.Source{own, own, theirs, own}, 40, 40
			}
			r := check(t, drawn(t, how))
			assert.True(t, r.Proved(), "%s %d: %+v", id, seed, r.Checks)
			for _, c := range r.Checks {
				assert.Equal(t, verify.Pass, c.Result, "%s %d %s: %s", id, seed, c.Name, c.Detail)
			}
			require.NotNil(t, r.Tally)
			assert.Equal(t, r.Tally.Draws, r.Tally.TwoParty+r.Tally.Server+r.Tally.Missed)
		}
	}
}
