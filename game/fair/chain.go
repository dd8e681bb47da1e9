package fair

import (
	"crypto/sha256"
	"math"

	"github.com/bankhalter/bankhalter/game"
)

// The lengths of the chains that this program makes. A verifier needs none:
// any length will do.
const (
	ServerLinks = 10_000
	SeatLinks   = 2_000
)

const labelLink = "pf1/link"

// Before returns the link before this one: the hash of this link.
func (h Hash) Before() Hash {
	var b [len(labelLink) + Size]byte
	copy(b[:], labelLink)
	copy(b[len(labelLink):], h[:])
	return sha256.Sum256(b[:])
}

// Chain gives the links of a chain in any order. It keeps a few of them, some
// twenty of ten thousand, and makes the others again, so that it is small: a
// server has several for each table. It never changes and is safe for use by
// several goroutines.
type Chain struct {
	n     int
	every int
	kept  []Hash // link n-i*every
	first Hash
}

// NewChain makes the chain whose last link, the n-th, is the root.
func NewChain(root Hash, n int) *Chain {
	c := &Chain{n: n, every: max(1, int(math.Pow(float64(n), 2./3)))}
	c.kept = make([]Hash, 0, (n+c.every-1)/c.every)
	link := root
	for i := range n {
		if i%c.every == 0 {
			c.kept = append(c.kept, link)
		}
		link = link.Before()
	}
	c.first = link
	return c
}

// Len is the number of the last link, the root.
func (c *Chain) Len() int { return c.n }

// Anchor is link 0, which is published before any other.
func (c *Chain) Anchor() Hash { return c.first }

// Link is the k-th link, k from 0 to Len.
func (c *Chain) Link(k int) Hash {
	if k == 0 {
		return c.first
	}
	back := c.n - k
	link := c.kept[back/c.every]
	for range back % c.every {
		link = link.Before()
	}
	return link
}

// SeatRoot is the root of the chain that the server makes for a seat that
// brings none. A seat that needs another one, because the first is used up or
// its player's own was lost, has renewal 1, 2 and so on.
func SeatRoot(server Hash, seat game.Seat, renewal uint32) Hash {
	message := append([]byte("pf1/seat"), u32(uint32(seat))...)
	if renewal > 0 {
		message = append(message, u32(renewal)...)
	}
	return mac(&server, message)
}

// ServerRoot is the root of the server's own chain after so many renewals: the
// server's root itself at first.
func ServerRoot(server Hash, renewal uint32) Hash {
	if renewal == 0 {
		return server
	}
	return mac(&server, append([]byte("pf1/server"), u32(renewal)...))
}

// Salt makes the hash of a line that some may not see yet useless for guessing.
func Salt(server Hash, seq uint32) [16]byte {
	h := mac(&server, append([]byte("pf1/salt"), u32(seq)...))
	return [16]byte(h[:16])
}
