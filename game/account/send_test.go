package account

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// passing is an answer of a mail server that may be another one later.
type passing struct{}

func (passing) Error() string   { return "451 try again later" }
func (passing) Temporary() bool { return true }

// A mail that the server cannot take now is sent again while its link is good for something,
// and a server that stops waits for none.
func TestAMailIsSentAgainWhileItIsGood(t *testing.T) {
	t.Parallel()
	never := errors.New("550 no such user")
	for name, c := range map[string]struct {
		answers []error
		good    time.Duration // how long its link is
		closes  time.Duration // when the server does; 0: at the end
		sent    []time.Duration
	}{
		"taken at once":           {answers: []error{nil}, good: time.Hour, sent: []time.Duration{0}},
		"taken later":             {answers: []error{passing{}, passing{}, nil}, good: time.Hour, sent: []time.Duration{0, 30 * time.Second, 150 * time.Second}},
		"never taken":             {answers: []error{passing{}, never}, good: time.Hour, sent: []time.Duration{0, 30 * time.Second}},
		"refused":                 {answers: []error{never}, good: time.Hour, sent: []time.Duration{0}},
		"the account was deleted": {answers: []error{passing{}, passing{}, nil}, good: time.Minute, sent: []time.Duration{0, 30 * time.Second}},
		"the server stops":        {answers: []error{passing{}, passing{}, nil}, good: time.Hour, closes: time.Minute, sent: []time.Duration{0, 30 * time.Second}},
		"for hours": {
			answers: []error{passing{}, passing{}, passing{}, passing{}, passing{}, passing{}}, good: 24 * time.Hour,
			sent: []time.Duration{0, 30 * time.Second, 150 * time.Second, 450 * time.Second, 1350 * time.Second, 4950 * time.Second},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				begun := time.Now()
				var sent []time.Duration
				s := New(nil, nil, Config{Mail: func(context.Context, string, string, string) error {
					sent = append(sent, time.Since(begun))
					return wrapped(c.answers[len(sent)-1])
				}})
				s.sendSoon(t.Context(), "not sent", outgoing{"ada@example.org", "Link", "here"}, func() bool { return time.Since(begun) < c.good })
				if c.closes > 0 {
					time.Sleep(c.closes)
					s.Close()
					assert.Equal(t, c.closes, time.Since(begun))
				}
				s.busy.Wait()
				assert.Equal(t, c.sent, sent)
			})
		})
	}
}

// wrapped is an error as senders return it.
func wrapped(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("mail: %w", err)
}
