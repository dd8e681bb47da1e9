package sim

import (
	"testing"

	"github.com/bankhalter/bankhalter/game"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestEveryOptionIsAccepted walks through games by random options, beginning
// anywhere in a bot game, and checks after each step that the lists of options
// and the referee agree.
func TestEveryOptionIsAccepted(t *testing.T) {
	for _, table := range tables() {
		t.Run(table.name, func(t *testing.T) {
			t.Parallel()
			st := table.load(t)
			rapid.Check(t, func(t *rapid.T) { walk(t, st.Rules, table.players) })
		})
	}
}

func walk(t *rapid.T, r *game.Ruleset, players int) {
	w := walker{t: t, luck: seeded(SeedOf(rapid.Uint64().Draw(t, "seed"), 0))}
	start := game.NewState(r, players, 0, false)
	w.turn.Begin(r, &start)
	w.give(game.Move(game.Start, game.Nobody))
	w.lead(r, players, rapid.IntRange(0, 700).Draw(t, "bot commands"))
	for range rapid.IntRange(1, 60).Draw(t, "steps") {
		if w.turn.S.Status != game.Playing {
			return
		}
		w.step()
	}
}

type walker struct {
	t    *rapid.T
	turn game.Turn
	luck game.Luck
}

// lead lets bots play on for some commands.
func (w *walker) lead(r *game.Ruleset, players, commands int) {
	g := player{rules: r, bots: usual(players)}
	g.turn = w.turn
	for range commands {
		c, ok := g.next()
		if !ok || g.turn.S.Status != game.Playing {
			break
		}
		refusal, err := g.do(&c, w.luck)
		require.NoError(w.t, err)
		require.True(w.t, refusal.OK(), "bot: %+v refused with %+v", c, refusal)
	}
	w.turn = g.turn
}

// give plays a command that must be accepted.
func (w *walker) give(c game.Command) {
	before := w.turn.S
	refusal := w.turn.Decide(c, w.luck)
	require.True(w.t, refusal.OK(), "%+v is refused with code %d by rule %d", c, refusal.Code, refusal.Rule)
	require.NoError(w.t, Audit(&before, &w.turn, refusal), "after %+v", c)
}

// step checks the options of every seat against the referee, throws random
// commands at it and then plays one of the options.
func (w *walker) step() {
	s := w.turn.S
	r := w.turn.R
	var all []game.Command
	var lists [game.MaxSeats][]game.Option
	for seat := range game.Seat(s.NumSeats) {
		lists[seat] = game.Options(r, &s, seat, nil)
		require.Equal(w.t, s, w.turn.S, "options changed the state")
		for i := range lists[seat] {
			for _, c := range samples(r, &s, seat, &lists[seat][i]) {
				w.try(&s, c, true)
				all = append(all, c)
			}
		}
	}
	for range 25 {
		c := anyCommand(w.t, r, &s)
		if c.Seat >= 0 && uint8(c.Seat) < s.NumSeats {
			if ok := w.accepted(&s, c); ok {
				require.True(w.t, covered(lists[c.Seat], &c), "%+v is accepted but not listed among %+v", c, lists[c.Seat])
			}
			continue
		}
		require.False(w.t, w.accepted(&s, c), "seat %d is none, but %+v is accepted", c.Seat, c)
	}
	calm := all[:0]
	for _, c := range all {
		if c.Kind != game.Resign && c.Kind != game.Return {
			calm = append(calm, c)
		}
	}
	w.turn.S = s
	w.give(calm[rapid.IntRange(0, len(calm)-1).Draw(w.t, "choice")])
}

// try plays a command on a copy and checks the answer.
func (w *walker) try(s *game.State, c game.Command, want bool) {
	var t game.Turn
	t.Begin(w.turn.R, s)
	refusal := t.Decide(c, seeded(SeedOf(1, 1)))
	require.Equal(w.t, want, refusal.OK(), "phase %d: %+v: code %d, rule %d", s.Phase(), c, refusal.Code, refusal.Rule)
	require.NoError(w.t, Audit(s, &t, refusal), "phase %d: %+v", s.Phase(), c)
}

// accepted plays a command on a copy.
func (w *walker) accepted(s *game.State, c game.Command) bool {
	var t game.Turn
	t.Begin(w.turn.R, s)
	refusal := t.Decide(c, seeded(SeedOf(1, 1)))
	require.NoError(w.t, Audit(s, &t, refusal), "phase %d: %+v", s.Phase(), c)
	return refusal.OK()
}

// anyCommand draws a command of any kind with arguments near the possible.
func anyCommand(t *rapid.T, r *game.Ruleset, s *game.State) game.Command {
	seat := game.Seat(rapid.IntRange(-2, int(s.NumSeats)).Draw(t, "seat"))
	c := game.Move(game.CommandKind(rapid.IntRange(0, int(game.Resign)-1).Draw(t, "kind")), seat)
	space := rapid.IntRange(0, int(r.Size))
	c.Space, c.Dest = game.Space(space.Draw(t, "space")), game.Space(space.Draw(t, "dest"))
	if c.Space == game.Space(r.Size) {
		c.Space = game.NoSpace
	}
	c.To = game.Seat(rapid.IntRange(-2, int(s.NumSeats)).Draw(t, "to"))
	c.Choice = game.Choice(rapid.IntRange(0, int(game.NumChoices)).Draw(t, "choice"))
	c.Building = game.Building(rapid.IntRange(0, int(game.Depot)).Draw(t, "building"))
	c.Group = uint8(rapid.IntRange(0, game.MaxGroups).Draw(t, "group"))
	c.N = int32(rapid.IntRange(-1, int(max(s.LastClaim, s.LastTrade))+1).Draw(t, "n"))
	c.Amount = r.Unit * game.Money(rapid.IntRange(-1, 600).Draw(t, "amount"))
	c.Steps = uint8(rapid.IntRange(0, 3).Draw(t, "steps"))
	for i := range c.Steps {
		c.Spaces[i] = game.Space(space.Draw(t, "step"))
	}
	c.Give.Cash, c.Want.Cash = r.Unit*game.Money(rapid.IntRange(-1, 50).Draw(t, "give")), r.Unit*game.Money(rapid.IntRange(0, 50).Draw(t, "want"))
	if rapid.Bool().Draw(t, "deeds") {
		c.Give.Deeds, c.Want.Deeds = game.SetOf(c.Dest%64), game.SetOf(c.Space%64)
	}
	c.Give.Cards = uint8(rapid.IntRange(0, 3).Draw(t, "cards"))
	return c
}
