package review_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/review"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
	"github.com/bankhalter/bankhalter/game/value"
)

// table is a started game of three.
type table struct {
	t    *testing.T
	st   *setup.Setup
	turn game.Turn
	luck game.Luck
	r    *review.Review
}

func begin(t *testing.T) *table {
	t.Helper()
	x := &table{t: t, st: setuptest.Load(t, "us-classic", "us", nil), luck: chance.Seeded([32]byte{1})}
	s := game.NewState(x.st.Rules, 3, 0, false)
	x.turn.Begin(x.st.Rules, &s)
	x.r = review.New(x.st)
	x.do(game.Move(game.Start, game.Nobody))
	return x
}

// do shows a move to the review and makes it.
func (x *table) do(c game.Command) {
	x.t.Helper()
	before := x.turn.S
	x.turn.Begin(x.st.Rules, &before)
	require.True(x.t, x.turn.Decide(c, x.luck).OK(), "%+v", c)
	x.r.Move(&before, &c, x.turn.Events)
}

// has gives deeds to a seat.
func (x *table) has(seat game.Seat, deeds ...game.Space) {
	for _, sp := range deeds {
		x.turn.S.Free = x.turn.S.Free.Without(sp)
		x.turn.S.Owned[seat] = x.turn.S.Owned[seat].With(sp)
	}
}

// What the table does for a player who has left is no mistake of theirs.
func TestWhoHasLeftMakesNoMistakes(t *testing.T) {
	for _, left := range []bool{false, true} {
		x := begin(t)
		me := x.turn.S.Turn.Seat
		x.has(me, 37, 39)
		x.turn.S.Turn.Phase, x.turn.S.Players[me].Away = game.PhaseHub, left
		x.do(game.Move(game.EndTurn, me))
		assert.Equal(t, left, len(x.r.Mistakes(me)) == 0, "a group without a house")
	}
}

// A deed sold for next to nothing is the mistake of the seller, not of the buyer,
// and turning such an offer down is none.
func TestADealIsTheMistakeOfTheLoser(t *testing.T) {
	for _, answer := range []game.CommandKind{game.AcceptTrade, game.RejectTrade} {
		x := begin(t)
		me := x.turn.S.Turn.Seat
		you := x.turn.S.Left(me)
		x.has(me, 37)
		x.has(you, 39)
		offer := game.Move(game.ProposeTrade, me)
		offer.To, offer.Give, offer.Want = you, game.Terms{Cash: 50}, game.Terms{Deeds: game.SetOf(39)}
		x.do(offer)
		reply := game.Move(answer, you)
		reply.N = int32(x.turn.S.Trades[0].ID)
		x.do(reply)
		assert.Empty(t, x.r.Mistakes(me))
		if answer == game.RejectTrade {
			assert.Empty(t, x.r.Mistakes(you))
			continue
		}
		require.Len(t, x.r.Mistakes(you), 1)
		m := x.r.Mistakes(you)[0]
		assert.Equal(t, review.Traded, m.Kind)
		assert.Equal(t, me, m.With)
		assert.Equal(t, game.SetOf(39), m.Give.Deeds)
		assert.EqualValues(t, 50, m.Get.Cash)
		assert.Greater(t, m.Cost(), float32(0.05), "the dark blue street went for 50")
	}
}

// Turning down what one should take is a mistake, too.
func TestANoMayBeAMistake(t *testing.T) {
	x := begin(t)
	me := x.turn.S.Turn.Seat
	you := x.turn.S.Left(me)
	x.has(me, 37)
	x.has(you, 39)
	offer := game.Move(game.ProposeTrade, me)
	offer.To, offer.Give, offer.Want = you, game.Terms{Deeds: game.SetOf(37)}, game.Terms{Cash: 20}
	x.do(offer)
	no := game.Move(game.RejectTrade, you)
	no.N = int32(x.turn.S.Trades[0].ID)
	x.do(no)
	require.Len(t, x.r.Mistakes(you), 1)
	assert.Equal(t, review.Refused, x.r.Mistakes(you)[0].Kind)
	assert.Empty(t, x.r.Mistakes(me), "what was not agreed on cost nobody else anything")
}

// Money raised for nothing is a mistake once the turn is over; raised for a lift, it is none.
func TestMoneyRaisedForNothing(t *testing.T) {
	for _, spent := range []bool{false, true} {
		x := begin(t)
		me := x.turn.S.Turn.Seat
		x.has(me, 1, 3, 6, 8, 9)
		pledge := game.MoveAt(game.Mortgage, me, 9)
		x.do(pledge)
		if spent {
			x.do(game.MoveAt(game.Lift, me, 9))
		}
		kinds := map[review.Kind]bool{}
		for _, m := range x.r.Mistakes(me) {
			kinds[m.Kind] = true
		}
		assert.Equal(t, !spent, kinds[review.Mortgaged], "spent %v", spent)
	}
}

// What is done wrong turn after turn is one mistake, and it counts where it cost most.
func TestOneMistakeIsListedOnce(t *testing.T) {
	x := begin(t)
	me := x.turn.S.Turn.Seat
	x.has(me, 37, 39)
	largest := float32(0)
	for range 3 {
		x.turn.S.Turn.Phase, x.turn.S.Turn.Seat = game.PhaseHub, me
		x.turn.S.Players[me].Cash -= 100
		before := x.r.Mistakes(me)
		x.do(game.Move(game.EndTurn, me))
		require.Len(t, x.r.Mistakes(me), 1, "was %+v", before)
		m := x.r.Mistakes(me)[0]
		assert.Equal(t, review.Idle, m.Kind)
		assert.GreaterOrEqual(t, m.Cost(), largest)
		largest = m.Cost()
	}
}

// A deal counts as a mistake as far as both estimates say so: computer players ask both before they agree to one.
func TestBothEstimatesJudgeADeal(t *testing.T) {
	x := begin(t)
	me := x.turn.S.Turn.Seat
	you := x.turn.S.Left(me)
	x.has(me, 37)
	x.has(you, 39)
	costs := func(m *value.Model) float32 {
		var p value.Position
		var now, then value.Chances
		value.Look(&x.turn.S, &p)
		m.Chances(&p, &now)
		p.Swap(me, you, &game.Terms{Cash: 150}, &game.Terms{Deeds: game.SetOf(39)})
		m.Chances(&p, &then)
		return now[you] - then[you]
	}
	weights, net := costs(x.st.Estimate()), costs(x.st.Estimate().Deep())
	require.NotEqual(t, weights, net)
	offer := game.Move(game.ProposeTrade, me)
	offer.To, offer.Give, offer.Want = you, game.Terms{Cash: 150}, game.Terms{Deeds: game.SetOf(39)}
	x.do(offer)
	yes := game.Move(game.AcceptTrade, you)
	yes.N = int32(x.turn.S.Trades[0].ID)
	x.do(yes)
	require.Len(t, x.r.Mistakes(you), 1)
	assert.InDelta(t, min(weights, net), x.r.Mistakes(you)[0].Cost(), 1e-6)
}
