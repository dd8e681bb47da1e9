package admin

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/adminpage"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// How long the operator stays signed in: since the last request, to the minute, and at all.
const (
	adminIdle   = 30 * time.Minute
	adminLife   = 8 * time.Hour
	adminGrain  = time.Minute
	adminCookie = "bh-admin"
)

// Sessions keeps the operator's sessions, for all servers on a database.
type Sessions interface {
	// SaveOperator keeps a session that began, was used and will end at these times;
	// storage.ErrNotFound if it was used before and has ended.
	SaveOperator(ctx context.Context, hash [sha256.Size]byte, began, used, ends time.Time) error
	// Operator returns when a session that has not ended began and was used last; storage.ErrNotFound if there is none.
	Operator(ctx context.Context, hash [sha256.Size]byte, now time.Time) (began, used time.Time, err error)
	// EndOperator ends a session, if there is one.
	EndOperator(ctx context.Context, hash [sha256.Size]byte) error
}

// sessionHash leads to a session, as long as the password is the same.
func (s *Handler) sessionHash(token string) [sha256.Size]byte {
	return web.Hash("admin "+s.Password, token)
}

// begin makes a session and returns its token.
func (s *Handler) begin(ctx context.Context) (string, error) {
	token, now := rand.Text(), s.Now()
	return token, s.save(ctx, s.sessionHash(token), now, now)
}

func (s *Handler) save(ctx context.Context, hash [sha256.Size]byte, began, used time.Time) error {
	ends := began.Add(adminLife)
	if idle := used.Add(adminIdle); idle.Before(ends) {
		ends = idle
	}
	return s.Sessions.SaveOperator(ctx, hash, began, used, ends)
}

// holds reports whether a token is that of a session, which goes on by it.
func (s *Handler) holds(ctx context.Context, token string) (bool, error) {
	hash, now := s.sessionHash(token), s.Now()
	began, used, err := s.Sessions.Operator(ctx, hash, now)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return false, nil
	case err != nil:
		return false, err
	case now.Sub(used) >= adminGrain:
		err = s.save(ctx, hash, began, now)
		if errors.Is(err, storage.ErrNotFound) { // the operator has just signed out
			return false, nil
		}
	}
	return true, err
}

// adminCookieName is a name that no neighbouring page over http can set.
func (s *Handler) adminCookieName(c echo.Context) string {
	if s.IsHTTPS(c) {
		return "__Secure-" + adminCookie
	}
	return adminCookie
}

func (s *Handler) setAdminCookie(c echo.Context, token string, age int) {
	c.SetCookie(&http.Cookie{
		Name: s.adminCookieName(c), Value: token, Path: page.AdminPath(), MaxAge: age,
		Secure: s.IsHTTPS(c), HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
}

// withAdmin is around all of the operator's addresses.
func (s *Handler) withAdmin(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if s.Operator == nil || s.Password == "" {
			return web.Fail("not_found")
		}
		h := c.Response().Header()
		h.Set("Cache-Control", "no-store")
		h.Set("X-Robots-Tag", "noindex")
		return next(c)
	}
}

// withOperator lets the operator pass; a browser is sent to where the operator signs in.
func (s *Handler) withOperator(next echo.HandlerFunc) echo.HandlerFunc {
	return s.withAdmin(func(c echo.Context) error {
		ok, err := s.isOperator(c)
		switch {
		case err != nil:
			return err
		case ok:
			return next(c)
		case web.IsProgram(c):
			return notOperator()
		}
		return web.Redirect(c, page.AdminPath())
	})
}

// notOperator answers a program that is not the operator's, and says how it could be.
func notOperator() error {
	f := web.Fail("unauthorized")
	f.Words = text.Say("problem_field.unauthorized_operator")
	return f
}

// isOperator reports whether the request is the operator's: by their session, or a
// program with their password as bearer token.
func (s *Handler) isOperator(c echo.Context) (bool, error) {
	if scheme, token, sent := strings.Cut(c.Request().Header.Get("Authorization"), " "); sent {
		if !strings.EqualFold(scheme, "Bearer") {
			return false, nil
		}
		if token = strings.TrimSpace(token); account.IsToken(token) {
			return false, nil // a player's, and no guess
		}
		return s.knowsPassword(c, token)
	}
	cookie, err := c.Request().Cookie(s.adminCookieName(c))
	if err != nil {
		return false, nil //nolint:nilerr // there is none
	}
	return s.holds(c.Request().Context(), cookie.Value)
}

// knowsPassword compares a password with the operator's. After many attempts a
// caller is refused for a while.
func (s *Handler) knowsPassword(c echo.Context, password string) (bool, error) {
	shown, wanted := web.Hash("password", password), web.Hash("password", s.Password)
	right := false
	err := s.LimitGuessesAt(web.LimitOperator, c, func() error {
		if right = subtle.ConstantTimeCompare(shown[:], wanted[:]) == 1; !right {
			return storage.ErrNotFound
		}
		return nil
	})
	switch {
	case right:
		return true, err
	case !errors.Is(err, storage.ErrNotFound): // too many attempts, or none could be counted
		return false, err
	default:
		s.LogRefusal(c, web.Fail("wrong_password")) // whatever the answer will be
		return false, s.Operator.Write(c.Request().Context(), s.act(c, "login_refused"))
	}
}

// operatorLogin is the form that signs the operator in.
type operatorLogin struct {
	Password string `json:"password" schema:",required"`
}

// postAdminLogin begins the operator's session.
func (s *Handler) postAdminLogin(c echo.Context) error {
	var want operatorLogin
	if _, err := web.ReadInto(c, &want, func(f url.Values) error { want.Password = f.Get("password"); return nil }); err != nil {
		return err
	}
	ok, err := s.knowsPassword(c, want.Password)
	if err == nil && !ok {
		err = web.Fail("wrong_password")
	}
	if err != nil {
		return web.Refused(c, err, func(_ *web.Error, p *page.Problem) (web.Model, error) { return adminpage.AdminLogin{Problem: p}, nil })
	}
	if err := s.Operator.Write(c.Request().Context(), s.act(c, "login")); err != nil {
		return err
	}
	token, err := s.begin(c.Request().Context())
	if err != nil {
		return err
	}
	s.LogSecurity(c, web.OperatorIn, "")
	s.setAdminCookie(c, token, int(adminLife/time.Second))
	return s.adminDone(c, page.AdminPath())
}

// postAdminLogout ends the operator's session.
func (s *Handler) postAdminLogout(c echo.Context) error {
	if cookie, err := c.Request().Cookie(s.adminCookieName(c)); err == nil {
		if err := s.Sessions.EndOperator(c.Request().Context(), s.sessionHash(cookie.Value)); err != nil {
			return err
		}
	}
	s.setAdminCookie(c, "", -1)
	return s.adminDone(c, page.AdminPath())
}

// adminDone answers a change: a browser goes on to a page.
func (s *Handler) adminDone(c echo.Context, path string) error {
	return web.Changed(c, web.Change{To: path})
}
