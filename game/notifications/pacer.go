package notifications

import (
	"maps"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// pacer limits how often something is done under a key, in memory: a restart
// may forget it.
type pacer struct {
	mu   sync.Mutex
	keys map[string]*rate.Limiter
}

// maxPaced bounds the keys that strangers can make it remember.
const maxPaced = 20_000

// take counts one time, at most so many at once and within a span; false if it is too
// many, or if too many keys are remembered whose limits are not as good as new.
func (p *pacer) take(key string, most int, within time.Duration, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	limiter := p.keys[key]
	if limiter == nil {
		if len(p.keys) >= maxPaced {
			maps.DeleteFunc(p.keys, func(_ string, l *rate.Limiter) bool { return l.TokensAt(now) >= float64(l.Burst()) })
		}
		if len(p.keys) >= maxPaced {
			return false
		}
		if p.keys == nil {
			p.keys = map[string]*rate.Limiter{}
		}
		limiter = rate.NewLimiter(rate.Every(within/time.Duration(most)), most)
		p.keys[key] = limiter
	}
	return limiter.AllowN(now, 1)
}
