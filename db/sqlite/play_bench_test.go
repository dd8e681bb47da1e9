package sqlite_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// BenchmarkPlay is whole moves: rules, log, commit and wake-up, each poster at
// tables of their own.
func BenchmarkPlay(b *testing.B) {
	for _, posters := range []int{1, 64} {
		b.Run(fmt.Sprint(posters), func(b *testing.B) {
			d := open(b, file(b), sqlite.Options{})
			s := tabletest.New(d, table.Config{})
			defer s.Close()
			p := tabletest.NewPerson(b, d, "Ada")
			tables := make([]table.Snapshot, posters)
			for i := range tables {
				tables[i] = benchTable(b, s, p.ID)
			}
			var next atomic.Int64
			var wg sync.WaitGroup
			b.ResetTimer()
			for i := range tables {
				wg.Go(func() { playOn(b, s, p.ID, tables[i], &next) })
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}

// bench is a table that one person plays alone, all seats of it.
const bench = `{"edition": "us-classic", "rulebook": "us", "options": {"rent.auto_claim": true},
	"players": [{"name": "P"}, {"name": "Q"}, {"name": "R"}, {"name": "S"}]}`

func benchTable(b *testing.B, s *table.Service, by account.PlayerID) table.Snapshot {
	b.Helper()
	snap, err := s.Create(ctx, by, table.NewGame{Scenario: []byte(bench)})
	if err != nil {
		b.Error(err)
	}
	return snap
}

func playOn(b *testing.B, s *table.Service, by account.PlayerID, snap table.Snapshot, next *atomic.Int64) {
	b.Helper()
	for next.Add(1) <= int64(b.N) {
		if snap.State.Status != game.Playing {
			snap = benchTable(b, s, by)
		}
		seat := snap.State.Waiting().First()
		c, ok := bot.Choose(snap.Setup.Rules, snap.State, seat, snap.Options(seat))
		if !ok {
			b.Errorf("no choice in phase %d", snap.State.Phase())
			return
		}
		out, err := s.Play(ctx, snap.Meta.ID, by, c, table.Pre{})
		if err != nil {
			b.Error(err)
			return
		}
		snap = out.Snapshot
	}
}
