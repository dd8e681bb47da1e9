package table_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/pace"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// witness is a store that looks at everything that is written: no time may run
// out before it was over.
type witness struct {
	*tabletest.Memory
	mu     sync.Mutex
	lapsed int
	broken []string
}

func (w *witness) Append(ctx context.Context, c table.Commit) error {
	w.inspect(ctx, c)
	return w.Memory.Append(ctx, c)
}

// inspect reckons anew, from what was stored before, whether those for whom the
// clock answers had had their time.
func (w *witness) inspect(ctx context.Context, c table.Commit) {
	g, _, err := w.Game(ctx, c.Game)
	if err != nil || !g.Clock.Timed() {
		return
	}
	before, _, err := w.Tempo(ctx, c.Game)
	if err != nil {
		return // its first move
	}
	loc, err := g.Clock.Hours.Location()
	if err != nil {
		panic(err)
	}
	m := c.Moves[0]
	if m.Origin != table.ByClock || m.Seat < 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lapsed++
	one := before.Seats[m.Seat]
	if one.Lapsed == g.Round {
		return // the rest of a turn in which his time ran out
	}
	cal := pace.NewCalendar(g.Clock.Hours, loc, before.Pauses, one.Leaves)
	begin, ok := g.Clock.Begins(cal, &one.Clock)
	switch {
	case !one.Running() || !ok:
		w.broken = append(w.broken, fmt.Sprintf("%s: seat %d was not asked", c.Game, m.Seat))
	case cal.Between(begin, m.At) < (g.Clock.Each+one.Bank).Duration()-time.Second:
		w.broken = append(w.broken, fmt.Sprintf("%s: seat %d had %v from %v to %v", c.Game, m.Seat, cal.Between(begin, m.At), begin, m.At))
	case one.Told.IsZero() && cal.Between(one.Asked, begin) < g.Clock.Notice.Duration():
		w.broken = append(w.broken, fmt.Sprintf("%s: seat %d was not told", c.Game, m.Seat))
	}
}

// habit is how a person plays by correspondence.
type habit struct {
	id     table.PlayerID
	tables []string
	next   time.Time
	gone   time.Time // looks in no more from then on
	orders bool      // gives standing orders
	lazy   float64   // how often he forgets to look
}

// month is a lot of tables for a month.
type month struct {
	*testing.T
	rng    *rand.Rand
	store  *witness
	s      *table.Service
	people []*habit
	games  []string
	starts int
}

func (m *month) serve() {
	if m.s != nil {
		m.s.Close()
	}
	m.s = serve(m.T, m.store, table.Config{Idle: time.Hour})
	require.NoError(m, m.s.Resume(ctx))
	m.starts++
}

// open seats people at a table with hours of its own.
func (m *month) open() {
	n := 3 + m.rng.IntN(3)
	p := pace.Usual(pace.Correspondence)
	p.Each, p.Bank, p.Notice = pace.Seconds(4+m.rng.IntN(20))*3600, pace.Seconds(m.rng.IntN(48))*3600, pace.Seconds(1+m.rng.IntN(24))*3600
	p.Hours = pace.Hours{Zone: []string{"", "Europe/Berlin", "America/New_York", "Asia/Kolkata"}[m.rng.IntN(4)]}
	if m.rng.IntN(2) == 0 {
		p.Hours.QuietFrom, p.Hours.QuietTo = 22*60, 7*60
	}
	if m.rng.IntN(3) == 0 {
		p.Hours.Closed = pace.Weekend
	}
	seats := m.rng.Perm(len(m.people))[:n]
	holder := m.people[seats[0]]
	snap, err := m.s.Create(ctx, holder.id, table.NewGame{EditionID: "us-classic", Players: n, Clock: p})
	require.NoError(m, err)
	id := snap.Meta.ID
	for _, i := range seats {
		if m.people[i] != holder {
			_, _, err := m.s.Join(ctx, id, m.people[i].id, "")
			require.NoError(m, err)
		}
		m.people[i].tables = append(m.people[i].tables, id)
	}
	_, err = m.s.Start(ctx, id, holder.id)
	require.NoError(m, err)
	m.games = append(m.games, id)
}

// visit lets a person look at all his tables.
func (m *month) visit(h *habit) {
	for _, id := range h.tables {
		require.NoError(m, m.s.Tell(ctx, id, h.id))
		snap, err := m.s.Snapshot(ctx, id)
		require.NoError(m, err)
		seat := snap.SeatOf(h.id)
		if snap.State.Status != game.Playing || !snap.State.In(seat) {
			continue
		}
		if snap.State.Players[seat].Away {
			_, err := m.s.Rejoin(ctx, id, h.id)
			require.NoError(m, err)
		}
		m.extras(h, id, &snap, seat)
		m.answer(h, id, seat)
	}
}

// extras is what people do besides: votes, days off, orders.
func (m *month) extras(h *habit, id string, snap *table.Snapshot, seat game.Seat) {
	for _, v := range snap.Meta.Tempo.Motions {
		if v.About == seat {
			continue
		}
		voice := []pace.Voice{pace.Wait, pace.Substitute}[m.rng.IntN(2)]
		if v.What != pace.Absent {
			voice = []pace.Voice{pace.Yes, pace.Yes, pace.Yes, pace.No}[m.rng.IntN(4)]
		}
		_, _ = m.s.Vote(ctx, id, h.id, v.What, v.About, voice) // it may have been decided by an earlier one
	}
	now := time.Now()
	switch m.rng.IntN(150) {
	case 0:
		today := pace.DayOf(now, time.UTC) + 1
		_, _ = m.s.TakeLeave(ctx, id, h.id, today, today+pace.Day(m.rng.IntN(4)))
	case 1:
		_, _ = m.s.Move(ctx, id, h.id, pace.Motion{What: pace.Halt, Until: now.Add(time.Duration(1+m.rng.IntN(72)) * time.Hour)})
	case 2:
		_, _ = m.s.Move(ctx, id, h.id, pace.Motion{What: pace.GoOn})
	}
	if !h.orders || m.rng.IntN(4) > 0 {
		return
	}
	until := now.Add(72 * time.Hour)
	for _, o := range []orders.Order{
		{Kind: orders.ClaimRents, Until: until}, {Kind: orders.Bid, Limit: secret, Until: until}, {Kind: orders.EndTurn, Until: until},
		{Kind: orders.Buy, Visit: true, Else: true}, {Kind: orders.Roll, Visit: true}, {Kind: orders.Usual, Until: until},
	} {
		_, _, _ = m.s.AddOrder(ctx, id, h.id, o, false) // his book may be full
	}
}

// secret is a limit that nothing else at these tables ever amounts to.
const secret = 100_003_333

// answer lets him do what he is asked, as a bot would.
func (m *month) answer(h *habit, id string, seat game.Seat) {
	for range 40 {
		snap, err := m.s.Snapshot(ctx, id)
		require.NoError(m, err)
		if _, paused := m.s.Paused(snap.Meta); paused || snap.State.Status != game.Playing || !snap.State.In(seat) {
			return
		}
		waits := snap.State.Waiting().Has(seat)
		c, ok := bot.Choose(snap.Setup.Rules, snap.State, seat, snap.Options(seat))
		if !ok || !waits && c.Kind != game.ClaimRent && c.Kind != game.AcceptTrade && c.Kind != game.RejectTrade {
			return
		}
		seq := snap.Seq()
		if _, err := m.s.Play(ctx, id, h.id, c, table.Pre{Seq: &seq}); err != nil {
			require.ErrorIs(m, err, table.ErrStale, "%s: %+v", id, c) // his time ran out this very moment
		}
	}
}

// run lets the days go by, with restarts at random.
func (m *month) run(days int) {
	end := time.Now().Add(time.Duration(days) * 24 * time.Hour)
	restart := time.Now().Add(m.hours(60))
	for {
		first := m.people[0]
		for _, h := range m.people {
			if h.next.Before(first.next) {
				first = h
			}
		}
		if !first.next.Before(end) {
			time.Sleep(time.Until(end))
			return
		}
		if restart.Before(first.next) {
			time.Sleep(time.Until(restart))
			m.s.Close()
			time.Sleep(m.hours(3))
			m.serve()
			restart = time.Now().Add(m.hours(120))
			continue
		}
		time.Sleep(time.Until(first.next))
		if time.Now().Before(first.gone) && m.rng.Float64() > first.lazy {
			m.visit(first)
		}
		first.next = first.next.Add(6*time.Hour + m.hours(12))
	}
}

func (m *month) hours(n int) time.Duration {
	return time.Duration(m.rng.Int64N(int64(n) * int64(time.Hour)))
}

// monthTables is how many tables take part: go test ./game/table -run AMonth -tables 200
var monthTables = flag.Int("tables", 40, "`number` of tables of the simulated month")

// TestAMonthOfCorrespondence: tables of people who look in twice a day, forget
// it, take days off or stay away for good, on a server that is restarted at
// random. Every game ends or goes on, and nobody's time runs out too early.
func TestAMonthOfCorrespondence(t *testing.T) {
	tables := *monthTables
	if testing.Short() {
		tables = 10
	}
	synctest.Test(t, func(t *testing.T) {
		m := &month{T: t, rng: rand.New(rand.NewPCG(21, 22)), store: &witness{Memory: tabletest.NewMemory()}}
		m.serve()
		began := time.Now()
		for i := range tables {
			p, _, err := m.s.CreatePlayer(ctx, fmt.Sprintf("P%d", i))
			require.NoError(t, err)
			h := &habit{id: p.ID, next: began.Add(m.hours(12)), gone: began.Add(1000 * time.Hour), orders: i%3 == 0, lazy: float64(i%4) / 8}
			if i%7 == 0 {
				h.gone = began.Add(m.hours(600)) // leaves without a word
			}
			m.people = append(m.people, h)
		}
		for range tables {
			m.open()
		}
		m.run(30)
		m.judge()
		m.s.Close()
	})
}

// judge looks at what has become of the tables.
func (m *month) judge() {
	m.s.Close()
	m.serve()
	time.Sleep(6 * time.Hour)
	require.Empty(m, m.store.broken)
	ended, running, turns := 0, 0, 0
	for _, id := range m.games {
		snap, err := m.s.Snapshot(ctx, id)
		require.NoError(m, err)
		turns += int(snap.State.Turn.Number)
		if snap.State.Status == game.Finished {
			ended++
			continue
		}
		running++
		m.explained(id, &snap)
		for _, mv := range m.store.MovesOf(id) {
			require.NotContains(m, string(mv.Events), "100003333", "a secret limit in the log")
			require.NotContains(m, string(mv.Command), "100003333")
		}
	}
	m.Logf("%d tables: %d ended, %d running; %d turns, %d answers for people whose time ran out, %d starts of the server",
		len(m.games), ended, running, turns, m.store.lapsed, m.starts)
	require.Positive(m, m.store.lapsed)
}

// explained wants a reason why a table waits: a person with time left, a pause
// that ends, or a vote that does.
func (m *month) explained(id string, snap *table.Snapshot) {
	until, paused := m.s.Paused(snap.Meta)
	if paused {
		require.False(m, until.IsZero(), "%s pauses for ever", id)
		return
	}
	times := m.s.Times(snap)
	for w := snap.State.Waiting(); w != 0; w = w.Rest() {
		if end := times[w.First()].Deadline; !end.IsZero() && end.Before(time.Now().Add(60*24*time.Hour)) {
			return
		}
	}
	require.Fail(m, "a table waits for nothing", "%s in phase %d waits for %b", id, snap.State.Phase(), snap.State.Waiting())
}
