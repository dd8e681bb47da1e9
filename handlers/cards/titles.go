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
	byHash map[string]edition.Text
}

func newTitles() *titles { return &titles{byHash: map[string]edition.Text{}} }

// of is the title of a table's edition; its id if it cannot be read.
func (t *titles) of(ctx context.Context, editions Editions, g *table.Game, lang string) string {
	t.mu.Lock()
	title, ok := t.byHash[g.Edition]
	t.mu.Unlock()
	if ok {
		return title.In(lang)
	}
	ed, err := editions.Edition(ctx, g.Edition)
	if err != nil {
		return g.EditionID
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.byHash) >= maxTitles {
		clear(t.byHash)
	}
	t.byHash[g.Edition] = ed.Title
	return ed.Title.In(lang)
}
