package table

import (
	"context"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/wire"
)

// workspace is where commands are decided that follow a view. It is as large as
// a position and needed only from the decision to the end of the commit, so
// tables share a few. Nothing that outlives the commit may point into it.
type workspace struct {
	game.Turn
	base  *game.State  // of the view
	back  game.State   // where an undo goes back to, if Turn.Back points to it
	done  []game.Event // that follow base, up to the state of Turn
	steps []step       // that caused them
	draw  drawing      // of the command at hand
	chain wire.Chained // of the lines that are written
}

// open loads a workspace with what the view shows.
func (t *live) open(v *view) {
	if t.turn == nil {
		t.turn = t.s.turns.Get().(*workspace)
	}
	t.turn.base, t.turn.Back = &v.state, nil
	t.turn.rewind(v.setup.Rules, 0, 0)
	t.dice, t.books = v.dice, v.books
}

// lookBack reads the state to which an undo would go back, if the command is
// about one, and hands it to the open workspace.
func (t *live) lookBack(ctx context.Context, v *view, c *game.Command) error {
	to := v.state.UndoTarget()
	if !c.Kind.Undoes() || to == 0 {
		return nil
	}
	past, err := t.s.at(ctx, t.id, v, to)
	if err != nil {
		return err
	}
	t.turn.back = past.state.State
	t.turn.Back = &t.turn.back
	return nil
}

// close gives the workspace back, without what it points to.
func (t *live) close() {
	w := t.turn
	if w == nil {
		return
	}
	clear(w.steps)
	w.steps, w.base, w.draw, w.chain = w.steps[:0], nil, drawing{}, wire.Chained{}
	t.s.turns.Put(w)
	t.turn = nil
}

// rewind takes back all but the first steps since the view, and their events.
func (w *workspace) rewind(r *game.Ruleset, steps, events int) {
	back := w.Back
	w.Begin(r, w.base)
	w.Back = back
	clear(w.steps[steps:])
	w.steps, w.done = w.steps[:steps], w.done[:events]
	for i := range w.steps {
		w.fold(&w.S, &w.steps[i])
	}
}

// fold applies the events of a step to the state before it.
func (w *workspace) fold(s *game.State, st *step) {
	s.Decided(st.cmd.Seat, st.events[0].Kind, st.origin == ByOrder)
	for i := range st.events {
		w.apply(s, &st.events[i])
	}
}

// apply folds one event.
func (w *workspace) apply(s *game.State, e *game.Event) {
	if e.Kind == game.Undone {
		s.ApplyUndone(e, w.Back)
		return
	}
	s.Apply(e)
}

// keep lets the events of the workspace's last command count, and returns them.
func (w *workspace) keep() []game.Event {
	n := len(w.done)
	w.done = append(w.done, w.Events...)
	return w.done[n:len(w.done):len(w.done)]
}

// luckFor is the luck of a command of the seat: that of a script, of the chains
// or of the seed. Only that of the chains is a drawing.
func (t *live) luckFor(seat game.Seat, first uint32, n number) (game.Luck, *drawing) {
	switch {
	case t.luck != nil:
		return t.luck, nil
	case t.dice == nil:
		return chance.OfCommand(t.seed, t.id, first), nil
	}
	d := &t.turn.draw
	*d = drawing{chains: &t.chains, dice: t.dice, seat: seat, held: t.turn.S.Lock.Open, link: n.link, missed: n.missed}
	return d, d
}
