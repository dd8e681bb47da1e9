package views_test

import (
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
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
