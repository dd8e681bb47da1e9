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
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
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
