package account

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/storage"
)

// MailLife is how long a link that confirms an address is good.
const MailLife = 48 * time.Hour

// AskMail sends a link that confirms the address of a player's account, in
// place of any before. ErrNoMail, *TooOften; storage.ErrNotFound if there is
// nothing to confirm.
func (s *Service) AskMail(ctx context.Context, id PlayerID, network string, mail Mail) error {
	if !s.SendsMail() {
		return ErrNoMail
	}
	a, err := s.store.Account(ctx, id)
	if err == nil && (a.Mail == "" || !a.MailAt.IsZero()) {
		err = storage.ErrNotFound
	}
	if err != nil {
		return err
	}
	// Typing other people's addresses must not make this server write to them for ever.
	for _, one := range []struct {
		key     string
		allowed limit
	}{{"confirm " + network, mailsNetwork()}, {"confirms " + string(id), mailsAccount()}, {"to " + Key(a.Mail), mailsAddress()}} {
		if err := s.tries.take(ctx, one.key, one.allowed, s.now()); err != nil {
			return err
		}
	}
	p, err := s.players.Player(ctx, id)
	if err != nil {
		return err
	}
	subject, text := mail(LinkMail{Name: p.Name, Login: a.Login, Token: linkToken, Life: MailLife})
	return s.sendSoon(ctx, MailConfirm, a, subject, text, MailLife)
}

// PeekMail returns nil if ConfirmMail would take a link, else the error it would
// return.
func (s *Service) PeekMail(ctx context.Context, id PlayerID, token string) error {
	of, err := s.store.MailLinkOf(ctx, HashToken(token), s.now())
	if err == nil && of != id {
		return ErrOther
	}
	return err
}

// ConfirmMail confirms the address of a player's account by a link that was
// sent there, which is used up. It counts only for the player who requested it and is
// signed in. storage.ErrNotFound; ErrOther if somebody else did.
func (s *Service) ConfirmMail(ctx context.Context, id PlayerID, token string) error {
	if err := s.PeekMail(ctx, id, token); err != nil {
		return err
	}
	return s.store.ConfirmMail(ctx, id, HashToken(token), s.now())
}
