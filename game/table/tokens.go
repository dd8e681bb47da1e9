package table

import (
	"context"
	"errors"
	"github.com/bankhalter/bankhalter/game/storage"
	"slices"
	"strings"
	"sync"
	"time"
)

// maxTokens is how many bearer tokens a player may have.
const maxTokens = 50

// useGrain is how exactly the last use of a token is known.
const useGrain = 5 * time.Minute

// ErrTokens says that a player has as many tokens as there may be.
var ErrTokens = errors.New("too many tokens")

// tokenUses are uses of tokens that are not written down yet. What a crash
// loses is not missed.
type tokenUses struct {
	mu  sync.Mutex
	all map[[32]byte]time.Time
}

// Grant tells whose bearer token this is and what it opens; ErrNotFound if it
// is nobody's. The use is noted.
func (s *Service) Grant(ctx context.Context, token string) (Player, Token, error) {
	if !IsToken(token) {
		return Player{}, Token{}, storage.ErrNotFound
	}
	now := s.now()
	p, tok, err := s.store.BearerToken(ctx, HashToken(token), now)
	if err == nil && now.Sub(tok.UsedAt) >= useGrain {
		s.uses.mu.Lock()
		defer s.uses.mu.Unlock()
		if s.uses.all == nil {
			s.uses.all = map[[32]byte]time.Time{}
		}
		s.uses.all[tok.Hash] = now
	}
	return p, tok, err
}

// IsToken reports whether a text looks like one of our tokens.
func IsToken(text string) bool { return strings.HasPrefix(text, tokenPrefix) }

// saveUses writes down which tokens were used.
func (s *Service) saveUses(ctx context.Context) {
	s.uses.mu.Lock()
	all := s.uses.all
	s.uses.all = nil
	s.uses.mu.Unlock()
	uses := make([]TokenUse, 0, len(all))
	for hash, at := range all {
		uses = append(uses, TokenUse{hash, at})
	}
	for part := range slices.Chunk(uses, visitBatch) {
		if err := s.store.UsedTokens(ctx, part); err != nil {
			s.cfg.Logger.Warn("uses of tokens could not be saved", "uses", len(part), "err", err)
		}
	}
}

// Links lists a player's secret links, the oldest first.
func (s *Service) Links(ctx context.Context, id PlayerID) ([]Token, error) {
	return s.store.Tokens(ctx, id, Link)
}

// Tokens lists a player's bearer tokens that are still good, the oldest first.
func (s *Service) Tokens(ctx context.Context, id PlayerID) ([]Token, error) {
	list, err := s.store.Tokens(ctx, id, Bearer)
	now := s.now()
	list = slices.DeleteFunc(list, func(t Token) bool { return !t.ExpiresAt.IsZero() && !now.Before(t.ExpiresAt) })
	s.uses.mu.Lock()
	defer s.uses.mu.Unlock()
	for i := range list {
		if at, ok := s.uses.all[list[i].Hash]; ok {
			list[i].UsedAt = at
		}
	}
	return list, err
}

// GiveToken makes a bearer token with a name and a scope. It ends at a time, if
// that is not zero. The token is shown this once.
func (s *Service) GiveToken(ctx context.Context, id PlayerID, name string, scope Scope, ends time.Time) (string, Token, error) {
	name, err := CleanName(name)
	if err != nil {
		return "", Token{}, err
	}
	list, err := s.Tokens(ctx, id)
	if err != nil {
		return "", Token{}, err
	}
	if len(list) >= maxTokens {
		return "", Token{}, ErrTokens
	}
	token, hash := newSecret()
	tok := Token{Hash: hash, Kind: Bearer, Player: id, CreatedAt: s.now(), Name: name, Scope: scope, ExpiresAt: ends}
	return token, tok, s.store.AddToken(ctx, tok)
}

// RevokeToken ends the token of a player that has this ID; ErrNotFound if he has none.
func (s *Service) RevokeToken(ctx context.Context, player PlayerID, id string) error {
	list, err := s.store.Tokens(ctx, player, Bearer)
	if err != nil {
		return err
	}
	for i := range list {
		if list[i].ID() == id {
			return s.store.DropToken(ctx, player, list[i].Hash)
		}
	}
	return storage.ErrNotFound
}
