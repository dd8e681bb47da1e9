package sim

import (
	"math/bits"
	"math/rand/v2"

	"github.com/bankhalter/bankhalter/game"
)

type luck struct{ r *rand.ChaCha8 }

func seeded(seed [32]byte) *luck { return &luck{rand.NewChaCha8(seed)} }

func (l *luck) n(n uint32) uint32 {
	hi, _ := bits.Mul64(l.r.Uint64(), uint64(n))
	return uint32(hi)
}

func (l *luck) Roll(_ game.Seat, _ game.Cause, faces *[6]uint8) [3]uint8 {
	d := [3]uint8{uint8(l.n(6) + 1), uint8(l.n(6) + 1), 0}
	if faces != nil {
		d[2] = faces[l.n(6)]
	}
	return d
}

func (l *luck) Card(_ game.Seat, _ game.Deck, p *game.Pile) uint8 {
	if p.Undrawn == 0 {
		return p.Queue[0]
	}
	u := p.Undrawn
	for k := l.n(uint32(bits.OnesCount32(u))); k > 0; k-- {
		u &= u - 1
	}
	return uint8(bits.TrailingZeros32(u))
}

func (l *luck) Ticket(_ game.Seat, plain, expiring uint8) bool {
	return l.n(uint32(plain+expiring)) < uint32(expiring)
}

func (l *luck) Deal(n int) int { return int(l.n(uint32(n))) }
