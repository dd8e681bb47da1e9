package views_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/plan"
	"github.com/bankhalter/bankhalter/views/text"
)

func TestADebtorWhoCannotPayIsLedToTheOthers(t *testing.T) {
	m := bare(t, loadSetup(t, "german-classic", "", nil))
	m.give(0, 1, 5)
	m.s.Debts[0] = game.Debt{Debtor: 0, Creditor: 1, Cause: game.ForRent, Amount: 150, Called: true}
	m.s.NumDebts = 1
	lead := func(cash game.Money) (href string, mortgages int) {
		m.s.Players[0].Cash = cash
		choice := parse(t, render(t, m.in(game.PhaseDebt).data(0).Page(pageOf("en")))).Find(".choice")
		require.Equal(t, 1, choice.Find(".go").Length())
		return choice.Find("a.go").AttrOr("href", ""), choice.Find(".btn[value=mortgage]").Length()
	}
	href, _ := lead(60)
	assert.Empty(t, href, "his cards are enough")
	href, mortgages := lead(5)
	assert.Equal(t, "#debts", href)
	assert.Equal(t, 1, mortgages, "which remains a way")
}

// TestADebtorIsLedToAnOfferThatPays: an open offer that brings the missing money, with what
// else can be raised, comes before offers that are still to be made.
func TestADebtorIsLedToAnOfferThatPays(t *testing.T) {
	m := bare(t, loadSetup(t, "german-classic", "", nil)).in(game.PhaseHub)
	m.give(0, 1, 5)
	m.s.Players[0].Cash, m.s.Players[2].Cash = 5, 500
	m.s.Debts[0] = game.Debt{Debtor: 0, Creditor: 1, Cause: game.ForRent, Amount: 150, Called: true}
	lead := func(lang string) (href, label string) {
		choice := parse(t, render(t, m.data(0).Page(pageOf(lang)))).Find(".choice")
		require.Equal(t, 1, choice.Find(".go").Length())
		return choice.Find("a.go").AttrOr("href", ""), choice.Find("a.go").Text()
	}
	offer := func(cash game.Money, deed game.Space) {
		c := game.Move(game.ProposeTrade, 2)
		c.To, c.Give.Cash, c.Want.Deeds = 0, cash, game.SetOf(deed)
		m.s.NumDebts = 0 // it was made before the debt
		m.must(c)
		m.s.NumDebts = 1
	}
	offer(60, 5)
	href, _ := lead("en")
	assert.Equal(t, "#debts", href, "this one is not enough")
	offer(120, 5)
	href, label := lead("en")
	assert.Equal(t, "#t2", href, "this one and a mortgage are")
	assert.Equal(t, "The offer from Cem is enough to pay", label)
	_, label = lead("de")
	assert.Equal(t, "Das Angebot von Cem reicht dafür", label)
	require.Equal(t, 1, parse(t, render(t, m.data(0).Page(pageOf("en")))).Find("#t2").Length())

	m.s.Mortgaged = m.s.Owned[0]
	offer(190, 5)
	href, _ = lead("en")
	assert.Equal(t, "#t3", href, "also where nothing is left to mortgage")
}

// TestADebtorSellsHotelsThatTheBankCannotBreak: while the bank has no houses, hotels are sold
// with all buildings of their group or not at all, so that is the way to the money.
func TestADebtorSellsHotelsThatTheBankCannotBreak(t *testing.T) {
	m := bare(t, loadSetup(t, "german-classic", "", nil)).in(game.PhaseDebt)
	m.give(0, 1, 3)
	for _, sp := range []game.Space{1, 3} {
		m.s.Level[sp], m.s.Built = 5, m.s.Built.With(sp)
		for l := range m.s.Level[sp] {
			m.s.PaidFor(sp)[l] = m.st.Rules.StepPrice(sp, l+1)
		}
	}
	m.s.Stock[game.House], m.s.Stock[game.Hotel], m.s.Players[0].Cash = 0, 10, 5
	m.s.Debts[0] = game.Debt{Debtor: 0, Creditor: 1, Cause: game.ForRent, Amount: 150, Called: true}
	m.s.NumDebts = 1
	for lang, label := range map[string]string{"en": "sell all buildings", "de": "alle Gebäude verkaufen"} {
		doc := parse(t, render(t, m.data(0).Page(pageOf(lang))))
		sell := doc.Find(".choice button.go[value=sell_group]")
		require.Equal(t, 1, sell.Length())
		assert.Contains(t, sell.Text(), label)
		assert.Contains(t, doc.Find("#debts").Text(), label, "the way to what is missing")
		assert.Equal(t, 1, sell.Closest("form").Find("input[name=group]").Length())
	}
}

// TestADebtorReadsWhoseAnswerIsOutstanding: what they have offered lies below the board, and
// its form is empty again.
func TestADebtorReadsWhoseAnswerIsOutstanding(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseHub)
	m.give(0, 1, 5)
	m.s.Players[0].Cash = 5
	m.s.Debts[0] = game.Debt{Debtor: 0, Creditor: 1, Cause: game.ForRent, Amount: 400, Called: true}
	m.s.NumDebts = 1
	choice := func(lang string) string {
		return parse(t, render(t, m.data(0).Page(pageOf(lang)))).Find(".choice").Text()
	}
	assert.NotContains(t, choice("en"), "No answer")
	m.propose(0, 2, game.Terms{Deeds: game.SetOf(5)}, game.Terms{Cash: 400})
	assert.Contains(t, choice("en"), "No answer from Cem to your offer yet.")
	assert.Contains(t, choice("de"), "Cem hat auf dein Angebot noch nicht geantwortet.")
}

// TestADebtorsTradeHasToBringCash: why another one is refused is said of trades, not of debts
// in general.
func TestADebtorsTradeHasToBringCash(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseHub)
	m.give(0, 5)
	m.give(2, 15)
	m.s.Players[0].Cash = 5
	m.s.Debts[0] = game.Debt{Debtor: 0, Creditor: 1, Cause: game.ForRent, Amount: 400, Called: true}
	m.s.NumDebts = 1
	swap := game.Move(game.ProposeTrade, 0)
	swap.To, swap.Give.Deeds, swap.Want.Deeds = 2, game.SetOf(5), game.SetOf(15)
	_, no := plan.Try(m.st.Rules, &m.s, swap)
	require.Equal(t, game.DebtOpen, no.Code)
	assert.Equal(t, "As long as a debt is open, a trade has to leave the player who owes it with more cash.", text.Refusal("en", m.st, &swap, no))
	assert.Equal(t, "Solange Schulden offen sind, muss ein Handel der Person mehr Geld bringen, die sie hat.", text.Refusal("de", m.st, &swap, no))
}

// TestADebtIsOwedToTheReader: the creditor reads "you", the others the names where
// the table says for what it waits.
func TestADebtIsOwedToTheReader(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseHub)
	m.s.Players[0].Cash = 5
	m.s.Debts[0] = game.Debt{Debtor: 0, Creditor: 1, Cause: game.ForRent, Amount: 150, Called: true}
	m.s.NumDebts = 1
	for _, x := range []struct {
		seat         game.Seat
		lang, expect string
	}{
		{1, "en", "Ada owes you $150."}, {1, "de", "Ada hat 150\u00a0$ Schulden bei dir."},
		{2, "en", "Ada owes $150 to Ben."}, {2, "de", "Ada hat 150\u00a0$ Schulden bei Ben."},
	} {
		d := m.data(x.seat)
		assert.Contains(t, parse(t, render(t, d.Page(pageOf(x.lang)))).Find(".choice .what").First().Text(), x.expect)
	}
}

// TestATradeSaysWhoseCashIsShort: a player who accepts need not raise money that the
// proposer lacks.
func TestATradeSaysWhoseCashIsShort(t *testing.T) {
	for who, want := range map[game.Seat]string{0: "The player who made the offer has too little cash for it.", 1: "You have too little cash."} {
		m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseHub)
		m.give(0, 5, 15)
		m.give(1, 25, 35)
		m.s.Mortgaged = game.SetOf(15, 35)
		c := game.Move(game.ProposeTrade, 0)
		c.To, c.Give.Deeds, c.Want.Deeds = 1, game.SetOf(15), game.SetOf(35)
		m.must(c)
		m.s.Players[who].Cash = 8
		accept := game.MoveN(game.AcceptTrade, 1, 1)
		_, no := plan.Try(m.st.Rules, &m.s, accept)
		require.Equal(t, game.NoFunds, no.Code)
		assert.Contains(t, text.Refusal("en", m.st, &accept, no), want)
	}
}
