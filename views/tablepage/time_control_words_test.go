package tablepage

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/views/text"
)

// The German names of lengths are no datives: nothing before them asks for one.
func TestLengthsOfAPaceStandInTheRightCase(t *testing.T) {
	t.Parallel()
	const day = 24 * 3600
	x := &timecontrol.Control{Kind: timecontrol.Correspondence, Each: 3 * day, Bank: 3 * day, Notice: 3 * day}
	said := paceText(text.For("de"), x)
	for _, fact := range paceFacts(text.For("de"), x) {
		said += " " + fact
	}
	assert.Contains(t, said, "Reserve: 3 Tage.")
	assert.NotRegexp(t, `(?i)\b(von|nach|seit|mit|in|vor) \d+ (Tage|Monate|Jahre)\b`, said)
}

// TestOpenTimeIsToldByTheCalendar: 24 hours of open time are more than a day.
func TestOpenTimeIsToldByTheCalendar(t *testing.T) {
	t.Parallel()
	x := timecontrol.Usual(timecontrol.Correspondence)
	assert.NotContains(t, paceFacts(text.For("en"), &x), "calendar")
	x.Hours = timecontrol.Hours{QuietFrom: 22 * 60, QuietTo: 7 * 60, Closed: timecontrol.Weekend}
	assert.Contains(t, paceFacts(text.For("en"), &x), "Because the clocks stop in between, the time for a decision can be longer on the calendar: up to 3 days 18 hours.")
	assert.Contains(t, paceFacts(text.For("de"), &x), "Weil die Uhren zwischendurch stehen, kann die Zeit für eine Entscheidung im Kalender länger sein: bis zu 3 Tage 18 Stunden.")
}

// TestTheZoneIsNamedWhereDaysOrHoursCount: the time zone says when days off and quiet hours
// begin; elsewhere it says nothing.
func TestTheZoneIsNamedWhereDaysOrHoursCount(t *testing.T) {
	t.Parallel()
	facts := func(change func(x *timecontrol.Control)) string {
		x := timecontrol.Usual(timecontrol.Live)
		x.Hours.Zone = "Europe/Berlin"
		change(&x)
		return strings.Join(paceFacts(text.For("en"), &x), " ")
	}
	assert.NotContains(t, facts(func(*timecontrol.Control) {}), "Berlin")
	for _, change := range []func(x *timecontrol.Control){
		func(x *timecontrol.Control) { x.Vacation = 1 },
		func(x *timecontrol.Control) { x.Hours.Closed = timecontrol.Weekend },
		func(x *timecontrol.Control) { x.Hours.QuietFrom, x.Hours.QuietTo = 22*60, 7*60 },
	} {
		assert.Contains(t, facts(change), "the time zone Europe/Berlin.")
	}
}
