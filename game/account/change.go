package account

import (
	"context"
	"errors"

	"github.com/bankhalter/bankhalter/game/storage"
)

// Of reads the account of a player; the zero account if they have none.
func (s *Service) Of(ctx context.Context, id PlayerID) (Account, error) {
	a, err := s.store.Account(ctx, id)
	if errors.Is(err, storage.ErrNotFound) {
		return Account{}, nil
	}
	return a, err
}

// Credentials are what a player signs in with from now on. An empty password
// keeps the one there is; a login that is an address is where recovery goes if
// no other is given.
type Credentials struct {
	Login, Mail, Password string
}

// Set makes or changes the login, the address and the password of a player.
// *Invalid, ErrTaken. Whether the player may is for the caller to see to.
func (s *Service) Set(ctx context.Context, id PlayerID, c Credentials, network string) (Account, error) {
	old, err := s.Of(ctx, id)
	if err != nil {
		return Account{}, err
	}
	a := Account{Player: id, Password: old.Password, ChangedAt: s.now()}
	if a.Login, err = cleanLogin(c.Login); err != nil {
		return Account{}, err
	}
	if a.Mail, err = mailOf(c.Mail, a.Login); err != nil {
		return Account{}, err
	}
	if Key(a.Mail) == Key(old.Mail) {
		a.MailAt = old.MailAt // confirmed is confirmed
	}
	if c.Password != "" || old.Password == "" {
		if err := checkPassword(c.Password, a.Login, a.Mail); err != nil {
			return Account{}, err
		}
	}
	if err := s.tries.take(ctx, "set "+network, perNetwork(), s.now()); err != nil { // or logins could be tried out here
		return Account{}, err
	}
	if c.Password != "" {
		if err := s.hashed(ctx, func() { a.Password = s.cost.hash(c.Password) }); err != nil {
			return Account{}, err
		}
	}
	err = s.store.SaveAccount(ctx, a)
	if errors.Is(err, storage.ErrConflict) {
		return Account{}, ErrTaken
	}
	return a, err
}

func mailOf(mail, login string) (string, error) {
	switch {
	case mail != "":
		return CleanMail(mail)
	case isMail(login):
		return login, nil
	}
	return "", nil
}

func isMail(login string) bool { _, err := CleanMail(login); return err == nil }

// Drop takes login, address and password away again. ErrLastWay if no passkey is left then.
func (s *Service) Drop(ctx context.Context, id PlayerID) error {
	keys, err := s.store.Passkeys(ctx, id)
	if err != nil {
		return err
	}
	if len(keys) == 0 {
		return ErrLastWay
	}
	return s.store.DropAccount(ctx, id)
}
