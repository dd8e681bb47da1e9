package sim

import (
	"errors"
	"fmt"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/chance"
)

// maxCommands ends a game whose bots turn in circles within one turn; no
// printed rulebook needs a hundredth of it.
const maxCommands = 20000

// Stalled is a game that could not go on: a bot without an answer, or one
// whose command the core refused. Either is a fault of the program.
type Stalled struct {
	Game    int
	Seed    [32]byte
	Seq     uint32
	Phase   game.Phase
	Command game.Command
	Refusal game.Refusal
}

// Error describes the position in which the game stalled.
func (e *Stalled) Error() string {
	return fmt.Sprintf("game %d (seed %x) stands still at event %d in phase %d: command %d of seat %d, refused with code %d, rule %d",
		e.Game, e.Seed[:4], e.Seq, e.Phase, e.Command.Kind, e.Command.Seat, e.Refusal.Code, e.Refusal.Rule)
}

// Player chooses the commands of a seat.
type Player = bot.Wisher

// player plays games one after the other in one reused workspace.
type player struct {
	rules    *game.Ruleset
	bots     []Player
	maxTurns int
	audit    bool
	quick    bool // no hash
	turn     game.Turn
	before   game.State // for the audit
	order    bot.Order
	commands int
	inTurn   int
	hash     digest
	landings *[game.MaxSpaces]uint64
	record   *[]game.Event
	moves    *[]Move
	after    func() // called after every command
}

// play plays game n from its start to its end or the turn limit.
func (g *player) play(n int, seed [32]byte, start *game.State) (Result, error) {
	return g.playOn(n, seed, start, game.Move(game.Start, game.Nobody))
}

// playOn plays from a position to the end, beginning with a command.
func (g *player) playOn(n int, seed [32]byte, from *game.State, c game.Command) (Result, error) {
	luck := chance.Seeded(seed)
	g.turn.Begin(g.rules, from)
	g.order, g.commands, g.inTurn, g.hash = bot.Order{}, 0, 0, digestStart
	s := &g.turn.S
	struck := false
	for {
		number := s.Turn.Number
		refusal, err := g.do(&c, luck)
		if err != nil {
			return Result{}, fmt.Errorf("game %d (seed %x): %w", n, seed, err)
		}
		if s.Turn.Number != number {
			g.inTurn = 0
		}
		if g.inTurn++; !refusal.OK() || g.inTurn > maxCommands {
			return Result{}, &Stalled{n, seed, s.Seq, s.Phase(), c, refusal}
		}
		if s.Status != game.Playing {
			return g.result(n, false), nil
		}
		if int(s.Turn.Number) > g.maxTurns && !struck {
			if !g.rules.Timed() {
				return g.result(n, true), nil
			}
			c, struck = game.Move(game.TimeUp, game.Nobody), true
			continue
		}
		if !g.order.Next(g.rules, s, g.bots, &c) {
			return Result{}, &Stalled{n, seed, s.Seq, s.Phase(), game.Command{}, game.Refusal{}}
		}
	}
}

var errAudit = errors.New("the core broke an invariant")

// do plays one command and books its result.
func (g *player) do(c *game.Command, luck game.Luck) (game.Refusal, error) {
	if g.audit {
		g.before = g.turn.S
	}
	refusal := g.turn.DecideOn(c, luck)
	if g.audit {
		if err := Audit(&g.before, &g.turn, refusal); err != nil {
			return refusal, fmt.Errorf("%w: command %+v: %w", errAudit, *c, err)
		}
	}
	g.commands++
	g.order.Note(&g.turn.S, c)
	if !g.quick {
		for i := range g.turn.Events {
			g.hash.event(&g.turn.Events[i])
		}
	}
	if g.landings != nil {
		g.land()
	}
	if g.record != nil && refusal.OK() {
		*g.moves = append(*g.moves, Move{First: uint32(len(*g.record)) + 1, Command: *c})
		*g.record = append(*g.record, g.turn.Events...)
	}
	if g.after != nil {
		g.after()
	}
	return refusal, nil
}

// land counts where tokens came to rest.
func (g *player) land() {
	for i := range g.turn.Events {
		switch e := &g.turn.Events[i]; e.Kind {
		case game.Moved, game.JailedEvent:
			g.landings[e.Dest]++
		default:
		}
	}
}
