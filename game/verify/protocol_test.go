package verify_test

import (
	"regexp"
	"slices"
	"strings"
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
			assert.True(t, r.Committed(), "%s %d: %+v", id, seed, r.Checks)
			assert.Equal(t, slices.Contains(how.sources, own), r.Proved(), "%s %d: %s", id, seed, r.Sentence)
			for _, c := range r.Checks {
				assert.Equal(t, verify.Pass, c.Result, "%s %d %s: %s", id, seed, c.Name, c.Detail)
			}
			require.NotNil(t, r.Tally)
			assert.Equal(t, r.Tally.Draws, r.Tally.TwoParty+r.Tally.Server+r.Tally.Missed)
		}
	}
}

// A running game that another server took over has proof up to there.
func TestAGameTakenOverOnItsWay(t *testing.T) {
	lines := drawn(t, draws{edition: "us-classic", seed: 3, sources: seats, running: true, turns: 30})
	turn := find(t, lines, 20, `"type":"turn_started"`)
	for i := turn; i < len(lines); i++ {
		lines[i] = regexp.MustCompile(`,"(prev|draw)":("[0-9a-f]*"|\{[^}]*\})`).ReplaceAllString(lines[i], "")
	}
	lines = slices.DeleteFunc(lines, func(l string) bool { return strings.Contains(l, `"type":"proof.head"`) })
	lines[0] = strings.Replace(lines[0], `,"luck":"pf1"`, "", 1)
	r := check(t, lines)
	assert.Equal(t, []string{verify.Lines, verify.Links, verify.Locks}, failing(r), "if it does not say so, it is a fault")
	assert.Regexp(t, "^FAIL ", second(t, files(t, lines)...)[0])

	lines[0] = strings.Replace(lines[0], `"seed_commitment":"`, `"imported":true,"seed_commitment":"00`, 1)
	r = check(t, lines)
	assert.True(t, r.OK(), "%+v", r.Checks)
	assert.Equal(t, verify.Unproven, r.Verdict)
	assert.Equal(t, verify.IsImported, r.Reason)
	assert.Regexp(t, `^the game was imported before its end: nothing vouches for dice and cards after event \d+$`, r.Sentence)
	assert.Equal(t, verify.Pass, r.Check(verify.Opening).Result)
	for _, name := range []string{verify.Lines, verify.Links, verify.Draws} {
		assert.Equal(t, verify.None, r.Check(name).Result, name)
		assert.Contains(t, r.Check(name).Detail, "another server took the game over", name)
	}
	assert.NotZero(t, r.Tally.Draws)
	assert.Regexp(t, `^UNPROVEN \d+ draws: .*; the game was imported, no proof after event \d+$`, second(t, files(t, lines)...)[0])
	roll := find(t, lines, 9, `"type":"rolled"`)
	lines[roll] = flip(lines[roll], "server_link")
	assert.Contains(t, failing(check(t, lines)), verify.Server, "and up to there everything counts")
	assert.Regexp(t, "^FAIL server: ", second(t, files(t, lines)...)[0])
}
