package timecontrol_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// atTurn is a running game that waits for a seat in a turn.
func atTurn(seat game.Seat, turn uint16) *game.State {
	s := &game.State{Status: game.Playing}
	s.Turn.Seat, s.Turn.Number, s.Turn.Phase = seat, turn, game.PhaseRoll
	return s
}

// inDebt is the same game with a debt of the seat that has been called.
func inDebt(seat game.Seat, turn uint16) *game.State {
	s := atTurn(seat, turn)
	s.NumDebts, s.Debts[0].Called, s.Debts[0].Debtor = 1, true, seat
	return s
}

// evening is the clocks of two people with a minute for a decision and two in reserve.
func evening() *timecontrol.Clocks {
	c := &timecontrol.Control{Kind: timecontrol.Evening, Each: 60, Bank: 120, Notice: 30}
	x := &timecontrol.Clocks{Control: c, State: (*timecontrol.State)(nil).Clone(2), Zone: time.UTC}
	for i := range x.State.Seats {
		x.State.Seats[i].Clock = c.Fresh()
	}
	return x
}

const both = game.Seats(0b11)

var nobody = timecontrol.Acting{Shown: game.Nobody}

func TestDecisionsAreToldApart(t *testing.T) {
	first := timecontrol.DecisionID(atTurn(0, 1), 0)
	assert.NotZero(t, first)
	assert.Zero(t, timecontrol.DecisionID(atTurn(0, 1), 1), "nobody waits for that seat")
	assert.Zero(t, timecontrol.DecisionID(&game.State{}, 0), "the game has not begun")
	assert.NotEqual(t, first, timecontrol.DecisionID(atTurn(0, 2), 0))
	assert.NotEqual(t, first, timecontrol.DecisionID(inDebt(0, 1), 0))
}

// The clock of a player to decide begins when they are notified, for the maker of the step
// that leads there at once; it stops with their answer and costs the time beyond
// the decision's own.
func TestClocksOfATableFollowTheGame(t *testing.T) {
	x := evening()
	x.Keep(atTurn(0, 1), both, nobody, 0, noon, nil)
	assert.Equal(t, noon.Add(30*time.Second), x.Begins(0), "told by nobody")
	assert.Equal(t, noon.Add(210*time.Second), x.Deadline(atTurn(0, 1), both, 0))
	assert.Zero(t, x.Deadline(atTurn(0, 1), both, 1))
	assert.Zero(t, x.Deadline(atTurn(0, 1), both.Without(0), 0), "a computer plays there")

	later := noon.Add(100 * time.Second)
	x.Keep(atTurn(1, 2), both, timecontrol.Acting{People: game.Seats(0).With(0), Shown: 0}, 1, later, nil)
	assert.False(t, x.State.Seats[0].Running())
	assert.EqualValues(t, 110, x.State.Seats[0].Bank, "ten seconds beyond the minute")
	assert.Equal(t, later, x.State.Seen)
	assert.True(t, x.State.Seats[1].Notified.IsZero())

	x.Keep(atTurn(1, 3), both, timecontrol.Acting{People: game.Seats(0).With(1), Shown: 1}, 2, later, nil)
	assert.Equal(t, later, x.Begins(1), "the answer to their own move shows them the next")
}

// Who answered ahead is charged until then.
func TestAnAnswerAheadStopsTheClockThen(t *testing.T) {
	x := evening()
	x.Keep(atTurn(0, 1), both, nobody, 0, noon, nil)
	x.Keep(atTurn(1, 2), both, nobody, 1, noon.Add(200*time.Second), []time.Time{noon.Add(95 * time.Second), {}})
	assert.EqualValues(t, 115, x.State.Seats[0].Bank)
}

// Who misses a decision has no time for the rest of that turn, but for what may
// cost deeds; all of it counts as one that was missed.
func TestATurnIsMissedOnce(t *testing.T) {
	x := evening()
	ran := timecontrol.Acting{Ran: game.Seats(0).With(0), Shown: game.Nobody}
	x.Keep(atTurn(0, 1), both, nobody, 0, noon, nil)
	at := noon.Add(time.Hour)
	x.Keep(inDebt(0, 1), both, ran, 1, at, nil)
	assert.EqualValues(t, 1, x.State.Seats[0].Missed)
	assert.Zero(t, x.State.Seats[0].Bank)
	assert.Equal(t, at.Add(90*time.Second), x.Deadline(inDebt(0, 1), both, 0))
	x.Keep(atTurn(0, 1), both, ran, 1, at, nil)
	assert.EqualValues(t, 1, x.State.Seats[0].Missed)
	assert.Equal(t, at, x.Deadline(atTurn(0, 1), both, 0), "at once")
	x.Keep(atTurn(0, 2), both, ran, 1, at, nil)
	x.Keep(atTurn(0, 3), both, ran, 2, at, nil)
	assert.EqualValues(t, 2, x.State.Seats[0].Missed)
}

// Where bids have a time of their own, a player who has let one deed go in silence has it
// anew for the next one, which may be auctioned in the same turn.
func TestEachDeedOfATurnHasItsTimeForBids(t *testing.T) {
	auction := func(space game.Space) *game.State {
		s := atTurn(0, 1)
		s.Auction = game.AuctionState{Open: true, Item: game.Item{Space: space}, Bidders: both, Bidder: game.Nobody}
		return s
	}
	ran := timecontrol.Acting{Ran: both, Shown: game.Nobody}
	at := noon.Add(time.Minute)
	x := evening()
	x.Control.Bid = 15
	x.Keep(auction(1), both, nobody, 1, noon, nil)
	x.Keep(auction(3), both, ran, 1, at, nil)
	assert.Equal(t, at.Add(45*time.Second), x.Deadline(auction(3), both, 1), "30 seconds to look, 15 to bid")
	assert.EqualValues(t, 1, x.State.Seats[1].Missed)

	x = evening()
	x.Keep(auction(1), both, nobody, 1, noon, nil)
	x.Keep(auction(3), both, ran, 1, at, nil)
	assert.Equal(t, at, x.Deadline(auction(3), both, 1), "a day for each would be too long")
}

// TestEachOfSeveralAlikeHasItsTime: the second of two rents that a player owes to the same
// owner, and the second of two houses that are auctioned, is a decision of its own.
func TestEachOfSeveralAlikeHasItsTime(t *testing.T) {
	debt := func(amount game.Money, debts uint8) *game.State {
		s := inDebt(0, 1)
		s.Debts[0].Creditor, s.Debts[0].Cause, s.Debts[0].Amount = 1, game.ForRent, amount
		s.NumDebts = debts
		return s
	}
	house := func(stock int8) *game.State {
		s := atTurn(0, 1)
		s.Shortage = game.Shortage{Open: true, Building: game.House, Placing: game.Nobody}
		s.Auction = game.AuctionState{Open: true, Item: game.Item{Kind: game.ItemBuilding, Building: game.House}, Bidders: both, Bidder: game.Nobody}
		s.Stock[game.House] = stock
		return s
	}
	at := noon.Add(200 * time.Second)
	for name, c := range map[string]struct {
		before, after *game.State
		asked         time.Time
	}{
		"debts":               {debt(50, 2), debt(50, 1), at},
		"a debt paid in part": {debt(200, 1), debt(50, 1), noon},
		"houses":              {house(2), house(1), at},
	} {
		x := evening()
		x.Keep(c.before, both, nobody, 1, noon, nil)
		x.Keep(c.after, both, timecontrol.Acting{People: game.Seats(0).With(0), Shown: 0}, 1, at, nil)
		assert.Equal(t, c.asked, x.State.Seats[0].Asked, name)
	}
}

func TestWhatIsDueFirst(t *testing.T) {
	x := evening()
	game0 := atTurn(0, 1)
	assert.Zero(t, x.Due(game0, both, noon))
	x.Keep(game0, both, nobody, 0, noon, nil)
	assert.Equal(t, x.Deadline(game0, both, 0), x.Due(game0, both, noon))
	ends := noon.Add(time.Minute)
	x.State.Motions = []timecontrol.Motion{{What: timecontrol.GoOn, Ends: ends}}
	assert.Equal(t, ends, x.Due(game0, both, noon))
	pause := noon.Add(time.Second)
	x.State.Pauses = []timecontrol.Span{{From: noon, To: pause}}
	assert.Equal(t, pause, x.Due(game0, both, noon))
}
