package timecontrol_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/timecontrol"
)

func TestWhenAnAbandonedTableCloses(t *testing.T) {
	day := 24 * time.Hour
	p := timecontrol.Usual(timecontrol.Correspondence)
	assert.Equal(t, noon.Add(30*day), p.Closes(time.UTC, noon, nil, nil, time.Time{}))
	pauses := []timecontrol.Span{{From: noon.Add(10 * day), To: noon.Add(50 * day)}, {From: noon.Add(90 * day), To: noon.Add(99 * day)}}
	assert.Equal(t, noon.Add(80*day), p.Closes(time.UTC, noon, pauses, nil, time.Time{}), "a pause puts it off, but not one that comes later")
	first := timecontrol.DayOf(noon, time.UTC)
	leaves := [][]timecontrol.Leave{{{From: first + 1, To: first + 9}}, {{From: first + 35, To: first + 40}}}
	got := p.Closes(time.UTC, noon, nil, leaves, time.Time{})
	assert.Equal(t, first+41+30, timecontrol.DayOf(got, time.UTC), "so do days off, one after the other")
	assert.Equal(t, noon.Add(40*day+12*time.Hour), p.Closes(time.UTC, noon, nil, nil, noon.Add(40*day)), "the server has been away")
	assert.Equal(t, noon.Add(30*day), p.Closes(time.UTC, noon, nil, nil, noon.Add(day)))
	open := timecontrol.Control{}
	assert.Greater(t, open.Term(), p.Term())
}

func TestWarning(t *testing.T) {
	p := timecontrol.Usual(timecontrol.Correspondence)
	p.Bank, p.Hours = 0, night
	loc := berlin(t)
	cal := calendar(t, p.Hours, nil, nil)
	c := p.Fresh()
	asked := at(t, loc, "2026-11-16 10:00:00") // a Monday; 15 open hours a day
	c.Ask(asked, asked)
	end, ok := p.Deadline(cal, &c, time.Time{})
	require.True(t, ok)
	assert.Equal(t, at(t, loc, "2026-11-17 19:00:00"), end.In(loc))
	warn, ok := p.Warning(cal, &c, time.Time{})
	require.True(t, ok)
	assert.Equal(t, at(t, loc, "2026-11-17 07:00:00"), warn.In(loc), "12 open hours before")
	warn, _ = p.Warning(cal, &c, at(t, loc, "2026-11-17 12:00:00"))
	assert.Equal(t, at(t, loc, "2026-11-17 12:00:00"), warn.In(loc), "at once when the server comes back late")
	quick := timecontrol.Usual(timecontrol.Live)
	assert.Equal(t, timecontrol.Seconds(30), quick.Lead())
	untimed := timecontrol.Control{}
	_, ok = untimed.Warning(cal, &c, time.Time{})
	assert.False(t, ok)
	assert.Zero(t, untimed.Lead())
}

func TestNamesOfDaysAndTimes(t *testing.T) {
	days, err := timecontrol.ParseWeekdays([]string{"Sat", " sun"})
	require.NoError(t, err)
	assert.Equal(t, timecontrol.Weekend, days)
	assert.Equal(t, []string{"sat", "sun"}, days.Names())
	_, err = timecontrol.ParseWeekdays([]string{"saturn"})
	require.ErrorIs(t, err, timecontrol.ErrControl)
	m, err := timecontrol.ParseMinute("07:05")
	require.NoError(t, err)
	assert.Equal(t, "07:05", m.String())
	for _, bad := range []string{"", "24:00", "7", "noon"} {
		_, err = timecontrol.ParseMinute(bad)
		assert.ErrorIs(t, err, timecontrol.ErrClock, bad)
	}
	d, err := timecontrol.ParseDay("2028-02-29")
	require.NoError(t, err)
	assert.Equal(t, "2028-02-29", d.String())
	for _, bad := range []string{"2027-02-29", "29.2.2028", ""} {
		_, err = timecontrol.ParseDay(bad)
		assert.Error(t, err, bad)
	}
}

func TestStandInNeedsMoreThanHalf(t *testing.T) {
	m := timecontrol.Motion{What: timecontrol.StandIn, By: -1, About: 3, Ends: noon.Add(time.Hour)}
	assert.True(t, m.Vote(0, timecontrol.Yes))
	assert.Equal(t, timecontrol.Silent, m.Outcome(0b111, noon))
	assert.Equal(t, timecontrol.Yes, m.Outcome(0b111, m.Ends), "nobody objected in time")
	assert.True(t, m.Vote(1, timecontrol.No))
	assert.Equal(t, timecontrol.No, m.Outcome(0b111, m.Ends))
	assert.True(t, m.Vote(2, timecontrol.Yes))
	assert.Equal(t, timecontrol.Yes, m.Outcome(0b111, noon))
}

// A day off ends with the first moment of the next day, also where its clocks leap over
// midnight, or show it twice.
func TestDaysOffEndWithTheDay(t *testing.T) {
	for name, c := range map[string]struct{ zone, day, ends string }{
		"an ordinary day":                    {"Europe/Berlin", "2026-11-17", "2026-11-18T00:00:00+01:00"},
		"no midnight in the west":            {"America/Santiago", "2026-09-05", "2026-09-06T01:00:00-03:00"},
		"an evening twice in the west":       {"America/Santiago", "2026-04-04", "2026-04-05T00:00:00-04:00"},
		"no midnight in the east":            {"Africa/Cairo", "2026-04-23", "2026-04-24T01:00:00+03:00"},
		"an evening twice in the east":       {"Africa/Cairo", "2026-10-29", "2026-10-30T00:00:00+02:00"},
		"no midnight in Beirut":              {"Asia/Beirut", "2026-03-28", "2026-03-29T01:00:00+03:00"},
		"an evening twice in Beirut":         {"Asia/Beirut", "2026-10-24", "2026-10-25T00:00:00+02:00"},
		"no midnight in Havana":              {"America/Havana", "2026-03-07", "2026-03-08T01:00:00-04:00"},
		"midnight twice in the west":         {"America/Havana", "2026-10-31", "2026-11-01T00:00:00-04:00"},
		"midnight twice in the east":         {"Asia/Amman", "2021-10-28", "2021-10-29T00:00:00+03:00"},
		"a day that was left out altogether": {"Pacific/Apia", "2011-12-29", "2011-12-31T00:00:00+14:00"},
	} {
		loc, err := time.LoadLocation(c.zone)
		require.NoError(t, err)
		day, err := timecontrol.ParseDay(c.day)
		require.NoError(t, err)
		ends := (&timecontrol.Leave{From: day, To: day}).Ends(loc)
		assert.Equal(t, c.ends, ends.In(loc).Format(time.RFC3339), name)
		assert.Equal(t, day, timecontrol.DayOf(ends.Add(-1), loc), name)
	}
}
