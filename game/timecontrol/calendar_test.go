package timecontrol_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/timecontrol"
)

func berlin(t testing.TB) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	return loc
}

func calendar(t testing.TB, h timecontrol.Hours, pauses []timecontrol.Span, leaves []timecontrol.Leave) *timecontrol.Calendar {
	t.Helper()
	loc, err := h.Location()
	require.NoError(t, err)
	return timecontrol.NewCalendar(h, loc, pauses, leaves)
}

// at reads a time by the clock on the wall.
func at(t testing.TB, loc *time.Location, s string) time.Time {
	t.Helper()
	v, err := time.ParseInLocation("2006-01-02 15:04:05", s, loc)
	require.NoError(t, err)
	return v
}

var night = timecontrol.Hours{Zone: "Europe/Berlin", QuietFrom: 22 * 60, QuietTo: 7 * 60, Closed: timecontrol.Weekend}

func TestOpenTime(t *testing.T) {
	loc := berlin(t)
	for name, c := range map[string]struct {
		hours timecontrol.Hours
		from  string
		d     time.Duration
		want  string
	}{
		"inside a day":               {night, "2026-11-18 10:00:00", 3 * time.Hour, "2026-11-18 13:00:00"},
		"over a night":               {night, "2026-11-18 21:00:00", 2 * time.Hour, "2026-11-19 08:00:00"},
		"up to the last minute":      {night, "2026-11-18 21:00:00", time.Hour, "2026-11-18 22:00:00"},
		"over a weekend":             {night, "2026-11-20 21:30:00", time.Hour, "2026-11-23 07:30:00"},
		"asked in the night":         {night, "2026-11-18 23:00:00", time.Minute, "2026-11-19 07:01:00"},
		"asked on a Sunday":          {night, "2026-11-22 12:00:00", time.Minute, "2026-11-23 07:01:00"},
		"the hour that is missing":   {timecontrol.Hours{Zone: "Europe/Berlin"}, "2026-03-29 01:00:00", 2 * time.Hour, "2026-03-29 04:00:00"},
		"the hour that comes twice":  {timecontrol.Hours{Zone: "Europe/Berlin"}, "2026-10-25 01:00:00", 4 * time.Hour, "2026-10-25 04:00:00"},
		"a short night in spring":    {timecontrol.Hours{Zone: "Europe/Berlin", QuietFrom: 22 * 60, QuietTo: 7 * 60}, "2026-03-28 21:00:00", 2 * time.Hour, "2026-03-29 08:00:00"},
		"a long night in autumn":     {timecontrol.Hours{Zone: "Europe/Berlin", QuietFrom: 22 * 60, QuietTo: 7 * 60}, "2026-10-24 21:00:00", 2 * time.Hour, "2026-10-25 08:00:00"},
		"quiet hours that fall away": {timecontrol.Hours{Zone: "Europe/Berlin", QuietFrom: 2 * 60, QuietTo: 3 * 60}, "2026-03-29 01:30:00", time.Hour, "2026-03-29 03:30:00"},
		"quiet hours that come twice": {timecontrol.Hours{Zone: "Europe/Berlin", QuietFrom: 2 * 60, QuietTo: 3 * 60},
			"2026-10-25 01:30:00", time.Hour, "2026-10-25 03:30:00"},
		"over the leap day":       {timecontrol.Hours{Zone: "Europe/Berlin"}, "2028-02-28 12:00:00", 48 * time.Hour, "2028-03-01 12:00:00"},
		"no leap day":             {timecontrol.Hours{Zone: "Europe/Berlin"}, "2027-02-28 12:00:00", 48 * time.Hour, "2027-03-02 12:00:00"},
		"closed on the leap day":  {timecontrol.Hours{Zone: "Europe/Berlin", Closed: 1 << time.Tuesday}, "2028-02-28 12:00:00", 24 * time.Hour, "2028-03-01 12:00:00"},
		"over the turn of a year": {night, "2026-12-31 21:59:00", 2 * time.Minute, "2027-01-01 07:01:00"},
	} {
		t.Run(name, func(t *testing.T) {
			cal := calendar(t, c.hours, nil, nil)
			from := at(t, loc, c.from)
			got, ok := cal.After(from, c.d)
			require.True(t, ok)
			assert.Equal(t, at(t, loc, c.want).Format(time.RFC3339), got.In(loc).Format(time.RFC3339))
			assert.Equal(t, c.d, cal.Between(from, got))
		})
	}
}

func TestSpringAndAutumnNights(t *testing.T) {
	loc := berlin(t)
	cal := calendar(t, timecontrol.Hours{Zone: "Europe/Berlin", QuietFrom: 22 * 60, QuietTo: 7 * 60}, nil, nil)
	assert.Equal(t, 15*time.Hour, cal.Between(at(t, loc, "2026-03-29 00:00:00"), at(t, loc, "2026-03-30 00:00:00")), "the hour is taken from the night")
	cal = calendar(t, timecontrol.Hours{Zone: "Europe/Berlin"}, nil, nil)
	assert.Equal(t, 23*time.Hour, cal.Between(at(t, loc, "2026-03-29 00:00:00"), at(t, loc, "2026-03-30 00:00:00")))
	assert.Equal(t, 25*time.Hour, cal.Between(at(t, loc, "2026-10-25 00:00:00"), at(t, loc, "2026-10-26 00:00:00")))
}

// TestDayWithoutMidnight: in Santiago the clock goes from 24:00 to 01:00.
func TestDayWithoutMidnight(t *testing.T) {
	loc, err := time.LoadLocation("America/Santiago")
	require.NoError(t, err)
	sunday := at(t, loc, "2026-09-06 03:00:00")
	require.Equal(t, time.Sunday, timecontrol.DayOf(sunday, loc).Weekday())
	cal := calendar(t, timecontrol.Hours{Zone: "America/Santiago", Closed: timecontrol.Weekend}, nil, nil)
	got, ok := cal.After(at(t, loc, "2026-09-04 23:00:00"), 2*time.Hour)
	require.True(t, ok)
	assert.Equal(t, "2026-09-07T01:00:00-03:00", got.In(loc).Format(time.RFC3339))
}

func TestPausesAndLeavesDoNotCount(t *testing.T) {
	loc := berlin(t)
	noon := at(t, loc, "2026-11-16 12:00:00") // a Monday
	cal := calendar(t, timecontrol.Hours{Zone: "Europe/Berlin"}, []timecontrol.Span{{From: noon.Add(time.Hour), To: noon.Add(3 * time.Hour)}}, nil)
	got, _ := cal.After(noon, 2*time.Hour)
	assert.True(t, got.Equal(noon.Add(4*time.Hour)))

	cal = calendar(t, timecontrol.Hours{Zone: "Europe/Berlin"}, []timecontrol.Span{{From: noon.Add(time.Hour)}}, nil)
	_, ok := cal.After(noon, 2*time.Hour)
	assert.False(t, ok, "a pause without an end")
	got, ok = cal.After(noon, time.Hour)
	assert.True(t, ok && got.Equal(noon.Add(time.Hour)))

	today := timecontrol.DayOf(noon, loc)
	off := []timecontrol.Leave{{From: today, To: today + 1, Asked: noon.Add(time.Hour)}}
	cal = calendar(t, timecontrol.Hours{Zone: "Europe/Berlin"}, nil, off)
	got, _ = cal.After(noon, 2*time.Hour)
	assert.Equal(t, "2026-11-18T01:00:00+01:00", got.In(loc).Format(time.RFC3339), "what had run before they were asked for counts")
}

// anything is a calendar with random hours, pauses and days off around a time.
func anything(t testing.TB, rng *rand.Rand, around time.Time) *timecontrol.Calendar {
	t.Helper()
	zones := []string{"", "Europe/Berlin", "America/Santiago", "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns", "Pacific/Apia", "Africa/Casablanca"}
	for {
		h := timecontrol.Hours{Zone: zones[rng.IntN(len(zones))]}
		if rng.IntN(3) > 0 {
			h.QuietFrom, h.QuietTo = timecontrol.Minute(rng.IntN(1440)), timecontrol.Minute(rng.IntN(1440))
		}
		if rng.IntN(2) == 0 {
			h.Closed = timecontrol.Weekdays(rng.IntN(127))
		}
		p := timecontrol.Control{Kind: timecontrol.Open, Hours: h}
		if p.Check() != nil {
			continue
		}
		var pauses []timecontrol.Span
		for range rng.IntN(3) {
			from := around.Add(time.Duration(rng.IntN(20*24*60)) * time.Minute)
			pauses = append(pauses, timecontrol.Span{From: from, To: from.Add(time.Duration(rng.IntN(48*60)) * time.Minute)})
		}
		var leaves []timecontrol.Leave
		for range rng.IntN(3) {
			d := timecontrol.DayOf(around, time.UTC) + timecontrol.Day(rng.IntN(20))
			leaves = append(leaves, timecontrol.Leave{From: d, To: d + timecontrol.Day(rng.IntN(5)), Asked: around.Add(time.Duration(rng.IntN(20*24*60)) * time.Minute)})
		}
		return calendar(t, h, pauses, leaves)
	}
}

// moment is any second of twenty years, often near a change of the clocks.
func moment(rng *rand.Rand) time.Time {
	base := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	if rng.IntN(3) == 0 {
		base = time.Date(2020+rng.IntN(20), []time.Month{3, 4, 9, 10}[rng.IntN(4)], 20, 0, 0, 0, 0, time.UTC)
		return base.Add(time.Duration(rng.Int64N(int64(16 * 24 * time.Hour))))
	}
	return base.Add(time.Duration(rng.Int64N(int64(20 * 365 * 24 * time.Hour))))
}

// TestOpenTimeAddsUp holds the calendar against its own definition, minute by minute;
// all its borders lie on full minutes.
func TestOpenTimeAddsUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		from := moment(rng).Truncate(time.Minute)
		cal := anything(t, rng, from)
		to := from.Add(time.Duration(rng.IntN(4*24*60)) * time.Minute)
		var slow time.Duration
		for m := from; m.Before(to); m = m.Add(time.Minute) {
			if cal.Counts(m) {
				slow += time.Minute
			}
		}
		assert.Equal(t, slow, cal.Between(from, to), "from %v to %v", from, to)
	}
}

func TestDeadlinesLieInOpenTime(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 4000 {
		from := moment(rng)
		cal := anything(t, rng, from)
		a := time.Duration(1 + rng.Int64N(int64(60*time.Hour)))
		b := time.Duration(1 + rng.Int64N(int64(60*time.Hour)))
		first, ok := cal.After(from, a)
		require.True(t, ok)
		require.True(t, cal.Counts(first.Add(-1)), "time ran out in closed time: %v", first)
		require.Equal(t, a, cal.Between(from, first))
		second, _ := cal.After(first, b)
		both, _ := cal.After(from, a+b)
		require.True(t, second.Equal(both), "one after the other is the same as both at once")
		require.Zero(t, cal.Between(first, from), "time does not run backward")
	}
}

// The next time of day is today's or tomorrow's, also where clocks are put forward or back.
func TestTheNextTimeOfDay(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	for name, x := range map[string]struct{ now, clock, want, zone string }{
		"later today":                  {"2026-11-18T19:00:00Z", "22:30", "2026-11-18T21:30:00Z", ""},
		"now is over":                  {"2026-11-18T21:30:00Z", "22:30", "2026-11-19T21:30:00Z", ""},
		"after midnight":               {"2026-11-18T21:31:00Z", "00:15", "2026-11-18T23:15:00Z", ""},
		"when clocks go forward":       {"2027-03-27T22:00:00Z", "03:30", "2027-03-28T01:30:00Z", ""},
		"when clocks go back":          {"2026-10-24T23:00:00Z", "04:00", "2026-10-25T03:00:00Z", ""},
		"the minute that is left out":  {"2027-03-27T22:00:00Z", "02:30", "2027-03-28T01:00:00Z", ""},
		"the minute that comes twice":  {"2026-10-24T22:00:00Z", "02:30", "2026-10-25T00:30:00Z", ""},
		"that it comes once more":      {"2026-10-25T00:30:00Z", "02:30", "2026-10-25T01:30:00Z", ""},
		"no midnight in the west":      {"2026-09-06T03:30:00Z", "00:00", "2026-09-06T04:00:00Z", "America/Santiago"},
		"nor a quarter past":           {"2026-09-06T03:30:00Z", "00:15", "2026-09-06T04:00:00Z", "America/Santiago"},
		"but the end of that hour":     {"2026-09-06T03:30:00Z", "01:00", "2026-09-06T04:00:00Z", "America/Santiago"},
		"no midnight in the east":      {"2026-04-23T21:30:00Z", "00:00", "2026-04-23T22:00:00Z", "Africa/Cairo"},
		"the evening that comes twice": {"2026-10-29T20:15:00Z", "23:30", "2026-10-29T20:30:00Z", "Africa/Cairo"},
		"and once more":                {"2026-10-29T20:30:00Z", "23:30", "2026-10-29T21:30:00Z", "Africa/Cairo"},
		"midnight after it":            {"2026-10-29T20:45:00Z", "00:00", "2026-10-29T22:00:00Z", "Africa/Cairo"},
		"no midnight in Beirut":        {"2026-03-28T21:30:00Z", "00:15", "2026-03-28T22:00:00Z", "Asia/Beirut"},
		"midnight twice":               {"2026-11-01T03:30:00Z", "00:00", "2026-11-01T04:00:00Z", "America/Havana"},
		"over the turn of the year":    {"2026-12-31T20:00:00Z", "01:00", "2027-01-01T00:00:00Z", ""},
	} {
		now, err := time.Parse(time.RFC3339, x.now)
		require.NoError(t, err)
		loc := berlin
		if x.zone != "" {
			loc, err = time.LoadLocation(x.zone)
			require.NoError(t, err)
		}
		at, err := timecontrol.ParseMinute(x.clock)
		require.NoError(t, err)
		assert.Equal(t, x.want, at.Next(now, loc).UTC().Format(time.RFC3339), name)
	}
}
