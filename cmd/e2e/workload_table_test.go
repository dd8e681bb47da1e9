package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
	"github.com/bankhalter/bankhalter/game/fair"
)

// table is one game that the kill test keeps under load, and the ledger of
// the answers to its players and watchers.
type table struct {
	kind   string
	id     string
	seats  []*rig.Client // by seat; the rest are bots
	choose chooser
	rng    *rand.Rand

	alone  bool      // the first client plays all seats
	endsAt time.Time // the agreed time, once it is known

	mu           sync.Mutex
	acknowledged map[uint32]json.RawMessage // acknowledged events by number
	acks         []uint32                   // the last events of acknowledged moves that are not looked up yet
	moves        int                        // acknowledged
	kept         int                        // of these, found in the log
	watched      uint32                     // highest number that the stream named
	checked      uint32                     // the log was compared up to here
}

// chooser picks a move for a seat that sees this state.
type chooser func(s *rig.State, seat int, rng *rand.Rand) (rig.Move, bool)

// anything plays an ordinary game.
func anything(s *rig.State, _ int, rng *rand.Rand) (rig.Move, bool) { return rig.Choose(s.Moves, rng) }

// bidding refuses every purchase and bids long.
func bidding(s *rig.State, _ int, rng *rand.Rand) (rig.Move, bool) {
	if s.May("decline") {
		return rig.Move{"move": "decline"}, true
	}
	if s.Auction == nil || s.Auction.Bid > 80 || !s.May("bid") {
		return rig.Choose(s.Moves, rng)
	}
	i := slices.IndexFunc(s.Moves, func(m rig.Move) bool { return m.Name() == "bid" })
	return rig.Fill(s.Moves[i], rng), true
}

// trading proposes, answers and withdraws, and hardly ever moves a token.
func trading(s *rig.State, seat int, rng *rand.Rand) (rig.Move, bool) {
	if rng.IntN(12) == 0 {
		return rig.Choose(s.Moves, rng)
	}
	for _, trade := range s.Trades {
		answer := []string{"accept_trade", "reject_trade"}[rng.IntN(2)]
		if trade.From == seat {
			answer = "cancel_trade"
		}
		if rng.IntN(3) == 0 && s.May(answer) {
			return rig.Move{"move": answer, "trade": trade.Trade}, true
		}
	}
	if !s.May("propose_trade") {
		return rig.Choose(s.Moves, rng)
	}
	to := (seat + 1) % len(s.Players)
	return rig.Move{
		"move": "propose_trade", "to": to,
		"give": map[string]any{"cash": 1 + rng.IntN(9)}, "want": map[string]any{"cash": 10 + rng.IntN(9)},
	}, true
}

// waiting leaves rent unclaimed for some moves.
func waiting(s *rig.State, _ int, rng *rand.Rand) (rig.Move, bool) {
	if s.May("claim_rent") && rng.IntN(3) > 0 {
		i := slices.IndexFunc(s.Moves, func(m rig.Move) bool { return m.Name() == "roll" || m.Name() == "end_turn" })
		if i < 0 {
			return nil, false
		}
		return rig.Fill(s.Moves[i], rng), true
	}
	return rig.Choose(s.Moves, rng)
}

// raising haggles while it owes, and sells a house now and then.
func raising(s *rig.State, seat int, rng *rand.Rand) (rig.Move, bool) {
	if s.Phase != "debt" {
		return rig.Choose(s.Moves, rng)
	}
	if rng.IntN(10) > 0 {
		return trading(s, seat, rng)
	}
	for _, name := range []string{"sell", "mortgage"} {
		i := slices.IndexFunc(s.Moves, func(m rig.Move) bool { return m.Name() == name })
		if i >= 0 {
			return rig.Fill(s.Moves[i], rng), true
		}
	}
	return rig.Choose(s.Moves, rng)
}

// building builds and announces whenever it may, and sells what it built, so
// that the bank's last houses stay in dispute.
func building(s *rig.State, seat int, rng *rand.Rand) (rig.Move, bool) {
	for _, name := range []string{"build", "intent", "place", "bid", "sell"} {
		i := slices.IndexFunc(s.Moves, func(m rig.Move) bool { return m.Name() == name })
		if i >= 0 && rng.IntN(4) > 0 {
			return rig.Fill(s.Moves[i], rng), true
		}
	}
	return rig.Choose(s.Moves, rng)
}

// numbers is the chain that a seat brings to every table of the kill test.
func numbers(seat int) *fair.Chain { return fair.NewChain(fair.Hash{1, byte(seat)}, 2000) }

// beginWithChains starts a game in which all seats have numbers of their own.
func (tb *table) beginWithChains(t *testing.T) {
	t.Helper()
	put := func(seat int, body map[string]any) {
		a, err := tb.seats[seat].Do(t.Context(), "PUT", "/games/"+tb.id+"/chain", body)
		require.NoError(t, err)
		require.Equal(t, 200, a.Status, "%s", a.Body)
	}
	for seat := range tb.seats {
		put(seat, map[string]any{"anchor": numbers(seat).Anchor().String()})
	}
	require.NoError(t, tb.seats[0].Begin(t.Context(), tb.id))
	for seat := range tb.seats {
		put(seat, map[string]any{"link": numbers(seat).Link(1).String()})
	}
}

// numbered plays an ordinary game and sends the numbers that the table requests.
func numbered(s *rig.State, seat int, rng *rand.Rand) (rig.Move, bool) {
	for _, m := range s.Moves {
		if m["needs_link"] != nil {
			return rig.Move{"move": m.Name(), "link": numbers(seat).Link(s.Table.Dice.Next).String()}, true
		}
	}
	return rig.Choose(s.Moves, rng)
}

// drive plays the table until the server is gone or the context ends.
func (tb *table) drive(ctx context.Context) {
	for ctx.Err() == nil {
		if moved, err := tb.step(ctx); err != nil || !moved {
			return
		}
	}
}

// step lets one seat make one move; false if no seat has one.
func (tb *table) step(ctx context.Context) (bool, error) {
	first := tb.rng.IntN(len(tb.seats))
	seats := len(tb.seats)
	if tb.alone {
		s, err := tb.seats[0].State(ctx, tb.id)
		if err != nil {
			return false, err
		}
		seats = len(s.Players)
	}
	for i := range seats {
		seat := (first + i) % seats
		c, s, err := tb.stateFor(ctx, seat)
		if err != nil {
			return false, err
		}
		move, ok := tb.choose(&s, seat, tb.rng)
		if !ok {
			continue
		}
		if tb.alone {
			move["player"] = seat
		}
		p, err := c.Play(ctx, tb.id, move)
		if err != nil {
			return false, err
		}
		if p.OK() {
			return true, tb.note(p.Events)
		}
	}
	return false, nil
}

// stateFor shows the table to a seat, and who may act for it.
func (tb *table) stateFor(ctx context.Context, seat int) (c *rig.Client, s rig.State, err error) {
	if tb.alone {
		c = tb.seats[0]
		s, err = c.StateOf(ctx, tb.id, seat)
		return c, s, err
	}
	c = tb.seats[seat]
	s, err = c.State(ctx, tb.id)
	return c, s, err
}

// note records the answer to an accepted move.
func (tb *table) note(events []json.RawMessage) error {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	tb.moves++
	last := uint32(0)
	for _, e := range events {
		seq, err := rig.Seq(e)
		if err != nil {
			return err
		}
		tb.acknowledged[seq] = e
		last = seq
	}
	tb.acks = append(tb.acks, last)
	return nil
}

// watch follows the live stream until the server is gone.
func (tb *table) watch(ctx context.Context) {
	stream, err := tb.seats[0].Watch(ctx, tb.id, "")
	if err != nil {
		return
	}
	defer stream.Close()
	for {
		m, err := stream.Next()
		if err != nil {
			return
		}
		if n, err := strconv.ParseUint(m.ID, 10, 32); err == nil {
			tb.mu.Lock()
			tb.watched = max(tb.watched, uint32(n))
			tb.mu.Unlock()
		}
	}
}

// check compares the log with all that was acknowledged, and returns the state
// game is in.
func (tb *table) check(t *testing.T) rig.State {
	t.Helper()
	ctx := t.Context()
	s, err := tb.seats[0].State(ctx, tb.id)
	require.NoError(t, err, "%s %s", tb.kind, tb.id)
	events, err := tb.seats[0].Events(ctx, tb.id, tb.checked)
	require.NoError(t, err, "%s %s", tb.kind, tb.id)

	last := tb.checked
	for _, e := range events {
		seq, err := rig.Seq(e)
		require.NoError(t, err)
		require.Equal(t, last+1, seq, "%s %s: a gap in the log", tb.kind, tb.id)
		last = seq
		if told, ok := tb.acknowledged[seq]; ok {
			same(t, told, e)
			delete(tb.acknowledged, seq)
		}
	}
	assert.Empty(t, tb.acknowledged, "%s %s: acknowledged but not in the log", tb.kind, tb.id)
	assert.LessOrEqual(t, tb.watched, last, "%s %s: announced but not in the log", tb.kind, tb.id)
	assert.LessOrEqual(t, s.Seq, last, "%s %s: the state is ahead of its log", tb.kind, tb.id)
	tb.checked = last
	clear(tb.acknowledged)
	for _, ack := range tb.acks {
		if ack > 0 && ack <= last {
			tb.kept++
		}
	}
	tb.acks = nil
	tb.clock(t, &s)
	return s
}

// clock checks the agreed end: it stays the same, and time is up when it has
// come, however often the server was killed.
func (tb *table) clock(t *testing.T, s *rig.State) {
	t.Helper()
	if !s.Table.EndsAt.IsZero() {
		if !tb.endsAt.IsZero() {
			assert.Equal(t, tb.endsAt, s.Table.EndsAt, "%s %s: the agreed hour has moved", tb.kind, tb.id)
		}
		tb.endsAt = s.Table.EndsAt
		return
	}
	if !tb.endsAt.IsZero() {
		assert.True(t, s.TimeUp || s.Status == "finished", "%s %s: the agreed hour is gone and has not struck", tb.kind, tb.id)
	}
}

// same compares two readings of an event; one of them may hide it.
func same(t *testing.T, a, b json.RawMessage) {
	t.Helper()
	var x, y map[string]any
	require.NoError(t, json.Unmarshal(a, &x))
	require.NoError(t, json.Unmarshal(b, &y))
	if x["type"] != "hidden" && y["type"] != "hidden" {
		assert.Equal(t, x, y)
	}
}

// goesOn makes sure that a game which is not over accepts another move.
func (tb *table) goesOn(t *testing.T) {
	t.Helper()
	eventually(t, fmt.Sprintf("a move at the %s table %s", tb.kind, tb.id), func() bool {
		moved, err := tb.step(t.Context())
		require.NoError(t, err)
		if moved {
			return true
		}
		s, err := tb.seats[0].State(t.Context(), tb.id)
		require.NoError(t, err)
		return s.Status == "finished" || s.Seq > tb.checked
	})
}
