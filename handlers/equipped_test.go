package handlers_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/people"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/live"
	"github.com/bankhalter/bankhalter/handlers/notify"
	"github.com/bankhalter/bankhalter/handlers/sender"
	"github.com/bankhalter/bankhalter/handlers/sender/sendertest"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/notifypage"
	"github.com/bankhalter/bankhalter/views/page"
)

// equipped is a server that can do all there is: it has an operator, sends mails
// and calls web hooks; beside it are a mail box, a receiver and an authenticator.
type equipped struct {
	*site
	smtp  *sendertest.SMTP
	hooks *receiver
	given http.Handler // /-mail and /-passkey
}

// openEquipped opens one that people reach under an address.
func openEquipped(t *testing.T, address string, change ...func(*handlers.Config)) *equipped {
	t.Helper()
	q := &equipped{smtp: sendertest.NewSMTP(t), hooks: newReceiver(t)}
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "all.db"), sqlite.Options{Sync: sqlite.Normal})
	require.NoError(t, err)
	mailer, err := sender.NewMail(sender.MailConfig{
		Host: q.smtp.Host, Port: q.smtp.Port, From: "Bankhalter <table@play.example.org>", TLS: sender.Plain, Domain: "play.example.org",
	})
	require.NoError(t, err)
	guard := sender.NewGuard(true)
	push, err := sender.NewPush(guard, sendertest.Key(t).Bytes(), "https://play.example.org", nil)
	require.NoError(t, err)
	office := notifications.New(store, notifications.Config{
		Site: address, Writer: notifypage.Writer{}, Teller: notify.Teller{}, Looking: live.NewReaders(nil).Looking,
		Senders: map[notice.Way]notifications.Sender{notice.Mail: mailer, notice.Hook: sender.NewHook(guard, "bankhalter/test"), notice.Push: push},
		Paths: notifications.Paths{
			Game: page.GamePath, Decision: page.DecisionPath, Votes: page.OpenVotesPath, Games: page.MePath(), Preferences: page.NoticesPath(), Unsub: page.UnsubPath, Confirm: page.ConfirmMailPath,
		},
	})
	tables, talk := tabletest.NewWithTalk(store, table.Config{Heeds: office.Heeds, Tells: office.Tells, Rematched: office.Rematched})
	require.NoError(t, office.Open(t.Context(), tables))
	desk, err := operator.Open(t.Context(), store, nil)
	require.NoError(t, err)
	players := account.NewPlayers(store, account.PlayersConfig{})
	results := people.New(store, people.Config{})
	accounts := account.New(store, players, account.Config{Mail: mailer.Send})
	cfg := handlers.Config{
		Limits: web.DefaultLimits(), Version: "test", Ready: store.Ping, Notifications: office, PushKey: push.PublicKey(),
		Operator: desk, AdminPassword: password, Accounts: accounts, People: results,
	}
	for _, c := range change {
		c(&cfg)
	}
	s, err := handlers.New(cfg, handlers.Services{Tables: tables, Talk: talk, Boards: library.New(store, nil), Players: players, Sessions: store.Sessions(false, nil)})
	require.NoError(t, err)
	hs := httptest.NewServer(s)
	q.site = &site{t: t, people: results, url: hs.URL, server: s, http: hs, tables: tables}
	q.given = q.around(t, address, func() {
		accounts.Close() // what was asked for is kept by then
		rest := account.New(store, players, account.Config{Mail: mailer.Send})
		defer rest.Close()
		assert.Eventually(t, func() bool {
			at, err := store.NextMail(t.Context())
			return err == nil && at.IsZero()
		}, time.Minute, time.Millisecond, "mails wait")
	})
	t.Cleanup(func() {
		s.CloseStreams()
		hs.Close()
		accounts.Close()
		tables.Close()
		players.Close()
		require.NoError(t, store.Close())
	})
	return q
}

// around is what examples take for granted: a program that prints the last mail,
// and one that asks an authenticator.
func (q *equipped) around(t *testing.T, address string, sendMails func()) http.Handler {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/-mail", func(w http.ResponseWriter, _ *http.Request) {
		sendMails()
		_, _ = io.WriteString(w, strings.ReplaceAll(q.smtp.Last().Body, "\r\n", "\n"))
	})
	var last *authenticator // asked by one shell, one question after the other
	mux.HandleFunc("/-passkey", func(w http.ResponseWriter, r *http.Request) {
		question, err := io.ReadAll(r.Body)
		if err != nil {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		options := &answer{t: t, body: question}
		var said map[string]any
		if _, fresh := options.json()["user"]; fresh {
			one := newAuthenticator(t, address)
			said = one.create(options)
			if last == nil {
				last = one
			}
		} else {
			said = last.get(options)
		}
		_ = json.NewEncoder(w).Encode(said)
	})
	return mux
}
