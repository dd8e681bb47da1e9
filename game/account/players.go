package account

import (
	"context"
	"crypto/rand"
	"log/slog"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

// PlayerID names a person across games.
type PlayerID string

// Player is a person known to this server.
type Player struct {
	ID        PlayerID
	Name      string
	CreatedAt time.Time
}

// NewPlayerID returns a new, unique id: 80 random bits.
func NewPlayerID() PlayerID { return PlayerID(strings.ToLower(rand.Text()[:16])) }

// PlayerStore keeps players, the tokens and links by which they sign in, and
// recorded responses to requests with a key. Its errors are those of package
// storage.
type PlayerStore interface {
	LearnerStore
	// CreatePlayer stores a new player and their first token; the zero Token is none.
	CreatePlayer(ctx context.Context, p Player, tok Token) error
	// RenamePlayer changes a player's name for games to come.
	RenamePlayer(ctx context.Context, id PlayerID, name string) error
	// Player reads a player.
	Player(ctx context.Context, id PlayerID) (Player, error)
	// PlayerByToken reads whose token this is, if it has not expired.
	PlayerByToken(ctx context.Context, kind TokenKind, hash [32]byte, now time.Time) (Player, error)
	// BearerToken reads a bearer token and whose it is, if it has not expired.
	BearerToken(ctx context.Context, hash [32]byte, now time.Time) (Player, Token, error)
	// Tokens lists the tokens of a kind that a player has, the oldest first;
	// expired ones may be among them until they are swept.
	Tokens(ctx context.Context, id PlayerID, kind TokenKind) ([]Token, error)
	// DropToken removes one token of a player; ErrNotFound if it is not theirs.
	DropToken(ctx context.Context, id PlayerID, hash [32]byte) error
	// UsedTokens notes when tokens were last used; those that are gone are left out.
	UsedTokens(ctx context.Context, uses []TokenUse) error
	// Receipt reads the response recorded for a request with a key since a time; ErrNotFound if there is none.
	Receipt(ctx context.Context, owner string, hash [32]byte, since time.Time) (Receipt, error)
	// ClaimReceipt keeps a receipt, unless there is one with the same owner and hash since a time, and reports whether it did.
	ClaimReceipt(ctx context.Context, r *Receipt, since time.Time) (bool, error)
	// SaveReceipt keeps a receipt in place of one with the same owner and hash.
	SaveReceipt(ctx context.Context, r *Receipt) error
	// DropReceipt removes a receipt, if there is one.
	DropReceipt(ctx context.Context, owner string, hash [32]byte) error
	// AddToken stores a further token of a player.
	AddToken(ctx context.Context, tok Token) error
	// UseToken is PlayerByToken, and the end of a token that is good for one use.
	UseToken(ctx context.Context, kind TokenKind, hash [32]byte, now time.Time) (Player, error)
	// DropTokens removes all tokens of a kind that a player has.
	DropTokens(ctx context.Context, id PlayerID, kind TokenKind) error
}

// PlayersConfig configures Players.
type PlayersConfig struct {
	Logger *slog.Logger     // none
	Now    func() time.Time // time.Now
}

// Players answers for who is known to this server: names, tokens of programs,
// secret links, and the answers kept for requests with a key. It is safe for
// concurrent use.
type Players struct {
	store PlayerStore
	cfg   PlayersConfig
	uses  tokenUses

	learners *lru.Cache[PlayerID, learner]
	telling  telling

	life context.Context // ends with Close
	end  context.CancelFunc
	busy sync.WaitGroup
}

// NewPlayers returns players on a store. Call Close at the end.
func NewPlayers(store PlayerStore, cfg PlayersConfig) *Players {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	s := &Players{store: store, cfg: cfg}
	s.learners, _ = lru.New[PlayerID, learner](mostLearners) // only a size below 1 is an error
	s.life, s.end = context.WithCancel(context.Background())
	s.busy.Go(func() {
		tick := time.NewTicker(time.Minute)
		defer tick.Stop()
		for {
			select {
			case <-s.life.Done():
				return
			case <-tick.C:
				s.saveUses(s.life)
			}
		}
	})
	return s
}

// Close writes down which tokens were used. The store is not closed.
func (s *Players) Close() {
	s.end()
	s.busy.Wait()
	s.saveUses(context.WithoutCancel(s.life))
}

// now is the time in the precision of the store.
func (s *Players) now() time.Time { return s.cfg.Now().UTC().Truncate(time.Millisecond) }

// CreatePlayer makes a player of a name, with a token that is good for everything, for
// programs. It is told this once: only its hash is kept. The errors are those of PickName.
func (s *Players) CreatePlayer(ctx context.Context, name string) (Player, string, error) {
	token, hash := newSecret()
	p, err := s.create(ctx, name, Token{Hash: hash, Kind: Bearer, Scope: ScopeAll})
	if err != nil {
		return Player{}, "", err
	}
	return p, token, nil
}

// CreateVisitor makes a player without any token: of somebody whose browser is signed in,
// or who sits at the device of another one.
func (s *Players) CreateVisitor(ctx context.Context, name string) (Player, error) {
	return s.create(ctx, name, Token{})
}

func (s *Players) create(ctx context.Context, name string, first Token) (Player, error) {
	name, err := PickName(name, "")
	if err != nil {
		return Player{}, err
	}
	p := Player{ID: NewPlayerID(), Name: name, CreatedAt: s.now()}
	if first.Kind != "" {
		first.Player, first.CreatedAt = p.ID, p.CreatedAt
	}
	if err := s.store.CreatePlayer(ctx, p, first); err != nil {
		return Player{}, err
	}
	return p, nil
}

// Player reads a player; ErrNotFound if there is none.
func (s *Players) Player(ctx context.Context, id PlayerID) (Player, error) {
	return s.store.Player(ctx, id)
}

// Rename changes a player's name for tables they join from now on.
func (s *Players) Rename(ctx context.Context, id PlayerID, name string) (Player, error) {
	p, err := s.store.Player(ctx, id)
	if err != nil {
		return Player{}, err
	}
	if name, err = PickName(name, p.Name); err != nil {
		return Player{}, err
	}
	if err := s.store.RenamePlayer(ctx, id, name); err != nil {
		return Player{}, err
	}
	return s.store.Player(ctx, id)
}
