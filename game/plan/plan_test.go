package plan

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
)

func TestAMoveIsTriedOnACopy(t *testing.T) {
	r, s := owning(t, 500, map[game.Space]uint8{37: 0, 39: 0})
	before := *s
	made, no := Try(r, s, game.MoveSteps(game.Build, 0, 39))
	require.True(t, no.OK(), no)
	assert.Equal(t, before, *s)
	assert.Equal(t, game.Money(-200), made.Brings)
	assert.Equal(t, uint8(1), made.After.Level[39])
	assert.Equal(t, []Rent{{39, 100, 200}}, made.Rents(r, s, game.SetOf(37, 39)), "the other lot keeps its rent")

	_, no = Try(r, s, game.MoveSteps(game.Sell, 0, 39))
	assert.False(t, no.OK(), "there is nothing to sell")
}

func TestOneBuildingOnEachLot(t *testing.T) {
	r, s := owning(t, 400, map[game.Space]uint8{37: 1, 39: 1})
	lots := game.SetOf(37, 39)
	steps, cost, ok := OneEach(r, s, 0, lots)
	assert.True(t, ok)
	assert.Equal(t, []game.Space{37, 39}, steps)
	assert.Equal(t, game.Money(400), cost)

	s.Players[0].Cash = 399
	_, _, ok = OneEach(r, s, 0, lots)
	assert.False(t, ok, "there is not money enough")
}

func TestATradeAddedUp(t *testing.T) {
	r, s := owning(t, 300, map[game.Space]uint8{5: 0, 37: 0})
	s.Owned[1], s.Mortgaged = game.SetOf(39, 12), game.SetOf(5, 12)
	get, give := game.Terms{Cash: 50, Deeds: game.SetOf(12)}, game.Terms{Deeds: game.SetOf(5)}
	theirs := s.Players[1].Cash
	assert.Equal(t, Sum{Cards: 150 - 200, Cash: 50, Fee: 8, After: 342, Theirs: theirs - 50 - 10}, Trade(r, s, 0, 1, &get, &give, 0),
		"both keep the mortgage that they receive")
	assert.Equal(t, game.Money(75+8), Trade(r, s, 0, 1, &get, &give, game.SetOf(12)).Fee, "lifted at once")
}

func TestGroupsThatATradeCompletesOrBreaks(t *testing.T) {
	r, s := owning(t, 0, map[game.Space]uint8{37: 0, 1: 0, 3: 0, 12: 0})
	s.Owned[1] = game.SetOf(39, 28)
	blue, brown := r.Spaces[37].Group, r.Spaces[1].Group
	for _, c := range []struct {
		name      string
		get, give game.Set
		want      []GroupChange
		bad       bool
	}{
		{"completes the seat's", game.SetOf(39), 0, []GroupChange{{Group: blue, Completes: true}}, false},
		{"completes the partner's", 0, game.SetOf(37), []GroupChange{{Group: blue, Theirs: true, Completes: true}}, true},
		{"breaks the seat's", 0, game.SetOf(1), []GroupChange{{Group: brown}}, true},
		{"changes places", game.SetOf(39), game.SetOf(37), nil, false},
	} {
		got := GroupChanges(r, s, 0, 1, c.get, c.give)
		assert.Equal(t, c.want, got, c.name)
		for _, g := range got {
			assert.Equal(t, c.bad, g.Bad(), c.name)
		}
	}
}
