package verify_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/verify"
	"github.com/bankhalter/bankhalter/game/wire"
)

// longGame is an export with about 400 draws.
func longGame(b *testing.B) (*drawer, []string) {
	b.Helper()
	for seed := range uint64(1000) { // the dice are others with every change of the board
		d, lines := draw(b, draws{edition: "duel-masters", seed: seed, sources: []fair.Source{own, theirs, own, theirs}, turns: 330})
		if n := d.fair.Ordinal; n >= 370 && n <= 430 {
			return d, lines
		}
	}
	b.Fatal("no game has about 400 draws")
	return nil, nil
}

func BenchmarkVerify(b *testing.B) {
	d, lines := longGame(b)
	text := strings.Join(lines, "\n")
	b.Run("whole", func(b *testing.B) {
		b.ReportMetric(float64(d.fair.Ordinal), "draws")
		b.ReportMetric(float64(len(d.lines)), "events")
		b.ReportAllocs()
		for b.Loop() {
			f, err := export.Read(strings.NewReader(text))
			require.NoError(b, err)
			r, err := verify.Export(f)
			require.NoError(b, err)
			require.True(b, r.Proved())
		}
	})
	// Only the draws: numbers, mixes and their outcomes, from numbers read before.
	told := make([]fair.Draw, 0, d.fair.Ordinal)
	for _, line := range d.lines {
		var l struct{ Draw *fair.Draw }
		require.NoError(b, json.Unmarshal(line, &l))
		if l.Draw != nil && int(l.Draw.Ordinal) == len(told)+1 {
			told = append(told, *l.Draw)
		}
	}
	b.Run("draws", func(b *testing.B) {
		b.ReportAllocs()
		luck := fair.NewLuck(fair.Hash{}, fair.Hash{})
		for b.Loop() {
			s, err := d.proof.Begin()
			require.NoError(b, err)
			for i := range told {
				if err := s.Follow(&told[i]); err != nil {
					b.Fatal(err)
				}
				luck.Reset(s.Server.Last, s.Mix)
				luck.Roll(0, game.ByMove, nil)
			}
		}
	})
}

// BenchmarkLog writes the log of a whole game, with and without the lines that the
// protocol adds; the ratio of the two counts.
func BenchmarkLog(b *testing.B) {
	d, _ := longGame(b)
	at := time.Unix(0, 0)
	ends := make([]int, 0, len(d.moves))
	for i := range d.moves[1:] {
		ends = append(ends, int(d.moves[i+1].First)-1)
	}
	ends = append(ends, len(d.events))
	b.Run("plain", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			first := 0
			for _, end := range ends {
				wire.Encode(d.st, uint32(first)+1, at, d.events[first:end], wire.Extra{})
				first = end
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(ends)), "ns/move")
	})
	b.Run("chained", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			first, chained := 0, &wire.Chained{Root: d.root}
			for _, end := range ends {
				wire.Encode(d.st, uint32(first)+1, at, d.events[first:end], wire.Extra{Chained: chained})
				first = end
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(ends)), "ns/move")
	})
	b.Run("lines", func(b *testing.B) {
		var size int
		for _, line := range d.lines {
			size += len(line)
		}
		text := bytes.Join(rawLines(d.lines), nil)
		b.SetBytes(int64(size))
		for b.Loop() {
			fair.LineHash(text)
		}
	})
}

func rawLines(lines []json.RawMessage) [][]byte {
	out := make([][]byte, len(lines))
	for i := range lines {
		out[i] = lines[i]
	}
	return out
}
