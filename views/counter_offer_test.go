package views_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// haggle is a table at which Ada has offered Ben something and Cem something else.
func haggle(t *testing.T) *match {
	t.Helper()
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseRoll)
	m.s.Turn.Seat = 1
	m.give(0, 11)
	m.give(1, 19)
	m.give(2, 21)
	m.propose(0, 1, game.Terms{Deeds: game.SetOf(11)}, game.Terms{Cash: 200})
	m.propose(0, 2, game.Terms{Deeds: game.SetOf(11)}, game.Terms{Deeds: game.SetOf(21)})
	return m
}

func (m *match) propose(from, to game.Seat, give, want game.Terms) {
	m.t.Helper()
	c := game.Move(game.ProposeTrade, from)
	c.To, c.Give, c.Want = to, give, want
	m.must(c)
}

// TestACounterOfferIsCalledOne: who is answered with a counter-offer reads so wherever they
// are told of it, and so does everybody who reads the log.
func TestACounterOfferIsCalledOne(t *testing.T) {
	m := haggle(t)
	m.propose(1, 0, game.Terms{Cash: 150}, game.Terms{Deeds: game.SetOf(11)})
	m.must(game.MoveN(game.RejectTrade, 1, 1))
	for _, lang := range []struct{ code, card, status, ask, made, answer, undo string }{
		{"en", "Counter-offer from Ben", "Counter-offer from Ben: $150 for St. Charles Place.", "counter-offer from Ben: $150 for St. Charles Place",
			"Counter-offer 3: Ben offers you $150 in return for St. Charles Place.", "Ben rejects offer 1 and makes counter-offer 3.", "Offer 1 is rejected."},
		{"de", "Gegenangebot von Ben", "Gegenangebot von Ben: 150\u00a0$ für St. Charles Place.", "Gegenangebot von Ben: 150\u00a0$ für St. Charles Place",
			"Gegenangebot 3: Ben gibt 150\u00a0$ an dich und möchte dafür St. Charles Place.", "Ben lehnt Angebot 1 ab und macht dafür Gegenangebot 3.", "Angebot 1 wurde abgelehnt."},
	} {
		page := parse(t, render(t, m.data(0).Page(pageOf(lang.code))))
		assert.Equal(t, lang.card, page.Find(".arrival h2, .arrival h3").First().Text())
		assert.Equal(t, lang.status, page.Find("#status").Text())
		tape := page.Find("#tape").Text()
		assert.Contains(t, tape, lang.made)
		assert.Contains(t, tape, lang.answer)
		d := m.data(0)
		brief := tablepage.BriefOf(lang.code, &d, 0, game.NoCommand)
		assert.Equal(t, lang.ask, brief.Ask)
		assert.Contains(t, brief.News, lang.answer)
	}
	assert.Contains(t, parse(t, render(t, m.data(1).Page(pageOf("en")))).Find("#trades").Text(), "Counter-offer 3: from you to Ada")
	assert.Contains(t, parse(t, render(t, m.data(2).Page(pageOf("en")))).Find("#their-trades").Text(), "Counter-offer 3: from Ben to Ada")
}

// TestACounterOfferWithoutTheOfferInTheLog is known by what the state remembers of the
// offer: a message has the log since its reader looked last.
func TestACounterOfferWithoutTheOfferInTheLog(t *testing.T) {
	m := haggle(t)
	m.log = nil
	m.propose(1, 0, game.Terms{Cash: 150}, game.Terms{Deeds: game.SetOf(11)})
	m.must(game.MoveN(game.RejectTrade, 1, 1))
	d := m.data(0)
	assert.Equal(t, "counter-offer from Ben: $150 for St. Charles Place", tablepage.BriefOf("en", &d, 0, game.NoCommand).Ask)
}

// TestACounterOfferInTwoMoves: a computer player rejects the offer a moment after its
// counter-offer, and somebody else may have moved in between.
func TestACounterOfferInTwoMoves(t *testing.T) {
	for _, deed := range []game.Space{11, 1} {
		m := haggle(t)
		m.give(0, 1)
		m.propose(1, 0, game.Terms{Cash: 150}, game.Terms{Deeds: game.SetOf(deed)})
		m.must(game.MoveN(game.CancelTrade, 0, 2))
		m.must(game.MoveN(game.RejectTrade, 1, 1))
		heading := "Counter-offer from Ben"
		if deed == 1 {
			heading = "Ben offers you a trade" // it is about something else
		}
		assert.Equal(t, heading, parse(t, render(t, m.data(0).Page(pageOf("en")))).Find(".arrival h2, .arrival h3").First().Text())
	}
}

// TestWhatIsNoCounterOffer: the rejection of somebody else's offer, or one that was taken back.
func TestWhatIsNoCounterOffer(t *testing.T) {
	for _, whole := range []bool{true, false} {
		m := haggle(t)
		if !whole {
			m.log = nil
		}
		m.propose(2, 1, game.Terms{Deeds: game.SetOf(21)}, game.Terms{Cash: 90})
		m.must(game.MoveN(game.RejectTrade, 2, 2))
		page := parse(t, render(t, m.data(1).Page(pageOf("en"))))
		require.Contains(t, page.Find("#tape").Text(), "Offer 2 is rejected.")
		assert.NotContains(t, page.Find("#tape").Text(), "Counter-offer")
	}
	m := haggle(t)
	m.propose(1, 0, game.Terms{Cash: 150}, game.Terms{Deeds: game.SetOf(11)})
	m.must(game.MoveN(game.RejectTrade, 1, 1))
	m.must(game.Move(game.AskUndo, 1))
	asked := parse(t, render(t, m.data(0).Page(pageOf("en")))).Find("#undo").Text()
	assert.Contains(t, asked, "Offer 1 is rejected.", "the counter-offer is not taken back with it")
	for set := m.s.Last.Ask; set != 0; set = set.Rest() {
		m.must(game.Move(game.AgreeUndo, set.First()))
	}
	assert.Equal(t, "Ben offers you a trade", parse(t, render(t, m.data(0).Page(pageOf("en")))).Find(".arrival h2, .arrival h3").First().Text())
}
