package views_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/notifypage"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// A move that the clock made says so once, however much it leads to.
func TestTheClockIsNamedOnceAMove(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseBuy)
	m.s.Turn.Seat, m.s.Turn.Space = 1, 39
	m.must(game.Move(game.Decline, 1))
	d := m.data(0)
	require.GreaterOrEqual(t, len(d.Log), 2, "declined, and put up to auction")
	for i := range d.Log {
		d.Log[i].By = wire.ByClock
	}
	text := parse(t, render(t, d.Page(pageOf("en")))).Find("#log").Text()
	assert.Equal(t, 1, strings.Count(text, "(time ran out)"), text)
}

// A position tried out begins in the middle of a game, in a turn.
func TestASandboxDoesNotClaimToBeginBeforeTheFirstTurn(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil))
	m.must(game.Move(game.Roll, 0))
	d := m.data(0)
	assert.Contains(t, render(t, d.Page(pageOf("en"))), "Before the first turn")
	d.Sandbox = true
	html := render(t, d.Page(pageOf("en")))
	assert.NotContains(t, html, "Before the first turn")
	assert.Contains(t, html, "From the starting position")
}

// TestALateNumberIsWaitedForUntil: a player whose device is away sends no number, so the others
// read what is missing and for how long the table waits for it.
func TestALateNumberIsWaitedForUntil(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseRoll)
	m.s.Turn.Seat = 1
	m.s.Lock = game.DrawLock{Open: true, Seat: 1, Move: game.Roll}
	for lang, said := range map[string]string{
		"en": "For the dice, the number from Ben’s device is still missing. If it does not come, play goes on without it: 40 seconds left",
		"de": "Für die Würfel fehlt noch die Zahl vom Gerät von Ben. Kommt sie nicht, geht es ohne sie weiter: noch 40 Sekunden",
	} {
		d := m.data(0)
		d.Times = &tablepage.Timing{Now: noon, Next: &tablepage.NextStep{What: "draw", At: noon.Add(40 * time.Second), Seat: 1}}
		assert.Equal(t, said, strings.Join(strings.Fields(parse(t, render(t, d.Page(pageOf(lang)))).Find("#act .late").Text()), " "))
		d.Times.Next.What = "hour"
		assert.NotContains(t, parse(t, render(t, d.Page(pageOf(lang)))).Find("#act .late").Text(), ":")
	}
}

// TestWhoIsLateInAnAuctionIsNotCountedDown: their time is over, and the auction takes their
// answer until all the others have decided, maybe for days.
func TestWhoIsLateInAnAuctionIsNotCountedDown(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseBuy)
	m.s.Turn.Seat, m.s.Turn.Space = 1, 39
	m.must(game.Move(game.Decline, 1))
	times := &tablepage.Timing{
		Pace: timecontrol.Usual(timecontrol.Correspondence), Now: noon, Seats: make([]tablepage.SeatTiming, len(m.data(0).Seats)),
		Asked: []tablepage.Asked{
			{Seat: 0, Since: noon.Add(-time.Hour), Until: noon.Add(48 * time.Hour), Default: game.Pass},
			{Seat: 1, Since: noon.Add(-time.Hour), Until: noon.Add(-time.Hour), Default: game.Pass},
		},
	}
	for lang, said := range map[string]struct{ own, others, until string }{
		"en": {"You are out of time, but you can still answer until all the others have.", "Ben is out of time, but can still answer until all the others have.", "0 seconds"},
		"de": {"Deine Zeit ist um. Du kannst noch antworten, bis alle anderen es getan haben.", "Die Zeit von Ben ist um. Eine Antwort gilt noch, bis alle anderen entschieden haben.", "0 Sekunden"},
	} {
		for viewer, want := range map[game.Seat]string{0: said.others, 1: said.own} {
			d := m.data(viewer)
			d.Times = times
			table := parse(t, render(t, d.Page(pageOf(lang))))
			part := table.Find("#times")
			if viewer == 1 {
				part = table.Find("#my-time")
			}
			assert.Contains(t, part.Text(), want)
			assert.Zero(t, part.Find("[data-due='"+page.StampMillis(noon.Add(-time.Hour))+"']").Length())
			pace := parse(t, render(t, tablepage.PaceData{Table: d, Times: times, Known: true, Mine: true}.Page(pageOf(lang)))).Find("#cl-1").Text()
			assert.Contains(t, pace, want)
			assert.NotContains(t, pace, said.until)
		}
		d := m.data(1)
		me := tablepage.MeData{Now: noon, Day: tablepage.Day{Awaited: []tablepage.DayTable{{
			TableCard: page.TableCard{ID: "k7q2m9", MyTurn: true}, Asked: noon.Add(-time.Hour), Until: noon.Add(-time.Hour), Zone: time.UTC, Whole: &d,
		}}}}
		card := parse(t, render(t, me.Page(pageOf(lang)))).Find(".card.mine")
		assert.Contains(t, card.Text(), said.own)
		assert.Zero(t, card.Find("time, [data-due]").Length())
		mail := notice.Message{Lang: lang, Items: []notice.Item{{Kinds: []notice.Kind{notice.Asked}, Late: true}}}
		notifypage.Writer{}.Write(&mail, &notice.Preferences{})
		assert.Contains(t, mail.Lines, said.own)
	}
}

// TestTheLogOfWeeksSaysOnWhichDay: an hour alone is enough for the last day only.
func TestTheLogOfWeeksSaysOnWhichDay(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseBuy)
	m.s.Turn.Seat, m.s.Turn.Space = 1, 39
	m.must(game.Move(game.Decline, 1))
	d := m.data(0)
	require.NotEmpty(t, d.Log)
	d.Now = noon
	for lang, days := range map[string]string{"en": "Nov 18 11:00 UTC", "de": "18. Nov. 11:00 UTC"} {
		for at, want := range map[time.Time]string{noon.Add(-time.Hour): "11:00 UTC", noon.Add(-49 * time.Hour): days} {
			for i := range d.Log {
				d.Log[i].At = at
			}
			page := parse(t, render(t, tablepage.LogData{TableData: d, Asked: tablepage.LogQuery{Player: game.Nobody}, First: 1, LastTurn: 9, Turns: 1, Size: 9}.Page(pageOf(lang))))
			assert.Equal(t, want, page.Find(".ref time").First().Text())
			assert.NotZero(t, page.Find("script[src*='/app.']").Length(), "the script writes it by the clock of the reader")
		}
	}
}

// TestTheTableSaysThatItsPlayerIsOff: that they are about to roll is not so for days.
func TestTheTableSaysThatItsPlayerIsOff(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil))
	m.s.Turn.Seat = 1
	for lang, said := range map[string][2]string{"en": {"Ben is about to roll", "Ben is off until the end of Saturday, Nov 21."}, "de": {"Ben würfelt gleich", "Ben hat bis einschließlich Samstag, 21. Nov. frei."}} {
		d := m.data(0)
		d.Times = &tablepage.Timing{Pace: timecontrol.Usual(timecontrol.Correspondence), Now: noon, Seats: make([]tablepage.SeatTiming, len(d.Seats))}
		assert.Contains(t, parse(t, render(t, d.Page(pageOf(lang)))).Find("#act").Text(), said[0])
		d.Times.Seats[1].OffUntil = noon.Add(36 * time.Hour) // midnight
		act := parse(t, render(t, d.Page(pageOf(lang)))).Find("#act")
		assert.Contains(t, act.Text(), said[1])
		assert.NotContains(t, act.Text(), said[0])
		assert.Zero(t, act.Find(".since").Length())
	}
}

// TestRentIsClaimedByAStandingOrderOverWeeks: a player who looks in once a day comes too late
// for most rents.
func TestRentIsClaimedByAStandingOrderOverWeeks(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil))
	m.s.Turn.Seat = 1
	m.give(0, 11)
	m.s.Claims[0] = game.Claim{ID: 4, Owner: 0, Payer: 2, Space: 11, Left: 1, Turn: 6, Amount: 10}
	m.s.NumClaims, m.s.LastClaim = 1, 4
	d := m.data(0)
	orders := `#act .more a[href="` + page.OrdersPath(d.ID) + `#f-claim_rents"]`
	for kind, links := range map[timecontrol.Kind]int{timecontrol.Live: 0, timecontrol.Correspondence: 1} {
		d.Times = &tablepage.Timing{Pace: timecontrol.Usual(kind), Now: noon, Seats: make([]tablepage.SeatTiming, len(d.Seats))}
		html := parse(t, render(t, d.Page(pageOf("en"))))
		require.NotZero(t, html.Find(`#act [value="claim_rent"]`).Length())
		assert.Equal(t, links, html.Find(orders).Length(), kind)
	}
}
