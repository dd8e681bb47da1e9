package account

import (
	"context"
	"errors"

	"github.com/bankhalter/bankhalter/game/storage"
)

// Login returns the player with this login and password. It returns ErrWrong,
// after the same work, whether the login is unknown or the password is not its
// own; *TooOften after too many attempts at this account or from this network.
func (s *Service) Login(ctx context.Context, login, password, network string) (PlayerID, error) {
	key, now := Key(login), s.now()
	here := "login " + key + " " + network
	for _, one := range []struct {
		key     string
		allowed limit
	}{{"network " + network, perNetwork()}, {here, perAccountHere()}, {"login " + key, perAccount()}} {
		if err := s.tries.take(ctx, one.key, one.allowed, now); err != nil {
			return "", err
		}
	}
	a, err := s.store.AccountByLogin(ctx, key)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return "", err
	}
	if err := s.check(ctx, a, password); err != nil {
		return "", err
	}
	s.tries.forgive(ctx, here)
	return a.Player, nil
}

// Whose returns the player with this login; storage.ErrNotFound if there is none.
// It is for the log after a refusal, never for an answer.
func (s *Service) Whose(ctx context.Context, login string) (PlayerID, error) {
	a, err := s.store.AccountByLogin(ctx, Key(login))
	return a.Player, err
}

// Confirm reports whether this is the password of a player who is signed in.
func (s *Service) Confirm(ctx context.Context, id PlayerID, password, network string) error {
	a, err := s.store.Account(ctx, id)
	if errors.Is(err, storage.ErrNotFound) {
		return ErrWrong
	}
	if err != nil {
		return err
	}
	_, err = s.Login(ctx, a.Login, password, network)
	return err
}

// check compares a password with an account's; the zero account's is never
// right but takes as long. A right one whose hash costs other than today is
// hashed anew.
func (s *Service) check(ctx context.Context, a Account, password string) error {
	var have stored
	if a.Password == "" {
		have = stored{cost: s.cost, salt: make([]byte, saltLen), key: make([]byte, hashLen)}
	} else {
		var err error
		if have, err = parseHash(a.Password); err != nil {
			s.cfg.Logger.Error("a stored password cannot be read", "player", a.Player)
			return ErrWrong
		}
	}
	var right bool
	fresh := ""
	err := s.hashed(ctx, func() {
		right = have.is(password) && a.Password != ""
		if right && have.cost != s.cost {
			fresh = s.cost.hash(password)
		}
	})
	switch {
	case err != nil:
		return err
	case !right:
		return ErrWrong
	case fresh != "":
		return s.store.Rehash(ctx, a.Player, a.Password, fresh)
	}
	return nil
}

// Protected reports whether a player has a password or a passkey, which then has
// to confirm dangerous actions.
func (s *Service) Protected(ctx context.Context, id PlayerID) (bool, error) {
	_, err := s.store.Account(ctx, id)
	if err == nil || !errors.Is(err, storage.ErrNotFound) {
		return err == nil, err
	}
	keys, err := s.store.Passkeys(ctx, id)
	return len(keys) > 0, err
}
