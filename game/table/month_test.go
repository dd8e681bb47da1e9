package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/cryptotest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/game/wire"
)

// habit is how a person plays by correspondence.
type habit struct {
	id     account.PlayerID
	tables []string
	next   time.Time
	gone   time.Time // looks in no more from then on
	orders bool      // gives standing orders
	lazy   float64   // how often they forget to look
	wishes notice.Preferences
	looked map[string]time.Time // when at which table
}

// month is a lot of tables for a month.
type month struct {
	*testing.T
	rng      *rand.Rand
	store    *witness
	s        *table.Service
	talk     *talk.Service
	office   *notifications.Service
	stop     func() // ends the service
	carriers [2]*carrier
	people   []*habit
	byID     map[account.PlayerID]*habit
	games    []string
	starts   int
	peeps    int
	standIns int                         // offers to play for somebody
	hooked   map[string]account.PlayerID // whose hook a table writes to
	again    map[string]bool             // tables opened for another game of the same people

	mu   sync.Mutex
	rung []account.PlayerID // got a message and may come to look
}

// serve starts the server, as after a restart.
func (m *month) serve() {
	m.store.up = time.Now()
	m.office = m.openNotifications()
	m.s, m.talk = serveWithTalk(m.T, m.store, table.Config{Idle: 36 * time.Hour, Heeds: m.office.Heeds, Tells: m.office.Tells, Rematched: m.office.Rematched})
	require.NoError(m, m.s.Resume(ctx))
	require.NoError(m, m.office.Open(ctx, m.s))
	run, stop := context.WithCancel(ctx)
	var done sync.WaitGroup
	done.Go(func() {
		for run.Err() == nil {
			if err := m.office.Step(run); err != nil && run.Err() == nil {
				m.Errorf("notifications: %v", err)
			}
			select {
			case <-run.Done():
			case <-time.After(m.nextPost()):
			}
		}
	})
	m.stop = func() { stop(); done.Wait() }
	m.starts++
}

// nextPost is how long the service has nothing to do, within bounds.
func (m *month) nextPost() time.Duration {
	at, err := m.store.NextDue(ctx)
	if err != nil || at.IsZero() {
		return 5 * time.Minute
	}
	return min(max(time.Until(at), 15*time.Second), 5*time.Minute)
}

// shut stops the server.
func (m *month) shut() {
	m.stop()
	m.s.Close()
}

// open seats people at a table with hours of its own.
func (m *month) open() {
	n := 3 + m.rng.IntN(3)
	p := timecontrol.Usual(timecontrol.Correspondence)
	p.Each, p.Bank, p.Notice = timecontrol.Seconds(4+m.rng.IntN(20))*3600, timecontrol.Seconds(m.rng.IntN(48))*3600, timecontrol.Seconds(1+m.rng.IntN(24))*3600
	p.Hours = timecontrol.Hours{Zone: []string{"", "Europe/Berlin", "America/New_York", "Asia/Kolkata"}[m.rng.IntN(4)]}
	if m.rng.IntN(2) == 0 {
		p.Hours.QuietFrom, p.Hours.QuietTo = 22*60, 7*60
	}
	if m.rng.IntN(3) == 0 {
		p.Hours.Closed = timecontrol.Weekend
	}
	seats := m.rng.Perm(len(m.people))[:n]
	holder := m.people[seats[0]]
	g := table.NewGame{EditionID: "us-classic", Players: n, Clock: p}
	if m.rng.IntN(3) == 0 { // over within the month, so that they may play again
		g.Options = map[string]any{"house.round_limit": 6 + m.rng.IntN(10)}
	}
	if m.rng.IntN(3) == 0 {
		g.Players, g.Bots = n+1, []string{[]string{"trader", "builder", "cautious"}[m.rng.IntN(3)]}
		g.Talk.Bots = []talk.Banter{talk.Quiet, talk.Rare, talk.Lively}[m.rng.IntN(3)]
	}
	snap, err := m.s.Create(ctx, holder.id, g)
	require.NoError(m, err)
	id := snap.Meta.ID
	for _, i := range seats {
		if m.people[i] != holder {
			_, _, err := m.s.Join(ctx, id, m.people[i].id, "")
			require.NoError(m, err)
		}
		m.people[i].tables = append(m.people[i].tables, id)
	}
	if m.rng.IntN(3) == 0 {
		address := "https://hooks.example.org/table-" + id
		require.NoError(m, m.office.SetTableHook(ctx, id, string(holder.id), notifications.HookChange{Address: &address}))
		m.hooked[id] = holder.id
	}
	_, err = m.s.Start(ctx, id, holder.id)
	require.NoError(m, err)
	for _, i := range seats {
		if h := m.people[i]; m.rng.IntN(10) == 0 {
			require.NoError(m, m.office.Mute(ctx, string(h.id), id, true))
			h.wishes.Mute(id, true)
		}
	}
	m.games = append(m.games, id)
}

// visit lets a person look at all their tables.
func (m *month) visit(h *habit) {
	for _, id := range h.tables {
		err := m.s.MarkNotified(ctx, id, h.id)
		if m.isClosed(id, err) {
			continue
		}
		require.NoError(m, err)
		snap, err := m.s.Snapshot(ctx, id)
		require.NoError(m, err)
		_, err = m.s.Visit(ctx, id, h.id, snap.Seq(), false)
		require.NoError(m, err)
		h.looked[id] = time.Now()
		seat := snap.SeatOf(h.id)
		if m.rng.IntN(40) == 0 {
			m.peep(id)
		}
		m.between(h, &snap, seat)
		if snap.State.Status != game.Playing || seat < 0 || !snap.State.In(seat) {
			continue
		}
		if own := snap.Meta.Seats[seat]; own.Player == h.id && (snap.State.Players[seat].Away || own.Sub != "") {
			_, err := m.s.Rejoin(ctx, id, h.id)
			require.NoError(m, err)
		}
		m.extras(h, id, &snap, seat)
		m.undo(h, id, seat)
		m.answer(h, id, seat)
		m.undo(h, id, seat)
	}
}

// between is what people do before and after a game: one who looks in at a finished one
// may want to play once more, and then the owner of the new table begins with those who
// have come within three days.
func (m *month) between(h *habit, snap *table.Snapshot, seat game.Seat) {
	id := snap.Meta.ID
	switch {
	case snap.State.Status == game.InLobby && snap.Meta.Owner == h.id && time.Since(snap.Meta.CreatedAt) > 72*time.Hour:
		_, _ = m.s.Start(ctx, id, h.id) // there may be too few
	case snap.State.Status == game.Finished && seat >= 0 && snap.Meta.Seats[seat].Player == h.id && m.rng.IntN(2) == 0:
		next, opened, err := m.s.Rematch(ctx, id, h.id)
		if errors.Is(err, table.ErrStarted) || errors.Is(err, table.ErrFinished) {
			return // the others have begun without them
		}
		require.NoError(m, err)
		if opened {
			m.again[next.Meta.ID] = true
			m.games = append(m.games, next.Meta.ID)
			if owner, ok := m.hooked[id]; ok {
				m.hooked[next.Meta.ID] = owner
			}
		}
		if !slices.Contains(h.tables, next.Meta.ID) {
			h.tables = append(h.tables, next.Meta.ID)
		}
	}
}

// isClosed reports whether a table is no longer there because too few came to play once more.
func (m *month) isClosed(id string, err error) bool {
	return m.again[id] && errors.Is(err, storage.ErrNotFound)
}

// undo asks now and then to take the last decision back, and answers others who ask.
func (m *month) undo(h *habit, id string, seat game.Seat) {
	snap, err := m.s.Snapshot(ctx, id)
	require.NoError(m, err)
	if _, paused := m.s.Paused(snap.Meta); paused || snap.State.Status != game.Playing {
		return
	}
	for _, o := range snap.Options(seat) {
		c := game.Command{Kind: o.Kind, Seat: seat}
		switch o.Kind {
		case game.AskUndo:
			if m.rng.IntN(6) > 0 {
				continue
			}
		case game.AgreeUndo:
			if m.rng.IntN(3) == 0 {
				c.Kind = game.RefuseUndo
			}
		default:
			continue
		}
		seq := snap.Seq()
		if _, err := m.s.Play(ctx, id, h.id, c, table.Pre{Seq: &seq}); err != nil && !errors.Is(err, table.ErrStale) {
			var no *table.Refused
			if !errors.Is(err, table.ErrFinished) {
				require.ErrorAs(m, err, &no, "%s: %+v", id, c)
			}
			now, err := m.s.Snapshot(ctx, id)
			require.NoError(m, err)
			require.Greater(m, now.Seq(), seq, "a computer has moved this very moment, or it was offered in vain")
		}
		return
	}
}

// extras is what people do besides: votes, days off, orders.
func (m *month) extras(h *habit, id string, snap *table.Snapshot, seat game.Seat) {
	for _, v := range snap.Meta.Tempo.Motions {
		if v.About == seat {
			continue
		}
		voice := []timecontrol.Voice{timecontrol.Wait, timecontrol.Substitute}[m.rng.IntN(2)]
		if v.What != timecontrol.Absent {
			voice = []timecontrol.Voice{timecontrol.Yes, timecontrol.Yes, timecontrol.Yes, timecontrol.No}[m.rng.IntN(4)]
		}
		_, _ = m.s.Vote(ctx, id, h.id, v.What, v.About, voice) // it may have been decided by an earlier one
	}
	now := time.Now()
	switch m.rng.IntN(150) {
	case 0:
		today := timecontrol.DayOf(now, time.UTC) + 1
		_, _ = m.s.TakeLeave(ctx, id, h.id, today, today+timecontrol.Day(m.rng.IntN(4)))
	case 1:
		_, _ = m.s.Move(ctx, id, h.id, timecontrol.Motion{What: timecontrol.Halt, Until: now.Add(time.Duration(1+m.rng.IntN(72)) * time.Hour)})
	case 2:
		_, _ = m.s.Move(ctx, id, h.id, timecontrol.Motion{What: timecontrol.GoOn})
	case 3:
		_, err := m.talk.Say(ctx, id, h.id, "Whose turn is it?")
		require.NoError(m, err)
	case 4:
		m.offerToStandIn(id, snap)
	case 5:
		if m.rng.IntN(4) == 0 {
			_, _ = m.s.Leave(ctx, id, h.id, seat, table.Pre{}) // until they look again
		}
	}
	if !h.orders || m.rng.IntN(4) > 0 {
		return
	}
	until := now.Add(72 * time.Hour)
	for _, o := range []orders.Order{
		{Kind: orders.ClaimRents, Until: until}, {Kind: orders.Bid, Limit: secret, Until: until}, {Kind: orders.EndTurn, Until: until},
		{Kind: orders.Buy, Visit: true, Else: true}, {Kind: orders.Roll, Visit: true}, {Kind: orders.Usual, Until: until},
	} {
		_, _ = m.s.AddOrders(ctx, id, h.id, []orders.Order{o}, false) // their book may be full
	}
}

// offerToStandIn lets a person without a seat there play for one who is away.
func (m *month) offerToStandIn(id string, snap *table.Snapshot) {
	h := m.people[m.rng.IntN(len(m.people))]
	for i := range snap.Meta.Seats {
		if snap.State.Players[i].Away && snap.SeatOf(h.id) < 0 && snap.Meta.Seats[i].Player != "" {
			if _, err := m.s.StandIn(ctx, id, h.id, game.Seat(i), ""); err == nil {
				h.tables = append(h.tables, id)
				m.standIns++
			}
			return
		}
	}
}

// secret is a limit that nothing else at these tables ever amounts to.
const secret = 100_003_333

// answer makes the player's decision, as a bot would.
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
			require.ErrorIs(m, err, table.ErrStale, "%s: %+v", id, c) // their time ran out this very moment
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
			m.shut()
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
		m.ring()
	}
}

// ring lets some of those who got a message look soon.
func (m *month) ring() {
	m.mu.Lock()
	rung := m.rung
	m.rung = nil
	m.mu.Unlock()
	slices.Sort(rung)
	for _, p := range slices.Compact(rung) {
		h := m.byID[p]
		if soon := time.Now().Add(m.hours(2)); m.rng.IntN(3) == 0 && soon.Before(h.next) {
			h.next = soon
		}
	}
}

// peep looks at all that anybody but the owner of an order can get of a table.
func (m *month) peep(id string) {
	m.peeps++
	snap, err := m.s.Snapshot(ctx, id)
	require.NoError(m, err)
	var b strings.Builder
	enc := json.NewEncoder(&b)
	for seat := game.Nobody; int(seat) < len(snap.Seats); seat++ {
		require.NoError(m, enc.Encode(wire.NewState(snap.Setup, wire.View{
			Game: id, Names: snap.Names(), S: snap.State, Viewer: seat, Options: snap.Options(seat), Terms: snap.Terms,
		})))
		require.NoError(m, enc.Encode(snap.SeenBy(seat, snap.Decisions())))
	}
	next, _ := snap.Next()
	require.NoError(m, enc.Encode(next))
	require.NoError(m, enc.Encode(m.s.Times(&snap)))
	require.NoError(m, enc.Encode(snap.Meta))
	fmt.Fprintf(&b, "%+v %+v", snap.Seats, *snap.State)
	entries, err := m.s.Log(ctx, id, 0, 0)
	require.NoError(m, err)
	for _, e := range entries {
		b.Write(e.JSON)
	}
	for _, mv := range m.store.MovesOf(id) {
		b.Write(mv.Events)
		b.Write(mv.Command)
		b.Write(mv.Luck)
	}
	m.silent(id, b.String())
}

func (m *month) hours(n int) time.Duration {
	return time.Duration(m.rng.Int64N(int64(n) * int64(time.Hour)))
}

// monthTables is how many tables take part: go test ./game/table -run AMonth -tables 200
var (
	monthTables = flag.Int("tables", 10, "`number` of tables of the simulated month")
	monthSeed   = flag.Uint64("seed", 21, "`number` from which the month takes its luck")
)

// TestAMonthOfCorrespondence: tables of people who look in twice a day, forget
// it, take days off, leave or stay away for good, on a server that is restarted
// at random, with mail and push servers that fail. Every game ends or goes on
// for a reason that can be named; no time runs out too early or before the player
// was notified; no player is notified more often than they chose, and no secret limit
// is revealed.
func TestAMonthOfCorrespondence(t *testing.T) {
	tables := *monthTables
	cryptotest.SetGlobalRandom(t, *monthSeed) // the dice too
	synctest.Test(t, func(t *testing.T) {
		m := &month{T: t, rng: rand.New(rand.NewPCG(*monthSeed, 22)), store: &witness{Memory: tabletest.NewMemory()}, byID: map[account.PlayerID]*habit{}, hooked: map[string]account.PlayerID{}, again: map[string]bool{}}
		m.store.told = m.heard
		m.newCarriers()
		m.serve()
		t.Cleanup(func() { m.stop() })
		began := time.Now()
		for i := range tables {
			p := tabletest.NewPerson(t, m.store, fmt.Sprintf("P%d", i))
			h := &habit{
				id: p.ID, next: began.Add(m.hours(12)), gone: began.Add(1000 * time.Hour), orders: i%3 == 0, lazy: float64(i%4) / 8,
				looked: map[string]time.Time{},
			}
			if i%7 == 0 {
				h.gone = began.Add(m.hours(600)) // leaves without a word
			}
			m.people, m.byID[h.id] = append(m.people, h), h
			m.subscribe(i, h)
		}
		for range tables {
			m.open()
		}
		m.run(30)
		m.judge()
		m.shut()
	})
}

// judge looks at what has become of the tables.
func (m *month) judge() {
	m.shut()
	m.serve()
	time.Sleep(6 * time.Hour)
	m.store.mu.Lock()
	broken, lapsed := m.store.broken, m.store.lapsed
	m.store.mu.Unlock()
	require.Empty(m, broken)
	waits := map[string]int{}
	ended, turns, said := 0, 0, 0
	undos := map[game.EventKind]int{}
	for _, id := range m.games {
		snap, err := m.s.Snapshot(ctx, id)
		if m.isClosed(id, err) {
			continue
		}
		require.NoError(m, err)
		entries, err := m.s.Log(ctx, id, 0, 0)
		require.NoError(m, err)
		for i := range entries {
			undos[entries[i].Event.Kind]++
		}
		if snap.State.Status == game.InLobby {
			waits["for players"]++
			continue
		}
		turns += int(snap.State.Turn.Number)
		m.peep(id)
		said += m.quiet(id, snap.Meta.Talk.Bots)
		if snap.State.Status == game.Finished {
			ended++
			continue
		}
		waits[m.explained(id, &snap)]++
	}
	messages, refused, hooked := m.judgePost()
	m.Logf("%d tables: %d ended, the others wait: %v; %d turns, %d answers for people whose time ran out; "+
		"%d messages, %d of them to hooks of %d tables, %d attempts failed; %d remarks of bots; %d offers to stand in; %d looks for secrets; "+
		"%d decisions taken back of %d, %d refused; %d rematches; %d starts of the server",
		len(m.games), ended, waits, turns, lapsed, messages, hooked, len(m.hooked), refused, said, m.standIns, m.peeps,
		undos[game.Undone], undos[game.UndoAsked], undos[game.UndoRefused], len(m.again), m.starts)
	require.Positive(m, lapsed)
	require.Positive(m, refused)
	require.Greater(m, messages, len(m.people))
	require.Positive(m, hooked)
	require.Positive(m, undos[game.Undone])
	require.Positive(m, undos[game.UndoRefused])
	require.NotEmpty(m, m.again)
}

// quiet wants the computer players of a table to write no more often than its
// rule says, and counts what they wrote.
func (m *month) quiet(id string, rule talk.Banter) (said int) {
	list, err := m.store.Messages(ctx, id, talk.Span{})
	require.NoError(m, err)
	pause := map[talk.Banter]time.Duration{talk.Quiet: 1000 * time.Hour, talk.Rare: 10 * time.Minute, talk.Lively: time.Minute}[rule]
	var last time.Time
	for i := range list {
		if list[i].Bot == "" {
			continue
		}
		said++
		require.NotEqual(m, talk.Quiet, rule, "bots are to be quiet")
		require.True(m, last.IsZero() || list[i].At.Sub(last) >= pause, "%v after %v", list[i].At, last)
		last = list[i].At
	}
	return said
}

// explained is the reason why a table waits, and wants its end to be known.
func (m *month) explained(id string, snap *table.Snapshot) string {
	next, ok := snap.Next()
	require.True(m, ok && !next.At.IsZero() && next.What != "", "%s in phase %d waits for nothing", id, snap.State.Phase())
	require.True(m, next.At.Before(time.Now().Add(60*24*time.Hour)), "%s waits until %v", id, next.At)
	if snap.Resting() {
		return "for anybody to come back"
	}
	return string(next.What)
}
