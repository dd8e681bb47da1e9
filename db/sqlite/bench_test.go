package sqlite

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// The benchmarks of durable writes. Figures of different runs say little: the
// disk's own speed, which the first two measure, changes by the minute.
//
//	go test -run '^$' -bench . ./db/sqlite

const benchGames = 1000

// BenchmarkSync is the speed of the disk: 4 KB written and synced.
func BenchmarkSync(b *testing.B) {
	f, err := os.Create(filepath.Join(b.TempDir(), "raw"))
	require.NoError(b, err)
	defer f.Close()
	page := make([]byte, 4096)
	b.ResetTimer()
	for i := range b.N {
		if _, err := f.WriteAt(page, int64(i%256)*4096); err != nil {
			b.Fatal(err)
		}
		if err := fdatasync(f); err != nil {
			b.Fatal(err)
		}
	}
	perSecond(b)
}

// BenchmarkSingle is one durable row a commit, as a program without shared
// commits would write it.
func BenchmarkSingle(b *testing.B) {
	for _, posters := range []int{1, 64} {
		b.Run(fmt.Sprint(posters), func(b *testing.B) { post(b, posters, Options{maxJobs: 1}) })
	}
}

// BenchmarkAppend is the same with shared commits.
func BenchmarkAppend(b *testing.B) {
	for _, posters := range []int{1, 8, 64, 256} {
		b.Run(fmt.Sprint(posters), func(b *testing.B) { post(b, posters, Options{}) })
	}
}

// BenchmarkAppendNormal gives up surviving a power cut.
func BenchmarkAppendNormal(b *testing.B) {
	for _, posters := range []int{1, 64} {
		b.Run(fmt.Sprint(posters), func(b *testing.B) { post(b, posters, Options{Sync: Normal}) })
	}
}

// BenchmarkSlowDisk compares both on a disk that takes 8 ms for a sync.
func BenchmarkSlowDisk(b *testing.B) {
	slow := func() error { time.Sleep(8 * time.Millisecond); return nil }
	b.Run("single/64", func(b *testing.B) { post(b, 64, Options{maxJobs: 1, onCommit: slow}) })
	b.Run("shared/64", func(b *testing.B) { post(b, 64, Options{onCommit: slow}) })
}

func perSecond(b *testing.B) {
	b.Helper()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
}

// post appends b.N moves to many games from several goroutines at once.
func post(b *testing.B, posters int, opt Options) {
	b.Helper()
	d := openTest(b, opt)
	games := seedGames(b, d)
	before := d.Stats()
	var next atomic.Int64
	took := make([][]time.Duration, posters)
	var wg sync.WaitGroup
	b.ResetTimer()
	for p := range posters {
		wg.Go(func() {
			for n := p; next.Add(1) <= int64(b.N); n += posters {
				g := &games[n%benchGames/posters*posters+p]
				begin := time.Now()
				if err := d.Append(ctx, tabletest.NextMove(g.id, g.seq, 3)); err != nil {
					b.Error(err)
					return
				}
				g.seq += 3
				took[p] = append(took[p], time.Since(begin))
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	after := d.Stats()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
	b.ReportMetric(float64(after.Writes-before.Writes)/float64(max(1, after.Batches-before.Batches)), "moves/commit")
	p50, p99 := quantiles(took)
	b.ReportMetric(p50.Seconds()*1e3, "p50-ms")
	b.ReportMetric(p99.Seconds()*1e3, "p99-ms")
}

type benchGame struct {
	id  string
	seq uint32
}

// seedGames fills a database with running games, all in one commit.
func seedGames(b *testing.B, d *DB) []benchGame {
	b.Helper()
	ed := &library.Edition{Hash: "h", ID: "e", Body: []byte("{}"), CreatedAt: time.Now()}
	games := make([]benchGame, benchGames+256)
	var wg sync.WaitGroup
	for i := range games {
		games[i].id = fmt.Sprintf("bench%05d", i)
		wg.Go(func() {
			g := &table.Game{ID: games[i].id, Edition: "h", CreatedAt: time.Now(), Summary: table.Summary{Rev: 1, UpdatedAt: time.Now()}}
			if err := d.CreateGame(ctx, g, [32]byte{}, ed); err != nil {
				b.Error(err)
			}
		})
	}
	wg.Wait()
	return games
}
