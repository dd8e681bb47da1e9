package views_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// proposed is a vote on something that the second player proposes and the first has not voted on.
func proposed(what timecontrol.What) tablepage.Vote {
	m := timecontrol.Motion{What: what, By: 1, About: game.Nobody, Until: noon.Add(24 * time.Hour), At: noon, Ends: noon.Add(time.Hour)}
	if what == timecontrol.NewControl {
		p := timecontrol.Usual(timecontrol.Evening)
		m.Pace = &p
	}
	m.Vote(1, timecontrol.Yes)
	return tablepage.Vote{Motion: m, Choices: []timecontrol.Voice{timecontrol.Yes, timecontrol.No}, Missing: game.Seats(0).With(0)}
}

// TestOneLinkLeadsToSeveralVotes: links that read alike lead to the same place. That holds in a
// pause too.
func TestOneLinkLeadsToSeveralVotes(t *testing.T) {
	t.Parallel()
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseRoll)
	pause, pace := proposed(timecontrol.Halt), proposed(timecontrol.NewControl)
	for name, tc := range map[string]struct {
		votes []tablepage.Vote
		to    string
	}{
		"one": {[]tablepage.Vote{pause}, "/pace#vt-pause-0"},
		"two": {[]tablepage.Vote{pause, pace}, "/pace#vote-h"},
	} {
		for _, paused := range []bool{false, true} {
			d := m.data(0)
			d.Times = &tablepage.Timing{Now: noon, Paused: paused, Until: noon.Add(time.Hour), Seats: make([]tablepage.SeatTiming, len(d.Seats)), Votes: tc.votes}
			links := parse(t, render(t, d.Page(pageOf("en")))).Find("#act .need a").FilterFunction(func(_ int, a *goquery.Selection) bool { return a.Text() == "Your vote is needed" })
			require.Equal(t, 1, links.Length(), "%s, paused: %t", name, paused)
			assert.True(t, strings.HasSuffix(links.AttrOr("href", ""), tc.to), "%s, paused: %t: %s", name, paused, links.AttrOr("href", ""))
		}
	}
}

// TestAVerdictSaysWhatComesAndWhenItFell: where a clock runs the table answers for an absent
// player, and the time is not until when it does.
func TestAVerdictSaysWhatComesAndWhenItFell(t *testing.T) {
	t.Parallel()
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseRoll)
	for lang, want := range map[string]map[timecontrol.Kind]string{
		"en": {timecontrol.Evening: "Play waits, and the table answers (", timecontrol.Open: "Play waits ("},
		"de": {timecontrol.Evening: "Es wird gewartet, und der Tisch antwortet (", timecontrol.Open: "Es wird gewartet ("},
	} {
		for kind, said := range want {
			d := m.data(0)
			d.Times = &tablepage.Timing{
				Pace: timecontrol.Usual(kind), Now: noon, Seats: make([]tablepage.SeatTiming, len(d.Seats)),
				Decided: []tablepage.Verdict{{Motion: timecontrol.Motion{What: timecontrol.Absent, By: game.Nobody, About: 1}, Result: timecontrol.Wait, Over: noon}},
			}
			page := parse(t, render(t, tablepage.PaceData{Table: d, Times: d.Times, Known: true, Mine: true}.Page(pageOf(lang))))
			assert.Contains(t, page.Find(".verdicts").Text(), said, kind)
		}
	}
}

// TestTheCardOfASeatSaysNothingOfAClockThatIsNotThere: neither that it runs on where nobody has
// one, nor in an empty line what is left where there is no reserve.
func TestTheCardOfASeatSaysNothingOfAClockThatIsNotThere(t *testing.T) {
	t.Parallel()
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseRoll)
	for kind, runs := range map[timecontrol.Kind]bool{timecontrol.Evening: true, timecontrol.Open: false} {
		d := m.data(0)
		times := &tablepage.Timing{
			Pace: timecontrol.Usual(kind), Now: noon, Seats: make([]tablepage.SeatTiming, len(d.Seats)),
			Asked: []tablepage.Asked{{Seat: 0, Since: noon, Notified: true, Default: game.Roll}},
		}
		times.Pace.Bank = 0
		d.Times = times
		cards := parse(t, render(t, tablepage.PaceData{Table: d, Times: times, Known: true, Mine: true}.Page(pageOf("en")))).Find(".clocks")
		assert.Contains(t, cards.Text(), "cannot nudge you for a while.")
		assert.Equal(t, runs, strings.Contains(cards.Text(), "Your clock runs on."), kind)
		cards.Find("p").Each(func(_ int, p *goquery.Selection) { assert.NotEmpty(t, strings.TrimSpace(p.Text()), kind) })
	}
}

// TestMissedDecisionsAreTheViewersOwn: the pace page speaks to the viewer of theirs and gives
// the names of the others.
func TestMissedDecisionsAreTheViewersOwn(t *testing.T) {
	t.Parallel()
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseRoll)
	d := m.data(0)
	d.Seats = slices.Clone(d.Seats)
	d.Seats[1].Bot = ""
	d.Times = &tablepage.Timing{Pace: timecontrol.Usual(timecontrol.Correspondence), Now: noon, Seats: make([]tablepage.SeatTiming, len(d.Seats))}
	d.Times.Seats[0].Missed, d.Times.Seats[1].Missed = 2, 1
	page := parse(t, render(t, tablepage.PaceData{Table: d, Times: d.Times, Known: true, Mine: true}.Page(pageOf("en"))))
	assert.Contains(t, page.Find("#cl-0").Text(), "Your time has run out 2 times in a row;")
	assert.Contains(t, page.Find("#cl-1").Text(), d.Seats[1].Name+" has missed a decision.")
}
