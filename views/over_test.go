package views_test

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/stats"
	"github.com/bankhalter/bankhalter/views/tablepage"
	"github.com/bankhalter/bankhalter/views/text"
)

func TestAGameThatIsOverDoesNotSayThatItGoesOn(t *testing.T) {
	en := text.For("en")
	d, ok := position(t, "us-classic", 3, game.PhaseRoll)
	require.True(t, ok)
	d.State.TimeUp = true
	assert.Contains(t, render(t, d.Page(pageOf("en"))), en.T("table.time_up"))
	d.State.Status = game.Finished
	html := render(t, d.Page(pageOf("en")))
	assert.NotContains(t, html, en.T("table.time_up"))
	assert.Contains(t, html, en.T("result.check_what"))
	d.Sandbox = true
	assert.NotContains(t, render(t, d.Page(pageOf("en"))), en.T("result.check_what"), "a sandbox has nothing to prove")
}

// The sentences about a game come in the order of its turns, each with its place.
func TestTheStoryGoesByTurns(t *testing.T) {
	d, ok := position(t, "us-classic", 3, game.PhaseRoll)
	require.True(t, ok)
	d.State.Status, d.State.Turn.Number = game.Finished, 40
	d.Figures = &stats.Figures{Over: true, Story: stats.Story{
		Buy:     &stats.Purchase{Seq: 200, Turn: 20, Seat: 1, Space: 1, Group: game.NoGroupID, Earned: 100, Turns: 9},
		Turning: &stats.Turning{Seq: 100, Turn: 10, Kind: stats.TookLead, Seat: 1, Other: game.Nobody, Group: game.NoGroupID, Space: game.NoSpace},
		Falls:   []stats.Fall{{Seq: 400, Turn: 40, Seat: 0, Creditor: game.Bank, Space: game.NoSpace}},
	}}
	told := func() (turns, places []string) {
		parse(t, render(t, d.Page(pageOf("en")))).Find(".tale li a").Each(func(_ int, a *goquery.Selection) {
			_, at, _ := strings.Cut(a.AttrOr("href", ""), "?at=")
			turns, places = append(turns, a.Text()), append(places, at)
		})
		return turns, places
	}
	turns, places := told()
	assert.Equal(t, []string{"Turn 10", "Turn 20", "Turn 40"}, turns)
	assert.Equal(t, []string{"100", "200", "400"}, places)
	d.Figures.Story.Turning.Seq, d.Figures.Story.Turning.Turn = 399, 41 // counted at the end
	turns, _ = told()
	assert.Equal(t, []string{"Turn 20", "Turn 40", "Turn 40"}, turns)
}

// The last bankruptcy ends the game before anything changes hands: the count, the
// board and the ledger agree that the bankrupt still has it.
func TestTheLastBankruptLeavesWhatTheyHadUncounted(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil))
	m.give(2, 5)
	m.s.Players[0].Bankrupt, m.s.Players[0].Cash, m.s.Players[0].Out = true, 0, 1
	m.s.Players[2].Bankrupt, m.s.Players[2].Cash, m.s.Players[2].Out = true, 23, 2
	m.s.Status, m.s.Reason, m.s.NumRanked = game.Finished, game.EndLastPlayer, 3
	for i, seat := range []game.Seat{1, 2, 0} {
		m.s.Standings[i] = game.Standing{Seat: seat, Rank: uint8(i + 1)}
	}
	count := func(viewer game.Seat) *goquery.Selection {
		return parse(t, render(t, m.data(viewer).Page(pageOf("en")))).Find(".rank")
	}
	rank := count(1)
	assert.Equal(t, "–––", rank.Find("tbody tr").Eq(1).Find(".sub").Text(), "not that they have nothing")
	assert.Equal(t, "The game ended with this bankruptcy. What Cem still had ($23 and the deeds on the board) went to nobody and does not count.", rank.Find("p").Text())
	assert.Contains(t, count(2).Find("p").Text(), "What you still had ($23")
	m.s.Players[2].Cash = 0
	assert.Contains(t, count(1).Find("p").Text(), "still had (the deeds on the board) went")
	m.s.Players[2].Cash, m.s.Owned[2] = 23, 0
	assert.Contains(t, count(1).Find("p").Text(), "still had ($23) went")
	m.s.Players[2].Cash, m.s.Owned[2] = 0, 0
	assert.Empty(t, count(1).Find("p").Text())
}

func TestWhoWaitsAtTheEndIsToldThatItIsCounted(t *testing.T) {
	for _, h := range handmadeMatches(t) {
		if h.name != "final" {
			continue
		}
		d := h.m.data(2)
		choice := parse(t, render(t, d.Page(pageOf("en")))).Find(".choice")
		assert.Equal(t, "Counting in a moment", choice.Find("h2").Text())
		assert.Empty(t, choice.Find(".since").Text(), "nobody is kept waiting")
	}
}

// All who are still there are named on the button above already.
func TestThoseWhoAreStillThereAreNamedOnce(t *testing.T) {
	d, ok := position(t, "us-classic", 3, game.PhaseRoll)
	require.True(t, ok)
	d.State.Status = game.Finished
	d.Seats[0].Player = "p1"
	button := func(lang string) string {
		return parse(t, render(t, d.Page(pageOf(lang)))).Find("#m-again small").Text()
	}
	assert.Equal(t, "All of them are still here and get your invitation at once.", button("en"))
	assert.Equal(t, "Alle sind noch da und bekommen deine Einladung sofort.", button("de"))
	d.Seats[2].Presence = tablepage.Away
	assert.Equal(t, d.Seats[1].Name+" is still here and gets your invitation at once.", button("en"))
}
