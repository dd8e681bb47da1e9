package stats_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/sim"
	"github.com/bankhalter/bankhalter/game/stats"
)

// told folds events and returns the story that they tell.
func told(st *setup.Setup, seats int, events ...game.Event) stats.Story {
	s := game.NewState(st.Rules, seats, 0, false)
	c := stats.New(st.Rules, &s)
	for i := range events {
		c.Add(&events[i])
	}
	return c.Figures().Story
}

// TestStory: a game by hand, in which one deed completes a group, houses are
// built there, and the others fall one after the other.
func TestStory(t *testing.T) {
	st := load(t, "us")
	brown := st.Rules.Groups[st.Rules.Spaces[1].Group]
	require.Equal(t, []game.Space{1, 3}, []game.Space{brown.Spaces.First(), brown.Spaces.Rest().First()})
	turn := func(n int32, seat game.Seat) game.Event {
		return game.Event{Kind: game.TurnStarted, Seat: seat, N: n, Phase: game.PhaseRoll}
	}
	buys := func(seat game.Seat, sp game.Space) []game.Event {
		return []game.Event{
			{Kind: game.Paid, Seat: seat, Other: game.Bank, Amount: 60, Cause: game.ForPrice, Space: sp},
			{Kind: game.DeedTransferred, Seat: game.Bank, Other: seat, Space: sp},
		}
	}
	rent := func(from, to game.Seat, m game.Money, sp game.Space) game.Event {
		return game.Event{Kind: game.Paid, Seat: from, Other: to, Amount: m, Cause: game.ForRent, Space: sp}
	}
	events := []game.Event{{Kind: game.GameStarted, Seat: game.Nobody, Other: game.Nobody}, turn(1, 0)}
	events = append(events, buys(0, 1)...)
	events = append(events, turn(2, 1))
	events = append(events, buys(1, 39)...)
	events = append(events, rent(2, 1, 50, 39), turn(3, 0))
	events = append(events, buys(0, 3)...)
	completes := len(events)
	events = append(events, turn(4, 1), rent(1, 0, 400, 3), rent(1, 0, 20, 1), turn(5, 2),
		game.Event{Kind: game.DebtOpened, Seat: 2, Other: 0, Amount: 3000, Cause: game.ForRent, Space: 3},
		game.Event{Kind: game.Bankrupted, Seat: 2, Other: 0},
	)
	falls := len(events)
	events = append(events,
		game.Event{Kind: game.Ranked, Seat: 0, N: 1, Amount: 3000},
		game.Event{Kind: game.Ranked, Seat: 1, N: 2, Amount: 1000},
		game.Event{Kind: game.GameEnded, Seat: game.Nobody, Other: game.Nobody, N: int32(game.EndLastPlayer)},
	)
	x := told(st, 3, events...)
	group := st.Rules.Spaces[3].Group
	require.NotNil(t, x.Buy)
	assert.Equal(t, stats.Purchase{Turn: 3, Seq: uint32(completes), Seat: 0, Space: 3, Group: group, Earned: 420, Turns: 2}, *x.Buy,
		"the deed that completed the group counts with all of it")
	require.NotNil(t, x.Turning)
	assert.Equal(t, stats.CompletedAt, x.Turning.Kind)
	assert.Equal(t, 3, x.Turning.Turn)
	assert.Equal(t, group, x.Turning.Group)
	assert.Equal(t, []stats.Fall{{
		Turn: 5, Seq: uint32(falls), Seat: 2, Creditor: 0, Rent: true, Space: 3, Debt: 3000, Missing: 3000 - 1450,
	}}, x.Falls)
}

// TestALittleRentDecidesNothing: who takes the lead by it is said to be ahead from then on.
func TestALittleRentDecidesNothing(t *testing.T) {
	st := load(t, "us")
	for rent, kind := range map[game.Money]stats.TurningKind{6: stats.TookLead, 200: stats.CollectedRent} {
		x := told(st, 2,
			game.Event{Kind: game.GameStarted, Seat: game.Nobody, Other: game.Nobody},
			game.Event{Kind: game.TurnStarted, Seat: 0, N: 1, Phase: game.PhaseRoll},
			game.Event{Kind: game.Paid, Seat: 1, Other: 0, Amount: rent, Cause: game.ForRent, Space: 1},
			game.Event{Kind: game.TurnStarted, Seat: 1, N: 2, Phase: game.PhaseRoll},
			game.Event{Kind: game.Ranked, Seat: 0, N: 1, Amount: 1500 + rent},
			game.Event{Kind: game.Ranked, Seat: 1, N: 2, Amount: 1500 - rent},
			game.Event{Kind: game.GameEnded, Seat: game.Nobody, Other: game.Nobody, N: int32(game.EndTime)},
		)
		require.NotNil(t, x.Turning, rent)
		assert.Equal(t, kind, x.Turning.Kind, rent)
	}
}

// TestAFallNamesADebtThatThePositionBeganWith: no event has opened the debt.
func TestAFallNamesADebtThatThePositionBeganWith(t *testing.T) {
	st := load(t, "us")
	s := game.NewState(st.Rules, 2, 0, false)
	s.Status, s.Turn.Number, s.Owned[1] = game.Playing, 1, game.SetOf(5)
	s.Players[0].Cash, s.Players[0].Space = 10, 5
	s.Debts[0], s.NumDebts = game.Debt{Debtor: 0, Creditor: 1, Cause: game.ForRent, Called: true, Amount: 500}, 1
	c := stats.New(st.Rules, &s)
	c.Add(&game.Event{Kind: game.Bankrupted, Seat: 0, Other: 1})
	assert.Equal(t, []stats.Fall{{
		Turn: 1, Seq: 1, Seat: 0, Creditor: 1, Rent: true, Space: 5, Debt: 500, Missing: 490,
	}}, c.Figures().Story.Falls)
	s.Players[0].Space = 0
	c = stats.New(st.Rules, &s)
	c.Add(&game.Event{Kind: game.Bankrupted, Seat: 0, Other: 1})
	assert.Equal(t, game.NoSpace, c.Figures().Story.Falls[0].Space, "where it arose is not known")
}

// TestNoStory: a game that nobody won alone and in which nobody paid rent has no moments.
func TestNoStory(t *testing.T) {
	st := load(t, "us")
	x := told(st, 2, game.Event{Kind: game.GameStarted, Seat: game.Nobody, Other: game.Nobody},
		game.Event{Kind: game.TurnStarted, Seat: 0, N: 1, Phase: game.PhaseRoll},
		game.Event{Kind: game.Ranked, Seat: 0, N: 1, Amount: 1500}, game.Event{Kind: game.Ranked, Seat: 1, N: 1, Amount: 1500},
		game.Event{Kind: game.GameEnded, Seat: game.Nobody, Other: game.Nobody, N: int32(game.EndTime)})
	assert.Equal(t, stats.Story{}, x)
}

// TestStoriesHold: in games on every board the story claims nothing that their
// events do not bear out.
func TestStoriesHold(t *testing.T) {
	for name := range pairs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			turnings := 0
			each(t, name, 8, func(_ *game.Ruleset, f *stats.Figures, rec sim.Record) {
				outs := 0
				for i := range rec.Events {
					if rec.Events[i].Kind == game.Bankrupted {
						require.Less(t, outs, len(f.Story.Falls))
						assert.EqualValues(t, i+1, f.Story.Falls[outs].Seq, "the number of its event")
						assert.Equal(t, rec.Events[i].Seat, f.Story.Falls[outs].Seat)
						outs++
					}
				}
				assert.Len(t, f.Story.Falls, outs)
				if b := f.Story.Buy; b != nil {
					var all game.Money
					for payer := range f.Rents {
						all += f.Rents[payer][b.Seat].Money
					}
					assert.Positive(t, b.Earned)
					assert.LessOrEqual(t, b.Earned, all)
					e := rec.Events[b.Seq-1]
					assert.Equal(t, [3]any{game.DeedTransferred, b.Seat, b.Space}, [3]any{e.Kind, e.Other, e.Space})
				}
				if x := f.Story.Turning; x != nil {
					turnings++
					last := f.Wealth[len(f.Wealth)-1].Wealth
					for seat, m := range last {
						assert.True(t, game.Seat(seat) == x.Seat || m < last[x.Seat], "the winner is ahead at the end")
					}
					assert.LessOrEqual(t, int(x.Seq), len(rec.Events))
				}
			})
			assert.Positive(t, turnings)
		})
	}
}
