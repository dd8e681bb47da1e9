package fair

import "encoding/binary"

const labelDraw = "pf1/draw"

// Stream is the bytes of one draw for one purpose.
type Stream struct {
	key     Hash
	mix     Hash
	purpose Purpose
	next    uint32 // block to make next
	at      int    // next byte of the block
	block   Hash
}

// NewStream begins the stream of a purpose: link is the server's for this
// draw, mix the one that the player's link has entered.
func NewStream(link, mix Hash, p Purpose) Stream {
	return Stream{key: link, mix: mix, purpose: p, at: Size}
}

func (s *Stream) byte() byte {
	if s.at == Size {
		var buf [64]byte
		b := append(append(buf[:0], labelDraw...), s.mix[:]...)
		b = binary.BigEndian.AppendUint32(b, s.next)
		s.block = mac(&s.key, append(b, s.purpose.String()...))
		s.next, s.at = s.next+1, 0
	}
	s.at++
	return s.block[s.at-1]
}

// Uniform picks 0 to m-1, m from 1 to 256, each exactly as likely: a byte in
// the incomplete last block of m is skipped. One choice reads no byte.
func (s *Stream) Uniform(m int) int {
	if m <= 1 {
		return 0
	}
	limit := 256 - 256%m
	for {
		if b := int(s.byte()); b < limit {
			return b % m
		}
	}
}

// Order shuffles 0 to n-1, n at most 256.
func (s *Stream) Order(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := s.Uniform(i + 1)
		order[i], order[j] = order[j], order[i]
	}
	return order
}
