package sim

import (
	"errors"
	"fmt"

	"github.com/bankhalter/bankhalter/game"
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
type Player interface {
	// Wish writes the seat's next command into c and reports whether there is one.
	// A seat for which the game waits must have one that the core accepts.
	Wish(r *game.Ruleset, s *game.State, seat game.Seat, c *game.Command) bool
}

// player plays games one after the other in one reused workspace.
type player struct {
	rules    *game.Ruleset
	bots     []Player
	maxTurns int
	audit    bool
	quick    bool // no hash
	turn     game.Turn
	before   game.State // for the audit
	rich     game.Seats // got money or deeds out of turn: may want to build before the next throw
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
	luck := chance.Seeded(seed)
	g.turn.Begin(g.rules, start)
	g.rich, g.commands, g.inTurn, g.hash = 0, 0, 0, digestStart
	s := &g.turn.S
	c := game.Move(game.Start, game.Nobody)
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
		if !g.next(&c) {
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
	switch c.Kind {
	case game.ClaimRent, game.AcceptTrade:
		g.rich = g.rich.With(c.Seat)
	case game.DeclareBankruptcy, game.PayDebt:
		g.rich |= g.turn.S.Alive()
	default:
	}
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

// next finds the next command: claims first, then answers to trades, then
// building between the turns, then the seat that the game waits for.
func (g *player) next(c *game.Command) bool {
	s := &g.turn.S
	for i := range s.Claims[:s.NumClaims] {
		if g.ask(s.Claims[i].Owner, c) && c.Kind == game.ClaimRent {
			return true
		}
	}
	for i := range s.Trades[:s.NumTrades] {
		if g.ask(s.Trades[i].To, c) {
			return true
		}
		for voters := s.Trades[i].Ask; voters != 0; voters = voters.Rest() {
			if g.ask(voters.First(), c) {
				return true
			}
		}
	}
	if s.Offer.Open && g.ask(s.Debts[0].Creditor, c) {
		return true
	}
	if g.rich != 0 && s.Turn.Throw == 1 && (s.Turn.Phase == game.PhaseRoll || s.Turn.Phase == game.PhaseJail) {
		for rich := g.rich.Without(s.Turn.Seat); rich != 0; rich = rich.Rest() {
			seat := rich.First()
			if g.ask(seat, c) {
				return true
			}
			g.rich = g.rich.Without(seat)
		}
	}
	if p := s.Phase(); p == game.PhaseRoll || p == game.PhaseHub {
		return g.ask(s.Turn.Seat, c)
	}
	for w := s.Waiting(); w != 0; w = w.Rest() {
		if g.ask(w.First(), c) {
			return true
		}
	}
	return false
}

// ask has a bot choose.
func (g *player) ask(seat game.Seat, c *game.Command) bool {
	return g.bots[seat].Wish(g.rules, &g.turn.S, seat, c)
}
