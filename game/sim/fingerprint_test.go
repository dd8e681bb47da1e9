package sim

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
)

var update = flag.Bool("update", false, "write the fingerprints anew")

const golden = "testdata/fingerprints.txt"

// TestFingerprints compares bot games with those of earlier versions: every
// event and, after every command, every seat's options in their order. A
// change is no fault by itself, but it must be meant: stored games replay by
// folding their events, so nothing is lost; say in the commit why it moved and
// write the file anew with -update.
func TestFingerprints(t *testing.T) {
	var b strings.Builder
	for _, table := range tables() {
		fmt.Fprintf(&b, "%s %s\n", table.name, fingerprint(t, table, 12))
	}
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), b.String())
}

func fingerprint(t *testing.T, table table, games int) digest {
	t.Helper()
	st := table.load(t)
	g := player{rules: st.Rules, bots: usual(table.players), maxTurns: DefaultTurns}
	start := game.NewState(st.Rules, table.players, 0, false)
	var opts []game.Option
	all := digestStart
	g.after = func() {
		for seat := range game.Seat(table.players) {
			opts = game.Options(g.rules, &g.turn.S, seat, opts[:0])
			all.add(uint64(len(opts)))
			for i := range opts {
				all.option(&opts[i])
			}
		}
	}
	for n := range games {
		_, err := g.play(n, SeedOf(7, n), &start)
		require.NoError(t, err)
		all.add(uint64(g.hash))
	}
	return all
}

// TestSameSeedSameGames: neither the number of workers nor anything but the
// seed makes a difference.
func TestSameSeedSameGames(t *testing.T) {
	st := tables()[0].load(t)
	run := func(workers int, seed uint64) *Summary {
		sum, err := Run(t.Context(), Config{Setup: st, Games: 24, Seed: seed, Workers: workers, Stats: true})
		require.NoError(t, err)
		sum.Seconds = 0
		return sum
	}
	one := run(1, 3)
	assert.Equal(t, one, run(5, 3))
	assert.NotEqual(t, one.Hash, run(1, 4).Hash)
}

func (d *digest) option(o *game.Option) {
	d.add(uint64(o.Kind) | uint64(o.Building)<<8 | uint64(uint32(o.N))<<16 | uint64(o.Groups)<<48)
	d.add(uint64(uint32(o.Min)) | uint64(uint32(o.Max))<<32)
	d.add(uint64(uint32(o.Step)) | uint64(o.Choices)<<32 | uint64(o.Seats)<<40 | uint64(o.Cards)<<56)
	d.add(uint64(o.Spaces))
	d.add(uint64(o.Dests))
	d.add(uint64(o.Lift))
	d.add(uint64(o.Must))
}
