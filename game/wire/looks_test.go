package wire_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
)

func TestLooksAreUnique(t *testing.T) {
	t.Parallel()
	of := func(seats ...game.Seat) (set game.Seats) {
		for _, s := range seats {
			set = set.With(s)
		}
		return set
	}
	same := func(n ...uint8) (list []wire.Look) {
		for _, i := range n {
			list = append(list, wire.Look{Token: i, Colour: i})
		}
		return list
	}
	for name, c := range map[string]struct {
		chosen  []wire.Look
		classes []game.Seats
		want    []wire.Look
	}{
		"nobody chooses":            {nil, []game.Seats{of(0, 2), of(1, 3)}, same(1, 2, 3, 4)},
		"a banker has none":         {nil, []game.Seats{of(0, 2, 3)}, same(1, 0, 2, 3)},
		"a computer gives way":      {same(0, 0, 2), []game.Seats{of(0, 2), of(1)}, same(1, 3, 2)},
		"people come before it":     {same(3, 0, 0), []game.Seats{of(0, 2), of(1)}, same(3, 2, 1)},
		"chosen twice":              {same(4, 4), []game.Seats{of(0, 1)}, same(4, 2)},
		"a number there is not":     {same(9, 200), []game.Seats{of(0, 1)}, same(1, 2)},
		"free seats come last":      {same(3), []game.Seats{of(0), of(2), of(1)}, same(3, 2, 1)},
		"a token alone":             {[]wire.Look{{Token: 5}}, []game.Seats{of(0, 1)}, []wire.Look{{Token: 5, Colour: 1}, {Token: 2, Colour: 2}}},
		"more seats than there are": {nil, []game.Seats{of(0, 1, 2, 3, 4, 5, 6, 7, 8)}, same(1, 2, 3, 4, 5, 6, 7, 8, 2)},
	} {
		all := wire.Looks(c.chosen, c.classes...)
		assert.Equal(t, c.want, all[:len(c.want)], name)
	}
}

func TestLooksHaveNames(t *testing.T) {
	t.Parallel()
	assert.Len(t, wire.TokenNames(), 8)
	assert.Len(t, wire.ColourNames(), 8)
	assert.Equal(t, wire.Look{Token: 7, Colour: 4}, wire.LookNamed("star", "violet"))
	assert.Equal(t, wire.Look{}, wire.LookNamed("hat", ""))
	token, colour := wire.Look{Token: 7, Colour: 9}.Names()
	assert.Equal(t, []string{"star", ""}, []string{token, colour})
}
