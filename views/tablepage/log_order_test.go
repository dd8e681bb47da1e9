package tablepage

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
)

// TestAnAuctionIsWonByAnOrderOnlyIfItBid: the standing order of the player who passes last
// ends the auction, and wins nothing.
func TestAnAuctionIsWonByAnOrderOnlyIfItBid(t *testing.T) {
	t.Parallel()
	bid := Entry{Event: game.Event{Kind: game.BidPlaced, Seat: 1, Amount: 40}}
	byOrder := bid
	byOrder.By = wire.ByOrder
	pass := Entry{Event: game.Event{Kind: game.Passed, Seat: 0}, By: wire.ByOrder}
	won := Entry{Event: game.Event{Kind: game.AuctionClosed, Other: 1, Amount: 40}, By: wire.ByOrder}
	nobody := Entry{Event: game.Event{Kind: game.AuctionClosed, Other: game.Nobody}, By: wire.ByOrder}
	ended := Entry{Event: game.Event{Kind: game.TurnEnded, Seat: 1}, By: wire.ByOrder}
	begun := Entry{Event: game.Event{Kind: game.TurnStarted, Seat: 2}, By: wire.ByOrder}
	for name, x := range map[string]struct {
		log     []Entry
		ordered bool
	}{
		"bid by hand":            {[]Entry{bid, pass, won}, false},
		"bid by order":           {[]Entry{bid, byOrder, pass, won}, true},
		"won by nobody":          {[]Entry{pass, nobody}, false},
		"the bids are not shown": {[]Entry{won}, false},
		"the pass itself":        {[]Entry{byOrder, pass}, true},
		"the end of a turn":      {[]Entry{ended}, true},
		"the turn after it":      {[]Entry{ended, begun}, false},
	} {
		v := telling{log: x.log}
		assert.Equal(t, x.ordered, v.ordered(len(x.log)-1), name)
	}
}

// Where an undo leads back into the turn before, the log goes on under that turn.
func TestTurnsGoOnAfterAnUndo(t *testing.T) {
	t.Parallel()
	v := &telling{position: &position{s: &game.State{}}}
	log := func(first uint32, events ...game.Event) {
		v.log = nil
		for i, e := range events {
			v.log = append(v.log, Entry{Seq: first + uint32(i), Event: e})
		}
		*v = tellingOf(v.position, nil, v.log, game.Nobody, nil)
	}
	turns := func() (list []string) {
		for _, x := range v.begunTurns() {
			list = append(list, fmt.Sprintf("%s: %d of %d from %d", x.ID, x.N, x.Seat, x.At))
		}
		return list
	}
	start := func(n int32, seat game.Seat) game.Event {
		return game.Event{Kind: game.TurnStarted, N: n, Seat: seat}
	}
	rolled := game.Event{Kind: game.Rolled}
	back := func(to int32) game.Event { return game.Event{Kind: game.Undone, N: to} }

	log(1, rolled, start(1, 2), rolled, start(2, 0), back(3), rolled, start(2, 0), rolled)
	assert.Equal(t, []string{
		"turn0: 0 of 0 from -1", "turn1: 1 of 2 from 1", "turn2-4: 2 of 0 from 3", "turn1-5: 1 of 2 from 4", "turn2: 2 of 0 from 6",
	}, turns())

	log(1, rolled, start(1, 2), rolled, back(2), rolled)
	assert.Equal(t, []string{"turn0: 0 of 0 from -1", "turn1: 1 of 2 from 1"}, turns(), "within a turn")

	log(1, start(1, 2), rolled, start(2, 0), back(2), rolled, back(4))
	assert.Equal(t, []string{"turn0: 0 of 0 from -1", "turn1: 1 of 2 from 0", "turn2-3: 2 of 0 from 2", "turn1-4: 1 of 2 from 3"}, turns(), "back to what followed an undo")

	v.s.Turn = game.TurnState{Number: 9, Seat: 1}
	log(70, rolled, rolled)
	assert.Equal(t, []string{"turn9: 9 of 1 from -1"}, turns(), "the end of a log within a turn")
	log(70, rolled, start(8, 3), rolled, start(9, 1), back(60), rolled)
	assert.Equal(t, []string{"turn8-71: 8 of 3 from 1", "turn9-73: 9 of 1 from 3"}, turns(), "back to before the end of a log")
	log(0)
	assert.Len(t, turns(), 1, "nothing happened")
}
