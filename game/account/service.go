package account

import (
	"context"
	"log/slog"
	"net/url"
	"sync"
	"time"
)

// Config configures the service.
type Config struct {
	// Mail sends a plain text to one person; nil if this server sends none. An error with a
	// method Temporary that is true may pass.
	Mail func(ctx context.Context, to, subject, text string) error
	// Public is where people reach this server; nil if that is not settled.
	// Passkeys belong to its name.
	Public *url.URL
	Site   string // name of this server, for passkeys; Bankhalter
	// RecoveryLife is how long a link to a new password is good; the constant.
	RecoveryLife time.Duration
	Logger       *slog.Logger     // none
	Now          func() time.Time // time.Now
}

// Service manages accounts. It is safe for concurrent use.
type Service struct {
	store     Store
	players   *Players
	cfg       Config
	cost      cost
	hashing   chan struct{} // one place for each hash at work
	waiting   chan struct{} // and for those who wait or work
	tries     *attempts
	questions *questions
	busy      sync.WaitGroup // mails under way, and who sends them
	wake      chan struct{}  // a mail waits
	closing   chan struct{}
	stop      func() // closes it
}

// At most this many passwords are hashed at once, each in 19 MiB, and this many wait for it.
const (
	maxHashing = 2
	maxWaiting = 32
)

// New returns a service on a store, and sends the mails that wait there. Call Close at the end.
func New(store Store, players *Players, cfg Config) *Service {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Site == "" {
		cfg.Site = "Bankhalter"
	}
	if cfg.RecoveryLife <= 0 {
		cfg.RecoveryLife = RecoveryLife
	}
	closing := make(chan struct{})
	s := &Service{
		wake: make(chan struct{}, 1), closing: closing, stop: sync.OnceFunc(func() { close(closing) }),
		store: store, players: players, cfg: cfg, cost: today(), tries: newAttempts(store, cfg.Logger), questions: newQuestions(store),
		hashing: make(chan struct{}, maxHashing), waiting: make(chan struct{}, maxWaiting),
	}
	if s.SendsMail() {
		s.busy.Go(func() { s.sendMails(context.Background()) })
	}
	return s
}

// Close waits for the mails under way. Those that wait for another attempt stay in the store.
func (s *Service) Close() {
	s.stop()
	s.busy.Wait()
}

// now is the time in the precision of the store.
func (s *Service) now() time.Time { return s.cfg.Now().UTC().Truncate(time.Millisecond) }

// hashed runs work that hashes a password, when its turn has come. ErrBusy if
// too many wait already.
func (s *Service) hashed(ctx context.Context, work func()) error {
	select {
	case s.waiting <- struct{}{}:
	default:
		return ErrBusy
	}
	defer func() { <-s.waiting }()
	select {
	case s.hashing <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.hashing }()
	work()
	return nil
}
