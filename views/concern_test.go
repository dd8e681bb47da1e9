package views_test

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// TestTheStatusLineSaysWhatConcernsOneFirst adds one matter after the other, each of
// which counts more than those before.
func TestTheStatusLineSaysWhatConcernsOneFirst(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseRoll)
	m.s.Turn.Seat = 1
	status := func(seat game.Seat, lang string) string {
		return parse(t, render(t, m.data(seat).Page(pageOf(lang)))).Find("#status").Text()
	}
	happens := func(list ...game.Event) {
		for _, e := range list {
			m.s.Seq++
			m.log = append(m.log, tablepage.Entry{Seq: m.s.Seq, At: noon, Event: e})
		}
	}
	happens(
		game.Event{Kind: game.TurnStarted, Seat: 0, Other: game.Nobody, N: 6},
		game.Event{Kind: game.Rolled, Seat: 0, Other: game.Nobody, Dice: [3]uint8{1, 2}},
		game.Event{Kind: game.Paid, Seat: 0, Other: 1, Amount: 26, Cause: game.ForRent, Space: 11},
	)
	assert.Equal(t, "You pay Ben $26 rent for St. Charles Place.", status(0, "en"))
	happens(
		game.Event{Kind: game.TurnEnded, Seat: 0, Other: game.Nobody},
		game.Event{Kind: game.TurnStarted, Seat: 1, Other: game.Nobody, N: 7},
		game.Event{Kind: game.Rolled, Seat: 1, Other: game.Nobody, Dice: [3]uint8{3, 4}},
	)
	rolled := status(2, "en")
	assert.Contains(t, rolled, "Ben")
	assert.Equal(t, rolled, status(0, "en"), "what was before one's own last act is known")
	happens(
		game.Event{Kind: game.Paid, Seat: 1, Other: 0, Amount: 8, Cause: game.ForRent, Space: 6},
		game.Event{Kind: game.Paid, Seat: 1, Other: game.Bank, Amount: 100, Cause: game.ForLift, Space: 11},
	)
	assert.Contains(t, status(0, "en"), "$8")
	assert.Contains(t, status(0, "en"), "you")
	assert.Contains(t, status(2, "en"), "$100", "what concerns nobody here is the last")

	happens(game.Event{Kind: game.TurnEnded, Seat: 1, Other: game.Nobody}, game.Event{Kind: game.TurnStarted, Seat: 2, Other: game.Nobody, N: 8})
	m.s.Turn.Seat, m.s.Turn.Number = 2, 8
	assert.Contains(t, status(0, "en"), "$8", "another turn has only begun")
	happens(game.Event{Kind: game.Rolled, Seat: 2, Other: game.Nobody, Dice: [3]uint8{5, 6}})
	assert.NotContains(t, status(0, "en"), "$8", "that is long ago")
	m.s.Turn.Seat = 1

	m.s.Debts[0], m.s.NumDebts = game.Debt{Debtor: 0, Creditor: 2, Cause: game.ForRent, Amount: 90}, 1
	assert.Equal(t, "You owe Cem $90.", status(0, "en"))
	assert.Equal(t, "Du hast 90\u00a0$ Schulden bei Cem.", status(0, "de"))
	assert.Contains(t, status(2, "en"), "Ada owes you $90")

	happens(game.Event{Kind: game.Paid, Seat: game.Bank, Other: 0, Amount: 50, Cause: game.ForMortgage, Space: 5})
	assert.Contains(t, status(0, "en"), "$50", "the answer to what one has just pressed")
	assert.Equal(t, "Ada owes you $90.", status(2, "en"))

	m.give(1, 19)
	offered := game.Move(game.ProposeTrade, 1)
	offered.To, offered.Give.Deeds, offered.Want.Cash = 0, game.SetOf(19), 20
	m.s.NumDebts = 0
	m.must(offered)
	m.s.NumDebts = 1
	assert.Equal(t, "Ben offers you New York Avenue for $20.", status(0, "en"))

	m.s.NumTrades = 0
	happens(game.Event{Kind: game.TradeRejected, Seat: 0, Other: game.Nobody, N: 1})
	m.s.NumDebts = 0
	happens(game.Event{Kind: game.Built, Seat: 2, Other: game.Nobody, Space: 11, Building: game.House})
	assert.Contains(t, status(1, "en"), "Offer 1", "an answer to one's own offer")

	happens(
		game.Event{Kind: game.AuctionOpened, Seat: game.Nobody, Other: game.Nobody, Item: game.Item{Kind: game.ItemDeed, Space: 1}},
		game.Event{Kind: game.BidPlaced, Seat: 0, Other: game.Nobody, Amount: 130},
		game.Event{Kind: game.BidPlaced, Seat: 1, Other: game.Nobody, Amount: 140},
	)
	m.s.Auction = game.AuctionState{Open: true, Item: game.Item{Kind: game.ItemDeed, Space: 1}, Bid: 140, Bidder: 1, Bidders: game.Seats(0).With(0).With(1).With(2)}
	m.s.Turn.Phase = game.PhaseAuction
	assert.Equal(t, "Ben has outbid you: $140.", status(0, "en"))
	assert.Equal(t, "Ben hat dich überboten: 140\u00a0$.", status(0, "de"))
	assert.NotContains(t, status(1, "en"), "outbid", "who leads")
	assert.NotContains(t, status(2, "en"), "outbid", "who has not bid")
	m.s.Auction.Open = false
	happens(game.Event{Kind: game.AuctionClosed, Seat: game.Nobody, Other: 1, Item: m.s.Auction.Item, Amount: 140})
	assert.NotContains(t, status(0, "en"), "$130", "a bid that is over")
	m.s.Auction.Open = true
	m.s.Auction.Passed = m.s.Auction.Passed.With(0)
	assert.NotContains(t, status(0, "en"), "outbid", "who has passed")
}

// TestTheStatusLineAnswersARequestToTakeBack: the player who asked reads each answer, also where
// the decision itself would concern them more than what others do.
func TestTheStatusLineAnswersARequestToTakeBack(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseBuy)
	m.s.Turn.Seat, m.s.Turn.Space, m.s.Players[0].Cash = 0, 39, 500
	status := func(lang string) string {
		return parse(t, render(t, m.data(0).Page(pageOf(lang)))).Find("#status").Text()
	}
	m.must(game.Move(game.Buy, 0))
	m.must(game.Move(game.AskUndo, 0))
	m.must(game.Move(game.AgreeUndo, 1))
	assert.Equal(t, "Ben agrees to take it back.", status("en"))
	m.must(game.Move(game.RefuseUndo, 2))
	assert.Equal(t, "Cem refuses: it stays as it was played.", status("en"))
	assert.Equal(t, "Cem lehnt ab: Es bleibt dabei.", status("de"))
}

// TestWhoAsksToTakeBackMayWithdraw: next to their request is the button for it, and all
// read what became of it. The decision leads to the button for the request.
func TestWhoAsksToTakeBackMayWithdraw(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseBuy)
	m.s.Turn.Seat, m.s.Turn.Space, m.s.Players[0].Cash = 0, 39, 500
	look := func(seat game.Seat, lang string) *goquery.Document {
		return parse(t, render(t, m.data(seat).Page(pageOf(lang))))
	}
	m.must(game.Move(game.Buy, 0))
	assert.Equal(t, "Ask to take back", look(0, "en").Find("#act a[href='#take-back']").Text(), "the button is far below")
	m.must(game.Move(game.AskUndo, 0))
	assert.Zero(t, look(0, "en").Find("#act a[href='#take-back']").Length())
	assert.Equal(t, "Withdraw the request", strings.TrimSpace(look(0, "en").Find("#undo button").Text()))
	assert.Equal(t, "Bitte zurückziehen", strings.TrimSpace(look(0, "de").Find("#undo button").Text()))
	assert.Equal(t, 2, look(1, "en").Find("#undo button").Length())
	assert.Contains(t, look(0, "en").Find("#undo .note").Text(), "Waiting for Ben and Cem.")
	m.must(game.Move(game.RefuseUndo, 0))
	assert.Zero(t, look(1, "en").Find("#undo").Length())
	assert.Equal(t, "You withdraw the request: it stays as it was played.", look(0, "en").Find("#status").Text())
	assert.Equal(t, "Ada zieht die Bitte zurück: Es bleibt dabei.", look(1, "de").Find("#status").Text())
}

// TestTheStatusLineForgetsWhatWasTakenBack: a counter-offer that was taken back leaves no
// rejection of the offer that is open again.
func TestTheStatusLineForgetsWhatWasTakenBack(t *testing.T) {
	m := haggle(t)
	c := game.MoveN(game.ProposeTrade, 1, 1)
	c.To, c.Give, c.Want = 0, game.Terms{Cash: 150}, game.Terms{Deeds: game.SetOf(11)}
	m.must(c)
	m.must(game.Move(game.AskUndo, 1))
	m.must(game.Move(game.AgreeUndo, 2))
	m.must(game.Move(game.AgreeUndo, 0))
	assert.Equal(t, "The last decision is taken back.", parse(t, render(t, m.data(0).Page(pageOf("en")))).Find("#status").Text())
}
