package sqlite_test

import (
	"context"
	"encoding/base32"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// slowTables is how many tables wait: make bench-slow sets 100000.
var slowTables = flag.Int("tables", 5000, "`number` of tables by correspondence of the larger benchmark")

const (
	dueTables = 300 // tables whose time runs out at the same moment
	dueRounds = 3   // how often that happens
	slowMoves = 12  // moves that every table has behind it
)

// BenchmarkCorrespondence is a server with many tables that wait for days: how
// long it takes to start, how much memory it keeps, and how many deadlines a
// second it carries out, beside the same with few tables in the same run.
//
//	go test -run '^$' -bench Correspondence -benchtime 1x ./db/sqlite -tables 100000
func BenchmarkCorrespondence(b *testing.B) {
	p := slowGame(b)
	var few, many slowFigures
	b.Run("tables=1000", func(b *testing.B) { few = slow(b, p, 1000) })
	b.Run(fmt.Sprintf("tables=%d", *slowTables), func(b *testing.B) { many = slow(b, p, *slowTables) })
	if few.due == 0 || many.due == 0 {
		return // only one of them was selected
	}
	b.Run("ratio", func(b *testing.B) {
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(many.due/few.due, "due/s-ratio")
		b.ReportMetric(many.cpu.Seconds()/few.cpu.Seconds(), "cpu-ratio")
		b.ReportMetric(many.set.Seconds()/few.set.Seconds(), "set-ratio")
		b.ReportMetric(many.idle.Seconds()/few.idle.Seconds(), "idle-ratio")
	})
}

// slowFigures are the figures measured.
type slowFigures struct {
	due       float64       // tables a second that go on because a time has run out
	cpu       time.Duration // for each of them
	set, idle time.Duration
}

// slow measures a server with n tables.
func slow(b *testing.B, p *played, n int) slowFigures {
	b.Helper()
	path := filepath.Join(b.TempDir(), "slow.db")
	began := time.Now()
	zero := p.fill(b, path, n)
	var f slowFigures
	made := time.Since(began)
	settle() // pending writes of the system would be counted as ours
	info, err := os.Stat(path)
	require.NoError(b, err)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(info.Size())/float64(n), "disk-B/table")

	before := heap()
	began = time.Now()
	d := open(b, path, sqlite.Options{})
	opened := time.Since(began)
	began = time.Now()
	// Now and Steady go ahead together, as if the server were up all the time.
	var ahead atomic.Int64
	up := time.Now()
	passed := func() time.Duration { return time.Since(up) + time.Duration(ahead.Load()) }
	s := tabletest.New(d, table.Config{Now: func() time.Time { return zero.Add(passed()) }, Steady: passed, Idle: 4 * time.Second})
	defer s.Close()
	require.NoError(b, s.Resume(context.Background()))
	resumed := time.Since(began)
	kept := heap() - before
	loads := s.Stats().Loads
	b.ReportMetric(opened.Seconds()*1e3, "open-ms")
	b.ReportMetric(resumed.Seconds()*1e3, "resume-ms")
	b.ReportMetric(float64(kept)/float64(n), "heap-B/table")
	b.Logf("%d tables: made in %v, %d MB on disk; opened in %v, resumed in %v, %d tables folded, %d kB of memory kept",
		n, made.Round(time.Second), info.Size()>>20, opened.Round(time.Millisecond), resumed.Round(time.Millisecond), loads, kept>>10)
	require.Zero(b, loads, "no table is read before its time comes")

	f.set = setting(n)
	b.ReportMetric(float64(f.set.Nanoseconds()), "ns/set")
	busy := spent()
	time.Sleep(3 * time.Second)
	f.idle = spent() - busy
	b.ReportMetric(f.idle.Seconds()*1e3/3, "idle-ms/s")

	var tables int
	var took time.Duration
	busy = spent()
	for range dueRounds {
		ahead.Add(int64(5 * time.Hour))
		n, t := watchDue(b, s)
		tables += n
		took += t
	}
	f.due = float64(tables) / took.Seconds()
	f.cpu = (spent() - busy) / time.Duration(tables)
	b.ReportMetric(f.due, "due/s")
	b.ReportMetric(f.cpu.Seconds()*1e6, "cpu-µs/due")
	b.ReportMetric(float64(s.Stats().Lapsed)/took.Seconds(), "answers/s")
	b.Logf("%d tables: %d went on in %v, %d answers; %d MB in use at most", n, tables, took.Round(time.Millisecond), s.Stats().Lapsed, peak()>>20)
	return f
}

// watchDue waits until everything that is due has been done.
func watchDue(b *testing.B, s *table.Service) (tables int, took time.Duration) {
	b.Helper()
	before := s.Stats()
	var first, last time.Time
	seen := before.Lapsed
	for limit := time.Now().Add(2 * time.Minute); time.Now().Before(limit); time.Sleep(2 * time.Millisecond) {
		now := s.Stats()
		switch {
		case now.Lapsed != seen:
			last = time.Now()
			if first.IsZero() {
				first = last
			}
			seen = now.Lapsed
		case !last.IsZero() && time.Since(last) > 500*time.Millisecond:
			require.GreaterOrEqual(b, now.Loads-before.Loads, uint64(dueTables))
			return dueTables, last.Sub(first)
		}
	}
	b.Fatal("nothing is due")
	return 0, 0
}

// setting is the cost of moving the alarm of one of a thousand tables in
// play, when n are set.
func setting(n int) time.Duration {
	var alarms timecontrol.Alarms[string]
	zero := time.Unix(0, 0)
	const week = 7 * 24 * 3600
	ids := make([]string, n)
	for i := range n {
		ids[i] = slowID(i)
		alarms.Set(ids[i], zero.Add(time.Duration(i*7919%week)*time.Second))
	}
	const times = 1_000_000
	began := time.Now()
	for i := range times {
		alarms.Set(ids[i%1000], zero.Add(time.Duration(i*104_729%week)*time.Second))
	}
	return time.Since(began) / times
}

// slowID is the id of a table.
func slowID(i int) string {
	var raw [8]byte
	binary.BigEndian.PutUint64(raw[:], uint64(i)<<14)
	return strings.ToLower(base32.StdEncoding.EncodeToString(raw[:]))[:10]
}

// fill makes n tables that have played a little, all by the same log. The
// time of some runs out in groups of so many, five hours after one another;
// that of all others days later. It returns the hour at which the server starts.
func (p *played) fill(b *testing.B, path string, n int) time.Time {
	b.Helper()
	d, err := sqlite.Open(ctx, path, sqlite.Options{Sync: sqlite.Normal})
	require.NoError(b, err)
	defer d.Close()
	for i, one := range p.people {
		require.NoError(b, d.CreatePlayer(ctx, one, account.Token{Kind: account.Bearer, Player: one.ID, Hash: [32]byte{byte(i)}, CreatedAt: one.CreatedAt}))
	}
	g, moves := p.game, p.moves
	zero := moves[len(moves)-1].At.Add(time.Minute)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range 256 {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				one := *g
				one.ID, one.Summary = slowID(i), table.Summary{Rev: 1, Status: game.InLobby, UpdatedAt: zero}
				if err := d.CreateGame(ctx, &one, p.seed, p.edition); err != nil {
					b.Error(err)
					return
				}
				tempo, due := slowTempo(g, i, zero)
				sum := g.Summary
				sum.Rev = 2
				if err := d.Append(ctx, table.Commit{Game: one.ID, Moves: moves, Summary: sum, Tempo: tempo, DueAt: due}); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return zero
}

// slowTempo is the time at table i: the player to decide was notified just so long ago
// that their time runs out when it shall.
func slowTempo(g *table.Game, i int, zero time.Time) (*timecontrol.State, time.Time) {
	due := zero.Add(24*time.Hour + time.Duration(i)*time.Second)
	if round := i / dueTables; round < dueRounds {
		due = zero.Add(time.Duration(5*(round+1))*time.Hour - 10*time.Minute)
	}
	tempo := *g.Tempo
	tempo.Seats = append([]timecontrol.SeatTime(nil), g.Tempo.Seats...)
	for j := range tempo.Seats {
		c := &tempo.Seats[j].Clock
		if c.Running() {
			c.Asked = due.Add(-g.Clock.Each.Duration())
			c.Notified = c.Asked
		}
	}
	return &tempo, due
}

// played is the game that all tables have behind them.
type played struct {
	game    *table.Game
	seed    [32]byte
	edition *library.Edition
	people  []account.Player
	moves   []table.Move
}

// slowGame plays it.
func slowGame(b *testing.B) *played {
	b.Helper()
	d := open(b, file(b), sqlite.Options{})
	s := tabletest.New(d, table.Config{})
	defer s.Close()
	var all played
	clock := timecontrol.Control{Kind: timecontrol.Correspondence, Each: 7 * 24 * 3600, Notice: 24 * 3600}
	people := make([]account.PlayerID, 4)
	for i := range people {
		p := tabletest.NewPerson(b, d, fmt.Sprintf("P%d", i))
		people[i] = p.ID
		all.people = append(all.people, p)
	}
	snap, err := s.Create(ctx, people[0], table.NewGame{EditionID: "us-classic", Players: len(people), Clock: clock})
	require.NoError(b, err)
	id := snap.Meta.ID
	for _, p := range people[1:] {
		_, _, err := s.Join(ctx, id, p, "")
		require.NoError(b, err)
	}
	snap, err = s.Start(ctx, id, people[0])
	require.NoError(b, err)
	for range slowMoves {
		seat := snap.State.Waiting().First()
		c, ok := bot.Choose(snap.Setup.Rules, snap.State, seat, snap.Options(seat))
		require.True(b, ok)
		out, err := s.Play(ctx, id, snap.Meta.Seats[seat].Player, c, table.Pre{})
		require.NoError(b, err)
		snap = out.Snapshot
	}
	all.game, all.seed, err = d.Game(ctx, id)
	require.NoError(b, err)
	all.game.Tempo, _, err = d.Tempo(ctx, id)
	require.NoError(b, err)
	all.edition, err = d.Edition(ctx, all.game.Edition)
	require.NoError(b, err)
	all.moves, err = d.Moves(ctx, id, 0, 0)
	require.NoError(b, err)
	return &all
}

// heap is the memory in use after garbage is collected.
func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse)
}
