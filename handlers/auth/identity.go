package auth

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/sessions"
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
)

// Sessions is the session store that New wants.
type Sessions interface {
	sessions.Store
	// Renew gives a session a new token when it is saved next and forgets the old one.
	Renew(r *http.Request, s *sessions.Session) error
	// Extend saves a session again that would otherwise end though it is used.
	Extend(r *http.Request, w http.ResponseWriter, s *sessions.Session) error
	// List lists the sessions of a player, the one used last first.
	List(ctx context.Context, player account.PlayerID) ([]account.Session, error)
	// End ends one session of a player, named by its id; storage.ErrNotFound if they have none of this id.
	End(ctx context.Context, player account.PlayerID, id string) error
	// EndOthers ends all sessions of a player but the one with this id.
	EndOthers(ctx context.Context, player account.PlayerID, keep string) error
}

const sessionPlayer = "player" // in the session's values

// Identify finds out who is asking: by a bearer token if there is one, and
// then never by the cookie, else by the session. Nobody is fine too.
func (s *Handler) Identify(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := web.TokenInAddress(c.Request()); err != nil {
			return err
		}
		player, scope, err := s.callerOf(c)
		if err != nil {
			return err
		}
		web.InfoOf(c).Scope = scope
		if scope != account.ScopeAll {
			if err := s.allowed(c, scope); err != nil {
				return err
			}
		}
		web.SetViewer(c, player)
		if err := s.bannedPage(c, player); err != nil {
			return err
		}
		if err := s.LimitChange(c); err != nil {
			return err
		}
		return s.CountChange(c, next(c))
	}
}

// callerOf returns the player and what their token opens; a session cookie
// may do everything.
func (s *Handler) callerOf(c echo.Context) (account.Player, account.Scope, error) {
	r := c.Request()
	if authorization := r.Header.Get("Authorization"); authorization != "" {
		return s.byToken(c, authorization)
	}
	p, err := s.byCookie(c, r)
	return p, account.ScopeAll, err
}

// ViewerOf returns who sends a request to which no route belongs.
func (s *Handler) ViewerOf(c echo.Context) (account.Player, error) {
	p, _, err := s.callerOf(c)
	return p, err
}

func (s *Handler) byToken(c echo.Context, authorization string) (account.Player, account.Scope, error) {
	scheme, token, _ := strings.Cut(authorization, " ")
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return account.Player{}, 0, web.Fail("unauthorized")
	}
	token = strings.TrimSpace(token)
	key, now := web.Hash("token", token), s.Now()
	known, epoch, ok := s.memory.recall(key, now)
	if ok {
		web.InfoOf(c).Ends = known.ends
		return known.player, known.scope, nil
	}
	var p account.Player
	var tok account.Token
	err := s.LimitGuesses(c, func() (err error) {
		p, tok, err = s.Players.Grant(c.Request().Context(), token)
		return err
	})
	if errors.Is(err, storage.ErrNotFound) {
		bad := web.Fail("unauthorized")
		bad.NoGood = true
		return p, 0, bad
	}
	if err == nil {
		web.InfoOf(c).Ends = tok.ExpiresAt
		s.memory.note(key, caller{player: p, scope: tok.Scope, ends: tok.ExpiresAt, until: tok.ExpiresAt}, now, epoch)
	}
	return p, tok.Scope, err
}

func (s *Handler) byCookie(c echo.Context, r *http.Request) (account.Player, error) {
	cookies := r.CookiesNamed(s.SessionCookie(c))
	if len(cookies) == 0 {
		return account.Player{}, nil
	}
	key, now := web.Hash("cookie", cookies[0].Value), s.Now()
	known, epoch, ok := s.memory.recall(key, now)
	if ok && !known.held {
		return known.player, nil
	}
	session, err := s.Sessions.Get(r, s.SessionCookie(c))
	if err != nil {
		return account.Player{}, fmt.Errorf("read session: %w", err)
	}
	id := playerOf(session)
	if id == "" {
		return account.Player{}, nil
	}
	p, err := s.Players.Player(r.Context(), id)
	if errors.Is(err, storage.ErrNotFound) {
		return account.Player{}, nil
	}
	if err != nil {
		return p, err
	}
	session.Options.Secure = s.IsHTTPS(c)
	s.memory.note(key, caller{player: p, scope: account.ScopeAll}, now, epoch)
	if err := s.Sessions.Extend(r, c.Response(), session); err != nil {
		s.Logger.Warn("session could not be extended", "err", err) // there are months left to do it
	}
	return p, nil
}

// playerOf is who a session signs in, "" if nobody.
func playerOf(session *sessions.Session) account.PlayerID {
	id, _ := session.Values[sessionPlayer].(string)
	return account.PlayerID(id)
}

// signIn starts a session for the player, under a new token, so that a cookie
// planted before is worth nothing.
func (s *Handler) signIn(c echo.Context, p account.Player) error { return s.signInWith(c, p, nil) }

// signInWith also sets values of the session.
func (s *Handler) signInWith(c echo.Context, p account.Player, values map[any]any) error {
	web.SetViewer(c, p)
	r := c.Request()
	session, err := s.session(c)
	if err != nil {
		return err
	}
	defer s.memory.forgetPlayer(playerOf(session))
	if err := s.Sessions.Renew(r, session); err != nil {
		return fmt.Errorf("renew session: %w", err)
	}
	s.describe(c, session, p.ID, values)
	if err := session.Save(r, c.Response()); err != nil {
		return fmt.Errorf("save session: %w", err)
	}
	return nil
}

// signOut ends the session of this browser.
func (s *Handler) signOut(c echo.Context) error {
	session, err := s.Sessions.Get(c.Request(), s.SessionCookie(c))
	if err != nil {
		return fmt.Errorf("read session: %w", err)
	}
	session.Options.MaxAge = -1
	session.Options.Secure = s.IsHTTPS(c)
	defer s.memory.forgetPlayer(playerOf(session))
	return session.Save(c.Request(), c.Response())
}

// Newcomer is a player created in this request, with their token.
type Newcomer struct {
	Player *page.Person
	Token  string
}

// EnsurePlayer returns the caller, or a new player of the given name: to sit down, a name
// is enough. Without either the failure asks for one.
func (s *Handler) EnsurePlayer(c echo.Context, name string) (account.Player, Newcomer, error) {
	if p := web.Viewer(c); p.ID != "" {
		return p, Newcomer{}, nil
	}
	if strings.TrimSpace(name) == "" {
		return account.Player{}, Newcomer{}, web.Fail("unauthorized")
	}
	p, token, err := s.newPlayer(c, name)
	if err != nil {
		return p, Newcomer{}, err
	}
	return p, Newcomer{Player: personOf(p), Token: token}, nil
}

// NewGuest makes a player who sits at the device of the caller and signs in nowhere.
func (s *Handler) NewGuest(c echo.Context, name string) (account.Player, error) {
	if err := s.LimitCreation(c); err != nil {
		return account.Player{}, err
	}
	return s.Players.CreateVisitor(c.Request().Context(), name)
}

// guestLinkLife is how long the link is good by which a player goes on at a device of their own.
const guestLinkLife = 7 * 24 * time.Hour

// GuestLink is the path of a link that signs in, once, a player who sits at the device of
// another one. It ends the one before.
func (s *Handler) GuestLink(ctx context.Context, p account.PlayerID) (string, error) {
	token, err := s.Players.ReplaceLink(ctx, p, guestLinkLife, true)
	return page.LinkPath(token), err
}

// newPlayer makes a player and signs the caller in as them: a program, which is told its
// token, or a browser, which needs none.
func (s *Handler) newPlayer(c echo.Context, name string) (account.Player, string, error) {
	if err := s.LimitCreation(c); err != nil {
		return account.Player{}, "", err
	}
	var p account.Player
	var token string
	var err error
	if ctx := c.Request().Context(); web.IsProgram(c) {
		p, token, err = s.Players.CreatePlayer(ctx, name)
	} else {
		p, err = s.Players.CreateVisitor(ctx, name)
	}
	if err != nil {
		return p, "", err
	}
	s.LogSecurity(c, web.SignedIn, p.ID, slog.String("how", "name"))
	return p, token, s.signIn(c, p)
}

// Permit is what a stream goes on with.
type Permit struct {
	// Holds reports whether the token or the session is still good, and the address not banned.
	// It answers from memory for a minute at a time. A store that cannot be read ends nothing.
	Holds func(context.Context) bool
	// Doubt wakes when it may have ended; nil for a request with neither, which stays good.
	Doubt <-chan struct{}
}

// StillValid returns the permit of a request, which holds on to nothing else of it; leave
// has to be called when the stream is over.
func (s *Handler) StillValid(c echo.Context) (permit Permit, leave func(), err error) {
	permit, leave, err = s.permit(c)
	if s.Operator == nil || err != nil {
		return permit, leave, err
	}
	address, holds := strings.Clone(c.RealIP()), permit.Holds
	permit.Holds = func(ctx context.Context) bool {
		_, banned := s.Operator.BannedAddress(address)
		return !banned && holds(ctx)
	}
	return permit, leave, nil
}

func (s *Handler) permit(c echo.Context) (permit Permit, leave func(), err error) {
	r := c.Request()
	if _, token, _ := strings.Cut(r.Header.Get("Authorization"), " "); strings.TrimSpace(token) != "" {
		permit.Doubt, leave = s.memory.watch(web.Viewer(c).ID)
		permit.Holds = s.tokenHolds(strings.Clone(strings.TrimSpace(token)))
		return permit, leave, nil
	}
	p, err := s.byCookie(c, r)
	if err != nil || p.ID == "" {
		return Permit{Holds: func(context.Context) bool { return true }}, func() {}, err
	}
	name := s.SessionCookie(c)
	permit.Doubt, leave = s.memory.watch(p.ID)
	permit.Holds = s.sessionHolds(name, strings.Clone(r.CookiesNamed(name)[0].Value), p.ID)
	return permit, leave, nil
}

// tokenHolds returns what reports whether a token is still good.
func (s *Handler) tokenHolds(token string) func(context.Context) bool {
	key := web.Hash("token", token)
	return func(ctx context.Context) bool {
		now := s.Now()
		_, epoch, ok := s.memory.recall(key, now)
		if ok {
			return true
		}
		p, tok, err := s.Players.Grant(ctx, token)
		if err != nil {
			return !errors.Is(err, storage.ErrNotFound)
		}
		s.memory.note(key, caller{player: p, scope: tok.Scope, ends: tok.ExpiresAt, until: tok.ExpiresAt}, now, epoch)
		return true
	}
}

// sessionHolds returns what reports whether the session that a cookie names is still one
// of the player.
func (s *Handler) sessionHolds(name, value string, me account.PlayerID) func(context.Context) bool {
	key := web.Hash("cookie", value)
	return func(ctx context.Context) bool {
		now := s.Now()
		known, epoch, ok := s.memory.recall(key, now)
		if ok {
			return known.player.ID == me
		}
		r := (&http.Request{Header: http.Header{"Cookie": {name + "=" + value}}}).WithContext(ctx)
		session, err := s.Sessions.Get(r, name)
		if err != nil {
			return true
		}
		if playerOf(session) != me {
			return false
		}
		p, err := s.Players.Player(ctx, me)
		if err != nil {
			return !errors.Is(err, storage.ErrNotFound)
		}
		s.memory.note(key, caller{player: p, scope: account.ScopeAll, held: true}, now, epoch)
		return true
	}
}
