package views_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// TestABriefNamesTheDecisionAndItsAmount puts decisions to a player who is away.
func TestABriefNamesTheDecisionAndItsAmount(t *testing.T) {
	ask := func(m *match, lang string) string {
		d := m.data(0)
		return tablepage.BriefOf(lang, &d, 0, game.NoCommand).Ask
	}
	fresh := func(phase game.Phase) *match { return bare(t, loadSetup(t, "us-classic", "us", nil)).in(phase) }

	m := fresh(game.PhaseBuy)
	m.s.Turn.Space = 39
	assert.Equal(t, "Boardwalk is for sale at $400", ask(m, "en"))
	assert.Equal(t, "Boardwalk ist für 400\u00a0$ zu haben", ask(m, "de"))

	m = fresh(game.PhaseAuction)
	m.s.Auction = game.AuctionState{Open: true, Item: game.Item{Kind: game.ItemDeed, Space: 39}, Bidder: 1, Bid: 120, Bidders: game.Seats(0).With(0).With(1)}
	assert.Equal(t, "Boardwalk is up for auction at $120", ask(m, "en"))
	assert.Equal(t, "Boardwalk steht in der Versteigerung bei 120\u00a0$", ask(m, "de"))

	m = fresh(game.PhaseDebt)
	m.s.Debts[0] = game.Debt{Debtor: 0, Creditor: 1, Cause: game.ForRent, Amount: 450, Called: true}
	m.s.NumDebts = 1
	assert.Equal(t, "you owe $450 to Ben", ask(m, "en"))
	assert.Equal(t, "Du musst 450\u00a0$ an Ben zahlen", ask(m, "de"))
	m.s.Debts[0].Creditor = game.Bank
	assert.Equal(t, "you owe $450 to the bank", ask(m, "en"))

	m = fresh(game.PhaseRoll)
	assert.Equal(t, "your turn: roll", ask(m, "en"))
	m.give(0, 11)
	m.s.Turn.Seat, m.s.Players[1].Cash = 1, 500
	assert.Empty(t, ask(m, "en"), "nothing is asked")
	offered := game.Move(game.ProposeTrade, 1)
	offered.To, offered.Give.Cash, offered.Want.Deeds = 0, 200, game.SetOf(11)
	m.must(offered)
	assert.Equal(t, "Ben offers $200 for St. Charles Place", ask(m, "en"))
	assert.Equal(t, "Ben bietet 200\u00a0$ für St. Charles Place", ask(m, "de"))
}

// TestATableWithoutATitleIsNamedAfterTheOthers: for a reader whose seat somebody else plays
// as well, and after all of its players for a group.
func TestATableWithoutATitleIsNamedAfterTheOthers(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseRoll)
	d := m.data(game.Nobody)
	d.Name = ""
	all := tablepage.CalledOf("en", &d, 0, game.Nobody).Name
	assert.Contains(t, all, "Ada")
	assert.Contains(t, all, "Ben")
	ben := tablepage.CalledOf("en", &d, 0, 1).Name
	assert.Contains(t, ben, "Ada")
	assert.NotContains(t, ben, "Ben")
}

// TestABriefAsksForAnUndo: a player who is asked to let a decision be taken back is told
// which, and of one that they had seen that it is gone.
func TestABriefAsksForAnUndo(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseBuy)
	m.s.Turn.Seat, m.s.Turn.Space, m.s.Players[1].Cash = 1, 39, 500
	m.must(game.Move(game.Buy, 1))
	bought := m.s.Seq
	m.must(game.Move(game.AskUndo, 1))
	d := m.data(0)
	assert.Equal(t, "Ben asks to take this back: Ben buys Boardwalk for $400.", tablepage.BriefOf("en", &d, 0, game.NoCommand).Ask)
	assert.Equal(t, "Ben möchte das zurücknehmen: Ben kauft Boardwalk für 400\u00a0$.", tablepage.BriefOf("de", &d, 0, game.NoCommand).Ask)
	for set := m.s.Last.Ask; set != 0; set = set.Rest() {
		m.must(game.Move(game.AgreeUndo, set.First()))
	}
	d = m.data(0)
	assert.Equal(t, []string{"The last decision is taken back."}, tablepage.BriefOf("en", &d, bought, game.NoCommand).News)
	assert.Empty(t, tablepage.BriefOf("en", &d, 0, game.NoCommand).News, "all of it is as if it had not been")
}

// TestABriefAsksForAnUndoOfATurnsEnd says that it is the end of the turn, not what came of it.
func TestABriefAsksForAnUndoOfATurnsEnd(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseHub)
	m.s.Turn.Seat, m.s.Turn.Number = 1, 9
	m.must(game.Move(game.EndTurn, 1))
	m.must(game.Move(game.AskUndo, 1))
	d := m.data(0)
	assert.Equal(t, "Ben asks to take this back: The end of turn 9.", tablepage.BriefOf("en", &d, 0, game.NoCommand).Ask)
	assert.Equal(t, "Ben möchte das zurücknehmen: Das Ende von Zug 9.", tablepage.BriefOf("de", &d, 0, game.NoCommand).Ask)
}

// TestABriefTellsFewLinesOfWhatHappened keeps to five lines, after what was seen, and
// names the players of a table without a title.
func TestABriefTellsFewLinesOfWhatHappened(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseRoll)
	d := m.data(0)
	d.Log = nil
	for i := range uint32(9) {
		e := game.Event{Kind: game.Paid, Seat: 1, Other: 0, Amount: game.Money(i + 1), Cause: game.ForRent, Space: 1}
		if i == 2 {
			e = game.Event{Kind: game.Bankrupted, Seat: 1, Other: 0}
		}
		d.Log = append(d.Log, tablepage.Entry{Seq: i + 1, Event: e}, tablepage.Entry{Seq: i + 1, Event: game.Event{Kind: game.Rolled, Seat: 1, Dice: [3]uint8{1, 2}}})
	}
	b := tablepage.BriefOf("en", &d, 1, game.Pass)
	require.Len(t, b.News, 5)
	assert.Contains(t, b.News[0], "bankrupt", "what matters most stays")
	assert.Contains(t, b.News[4], "$9")
	assert.Equal(t, "The answer is a pass.", b.Then)
	assert.Len(t, tablepage.BriefOf("en", &d, 7, game.NoCommand).News, 2)
	d.Name = ""
	assert.Equal(t, "Table with Ben and Cem", tablepage.BriefOf("en", &d, 7, game.NoCommand).Name)
}
