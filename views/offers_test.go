package views_test

import (
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// TestAnOfferArrivesInTheMiddleOfTheBoard makes an offer to a player: in place of the
// decision where they have nothing else to decide, beside it where they have.
func TestAnOfferArrivesInTheMiddleOfTheBoard(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseRoll)
	m.give(0, 16, 18, 5)
	m.give(1, 19)
	m.s.Turn.Seat = 1
	offered := game.Move(game.ProposeTrade, 1)
	offered.To, offered.Give.Deeds, offered.Want.Deeds = 0, game.SetOf(19), game.SetOf(5)
	m.must(offered)

	doc := parse(t, render(t, m.data(0).Page(pageOf("en"))))
	card := doc.Find("#act .choice .arrival")
	require.Equal(t, 1, card.Length())
	assert.Equal(t, "Ben offers you a trade", doc.Find("#act-h").Text())
	assert.Contains(t, doc.Find("title").First().Text(), "● Ben offers you a trade · ", "seen in a tab that is not")
	assert.Equal(t, "New York Avenue", card.Find(".swap dd").Eq(0).Text())
	assert.Equal(t, "Reading Railroad", card.Find(".swap dd").Eq(1).Text())
	assert.Equal(t, "2 → 3 of 3", card.Find(".effects tbody tr").Eq(0).Find("td").Eq(0).Text())
	assert.Equal(t, "1 → 0 of 3", card.Find(".effects tbody tr").Eq(0).Find("td").Eq(1).Text())
	assert.Contains(t, card.Find(".upshot").Text(), "you have all of Orange")
	assert.Equal(t, "accept_trade", doc.Find(".choice .go").AttrOr("value", ""), "the one filled button")
	assert.Zero(t, doc.Find("#trades").Length(), "no offer stands twice")

	m.s.Players[0].Cash = -1 // as good as any reason
	m.s.Trades[0].Want.Cash = 50
	card = parse(t, render(t, m.data(0).Page(pageOf("en")))).Find(".arrival")
	assert.Zero(t, card.Find("[value=accept_trade]").Length())
	assert.Contains(t, card.Find(".need").Text(), "too little cash")

	m.s.Players[0].Cash, m.s.Turn.Seat = 500, 0
	doc = parse(t, render(t, m.data(0).Page(pageOf("en"))))
	assert.Equal(t, "roll", doc.Find(".choice .go").AttrOr("value", ""))
	assert.Equal(t, 1, doc.Find(".choice .arrival.aside .btn[value=accept_trade]").Length())
}

// TestAnOfferThatItsMakerCannotKeepNowSaysSo: the money is missing on their side, not on the
// viewer's, who is told nothing about money of their own.
func TestAnOfferThatItsMakerCannotKeepNowSaysSo(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseHub)
	m.s.Turn.Seat = 1
	m.give(0, 5)
	m.s.Players[0].Cash, m.s.Players[1].Cash = 500, 300
	m.propose(1, 0, game.Terms{Cash: 250}, game.Terms{Deeds: game.SetOf(5)})
	why := func(lang string) string {
		card := parse(t, render(t, m.data(0).Page(pageOf(lang)))).Find(".arrival")
		assert.Zero(t, card.Find("[value=accept_trade]").Length())
		return card.Find(".need").Text()
	}
	auction := game.AuctionState{Open: true, Item: game.Item{Kind: game.ItemDeed, Space: 14}, Bidder: 1, Bid: 100, Bidders: game.Seats(0).With(0).With(1)}
	m.s.Auction = auction
	assert.Equal(t, "Ben leads the auction and has to keep the money for that bid until it is over.", why("en"))
	assert.Equal(t, "Ben führt in der Versteigerung und muss das Geld für das Gebot behalten, bis sie vorbei ist.", why("de"))

	m.s.Auction = game.AuctionState{}
	m.s.Players[1].Cash, m.s.Mortgaged = 255, game.SetOf(5) // and 10 % of 100 for the mortgage
	assert.Equal(t, "Ben has too little cash for it now.", why("en"))
	assert.Equal(t, "Ben hat dafür gerade zu wenig Geld.", why("de"))
}

// TestALopsidedTradeThatIsAcceptedWaitsForTheOthers: it is no longer offered to who has accepted it, and
// both sides read that a vote is on. The page that asks first has said so.
func TestALopsidedTradeThatIsAcceptedWaitsForTheOthers(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", map[string]any{"house.trade_guard": true})).in(game.PhaseRoll)
	m.s.Turn.Seat = 0
	m.give(0, 37)
	m.give(1, 39)
	m.s.Players[0].Cash = 500
	m.propose(0, 1, game.Terms{Cash: 10}, game.Terms{Deeds: game.SetOf(39)})
	page := func(seat game.Seat, lang string) *goquery.Document {
		return parse(t, render(t, m.data(seat).Page(pageOf(lang))))
	}
	require.Equal(t, 1, page(1, "en").Find(".arrival").Length())
	m.must(game.MoveN(game.AcceptTrade, 1, 1))

	mine := page(1, "en")
	assert.Zero(t, mine.Find(".arrival").Length())
	assert.NotContains(t, mine.Find("#status").Text(), "offers you")
	assert.NotContains(t, mine.Find("#act").Text(), "has offered you")
	assert.Contains(t, mine.Find("#trades").Text(), "You have accepted. Now the others vote on this trade.")
	assert.Equal(t, 1, mine.Find("#trades [value=reject_trade]").Length())
	assert.Contains(t, page(1, "de").Find("#trades").Text(), "Du hast angenommen. Jetzt stimmen die anderen über diesen Handel ab.")
	assert.Contains(t, page(0, "en").Find("#trades").Text(), "Ben has accepted. Now the others vote on this trade.")
	assert.Contains(t, page(0, "de").Find("#trades").Text(), "Ben hat angenommen. Jetzt stimmen die anderen über diesen Handel ab.")
	assert.NotContains(t, page(2, "en").Find("#trades").Text(), "has accepted", "who votes is told why")
	assert.Contains(t, page(2, "en").Find("#trades").Text(), "Everybody but the two of them votes on it.")
	d := m.data(1)
	assert.Empty(t, tablepage.BriefOf("en", &d, 0, game.NoCommand).Ask)
}

// The two between whom an offer is open read "you"; the others read both names.
func TestAnOpenOfferSpeaksToItsPlayers(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseRoll)
	m.give(0, 16, 5)
	m.give(1, 19)
	m.s.Turn.Seat = 1
	for range 2 { // the first one comes to the middle of the board of the one asked
		offered := game.Move(game.ProposeTrade, 1)
		offered.To, offered.Give.Deeds, offered.Want.Deeds = 0, game.SetOf(19), game.SetOf(5)
		if m.s.NumTrades > 0 {
			offered.Want.Deeds = game.SetOf(16)
		}
		m.must(offered)
	}
	for seat, want := range map[game.Seat][]string{
		1: {"Offer 1: from you to Ada", "You give: New York Avenue", "Ada gives: Reading Railroad"},
		0: {"Offer 2: from Ben to you", "Ben gives: New York Avenue", "You give: St. James Place"},
		2: {"Offer 1: from Ben to Ada", "Ben gives: New York Avenue", "Ada gives: Reading Railroad"},
	} {
		text := parse(t, render(t, m.data(seat).Page(pageOf("en")))).Find("main").Text()
		for _, said := range want {
			assert.Contains(t, text, said, seat)
		}
	}
}

// PASS is not final (R-AUCT-6), whether anybody has bid or not.
func TestWhoHasPassedIsToldThatTheyMayBid(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil))
	m.s.Turn.Phase = game.PhaseHub
	m.s.Auction = game.AuctionState{Open: true, Item: game.Item{Kind: game.ItemDeed, Space: 5}, Bidder: game.Nobody, Bidders: 7, Passed: 1, Min: 1}
	choice := parse(t, render(t, m.data(0).Page(pageOf("en")))).Find(".choice")
	assert.Contains(t, choice.Text(), "You have passed. Until the auction ends you may still bid.")
	assert.Positive(t, choice.Find("[name=amount]").Length())
}

func TestASpectatorIsToldThatTheyWatch(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil))
	sub := func(seat game.Seat) string {
		return parse(t, render(t, m.data(seat).Page(pageOf("en")))).Find("#sub, h1 small").Text()
	}
	assert.Equal(t, "Turn\u00a07\u00a0· You are watching", sub(game.Nobody))
	assert.NotContains(t, sub(1), "watching")
}
