package notice_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/notice"
)

func at(t *testing.T, s string) time.Time {
	t.Helper()
	when, err := time.Parse(time.RFC3339, s)
	require.NoError(t, err)
	return when.UTC()
}

func TestManyEventsMakeOneMessage(t *testing.T) {
	since := at(t, "2026-11-21T12:00:00Z")
	for after, want := range map[time.Duration]time.Duration{
		0:                              notice.QuietFor,
		30 * time.Second:               30*time.Second + notice.QuietFor,
		4*time.Minute + 30*time.Second: notice.Longest,
		notice.Longest:                 notice.Longest,
		time.Hour:                      time.Hour + notice.QuietFor,
	} {
		assert.Equal(t, since.Add(want), notice.Collapse(since, since.Add(after)), "%s after it began", after)
	}
}

// The daily message comes once a day at the hour of its reader, also on the
// days on which clocks are changed.
func TestTheDailyMessage(t *testing.T) {
	for name, x := range map[string]struct {
		zone      string
		hour      int
		now, want string
	}{
		"later today":               {"", 18, "2026-11-21T12:00:00Z", "2026-11-21T18:00:00Z"},
		"at the very hour":          {"", 18, "2026-11-21T18:00:00Z", "2026-11-22T18:00:00Z"},
		"far in the east":           {"Asia/Kolkata", 6, "2026-11-21T12:00:00Z", "2026-11-22T00:30:00Z"},
		"the hour that is left out": {"Europe/Berlin", 2, "2026-03-28T20:00:00Z", "2026-03-29T01:00:00Z"},
		"the hour that comes twice": {"Europe/Berlin", 2, "2026-10-24T20:00:00Z", "2026-10-25T01:00:00Z"},
		"and only once":             {"Europe/Berlin", 2, "2026-10-25T01:00:00Z", "2026-10-26T01:00:00Z"},
		"left out in the west":      {"America/New_York", 2, "2026-03-08T03:00:00Z", "2026-03-08T07:00:00Z"},
		"left out, shortly before":  {"America/New_York", 2, "2026-03-08T06:30:00Z", "2026-03-08T07:00:00Z"},
		"a midnight left out":       {"America/Santiago", 0, "2026-09-06T03:30:00Z", "2026-09-06T04:00:00Z"},
		"half an hour left out":     {"Australia/Lord_Howe", 2, "2026-10-03T15:00:00Z", "2026-10-03T15:30:00Z"},
		"a leap day":                {"Europe/Berlin", 18, "2028-02-28T18:00:00Z", "2028-02-29T17:00:00Z"},
		"the end of a year":         {"", 0, "2026-12-31T12:00:00Z", "2027-01-01T00:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			w := notice.Preferences{Zone: x.zone, Hour: x.hour}
			c := notice.Channel{Extra: notice.Extra{When: notice.Daily}}
			now, want := at(t, x.now), at(t, x.want)
			assert.Equal(t, want, c.Due(&w, notice.Asked, now))
			assert.Equal(t, now, c.Due(&w, notice.Remind, now), "a reminder does not wait")
			c.Delivered(notice.Asked, want)
			next := c.Due(&w, notice.Over, want.Add(time.Minute))
			assert.Greater(t, next.Sub(want), 22*time.Hour)
			assert.Less(t, next.Sub(want), 26*time.Hour)
		})
	}
}

func TestAtMostOneMessageAnHour(t *testing.T) {
	w, now := notice.Usual("en"), at(t, "2026-11-21T12:00:00Z")
	c := notice.Channel{Extra: notice.Extra{When: notice.Hourly}}
	assert.Equal(t, now, c.Due(&w, notice.Asked, now))
	c.Delivered(notice.Asked, now)
	assert.Equal(t, now.Add(time.Hour), c.Due(&w, notice.Asked, now.Add(time.Minute)))
	assert.Equal(t, now.Add(10*time.Minute), c.Due(&w, notice.Remind, now.Add(10*time.Minute)), "but for reminders")
}

func TestAtMostSoManyMessagesADay(t *testing.T) {
	w, now := notice.Usual("en"), at(t, "2026-11-21T10:00:00Z")
	c := notice.Channel{Extra: notice.Extra{When: notice.Once}}
	for range notice.MostADay {
		assert.Equal(t, now, c.Due(&w, notice.Asked, now))
		c.Delivered(notice.Asked, now)
		now = now.Add(2 * time.Minute)
	}
	tomorrow := at(t, "2026-11-22T00:00:00Z")
	assert.Equal(t, tomorrow, c.Due(&w, notice.Asked, now))
	assert.Equal(t, tomorrow, c.Due(&w, notice.Remind, now), "not even a reminder")
	assert.Equal(t, tomorrow, c.Due(&w, notice.Asked, tomorrow), "then they count anew")
}

func TestReminders(t *testing.T) {
	begins := at(t, "2026-11-21T12:00:00Z")
	for name, x := range map[string]struct {
		wish  int
		time  time.Duration
		ahead time.Duration // 0: none
	}{
		"as wished":                    {180, 24 * time.Hour, 3 * time.Hour},
		"not before half of the time":  {180, 4 * time.Hour, 2 * time.Hour},
		"no time to be reminded of":    {180, 9 * time.Minute, 0},
		"just enough of it":            {180, 10 * time.Minute, 5 * time.Minute},
		"not wanted":                   {0, 24 * time.Hour, 0},
		"days ahead where there are":   {7 * 24 * 60, 30 * 24 * time.Hour, 7 * 24 * time.Hour},
		"a minute is not worth saying": {1, 24 * time.Hour, 0},
	} {
		w := notice.Preferences{Remind: x.wish}
		when, ok := w.RemindAt(begins, begins.Add(x.time))
		assert.Equal(t, x.ahead > 0, ok, name)
		if ok {
			assert.Equal(t, begins.Add(x.time-x.ahead), when, name)
		}
	}
	w := notice.Usual("de")
	_, ok := w.RemindAt(begins, time.Time{})
	assert.False(t, ok, "of what never runs out")
}

// A channel that fails is tried for more than a day, less and less often, then
// given up; one success, and all is forgotten.
func TestAChannelThatFails(t *testing.T) {
	w, now := notice.Usual("en"), at(t, "2026-11-21T12:00:00Z")
	c := notice.Channel{State: notice.On, Extra: notice.Extra{When: notice.Once}}
	began, last := now, time.Duration(0)
	for range 100 {
		c.Failed("451", now, 0.5)
		if c.State == notice.Dead {
			break
		}
		wait := c.RetryAt.Sub(now)
		assert.Greater(t, wait, last)
		assert.Equal(t, c.RetryAt, c.Due(&w, notice.Remind, now), "nothing goes out before")
		last, now = wait, c.RetryAt
	}
	require.Equal(t, notice.Dead, c.State)
	assert.Equal(t, (27*time.Hour+21*time.Minute)*17/16, now.Sub(began), "a sixteenth more than the waits, which is half of the spread")
	assert.Equal(t, "451", c.Error, "its owner reads why")
	assert.False(t, c.Sends())

	c.State = notice.On
	c.Delivered(notice.Asked, now)
	assert.Zero(t, c.Failures)
	assert.Empty(t, c.Error)
	for range 100 {
		c.Stalled("no way out", now, 1)
	}
	assert.Equal(t, notice.On, c.State, "what is not its fault does not end it")
}

func TestWishesThatCannotBe(t *testing.T) {
	for field, w := range map[string]notice.Preferences{
		"zone": {Zone: "Mars/Olympus"}, "hour": {Hour: 24}, "remind_minutes": {Remind: -1}, "muted": {Muted: make([]string, notice.MaxMuted+1)},
	} {
		assert.Equal(t, field, w.Wrong())
	}
	local := notice.Preferences{Zone: "Local"}
	assert.Equal(t, "zone", local.Wrong(), "the server's zone is nobody's wish")
	for _, zone := range []string{"Europe/./Berlin", "Europe//Berlin"} {
		spelt := notice.Preferences{Zone: zone}
		assert.Equal(t, "zone", spelt.Wrong(), "%s is no name of a zone", zone)
	}
	usual := notice.Usual("de")
	assert.Empty(t, usual.Wrong())
	usual.Mute("k7q2m9", true)
	usual.Mute("k7q2m9", true)
	assert.Len(t, usual.Muted, 1)
	assert.True(t, usual.Mutes("k7q2m9"))
	usual.Mute("k7q2m9", false)
	assert.False(t, usual.Mutes("k7q2m9"))
}

// What a channel has done at a time that is still to come holds nothing up: the clock
// has been set back since.
func TestALaterTimeHoldsNothingUp(t *testing.T) {
	now := at(t, "2026-11-21T12:00:00Z")
	for name, when := range map[string]notice.When{"once": notice.Once, "hourly": notice.Hourly, "daily": notice.Daily} {
		c := notice.Channel{Extra: notice.Extra{When: when}}
		c.Delivered(notice.Asked, now.Add(5*time.Hour))
		assert.Equal(t, now, c.Earliest(&notice.Preferences{Hour: 18}, notice.Asked, now), name)
	}
	var c notice.Channel
	c.Failed("slow", now.Add(5*time.Hour), 0)
	assert.Equal(t, now, c.Earliest(&notice.Preferences{}, notice.Asked, now))
	c.Failed("slow", now, 0)
	assert.Equal(t, now.Add(5*time.Minute), c.Earliest(&notice.Preferences{}, notice.Asked, now))
}

func TestAReceiverMayAskToWaitLonger(t *testing.T) {
	now := at(t, "2026-11-21T12:00:00Z")
	var c notice.Channel
	c.Failed("limited", now, 0)
	c.NotBefore(now.Add(time.Second))
	assert.Equal(t, now.Add(time.Minute), c.Earliest(&notice.Preferences{}, notice.Asked, now), "no sooner than without")
	c.NotBefore(now.Add(2 * time.Hour))
	assert.Equal(t, now.Add(2*time.Hour), c.Earliest(&notice.Preferences{}, notice.Asked, now))
}
