package auth

import (
	"crypto/sha256"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
)

// How long and how many callers are remembered by their credentials. Looking one
// up in the database costs more than the move they make.
const (
	memorySpan = time.Minute
	memorySize = 20000
)

// callerCache remembers for a minute whose token or cookie something is. It keeps
// hashes, so that a dump of it signs nobody in.
type callerCache struct {
	mu      sync.Mutex
	callers map[[sha256.Size]byte]caller
	epoch   uint64 // counts what was forgotten

	doubts map[chan struct{}]account.PlayerID // of the streams that are open, and whose they are
}

type caller struct {
	player account.Player
	scope  account.Scope // what the token opens
	ends   time.Time     // of the token; zero if it does not end
	until  time.Time     // zero when it is noted: as long as usual
	held   bool          // a stream has looked a session up: the next request does so too, and extends it
}

func newCallerCache() *callerCache {
	return &callerCache{callers: map[[sha256.Size]byte]caller{}, doubts: map[chan struct{}]account.PlayerID{}}
}

// recall returns the recent caller with these credentials, if there is one; and the
// epoch for note after a look-up.
func (m *callerCache) recall(key [sha256.Size]byte, now time.Time) (r caller, epoch uint64, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok = m.callers[key]
	return r, m.epoch, ok && !now.After(r.until)
}

// note remembers a caller by their credentials, unless something was forgotten
// since it was looked up: that may have been this.
func (m *callerCache) note(key [sha256.Size]byte, r caller, now time.Time, epoch uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.epoch != epoch {
		return
	}
	if until := now.Add(memorySpan); r.until.IsZero() || r.until.After(until) {
		r.until = until
	}
	if len(m.callers) >= memorySize {
		clear(m.callers)
	}
	m.callers[key] = r
}

// forgetAll is for when anybody's tokens and sessions may no longer be good.
func (m *callerCache) forgetAll() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.callers)
	m.epoch++
}

// watch returns what wakes when the tokens and sessions of a player are forgotten, until
// leave is called.
func (m *callerCache) watch(id account.PlayerID) (doubt <-chan struct{}, leave func()) {
	wake := make(chan struct{}, 1)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.doubts[wake] = id
	return wake, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.doubts, wake)
	}
}

// forgetPlayer is for somebody one of whose tokens or sessions is no longer good. Their
// streams look at once whether they may go on.
func (m *callerCache) forgetPlayer(id account.PlayerID) {
	if id == "" {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for key, r := range m.callers {
		if r.player.ID == id {
			delete(m.callers, key)
		}
	}
	m.epoch++
	for wake, player := range m.doubts {
		if player != id {
			continue
		}
		select {
		case wake <- struct{}{}:
		default: // it has not looked since the last one
		}
	}
}
