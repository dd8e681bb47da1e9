package main

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// unpacked writes an export from the fixtures as a file, perhaps edited.
func unpacked(t *testing.T, name string, edit func(text string) string) string {
	t.Helper()
	f, err := os.Open("../../game/verify/testdata/" + name + ".jsonl.gz")
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	text, err := io.ReadAll(z)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), name+".jsonl")
	require.NoError(t, os.WriteFile(path, []byte(edit(string(text))), 0o666))
	return path
}

func same(text string) string { return text }

// lastLine is the signed head of the fixture, as a player may have kept it.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

func TestVerifyOfTheProtocol(t *testing.T) {
	finished, running := unpacked(t, "pf1-finished", same), unpacked(t, "pf1-running", same)
	s := say(t, "", nil, "verify", finished)
	assert.Equal(t, exitOK, s.status, s.errors)
	assert.Contains(t, s.out, "\n38 draws: 19 two-party, 14 server (2 after a new anchor), 5 missed (seat 0: 3, seat 2: 2)\n")
	assert.Equal(t, "PASS: dice and cards come from numbers that nobody could choose; 19 of 38 draws have a player's own number.", lastOf(s.out))
	for _, check := range []string{"lines", "opening", "links", "server", "locks", "draws", "heads"} {
		assert.Contains(t, s.out, "\n"+check+strings.Repeat(" ", 8-len(check))+"PASS", check)
	}
	s = say(t, "", nil, "verify", running)
	assert.Equal(t, exitOK, s.status, s.errors)
	assert.Equal(t, "PASS so far: dice and cards come from numbers that nobody could choose; 23 of 31 draws have a player's own number; "+
		"the moves can be checked when the game is over.", lastOf(s.out))

	s = say(t, "", nil, "verify", unpacked(t, "pf1-finished", func(text string) string {
		return regexp.MustCompile(`(?m)^.*"type":"proof.move".*\n`).ReplaceAllString(text, "")
	}))
	assert.Equal(t, exitOpen, s.status)
	assert.Equal(t, "UNPROVEN: the moves are missing: nobody can check that they keep to the rules.", lastOf(s.out))

	s = say(t, "", nil, "verify", "--json", finished)
	var r struct {
		OK, Proved bool
		Protocol   string
		Tally      struct {
			Draws    int
			TwoParty int            `json:"two_party"`
			MissedBy map[string]int `json:"missed_by"`
		}
		Head struct{ Seq int }
	}
	require.NoError(t, json.Unmarshal([]byte(s.out), &r))
	assert.True(t, r.OK && r.Proved)
	assert.Equal(t, "pf1", r.Protocol)
	assert.Equal(t, 38, r.Tally.Draws)
	assert.Equal(t, 19, r.Tally.TwoParty)
	assert.Equal(t, map[string]int{"0": 3, "2": 2}, r.Tally.MissedBy)
	assert.Equal(t, 405, r.Head.Seq)
}

func TestVerifyAgainstAHeadThatWasKept(t *testing.T) {
	finished := unpacked(t, "pf1-finished", same)
	head := unpacked(t, "pf1-finished", lastLine)
	s := say(t, "", nil, "verify", "--head", head, "--head", finished, finished)
	assert.Equal(t, exitOK, s.status, s.errors)
	assert.Contains(t, s.out, "of those kept by others, 2 agree")

	// One over several lines.
	pretty := unpacked(t, "pf1-finished", func(text string) string {
		var v any
		require.NoError(t, json.Unmarshal([]byte(lastLine(text)), &v))
		out, err := json.MarshalIndent(v, "", "  ")
		require.NoError(t, err)
		return string(out)
	})
	s = say(t, "", nil, "verify", "--head", pretty, finished)
	assert.Equal(t, exitOK, s.status, s.errors)

	envelope := unpacked(t, "pf1-finished", func(text string) string {
		return `{"id":"abcdefghij","protocol":"pf1","head":` + lastLine(text) + `,"chains":[]}` + "\n"
	})
	s = say(t, "", nil, "verify", "--head", envelope, finished)
	assert.Equal(t, exitOK, s.status, s.errors)
	assert.Contains(t, s.out, "of those kept by others, 1 agree")
	s = say(t, "", nil, "verify", "--head", envelope, unpacked(t, "pf1-running", same))
	assert.Equal(t, exitFail, s.status)

	s = say(t, "", nil, "verify", "--head", head, unpacked(t, "pf1-running", same))
	assert.Equal(t, exitFail, s.status)
	assert.Contains(t, s.out, "heads   FAIL")
	assert.Regexp(t, "^FAIL: heads", lastOf(s.out))

	s = say(t, "", nil, "verify", "--head", unpacked(t, "pf1-finished", func(string) string { return "{}" }), finished)
	assert.Equal(t, exitUsage, s.status)
	assert.Contains(t, s.errors, "there is no signed head in it")
	s = say(t, "", nil, "verify", "--head", "/no/such/file", finished)
	assert.Equal(t, exitUsage, s.status)
}
