package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTokensWalk(t *testing.T) {
	for _, args := range [][]string{
		{"--stats", "--walk", "short"}, {"--walk=long"}, {"--walk", "short", "--edition", "german-classic"},
		{"--walk", "short", "--edition", "mark-classic"}, {"--walk", "long", "--option", "house.jail_exit_reroll=true"},
	} {
		s := say(t, "", nil, append([]string{"simulate", "--throws", "200000"}, args...)...)
		require.Equal(t, exitOK, s.status, "%v: %s%s", args, s.out, s.errors)
		assert.Contains(t, s.out, "throws  200000 of ", args)
		assert.True(t, strings.HasSuffix(s.out, "\nall 40 spaces within 4 standard errors, and so are the jail, the turns and the arrests\n"), s.out)
	}
	s := say(t, "", map[string]string{"BANKHALTER_THROWS": "100000"}, "simulate", "--walk", "short", "--edition", "mega")
	require.Equal(t, exitOK, s.status, s.errors)
	assert.Contains(t, s.out, "no exact table for this board")
}

func TestAWalkAsJSON(t *testing.T) {
	run := func(seed string) (out struct {
		Throws, Outside int
		Reference       struct{ Name string }
		Rows            []struct{ Measured, Exact, Off float64 }
	}) {
		s := say(t, "", nil, "simulate", "--walk", "long", "--throws", "100000", "--json", "--seed", seed)
		require.Equal(t, exitOK, s.status, s.errors)
		require.NoError(t, json.Unmarshal([]byte(s.out), &out))
		return out
	}
	first := run("7")
	assert.Equal(t, 100000, first.Throws)
	assert.Len(t, first.Rows, 43)
	assert.NotEmpty(t, first.Reference.Name)
	assert.InDelta(t, 9.3855, first.Rows[40].Exact, 1e-9)
	assert.Equal(t, first, run("7"))
	assert.NotEqual(t, first, run("8"))
}

func TestWrongWalks(t *testing.T) {
	for _, args := range [][]string{
		{"--walk", "for ever"}, {"--walk", "short", "--throws", "99999"}, {"--walk", "short", "--throws", "-1"}, {"--walk", "short", "--throws", "many"},
		{"--walk", "short", "--games", "3"}, {"--walk", "short", "--visits"}, {"--walk", "short", "--players", "2"}, {"--walk", "long", "--bots", "trader"}, {"--walk", "long", "--turns", "5"},
		{"--walk", "short", "--export", t.TempDir()}, {"--walk", "short", "--edition", "atlantis"}, {"--walk", "short", "--rulebook", "mega"},
		{"--walk", "short", "--option", "end_time=never"}, {"--throws", "100000"}, {"--walk", "short", "now"},
	} {
		s := say(t, "", nil, append([]string{"simulate"}, args...)...)
		assert.Equal(t, exitUsage, s.status, args)
		assert.NotEmpty(t, s.errors, args)
		assert.Empty(t, s.out, args)
	}
}
