package table

import (
	"fmt"

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

// decide puts a command to the rules in the workspace, which holds the state
// before it and holds the state after it if it is accepted. What has to happen
// before it can draw comes first: a new chain, or the lock of a seat that draws
// with its player's numbers. With that it ends, unless the draw is to go on
// without the number. A
// panic of the core costs only this command: the committed state is not touched.
func (t *live) decide(c game.Command, origin Origin, n number) (steps []step, no game.Refusal, err error) {
	w, dice, seq := t.turn, t.dice, t.turn.S.Seq
	first, events := len(w.steps), len(w.done)
	defer func() {
		if p := recover(); p != nil {
			t.broken(c, seq, p)
			w.rewind(w.R, first, events)
			t.dice, t.dirty = dice, t.luck != nil
			steps, err = nil, errBroken
		}
	}()
	for {
		st, lacks, no, err := t.try(c, origin, n)
		if err != nil || !no.OK() {
			w.rewind(w.R, first, events)
			t.dice = dice
			return nil, no, err
		}
		w.steps = append(w.steps, st)
		n.missed = n.missed || lacks == lock && w.S.Players[c.Seat].Away // there is no one to send it
		if lacks == nothing || lacks == lock && !n.missed {
			return w.steps[first:len(w.steps):len(w.steps)], game.Refusal{}, nil
		}
	}
}

// try decides the command, or what has to come before it.
func (t *live) try(c game.Command, origin Origin, n number) (st step, lacks want, no game.Refusal, err error) {
	w, seq := t.turn, t.turn.S.Seq
	w.Automatic = origin == ByOrder
	luck, d := t.luckFor(c.Seat, seq+1, n)
	if no := w.Decide(c, luck); !no.OK() {
		return step{}, nothing, no, nil
	}
	st = step{cmd: c, origin: origin}
	if d != nil && d.err != nil {
		return step{}, nothing, game.Refusal{}, fmt.Errorf("%w: draw: %w", ErrInternal, d.err)
	}
	if d != nil && d.missing != nothing {
		lacks = d.missing
		w.rewind(w.R, len(w.steps), len(w.done))
		if no := t.prepare(&st, lacks); !no.OK() {
			return step{}, nothing, no, nil
		}
	} else if d != nil && d.after != nil {
		draw := d.draw
		t.dice, st.extra.Draw = d.after, &draw
	}
	st.events = w.keep()
	if len(st.events) == 0 {
		t.broken(c, seq, "a command was accepted and nothing happened")
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
		st.extra.Anchored = &wire.Anchored{Anchor: t.chains.serverChain(t.dice.renewed + 1).Anchor()}
	default:
		st.cmd, st.origin = game.Move(game.Reanchor, seat), BySystem
		st.extra.Anchored = &wire.Anchored{Anchor: t.chains.seatChain(seat, t.dice.changed[seat]+1).Anchor(), Source: fair.Server}
	}
	no := t.turn.Decide(st.cmd, nil)
	if no.OK() {
		t.anchored(st.extra.Anchored)
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
