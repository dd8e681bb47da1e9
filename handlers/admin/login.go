package admin

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/adminpage"
	"github.com/bankhalter/bankhalter/views/page"
)

// How long the operator stays signed in: since the last request, and at all.
const (
	adminIdle   = 30 * time.Minute
	adminLife   = 8 * time.Hour
	adminWatch  = 20 // sessions of operators at a time
	adminCookie = "bh-admin"
)

// adminSessions are in memory alone: a restart ends them.
type adminSessions struct {
	mu  sync.Mutex
	all map[[sha256.Size]byte]adminSession
}

type adminSession struct{ began, seen time.Time }

// begin makes a session and returns its token.
func (a *adminSessions) begin(now time.Time) string {
	token := rand.Text()
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.all == nil || len(a.all) >= adminWatch {
		a.all = map[[sha256.Size]byte]adminSession{} // they sign in again
	}
	a.all[web.Hash("admin", token)] = adminSession{now, now}
	return token
}

// holds reports whether a token is that of a session, which goes on by it.
func (a *adminSessions) holds(token string, now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	key := web.Hash("admin", token)
	s, ok := a.all[key]
	if !ok || now.Sub(s.seen) > adminIdle || now.Sub(s.began) > adminLife {
		delete(a.all, key)
		return false
	}
	s.seen = now
	a.all[key] = s
	return true
}

func (a *adminSessions) end(token string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.all, web.Hash("admin", token))
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
			return web.Fail("unauthorized")
		}
		return web.Redirect(c, page.AdminPath())
	})
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
	return err == nil && s.admins.holds(cookie.Value, s.Now()), nil
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
	case right || web.AsError(err).Status == http.StatusTooManyRequests:
		return right, err
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
	s.LogSecurity(c, web.OperatorIn, "")
	s.setAdminCookie(c, s.admins.begin(s.Now()), int(adminLife/time.Second))
	return s.adminDone(c, page.AdminPath())
}

// postAdminLogout ends the operator's session.
func (s *Handler) postAdminLogout(c echo.Context) error {
	if cookie, err := c.Request().Cookie(s.adminCookieName(c)); err == nil {
		s.admins.end(cookie.Value)
	}
	s.setAdminCookie(c, "", -1)
	return s.adminDone(c, page.AdminPath())
}

// adminDone answers a change: a browser goes on to a page.
func (s *Handler) adminDone(c echo.Context, path string) error {
	return web.Changed(c, web.Change{To: path})
}
