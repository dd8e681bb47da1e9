package table

import (
	"context"
	"time"
)

// CreatePlayer makes a new player with a bearer token. The token is shown this
// once: only its hash is kept.
func (s *Service) CreatePlayer(ctx context.Context, name string) (Player, string, error) {
	name, err := pickName(name, "")
	if err != nil {
		return Player{}, "", err
	}
	now := s.now()
	p := Player{ID: PlayerID(newID(playerIDLen)), Name: name, CreatedAt: now}
	token, hash := newSecret()
	err = s.store.CreatePlayer(ctx, p, Token{Hash: hash, Kind: Bearer, Player: p.ID, CreatedAt: now, Scope: ScopeAll})
	if err != nil {
		return Player{}, "", err
	}
	return p, token, nil
}

// Player reads a player; ErrNotFound if there is none.
func (s *Service) Player(ctx context.Context, id PlayerID) (Player, error) {
	return s.store.Player(ctx, id)
}

// Rename changes a player's name for tables he joins from now on.
func (s *Service) Rename(ctx context.Context, id PlayerID, name string) (Player, error) {
	p, err := s.store.Player(ctx, id)
	if err != nil {
		return Player{}, err
	}
	if name, err = pickName(name, p.Name); err != nil {
		return Player{}, err
	}
	if err := s.store.RenamePlayer(ctx, id, name); err != nil {
		return Player{}, err
	}
	return s.store.Player(ctx, id)
}

// NewToken makes a further bearer token of a player, good for everything.
func (s *Service) NewToken(ctx context.Context, id PlayerID) (string, error) {
	return s.addToken(ctx, Token{Kind: Bearer, Player: id, Scope: ScopeAll})
}

// NewLink makes a token for a secret link that signs its holder in as the
// player. It ends after ttl, if that is not 0, and after its first use, if once.
func (s *Service) NewLink(ctx context.Context, id PlayerID, ttl time.Duration, once bool) (string, error) {
	tok := Token{Kind: Link, Player: id, Once: once}
	if ttl > 0 {
		tok.ExpiresAt = s.now().Add(ttl)
	}
	return s.addToken(ctx, tok)
}

func (s *Service) addToken(ctx context.Context, tok Token) (string, error) {
	if _, err := s.store.Player(ctx, tok.Player); err != nil {
		return "", err
	}
	token, hash := newSecret()
	tok.Hash, tok.CreatedAt = hash, s.now()
	if err := s.store.AddToken(ctx, tok); err != nil {
		return "", err
	}
	return token, nil
}

// PeekLink tells whom a link would sign in, without using it up: opening a
// link must change nothing, since mail scanners open them too.
func (s *Service) PeekLink(ctx context.Context, token string) (Player, error) {
	return s.store.PlayerByToken(ctx, Link, HashToken(token), s.now())
}

// UseLink is PeekLink and the end of a link that is good for one use.
func (s *Service) UseLink(ctx context.Context, token string) (Player, error) {
	return s.store.UseToken(ctx, Link, HashToken(token), s.now())
}

// DropTokens ends all tokens of a kind that a player has.
func (s *Service) DropTokens(ctx context.Context, id PlayerID, kind TokenKind) error {
	return s.store.DropTokens(ctx, id, kind)
}
