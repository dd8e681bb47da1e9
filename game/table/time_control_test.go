package table_test

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// evening is a table at which a decision takes five minutes, with ten in
// reserve and five until one counts as told.
func evening() timecontrol.Control {
	return timecontrol.Control{Kind: timecontrol.Evening, Each: 300, Bank: 600, Notice: 300, Vacation: 3}
}

// origins lists where the moves of a game came from.
func (r *room) origins(id string) []table.Origin {
	r.t.Helper()
	moves, err := r.store.Moves(ctx, id, 0, 0)
	require.NoError(r.t, err)
	var list []table.Origin
	for _, m := range moves {
		list = append(list, m.Origin)
	}
	return list
}

func (r *room) look(id string) table.Snapshot {
	r.t.Helper()
	snap, err := r.Snapshot(ctx, id)
	require.NoError(r.t, err)
	return snap
}

func TestTimeRunsOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		ada, bob := r.person("Ada"), r.person("Bob")
		id, snap := r.begin(table.NewGame{Clock: evening()}, ada, bob)
		defer r.Close()
		seat, who := mover(snap)
		began := time.Now()
		times := r.Times(&snap)
		require.Len(t, times, 2)
		assert.WithinDuration(t, began.Add(20*time.Minute), times[seat].Deadline, time.Second, "notice, time and reserve")
		assert.Zero(t, times[1-seat].Deadline)

		time.Sleep(2 * time.Minute)
		require.NoError(t, r.MarkNotified(ctx, id, who))
		snap = r.look(id)
		assert.WithinDuration(t, began.Add(17*time.Minute), r.Times(&snap)[seat].Deadline, time.Second, "he has looked")
		time.Sleep(14*time.Minute + 59*time.Second)
		snap = r.look(id)
		assert.Equal(t, seat, snap.State.Turn.Seat)
		assert.Len(t, r.origins(id), 1)

		time.Sleep(2 * time.Second)
		snap = r.look(id)
		for snap.State.Waiting().Has(seat) && snap.State.Phase() != game.PhaseAuction {
			t.Fatalf("the rest of his turn is answered at once: phase %d", snap.State.Phase())
		}
		assert.Contains(t, r.origins(id), table.ByClock)
		assert.EqualValues(t, 1, r.Times(&snap)[seat].Missed)
		assert.Zero(t, r.Times(&snap)[seat].Bank, "his reserve is used up")
	})
}

func TestRestartKeepsDeadlines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		ada, bob := r.person("Ada"), r.person("Bob")
		id, snap := r.begin(table.NewGame{Clock: evening()}, ada, bob)
		seat, who := mover(snap)
		require.NoError(t, r.MarkNotified(ctx, id, who))
		r.Close()

		time.Sleep(14 * time.Minute) // one minute is left
		r.Service = serve(t, r.store, table.Config{})
		require.NoError(t, r.Resume(ctx))
		snap = r.look(id)
		up := time.Now()
		assert.WithinDuration(t, up.Add(75*time.Second), r.Times(&snap)[seat].Deadline, time.Second, "a quarter of his time at least")
		time.Sleep(70 * time.Second)
		assert.Len(t, r.origins(id), 1)
		time.Sleep(10 * time.Second)
		assert.Contains(t, r.origins(id), table.ByClock)
		r.Close()

		// A table that nobody opens goes on by itself too.
		before := len(r.store.MovesOf(id))
		time.Sleep(24 * time.Hour)
		r.Service = serve(t, r.store, table.Config{})
		require.NoError(t, r.Resume(ctx))
		time.Sleep(time.Hour)
		synctest.Wait()
		assert.Greater(t, len(r.store.MovesOf(id)), before)
		r.Close()
	})
}

func TestAbsenceIsVotedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		ada, bob, eve := r.person("Ada"), r.person("Bob"), r.person("Eve")
		id, _ := r.begin(table.NewGame{Clock: evening()}, ada, bob, eve)
		defer r.Close()
		gone := game.Seat(2)
		people := []account.PlayerID{ada, bob}
		var motion *timecontrol.Motion
		for range 4000 {
			snap := r.look(id)
			require.Equal(t, game.Playing, snap.State.Status)
			if ms := snap.Meta.Tempo.Motions; len(ms) > 0 {
				motion = &ms[0]
				break
			}
			waits := snap.State.Waiting().Without(gone)
			if waits == 0 || snap.State.Lock.Open {
				time.Sleep(time.Minute)
				continue
			}
			seat := waits.First()
			_, err := r.Play(ctx, id, people[seat], answer(t, snap, seat), table.Pre{})
			require.NoError(t, err)
		}
		require.NotNil(t, motion, "he has missed three decisions")
		assert.Equal(t, timecontrol.Absent, motion.What)
		assert.Equal(t, gone, motion.About)

		_, err := r.Vote(ctx, id, eve, timecontrol.Absent, gone, timecontrol.Wait)
		var invalid *invalid.Error
		assert.ErrorAs(t, err, &invalid, "it is about him")
		for _, p := range people {
			_, err := r.Vote(ctx, id, p, timecontrol.Absent, gone, timecontrol.Substitute)
			require.NoError(t, err)
		}
		snap := r.look(id)
		assert.Empty(t, snap.Meta.Tempo.Motions)
		assert.True(t, snap.State.Players[gone].Away, "a computer player moves for him")
		snap, err = r.Rejoin(ctx, id, eve)
		require.NoError(t, err)
		assert.False(t, snap.State.Players[gone].Away, "and hands back")
	})
}

func TestNobodyLooksInAnyMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		id, _ := r.begin(table.NewGame{Clock: evening()}, r.person("Ada"), r.person("Bob"), r.person("Eve"))
		defer r.Close()
		time.Sleep(7 * 24 * time.Hour)
		snap := r.look(id)
		if snap.State.Status == game.Playing {
			for _, p := range snap.State.Players[:3] {
				assert.True(t, p.Away || p.Bankrupt)
			}
		}
	})
}

func TestPauseAndPaceByAgreement(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		ada, bob := r.person("Ada"), r.person("Bob")
		id, snap := r.begin(table.NewGame{Clock: evening()}, ada, bob)
		defer r.Close()
		seat, who := mover(snap)
		until := time.Now().Add(48 * time.Hour)
		_, err := r.Move(ctx, id, ada, timecontrol.Motion{What: timecontrol.Halt, Until: until})
		require.NoError(t, err)
		_, err = r.Move(ctx, id, bob, timecontrol.Motion{What: timecontrol.Halt, Until: until})
		require.ErrorIs(t, err, table.ErrMotion)
		snap, err = r.Vote(ctx, id, bob, timecontrol.Halt, game.Nobody, timecontrol.Yes)
		require.NoError(t, err)
		assert.Empty(t, snap.Meta.Tempo.Motions)
		_, paused := r.Paused(snap.Meta)
		assert.True(t, paused)
		_, err = r.Play(ctx, id, who, game.Move(game.Roll, seat), table.Pre{})
		require.ErrorIs(t, err, table.ErrPaused)
		time.Sleep(24 * time.Hour)
		assert.Len(t, r.origins(id), 1, "nobody's time runs")

		snap, err = r.Move(ctx, id, ada, timecontrol.Motion{What: timecontrol.GoOn})
		require.NoError(t, err)
		require.Len(t, snap.Meta.Tempo.Motions, 1)
		snap, err = r.Vote(ctx, id, bob, timecontrol.GoOn, game.Nobody, timecontrol.Yes)
		require.NoError(t, err)
		_, paused = r.Paused(snap.Meta)
		assert.False(t, paused)
		assert.WithinDuration(t, time.Now().Add(20*time.Minute), r.Times(&snap)[seat].Deadline, time.Second)

		slower := timecontrol.Usual(timecontrol.Correspondence)
		_, err = r.Move(ctx, id, bob, timecontrol.Motion{What: timecontrol.NewControl, Pace: &slower})
		require.NoError(t, err)
		snap, err = r.Vote(ctx, id, ada, timecontrol.NewControl, game.Nobody, timecontrol.Yes)
		require.NoError(t, err)
		assert.Equal(t, slower, snap.Meta.Clock)
		assert.WithinDuration(t, time.Now().Add((slower.Notice + slower.Each + slower.Bank).Duration()), r.Times(&snap)[seat].Deadline, time.Second)
		assert.Equal(t, slower, r.look(id).Meta.Clock)

		wrong := slower
		wrong.Each = 1
		var invalid *invalid.Error
		_, err = r.Move(ctx, id, bob, timecontrol.Motion{What: timecontrol.NewControl, Pace: &wrong})
		require.ErrorAs(t, err, &invalid)
		_, err = r.Move(ctx, id, r.person("Eve"), timecontrol.Motion{What: timecontrol.GoOn})
		require.ErrorIs(t, err, table.ErrNoSeat)
		_, err = r.Move(ctx, id, ada, timecontrol.Motion{What: timecontrol.GoOn})
		require.ErrorIs(t, err, table.ErrNoPause)
		_, err = r.Vote(ctx, id, ada, timecontrol.Halt, game.Nobody, timecontrol.Yes)
		require.ErrorIs(t, err, table.ErrNoMotion)
	})
}

func TestPauseEndsByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		ada := r.person("Ada")
		id, _ := r.begin(table.NewGame{Clock: evening(), Bots: []string{""}}, ada)
		defer r.Close()
		_, err := r.Move(ctx, id, ada, timecontrol.Motion{What: timecontrol.Halt, Until: time.Now().Add(time.Hour)})
		require.NoError(t, err)
		snap := r.look(id)
		_, paused := r.Paused(snap.Meta)
		require.True(t, paused, "he is the only one to ask")
		n := len(r.origins(id))
		time.Sleep(59 * time.Minute)
		assert.Len(t, r.origins(id), n)
		time.Sleep(40 * time.Minute)
		assert.Greater(t, len(r.origins(id)), n)
	})
}

func TestDaysOffAtTheTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		ada, bob := r.person("Ada"), r.person("Bob")
		id, snap := r.begin(table.NewGame{Clock: evening()}, ada, bob)
		defer r.Close()
		seat, who := mover(snap)
		today := timecontrol.DayOf(time.Now(), time.UTC)
		snap, err := r.TakeLeave(ctx, id, who, today, today+1)
		require.NoError(t, err)
		assert.Equal(t, 1, r.Times(&snap)[seat].DaysLeft)
		time.Sleep(30 * time.Hour)
		assert.Len(t, r.origins(id), 1, "he is off")
		_, err = r.TakeLeave(ctx, id, who, today+9, today+19)
		var invalid *invalid.Error
		require.ErrorAs(t, err, &invalid)
		require.ErrorIs(t, err, timecontrol.ErrLeaveCap)
		_, err = r.EndLeave(ctx, id, who, today)
		require.NoError(t, err)
		time.Sleep(24 * time.Hour)
		assert.Greater(t, len(r.origins(id)), 1)
	})
}

func TestUntimedTablesKeepNoTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		ada, bob := r.person("Ada"), r.person("Bob")
		id, snap := r.begin(table.NewGame{}, ada, bob)
		defer r.Close()
		assert.Empty(t, r.Times(&snap))
		time.Sleep(30 * 24 * time.Hour)
		assert.Len(t, r.origins(id), 1)
	})
}

// TestServerClockSetBack: the table does not wait until the old time comes round again.
func TestServerClockSetBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var off atomic.Int64
		began := time.Now()
		r := newRoom(t, table.Config{
			Now:    func() time.Time { return time.Now().Add(time.Duration(off.Load())) },
			Steady: func() time.Duration { return time.Since(began) },
		})
		defer r.Close()
		ada, bob := r.person("Ada"), r.person("Bob")
		id, snap := r.begin(table.NewGame{Clock: evening()}, ada, bob)
		_, who := mover(snap)
		require.NoError(t, r.MarkNotified(ctx, id, who))
		off.Store(int64(-365 * 24 * time.Hour))
		time.Sleep(14 * time.Minute)
		assert.Len(t, r.origins(id), 1, "he has the time that he had been promised")
		time.Sleep(30 * time.Minute)
		assert.Contains(t, r.origins(id), table.ByClock)
	})
}

// TestServerClockSetForward: nobody's time runs out because a clock was set.
func TestServerClockSetForward(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var off atomic.Int64
		began := time.Now()
		r := newRoom(t, table.Config{
			Now:    func() time.Time { return time.Now().Add(time.Duration(off.Load())) },
			Steady: func() time.Duration { return time.Since(began) },
		})
		defer r.Close()
		ada, bob := r.person("Ada"), r.person("Bob")
		id, snap := r.begin(table.NewGame{Clock: evening()}, ada, bob)
		seat, who := mover(snap)
		require.NoError(t, r.MarkNotified(ctx, id, who))
		time.Sleep(time.Minute)
		off.Store(int64(10 * time.Hour))
		_, err := r.Play(ctx, id, who, game.Move(game.Roll, seat), table.Pre{})
		require.NoError(t, err, "he was in time")
		assert.NotContains(t, r.origins(id), table.ByClock)
	})
}

// TestAVoteOnAPauseEndsWithIt: once the pause would be over there is nothing to decide.
func TestAVoteOnAPauseEndsWithIt(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, bob := r.person("Ada"), r.person("Bob")
	for name, span := range map[string]time.Duration{"short": time.Hour, "long": 30 * 24 * time.Hour} {
		id, _ := r.begin(table.NewGame{Clock: timecontrol.Usual(timecontrol.Correspondence)}, ada, bob)
		until := time.Now().Add(span)
		snap, err := r.Move(ctx, id, ada, timecontrol.Motion{What: timecontrol.Halt, Until: until})
		require.NoError(t, err)
		assert.False(t, snap.Meta.Tempo.Motions[0].Ends.After(until), name)
	}
}
