package account

import (
	"context"
	"errors"
	"time"

	"github.com/bankhalter/bankhalter/game/storage"
)

// RecoveryLife is how long a link to a new password is good, if Config does not
// say.
const RecoveryLife = 10 * time.Minute

// maxMails is the most accounts of one address to which links are sent at once.
const maxMails = 5

// Mail writes the mail that brings a link: the player's name at tables, the
// login, the token of the link, how long it is good, and whether the account has
// passkeys, which sign its owner in without it.
type Mail func(l LinkMail) (subject, text string)

// LinkMail is the content of a Mail.
type LinkMail struct {
	Name, Login, Token string
	Life               time.Duration
	Passkeys           bool
}

// RecoveryLife is how long a link to a new password is good.
func (s *Service) RecoveryLife() time.Duration { return s.cfg.RecoveryLife }

// SendsMail reports whether there is a way back by mail here at all.
func (s *Service) SendsMail() bool { return s.cfg.Mail != nil }

// AskRecovery sends links to a new password to the owner of this login or
// address, if the address was confirmed. It returns at once and does not reveal whether there is such an
// account: looking and sending come afterwards. ErrNoMail, *TooOften.
func (s *Service) AskRecovery(ctx context.Context, loginOrMail, network string, mail Mail) error {
	if !s.SendsMail() {
		return ErrNoMail
	}
	if err := s.tries.take(ctx, "recover "+network, mailsNetwork(), s.now()); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	s.busy.Go(func() {
		if err := s.sendLinks(ctx, Key(loginOrMail), mail); err != nil {
			s.cfg.Logger.Error("a link to a new password could not be sent", "err", err)
		}
	})
	return nil
}

func (s *Service) sendLinks(ctx context.Context, key string, mail Mail) error {
	if key == "" {
		return nil
	}
	found, err := s.store.AccountsByMail(ctx, key)
	if err != nil {
		return err
	}
	if a, err := s.store.AccountByLogin(ctx, key); err == nil && Key(a.Mail) != key {
		found = append(found, a)
	} else if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	var failed error
	for i, a := range found {
		if i < maxMails && a.Mail != "" && !a.MailAt.IsZero() && s.tries.take(ctx, "mails "+string(a.Player), mailsAccount(), s.now()) == nil {
			failed = errors.Join(failed, s.sendLink(ctx, a, mail))
		}
	}
	return failed
}

func (s *Service) sendLink(ctx context.Context, a Account, mail Mail) error {
	p, err := s.players.Player(ctx, a.Player)
	if err != nil {
		return err
	}
	keys, err := s.store.Passkeys(ctx, a.Player)
	if err != nil {
		return err
	}
	subject, text := mail(LinkMail{p.Name, a.Login, linkToken, s.cfg.RecoveryLife, len(keys) > 0})
	return s.sendSoon(ctx, MailRecover, a, subject, text, s.cfg.RecoveryLife)
}

// PeekRecovery returns the account of this link without using it up; ErrNotFound
// if the link is good for none any more.
func (s *Service) PeekRecovery(ctx context.Context, token string) (Account, error) {
	id, err := s.store.RecoveryOf(ctx, HashToken(token), s.now())
	if err != nil {
		return Account{}, err
	}
	return s.store.Account(ctx, id)
}

// Recover sets a new password by a link, which is used up. Nothing else that
// signed the player in before does so any longer, unless they want to keep their
// passkeys, secret link and tokens: an intruder is out.
// ErrNotFound, *Invalid.
func (s *Service) Recover(ctx context.Context, token, password, network string, keep bool) (PlayerID, error) {
	if err := s.tries.take(ctx, "network "+network, perNetwork(), s.now()); err != nil {
		return "", err
	}
	a, err := s.PeekRecovery(ctx, token)
	if err != nil {
		return "", err
	}
	if err := checkPassword(password, a.Login, a.Mail); err != nil {
		return "", err
	}
	var fresh string
	if err := s.hashed(ctx, func() { fresh = s.cost.hash(password) }); err != nil {
		return "", err
	}
	return s.store.Recover(ctx, HashToken(token), s.now(), fresh, keep)
}

// Tell mails news of an account to the address that it had, if this server sends mail. It
// returns before that; why nothing was sent is logged.
func (s *Service) Tell(ctx context.Context, had Account, subject, text string) {
	if !s.SendsMail() || had.Mail == "" {
		return
	}
	if err := s.sendSoon(ctx, MailNews, had, subject, text, MailLife); err != nil {
		s.cfg.Logger.Error("a mail could not be kept", "kind", MailNews, "err", err)
	}
}
