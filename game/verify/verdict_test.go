package verify_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/verify"
)

// without is an export with no line of a type.
func without(lines []string, typ string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return strings.Contains(l, `"type":"`+typ) })
}

// with is an export with another text in its header.
func with(t *testing.T, lines []string, old, text string) []string {
	t.Helper()
	require.Contains(t, lines[0], old)
	changed := slices.Clone(lines)
	changed[0] = strings.Replace(changed[0], old, text, 1)
	return changed
}

const bare = "dice and cards were fixed by the server before the first throw; nobody else had a part"

// Nothing passes that is not proved, whatever is left out of a file or said in
// its header, and both verifiers say the same.
func TestVerdicts(t *testing.T) {
	mixed := draws{edition: "us-classic", seed: 1, sources: seats}
	good := drawn(t, mixed)
	mixed.running, mixed.turns = true, 30
	running := drawn(t, mixed)
	alone := draws{edition: "us-classic", seed: 1, sources: []fair.Source{theirs, theirs, theirs}}
	bots := drawn(t, alone)
	alone.running, alone.turns = true, 30
	begun := drawn(t, alone)
	sim := played(t, "us-classic", nil, 1)
	old := packed(t, "../export/testdata/format-1/finished.jsonl.gz")

	ended := find(t, good, 3, `"type":"proof.move"`, `"end_turn"`)
	for _, c := range []struct {
		name     string
		lines    []string
		verdict  verify.Verdict
		reason   verify.Reason
		sentence string
		second   string // the verdict of the other verifier, if it is another one
	}{
		{"a game of people", good, verify.Passed, "", "numbers that nobody could choose; ", ""},
		{"as long as it runs", running, verify.PassedSoFar, "", "the moves can be checked when the game is over", ""},
		{"no moves", without(good, "proof.move"), verify.Unproven, verify.NoMoves, "the moves are missing", ""},
		{"no head", without(good, "proof.head"), verify.Unproven, verify.NoHead, "no head of the log is signed", ""},
		{"no head of a running game", without(running, "proof.head"), verify.Unproven, verify.NoHead, "no head of the log is signed", ""},
		{"no lines of proof", without(good, "proof"), verify.Unproven, verify.NoHead, "no head of the log is signed", ""},
		{"the server's numbers alone", bots, verify.Unproven, verify.ServerOnly, bare, ""},
		{"the server's numbers alone, as long as it runs", begun, verify.Unproven, verify.ServerOnly, bare, ""},
		{
			"imported after its end", with(t, good, `"luck":"pf1"`, `"luck":"pf1","imported":true`),
			verify.Passed, "", "nobody could choose", "",
		},
		{
			"imported, and not signed to the end", without(with(t, good, `"luck":"pf1"`, `"luck":"pf1","imported":true`), "proof.head"),
			verify.Unproven, verify.IsImported, "has not signed its last event", "",
		},
		{"renamed", with(t, good, `"game":"example"`, `"game":"another"`), verify.Failed, "", `the file was renamed: it calls the game "another", but the log was begun as that of game "example"`, ""},
		{"another rulebook", with(t, good, `"rulebook":"us"`, `"rulebook":"standard"`), verify.Failed, "", "rulebook: the header that was hashed before the first throw says otherwise", ""},
		{
			"marked as a sandbox", with(t, good, `"luck":"pf1"`, `"luck":"pf1","scenario":{"from":"start","players":[{"name":"P"},{"name":"P"},{"name":"P"},{"name":"P"}]}`),
			verify.Failed, "", "which sandboxes do not", string(verify.Passed),
		},
		{"a move that locks nothing is missing", slices.Delete(slices.Clone(good), ended, ended+1), verify.Failed, "", "rules at event ", string(verify.Passed)},
		{"simulated", sim, verify.Unproven, verify.IsSimulated, "made by simulate", ""},
		{"simulated and renamed", with(t, sim, `"game":"x"`, `"game":"y"`), verify.Unproven, verify.IsSimulated, "made by simulate", ""},
		{"simulated without its seed", without(with(t, sim, `"game":"x"`, `"simulated":true,"game":"x"`), "proof"), verify.Unproven, verify.IsSimulated, "made by simulate", ""},
		{
			"simulated, imported when it was over", without(with(t, sim, `"game":"x"`, `"imported":true,"game":"x"`), "proof.seed"),
			verify.Unproven, verify.IsImported, "imported without its seed", "",
		},
		{"no proof of a game of the first versions", without(sim, "proof"), verify.Unproven, verify.NoProof, "the seed is missing", ""},
		{"a seed, but no moves", without(old, "proof.move"), verify.Unproven, verify.NoMoves, "the moves are missing", ""},
		{"a game of the first versions", old, verify.Unproven, verify.ServerOnly, bare, ""},
	} {
		r := check(t, c.lines)
		assert.Equal(t, c.verdict, r.Verdict, "%s: %s: %+v", c.name, r.Sentence, r.Checks)
		assert.Equal(t, c.reason, r.Reason, c.name)
		assert.Contains(t, r.Sentence, c.sentence, c.name)
		assert.Equal(t, strings.HasPrefix(string(c.verdict), "PASS"), r.Proved(), c.name)
		if c.second == "" {
			c.second = string(c.verdict)
		}
		said := second(t, files(t, c.lines)...)[0]
		assert.Regexp(t, "^"+c.second+" [^s]", said, c.name)
	}
	assert.Regexp(t, ", 1 line of proof$", check(t, running).Check(verify.Format).Detail)
}

// A head kept elsewhere counts where the file has none.
func TestAKeptHeadIsComparedWithAFileThatHasNone(t *testing.T) {
	d, good := draw(t, draws{edition: "us-classic", seed: 5, sources: seats, turns: 10})
	bare := without(good, "proof.head")
	assert.Equal(t, verify.None, heads(t, bare, d.keptAt(50)).Result)
	head := d.keptAt(50).Head
	head.Hash[0] ^= 1
	c := heads(t, bare, signed(head, d.key))
	assert.Equal(t, verify.Fail, c.Result)
	assert.Contains(t, c.Detail, "proves that it cheats")
}
