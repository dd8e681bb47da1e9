package verify_test

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/verify"
)

var wanted = flag.Int("draws", 2000, "draws that TestMillion verifies by both verifiers")

// TestMillion plays games until they have drawn often enough and lets both
// verifiers count who had a part in the draws. A million takes some minutes:
//
//	go test ./game/verify -run TestMillion -v -timeout 60m -draws 1000000
func TestMillion(t *testing.T) {
	const batch = 100 // games checked by one start of the second verifier
	ids := edition.IDs()
	var draws, games int
	for *wanted > draws {
		var exports [][]string
		var want []string
		for range batch {
			lines, r := millionth(t, ids[games%len(ids)], uint64(games))
			games++
			said := &r.Tally.Count
			draws += said.Draws
			exports = append(exports, lines)
			want = append(want, numbers(string(r.Verdict), " ", said.Draws, " draws: ", said.TwoParty, " two-party, ", said.Server, " server, ", said.Missed, " missed"))
			if draws >= *wanted {
				break
			}
		}
		names := files(t, exports...)
		for i, verdict := range second(t, names...) {
			require.Equal(t, want[i], verdict, "game %d", games-len(names)+i)
			require.NoError(t, os.Remove(names[i]))
		}
	}
	t.Logf("%d draws of %d games verified by both verifiers with the same result", draws, games)
}

// millionth is one game and the findings of the first verifier. Tables of
// all kinds take turns.
func millionth(t *testing.T, id string, seed uint64) ([]string, *verify.Report) {
	t.Helper()
	how := draws{edition: id, seed: seed, sources: []fair.Source{own, theirs, own, theirs}[:3+seed%2], options: map[string]any{}}
	if id == "mark-classic" {
		how.options["end_time"] = 60
	}
	switch seed % 5 {
	case 1:
		how.missed, how.lost = 25, 40
	case 2:
		how.length = 90
	case 3:
		how.running, how.shy, how.turns = true, true, 300
	case 4:
		how.sources = []fair.Source{theirs, theirs, theirs}
	}
	lines := drawn(t, how)
	r := check(t, lines)
	require.True(t, r.OK(), "%s %d: %+v", id, seed, r.Checks)
	assert.True(t, r.Committed(), "%s %d: %+v", id, seed, r.Checks)
	require.NotNil(t, r.Tally)
	return lines, r
}
