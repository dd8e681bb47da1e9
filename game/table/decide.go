package table

import (
	"fmt"
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/wire"
)

// number is what comes with a command for its draw: the player's next link, or
// the word that it goes on without.
type number struct {
	link   *fair.Hash
	missed bool
}

// open loads a workspace with what the view shows. It is as large as a position
// and needed only while one follows from another, so tables share a few.
func (t *live) open(v *view) {
	if t.turn == nil {
		t.turn = t.s.turns.Get().(*game.Turn)
	}
	t.turn.Begin(v.setup.Rules, &v.state)
	t.dice = v.dice
}

// close gives the workspace back.
func (t *live) close() {
	if t.turn != nil {
		t.s.turns.Put(t.turn)
		t.turn = nil
	}
}

// decide puts a command to the rules in the workspace, which holds the state
// before it and holds the state after it if it is accepted. What has to happen
// before it can draw comes first: a new chain, or the lock of a seat that draws
// with its player's numbers. With that it ends, unless the draw is to go on
// without the number. A
// panic of the core costs only this command: the committed state is not touched.
func (t *live) decide(c game.Command, origin Origin, n number) (steps []step, no game.Refusal, err error) {
	before, dice := t.turn.S, t.dice
	defer func() {
		if p := recover(); p != nil {
			t.broken(c, before.Seq, p)
			t.turn.Begin(t.turn.R, &before)
			t.dice, t.spoiled = dice, t.luck != nil
			steps, err = nil, errBroken
		}
	}()
	for {
		st, lacks, no, err := t.try(c, origin, n)
		if err != nil || !no.OK() {
			t.turn.S, t.dice = before, dice
			return nil, no, err
		}
		steps = append(steps, st)
		if lacks == nothing {
			return steps, game.Refusal{}, nil
		}
		if lacks == lock {
			n.missed = n.missed || t.turn.S.Players[c.Seat].Away // nobody is there to send it
			if !n.missed {
				return steps, game.Refusal{}, nil
			}
		}
	}
}

// try decides the command, or what has to come before it.
func (t *live) try(c game.Command, origin Origin, n number) (st step, lacks want, no game.Refusal, err error) {
	before := t.turn.S
	luck, d := t.luckFor(c.Seat, before.Seq+1, n)
	if no := t.turn.Decide(c, luck); !no.OK() {
		return step{}, nothing, no, nil
	}
	st = step{cmd: c, origin: origin}
	if d != nil && d.err != nil {
		return step{}, nothing, game.Refusal{}, fmt.Errorf("%w: draw: %w", ErrInternal, d.err)
	}
	if d != nil && d.missing != nothing {
		lacks, t.turn.S = d.missing, before
		if no := t.prepare(&st, lacks); !no.OK() {
			return step{}, nothing, no, nil
		}
	} else if d != nil && d.after != nil {
		t.dice, st.told.draw = d.after, &d.draw
	}
	st.events = slices.Clone(t.turn.Events)
	if len(st.events) == 0 {
		t.broken(c, before.Seq, "a command was accepted and nothing happened")
		return step{}, nothing, game.Refusal{}, errBroken
	}
	if t.luck != nil {
		st.luck, err = t.luck.progress()
	}
	return st, lacks, game.Refusal{}, err
}

// prepare decides what the command of the step lacks in place of it.
func (t *live) prepare(st *step, lacks want) game.Refusal {
	seat := st.cmd.Seat
	switch lacks {
	case lock:
		return t.turn.Lock(&st.cmd, t.dice.Fair.Ordinal+1)
	case newServer:
		st.cmd, st.origin = game.Move(game.Renew, game.Nobody), BySystem
		st.told.anchored = &wire.Anchored{Anchor: t.chains.serverChain(t.dice.renewed + 1).Anchor()}
	default:
		st.cmd, st.origin = game.Move(game.Reanchor, seat), BySystem
		st.told.anchored = &wire.Anchored{Anchor: t.chains.seatChain(seat, t.dice.changed[seat]+1).Anchor(), Source: fair.Server}
	}
	no := t.turn.Decide(st.cmd, nil)
	if no.OK() {
		t.anchored(st.told.anchored)
	}
	return no
}

// anchored lets the chain that the workspace's event begins count.
func (t *live) anchored(a *wire.Anchored) {
	t.dice = t.dice.clone()
	if err := t.dice.begin(&t.turn.Events[0], a); err != nil {
		panic(err) // the rules know only seats that are there
	}
}

// luckFor is the luck of a command of the seat: that of a script, of the chains
// or of the seed. Only that of the chains is a drawing.
func (t *live) luckFor(seat game.Seat, first uint32, n number) (game.Luck, *drawing) {
	switch {
	case t.luck != nil:
		return t.luck, nil
	case t.dice == nil:
		return Luck(t.seed, t.id, first), nil
	}
	d := &drawing{chains: &t.chains, dice: t.dice, seat: seat, held: t.turn.S.Lock.Open, link: n.link, missed: n.missed}
	return d, d
}
