package handlers

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/people"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/handlers/admin"
	"github.com/bankhalter/bankhalter/handlers/auth"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/live"
	"github.com/bankhalter/bankhalter/handlers/lobby"
	"github.com/bankhalter/bankhalter/handlers/notify"
	peoplepages "github.com/bankhalter/bankhalter/handlers/people"
	"github.com/bankhalter/bankhalter/handlers/reference"
	"github.com/bankhalter/bankhalter/handlers/tables"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// Config is what the server must be told. The zero value of a field means the
// default that its comment names.
type Config struct {
	PublicURL *url.URL // where people reach it; nil: whatever Host they used, by http
	TLS       bool     // the server itself speaks https
	// Network is how other devices reach the server without PublicURL; nil: by the Host that was used.
	Network *web.Network
	// HSTSSubdomains says so of all hosts below it too.
	HSTSSubdomains bool
	SessionMax     time.Duration // after which everybody signs in anew; 0: never
	HSTS           time.Duration // for which browsers shall come by https only; a year, negative: not said
	Proxies        []*net.IPNet  // reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are believed; none
	Limits         web.Limits
	Accounts       *account.Service // passwords, passkeys and recovery; none
	Language       string           // of pages for browsers that name none; German
	Version        string
	Dev            bool         // shows the developers' gallery
	Logger         *slog.Logger // none
	AccessLog      bool         // a line for every request, with the address it came from
	// LogAddresses says of what concerns security from which address it came.
	LogAddresses bool
	Now          func() time.Time                 // time.Now
	Heartbeat    time.Duration                    // of live streams; 10 s
	Ready        func(context.Context) error      // whether the storage answers; nil: always
	Metrics      func(context.Context, io.Writer) // further numbers; nil: none

	KeepFinished  time.Duration     // how long finished games are kept; 0: for ever
	Operator      *operator.Service // bans and the announcement; nil: none
	AdminPassword string            // opens the operator's pages; "": they do not exist

	MetricsToken  string                 // what asks for the numbers has to show; "": nothing
	MetricsApart  bool                   // the numbers are had by MetricsHandler alone
	People        *people.Service        // results and ratings; nil: no pages of players
	Notifications *notifications.Service // tells people what waits for them; nil: nobody
	PushKey       string                 // with which browsers ask to be told; "" if they cannot
	Readers       *live.Readers          // told which live streams are read; nil: nobody asks
	Presence      *live.Presence         // who is at which table; nil: one of this server's own
	Sparing       func(bool)             // told when the first whole log begins to be sent, and when the last has been; nil
}

// Server answers requests. Make it with New.
type Server struct {
	*web.Kit

	cfg     Config
	echo    *echo.Echo
	handler http.Handler
	metrics *metrics
	live    *live.Streams
	shared  bool         // other servers write to the same store
	conns   *web.Counter // by address
	repeats *web.Idempotency

	auth      *auth.Handler
	lobby     *lobby.Handler
	games     *tables.Handler
	notify    *notify.Handler
	people    *peoplepages.Handler
	admin     *admin.Handler
	reference *reference.Handler
}

// Sessions keeps the sessions of players and of the operator.
type Sessions interface {
	auth.Sessions
	admin.Sessions
}

// Services are what the server stands on.
type Services struct {
	Tables   *table.Service
	Talk     *talk.Service
	Boards   *library.Library
	Players  *account.Players
	Sessions Sessions
}

// New returns a server on top of the services.
func New(cfg Config, on Services) (*Server, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.HSTS == 0 {
		cfg.HSTS = 365 * 24 * time.Hour
	}
	s := &Server{cfg: cfg, echo: echo.New(), metrics: newMetrics(cfg.Now()), conns: web.NewCounter()}
	s.Kit = web.NewKit(web.KitConfig{
		PublicURL: cfg.PublicURL, TLS: cfg.TLS, Network: cfg.Network, HSTSSubdomains: cfg.HSTSSubdomains, HSTS: cfg.HSTS, Proxies: cfg.Proxies, Limits: cfg.Limits,
		Language: cfg.Language, Version: cfg.Version, Logger: cfg.Logger, AccessLog: cfg.AccessLog, LogAddresses: cfg.LogAddresses, Now: cfg.Now,
		Metrics: s.metrics,
	})
	if cfg.Operator != nil {
		s.Tries, _ = cfg.Operator.Store.(account.Tries) // only one that servers share counts for them
		s.Announcement = cfg.Operator.Said
	}
	if cfg.Presence == nil {
		cfg.Presence = live.NewPresence(cfg.Now)
		if on.Tables != nil {
			cfg.Presence.OnChange(on.Tables.Wake)
		}
	}
	s.Rates = cfg.People != nil
	s.shared = on.Tables != nil && on.Tables.Shared()
	s.live = live.NewStreams(s.Kit, cfg.Heartbeat, cfg.Readers)
	s.repeats = web.NewIdempotency(s.Kit, on.Players)
	summaries := cards.NewCards(s.Kit, on.Boards)
	if cfg.People != nil {
		summaries.Times = cfg.People
	}
	if on.Tables != nil {
		summaries.Deleted = on.Tables.DeletedAt
	}
	s.auth = auth.New(auth.Config{
		Kit: s.Kit, Tables: on.Tables, Players: on.Players, Accounts: cfg.Accounts, Operator: cfg.Operator, Sessions: on.Sessions, SessionMax: cfg.SessionMax, Cards: summaries,
	})
	s.games = tables.New(tables.Config{
		Kit: s.Kit, Tables: on.Tables, Talk: on.Talk, Live: s.live, Presence: cfg.Presence, Cards: summaries, Auth: s.auth, Learners: on.Players, KeepFinished: cfg.KeepFinished, OnSparing: cfg.Sparing,
	})
	s.BanOf = s.auth.BanOf
	s.Identify, s.Seated = s.auth.ViewerOf, s.games.SitsAt
	s.people = &peoplepages.Handler{Kit: s.Kit, People: cfg.People, Boards: on.Boards, Cards: summaries}
	s.lobby = &lobby.Handler{Kit: s.Kit, Tables: on.Tables, Talk: on.Talk, Players: on.Players, Library: on.Boards, Accounts: cfg.Accounts, Notifications: cfg.Notifications, Live: s.live, Cards: summaries, Auth: s.auth, Games: s.games, Pages: s.people, Editors: web.NewSharedAnswers(mostEditors)}
	s.notify = &notify.Handler{Kit: s.Kit, Tables: on.Tables, Cards: summaries, Notifications: cfg.Notifications, PushKey: cfg.PushKey}
	s.admin = admin.New(admin.Config{Kit: s.Kit, Tables: on.Tables, Talk: on.Talk, Operator: cfg.Operator, Sessions: on.Sessions, Password: cfg.AdminPassword, Live: s.live, Auth: s.auth})
	s.reference = &reference.Handler{Kit: s.Kit, Editions: on.Boards, Dev: cfg.Dev, Document: Document, Pages: web.NewSharedAnswers(mostReferences)}
	if err := s.assemble(); err != nil {
		return nil, err
	}
	return s, nil
}

// mostEditors is how many editors are kept, of some 25 kB: as many as there are boards
// here in a few languages.
const mostEditors = 32

// mostReferences is how many pages of the reference are kept, of some 20 kB: each of them in both
// languages, for strangers and for those who have signed in.
const mostReferences = 64

// assemble puts middleware and routes together.
func (s *Server) assemble() error {
	e := s.echo
	s.believe()
	guard, err := web.SameOrigin(s.PublicURL)
	if err != nil {
		return err
	}
	if err := s.mount(e, s.routes()); err != nil {
		return err
	}
	s.handler = live.BufferResponses(s.Handler(s.echo, s.SetRequestID, s.LogAndCount, s.Recover, s.SetLanguage, web.CORS, live.RefuseTwoEnds, s.WatchProxies, s.auth.RefuseBanned, s.LimitRequests, guard))
	return nil
}

// believe sets whose word counts for where a request comes from: the peer
// itself and nobody else, unless the peer is one of our proxies.
func (s *Server) believe() {
	s.echo.IPExtractor, s.echo.SchemeExtractor = echo.ExtractIPDirect(), echo.ExtractSchemeDirect()
	if len(s.Proxies) == 0 {
		return
	}
	trust := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, network := range s.Proxies {
		trust = append(trust, echo.TrustIPRange(network))
	}
	s.echo.IPExtractor = echo.ExtractIPFromXFFHeader(trust...)
	s.echo.SchemeExtractor = echo.ExtractSchemeFromHeaders(trust...)
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// WriteExport writes a whole game as JSON Lines, as anybody may have it.
func (s *Server) WriteExport(ctx context.Context, w io.Writer, id string) error {
	return s.games.WriteExport(ctx, w, id)
}

// ForgetCaller is called when another server has changed a player's name, sessions or
// tokens: they are looked up anew with their next request.
func (s *Server) ForgetCaller(id account.PlayerID) { s.auth.ForgetCaller(id) }

// ForgetCallers is called when another server may have changed those of anybody.
func (s *Server) ForgetCallers() { s.auth.ForgetCallers() }

// CloseStreams ends all live streams, so that a shutdown need not wait for
// them. No new ones are opened afterwards.
func (s *Server) CloseStreams() { s.live.Close() }

// NewHTTPServer returns a server with the time limits that this program wants,
// to be given connections by a Listener.
func NewHTTPServer(s *Server) *http.Server {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true) // for reverse proxies that speak it
	srv := &http.Server{
		Handler:           s,
		Protocols:         protocols,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      30 * time.Second, // streams move their own deadline
		IdleTimeout:       120 * time.Second,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(s.Logger.Handler(), slog.LevelDebug),
	}
	srv.ConnContext, srv.ConnState = live.SaveConn, s.limitConns()
	srv.RegisterOnShutdown(s.CloseStreams)
	return srv
}
