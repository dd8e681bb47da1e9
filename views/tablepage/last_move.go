package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/beats"
)

// trail is the last move as it is drawn on the board.
type trail struct {
	seat game.Seat  // who moved
	from game.Space // where the token was, NoSpace before the first move
	way  game.Set   // the spaces it passed on the ring, the start among them
	left game.Set   // where it was taken away from without passing anything
}

// findTrail follows the last throw or ticket to where it led: on by dice, by
// the card drawn there, or off to jail. The trail stays until another player moves.
func (v *telling) findTrail() trail {
	t := trail{from: game.NoSpace}
	var card *game.CardDef // drawn last
	for i := v.lastMove(); i < len(v.kept); i++ {
		e := &v.kept[i].Event
		if drawn := beats.CardOf(v.r, e); drawn != nil {
			card = drawn
		}
		switch {
		case e.Kind == game.Moved:
			t.begin(e.Seat, e.Space)
			step := 1
			if beats.Backward(e, card) {
				step = -1
			}
			for sp, n := e.Space, 0; sp != e.Dest || n == 0 && e.Flag; sp, n = v.r.Next(sp, step), n+1 {
				t.way = t.way.With(sp)
			}
		case e.Kind == game.JailedEvent && t.from != game.NoSpace:
			t.left = t.left.With(t.standing(v, i))
		}
	}
	return t
}

func (t *trail) begin(seat game.Seat, from game.Space) {
	if t.from == game.NoSpace {
		t.seat, t.from = seat, from
	}
}

// standing is where the last move before an entry of the log ended.
func (t *trail) standing(v *telling, before int) game.Space {
	for i := before - 1; i >= 0; i-- {
		if e := &v.kept[i].Event; e.Kind == game.Moved {
			return e.Dest
		}
	}
	return t.from
}

// lastMove is the index of the throw or ticket that the last move came of; the
// length of the log if there is none.
func (v *telling) lastMove() int {
	moved := false
	for i := len(v.kept) - 1; i >= 0; i-- {
		switch e := &v.kept[i].Event; e.Kind {
		case game.Moved, game.JailedEvent:
			moved = true
		case game.Rolled, game.TicketUsed, game.TurnStarted:
			if moved {
				return i
			}
		default:
		}
	}
	if moved {
		return 0
	}
	return len(v.kept)
}
