package table_test

import (
	"bytes"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// wallClock is a clock that somebody sets.
type wallClock struct {
	mu  sync.Mutex
	off time.Duration
}

// Now has no monotonic reading, as a clock on the wall has none.
func (w *wallClock) Now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Now().Round(0).Add(w.off)
}

func (w *wallClock) set(by time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.off += by
}

// spoken is a log that can be read while it is written.
type spoken struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *spoken) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *spoken) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// TestAClockThatIsSet sets the clock in the middle of a game with an agreed
// hour, thirty minutes after its start.
func TestAClockThatIsSet(t *testing.T) {
	for name, c := range map[string]struct {
		by   []time.Duration // every minute one
		over time.Duration   // when the hour has struck at last, nobody moving
		not  time.Duration   // when it has not yet
	}{
		"right":              {over: 30*time.Minute + time.Second, not: 30*time.Minute - time.Second},
		"ahead for good":     {by: []time.Duration{time.Hour}, over: 3 * time.Minute, not: 59 * time.Second},
		"ahead a little":     {by: []time.Duration{10 * time.Minute}, over: 20*time.Minute + time.Second, not: 20*time.Minute - time.Second},
		"back for good":      {by: []time.Duration{-time.Hour}, over: 90*time.Minute + time.Second, not: 90*time.Minute - time.Second},
		"back and forth":     {by: []time.Duration{-time.Hour, time.Hour}, over: 30*time.Minute + time.Second, not: 30*time.Minute - time.Second},
		"forth a bit, back":  {by: []time.Duration{10 * time.Minute, -10 * time.Minute}, over: 30*time.Minute + time.Second, not: 30*time.Minute - time.Second},
		"a second, no jump":  {by: []time.Duration{time.Second}, over: 30 * time.Minute, not: 30*time.Minute - 2*time.Second},
		"again and again":    {by: []time.Duration{time.Hour * -24, time.Hour * 24, -time.Hour, time.Hour}, over: 30*time.Minute + time.Second, not: 30*time.Minute - time.Second},
		"a year back, a day": {by: []time.Duration{-365 * 24 * time.Hour, 365 * 24 * time.Hour}, over: 30*time.Minute + time.Second, not: 30*time.Minute - time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t, table.Config{})
			ada, ben := r.person("Ada"), r.person("Ben")
			synctest.Test(t, func(t *testing.T) {
				var text spoken
				w := &wallClock{}
				s := tabletest.New(r.store, table.Config{Now: w.Now, Logger: slog.New(slog.NewTextHandler(&text, nil))})
				defer s.Close()
				snap, err := s.Create(ctx, ada, table.NewGame{EditionID: "us-classic", Players: 2, Options: map[string]any{"end_time": 30}})
				require.NoError(t, err)
				id := snap.Meta.ID
				_, _, err = s.Join(ctx, id, ben, "")
				require.NoError(t, err)
				_, err = s.Start(ctx, id, ada)
				require.NoError(t, err)
				begin := time.Now()
				for _, by := range c.by {
					w.set(by)
					time.Sleep(61 * time.Second)
				}
				up := func(at time.Duration) bool {
					time.Sleep(max(0, at-time.Since(begin)))
					synctest.Wait()
					snap, err := s.Snapshot(ctx, id)
					require.NoError(t, err)
					return snap.State.TimeUp
				}
				if time.Since(begin) <= c.not {
					assert.False(t, up(c.not), "too early")
				}
				assert.True(t, up(c.over), "too late")
				if len(c.by) > 0 && c.by[0].Abs() > time.Minute {
					assert.Contains(t, text.String(), "the clock jumped")
				} else {
					assert.NotContains(t, text.String(), "the clock jumped")
				}
				forward(t, s, id)
			})
		})
	}
}

// forward checks that no event of a log is older than the one before it.
func forward(t *testing.T, s *table.Service, id string) {
	t.Helper()
	entries, err := s.Log(ctx, id, 0, 0)
	require.NoError(t, err)
	for i := 1; i < len(entries); i++ {
		assert.False(t, entries[i].At.Before(entries[i-1].At), "event %d is older than the one before it", entries[i].Seq)
	}
}

func TestMovesWhileTheClockIsSet(t *testing.T) {
	w := &wallClock{}
	r := newRoom(t, table.Config{Now: w.Now})
	ada, ben := r.person("Ada"), r.person("Ben")
	id, _ := r.begin(table.NewGame{Options: map[string]any{"house.round_limit": 30}}, ada, ben)
	for _, by := range []time.Duration{-time.Hour, 2 * time.Hour, -30 * 24 * time.Hour, time.Minute, 400 * 24 * time.Hour, -time.Hour} {
		w.set(by)
		r.auto(id, 4)
	}
	forward(t, r.Service, id)
	again := serve(t, r.store, table.Config{Now: w.Now})
	snap, err := again.Snapshot(ctx, id)
	require.NoError(t, err, "it folds again")
	assert.NotZero(t, snap.Seq())
}

func TestAGameThatBeginsAfterTheClockWasWrong(t *testing.T) {
	w := &wallClock{}
	r := newRoom(t, table.Config{Now: w.Now})
	ada, ben := r.person("Ada"), r.person("Ben")
	w.set(10 * 365 * 24 * time.Hour)
	id := r.open(table.NewGame{Options: map[string]any{"end_time": 30}}, ada, ben)
	w.set(-10 * 365 * 24 * time.Hour)
	snap, err := r.Start(ctx, id, ada)
	require.NoError(t, err)
	assert.WithinDuration(t, w.Now().Add(30*time.Minute), snap.Meta.EndsAt, time.Minute, "half an hour, not ten years")
	forward(t, r.Service, id)
}

// A game to a time of day that begins after it is over goes on to that time of the next day.
func TestAnAgreedTimeOfDayThatIsOverIsTheNextOne(t *testing.T) {
	w := &wallClock{}
	r := newRoom(t, table.Config{Now: w.Now})
	ada, ben := r.person("Ada"), r.person("Ben")
	by := w.Now().Add(2 * time.Hour).UTC().Truncate(time.Minute)
	id := r.open(table.NewGame{Options: map[string]any{"end_time": 120}, EndsBy: by}, ada, ben)
	snap, err := r.Snapshot(ctx, id)
	require.NoError(t, err)
	assert.Equal(t, by, snap.EndsAt())
	w.set(3 * time.Hour)
	snap, err = r.Snapshot(ctx, id)
	require.NoError(t, err)
	assert.Equal(t, by.AddDate(0, 0, 1), snap.EndsAt().UTC())
	snap, err = r.Start(ctx, id, ada)
	require.NoError(t, err)
	assert.Equal(t, by.AddDate(0, 0, 1), snap.Meta.EndsAt.UTC())
}

// A game whose agreed time is over ends by it, though the clock strikes late: what players
// do to their seats in between changes neither who has won nor how it ended.
func TestNothingIsDoneToSeatsAfterTheAgreedTime(t *testing.T) {
	for name, late := range map[string]func(r *room, id string, ada, ben account.PlayerID) error{
		"leaves": func(r *room, id string, _, ben account.PlayerID) error {
			_, err := r.Leave(ctx, id, ben, 1, table.Pre{})
			return err
		},
		"is ended": func(r *room, id string, ada, _ account.PlayerID) error {
			_, err := r.Abandon(ctx, id, ada)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := &wallClock{}
			r := newRoom(t, table.Config{Now: w.Now})
			ada, ben := r.person("Ada"), r.person("Ben")
			id, _ := r.begin(table.NewGame{Options: map[string]any{"end_time": 30, "house.resign_bankrupt": true}}, ada, ben)
			w.set(31 * time.Minute)
			require.ErrorIs(t, late(r, id, ada, ben), table.ErrFinished)
			snap := r.look(id)
			assert.Equal(t, game.EndTime, snap.State.Reason)
			assert.False(t, snap.State.Players[1].Bankrupt)
		})
	}
}

// Neither does a player come back to a seat before the agreed time has struck.
func TestTheAgreedTimeStrikesBeforeAPlayerComesBack(t *testing.T) {
	w := &wallClock{}
	r := newRoom(t, table.Config{Now: w.Now})
	ada, ben := r.person("Ada"), r.person("Ben")
	id, _ := r.begin(table.NewGame{Options: map[string]any{"end_time": 30}}, ada, ben)
	_, err := r.Leave(ctx, id, ben, 1, table.Pre{})
	require.NoError(t, err)
	w.set(31 * time.Minute)
	snap, err := r.Rejoin(ctx, id, ben)
	require.NoError(t, err)
	assert.True(t, snap.State.TimeUp)
}

func TestBotsWaitNoLongerWhenTheClockIsSetBack(t *testing.T) {
	for name, by := range map[string]time.Duration{"back": -24 * time.Hour, "ahead": 24 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t, table.Config{})
			ada := r.person("Ada")
			synctest.Test(t, func(t *testing.T) {
				w := &wallClock{}
				s := tabletest.New(r.store, table.Config{Now: w.Now, BotPause: time.Second})
				defer s.Close()
				snap, err := s.Create(ctx, ada, table.NewGame{Scenario: []byte(claim), Bots: []string{"", ""}})
				require.NoError(t, err)
				time.Sleep(5 * time.Second)
				w.set(by)
				time.Sleep(20 * time.Second)
				synctest.Wait()
				snap, err = s.Snapshot(ctx, snap.Meta.ID)
				require.NoError(t, err)
				assert.NotEqual(t, game.Space(11), snap.State.Players[1].Space, "the bot has thrown")
				forward(t, s, snap.Meta.ID)
			})
		})
	}
}

func TestAWrongClockClearsNothingAway(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada := r.person("Ada")
	synctest.Test(t, func(t *testing.T) {
		w := &wallClock{}
		s := tabletest.New(r.store, table.Config{Now: w.Now})
		defer s.Close()
		snap, err := s.Create(ctx, ada, table.NewGame{EditionID: "us-classic", Players: 2})
		require.NoError(t, err)
		there := func() bool {
			synctest.Wait()
			list, err := s.List(ctx, table.Filter{})
			require.NoError(t, err)
			return len(list) == 1 && list[0].ID == snap.Meta.ID
		}
		w.set(10 * 365 * 24 * time.Hour)
		time.Sleep(50 * time.Minute)
		assert.True(t, there())
		w.set(-10 * 365 * 24 * time.Hour)
		time.Sleep(13 * 24 * time.Hour)
		assert.True(t, there())
		time.Sleep(2 * 24 * time.Hour)
		assert.False(t, there(), "an open table that nobody touched for two weeks")
	})
}

// config is that of a service with this clock and a steady one.
func (w *wallClock) config() table.Config {
	began := time.Now()
	return table.Config{Now: w.Now, Steady: func() time.Duration { return time.Since(began) }}
}

// setEvening is a table of people with clocks, on a clock that somebody sets.
func setEvening(t *testing.T, names int, clock timecontrol.Control, bots ...string) (r *room, w *wallClock, id string, people []account.PlayerID) {
	t.Helper()
	w = &wallClock{}
	r = newRoom(t, w.config())
	for i := range names {
		people = append(people, r.person([]string{"Ada", "Ben", "Cid"}[i]))
	}
	id, _ = r.begin(table.NewGame{Clock: clock, Bots: bots}, people...)
	return r, w, id, people
}

// jump sets the clock, and waits until the tables have noticed.
func (w *wallClock) jump(by time.Duration) {
	w.set(by)
	time.Sleep(61 * time.Second)
	synctest.Wait()
}

func TestAPauseGoesOnWhenTheClockIsSetBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w, id, people := setEvening(t, 1, evening(), "")
		defer r.Close()
		until := w.Now().Add(2 * time.Hour)
		_, err := r.Move(ctx, id, people[0], timecontrol.Motion{What: timecontrol.Halt, Until: until})
		require.NoError(t, err)
		w.jump(-time.Hour)
		n := len(r.origins(id))
		paused := func() bool { _, paused := r.Paused(r.look(id).Meta); return paused }
		require.True(t, paused(), "until the time that was agreed upon")
		time.Sleep(until.Sub(w.Now()) - time.Minute)
		assert.True(t, paused())
		assert.Len(t, r.origins(id), n, "nobody's time ran")
		time.Sleep(2 * time.Minute)
		assert.False(t, paused())
	})
}

func TestAPauseThatIsOverStaysOverWhenTheClockIsSetBack(t *testing.T) {
	for name, by := range map[string]time.Duration{"before it": -3 * time.Hour, "into it": -30 * time.Minute} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, w, id, people := setEvening(t, 1, evening(), "")
				defer r.Close()
				_, err := r.Move(ctx, id, people[0], timecontrol.Motion{What: timecontrol.Halt, Until: w.Now().Add(4 * time.Hour)})
				require.NoError(t, err)
				time.Sleep(time.Hour)
				_, err = r.Move(ctx, id, people[0], timecontrol.Motion{What: timecontrol.GoOn})
				require.NoError(t, err)
				w.jump(by)
				for range 5 * 60 {
					if r.look(id).State.Status != game.Playing {
						break
					}
					_, paused := r.Paused(r.look(id).Meta)
					require.False(t, paused)
					time.Sleep(time.Minute)
				}
			})
		})
	}
}

func TestAVoteEndsWhenTheClockIsSetBack(t *testing.T) {
	for name, clock := range map[string]timecontrol.Control{"evening": evening(), "no clocks": {}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, w, id, people := setEvening(t, 2, clock)
				defer r.Close()
				slower := evening()
				slower.Each = 900
				snap, err := r.Move(ctx, id, people[0], timecontrol.Motion{What: timecontrol.NewControl, Pace: &slower})
				require.NoError(t, err)
				lasts := snap.Meta.Tempo.Motions[0].Ends.Sub(w.Now())
				w.jump(-100 * 24 * time.Hour)
				require.Len(t, r.look(id).Meta.Tempo.Motions, 1)
				time.Sleep(lasts)
				assert.Empty(t, r.look(id).Meta.Tempo.Motions, "as late as it would have ended")
			})
		})
	}
}

// A vote that would have ended while nobody could reach the server, or in the hours
// that the clock was set ahead, is not over before anybody has had the time to vote.
func TestAVoteLastsALittleWhenTheClockIsSetAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w, id, people := setEvening(t, 2, evening())
		defer r.Close()
		slower := evening()
		slower.Each = 900
		_, err := r.Move(ctx, id, people[0], timecontrol.Motion{What: timecontrol.NewControl, Pace: &slower})
		require.NoError(t, err)
		w.jump(10 * time.Hour)
		require.Len(t, r.look(id).Meta.Tempo.Motions, 1)
		_, err = r.Vote(ctx, id, people[1], timecontrol.NewControl, game.Nobody, timecontrol.Yes)
		require.NoError(t, err)
		assert.EqualValues(t, 900, r.look(id).Meta.Clock.Each)

		faster := evening()
		_, err = r.Move(ctx, id, people[0], timecontrol.Motion{What: timecontrol.NewControl, Pace: &faster})
		require.NoError(t, err)
		time.Sleep(time.Minute)
		r.Close()
		time.Sleep(24 * time.Hour)
		r.Service = serve(t, r.store, w.config())
		require.NoError(t, r.Resume(ctx))
		time.Sleep(2 * time.Minute)
		require.Len(t, r.look(id).Meta.Tempo.Motions, 1, "the server is back")
		time.Sleep(3 * time.Minute)
		assert.Empty(t, r.look(id).Meta.Tempo.Motions)
	})
}

func TestDaysOffHoldWhenTheClockIsSetBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w, id, people := setEvening(t, 2, evening())
		defer r.Close()
		time.Sleep(12*time.Hour - time.Duration(w.Now().Hour())*time.Hour) // in the middle of the day
		snap := r.look(id)
		require.Equal(t, game.Playing, snap.State.Status)
		seat := snap.State.Waiting().First()
		today := timecontrol.DayOf(w.Now(), time.UTC)
		if snap.State.Players[seat].Away {
			_, err := r.Rejoin(ctx, id, people[seat])
			require.NoError(t, err)
		}
		_, err := r.TakeLeave(ctx, id, people[seat], today, today)
		require.NoError(t, err)
		n := len(r.origins(id))
		w.jump(-3 * time.Hour)
		time.Sleep(2 * time.Hour)
		assert.Len(t, r.origins(id), n, "they are off")
	})
}

// A table that is held for a number of a player's goes on without it after the usual time.
func TestATableIsNotHeldLongerWhenTheClockIsSetBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wallClock{}
		r := newRoom(t, w.config())
		defer r.Close()
		id, devices := r.shared(table.NewGame{EditionID: "us-classic", Players: 2})
		_, seat := r.atRoll(id, devices)
		_, err := r.Play(ctx, id, devices[seat].who, game.Move(game.Roll, seat), table.Pre{})
		require.NoError(t, err)
		require.True(t, r.look(id).State.Lock.Open)
		w.jump(-5 * time.Hour)
		time.Sleep(3 * time.Minute)
		assert.False(t, r.look(id).State.Lock.Open)
	})
}

// Times in the log never run backward, but clocks go by the new time at once: no hour by
// which the clock was set back is taken from anybody's reserve.
func TestNobodyPaysForTheClockThatIsSetBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w, id, people := setEvening(t, 2, evening())
		defer r.Close()
		w.jump(-5 * time.Hour)
		for range 4 {
			snap := r.look(id)
			seat := snap.State.Waiting().First()
			times := r.Times(&snap)
			require.False(t, times[seat].Asked.After(w.Now()), "the clock runs")
			time.Sleep(10 * time.Second)
			_, err := r.Play(ctx, id, people[seat], answer(t, snap, seat), table.Pre{})
			require.NoError(t, err)
			snap = r.look(id)
			for i, one := range r.Times(&snap) {
				assert.EqualValues(t, 600, one.Bank, "seat %d", i)
			}
		}
		forward(t, r.Service, id)
	})
}
