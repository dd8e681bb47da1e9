package views_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
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
