package account

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game/storage"
)

// MailKind is what a mail to the owner of an account is about.
type MailKind string

// The kinds of mails.
const (
	MailConfirm MailKind = "confirm" // a link that confirms the address
	MailRecover MailKind = "recover" // a link to a new password
	MailNews    MailKind = "news"    // no link
)

// Outgoing is a mail that waits to be sent. The token of its link is made each time
// it is handed to the mail server, so that none is stored: linkToken stands for it.
type Outgoing struct {
	ID            string
	Player        PlayerID
	Kind          MailKind
	To            string
	Subject, Text string
	AskedAt       time.Time
	DueAt         time.Time
	Until         time.Time // nobody needs it any more
	Tries         int       // how often the mail server could not take it
}

// linkToken stands for the token of the link in the text of a mail.
const linkToken = "~~token~~"

const (
	sendAbreast = 8                // mails that are sent at the same time
	sendLease   = 3 * time.Minute  // far longer than sending one takes
	lookEvery   = 15 * time.Second // for mails, even if none is known to be due
	lookSoon    = time.Second      // after an error
)

// pauses are how long a mail waits for its next attempts if the mail server cannot take it
// now: it may want to see first whether somebody tries again.
func pauses() []time.Duration {
	return []time.Duration{30 * time.Second, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}
}

// sendSoon keeps a mail to an account and lets it be sent: again where that may help, as long
// as it is still good for something, by this server or another one, also after a restart. It
// returns before; why a mail was not sent is logged.
func (s *Service) sendSoon(ctx context.Context, kind MailKind, a Account, subject, text string, life time.Duration) error {
	now := s.now()
	err := s.store.AddMail(ctx, Outgoing{
		ID: rand.Text(), Player: a.Player, Kind: kind, To: a.Mail, Subject: subject, Text: text,
		AskedAt: now, DueAt: now, Until: now.Add(life),
	})
	select {
	case s.wake <- struct{}{}:
	default: // it looks anyway
	}
	return err
}

// sendMails sends what is due until the service is closed.
func (s *Service) sendMails(ctx context.Context) {
	places := make(chan struct{}, sendAbreast)
	for {
		pause := time.NewTimer(s.sendDue(ctx, places))
		select {
		case <-s.closing:
			pause.Stop()
			return
		case <-s.wake:
			pause.Stop()
		case <-pause.C:
		}
	}
}

// sendDue begins to send what is due, and returns when to look again.
func (s *Service) sendDue(ctx context.Context, places chan struct{}) time.Duration {
	for {
		select {
		case <-s.closing:
			return 0
		case places <- struct{}{}:
		}
		m, wait, err := s.claimMail(ctx)
		if m.ID == "" {
			<-places
			if err != nil {
				s.cfg.Logger.Warn("mails that wait could not be read", "err", err)
			}
			return wait
		}
		s.busy.Go(func() {
			defer func() { <-places }()
			s.send(ctx, &m)
		})
	}
}

// claimMail takes the mail that is due first, or returns when to look again.
func (s *Service) claimMail(ctx context.Context) (m Outgoing, wait time.Duration, err error) {
	at, err := s.store.NextMail(ctx)
	now := s.now()
	switch {
	case err != nil:
		return m, lookSoon, err
	case at.IsZero():
		return m, lookEvery, nil
	case at.After(now):
		return m, min(at.Sub(now), lookEvery), nil
	}
	m, err = s.store.ClaimMail(ctx, now, now.Add(sendLease))
	if errors.Is(err, storage.ErrNotFound) { // another server has it
		err = nil
	}
	return m, lookSoon, err
}

// send tries to send a claimed mail, and puts it off or drops it then.
func (s *Service) send(ctx context.Context, m *Outgoing) {
	err := s.attempt(ctx, m)
	pause, again := s.later(m, err)
	switch {
	case again:
		s.cfg.Logger.Info("a mail is sent again later", "kind", m.Kind, "in", pause, "err", err)
		err = s.store.PutOffMail(ctx, m.ID, s.now().Add(pause))
	default:
		if err != nil {
			s.cfg.Logger.Error("a mail could not be sent", "kind", m.Kind, "err", err)
		}
		err = s.store.DropMail(ctx, m.ID)
	}
	if err != nil {
		s.cfg.Logger.Warn("a mail may be sent twice", "kind", m.Kind, "err", err)
	}
}

// later reports whether a mail is tried again after an error, and in how long.
func (s *Service) later(m *Outgoing, err error) (pause time.Duration, again bool) {
	if p := pauses(); mayPass(err) && m.Tries < len(p) {
		return p[m.Tries], s.now().Add(p[m.Tries]).Before(m.Until)
	}
	return 0, false
}

// attempt hands a mail to the mail server, unless nobody needs it any more. It makes an
// error of a panic: what waits in the store would meet it again after every start.
func (s *Service) attempt(ctx context.Context, m *Outgoing) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if !s.now().Before(m.Until) {
		return nil
	}
	if m.Kind == MailNews {
		return s.cfg.Mail(ctx, m.To, m.Subject, m.Text)
	}
	token, err := s.freshLink(ctx, m)
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.cfg.Mail(ctx, m.To, m.Subject, strings.ReplaceAll(m.Text, linkToken, token))
}

// freshLink makes the link of a mail, in place of any before. storage.ErrNotFound if it would be good for
// nothing: the account has changed, or what it was for is done.
func (s *Service) freshLink(ctx context.Context, m *Outgoing) (token string, err error) {
	a, err := s.store.Account(ctx, m.Player)
	if err != nil {
		return "", err
	}
	if a.Mail != m.To || a.MailAt.IsZero() != (m.Kind == MailConfirm) {
		return "", storage.ErrNotFound
	}
	token = rand.Text()
	if m.Kind == MailConfirm {
		return token, s.store.AddMailLink(ctx, MailLink{Player: a.Player, Hash: HashToken(token), Mail: Key(a.Mail), ExpiresAt: s.now().Add(MailLife)})
	}
	if a.ChangedAt.After(m.AskedAt) {
		return "", storage.ErrNotFound
	}
	return token, s.store.AddRecovery(ctx, Recovery{Player: a.Player, Hash: HashToken(token), ExpiresAt: s.now().Add(s.cfg.RecoveryLife)})
}

// mayPass reports whether an error of sending may pass.
func mayPass(err error) bool {
	var t interface{ Temporary() bool }
	return errors.As(err, &t) && t.Temporary() || errors.Is(err, storage.ErrFailed) || errors.Is(err, storage.ErrBusy)
}
