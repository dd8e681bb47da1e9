package table_test

import (
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// from is a server whose time begins with a moment.
func from(begin time.Time) table.Config {
	first := time.Now()
	passed := func() time.Duration { return time.Since(first) }
	return table.Config{Now: func() time.Time { return begin.Add(passed()) }, Steady: passed}
}

// TestDeadlinesOfBadDays lets the time of somebody run out who was told at once,
// on days that are not like others: not a second before, and not much later.
func TestDeadlinesOfBadDays(t *testing.T) {
	night := func(zone string) timecontrol.Hours {
		return timecontrol.Hours{Zone: zone, QuietFrom: 22 * 60, QuietTo: 7 * 60}
	}
	all := func(zone string) timecontrol.Hours { return timecontrol.Hours{Zone: zone} }
	for name, c := range map[string]struct {
		hours      timecontrol.Hours
		asked, end string
		each       time.Duration
	}{
		"in the hour that is missing":     {all("Europe/Berlin"), "2026-03-29T00:30:00+01:00", "2026-03-29T03:30:00+02:00", 2 * time.Hour},
		"at the missing hour's begin":     {all("Europe/Berlin"), "2026-03-29T01:00:00+01:00", "2026-03-29T03:00:00+02:00", time.Hour},
		"in the doubled hour, first":      {all("Europe/Berlin"), "2026-10-25T01:30:00+02:00", "2026-10-25T02:30:00+02:00", time.Hour},
		"in the doubled hour, second":     {all("Europe/Berlin"), "2026-10-25T01:30:00+02:00", "2026-10-25T02:30:00+01:00", 2 * time.Hour},
		"over a short night":              {night("Europe/Berlin"), "2026-03-28T21:00:00+01:00", "2026-03-29T08:00:00+02:00", 2 * time.Hour},
		"over a long night":               {night("Europe/Berlin"), "2026-10-24T21:00:00+02:00", "2026-10-25T08:00:00+01:00", 2 * time.Hour},
		"asked in the missing night":      {night("America/New_York"), "2026-03-08T01:59:59-05:00", "2026-03-08T07:10:00-04:00", 10 * time.Minute},
		"asked in the doubled hour":       {night("America/New_York"), "2026-11-01T01:30:00-04:00", "2026-11-01T07:10:00-05:00", 10 * time.Minute},
		"over the leap day":               {all("Europe/Berlin"), "2028-02-28T12:00:00+01:00", "2028-03-01T12:00:00+01:00", 48 * time.Hour},
		"on the leap day":                 {night("Europe/Berlin"), "2028-02-28T21:30:00+01:00", "2028-02-29T07:30:00+01:00", time.Hour},
		"out of the leap day":             {night("Europe/Berlin"), "2028-02-29T21:30:00+01:00", "2028-03-01T07:30:00+01:00", time.Hour},
		"no leap day in 2100":             {all("Europe/Berlin"), "2100-02-28T12:00:00+01:00", "2100-03-01T12:00:00+01:00", 24 * time.Hour},
		"over the turn of the year":       {night("Europe/Berlin"), "2026-12-31T21:59:00+01:00", "2027-01-01T07:01:00+01:00", 2 * time.Minute},
		"a year that ends on a weekend":   {timecontrol.Hours{Zone: "Europe/Berlin", Closed: timecontrol.Weekend}, "2027-12-31T23:00:00+01:00", "2028-01-03T01:00:00+01:00", 2 * time.Hour},
		"three quarters of an hour off":   {night("Asia/Kathmandu"), "2026-11-18T21:30:00+05:45", "2026-11-19T07:30:00+05:45", time.Hour},
		"half an hour off":                {night("Asia/Kolkata"), "2026-11-18T21:45:00+05:30", "2026-11-19T07:45:00+05:30", time.Hour},
		"half an hour is missing":         {all("Australia/Lord_Howe"), "2026-10-04T01:45:00+10:30", "2026-10-04T02:45:00+11:00", 30 * time.Minute},
		"half an hour comes twice":        {all("Australia/Lord_Howe"), "2026-04-05T01:45:00+11:00", "2026-04-05T01:45:00+10:30", 30 * time.Minute},
		"a day that was left out":         {night("Pacific/Apia"), "2011-12-29T21:00:00-10:00", "2011-12-31T08:00:00+14:00", 2 * time.Hour},
		"a zone that changed for good":    {all("Asia/Pyongyang"), "2018-05-04T23:00:00+08:30", "2018-05-05T00:30:00+09:00", time.Hour},
		"a change that was called off":    {night("Europe/Istanbul"), "2016-10-29T21:00:00+03:00", "2016-10-30T08:00:00+03:00", 2 * time.Hour},
		"summer time that rests":          {all("Africa/Casablanca"), "2026-02-15T01:00:00+01:00", "2026-02-15T03:00:00Z", 3 * time.Hour},
		"a day that begins at one":        {timecontrol.Hours{Zone: "America/Santiago", Closed: timecontrol.Weekend}, "2026-09-04T23:00:00-04:00", "2026-09-07T01:00:00-03:00", 2 * time.Hour},
		"the last second of 32 bit times": {all(""), "2038-01-19T03:00:00Z", "2038-01-19T03:20:00Z", 20 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			asked, err := time.Parse(time.RFC3339, c.asked)
			require.NoError(t, err)
			end, err := time.Parse(time.RFC3339, c.end)
			require.NoError(t, err)
			synctest.Test(t, func(t *testing.T) {
				cfg := from(asked)
				r := newRoom(t, cfg)
				clock := timecontrol.Control{Kind: timecontrol.Correspondence, Each: timecontrol.Seconds(c.each / time.Second), Notice: 7 * 24 * 3600, Hours: c.hours}
				id, snap := r.begin(table.NewGame{Clock: clock}, r.person("Ada"), r.person("Bob"))
				defer r.Close()
				seat, who := mover(snap)
				require.NoError(t, r.MarkNotified(ctx, id, who))
				snap = r.look(id)
				got := r.Times(&snap)[seat].Deadline
				assert.True(t, end.Equal(got), "%v instead of %v", got.In(end.Location()), end)
				time.Sleep(end.Sub(cfg.Now()) - time.Second)
				synctest.Wait()
				assert.NotContains(t, r.origins(id), table.ByClock, "too early")
				time.Sleep(2 * time.Second)
				synctest.Wait()
				assert.Contains(t, r.origins(id), table.ByClock, "too late")
			})
		})
	}
}

// TestMoveAtTheDeadline: a move comes at the moment at which the time of its
// maker runs out. Exactly one answer counts, and the log says whose.
func TestMoveAtTheDeadline(t *testing.T) {
	for name, c := range map[string]struct {
		off    time.Duration
		person bool
	}{
		"just before": {-time.Millisecond, true},
		"at once":     {0, false},
		"just after":  {time.Millisecond, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRoom(t, table.Config{})
				id, snap := r.begin(table.NewGame{Clock: evening()}, r.person("Ada"), r.person("Bob"))
				defer r.Close()
				seat, who := mover(snap)
				require.NoError(t, r.MarkNotified(ctx, id, who))
				snap = r.look(id)
				time.Sleep(time.Until(r.Times(&snap)[seat].Deadline) + c.off)
				// Twice from two devices, and once by the server.
				var wg sync.WaitGroup
				errs := make([]error, 2)
				seq := snap.Seq()
				for i := range errs {
					wg.Go(func() { _, errs[i] = r.Play(ctx, id, who, game.Move(game.Roll, seat), table.Pre{Seq: &seq}) })
				}
				wg.Wait()
				synctest.Wait()
				accepted := 0
				for _, err := range errs {
					var refused *table.Refused
					switch {
					case err == nil:
						accepted++
					case !errors.Is(err, table.ErrStale) && !errors.As(err, &refused):
						t.Errorf("answered by %v", err)
					}
				}
				moves := r.store.MovesOf(id)
				require.Greater(t, len(moves), 1)
				first := moves[1] // after the start
				assert.Equal(t, seat, first.Seat)
				if c.person {
					assert.Equal(t, 1, accepted)
					assert.Equal(t, table.ByPerson, first.Origin)
				} else {
					assert.Zero(t, accepted, "his time had run out")
					assert.Equal(t, table.ByClock, first.Origin)
				}
				byHand := 0
				for _, m := range moves[1:] {
					if m.Origin == table.ByPerson {
						byHand++
					}
				}
				assert.Equal(t, accepted, byHand, "the log and the answers agree")
			})
		})
	}
}

// TestDeadlineDuringShutdown closes the server around a deadline. What is stored
// is either before or after the clock's answer, and the next server goes on.
func TestDeadlineDuringShutdown(t *testing.T) {
	agreed := evening()
	for _, off := range []time.Duration{-time.Second, -time.Nanosecond, 0, time.Nanosecond, time.Millisecond, time.Second} {
		t.Run(off.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRoom(t, table.Config{})
				id, snap := r.begin(table.NewGame{Clock: evening()}, r.person("Ada"), r.person("Bob"))
				seat, who := mover(snap)
				require.NoError(t, r.MarkNotified(ctx, id, who))
				snap = r.look(id)
				time.Sleep(time.Until(r.Times(&snap)[seat].Deadline) + off)
				r.Close()
				stored := len(r.store.MovesOf(id))
				if off < -time.Nanosecond {
					assert.Equal(t, 1, stored)
				}
				time.Sleep(24 * time.Hour)
				assert.Len(t, r.store.MovesOf(id), stored, "a closed server does nothing")

				r.Service = serve(t, r.store, table.Config{})
				defer r.Close()
				require.NoError(t, r.Resume(ctx))
				require.NoError(t, r.MarkNotified(ctx, id, who))
				snap = r.look(id)
				for i, one := range r.Times(&snap) {
					if !one.Deadline.IsZero() && (stored == 1 || game.Seat(i) != seat) { // the rest of a turn is answered at once
						assert.GreaterOrEqual(t, time.Until(one.Deadline), agreed.Grace().Duration(), "seat %d has time to answer", i)
					}
				}
				if stored == 1 {
					_, err := r.Play(ctx, id, who, game.Move(game.Roll, seat), table.Pre{})
					require.NoError(t, err, "nobody could answer while the server was down")
					return
				}
				time.Sleep(24 * time.Hour)
				synctest.Wait()
				assert.Greater(t, len(r.store.MovesOf(id)), stored, "the table goes on")
			})
		})
	}
}

// TestDownBeforeAnybodyWasTold: the server was down for longer than a decision
// takes. A player who had not been notified before is notified first, and has their time after that.
func TestDownBeforeAnybodyWasTold(t *testing.T) {
	slow := timecontrol.Control{Kind: timecontrol.Correspondence, Each: 8 * 3600, Notice: 6 * 3600}
	for name, c := range map[string]struct {
		told bool
		left time.Duration // at least, after the server is back
	}{
		"told":     {true, slow.Grace().Duration()},
		"not told": {false, slow.Notice.Duration() + slow.Grace().Duration()},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRoom(t, table.Config{})
				id, snap := r.begin(table.NewGame{Clock: slow}, r.person("Ada"), r.person("Bob"))
				seat, who := mover(snap)
				if c.told {
					require.NoError(t, r.MarkNotified(ctx, id, who))
				}
				time.Sleep(time.Minute)
				r.Close()
				time.Sleep(72 * time.Hour)
				r.Service = serve(t, r.store, table.Config{})
				defer r.Close()
				require.NoError(t, r.Resume(ctx))
				snap = r.look(id)
				assert.InDelta(t, c.left.Seconds(), time.Until(r.Times(&snap)[seat].Deadline).Seconds(), 1)
				time.Sleep(c.left - time.Minute)
				synctest.Wait()
				assert.NotContains(t, r.origins(id), table.ByClock)
				time.Sleep(2 * time.Minute)
				synctest.Wait()
				assert.Contains(t, r.origins(id), table.ByClock, "and not for ever")
			})
		})
	}
}
