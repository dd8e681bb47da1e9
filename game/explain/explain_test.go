package explain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/explain"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
	"github.com/bankhalter/bankhalter/game/value"
)

// begin starts a game of three and returns the state and who is to move.
func begin(t *testing.T) (*setup.Setup, *game.State, game.Seat) {
	t.Helper()
	st := setuptest.Load(t, "us-classic", "us", nil)
	s := game.NewState(st.Rules, 3, 0, false)
	var turn game.Turn
	turn.Begin(st.Rules, &s)
	require.True(t, turn.Decide(game.Move(game.Start, game.Nobody), chance.Seeded([32]byte{1})).OK())
	s = turn.S
	return st, &s, s.Turn.Seat
}

func give(s *game.State, seat game.Seat, deeds ...game.Space) {
	for _, sp := range deeds {
		s.Free = s.Free.Without(sp)
		s.Owned[seat] = s.Owned[seat].With(sp)
	}
}

// at puts the seat to move in front of a deed that it may buy.
func at(s *game.State, sp game.Space) {
	s.Turn.Phase, s.Turn.Space = game.PhaseBuy, sp
	s.Players[s.Turn.Seat].Space = sp
}

func kinds(why explain.Reason) (list []explain.Kind) {
	for _, p := range why.Points {
		list = append(list, p.Kind)
	}
	return list
}

func TestADeedCompletesAGroup(t *testing.T) {
	st, s, me := begin(t)
	give(s, me, 37)
	at(s, 39)
	c := game.Move(game.Buy, me)
	why, ok := explain.New(st).Of(s, &c, false)
	require.True(t, ok)
	require.Equal(t, explain.Completes, why.Points[0].Kind)
	assert.EqualValues(t, st.Rules.Spaces[39].Group, why.Points[0].Group)
	assert.Greater(t, why.After, why.Other)
}

func TestADeedKeepsARivalFromAGroup(t *testing.T) {
	st, s, me := begin(t)
	rival := s.Left(me)
	give(s, rival, 16, 18)
	at(s, 19)
	c := game.Move(game.Buy, me)
	why, ok := explain.New(st).Of(s, &c, false)
	require.True(t, ok)
	require.Contains(t, kinds(why), explain.Denies)
	for _, p := range why.Points {
		if p.Kind == explain.Denies {
			assert.Equal(t, rival, p.Seat)
			assert.EqualValues(t, st.Rules.Spaces[19].Group, p.Group)
		}
	}
}

// What was done against the estimate is called what it is: the outcome of playouts,
// or a fixed rule.
func TestAMoveAgainstTheEstimateIsNotDressedUp(t *testing.T) {
	st, s, me := begin(t)
	give(s, me, 37)
	at(s, 39)
	c := game.Move(game.Decline, me)
	for _, ponders := range []bool{false, true} {
		why, ok := explain.New(st).Of(s, &c, ponders)
		require.True(t, ok)
		want := map[bool]explain.Kind{false: explain.Habit, true: explain.Played}[ponders]
		assert.Equal(t, []explain.Kind{want}, kinds(why))
		assert.Less(t, why.After, why.Other)
	}
}

// An offer that would be good for it is turned down for its price: because the other gains
// more, or because it asks for more.
func TestADealIsTurnedDownForItsPrice(t *testing.T) {
	st, s, me := begin(t)
	rival := s.Left(me)
	give(s, rival, 16, 18, 5)
	give(s, me, 19, 15)
	s.Turn.Phase = game.PhaseHub
	no := game.MoveN(game.RejectTrade, me, 1)
	for cash, want := range map[game.Money]explain.Kind{150: explain.Denies, 1300: explain.Outgains, 1400: explain.Asks} {
		s.Trades[0] = game.Trade{ID: 1, From: rival, To: me, Give: game.Terms{Cash: cash}, Want: game.Terms{Deeds: game.SetOf(19)}}
		s.NumTrades, s.LastTrade = 1, 1
		why, ok := explain.New(st).Of(s, &no, false)
		require.True(t, ok)
		assert.Equal(t, want, why.Points[0].Kind, "%d: %+v", cash, why)
	}
}

func TestMoneyForADebt(t *testing.T) {
	st, s, me := begin(t)
	give(s, me, 37)
	s.Players[me].Cash = 10
	s.Debts[0] = game.Debt{Debtor: me, Creditor: s.Left(me), Amount: 50, Called: true}
	s.NumDebts = 1
	c := game.MoveAt(game.Mortgage, me, 37)
	why, ok := explain.New(st).Of(s, &c, false)
	require.True(t, ok)
	assert.Equal(t, []explain.Kind{explain.Raises}, kinds(why))
	assert.EqualValues(t, 50, why.Points[0].Amount)
}

// Whole games in all rulebooks: a reason has one or two points, most say more than
// that a move looks better, and the same position gives the same reason.
func TestWholeGames(t *testing.T) {
	for rulebook, id := range setuptest.Pairs(t) {
		ed, err := edition.Load(id)
		require.NoError(t, err)
		st := setuptest.Load(t, id, rulebook, setup.WithDefaults(ed, rulebook, nil))
		why, again := explain.New(st), explain.New(st)
		players := []bot.Wisher{}
		least, _ := st.Rules.PlayerRange()
		seats := max(least, 2)
		for range seats {
			p, ok := bot.New("hard", st.Estimate)
			require.True(t, ok)
			players = append(players, p)
		}
		s := game.NewState(st.Rules, seats, 0, false)
		var turn game.Turn
		luck := chance.Seeded([32]byte{7})
		turn.Begin(st.Rules, &s)
		require.True(t, turn.Decide(game.Move(game.Start, game.Nobody), luck).OK())
		var order bot.Order
		found, plain, habit := 0, 0, 0
		for range 2000 {
			now := turn.S
			var c game.Command
			if now.Status != game.Playing || !order.Next(st.Rules, &now, players, &c) {
				break
			}
			if reason, ok := why.Of(&now, &c, false); ok {
				twice, _ := again.Of(&now, &c, false)
				assert.Equal(t, reason, twice)
				require.NotEmpty(t, reason.Points)
				assert.LessOrEqual(t, len(reason.Points), 2)
				found++
				if reason.Points[0].Kind == explain.Better {
					plain++
				}
				if reason.Points[0].Kind == explain.Habit {
					habit++
				}
			}
			turn.Begin(st.Rules, &now)
			require.True(t, turn.Decide(c, luck).OK(), "%+v", c)
			order.Note(&now, &c)
		}
		t.Logf("%s %s: %d reasons, %d plain, %d against the estimate", st.Edition.ID, st.Rulebook, found, plain, habit)
		assert.Positive(t, found, st.Rulebook)
		assert.Less(t, 10*plain, found, "%s: nearly all reasons name something", st.Rulebook)
		assert.Less(t, 4*habit, found, "%s: hard follows its estimate", st.Rulebook)
	}
}

// jailed puts the player to move into jail, for the turn with the number.
func jailed(s *game.State, turn uint8) {
	s.Turn.Phase = game.PhaseJail
	p := &s.Players[s.Turn.Seat]
	p.Jailed, p.JailTurn, p.Space = true, turn, 10
}

// Leaving jail is compared with what it costs: the fine, or the card.
func TestLeavingJailCostsWhatItCosts(t *testing.T) {
	st, s, me := begin(t)
	jailed(s, 1)
	after := func(kind game.CommandKind) float32 {
		var turn game.Turn
		turn.Begin(st.Rules, s)
		require.True(t, turn.Decide(game.Move(kind, me), nil).OK())
		return estimate(st, &turn.S, me)
	}
	why := explain.New(st)
	reason := func(kind game.CommandKind) explain.Reason {
		c := game.Move(kind, me)
		found, ok := why.Of(s, &c, false)
		require.True(t, ok)
		return found
	}
	paid, stays := reason(game.PayFine), reason(game.Roll)
	assert.InDelta(t, after(game.PayFine), paid.After, 1e-6)
	assert.InDelta(t, estimate(st, s, me), paid.Other, 1e-6)
	assert.InDelta(t, paid.Other, stays.After, 1e-6)
	assert.InDelta(t, paid.After, stays.Other, 1e-6)

	s.Players[me].Cards = 1
	assert.InDelta(t, after(game.UseJailCard), reason(game.UseJailCard).After, 1e-6)
	assert.InDelta(t, after(game.UseJailCard), reason(game.Roll).Other, 1e-6)
}

// Where nothing but the throw is possible in jail, there is no reason for it.
func TestAThrowInJailWithoutAChoice(t *testing.T) {
	st, s, me := begin(t)
	jailed(s, 3)
	c := game.Move(game.Roll, me)
	_, ok := explain.New(st).Of(s, &c, false)
	assert.False(t, ok, "the fine may not be paid in the third turn")
	jailed(s, 1)
	s.Players[me].Cash = 49
	_, ok = explain.New(st).Of(s, &c, false)
	assert.False(t, ok, "there is no money for it")
}

func estimate(st *setup.Setup, s *game.State, seat game.Seat) float32 {
	var p value.Position
	var c value.Chances
	value.Look(s, &p)
	st.Estimate().Chances(&p, &c)
	return c[seat]
}

// What a player cannot pay for they do not leave to others by choice.
func TestADeedThatCannotBePaidLeavesNoChoice(t *testing.T) {
	st, s, me := begin(t)
	why := explain.New(st)
	explained := func(kind game.CommandKind, cash game.Money) bool {
		s.Players[me].Cash = cash
		c := game.Move(kind, me)
		_, ok := why.Of(s, &c, false)
		return ok
	}
	at(s, 39)
	assert.True(t, explained(game.Decline, 400))
	assert.False(t, explained(game.Decline, 399))

	var turn game.Turn
	s.Players[me].Cash = 400
	turn.Begin(st.Rules, s)
	require.True(t, turn.Decide(game.Move(game.Decline, me), nil).OK())
	bid := game.MoveFor(game.Bid, s.Left(me), 100)
	require.True(t, turn.Decide(bid, nil).OK())
	s = &turn.S
	assert.True(t, explained(game.Pass, 101))
	assert.False(t, explained(game.Pass, 100), "a bid would have to be higher")
}

// A deal costs its receivers interest for the mortgages they take over, or the lifting of them.
func TestADealCostsInterest(t *testing.T) {
	st, s, me := begin(t)
	rival := s.Left(me)
	give(s, rival, 39, 12)
	give(s, me, 5)
	s.Mortgaged, s.Turn.Phase = game.SetOf(39, 12, 5), game.PhaseHub
	c := game.Move(game.ProposeTrade, me)
	c.To, c.Give, c.Want, c.Lift = rival, game.Terms{Deeds: game.SetOf(5)}, game.Terms{Deeds: game.SetOf(39, 12)}, game.SetOf(39)
	var turn game.Turn
	turn.Begin(st.Rules, s)
	require.True(t, turn.Decide(c, nil).OK())
	accept := game.MoveN(game.AcceptTrade, rival, int32(turn.S.Trades[0].ID))
	accept.Lift = game.SetOf(5)
	answer, ok := explain.New(st).Of(&turn.S, &accept, false)
	require.True(t, ok)
	require.True(t, turn.Decide(accept, nil).OK())
	assert.InDelta(t, estimate(st, &turn.S, rival), answer.After, 1e-6)

	s.Mortgaged = s.Mortgaged.Without(5)
	why, ok := explain.New(st).Of(s, &c, false)
	require.True(t, ok)
	turn.Begin(st.Rules, s)
	require.True(t, turn.Decide(c, nil).OK())
	require.True(t, turn.Decide(game.MoveN(game.AcceptTrade, rival, int32(turn.S.Trades[0].ID)), nil).OK())
	assert.InDelta(t, estimate(st, &turn.S, me), why.After, 1e-6)
}

// Money that nobody has asked for is raised for what comes next, which the estimate of the
// position in between says nothing about.
func TestMoneyRaisedForLaterHasNoReason(t *testing.T) {
	st, s, me := begin(t)
	give(s, me, 37, 39, 5)
	s.Turn.Phase = game.PhaseHub
	s.Players[me].Cash = 3000
	c := game.MoveAt(game.Mortgage, me, 5)
	for _, ponders := range []bool{false, true} {
		why, ok := explain.New(st).Of(s, &c, ponders)
		assert.False(t, ok, "%+v", why)
	}
}

// The first deed of a group adds to nothing yet; the next one does.
func TestADeedBeginsAGroup(t *testing.T) {
	st, s, me := begin(t)
	at(s, 11)
	c := game.Move(game.Buy, me)
	why, ok := explain.New(st).Of(s, &c, false)
	require.True(t, ok)
	assert.Contains(t, kinds(why), explain.Begins)
	assert.NotContains(t, kinds(why), explain.Adds)
	give(s, me, 15)
	at(s, 5)
	why, ok = explain.New(st).Of(s, &c, false)
	require.True(t, ok)
	assert.Contains(t, kinds(why), explain.Adds)
}

// A bid that the estimate would leave has its reason if a mortgage on the deed brings more.
func TestABidBelowTheMortgage(t *testing.T) {
	st, s, me := begin(t)
	rival, n := s.Left(me), 0
	whole, item := game.SetOf(31, 32, 34), game.Space(11)
	for d := st.Rules.Deeds.Without(item) &^ whole; d != 0; d = d.Rest() {
		give(s, []game.Seat{me, rival, s.Left(rival)}[n%3], d.First())
		n++
	}
	give(s, rival, 31, 32, 34)
	s.Built, s.Level[31], s.Level[32], s.Level[34] = whole, 3, 3, 3
	s.Players[me].Cash, s.Turn.Phase = 200, game.PhaseHub
	pledge := st.Rules.Spaces[item].Mortgage
	s.Auction = game.AuctionState{Open: true, Item: game.Item{Kind: game.ItemDeed, Space: item}, Bidder: rival, Bid: pledge - 11, Min: 1, Bidders: s.Alive()}
	for amount, want := range map[game.Money]explain.Kind{pledge - 1: explain.Pledges, pledge: explain.Habit} {
		c := game.Move(game.Bid, me)
		c.Amount = amount
		why, ok := explain.New(st).Of(s, &c, false)
		require.True(t, ok)
		require.Less(t, why.After, why.Other)
		assert.Equal(t, []explain.Kind{want}, kinds(why), amount)
	}
}
