package cards

import (
	"context"
	"sync"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/table"
)

// maxTitles bounds the titles remembered; they are read again when needed.
const maxTitles = 1000

// titles remembers what editions are called, so that a list of tables need not
// read whole boards. Editions never change, so a title never gets old.
type titles struct {
	mu     sync.Mutex
	byHash map[string]board
}

// board is what a list says of an edition.
type board struct {
	title  edition.Text
	spaces int
}

func newTitles() *titles { return &titles{byHash: map[string]board{}} }

// of is the title of a table's edition and the number of its spaces; its id and 0 if
// it cannot be read.
func (t *titles) of(ctx context.Context, editions Editions, g *table.Game, lang string) (title string, spaces int) {
	t.mu.Lock()
	b, ok := t.byHash[g.Edition]
	t.mu.Unlock()
	if ok {
		return b.title.In(lang), b.spaces
	}
	ed, err := editions.Edition(ctx, g.Edition)
	if err != nil {
		return g.EditionID, 0
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.byHash) >= maxTitles {
		clear(t.byHash)
	}
	t.byHash[g.Edition] = board{ed.Title, len(ed.Spaces)}
	return ed.Title.In(lang), len(ed.Spaces)
}
