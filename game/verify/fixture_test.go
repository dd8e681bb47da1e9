package verify_test

import (
	"compress/gzip"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/verify"
)

// fixture is an export from the first version that drew by the protocol.
func fixture(t *testing.T, name string) []string {
	t.Helper()
	return packed(t, "testdata/"+name+".jsonl.gz")
}

// packed is an export that an earlier version left behind.
func packed(t *testing.T, name string) []string {
	t.Helper()
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	text, err := io.ReadAll(z)
	require.NoError(t, err)
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// Old games must verify for ever, whatever the rules and the computer players become.
func TestExportsOfTheFirstVersionStillVerify(t *testing.T) {
	for name, verdict := range map[string]string{
		"pf1-finished": "PASS 38 draws: 19 two-party, 14 server, 5 missed",
		"pf1-running":  "PASS so far 31 draws: 23 two-party, 8 server, 0 missed",
	} {
		lines := fixture(t, name)
		r := check(t, lines)
		assert.True(t, r.OK(), "%s: %+v", name, r.Checks)
		for _, c := range drawChecks {
			assert.Equal(t, verify.Pass, r.Check(c).Result, "%s %s: %s", name, c, r.Check(c).Detail)
		}
		assert.True(t, strings.HasPrefix(verdict, string(r.Verdict)), "%s: %s", r.Verdict, r.Sentence)
		assert.Equal(t, []string{verdict}, second(t, files(t, lines)...), name)
	}
}

// The first version put buildings under the hammer for a lone builder. Its games
// follow the rules as it read them, and the verification says so.
func TestTheFirstReadingOfTheRulesStillVerifies(t *testing.T) {
	r := check(t, fixture(t, "first-reading"))
	assert.True(t, r.OK(), "%+v", r.Checks)
	for _, c := range r.Checks {
		assert.Equal(t, verify.Pass, c.Result, "%s: %s", c.Name, c.Detail)
	}
	assert.Contains(t, r.Check(verify.Rules).Detail, "; 2 of them as the first version of the program read the rules")
}
