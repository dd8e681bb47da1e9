package sim

import (
	"fmt"
	"math/bits"

	"github.com/bankhalter/bankhalter/game"
)

// digest is a running hash of events and options, the same on every platform.
// It distinguishes games; it is no protection against forgery.
type digest uint64

const (
	digestStart digest = 0xcbf29ce484222325
	digestPrime digest = 0x9e3779b97f4a7c15
)

func (d *digest) add(x uint64) {
	h := (*d ^ digest(x)) * digestPrime
	*d = h ^ h>>29
}

// add3 adds three words at the price of little more than one.
func (d *digest) add3(x, y, z uint64) {
	d.add(x ^ bits.RotateLeft64(y*0xd6e8feb86659fd93, 21) ^ bits.RotateLeft64(z*0xa0761d6478bd642f, 43))
}

// String is the hash in hexadecimal.
func (d digest) String() string { return fmt.Sprintf("%016x", uint64(d)) }

func bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

func (d *digest) event(e *game.Event) {
	d.add3(uint64(e.Kind)|uint64(uint8(e.Seat))<<8|uint64(uint8(e.Other))<<16|uint64(e.Space)<<24|
		uint64(e.Dest)<<32|uint64(e.Dice[0])<<40|uint64(e.Dice[1])<<48|uint64(e.Dice[2])<<56,
		uint64(e.Cause)|uint64(e.Rule)<<8|uint64(e.Due)<<16|uint64(bit(e.Flag))<<24|
			uint64(e.Phase)<<32|uint64(e.Building)<<40|uint64(e.Deck)<<48|uint64(e.Card)<<56,
		uint64(uint32(e.N))|uint64(uint32(e.Amount))<<32)
	switch e.Kind {
	case game.AuctionOpened, game.AuctionClosed, game.ShortageOpened:
		d.add(uint64(e.Left) | uint64(e.Seats)<<8 | uint64(e.Item.Kind)<<24 | uint64(e.Item.Space)<<32 |
			uint64(e.Item.Building)<<40 | uint64(e.Item.Deck)<<48)
	case game.TradeProposed, game.SettlementOffered:
		d.terms(&e.Give)
		d.terms(&e.Want)
		d.add(uint64(e.Lift))
	default:
		if e.Lift != 0 {
			d.add(uint64(e.Lift))
		}
		if e.Left != 0 {
			d.add(uint64(e.Left))
		}
	}
}

func (d *digest) terms(t *game.Terms) {
	d.add(uint64(uint32(t.Cash)) | uint64(t.Cards)<<32 | uint64(t.Tickets)<<40)
	d.add(uint64(t.Deeds))
}
