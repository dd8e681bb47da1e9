package table

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// Service runs all tables of a server. It is safe for concurrent use.
type Service struct {
	store  Store
	shared SharedStore // the same store, nil if no other server writes to it
	talk   Talk
	boards Boards
	cfg    Config
	games  *hub
	stats  counters
	signer atomic.Pointer[ed25519.PrivateKey]

	mu      sync.Mutex // guards what follows; never held while a table is locked for long
	tables  map[string]*live
	setups  map[string]*setup.Setup
	alarms  timecontrol.Alarms[string] // when tables go on by themselves
	timer   *time.Timer                // for the first of them
	armed   time.Time
	ringing bool // a goroutine is ringing the clocks
	closed  bool
	faulty  map[string]struct{} // games that could not be read

	heard map[string]struct{} // games that other servers have written to, not looked at yet

	histories map[string]*history // of games with readers looking back
	looks     int64
	visits    visits
	feeds     feeds
	zones     sync.Map // of the tables' hours, by name
	watchMu   sync.Mutex
	watch     timecontrol.Watch

	life context.Context // of bots, clocks and the janitor, which no request waits for
	end  context.CancelFunc
	busy sync.WaitGroup // those of them at work
	quit chan struct{}

	turns  sync.Pool     // of workspaces
	places chan struct{} // for tables whose clocks strike at the same time

	thinkers chan struct{} // for bots that think for long
}

// Boards finds the boards on which tables are played.
type Boards interface {
	// Edition finds a board by the id of a built-in one or by its hash;
	// storage.ErrNotFound if there is none.
	Edition(ctx context.Context, idOrHash string) (*edition.Edition, error)
}

// New returns a service on a store. Call Resume to let bots and clocks of
// running games go on, and Close at the end.
func New(store Store, boards Boards, talk Talk, cfg Config) *Service {
	s := &Service{
		store: store, boards: boards, talk: talk, cfg: cfg.withDefaults(),
		games:  newHub(),
		tables: map[string]*live{}, setups: map[string]*setup.Setup{},
		faulty: map[string]struct{}{},
		quit:   make(chan struct{}), places: make(chan struct{}, ringers), thinkers: make(chan struct{}, thinkers()),
	}
	s.shared, _ = store.(SharedStore)
	s.turns.New = func() any { return new(workspace) }
	s.life, s.end = context.WithCancel(context.Background())
	s.watch.Slack = maxDrift
	s.upSince() // from now on
	began, clock := time.Now(), timecontrol.Watch{}
	clock.Look(s.cfg.Now(), 0)
	s.busy.Go(func() { s.janitor(began, clock) })
	return s
}

// Close stops bots and clocks and waits until those at work have committed.
// The store is not closed.
func (s *Service) Close() {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return
	}
	s.closed = true
	if s.timer != nil {
		s.timer.Stop()
	}
	s.mu.Unlock()
	close(s.quit)
	s.busy.Wait()
	s.saveLastSeen(s.life)
	s.end()
}

// enter registers work that Close has to wait for; false if it is too late.
func (s *Service) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.busy.Add(1)
	return true
}

// after runs f, which is about the table of an id or about none, guarded on its own
// goroutine when the time has come, unless the service is closed by then.
func (s *Service) after(d time.Duration, id string, f func()) *time.Timer {
	return time.AfterFunc(max(0, d), func() {
		if s.enter() {
			defer s.busy.Done()
			s.guard(id, f)
		}
	})
}

// guard runs work that no request waits for, about the table of an id or about none. It
// logs a panic, which ends neither the server nor the work on other tables, and reports
// whether there was none.
func (s *Service) guard(id string, f func()) (whole bool) {
	defer func() {
		if p := recover(); p != nil {
			s.stats.panics.Add(1)
			s.cfg.Logger.Error("work in the background broke", "game", id, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
		}
	}()
	f()
	return true
}

// now is the time in the precision of the store.
func (s *Service) now() time.Time { return s.cfg.Now().UTC().Truncate(time.Millisecond) }

// Subscribe returns a channel that becomes ready after each change of a game,
// and the function that ends the subscription. Subscribe first and read then:
// whatever is committed after that will be heard of.
func (s *Service) Subscribe(id string) (<-chan struct{}, func()) { return s.games.subscribe(id) }

// Wake wakes those who have subscribed to a game, of which something has changed that
// is not stored.
func (s *Service) Wake(id string) { s.games.wake(id) }

// List lists games, latest change first.
func (s *Service) List(ctx context.Context, f Filter) ([]*Game, error) { return s.store.Games(ctx, f) }

// Counts counts what the store holds.
func (s *Service) Counts(ctx context.Context) (Counts, error) { return s.store.Counts(ctx) }

// Stats is what the service has done since it was made.
type Stats struct {
	Live        int // tables in memory
	Subscribers int
	Moves       uint64 // commands written
	BotMoves    uint64 // of these by bots
	Events      uint64
	Refused     uint64 // by the rules
	Stale       uint64
	Loads       uint64 // tables folded from their log
	Failures    uint64 // commits that failed
	Panics      uint64 // commands that broke the core, and work in the background that broke
	Defaults    uint64 // bots that had to fall back to a default answer
	Lapsed      uint64 // answers given for people whose time had run out
}

type counters struct {
	moves, botMoves, events, refused, stale, loads, failures, panics, defaults, lapsed atomic.Uint64
}

// count counts a command of a player that was not accepted.
func (c *counters) count(err error) {
	var refused *Refused
	switch {
	case errors.As(err, &refused):
		c.refused.Add(1)
	case errors.Is(err, ErrStale), errors.Is(err, ErrChanged):
		c.stale.Add(1)
	}
}

// Stats reads the counters.
func (s *Service) Stats() Stats {
	s.mu.Lock()
	n := len(s.tables)
	s.mu.Unlock()
	c := &s.stats
	return Stats{
		Live: n, Subscribers: s.games.size(),
		Moves: c.moves.Load(), BotMoves: c.botMoves.Load(), Events: c.events.Load(),
		Refused: c.refused.Load(), Stale: c.stale.Load(), Loads: c.loads.Load(),
		Failures: c.failures.Load(), Panics: c.panics.Load(), Defaults: c.defaults.Load(), Lapsed: c.lapsed.Load(),
	}
}
