package game_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

// tape is luck that records its draws and can be played again.
type tape struct {
	rng   *rand.Rand
	drawn []uint8
	next  int
}

func (l *tape) n(n int) int {
	if l.next == len(l.drawn) {
		l.drawn = append(l.drawn, uint8(l.rng.IntN(n)))
	}
	l.next++
	return int(l.drawn[l.next-1])
}

func (l *tape) Roll(_ game.Seat, _ game.Cause, faces *[6]uint8) [3]uint8 {
	d := [3]uint8{uint8(l.n(6)) + 1, uint8(l.n(6)) + 1}
	if faces != nil {
		d[2] = faces[l.n(6)]
	}
	return d
}

func (l *tape) Card(_ game.Seat, _ game.Deck, p *game.Pile) uint8 {
	if p.Undrawn == 0 {
		return p.Queue[0]
	}
	u := p.Undrawn
	for range l.n(bits.OnesCount32(u)) {
		u &= u - 1
	}
	return uint8(bits.TrailingZeros32(u))
}

func (l *tape) Ticket(_ game.Seat, plain, expiring uint8) bool {
	return l.n(int(plain+expiring)) < int(expiring)
}

func (l *tape) Deal(n int) int { return l.n(n) }

// script is a whole bot game, every command in order with its luck.
type script struct {
	rules    *game.Ruleset
	start    game.State
	luck     *tape
	commands []game.Command
	states   []game.State // before each command
}

// pairs are the editions with their own rulebooks.
func pairs() [][2]string {
	return [][2]string{
		{"us-classic", "us"}, {"german-classic", "standard"}, {"mark-classic", "mark"},
		{"sonic", "sonic"}, {"mega", "mega"}, {"duel-masters", "duel"},
	}
}

func rules(t testing.TB, pair [2]string) *game.Ruleset {
	t.Helper()
	return setuptest.Rules(t, pair[0], pair[1], nil)
}

// record plays a bot game with four seats and writes it down.
func record(t testing.TB, r *game.Ruleset, seed uint64) *script {
	t.Helper()
	sc := &script{rules: r, start: game.NewState(r, 4, 0, false), luck: &tape{rng: rand.New(rand.NewPCG(seed, 0))}}
	var turn game.Turn
	turn.Begin(r, &sc.start)
	c, ok := game.Move(game.Start, game.Nobody), true
	for n := 0; ok && n < 20000; n++ {
		sc.states = append(sc.states, turn.S)
		require.True(t, turn.Decide(c, sc.luck).OK(), "%+v", c)
		sc.commands = append(sc.commands, c)
		c, ok = choose(r, &turn.S)
	}
	require.Equal(t, game.Finished, turn.S.Status)
	return sc
}

// choose polls the seats in turn for a command.
func choose(r *game.Ruleset, s *game.State) (game.Command, bool) {
	for seat := range game.Seat(s.NumSeats) {
		opts := game.Options(r, s, seat, nil)
		if c, ok := bot.Choose(r, s, seat, opts); ok {
			return c, true
		}
	}
	return game.Command{}, false
}

// replay plays the commands again in the workspace and hands over the events of each.
func (sc *script) replay(turn *game.Turn, each func([]game.Event)) {
	sc.luck.next = 0
	turn.Begin(sc.rules, &sc.start)
	for i := range sc.commands {
		turn.DecideOn(&sc.commands[i], sc.luck)
		each(turn.Events)
	}
}
