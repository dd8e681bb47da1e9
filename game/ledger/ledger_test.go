package ledger_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/ledger"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

// desk is a game known only by its events, with its books.
type desk struct {
	t *testing.T
	s game.State
	b *ledger.Ledger
}

func newDesk(t *testing.T, options map[string]any) *desk {
	t.Helper()
	st := setuptest.Load(t, "us-classic", "us", options)
	d := &desk{t: t, s: game.NewState(st.Rules, 3, 0, false)}
	d.b = ledger.New(st.Rules, &d.s)
	require.NoError(t, d.b.Check(&d.s))
	d.tell(game.Event{Kind: game.GameStarted}, game.Event{Kind: game.TurnStarted, Seat: 0, N: 1, Phase: game.PhaseRoll})
	return d
}

func (d *desk) tell(events ...game.Event) {
	d.t.Helper()
	for i := range events {
		d.s.Apply(&events[i])
		d.b.Add(&events[i])
		require.NoError(d.t, d.b.Check(&d.s), "event %d", i)
	}
}

func (d *desk) last() ledger.Entry { return d.b.Entries[len(d.b.Entries)-1] }

func paid(from, to game.Seat, amount game.Money, why game.Cause, sp game.Space) game.Event {
	return game.Event{Kind: game.Paid, Seat: from, Other: to, Amount: amount, Cause: why, Space: sp}
}

func TestTheBankGivesEverybodyWhatHeBeginsWith(t *testing.T) {
	d := newDesk(t, nil)
	require.Len(t, d.b.Entries, 3)
	for seat, x := range d.b.Entries {
		assert.Equal(t, ledger.Entry{
			Mover: game.Nobody, Debit: ledger.Purse(game.Seat(seat)), Credit: ledger.Capital, Amount: 1500, Space: game.NoSpace,
		}, x)
	}
	assert.Equal(t, int64(-4500), d.b.Bank().Balance())
	assert.Zero(t, d.b.Sum().Balance())
	assert.Equal(t, ledger.Turn{Player: game.Nobody, To: 3, Balances: d.b.Turns[0].Balances}, d.b.Turns[0])
}

func TestEveryPaymentIsPostedForWhatItWas(t *testing.T) {
	purse0, purse1 := ledger.Purse(0), ledger.Purse(1)
	for name, c := range map[string]struct {
		event         game.Event
		debit, credit ledger.Account
	}{
		"salary":     {paid(game.Bank, 0, 200, game.ForSalary, 0), purse0, ledger.Salary},
		"price":      {paid(0, game.Bank, 60, game.ForPrice, 1), ledger.Deeds, purse0},
		"rent":       {paid(0, 1, 2, game.ForRent, 1), purse1, purse0},
		"tax":        {paid(0, game.Bank, 200, game.ForTax, 4), ledger.Taxes, purse0},
		"fine":       {paid(0, game.Bank, 50, game.ForFine, game.NoSpace), ledger.Fines, purse0},
		"card":       {paid(game.Bank, 1, 10, game.ForCard, game.NoSpace), purse1, ledger.Cards},
		"house":      {paid(0, game.Bank, 50, game.ForBuild, 1), ledger.Buildings, purse0},
		"sale":       {paid(game.Bank, 0, 25, game.ForSell, 1), purse0, ledger.Buildings},
		"depot":      {paid(0, game.Bank, 100, game.ForDepot, 5), ledger.Buildings, purse0},
		"mortgage":   {paid(game.Bank, 0, 30, game.ForMortgage, 1), purse0, ledger.Mortgages},
		"interest":   {paid(0, game.Bank, 3, game.ForInterest, 1), ledger.Interest, purse0},
		"auction":    {paid(0, game.Bank, 70, game.ForAuction, 1), ledger.Auctions, purse0},
		"trade":      {paid(0, 1, 70, game.ForTrade, game.NoSpace), purse1, purse0},
		"settlement": {paid(0, 1, 70, game.ForSettlement, game.NoSpace), purse1, purse0},
		"duel":       {paid(1, 0, 70, game.ForDuel, 1), purse0, purse1},
		"gift":       {paid(game.Bank, 0, 100, game.ForGift, 1), purse0, ledger.Gifts},
		"estate":     {paid(0, game.Bank, 9, game.ForBankruptcy, game.NoSpace), ledger.Estates, purse0},
		"anything":   {paid(0, game.Bank, 9, game.ForDebt, game.NoSpace), ledger.Sundry, purse0},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, nil)
			d.tell(c.event)
			x := d.last()
			assert.Equal(t, [2]ledger.Account{c.debit, c.credit}, [2]ledger.Account{x.Debit, x.Credit})
			assert.Equal(t, c.event.Amount, x.Amount)
			assert.Equal(t, c.event.Cause, x.Cause)
			assert.Equal(t, uint32(3), x.Seq)
			assert.Equal(t, uint16(1), x.Turn)
			assert.Len(t, d.b.Entries, 4)
		})
	}
}

func TestLiftingPaysBackTheLoanAndInterest(t *testing.T) {
	d := newDesk(t, nil)
	d.tell(paid(game.Bank, 0, 30, game.ForMortgage, 1), paid(0, game.Bank, 33, game.ForLift, 1))
	require.Len(t, d.b.Entries, 6)
	loan, interest := d.b.Entries[4], d.b.Entries[5]
	assert.Equal(t, game.Money(30), loan.Amount)
	assert.Equal(t, ledger.Mortgages, loan.Debit)
	assert.Equal(t, game.ForLift, loan.Cause)
	assert.Equal(t, game.Money(3), interest.Amount)
	assert.Equal(t, ledger.Interest, interest.Debit)
	assert.Equal(t, game.ForInterest, interest.Cause)
	assert.Equal(t, loan.Seq, interest.Seq, "both are one payment")
	assert.Zero(t, d.b.Totals[ledger.Mortgages].Balance(), "the loan is paid back")
}

func TestThePotIsFilledAndEmptied(t *testing.T) {
	d := newDesk(t, map[string]any{"house.parking_pot": true})
	pot := int64(d.s.Pot)
	d.tell(
		paid(0, game.Bank, 200, game.ForTax, 4),
		game.Event{Kind: game.PotChanged, Seat: game.Nobody, Amount: d.s.Pot + 200},
	)
	assert.Equal(t, pot+200, d.b.Totals[ledger.Pot].Balance())
	assert.Equal(t, int64(200), d.b.Totals[ledger.Taxes].Balance(), "it stays income from taxes")
	d.tell(
		game.Event{Kind: game.PotChanged, Seat: 1},
		paid(game.Bank, 1, game.Money(pot)+200, game.ForPot, 20),
	)
	assert.Zero(t, d.b.Totals[ledger.Pot].Balance())
	assert.Equal(t, -pot-200, d.b.Totals[ledger.Parking].Balance(), "what free parking has cost the bank")
	assert.Zero(t, d.b.Sum().Balance())
}

func TestThePaymentOfADebtNamesTheSpaceThatMadeIt(t *testing.T) {
	d := newDesk(t, nil)
	debt := func(kind game.EventKind, amount game.Money, sp game.Space) game.Event {
		return game.Event{Kind: kind, Seat: 0, Other: 1, Amount: amount, Cause: game.ForRent, Space: sp}
	}
	d.tell(
		debt(game.DebtOpened, 500, 39), debt(game.DebtOpened, 50, 11), debt(game.DebtReduced, 400, 0),
		paid(0, 1, 400, game.ForRent, game.NoSpace), debt(game.DebtSettled, 0, 0),
	)
	assert.Equal(t, game.Space(39), d.last().Space)
	d.tell(paid(0, 1, 50, game.ForRent, game.NoSpace), debt(game.DebtSettled, 0, 0))
	assert.Equal(t, game.Space(11), d.last().Space)
	d.tell(paid(0, 1, 50, game.ForRent, game.NoSpace))
	assert.Equal(t, game.NoSpace, d.last().Space, "no debt is left")
}

func TestDebtsDieWithABankrupt(t *testing.T) {
	d := newDesk(t, nil)
	d.tell(
		game.Event{Kind: game.DebtOpened, Seat: 0, Other: 1, Amount: 9, Cause: game.ForRent, Space: 39},
		game.Event{Kind: game.DebtOpened, Seat: 2, Other: 1, Amount: 9, Cause: game.ForRent, Space: 11},
		game.Event{Kind: game.Bankrupted, Seat: 0, Other: 1},
		paid(0, 1, 1500, game.ForBankruptcy, game.NoSpace),
		paid(2, 1, 9, game.ForRent, game.NoSpace),
	)
	assert.Equal(t, game.Space(11), d.last().Space)
	assert.Zero(t, d.b.Totals[ledger.Purse(0)].Balance())
}

func TestPaymentsOfATradeCarryItsNumber(t *testing.T) {
	d := newDesk(t, nil)
	d.tell(
		game.Event{Kind: game.TradeProposed, Seat: 0, Other: 1, N: 7},
		game.Event{Kind: game.TradeAccepted, Seat: 1, Other: 0, N: 7},
		paid(0, 1, 100, game.ForTrade, game.NoSpace),
		game.Event{Kind: game.DeedTransferred, Seat: 1, Other: 0, Space: 3},
		paid(0, game.Bank, 3, game.ForInterest, 3),
	)
	require.Len(t, d.b.Entries, 5)
	assert.Equal(t, uint16(7), d.b.Entries[3].Trade)
	assert.Equal(t, uint16(7), d.b.Entries[4].Trade, "the interest belongs to it")
	d.tell(paid(0, game.Bank, 33, game.ForLift, 3))
	assert.Zero(t, d.last().Trade, "lifting afterwards is a move of its own")
	d.tell(game.Event{Kind: game.TurnEnded}, paid(0, 1, 1, game.ForTrade, game.NoSpace))
	assert.Zero(t, d.last().Trade)
}

func TestAnAuctionNamesItsDeedAndNothingElse(t *testing.T) {
	d := newDesk(t, nil)
	deed := game.Item{Kind: game.ItemDeed, Space: 39}
	d.tell(game.Event{Kind: game.AuctionClosed, Item: deed, Other: 1}, paid(1, game.Bank, 20, game.ForAuction, 39))
	assert.Equal(t, game.Space(39), d.last().Space)
	card := game.Item{Kind: game.ItemJailCard}
	d.tell(game.Event{Kind: game.AuctionClosed, Item: card, Other: 1}, paid(1, game.Bank, 20, game.ForAuction, 0))
	assert.Equal(t, game.NoSpace, d.last().Space, "a card is not about GO")
}

func TestBalancesAreKeptTurnByTurn(t *testing.T) {
	d := newDesk(t, nil)
	d.tell(
		paid(game.Bank, 0, 200, game.ForSalary, 0),
		game.Event{Kind: game.TurnStarted, Seat: 1, N: 2, Phase: game.PhaseRoll},
		game.Event{Kind: game.TurnStarted, Seat: 2, N: 3, Phase: game.PhaseRoll},
		paid(2, 0, 40, game.ForRent, 1),
	)
	require.Len(t, d.b.Turns, 4)
	assert.Equal(t, int64(1700), d.b.Turns[1].Balances[ledger.Purse(0)])
	assert.Equal(t, int64(1700), d.b.Turns[2].Balances[ledger.Purse(0)], "nothing happened in turn 2")
	assert.Equal(t, [2]int{4, 4}, [2]int{d.b.Turns[2].From, d.b.Turns[2].To})
	assert.Equal(t, int64(1740), d.b.Turns[3].Balances[ledger.Purse(0)])
	assert.Equal(t, int64(-4700), d.b.Turns[3].Bank())
	assert.Equal(t, game.Seat(2), d.last().Mover)
	assert.Equal(t, []ledger.Flow{{game.NoCause, 1500, 0}, {game.ForSalary, 200, 0}, {game.ForRent, 40, 0}}, d.b.Flows(ledger.Purse(0)))
}

func TestBooksThatDisagreeAreToldOf(t *testing.T) {
	d := newDesk(t, map[string]any{"house.parking_pot": true})
	s := d.s
	s.Players[1].Cash++
	assert.ErrorContains(t, d.b.Check(&s), "seat 1 has 1501")
	s = d.s
	s.Pot++
	assert.ErrorContains(t, d.b.Check(&s), "the pot")
	s = d.s
	s.Seq++
	assert.ErrorContains(t, d.b.Check(&s), "event")
	d.b.Totals[ledger.Taxes].Debit++
	assert.ErrorContains(t, d.b.Check(&d.s), "debited")
}

func TestEveryAccountHasANameOfItsOwn(t *testing.T) {
	seen := map[string]bool{}
	for a := range ledger.NumAccounts {
		assert.NotEmpty(t, a.ID())
		assert.False(t, seen[a.ID()], a.ID())
		seen[a.ID()] = true
	}
	assert.Equal(t, "player:8", ledger.Purse(8).ID())
	seat, ok := ledger.Purse(8).Seat()
	assert.True(t, ok)
	assert.Equal(t, game.Seat(8), seat)
	assert.False(t, ledger.Pot.Bank())
	assert.True(t, ledger.Capital.Bank())
}

func TestLeavesAreTheTurnsInWhichMoneyMoved(t *testing.T) {
	d := newDesk(t, nil)
	d.tell(
		paid(game.Bank, 0, 200, game.ForSalary, 0),
		game.Event{Kind: game.TurnStarted, Seat: 1, N: 2, Phase: game.PhaseRoll},
		game.Event{Kind: game.TurnStarted, Seat: 2, N: 3, Phase: game.PhaseRoll},
		paid(2, 0, 40, game.ForRent, 1),
		paid(2, game.Bank, 10, game.ForTax, 4),
	)
	turns := func(f ledger.Filter) (list []int) {
		for _, l := range d.b.Leaves(f) {
			list = append(list, int(l.Number))
			assert.NotEmpty(t, l.Entries)
		}
		return list
	}
	assert.Equal(t, []int{0, 1, 3}, turns(ledger.Filter{Player: game.Nobody, Turn: -1}))
	assert.Equal(t, []int{0, 3}, turns(ledger.Filter{Player: 2, Turn: -1}))
	assert.Equal(t, []int{0}, turns(ledger.Filter{Player: 1, Turn: -1}))
	assert.Equal(t, []int{3}, turns(ledger.Filter{Player: game.Nobody, Turn: 3}))
	assert.Empty(t, turns(ledger.Filter{Player: game.Nobody, Turn: 2}), "nothing moved in turn 2")
	assert.Empty(t, turns(ledger.Filter{Player: game.Nobody, Turn: 99}))
	assert.Len(t, d.b.Leaves(ledger.Filter{Player: 0, Turn: 3})[0].Entries, 1)
	assert.Equal(t, []ledger.Account{0, 1, 2, ledger.Capital, ledger.Salary, ledger.Taxes}, d.b.Used())
}
