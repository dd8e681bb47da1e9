package fair

import (
	"math/bits"

	"github.com/bankhalter/bankhalter/game"
)

// Luck is the luck of one draw, that is of one command. It implements
// game.Luck and is not safe for use by several goroutines.
type Luck struct {
	streams [NumPurposes]Stream
	asked   bool
}

// NewLuck returns the luck of a draw: link is the server's for it, mix the one
// that the player's link, if there is one, has entered.
func NewLuck(link, mix Hash) *Luck {
	l := &Luck{}
	l.Reset(link, mix)
	return l
}

// Reset makes it the luck of another draw.
func (l *Luck) Reset(link, mix Hash) {
	for p := range NumPurposes {
		l.streams[p] = NewStream(link, mix, p)
	}
	l.asked = false
}

// Asked reports whether anything was drawn yet. With dummy links and mixes it
// shows whether a command would draw at all.
func (l *Luck) Asked() bool { return l.asked }

func (l *Luck) ask(p Purpose) *Stream {
	l.asked = true
	return &l.streams[p]
}

// Roll throws the white dice, the first one first, and the third die if it has faces.
func (l *Luck) Roll(_ game.Seat, why game.Cause, faces *[6]uint8) [3]uint8 {
	p := Dice
	if why == game.ByOrder {
		p = Order
	}
	s := l.ask(p)
	d := [3]uint8{uint8(1 + s.Uniform(6)), uint8(1 + s.Uniform(6))}
	if faces != nil {
		d[2] = faces[s.Uniform(6)]
	}
	return d
}

// Card picks one of the cards never drawn, in ascending order of their numbers;
// when all have been drawn, the one that has lain longest.
func (l *Luck) Card(_ game.Seat, deck game.Deck, pile *game.Pile) uint8 {
	s := l.ask(OfDeck(deck))
	if pile.Undrawn == 0 {
		return pile.Queue[0]
	}
	left := pile.Undrawn
	for range s.Uniform(bits.OnesCount32(left)) {
		left &= left - 1
	}
	return uint8(bits.TrailingZeros32(left))
}

// Ticket picks one of the pile, the plain ones first, and reports whether it
// lets the others expire.
func (l *Luck) Ticket(_ game.Seat, plain, expiring uint8) bool {
	return l.ask(Ticket).Uniform(int(plain)+int(expiring)) >= int(plain)
}

// Deal picks one of n deeds, in ascending order of their spaces.
func (l *Luck) Deal(n int) int { return l.ask(Deal).Uniform(n) }
