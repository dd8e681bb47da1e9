package timecontrol_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/timecontrol"
)

var noon = time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)

func TestUsualPacesAreSound(t *testing.T) {
	for _, k := range timecontrol.Kinds() {
		p := timecontrol.Usual(k)
		require.NoError(t, p.Check(), string(k))
		assert.Equal(t, k, p.Kind)
		assert.Equal(t, k != timecontrol.Open, p.Timed())
	}
	var none timecontrol.Control
	assert.ErrorIs(t, none.Check(), timecontrol.ErrKind)
}

func TestUnplayablePaces(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*timecontrol.Control)
		want   error
	}{
		"no such kind":          {func(p *timecontrol.Control) { p.Kind = "hasty" }, timecontrol.ErrKind},
		"no time at all":        {func(p *timecontrol.Control) { p.Each = 0 }, timecontrol.ErrEach},
		"a month for one move":  {func(p *timecontrol.Control) { p.Each = 31 * 86400 }, timecontrol.ErrEach},
		"a debt as reserve":     {func(p *timecontrol.Control) { p.Bank = -1 }, timecontrol.ErrBank},
		"told before it was so": {func(p *timecontrol.Control) { p.Notice = -1 }, timecontrol.ErrNotice},
		"off all year":          {func(p *timecontrol.Control) { p.Vacation = 365 }, timecontrol.ErrVacation},
		"nowhere":               {func(p *timecontrol.Control) { p.Hours.Zone = "Europe/Entenhausen" }, timecontrol.ErrZone},
		"wherever it runs":      {func(p *timecontrol.Control) { p.Hours.Zone = "Local" }, timecontrol.ErrZone},
		"a file":                {func(p *timecontrol.Control) { p.Hours.Zone = "../../etc/passwd" }, timecontrol.ErrZone},
		"quiet all day":         {func(p *timecontrol.Control) { p.Hours.QuietFrom, p.Hours.QuietTo = 1, 0 }, timecontrol.ErrQuiet},
		"the 25th hour":         {func(p *timecontrol.Control) { p.Hours.QuietTo = 1440 }, timecontrol.ErrQuiet},
		"no day of the week":    {func(p *timecontrol.Control) { p.Hours.Closed = 127 }, timecontrol.ErrDays},
	} {
		t.Run(name, func(t *testing.T) {
			p := timecontrol.Usual(timecontrol.Correspondence)
			c.change(&p)
			err := p.Check()
			require.ErrorIs(t, err, c.want)
			assert.ErrorIs(t, err, timecontrol.ErrControl)
		})
	}
}

func TestTimeStartsWhenTold(t *testing.T) {
	p := timecontrol.Control{Kind: timecontrol.Evening, Each: 300, Bank: 600, Notice: 3600}
	cal := calendar(t, p.Hours, nil, nil)
	c := p.Fresh()
	_, ok := p.Deadline(cal, &c, time.Time{})
	assert.False(t, ok, "nothing is asked")

	c.Ask(noon, time.Time{})
	end, ok := p.Deadline(cal, &c, time.Time{})
	require.True(t, ok)
	assert.Equal(t, noon.Add(75*time.Minute), end, "an hour to look in, then his time")

	c.MarkNotified(noon.Add(20 * time.Minute))
	end, _ = p.Deadline(cal, &c, time.Time{})
	assert.Equal(t, noon.Add(35*time.Minute), end)
	c.MarkNotified(noon.Add(30 * time.Minute))
	again, _ := p.Deadline(cal, &c, time.Time{})
	assert.Equal(t, end, again, "looking again wins no time")

	p.Answer(cal, &c, noon.Add(27*time.Minute), time.Time{}, false)
	assert.EqualValues(t, 480, c.Bank, "two minutes more than five")
	assert.False(t, c.Running())
	c.Ask(noon, noon)
	p.Answer(cal, &c, noon.Add(time.Minute), time.Time{}, false)
	assert.EqualValues(t, 480, c.Bank, "nothing is won by being quick")
	c.Ask(noon, noon)
	p.Answer(cal, &c, noon.Add(time.Hour), time.Time{}, true)
	assert.EqualValues(t, 0, c.Bank)
	assert.EqualValues(t, 1, c.Missed)
	c.Ask(noon, noon)
	p.Answer(cal, &c, noon.Add(time.Second), time.Time{}, false)
	assert.Zero(t, c.Missed, "he is back")
}

func TestNobodysTimeRunsAtAnOpenTable(t *testing.T) {
	p := timecontrol.Usual(timecontrol.Open)
	cal := calendar(t, p.Hours, nil, nil)
	c := p.Fresh()
	c.Ask(noon, noon)
	_, ok := p.Deadline(cal, &c, noon)
	assert.False(t, ok)
	p.Answer(cal, &c, noon.Add(1000*time.Hour), noon, false)
	assert.Zero(t, c.Missed)
}

func TestPauseStopsTheClock(t *testing.T) {
	p := timecontrol.Control{Kind: timecontrol.Evening, Each: 300, Notice: 60}
	c := p.Fresh()
	c.Ask(noon, noon)
	paused := calendar(t, p.Hours, []timecontrol.Span{{From: noon.Add(time.Minute)}}, nil)
	_, ok := p.Deadline(paused, &c, time.Time{})
	assert.False(t, ok)
	over := calendar(t, p.Hours, []timecontrol.Span{{From: noon.Add(time.Minute), To: noon.Add(24 * time.Hour)}}, nil)
	end, ok := p.Deadline(over, &c, time.Time{})
	require.True(t, ok)
	assert.Equal(t, noon.Add(24*time.Hour+4*time.Minute), end)
}

func TestRestartLeavesTimeToAnswer(t *testing.T) {
	p := timecontrol.Control{Kind: timecontrol.Evening, Each: 300, Bank: 60, Notice: 60}
	cal := calendar(t, p.Hours, nil, nil)
	c := p.Fresh()
	c.Ask(noon, noon)
	up := noon.Add(3 * time.Hour) // it ran out while the server was down
	end, ok := p.Deadline(cal, &c, up)
	require.True(t, ok)
	assert.Equal(t, up.Add(p.Grace().Duration()), end)
	p.Answer(cal, &c, up.Add(30*time.Second), up, false)
	assert.EqualValues(t, 60, c.Bank, "the time of the server's is nobody's")

	c.Ask(up, up)
	end, _ = p.Deadline(cal, &c, up)
	assert.Equal(t, up.Add(6*time.Minute), end, "later decisions have their own time")
}

func TestClockSetBack(t *testing.T) {
	p := timecontrol.Control{Kind: timecontrol.Evening, Each: 300, Notice: 60}
	cal := calendar(t, p.Hours, nil, nil)
	c := p.Fresh()
	c.Ask(noon, noon)
	now := noon.Add(-365 * 24 * time.Hour)
	c.Mend(now)
	end, _ := p.Deadline(cal, &c, now)
	assert.Equal(t, now.Add(5*time.Minute), end, "it does not wait a year")
}

// TestNobodyRunsOutUntold is the promise of the whole package, on random
// tables, people, restarts and clocks that jump: whenever a time runs out, the
// player had been notified, or had agreed to look in and had the open time for it,
// and from then on had all their open time.
func TestNobodyRunsOutUntold(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		now := moment(rng)
		cal := anything(t, rng, now)
		p := timecontrol.Control{Kind: timecontrol.Correspondence, Each: timecontrol.Seconds(10 + rng.IntN(100_000)), Bank: timecontrol.Seconds(rng.IntN(100_000)), Notice: timecontrol.Seconds(rng.IntN(100_000))}
		c := p.Fresh()
		bank := c.Bank
		var up time.Time
		c.Ask(now, time.Time{})
		notified := time.Time{}
		if rng.IntN(2) == 0 {
			notified = now.Add(time.Duration(rng.IntN(200_000)) * time.Second)
			c.MarkNotified(notified)
		}
		if rng.IntN(2) == 0 {
			up = now.Add(time.Duration(rng.IntN(400_000)) * time.Second)
		}
		end, ok := p.Deadline(cal, &c, up)
		require.True(t, ok)
		require.True(t, cal.Counts(end.Add(-1)))
		begin, _ := p.Begins(cal, &c)
		if !begin.Equal(notified) {
			require.GreaterOrEqual(t, cal.Between(now, begin), p.Notice.Duration())
		}
		require.GreaterOrEqual(t, cal.Between(begin, end), (p.Each + bank).Duration())
		if up.After(now) {
			require.GreaterOrEqual(t, cal.Between(up, end), min(p.Grace().Duration(), cal.Between(up, end.Add(time.Nanosecond))))
			require.False(t, end.Before(up), "while the server was away")
		}
		answer := now.Add(time.Duration(rng.Int64N(int64(end.Sub(now)) + 1)))
		p.Answer(cal, &c, answer, up, false)
		require.GreaterOrEqual(t, c.Bank, timecontrol.Seconds(0))
		require.LessOrEqual(t, c.Bank, bank)
	}
}

func TestAnotherPace(t *testing.T) {
	p := timecontrol.Usual(timecontrol.Evening)
	c := p.Fresh()
	c.Ask(noon, noon)
	slower := timecontrol.Usual(timecontrol.Correspondence)
	slower.Adopt(&c, noon.Add(time.Hour))
	assert.Equal(t, slower.Bank, c.Bank)
	end, _ := slower.Deadline(calendar(t, slower.Hours, nil, nil), &c, time.Time{})
	assert.Equal(t, noon.Add(time.Hour+(slower.Notice+slower.Each+slower.Bank).Duration()), end)
}

func TestDaysOff(t *testing.T) {
	p := timecontrol.Usual(timecontrol.Correspondence)
	p.Vacation, p.Hours = 5, timecontrol.Hours{Zone: "Europe/Berlin", Closed: timecontrol.Weekend}
	now := at(t, berlin(t), "2026-11-18 23:30:00") // a Wednesday
	today := timecontrol.DayFrom(2026, time.November, 18)

	off, err := p.TakeLeave(nil, today+1, today+5, now) // over a weekend
	require.NoError(t, err)
	assert.Equal(t, 3, p.DaysOff(off))
	_, err = p.TakeLeave(off, today+5, today+6, now)
	assert.ErrorIs(t, err, timecontrol.ErrLeaveTwice)
	_, err = p.TakeLeave(off, today-1, today, now)
	assert.ErrorIs(t, err, timecontrol.ErrLeavePast)
	_, err = p.TakeLeave(off, today+9, today+8, now)
	assert.ErrorIs(t, err, timecontrol.ErrLeaveOrder)
	_, err = p.TakeLeave(off, today+12, today+14, now)
	assert.ErrorIs(t, err, timecontrol.ErrLeaveCap)
	_, err = p.TakeLeave(off, today+400, today+400, now)
	assert.ErrorIs(t, err, timecontrol.ErrLeaveFar)
	off, err = p.TakeLeave(off, today+12, today+13, now)
	require.NoError(t, err)
	assert.Equal(t, 5, p.DaysOff(off))

	back, err := p.EndLeave(off, today+1, now.Add(24*time.Hour)) // on its first day
	require.NoError(t, err)
	assert.Equal(t, 3, p.DaysOff(back), "what is left is given back")
	back, err = p.EndLeave(off, today+12, now)
	require.NoError(t, err)
	assert.Len(t, back, 1)
	_, err = p.EndLeave(off, today+2, now)
	assert.ErrorIs(t, err, timecontrol.ErrNoLeave)
	assert.Len(t, off, 2, "the list itself stays as it is")
}

func TestDates(t *testing.T) {
	assert.EqualValues(t, 0, timecontrol.DayFrom(1970, time.January, 1))
	assert.Equal(t, time.Thursday, timecontrol.Day(0).Weekday())
	assert.Equal(t, time.Wednesday, timecontrol.Day(-1).Weekday())
	leap := timecontrol.DayFrom(2028, time.February, 29)
	y, m, d := leap.Date()
	assert.Equal(t, []int{2028, 2, 29}, []int{y, int(m), d})
	assert.Equal(t, time.Tuesday, leap.Weekday())
	assert.Equal(t, timecontrol.DayFrom(2028, time.March, 1), leap+1)
}

func TestOthersGiveTime(t *testing.T) {
	for name, c := range map[string]struct {
		bid  bool
		each time.Duration
	}{"a decision": {false, 5 * time.Minute}, "a bid": {true, time.Minute}} {
		p := timecontrol.Control{Kind: timecontrol.Live, Each: 300, Bid: 60, Bank: 120}
		cal := calendar(t, p.Hours, nil, nil)
		clock := p.Fresh()
		assert.False(t, p.Give(&clock), "%s: nobody is asked", name)
		clock.Bid = c.bid
		clock.Ask(noon, noon)
		before, _ := p.Deadline(cal, &clock, time.Time{})
		for range 3 {
			assert.True(t, p.Give(&clock), name)
		}
		assert.False(t, p.Give(&clock), "%s: three times are enough", name)
		end, _ := p.Deadline(cal, &clock, time.Time{})
		assert.Equal(t, before.Add(3*c.each), end, name)
		p.Answer(cal, &clock, noon.Add(4*c.each), time.Time{}, false)
		assert.EqualValues(t, 120, clock.Bank, "%s: what is given is not taken from the reserve", name)
		clock.Ask(noon, noon)
		end, _ = p.Deadline(cal, &clock, time.Time{})
		assert.Equal(t, before, end, "%s: it was for one decision", name)
	}
	open := timecontrol.Control{Kind: timecontrol.Open, Each: 300}
	clock := open.Fresh()
	clock.Ask(noon, noon)
	assert.False(t, open.Give(&clock), "no time runs")
}
