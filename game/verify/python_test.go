package verify_test

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/verify"
)

// second checks files with the verifier in Python and returns a sentence for
// each that begins with its verdict. Without Python the test is left out, but not on
// a continuous integration machine.
func second(t testing.TB, files ...string) []string {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil && os.Getenv("CI") == "true" {
		require.Fail(t, "python3 is not installed, the second verifier cannot be tested")
	} else if err != nil {
		t.Skip("NOT TESTED: python3 is not installed (apt-get install python3)")
	}
	cmd := exec.CommandContext(t.Context(), python, append([]string{"verify.py"}, files...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	verdicts := strings.Split(strings.TrimSpace(string(out)), "\n")
	require.Len(t, verdicts, len(files))
	status := 0
	for i, v := range verdicts {
		verdict, rest, ok := strings.Cut(v, " "+files[i]+": ")
		require.True(t, ok, v)
		switch {
		case verdict == "FAIL":
			status = 1
		case verdict == "UNPROVEN" && status == 0:
			status = 3
		}
		verdicts[i] = verdict + " " + rest
	}
	if status == 0 {
		assert.NoError(t, err)
	} else {
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit)
		assert.Equal(t, status, exit.ExitCode())
	}
	return verdicts
}

// files writes exports where the second verifier finds them.
func files(t testing.TB, exports ...[]string) []string {
	t.Helper()
	dir := t.TempDir()
	names := make([]string, len(exports))
	for i, lines := range exports {
		names[i] = filepath.Join(dir, strconv.Itoa(i)+".jsonl")
		require.NoError(t, os.WriteFile(names[i], []byte(strings.Join(lines, "\n")+"\n"), 0o666))
	}
	return names
}

// drawChecks are those that the second verifier makes too.
var drawChecks = []string{verify.Lines, verify.Opening, verify.Links, verify.Server, verify.Locks, verify.Draws, verify.Heads}

func TestBothVerifiersAgreeOnGoodGames(t *testing.T) {
	var exports [][]string
	var want []string
	for _, id := range edition.IDs() {
		options := map[string]any{}
		if id == "mark-classic" {
			options["end_time"] = 60
		}
		for seed := range uint64(3) {
			how := draws{edition: id, options: options, seed: 100 + seed, sources: []fair.Source{own, theirs, own}, missed: 20, lost: 25, length: 70}
			if seed == 2 {
				how.running, how.shy, how.turns = true, true, 40
			}
			lines := drawn(t, how)
			r := check(t, lines)
			require.True(t, r.OK(), "%s %d: %+v", id, seed, r.Checks)
			c := r.Tally.Count
			exports = append(exports, lines)
			want = append(want, string(r.Verdict)+" "+numbers(c.Draws, " draws: ", c.TwoParty, " two-party, ", c.Server, " server, ", c.Missed, " missed"))
		}
	}
	assert.Equal(t, want, second(t, files(t, exports...)...))
}

func numbers(parts ...any) string {
	var b strings.Builder
	for _, p := range parts {
		switch p := p.(type) {
		case int:
			b.WriteString(strconv.Itoa(p))
		case string:
			b.WriteString(p)
		}
	}
	return b.String()
}

// A file that cannot be read is reported like any other fault.
func TestTheSecondVerifierOnNoFile(t *testing.T) {
	said := second(t, filepath.Join(t.TempDir(), "none.jsonl"), files(t, []string{"hello"})[0])
	assert.Regexp(t, `^FAIL \[Errno 2\] `, said[0])
	assert.Regexp(t, `^FAIL Expecting value`, said[1])
}

// The second verifier is meant to be read in one sitting.
func TestTheSecondVerifierIsShort(t *testing.T) {
	text, err := os.ReadFile("verify.py")
	require.NoError(t, err)
	lines := 0
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); lines++ {
		assert.LessOrEqual(t, len(s.Text()), 130, "line %d", lines+1)
	}
	assert.Less(t, lines, 150)
}
