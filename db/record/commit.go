package record

import (
	"fmt"

	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
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

// Tempo is the stored form of the times of a table; "" if there are none.
func Tempo(t *timecontrol.State) (string, error) {
	if t == nil {
		return "", nil
	}
	b, err := t.Append(make([]byte, 0, 160))
	if err != nil {
		return "", fmt.Errorf("encode times: %w", err)
	}
	return string(b), nil
}
