package handlers

import (
	"crypto/sha256"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/game/table"
)

// How long and how many people are remembered by what they show. Looking one
// up in the database costs more than the move he makes.
const (
	memorySpan = time.Minute
	memorySize = 20000
)

// memory remembers for a minute whose token or cookie something is. It keeps
// hashes, so that a dump of it signs nobody in.
type memory struct {
	mu    sync.Mutex
	faces map[[sha256.Size]byte]remembered
}

type remembered struct {
	player table.Player
	until  time.Time
}

func newMemory() *memory { return &memory{faces: map[[sha256.Size]byte]remembered{}} }

func hashed(kind, secret string) [sha256.Size]byte {
	return sha256.Sum256([]byte(kind + "\x00" + secret))
}

// recall is the player who showed this lately.
func (m *memory) recall(key [sha256.Size]byte, now time.Time) (table.Player, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok := m.faces[key]
	if !ok || now.After(r.until) {
		return table.Player{}, false
	}
	return r.player, true
}

// note remembers a player by what he showed.
func (m *memory) note(key [sha256.Size]byte, p table.Player, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.faces) >= memorySize {
		clear(m.faces)
	}
	m.faces[key] = remembered{p, now.Add(memorySpan)}
}

// forget is for a cookie or token that is no longer good.
func (m *memory) forget(key [sha256.Size]byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.faces, key)
}
