package talk

import (
	"sync"

	"github.com/bankhalter/bankhalter/game/account"
)

// mutedLists are the lists of whom players have muted that were read from the
// store. It is safe for concurrent use.
type mutedLists struct {
	mu    sync.Mutex
	lists map[account.PlayerID]map[account.PlayerID]bool
	drops uint64 // how often lists were dropped
}

// get is the list of a player if it has been read, and the drops until now, which
// put wants to know.
func (l *mutedLists) get(p account.PlayerID) (list map[account.PlayerID]bool, drops uint64, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	list, ok = l.lists[p]
	return list, l.drops, ok
}

// put keeps a list that was read after get had told the drops. If lists were
// dropped since, what was read may be out of date, and is not kept.
func (l *mutedLists) put(p account.PlayerID, list map[account.PlayerID]bool, drops uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.drops != drops {
		return
	}
	if l.lists == nil {
		l.lists = make(map[account.PlayerID]map[account.PlayerID]bool)
	}
	l.lists[p] = list
}

// drop has the list of a player read anew when it is wanted next.
func (l *mutedLists) drop(p account.PlayerID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.drops++
	delete(l.lists, p)
}

// clear has all lists read anew.
func (l *mutedLists) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.drops++
	clear(l.lists)
}
