package table

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
)

// want is what a command lacks before it can draw.
type want uint8

const (
	nothing   want = iota
	newServer      // the server's chain is used up
	newSeat        // the chain the server made for the seat is used up
	lock           // the player's number
)

// drawing is the luck of one command under PF1. Nothing is made before it is
// asked, so that a command which draws nothing costs nothing. Where something
// is missing the answers count for nothing, and missing says what.
type drawing struct {
	fair.Luck
	begun   bool
	chains  *chains
	dice    *Dice // before the draw
	seat    game.Seat
	held    bool       // the table is locked for it
	link    *fair.Hash // the player's number, where the table is locked for it
	missed  bool       // the player did not send it, and the draw goes on without
	missing want
	after   *Dice // with the draw; nil if there was none
	draw    fair.Draw
	err     error
}

func (l *drawing) begin() {
	if l.begun {
		return
	}
	l.begun = true
	after := l.dice.clone()
	if l.missing, l.err = l.enter(after); l.missing != nothing || l.err != nil {
		l.Luck = *fair.NewLuck(fair.Hash{}, fair.Hash{})
		return
	}
	l.after, l.Luck = after, *after.Fair.Luck()
}

// enter makes the draw.
func (l *drawing) enter(d *Dice) (lacks want, err error) {
	server, ok := l.chains.serverLink(d)
	if !ok {
		return newServer, nil
	}
	switch {
	case l.seat < 0:
		l.draw, err = d.Fair.DrawAlone(server)
	case !d.own(l.seat):
		link, ok := l.chains.seatLink(d, l.seat)
		if !ok {
			return newSeat, nil
		}
		l.draw, err = d.Fair.Draw(l.seat, link, server)
	case !l.held:
		return lock, nil
	case l.missed:
		l.draw, err = d.Fair.DrawMissed(l.seat, server)
	default:
		l.draw, err = d.Fair.Draw(l.seat, *l.link, server)
	}
	return nothing, err
}

// Roll implements game.Luck.
func (l *drawing) Roll(seat game.Seat, why game.Cause, faces *[6]uint8) [3]uint8 {
	l.begin()
	return l.Luck.Roll(seat, why, faces)
}

// Card implements game.Luck.
func (l *drawing) Card(seat game.Seat, deck game.Deck, pile *game.Pile) uint8 {
	l.begin()
	return l.Luck.Card(seat, deck, pile)
}

// Ticket implements game.Luck.
func (l *drawing) Ticket(seat game.Seat, plain, expiring uint8) bool {
	l.begin()
	return l.Luck.Ticket(seat, plain, expiring)
}

// Deal implements game.Luck.
func (l *drawing) Deal(n int) int {
	l.begin()
	return l.Luck.Deal(n)
}
