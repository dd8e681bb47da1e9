package notifications

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/table"
)

// Config tunes a Service.
type Config struct {
	Now     func() time.Time                           // time.Now if nil
	Site    string                                     // public address without a slash at the end; without one nothing is sent
	Senders map[notice.Way]Sender                      // those that the operator has set up
	Writer  Writer                                     // needed if there are senders
	Teller  Teller                                     // nil: messages do not say what is asked
	Looking func(p, game string, since time.Time) bool // whether the player has read a live stream of the table since then; nil: never
	Paths   Paths
	Logger  *slog.Logger
}

// Paths are the addresses used in messages.
type Paths struct {
	Game        func(id string) string
	Decision    func(id string) string // of a table, at what it asks of the reader
	Votes       func(id string) string // of a table, at what it votes on
	Games       string
	Preferences string
	Unsub       func(token string) string
	Confirm     func(token string) string
}

// Service delivers notifications to channels. It is safe for concurrent use.
type Service struct {
	store  Store
	cfg    Config
	tables *table.Service
	key    []byte

	mu     sync.RWMutex
	heeds  map[string]struct{}
	any    atomic.Bool // whether heeds is not empty
	tells  map[string]struct{}
	learnt uint64 // counts the changes of heeds and tells by this process
	tests  pacer
	asks   pacer
	counts counts
	looked atomic.Int64 // when the outbox was looked at last, in milliseconds
}

// New returns a service that is not open yet and has no players.
func New(store Store, cfg Config) *Service {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	return &Service{store: store, cfg: cfg, heeds: map[string]struct{}{}, tells: map[string]struct{}{}}
}

// Open gives the service the tables and loads the players who want messages.
func (o *Service) Open(ctx context.Context, tables *table.Service) error {
	o.tables = tables
	fresh := make([]byte, 32)
	_, _ = rand.Read(fresh) // never fails
	key, err := o.store.Secret(ctx, "notices", fresh)
	if err != nil {
		return err
	}
	o.key = key
	return o.reload(ctx)
}

// Heeds reports whether a player wants any messages. It is called with every
// move, so it looks nothing up.
func (o *Service) Heeds(p account.PlayerID) bool {
	if !o.any.Load() {
		return false
	}
	o.mu.RLock()
	defer o.mu.RUnlock()
	_, ok := o.heeds[string(p)]
	return ok
}

// Tells reports whether a table has a hook that is on. It is called with every
// move, so it looks nothing up.
func (o *Service) Tells(game string) bool {
	o.mu.RLock()
	defer o.mu.RUnlock()
	_, ok := o.tells[game]
	return ok
}

// reload reads which players and tables want messages: another node may have added
// some. What this one learns while it reads is not overwritten: it reads again.
func (o *Service) reload(ctx context.Context) error {
	for {
		o.mu.RLock()
		learnt := o.learnt
		o.mu.RUnlock()
		heeds, tells, err := o.readHeeding(ctx)
		if err != nil {
			return err
		}
		if o.replace(heeds, tells, learnt) {
			return nil
		}
	}
}

// readHeeding reads the players and the tables that want messages.
func (o *Service) readHeeding(ctx context.Context) (heeds, tells map[string]struct{}, err error) {
	list, err := o.store.Heeding(ctx)
	if err != nil {
		return nil, nil, err
	}
	hooked, err := o.store.HeedingTables(ctx)
	if err != nil {
		return nil, nil, err
	}
	tells = make(map[string]struct{}, len(hooked))
	for _, g := range hooked {
		tells[g] = struct{}{}
	}
	heeds = make(map[string]struct{}, len(list))
	for _, p := range list {
		heeds[p] = struct{}{}
	}
	return heeds, tells, nil
}

// replace takes over what was read when learnt was as given; false if something has
// been learnt since.
func (o *Service) replace(heeds, tells map[string]struct{}, learnt uint64) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.learnt != learnt {
		return false
	}
	o.heeds, o.tells = heeds, tells
	o.any.Store(len(heeds) > 0)
	return true
}

// learn notes whether a player has channels that send.
func (o *Service) learn(player string, channels []notice.Channel) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.learnt++
	delete(o.heeds, player)
	for i := range channels {
		if channels[i].Sends() {
			o.heeds[player] = struct{}{}
		}
	}
	o.any.Store(len(o.heeds) > 0)
}

// CanSend reports whether a way is set up on this server.
func (o *Service) CanSend(w notice.Way) bool {
	if w == notice.Feed {
		return true
	}
	_, ok := o.cfg.Senders[w]
	return ok && o.cfg.Site != ""
}

func (o *Service) now() time.Time { return o.cfg.Now().UTC().Truncate(time.Millisecond) }

// seal is a code that only this server can make.
func (o *Service) seal(parts ...string) []byte {
	mac := hmac.New(sha256.New, o.key)
	for _, p := range parts {
		mac.Write([]byte(p))
		mac.Write([]byte{0})
	}
	return mac.Sum(nil)[:18]
}
