package edition

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
)

// A file among the boards is a board of the program, without a line of Go.
func TestABoardNeedsNoGo(t *testing.T) {
	in := fstest.MapFS{}
	for _, name := range []string{"mega", "sonic", "another", "zoo", "us-classic"} {
		in["data/"+name+".json"] = &fstest.MapFile{}
	}
	in["data/order.txt"] = &fstest.MapFile{}
	assert.Equal(t, []string{"us-classic", "mega", "another", "sonic", "zoo"}, ordered(in, []string{"us-classic", "missing", "mega"}))
}

// The first board of each language is the usual one of its readers.
func TestTheBuiltInBoardsAreInOrder(t *testing.T) {
	assert.Equal(t, []string{"mark-classic", "german-classic", "us-classic", "sonic", "mega", "duel-masters"}, IDs()[:6])
	ids := IDs()
	ids[0] = "spoilt"
	assert.Equal(t, "mark-classic", IDs()[0], "the list is the caller's own")
}
