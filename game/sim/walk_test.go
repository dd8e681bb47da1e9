package sim

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
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
	seed := rapid.Uint64().Draw(t, "seed")
	w := walker{t: t, luck: chance.Seeded(SeedOf(seed, 0)), noise: rand.New(rand.NewPCG(seed, 0))}
	start := game.NewState(r, players, 0, false)
	w.turn.Begin(r, &start)
	w.turn.Remember = true
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
	t     *rapid.T
	turn  game.Turn
	luck  game.Luck
	noise *rand.Rand // arguments of commands that ought to be refused
	trial game.Turn  // where commands are tried: one for all, they are many
}

// lead lets bots play on for some commands.
func (w *walker) lead(r *game.Ruleset, players, commands int) {
	g := player{rules: r, bots: usual(players)}
	g.turn = w.turn
	for range commands {
		var c game.Command
		if !g.order.Next(g.rules, &g.turn.S, g.bots, &c) || g.turn.S.Status != game.Playing {
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
		require.True(w.t, s == w.turn.S, "options changed the state")
		for i := range lists[seat] {
			for _, c := range samples(r, &s, seat, &lists[seat][i]) {
				if c.Kind == game.AcceptTrade && !w.accepted(&s, &c) {
					c.Lift = lists[seat][i].Must // acceptable with the required lifts
				}
				if !w.accepted(&s, &c) {
					refusal := w.turn.R.Check(&s, &c)
					if refusal.Why == game.SameOffer || refusal.Why == game.WorseOffer {
						continue // no list shows earlier offers
					}
					w.t.Fatalf("phase %d: %+v is listed and refused with code %d by rule %d", s.Phase(), c, refusal.Code, refusal.Rule)
				}
				all = append(all, c)
			}
		}
	}
	for range 40 {
		c := w.anyCommand(&s)
		if !w.accepted(&s, &c) {
			continue
		}
		require.True(w.t, c.Seat >= 0 && uint8(c.Seat) < s.NumSeats, "seat %d is none, but %+v is accepted", c.Seat, c)
		require.True(w.t, covered(lists[c.Seat], &c), "%+v is accepted but not listed among %+v", c, lists[c.Seat])
	}
	calm := all[:0]
	for _, c := range all {
		if c.Kind != game.Resign && c.Kind != game.Return {
			calm = append(calm, c)
		}
	}
	w.give(calm[rapid.IntRange(0, len(calm)-1).Draw(w.t, "choice")])
}

// accepted plays a command on a copy, always with the same luck, and audits
// the result.
func (w *walker) accepted(s *game.State, c *game.Command) bool {
	w.trial.Begin(w.turn.R, s)
	w.trial.Back = w.turn.Back
	refusal := w.trial.DecideOn(c, chance.Seeded(SeedOf(1, 1)))
	if err := Audit(s, &w.trial, refusal); err != nil {
		w.t.Fatalf("phase %d: %+v: %v", s.Phase(), *c, err)
	}
	return refusal.OK()
}

// anyCommand draws a command of any kind with arguments near the possible.
func (w *walker) anyCommand(s *game.State) game.Command {
	r := w.turn.R
	n := func(low, high int) int { return low + w.noise.IntN(high-low+1) }
	space := func() game.Space {
		if sp := game.Space(n(0, int(r.Size))); sp < game.Space(r.Size) {
			return sp
		}
		return game.NoSpace
	}
	c := game.Move(game.CommandKind(n(0, int(game.Resign)-1)), game.Seat(n(-2, int(s.NumSeats))))
	c.Space, c.Dest, c.To = space(), space(), game.Seat(n(-2, int(s.NumSeats)))
	c.Choice, c.Building, c.Group = game.Choice(n(0, int(game.NumChoices))), game.Building(n(0, int(game.Depot))), uint8(n(0, game.MaxGroups))
	if n(0, 2) > 0 {
		c.Building = game.NoBuilding
	}
	c.N = int32(n(-1, int(max(s.LastClaim, s.LastTrade))+1))
	c.Amount = r.Unit * game.Money(n(-1, 600))
	c.Steps = uint8(n(0, 3))
	for i := range c.Steps {
		c.Spaces[i] = space()
	}
	c.Give.Cash, c.Want.Cash = r.Unit*game.Money(max(0, n(-20, 20))), r.Unit*game.Money(max(-1, n(-20, 20)))
	if c.Seat >= 0 && n(0, 1) == 0 {
		c.Give.Deeds = game.Set(1<<n(0, 63)) & (s.Owned[c.Seat] | game.Set(n(0, 1)))
		c.Want.Deeds = game.Set(1) << n(0, 63)
		c.Give.Cards = uint8(n(0, 3))
	}
	return c
}
