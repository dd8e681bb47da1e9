package scenario_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/scenario"
	"github.com/bankhalter/bankhalter/game/wire"
)

// reading plays the moves of a case by the first reading of the rules and
// returns the table, and the rules in their present reading, to go on with.
func reading(t *testing.T, id string, moves int) (*game.Turn, *game.Ruleset, game.Refusal) {
	t.Helper()
	return readingBy(t, id, moves, func(r *game.Ruleset) { r.FirstReading = true })
}

func readingBy(t *testing.T, id string, moves int, as func(*game.Ruleset)) (*game.Turn, *game.Ruleset, game.Refusal) {
	t.Helper()
	data, doc := read(t, filepath.Join(folder, id+".json"))
	sc, err := scenario.Load(data, folder)
	require.NoError(t, err)
	st, start, luck, _, err := sc.Start()
	require.NoError(t, err)
	earlier := *st.Rules
	as(&earlier)
	turn, last := &game.Turn{}, game.Refusal{}
	turn.Begin(&earlier, &start)
	for _, raw := range doc.Moves[:moves] {
		c, meta, problem := wire.ParseJSON(st, game.Nobody, raw)
		require.Nil(t, problem)
		c.Seat = *meta.Player
		last = turn.Decide(c, luck)
	}
	return turn, st.Rules, last
}

func TestTheFirstReadingOfTheRules(t *testing.T) {
	turn, now, _ := reading(t, "R-SELL-4", 0)
	assert.EqualValues(t, 2450, turn.R.SellPrice(&turn.S, 1), "each of the five buildings halved")
	assert.EqualValues(t, 2470, now.SellPrice(&turn.S, 1))

	_, _, no := reading(t, "R-MBUILD-6g", 8)
	assert.True(t, no.OK(), "built with the cash that is owed as interest")
	_, _, no = reading(t, "R-MBUILD-6g", 6)
	assert.Equal(t, game.NoFunds, no.Code, "as far as it goes")
	turn, now, _ = reading(t, "R-MBUILD-6g", 7)
	c := game.Move(game.Build, 1)
	c.Spaces[0], c.Steps = 3, 1
	assert.Equal(t, game.DebtOpen, now.Check(&turn.S, &c).Code)
}

func TestTheSecondReadingOfTheRules(t *testing.T) {
	turn, _, _ := readingBy(t, "H-22h", 5, func(r *game.Ruleset) { r.SecondReading = true })
	require.Equal(t, game.PhaseDebt, turn.S.Phase())
	assert.Zero(t, turn.S.NumTrades, "the vote was over in a debt")
	turn, _, _ = readingBy(t, "H-22h", 5, func(*game.Ruleset) {})
	require.Equal(t, game.PhaseDebt, turn.S.Phase())
	assert.EqualValues(t, 1, turn.S.NumTrades)

	_, _, no := readingBy(t, "H-12b", 3, func(r *game.Ruleset) { r.SecondReading = true })
	assert.Equal(t, game.Refusal{Code: game.Forbidden, Rule: game.RMbuild6}, no, "houses moved by who could pay for others")

	turn, now, _ := readingBy(t, "H-28c", 3, func(r *game.Ruleset) { r.SecondReading = true })
	assert.EqualValues(t, 20, now.KeepCost(&turn.S, 5), "an auction that was left open is closed as it was opened")
	turn, _, _ = readingBy(t, "H-28c", 4, func(r *game.Ruleset) { r.SecondReading = true })
	assert.EqualValues(t, 1460, turn.S.Players[1].Cash, "a buyer pays like a creditor")
}

// TestALoneBidderGoesOn: a game that was left in an auction to a lone builder is
// played on by the rules as they are read now, with a bid and with a pass.
func TestALoneBidderGoesOn(t *testing.T) {
	for _, bid := range []bool{true, false} {
		turn, now, _ := reading(t, "R-SHORT-7c", 6)
		s := turn.S
		require.True(t, s.Auction.Open, "an auction")
		require.Equal(t, game.Seats(0).With(1), s.Auction.Bidders, "to Q alone")
		turn.Begin(now, &s)
		if bid {
			require.True(t, turn.Decide(game.MoveFor(game.Bid, 1, now.MinBid(&s)), nil).OK())
			require.True(t, turn.Decide(game.MoveAt(game.Place, 1, 3), nil).OK())
			assert.EqualValues(t, 1, turn.S.Level[3])
		} else {
			require.True(t, turn.Decide(game.Move(game.Pass, 1), nil).OK())
		}
		assert.False(t, turn.S.Shortage.Open)
		assert.Equal(t, game.PhaseRoll, turn.S.Phase(), "P goes on")
	}
}
