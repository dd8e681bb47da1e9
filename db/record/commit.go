package record

import (
	"fmt"

	"github.com/bankhalter/bankhalter/game/table"
)

// Contiguous checks that the rows of a commit follow one another without a gap.
func Contiguous(c table.Commit) error {
	at := c.After
	for _, m := range c.Moves {
		if m.First != at+1 || m.Seq < m.First {
			return fmt.Errorf("append move: events %d to %d do not follow %d", m.First, m.Seq, at)
		}
		at = m.Seq
	}
	if at != c.Summary.Seq {
		return fmt.Errorf("append move: summary stands at %d, moves end at %d", c.Summary.Seq, at)
	}
	return nil
}
