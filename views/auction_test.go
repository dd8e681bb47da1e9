package views_test

import (
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/tablepage"
	"github.com/bankhalter/bankhalter/views/text"
)

// TestTheBiddersSpeakToTheViewer: what stands below one's own token is said to "you".
func TestTheBiddersSpeakToTheViewer(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseAuction)
	m.s.Auction = game.AuctionState{Open: true, Item: game.Item{Kind: game.ItemDeed, Space: 14}, Bidder: 1, Bid: 100, Bidders: game.Seats(0).With(0).With(1)}
	said := func(seat game.Seat, lang string) []string {
		doc := parse(t, render(t, m.data(seat).Page(pageOf(lang))))
		return doc.Find("#stage .bidder small").Map(func(_ int, s *goquery.Selection) string { return s.Text() })
	}
	assert.Equal(t, []string{"thinking", "leads"}, said(0, "en"))
	assert.Equal(t, []string{"thinking", "lead"}, said(1, "en"))
	assert.Equal(t, []string{"überlegst", "führt"}, said(0, "de"))
	assert.Equal(t, []string{"überlegt", "führst"}, said(1, "de"))
}

// TestWhoCannotBidReadsWhy: the price of the next bid is not theirs to pay.
func TestWhoCannotBidReadsWhy(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseAuction)
	m.s.Auction = game.AuctionState{Open: true, Item: game.Item{Kind: game.ItemDeed, Space: 14}, Bidder: 1, Bid: 100, Bidders: game.Seats(0).With(0).With(1)}
	read := func(lang string) string {
		return parse(t, render(t, m.data(0).Page(pageOf(lang)))).Find("#act").Text()
	}
	m.s.Players[0].Cash = 101
	assert.NotContains(t, read("en"), "short of the next bid")
	m.s.Players[0].Cash = 60
	assert.Contains(t, read("en"), "You are $41 short of the next bid.")
	assert.Contains(t, read("de"), "Für das nächste Gebot fehlen dir 41\u00a0$.")
	assert.NotContains(t, read("en"), "With mortgages and sales", "there is nothing to sell")
}

// TestAnAuctionOfAnEstateSaysHowManyFollow: before one bids for the first deed of a bankrupt
// player, one reads how much the bank has still to sell.
func TestAnAuctionOfAnEstateSaysHowManyFollow(t *testing.T) {
	t.Parallel()
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseAuction)
	m.s.Auction = game.AuctionState{Open: true, Item: game.Item{Kind: game.ItemDeed, Space: 1}, Bidder: game.Nobody, Bidders: 3, Min: 1}
	said := func(lang string) string {
		return parse(t, render(t, m.data(0).Page(pageOf(lang)))).Find("#act .what").Text()
	}
	assert.NotContains(t, said(text.English), "follow", "no estate")
	m.s.Estate = game.Estate{Open: true, Deeds: game.SetOf(1)}
	assert.NotContains(t, said(text.English), "follow", "it is the last one")
	m.s.Estate.Deeds = game.SetOf(1, 3)
	assert.Contains(t, said(text.English), "Another auction follows.")
	assert.Contains(t, said(text.German), "Danach wird noch etwas versteigert.")
	m.s.Estate.Cards = 3
	assert.Contains(t, said(text.English), "3 more auctions follow.")
	assert.Contains(t, said(text.German), "Danach folgen noch 3 Versteigerungen.")
}

// TestNobodyIsSaidToThinkInAPause: an auction goes on only after the pause, and until then it
// waits for nobody.
func TestNobodyIsSaidToThinkInAPause(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseAuction)
	m.s.Turn.Seat = 1
	m.s.Auction = game.AuctionState{Open: true, Item: game.Item{Kind: game.ItemDeed, Space: 14}, Bidder: game.Nobody, Bidders: game.Seats(0).With(0).With(1), Min: 1}
	for lang, said := range map[string]struct{ deciding, thinking string }{"en": {"deciding", "thinking"}, "de": {"überleg", "überleg"}} {
		d := m.data(0)
		running := parse(t, render(t, d.Page(pageOf(lang))))
		assert.Contains(t, running.Find("#players").Text(), said.deciding)
		assert.Equal(t, 2, strings.Count(running.Find("#stage .bidder").Text(), said.thinking))
		d.Times = &tablepage.Timing{Now: noon, Paused: true, Until: noon.Add(time.Hour), Seats: make([]tablepage.SeatTiming, len(d.Seats))}
		paused := parse(t, render(t, d.Page(pageOf(lang))))
		assert.NotContains(t, paused.Find("#players").Text(), said.deciding)
		assert.Equal(t, 2, paused.Find("#stage .bidder").Length())
		assert.NotContains(t, paused.Find("#stage .bidder").Text(), said.thinking)
		assert.Contains(t, running.Find("title").Text(), " · "+d.Name)
		assert.Equal(t, d.Name, paused.Find("title").Text(), "it is nobody's turn")
	}
}
