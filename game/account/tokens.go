package account

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/game/problem"
	"github.com/bankhalter/bankhalter/game/storage"
)

// TokenKind is the purpose of a token.
type TokenKind string

// The kinds of token; sessions have their own table.
const (
	Bearer TokenKind = "bearer" // a program's key, sent with each request
	Link   TokenKind = "link"   // a secret link that signs its owner in
)

// Token is a secret as it is stored: the sha256 of the text its owner holds.
type Token struct {
	Hash      [32]byte
	Kind      TokenKind
	Player    PlayerID
	CreatedAt time.Time
	ExpiresAt time.Time // zero: never
	Once      bool      // gone after its first use

	Name   string    // given by its owner
	Scope  Scope     // the requests it permits, if it is a bearer token
	UsedAt time.Time // when it was last used, within some minutes; zero: never
}

// ID names a token to its owner. It is made of the hash, so that it is no
// secret and leads to none.
func (t *Token) ID() string { return hex.EncodeToString(t.Hash[:8]) }

// lastUse is when the token was last used, or made.
func (t *Token) lastUse() time.Time {
	if t.UsedAt.After(t.CreatedAt) {
		return t.UsedAt
	}
	return t.CreatedAt
}

// TokenUse is when a token was used.
type TokenUse struct {
	Hash [32]byte
	At   time.Time
}

// Scope is the set of requests that a program's token permits, one bit each.
type Scope uint8

// The scopes. A token that may change the account can do everything in the end.
const (
	ScopeRead    Scope = 1 << iota // look at tables, lists and oneself
	ScopePlay                      // take seats, start, move
	ScopeCreate                    // open tables, bring boards
	ScopeAccount                   // tokens, links, everything under /me that changes something
	ScopeAll     = ScopeRead | ScopePlay | ScopeCreate | ScopeAccount
)

// ScopeNames are the names of the scopes, in the order of their bits.
func ScopeNames() []string { return []string{"read", "play", "create", "account"} }

// Names lists the members of the scope.
func (s Scope) Names() []string {
	var list []string
	for i, name := range ScopeNames() {
		if s>>i&1 == 1 {
			list = append(list, name)
		}
	}
	return list
}

// ScopeOf is the scope with these names, or false and the name that there is not.
func ScopeOf(names []string) (s Scope, stranger string, ok bool) {
	for _, name := range names {
		i := slices.Index(ScopeNames(), name)
		if i < 0 {
			return 0, name, false
		}
		s |= 1 << i
	}
	return s, "", true
}

// tokenPrefix makes a token that has leaked into a log or a repository easy to find.
const tokenPrefix = "bh_"

// useBatch is how many uses of tokens are saved at a time.
const useBatch = 500

// maxTokens is how many bearer tokens a player may have that they named, and how
// many that they got by signing in.
const maxTokens = 50

// useGrain is how exactly the last use of a token is known.
const useGrain = 5 * time.Minute

// ErrTokens says that a player has as many tokens as there may be.
var ErrTokens = problem.New("too_many_tokens", "too many tokens")

// tokenUses are uses of tokens that are not written down yet. What a crash
// loses is not missed.
type tokenUses struct {
	mu  sync.Mutex
	all map[[32]byte]time.Time
}

// Grant returns the player and the scope of a bearer token; ErrNotFound if the
// token is unknown. The use is noted.
func (s *Players) Grant(ctx context.Context, token string) (Player, Token, error) {
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
func (s *Players) saveUses(ctx context.Context) {
	s.uses.mu.Lock()
	all := s.uses.all
	s.uses.all = nil
	s.uses.mu.Unlock()
	uses := make([]TokenUse, 0, len(all))
	for hash, at := range all {
		uses = append(uses, TokenUse{hash, at})
	}
	for part := range slices.Chunk(uses, useBatch) {
		if err := s.store.UsedTokens(ctx, part); err != nil {
			s.cfg.Logger.Warn("uses of tokens could not be saved", "uses", len(part), "err", err)
		}
	}
}

// Links lists a player's secret links, the oldest first.
func (s *Players) Links(ctx context.Context, id PlayerID) ([]Token, error) {
	return s.store.Tokens(ctx, id, Link)
}

// Tokens lists a player's bearer tokens that are still good, the oldest first.
func (s *Players) Tokens(ctx context.Context, id PlayerID) ([]Token, error) {
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
func (s *Players) GiveToken(ctx context.Context, id PlayerID, name string, scope Scope, ends time.Time) (string, Token, error) {
	name, err := CleanName(name)
	if err != nil {
		return "", Token{}, err
	}
	list, err := s.Tokens(ctx, id)
	if err != nil {
		return "", Token{}, err
	}
	list = slices.DeleteFunc(list, func(t Token) bool { return t.Name == "" })
	if len(list) >= maxTokens {
		return "", Token{}, ErrTokens
	}
	token, hash := newSecret()
	tok := Token{Hash: hash, Kind: Bearer, Player: id, CreatedAt: s.now(), Name: name, Scope: scope, ExpiresAt: ends}
	return token, tok, s.store.AddToken(ctx, tok)
}

// RevokeToken ends the token of a player that has this ID; ErrNotFound if they have none.
func (s *Players) RevokeToken(ctx context.Context, player PlayerID, id string) error {
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

// NewToken makes a bearer token for a player who signs in, good for everything. It
// ends those got by signing in that were not used for longest, if there are maxTokens.
func (s *Players) NewToken(ctx context.Context, id PlayerID) (string, error) {
	list, err := s.Tokens(ctx, id)
	if err != nil {
		return "", err
	}
	list = slices.DeleteFunc(list, func(t Token) bool { return t.Name != "" })
	slices.SortStableFunc(list, func(a, b Token) int { return a.lastUse().Compare(b.lastUse()) })
	for i := range len(list) - maxTokens + 1 {
		if err := s.store.DropToken(ctx, id, list[i].Hash); err != nil && !errors.Is(err, storage.ErrNotFound) {
			return "", err
		}
	}
	return s.addToken(ctx, Token{Kind: Bearer, Player: id, Scope: ScopeAll})
}

// ReplaceLink makes a token for a secret link that signs its holder in as the player.
// It ends after ttl, if that is not 0, and after its first use, if once. The links that
// the player had end last, so that a failure leaves nobody without one: a guest has no
// other way back.
func (s *Players) ReplaceLink(ctx context.Context, id PlayerID, ttl time.Duration, once bool) (string, error) {
	old, err := s.Links(ctx, id)
	if err != nil {
		return "", err
	}
	link := Token{Kind: Link, Player: id, Once: once}
	if ttl > 0 {
		link.ExpiresAt = s.now().Add(ttl)
	}
	token, err := s.addToken(ctx, link)
	if err != nil {
		return "", err
	}
	for i := range old {
		if err := s.store.DropToken(ctx, id, old[i].Hash); err != nil && !errors.Is(err, storage.ErrNotFound) {
			return "", err
		}
	}
	return token, nil
}

func (s *Players) addToken(ctx context.Context, tok Token) (string, error) {
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

// PeekLink returns the player whom a link would sign in, without using it up: opening a
// link must change nothing, since mail scanners open them too.
func (s *Players) PeekLink(ctx context.Context, token string) (Player, error) {
	return s.store.PlayerByToken(ctx, Link, HashToken(token), s.now())
}

// UseLink is PeekLink and the end of a link that is good for one use.
func (s *Players) UseLink(ctx context.Context, token string) (Player, error) {
	return s.store.UseToken(ctx, Link, HashToken(token), s.now())
}

// DropTokens ends all tokens of a kind that a player has.
func (s *Players) DropTokens(ctx context.Context, id PlayerID, kind TokenKind) error {
	return s.store.DropTokens(ctx, id, kind)
}

// newSecret returns a token and its stored form.
func newSecret() (string, [32]byte) {
	token := tokenPrefix + rand.Text()
	return token, HashToken(token)
}

// HashToken returns the stored form of a token. The token is random, so a quick hash is enough.
func HashToken(token string) [32]byte { return sha256.Sum256([]byte(token)) }
