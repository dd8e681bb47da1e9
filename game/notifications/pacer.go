package notifications

import (
	"sync"
	"time"
)

// pacer limits how often something is done under a key, in memory: a restart
// may forget it.
type pacer struct {
	mu   sync.Mutex
	seen map[string][]time.Time
}

// maxPaced bounds the keys that strangers can make it remember.
const maxPaced = 20_000

// take counts one time, at most so many within a span; false if it is too many.
func (p *pacer) take(key string, most int, within time.Duration, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.seen == nil || len(p.seen) >= maxPaced {
		p.seen = map[string][]time.Time{}
	}
	var recent []time.Time
	for _, t := range p.seen[key] {
		if now.Sub(t) < within {
			recent = append(recent, t)
		}
	}
	if len(recent) >= most {
		p.seen[key] = recent
		return false
	}
	p.seen[key] = append(recent, now)
	return true
}
