package fair

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestChainsAreSmall: a table has one of the server's and one for each seat
// without numbers of its own, and two thousand tables are in memory.
func TestChainsAreSmall(t *testing.T) {
	for _, c := range []struct{ links, bytes int }{{ServerLinks, 2624}, {SeatLinks, 1344}} {
		r := NewReader(NewChain(Hash{7}, c.links))
		for k := range c.links + 1 {
			r.Link(k)
		}
		assert.LessOrEqual(t, (cap(r.kept)+cap(r.near)+len(r.links))*Size, c.bytes, "of %d links", c.links)
	}
}
