package game_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
)

// locked puts a lock before a command and returns the workspace behind it.
func locked(t *testing.T, r *game.Ruleset, s *game.State, c *game.Command) *game.Turn {
	t.Helper()
	var turn game.Turn
	turn.Begin(r, s)
	require.True(t, turn.Lock(c, 7).OK(), "%+v", c)
	require.Equal(t, []game.Event{{Kind: game.RollLocked, Seat: c.Seat, Other: game.Nobody, N: 7, Left: uint8(c.Kind)}}, turn.Events)
	return &turn
}

// listsOnly requires that the options of a locked table, narrowed to its command, leave no choice.
func listsOnly(t *testing.T, r *game.Ruleset, s *game.State, c *game.Command) {
	t.Helper()
	opts := game.LockedTo(c, game.Options(r, s, c.Seat, nil))
	require.Len(t, opts, 1, "%+v", c)
	assert.Equal(t, c.Kind, opts[0].Kind)
	if c.Choice != game.NoAnswer {
		assert.Equal(t, uint8(1)<<c.Choice, opts[0].Choices, "%+v", c)
	}
	if c.Space != game.NoSpace {
		assert.Equal(t, game.Set(0).With(c.Space), opts[0].Spaces, "%+v", c)
	}
}

// Whatever draws in whole games can be locked first, and plays out as without a lock.
func TestALockChangesNothingButTheCount(t *testing.T) {
	for _, pair := range pairs() {
		t.Run(pair[1], func(t *testing.T) {
			sc := record(t, rules(t, pair), 3)
			var turn game.Turn
			turn.Begin(sc.rules, &sc.start)
			sc.luck.next = 0
			draws := 0
			for i := range sc.commands {
				c, before, from := &sc.commands[i], turn.S, sc.luck.next
				require.True(t, turn.DecideOn(c, sc.luck).OK())
				if c.Seat < 0 || sc.luck.next == from {
					continue
				}
				draws++
				assert.False(t, game.BreaksLock(turn.Events[0].Kind), "%+v begins with %+v", c, turn.Events[0])
				held := locked(t, sc.rules, &before, c)
				listsOnly(t, sc.rules, &held.S, c)
				events := append([]game.Event(nil), turn.Events...)
				sc.luck.next = from
				require.True(t, held.DecideOn(c, sc.luck).OK())
				require.Equal(t, events, held.Events)
				held.S.Seq--
				require.Equal(t, turn.S, held.S)
			}
			assert.NotZero(t, draws)
		})
	}
}

func TestALockedTableTakesNothingElse(t *testing.T) {
	for _, pair := range pairs() {
		t.Run(pair[1], func(t *testing.T) {
			sc := record(t, rules(t, pair), 4)
			var turn game.Turn
			turn.Begin(sc.rules, &sc.start)
			sc.luck.next = 0
			seen := 0
			for i := range sc.commands {
				c, before, from := &sc.commands[i], turn.S, sc.luck.next
				require.True(t, turn.DecideOn(c, sc.luck).OK())
				if c.Seat < 0 || sc.luck.next == from || seen == 40 {
					continue
				}
				seen++
				held := locked(t, sc.rules, &before, c)
				listsOnly(t, sc.rules, &held.S, c)
				assert.Equal(t, game.Seats(0).With(c.Seat), held.S.Waiting())
				for seat := range game.Seat(before.NumSeats) {
					for _, o := range game.Options(sc.rules, &held.S, seat, nil) {
						assert.Equal(t, c.Kind, o.Kind)
						assert.Equal(t, c.Seat, seat)
					}
				}
				refuses(t, sc.rules, &held.S, c)
			}
		})
	}
}

// refuses checks that every command but the one the table is locked for is refused.
func refuses(t *testing.T, r *game.Ruleset, s *game.State, c *game.Command) {
	t.Helper()
	for k := game.Roll; k < game.NumCommands; k++ {
		for seat := game.Nobody; seat < game.Seat(s.NumSeats); seat++ {
			if k == c.Kind && seat == c.Seat {
				continue
			}
			other := game.Move(k, seat)
			no := r.Check(s, &other)
			assert.False(t, no.OK(), "%+v", other)
			if no.Code != game.LinkAwaited {
				assert.Equal(t, game.NoChoice, no.Code, "only what the rulebook does not have is refused otherwise: %+v", other)
			}
		}
	}
	var turn game.Turn
	turn.Begin(r, s)
	assert.Equal(t, game.LinkAwaited, turn.Lock(c, 8).Code, "once is enough")
	assert.Equal(t, *s, turn.S)
}

func TestChainsAreChangedOnlyWhilePlaying(t *testing.T) {
	r := rules(t, pairs()[0])
	s := game.NewState(r, 3, 0, false)
	reanchor, renew := game.Move(game.Reanchor, 1), game.Move(game.Renew, game.Nobody)
	assert.Equal(t, game.WrongPhase, r.Check(&s, &reanchor).Code)
	assert.Equal(t, game.WrongPhase, r.Check(&s, &renew).Code)
	s.Status = game.Playing
	var turn game.Turn
	turn.Begin(r, &s)
	require.True(t, turn.Decide(reanchor, nil).OK())
	assert.Equal(t, []game.Event{{Kind: game.SeatReanchored, Seat: 1, Other: game.Nobody}}, turn.Events)
	require.True(t, turn.Decide(renew, nil).OK())
	assert.Equal(t, game.ServerReanchored, turn.Events[0].Kind)
	turn.S.Seq, turn.S.Last = s.Seq, s.Last
	assert.Equal(t, s, turn.S, "the rules do not care whose numbers they are")
	s.Players[1].Bankrupt = true
	assert.Equal(t, game.WrongSeat, r.Check(&s, &reanchor).Code)
}
