package verify_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/verify"
)

// A watcher may not see every throw yet, and can still check the others,
// whether a draw begins with a visible throw or not.
func TestDrawsOfARunningGameAreCheckedAroundHiddenOnes(t *testing.T) {
	var within, whole int
	for _, id := range []string{"us-classic", "mega"} {
		for seed := range uint64(15) {
			lines := drawn(t, draws{edition: id, seed: seed, sources: []fair.Source{own, theirs, own}, turns: 60, running: true, shy: true, length: 60})
			r := check(t, lines)
			if r.Status != "playing" {
				continue
			}
			assert.True(t, r.OK(), "%s %d: %+v", id, seed, r.Checks)
			for _, name := range []string{verify.Lines, verify.Opening, verify.Links, verify.Server, verify.Locks, verify.Draws, verify.Heads} {
				assert.Equal(t, verify.Pass, r.Check(name).Result, "%s %d %s: %s", id, seed, name, r.Check(name).Detail)
			}
			last := ""
			for _, line := range lines {
				_, ordinal, _ := strings.Cut(line, `"ordinal":`)
				ordinal, _, _ = strings.Cut(ordinal, ",")
				if strings.Contains(line, `"type":"hidden"`) && ordinal != "" {
					if within++; ordinal != last {
						whole++
						within--
					}
				}
				if ordinal != "" {
					last = ordinal
				}
			}
		}
	}
	t.Logf("hidden throws: %d in a draw that can be seen, %d at the beginning of one", within, whole)
	assert.NotZero(t, within)
	assert.NotZero(t, whole)
}

// The tax on the mega board is chosen before the bonus move, which may end on a utility, whose rent is thrown for: all
// of it is one move.
func TestAChosenTaxMayLeadToADraw(t *testing.T) {
	lines := drawn(t, draws{edition: "mega", seed: 9, bots: 17, sources: []fair.Source{own, theirs, own}, turns: 60, running: true, shy: true, length: 60})
	require.Contains(t, strings.Join(lines, "\n"), `"move":"choose_tax"`)
	r := check(t, lines)
	assert.Equal(t, verify.Pass, r.Check(verify.Locks).Result, r.Check(verify.Locks).Detail)
	assert.Regexp(t, "^PASS so far ", second(t, files(t, lines)...)[0])
}
