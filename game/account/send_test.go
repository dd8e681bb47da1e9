package account_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/account/accounttest"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// passing is an answer of a mail server that may be another one later.
type passing struct{}

func (passing) Error() string   { return "451 try again later" }
func (passing) Temporary() bool { return true }

// letters is a mail server: what it answers, and what it was handed and when.
type letters struct {
	begun   time.Time
	answers []error
	at      []time.Duration
	texts   []string
}

func (l *letters) take(_ context.Context, _, _, text string) error {
	l.at, l.texts = append(l.at, time.Since(l.begun)), append(l.texts, text)
	if len(l.at) > len(l.answers) {
		return nil
	}
	if err := l.answers[len(l.at)-1]; err != nil {
		return fmt.Errorf("mail: %w", err) // as senders return it
	}
	return nil
}

// A mail that the server cannot take now is sent again while it is good for something.
func TestAMailIsSentAgainWhileItIsGood(t *testing.T) {
	t.Parallel()
	never := errors.New("550 no such user")
	for name, c := range map[string]struct {
		answers []error
		panics  bool
		sent    []time.Duration
	}{
		"taken at once": {sent: []time.Duration{0}},
		"taken later":   {answers: []error{passing{}, passing{}}, sent: []time.Duration{0, 30 * time.Second, 150 * time.Second}},
		"never taken":   {answers: []error{passing{}, never}, sent: []time.Duration{0, 30 * time.Second}},
		"refused":       {answers: []error{never}, sent: []time.Duration{0}},
		"a panic":       {panics: true, sent: []time.Duration{0}},
		"for hours": {
			answers: []error{passing{}, passing{}, passing{}, passing{}, passing{}, passing{}},
			sent:    []time.Duration{0, 30 * time.Second, 150 * time.Second, 450 * time.Second, 1350 * time.Second, 4950 * time.Second},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				l := &letters{begun: time.Now(), answers: c.answers}
				store := accounttest.NewMemory()
				s := account.New(store, nil, account.Config{Mail: func(ctx context.Context, to, subject, text string) error {
					if err := l.take(ctx, to, subject, text); !c.panics {
						return err
					}
					panic("no mail")
				}})
				s.Tell(t.Context(), account.Account{Player: "ada", Mail: "ada@example.org"}, "News", "here")
				time.Sleep(3 * time.Hour)
				assert.Equal(t, c.sent, l.at)
				at, err := store.NextMail(t.Context())
				require.NoError(t, err)
				assert.Zero(t, at, "nothing waits")
				s.Close()
			})
		})
	}
}

// linked is a service with the player Ada, who has an account.
func linked(t *testing.T, store account.Store, confirmed time.Time, mail func(ctx context.Context, to, subject, text string) error) (*account.Service, account.PlayerID) {
	t.Helper()
	players := account.NewPlayers(tabletest.NewMemory(), account.PlayersConfig{})
	t.Cleanup(players.Close)
	ada, _, err := players.CreatePlayer(t.Context(), "Ada")
	require.NoError(t, err)
	require.NoError(t, store.SaveAccount(t.Context(), account.Account{Player: ada.ID, Login: "ada", Mail: "ada@example.org", MailAt: confirmed, ChangedAt: time.Now()}))
	return account.New(store, players, account.Config{Mail: mail}), ada.ID
}

// write is a mail whose text is the token of its link.
func write(l account.LinkMail) (subject, text string) { return "Link", l.Token }

// A mail with a link outlives the server that was to send it: the next one sends it with a
// link of its own, and no token was stored.
func TestAMailOutlivesARestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := accounttest.NewMemory()
		first := &letters{begun: time.Now(), answers: []error{passing{}}}
		s, ada := linked(t, store, time.Time{}, first.take)
		require.NoError(t, s.AskMail(t.Context(), ada, "here", write))
		synctest.Wait()
		s.Close()
		require.Len(t, first.at, 1)

		time.Sleep(time.Hour)
		second := &letters{begun: time.Now()}
		s = account.New(store, nil, account.Config{Mail: second.take})
		synctest.Wait()
		require.Len(t, second.at, 1, "at once: it was due long ago")
		assert.NotEqual(t, first.texts[0], second.texts[0])
		require.ErrorIs(t, s.PeekMail(t.Context(), ada, first.texts[0]), storage.ErrNotFound, "it is a new link")
		time.Sleep(account.MailLife - time.Second)
		require.NoError(t, s.ConfirmMail(t.Context(), ada, second.texts[0]), "which is good from now on")
		time.Sleep(24 * time.Hour)
		assert.Len(t, second.at, 1)
		s.Close()
	})
}

// A link that would be good for nothing by now is not sent.
func TestALinkThatNobodyNeedsIsNotSent(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		confirmed bool
		change    func(t *testing.T, s account.Store, a *account.Account) // after the first
		sent      int
	}{
		"a password, nothing happens":     {confirmed: true, sent: 2},
		"an address, nothing happens":     {sent: 2},
		"a password, the address changed": {confirmed: true, sent: 1, change: saved(func(a *account.Account) { a.Mail = "b@example.org" })},
		"a password, it was set":          {confirmed: true, sent: 1, change: saved(func(a *account.Account) { a.Password, a.ChangedAt = "x", time.Now() })},
		"an address, it was confirmed":    {sent: 1, change: saved(func(a *account.Account) { a.MailAt = time.Now() })},
		"an address, a password was set":  {sent: 2, change: saved(func(a *account.Account) { a.Password, a.ChangedAt = "x", time.Now() })},
		"the account was deleted": {sent: 1, change: func(t *testing.T, s account.Store, a *account.Account) {
			t.Helper()
			require.NoError(t, s.DropAccount(t.Context(), a.Player))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				store, l := accounttest.NewMemory(), &letters{answers: []error{passing{}}}
				confirmed := time.Time{}
				if c.confirmed {
					confirmed = time.Now()
				}
				s, ada := linked(t, store, confirmed, l.take)
				if c.confirmed {
					require.NoError(t, s.AskRecovery(t.Context(), "ada", "here", write))
				} else {
					require.NoError(t, s.AskMail(t.Context(), ada, "here", write))
				}
				time.Sleep(time.Second)
				if c.change != nil {
					a, err := store.Account(t.Context(), ada)
					require.NoError(t, err)
					c.change(t, store, &a)
				}
				time.Sleep(2 * time.Hour)
				assert.Len(t, l.texts, c.sent)
				assert.NotContains(t, strings.Join(l.texts, ""), "~", "each has a token")
				s.Close()
			})
		})
	}
}

// saved is a change of an account.
func saved(change func(*account.Account)) func(*testing.T, account.Store, *account.Account) {
	return func(t *testing.T, s account.Store, a *account.Account) {
		t.Helper()
		change(a)
		require.NoError(t, s.SaveAccount(t.Context(), *a))
	}
}

// Several servers on one store send each mail once.
func TestSeveralServersSendAMailOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := accounttest.NewMemory()
		sent := make(chan string, 100)
		mail := func(_ context.Context, _, _, text string) error {
			time.Sleep(time.Minute)
			sent <- text
			return nil
		}
		s, _ := linked(t, store, time.Now(), mail)
		other := account.New(store, nil, account.Config{Mail: mail})
		for i := range 20 {
			s.Tell(t.Context(), account.Account{Player: "ada", Mail: "ada@example.org"}, "News", fmt.Sprint(i))
		}
		time.Sleep(time.Hour)
		assert.Len(t, sent, 20)
		s.Close()
		other.Close()
	})
}
