package scenario_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/scenario"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
)

// TestInvariants plays every case step by step on the core itself and checks
// the invariants of any game.
func TestInvariants(t *testing.T) {
	for _, path := range files(t) {
		t.Run(caseID(path), func(t *testing.T) {
			t.Parallel()
			data, doc := read(t, path)
			sc, err := scenario.Load(data, folder)
			if err != nil {
				return // TestCases reports it
			}
			st, s, luck, _, err := sc.Start()
			if err != nil {
				return // a start that is refused, TestCases reports it
			}
			play(t, st, s, luck, doc.Moves)
		})
	}
}

func play(t *testing.T, st *setup.Setup, s game.State, luck game.Luck, moves []json.RawMessage) {
	t.Helper()
	var turn game.Turn
	turn.Begin(st.Rules, &s)
	check := func(c game.Command) {
		before := turn.S
		listed := options(st.Rules, &before, c)
		refusal := turn.Decide(c, luck)
		name := wire.MoveName(c.Kind)
		if !refusal.OK() {
			require.Equal(t, before, turn.S, "%s was refused and yet changed something", name)
			require.Empty(t, turn.Events, "%s was refused and yet something happened", name)
			require.NotEqual(t, game.NoRule, refusal.Rule, "%s was refused with %s and no rule", name, wire.CodeName(refusal.Code))
			return
		}
		if c.Seat >= 0 {
			requireListed(t, c, listed)
		}
		requireFold(t, st, &before, &turn)
		requireMoney(t, &before, &turn)
		requireAsked(t, st.Rules, &turn.S)
		requireOptions(t, st.Rules, &turn.S)
	}
	if s.Status == game.InLobby {
		check(game.Move(game.Start, game.Nobody))
	} else {
		requireAsked(t, st.Rules, &s)
		requireOptions(t, st.Rules, &s)
	}
	for _, raw := range moves {
		if c, ok := command(t, st, raw); ok {
			check(c)
		}
	}
}

// command reads one step of a scenario; false if it is malformed as a move.
func command(t *testing.T, st *setup.Setup, raw json.RawMessage) (game.Command, bool) {
	t.Helper()
	var step map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(raw, &step))
	if _, ok := step["time_up"]; ok {
		return game.Move(game.TimeUp, game.Nobody), true
	}
	var seat game.Seat
	require.NoError(t, json.Unmarshal(step["player"], &seat))
	delete(step, "player")
	body, err := json.Marshal(step)
	require.NoError(t, err)
	c, _, problem := wire.ParseJSON(st, seat, body)
	return c, problem == nil
}

func options(r *game.Ruleset, s *game.State, c game.Command) []game.Option {
	if c.Seat < 0 {
		return nil
	}
	return game.Options(r, s, c.Seat, nil)
}

// requireListed: every accepted command is listed, with the space that was named.
func requireListed(t *testing.T, c game.Command, opts []game.Option) {
	t.Helper()
	var kind, space bool
	for _, o := range opts {
		if o.Kind != c.Kind {
			continue
		}
		kind = true
		space = space || c.Space == game.NoSpace || o.Spaces == 0 || o.Spaces.Has(c.Space)
	}
	require.True(t, kind, "%s was accepted but not listed", wire.MoveName(c.Kind))
	require.True(t, space, "%s on %d was accepted but not listed", wire.MoveName(c.Kind), c.Space)
}

// requireFold: the events, written and read back, lead to the same state.
func requireFold(t *testing.T, st *setup.Setup, before *game.State, turn *game.Turn) {
	t.Helper()
	folded := *before
	for _, line := range wire.Encode(st, before.Seq+1, moment, turn.Events, wire.Extra{}) {
		e, _, err := wire.Decode(st, line)
		require.NoError(t, err, string(line))
		if folded.Seq == before.Seq {
			folded.Decided(turn.S.Last.Seat, e.Kind, false)
		}
		if e.Kind == game.Undone {
			folded.ApplyUndone(&e, turn.Back)
			continue
		}
		folded.Apply(&e)
	}
	require.Equal(t, turn.S, folded, "the events do not lead to the state")
	require.Equal(t, before.Seq+uint32(len(turn.Events)), turn.S.Seq)
	require.NotEmpty(t, turn.Events, "accepted, but nothing happened")
}

// requireMoney: every change of cash is a payment with an event.
func requireMoney(t *testing.T, before *game.State, turn *game.Turn) {
	t.Helper()
	var told [game.MaxSeats]game.Money
	for _, e := range turn.Events {
		if e.Kind != game.Paid {
			continue
		}
		require.Positive(t, e.Amount, "a payment of nothing")
		if e.Seat >= 0 {
			told[e.Seat] -= e.Amount
		}
		if e.Other >= 0 {
			told[e.Other] += e.Amount
		}
	}
	for i := range turn.S.Players {
		require.Equal(t, told[i], turn.S.Players[i].Cash-before.Players[i].Cash, "cash of seat %d", i)
		require.GreaterOrEqual(t, turn.S.Players[i].Cash, game.Money(0), "cash of seat %d", i)
	}
}

// requireAsked: an unfinished game waits for a seat that can answer.
func requireAsked(t *testing.T, r *game.Ruleset, s *game.State) {
	t.Helper()
	if s.Status == game.Finished {
		require.Zero(t, s.Waiting())
		return
	}
	require.NotZero(t, s.Waiting(), "nobody is asked in phase %s", wire.PhaseName(s.Phase()))
	for w := s.Waiting(); w != 0; w = w.Rest() {
		require.NotEmpty(t, game.Options(r, s, w.First(), nil), "seat %d is asked in phase %s and can do nothing", w.First(), wire.PhaseName(s.Phase()))
	}
}
