package main

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/handlers/live"
	"github.com/bankhalter/bankhalter/handlers/notify"
	"github.com/bankhalter/bankhalter/handlers/sender"
	"github.com/bankhalter/bankhalter/views/notifypage"
	"github.com/bankhalter/bankhalter/views/page"
)

// smtpTLS is the default of --smtp-tls.
const smtpTLS = "starttls"

// checkMail checks the mail settings.
func (plan *servePlan) checkMail() error {
	if plan.smtpHost == "" {
		if plan.smtpUser != "" || plan.mailFrom != "" || plan.smtpPassword != (secretText{}) || plan.smtpPort != 0 || plan.smtpTLS != smtpTLS || plan.recoveryLife != account.RecoveryLife {
			return errors.New("--smtp-port, --smtp-user, --smtp-password, --smtp-tls, --mail-from and --recovery-life mean something only with --smtp-host")
		}
		return nil
	}
	password, err := plan.smtpPassword.read("smtp-password")
	switch {
	case err != nil:
		return err
	case plan.public == nil:
		return errors.New("--smtp-host needs --public-url: mails say where the table is")
	case plan.mailFrom == "":
		return errors.New("--smtp-host needs --mail-from, the address that mails come from")
	case (plan.smtpUser == "") != (password == ""):
		return errors.New("--smtp-user and --smtp-password go together; one of them is missing")
	case plan.smtpPort > 65535:
		return fmt.Errorf("--smtp-port: %d is not a port from 0 to 65535, such as 587", plan.smtpPort)
	case !slices.Contains([]sender.TLS{sender.StartTLS, sender.Implicit, sender.Plain}, sender.TLS(plan.smtpTLS)):
		return fmt.Errorf("--smtp-tls: %q is not starttls, implicit or none", plan.smtpTLS)
	}
	if _, ok := dnsName(plan.smtpHost); !ok {
		return fmt.Errorf("--smtp-host: %q is not a host such as mail.example.org", plan.smtpHost)
	}
	if _, err := mail.ParseAddress(plan.mailFrom); err != nil {
		return fmt.Errorf("--mail-from: %q is not a mail address such as 'Bankhalter <table@example.org>'", plan.mailFrom)
	}
	plan.mail = &sender.MailConfig{
		Host: plan.smtpHost, Port: plan.smtpPort, User: plan.smtpUser, Password: password, From: plan.mailFrom,
		TLS: sender.TLS(plan.smtpTLS), Domain: plan.public.Hostname(),
	}
	if _, err := sender.NewMail(*plan.mail); err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	return nil
}

// messaging is the notifications with their senders.
type messaging struct {
	notifications *notifications.Service
	mailer        *sender.Mail // nil: no mails
	pushKey       string       // "" if browsers get no messages
}

// openNotifications sets the notifications up. Without a public address nothing can be sent,
// since every message says where to go.
func (plan *servePlan) openNotifications(ctx context.Context, store database, readers *live.Readers) (*messaging, error) {
	room := &messaging{}
	cfg := notifications.Config{
		Senders: map[notice.Way]notifications.Sender{}, Writer: notifypage.Writer{}, Teller: notify.Teller{}, Now: clockOf(store), Logger: plan.log, Looking: readers.Looking,
		Paths: notifications.Paths{
			Game: page.GamePath, Decision: page.DecisionPath, Votes: page.OpenVotesPath, Games: page.MePath(), Preferences: page.NoticesPath(), Unsub: page.UnsubPath, Confirm: page.ConfirmMailPath,
		},
	}
	if plan.mail != nil { // accounts need it without notices, too
		var err error
		if room.mailer, err = sender.NewMail(*plan.mail); err != nil {
			return nil, err
		}
	}
	if plan.public != nil && plan.notices {
		cfg.Site = plan.public.Scheme + "://" + plan.public.Host
		if err := plan.senders(ctx, store, room, cfg.Senders); err != nil {
			return nil, err
		}
	}
	room.notifications = notifications.New(store, cfg)
	return room, nil
}

func (plan *servePlan) senders(ctx context.Context, store database, room *messaging, into map[notice.Way]notifications.Sender) error {
	guard := sender.NewGuard(plan.privateTargets, plan.targets...)
	into[notice.Hook] = sender.NewHook(guard, "bankhalter/"+versionName())
	if room.mailer != nil {
		into[notice.Mail] = room.mailer
	}
	if plan.public.Scheme != "https" && !isLocal(plan.public.Hostname()) {
		return nil // browsers take messages by https only
	}
	key, err := pushKey(ctx, store)
	if err != nil {
		return err
	}
	push, err := sender.NewPush(guard, key, plan.contact(), nil)
	if err != nil {
		return err
	}
	into[notice.Push], room.pushKey = push, push.PublicKey()
	return nil
}

func isLocal(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || strings.HasSuffix(host, ".localhost")
}

// contact is how a push service reaches the operator.
func (plan *servePlan) contact() string {
	if plan.mail != nil {
		if a, err := mail.ParseAddress(plan.mail.From); err == nil {
			return a.Address
		}
	}
	return "https://" + plan.public.Host
}

// pushKey is the key of web push, made once.
func pushKey(ctx context.Context, store database) ([]byte, error) {
	fresh, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make the key of web push: %w", err)
	}
	return store.Secret(ctx, "webpush", fresh.Bytes())
}

// work lets the service work until the function that it returns is called.
func (r *messaging) work(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.notifications.Run(ctx)
	}()
	return func() {
		cancel()
		<-done
	}
}

// notificationNumbers prints how the notifications fare.
func notificationNumbers(ctx context.Context, w io.Writer, notifications *notifications.Service) {
	s, err := notifications.Stats(ctx)
	if err != nil {
		return
	}
	single(w, "bankhalter_outbox_waiting", "gauge", "Notices and messages that wait, those that are not due yet too.", s.Notices+s.Messages)
	head(w, "bankhalter_outbox_oldest_seconds", "gauge", "For how long the oldest of them has been due.")
	fmt.Fprintf(w, "bankhalter_outbox_oldest_seconds %.3f\n", s.Late.Seconds())
	head(w, "bankhalter_outbox_sent_total", "counter", "Attempts to deliver a message, by channel and result.")
	for _, t := range s.Tallies {
		for _, one := range []struct {
			result string
			n      uint64
		}{{"sent", t.Sent}, {"failed", t.Failed}, {"stalled", t.Stalled}, {"gone", t.Gone}} {
			fmt.Fprintf(w, "bankhalter_outbox_sent_total{channel=%q,result=%q} %d\n", t.Way, one.result, one.n)
		}
	}
}
