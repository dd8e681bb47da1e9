package account

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/bankhalter/bankhalter/game/storage"
)

// How long and how many questions to passkeys are remembered.
const (
	questionLife = 5 * time.Minute
	maxQuestions = 10000
)

// Questions keeps the questions to passkeys for all servers on a database: the
// answer may come to another one than that which has asked.
type Questions interface {
	// AddQuestion keeps a question for so long, and no more than most: the oldest give way.
	AddQuestion(ctx context.Context, hash [32]byte, question string, life time.Duration, most int) error
	// TakeQuestion returns a question and forgets it; ErrNotFound if there is none or it has expired.
	TakeQuestion(ctx context.Context, hash [32]byte) (string, error)
}

// questions holds the challenges sent to passkeys and not yet answered: in the store
// if several servers share it, else in memory. What a restart forgets the page asks again.
type questions struct {
	shared Questions // nil: in memory

	mu   sync.Mutex
	open map[string]question // by challenge
}

type question struct {
	Data   webauthn.SessionData
	Player PlayerID // who registers; "" to sign in

	until time.Time
}

func newQuestions(store Store) *questions {
	shared, _ := store.(Questions)
	return &questions{shared: shared, open: map[string]question{}}
}

func (a *questions) add(ctx context.Context, q question, now time.Time) error {
	if a.shared != nil {
		text, err := json.Marshal(q)
		if err != nil {
			return err
		}
		return a.shared.AddQuestion(ctx, sha256.Sum256([]byte(q.Data.Challenge)), string(text), questionLife, maxQuestions)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.open) >= maxQuestions {
		for challenge, old := range a.open {
			if now.After(old.until) || len(a.open) >= maxQuestions {
				delete(a.open, challenge)
			}
		}
	}
	q.until = now.Add(questionLife)
	a.open[q.Data.Challenge] = q
	return nil
}

// take returns the question with this challenge; it can be answered once.
func (a *questions) take(ctx context.Context, challenge string, now time.Time) (q question, err error) {
	if a.shared != nil {
		text, err := a.shared.TakeQuestion(ctx, sha256.Sum256([]byte(challenge)))
		if errors.Is(err, storage.ErrNotFound) {
			err = ErrExpired
		}
		if err == nil {
			err = json.Unmarshal([]byte(text), &q)
		}
		return q, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	q, ok := a.open[challenge]
	delete(a.open, challenge)
	if !ok || now.After(q.until) {
		return question{}, ErrExpired
	}
	return q, nil
}
