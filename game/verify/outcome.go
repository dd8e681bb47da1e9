package verify

import (
	"errors"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
)

// outcome checks one line that is not hidden: the draw recorded in it, and
// whether the draw gives the outcome in the line.
func (p *protocol) outcome(i int, e *game.Event, d *fair.Draw) {
	purpose, draws := fair.Of(e)
	switch {
	case !draws && d != nil:
		p.fault(Links, i, "a draw is told where nothing is drawn")
		return
	case !draws:
		return
	case d == nil:
		p.fault(Links, i, "it is not told from which numbers this comes")
		return
	case d.Purpose != purpose:
		p.fault(Draws, i, "this was not drawn for %q", d.Purpose)
	}
	if p.draw == nil || d.Ordinal != p.draw.Ordinal {
		p.begin(i, d)
	} else {
		p.goOn(i, d)
	}
	if e.Kind == game.Ordered {
		return
	}
	if p.gives(e) {
		p.drawn++
	} else {
		p.fault(Draws, i, "draw %d does not give this", d.Ordinal)
	}
}

// begin takes the next draw.
func (p *protocol) begin(i int, d *fair.Draw) {
	p.unlock(i, d)
	if !p.ownDraw(i, d) {
		p.fault(Links, i, "the move is one seat's, the number another's")
	}
	p.take(i, d, p.fair.Follow(d))
	p.luck.Reset(d.ServerLink, p.fair.Mix)
	p.unseen = false
}

// ownDraw reports whether the number is the mover's: no seat's at the start, which is
// the first draw. The line may be another player's: what ends an auction carries on with
// the turn of the player who threw, and Mr. Monopoly may lead them to a rent with a throw
// of its own. Where moves are not told yet, the line is all there is.
func (p *protocol) ownDraw(i int, d *fair.Draw) bool {
	seat := game.Nobody
	if d.Seat != nil {
		seat = *d.Seat
	}
	mover, ok := p.mover(i)
	switch {
	case d.Ordinal == 1:
		return seat == game.Nobody && (!ok || mover == game.Nobody)
	case ok:
		return seat == mover
	default:
		e := &p.events[i]
		return seat == e.Seat || e.Kind == game.Rolled && e.Cause == game.ForRent && seat >= 0
	}
}

// take notes the result of following a draw.
func (p *protocol) take(i int, d *fair.Draw, err error) {
	first := *d
	p.draw, p.at = &first, i
	switch {
	case err == nil:
		p.links++
		p.count.Draw(d)
		return
	case errors.Is(err, fair.ErrServerLink):
		p.fault(Server, i, "draw %d: %v", d.Ordinal, err)
	case d.Seat != nil:
		p.fault(Links, i, "draw %d, seat %d: %v", d.Ordinal, *d.Seat, err)
	default:
		p.fault(Links, i, "draw %d: %v", d.Ordinal, err)
	}
	p.fair.Trust(d)
}

// goOn checks a further line of the running draw: same numbers, same command.
func (p *protocol) goOn(i int, d *fair.Draw) {
	if !sameDraw(d, p.draw) {
		p.fault(Links, i, "two lines of draw %d tell different numbers", d.Ordinal)
	}
	if p.unseen {
		if err := p.fair.Reveal(d.ServerLink); err != nil {
			p.fault(Server, i, "draw %d: %v", d.Ordinal, err)
		}
		p.luck.Reset(d.ServerLink, p.fair.Mix)
		for range p.blind { // the part read where it was hidden
			p.luck.Roll(0, game.ForRent, nil)
		}
		p.unseen, p.draw.ServerLink = false, d.ServerLink
	} else if d.ServerLink != p.draw.ServerLink {
		p.fault(Server, i, "two lines of draw %d tell different numbers of the server", d.Ordinal)
	}
	if row := p.rowOf(i); row >= 0 && row != p.rowOf(p.at) {
		p.fault(Links, i, "two moves use draw %d", d.Ordinal)
	}
}

// sameDraw compares all that lines of one draw have in common, but the
// server's link.
func sameDraw(a, b *fair.Draw) bool {
	if (a.Seat == nil) != (b.Seat == nil) || (a.Link == nil) != (b.Link == nil) {
		return false
	}
	return a.Ordinal == b.Ordinal && a.Source == b.Source && a.Missed == b.Missed &&
		(a.Seat == nil || *a.Seat == *b.Seat) && (a.Link == nil || *a.Link == *b.Link)
}

// gives compares the event with the outcome of the draw before it.
func (p *protocol) gives(e *game.Event) bool {
	switch e.Kind {
	case game.Rolled:
		var faces *[6]uint8
		if e.Cause == game.ByMove && p.st.Rules.HasSpeedDie() {
			faces = &p.st.Rules.SpeedFaces
		}
		return e.Dice == p.luck.Roll(e.Seat, e.Cause, faces)
	case game.CardDrawn:
		return e.Card == p.luck.Card(e.Seat, e.Deck, &p.state.Decks[e.Deck])
	case game.TicketDrawn:
		return e.Flag == p.luck.Ticket(e.Seat, p.state.Tickets, p.state.Expiring)
	case game.DeedDealt:
		left := p.state.Free
		for range p.luck.Deal(left.Len()) {
			left = left.Rest()
		}
		return left != 0 && left.First() == e.Space
	default:
		return false
	}
}

// hiddenDraw takes the visible draw data of a line that may not be seen yet: a
// throw for a rent that is not claimed yet.
func (p *protocol) hiddenDraw(i int, d *fair.Draw) {
	if d == nil {
		return
	}
	if p.draw != nil && d.Ordinal == p.draw.Ordinal {
		if !sameDraw(d, p.draw) {
			p.fault(Links, i, "two lines of draw %d tell different numbers", d.Ordinal)
		}
		p.luck.Roll(0, game.ForRent, nil)
		p.blind++
		return
	}
	p.unlock(i, d)
	p.take(i, d, p.fair.FollowUnseen(d))
	p.unseen, p.blind = true, 1
}
