package account

import (
	"sync"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"
)

// How long and how many questions to passkeys are remembered. A restart
// forgets them; the page asks again.
const (
	askedLife = 5 * time.Minute
	maxAsked  = 10000
)

// asked holds the challenges sent to passkeys and not yet answered.
type asked struct {
	mu   sync.Mutex
	open map[string]question // by challenge
}

type question struct {
	data   webauthn.SessionData
	player PlayerID // who registers; "" to sign in
	until  time.Time
}

func newAsked() *asked { return &asked{open: map[string]question{}} }

func (a *asked) add(q question, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.open) >= maxAsked {
		for challenge, old := range a.open {
			if now.After(old.until) || len(a.open) >= maxAsked {
				delete(a.open, challenge)
			}
		}
	}
	q.until = now.Add(askedLife)
	a.open[q.data.Challenge] = q
}

// take returns the question with this challenge; it can be answered once.
func (a *asked) take(challenge string, now time.Time) (question, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	q, ok := a.open[challenge]
	delete(a.open, challenge)
	if !ok || now.After(q.until) {
		return question{}, ErrExpired
	}
	return q, nil
}
