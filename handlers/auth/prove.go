package auth

import (
	"fmt"
	"maps"
	"net/url"
	"time"

	"github.com/gorilla/sessions"
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/authpage"
	"github.com/bankhalter/bankhalter/views/page"
)

// session is that of the request's browser; a new one if it has none.
func (s *Handler) session(c echo.Context) (*sessions.Session, error) {
	session, err := s.Sessions.Get(c.Request(), s.SessionCookie(c))
	if err != nil {
		return nil, fmt.Errorf("read session: %w", err)
	}
	session.Options.Secure = s.IsHTTPS(c)
	return session, nil
}

// byBearer reports whether the caller has a token rather than a session.
func byBearer(c echo.Context) bool { return c.Request().Header.Get("Authorization") != "" }

// proved reports whether a player may do dangerous things: they have no password or
// passkey, or have given one in this session a few minutes ago. A token
// proves nothing, it lies around in files.
func (s *Handler) proved(c echo.Context, me account.PlayerID) (bool, error) {
	protected, err := s.Accounts.Protected(c.Request().Context(), me)
	if err != nil || !protected {
		return err == nil, err
	}
	if byBearer(c) {
		return false, nil
	}
	session, err := s.session(c)
	if err != nil {
		return false, err
	}
	at, _ := session.Values[account.SessionProved].(int64)
	since := s.Now().Sub(time.Unix(at, 0))
	return since >= -time.Minute && since < account.ProofLife, nil
}

// Prove asks a player without a recent proof for one; next is where
// the page goes on. With done the answer is out.
func (s *Handler) Prove(c echo.Context, me account.PlayerID, next string) (done bool, err error) {
	ok, err := s.proved(c, me)
	if ok || err != nil {
		return err != nil, err
	}
	if web.IsProgram(c) {
		return true, web.Fail("prove")
	}
	return true, web.Redirect(c, page.WithQuery(page.ConfirmMePath(), "next", next))
}

// Unlimited refuses tokens that open less than everything, or not for ever: a
// password, a passkey, an address or a link would open more.
func (s *Handler) Unlimited(c echo.Context) error {
	has := web.InfoOf(c)
	if has.Scope == account.ScopeAll && has.Ends.IsZero() {
		return nil
	}
	if err := lacking(has.Scope, account.ScopeAll); err != nil {
		return err
	}
	return web.Fail("token_life")
}

// dangerous is known and prove in one.
func (s *Handler) dangerous(c echo.Context, next string) (me account.Player, done bool, err error) {
	if me, done, err = web.RequireViewer(c, next); done {
		return me, true, err
	}
	if err := s.Unlimited(c); err != nil {
		return me, true, err
	}
	done, err = s.Prove(c, me.ID, next)
	return me, done, err
}

// reveal notes that somebody has just shown a password or a passkey, and gives
// the session a new token: a cookie that was planted before is worth nothing.
func (s *Handler) reveal(c echo.Context, p account.Player) error {
	now := s.Now()
	return s.signInWith(c, p, map[any]any{
		account.SessionProved: now.Unix(), account.SessionUntil: now.Add(account.SessionLife).Unix(),
	})
}

// describe sets the session's data about its browser. Another player's proof,
// guest and end do not pass to the player who signs in now; their own do.
func (s *Handler) describe(c echo.Context, session *sessions.Session, p account.PlayerID, more map[any]any) {
	if playerOf(session) != p {
		clear(session.Values)
		session.Values[account.SessionSince] = s.Now().Unix()
	}
	session.Values[sessionPlayer] = string(p)
	session.Values[account.SessionDevice] = account.Device(c.Request().UserAgent())
	maps.Copy(session.Values, more)
	if s.SessionMax > 0 {
		s.shorten(session, more != nil)
	}
}

// shorten lets a session end when the operator wants sessions to end, however
// much they are used. fresh: somebody has just shown a password or passkey.
func (s *Handler) shorten(session *sessions.Session, fresh bool) {
	began, ok := session.Values[account.SessionSince].(int64)
	if fresh || !ok {
		began = s.Now().Unix()
	}
	until := time.Unix(began, 0).Add(s.SessionMax).Unix()
	if old, ok := session.Values[account.SessionUntil].(int64); !ok || until < old {
		session.Values[account.SessionUntil] = until
	}
}

// provedJSON says whether the caller has shown lately who they are.
type provedJSON struct {
	Proved bool `json:"proved"`
}

// showConfirmMe asks who is signed in to show again who it is.
func (s *Handler) showConfirmMe(c echo.Context, q formQuery) error {
	me, done, err := web.RequireViewer(c, page.AccountPath())
	if done {
		return err
	}
	return web.Choose(c, func() (any, error) {
		ok, err := s.proved(c, me.ID)
		return provedJSON{ok}, err
	}, func() (web.Model, error) { return s.confirmMeData(c, web.LocalPath(q.Next), nil) })
}

// confirmMeData is the page on which a caller shows again who they are.
func (s *Handler) confirmMeData(c echo.Context, next string, problem *page.Problem) (d authpage.ConfirmMeData, err error) {
	ctx, me := c.Request().Context(), web.Viewer(c).ID
	a, err := s.Accounts.Of(ctx, me)
	if err != nil {
		return d, err
	}
	keys, err := s.Accounts.Passkeys(ctx, me)
	if err != nil {
		return d, err
	}
	return authpage.ConfirmMeData{
		Next: next, Problem: problem, Password: a.Login != "",
		Passkeys: len(keys) > 0 && s.Accounts.HasPasskeys(s.Absolute(c, "")),
	}, nil
}

// passwordOnly proves who is calling.
type passwordOnly struct {
	Password string `json:"password" schema:",required"`
}

// postConfirmMe takes the password of who is signed in.
func (s *Handler) postConfirmMe(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.AccountPath())
	if done {
		return err
	}
	var want passwordOnly
	b, err := web.ReadInto(c, &want, func(f url.Values) error { want.Password = f.Get("password"); return nil })
	if err != nil {
		return err
	}
	next := web.LocalPath(b.Form.Get("next"))
	err = s.Accounts.Confirm(c.Request().Context(), me.ID, want.Password, web.NetworkOf(c.RealIP()))
	if err != nil {
		return web.Refused(c, err, func(f *web.Error, p *page.Problem) (web.Model, error) {
			if f.Code == "wrong_login" { // no login was typed
				p.Code = "wrong_password"
			}
			return s.confirmMeData(c, next, p)
		})
	}
	if err := s.reveal(c, me); err != nil {
		return err
	}
	return web.Changed(c, web.Change{To: next, JSON: func() (any, error) { return provedJSON{true}, nil }})
}
