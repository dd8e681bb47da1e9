package auth

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/authpage"
	"github.com/bankhalter/bankhalter/views/page"
)

// loggedInJSON tells who signed in, with a token for programs, and whether a
// guest is waiting to be merged.
type loggedInJSON struct {
	page.Person
	Token string       `json:"token"`
	Guest *page.Person `json:"guest"`
	Next  string       `json:"next"` // where a page would go on
}

// showLogin is the form for login and password.
func (s *Handler) showLogin(c echo.Context, q formQuery) error {
	d := authpage.LoginData{Next: q.Next}
	if d.Next != "" {
		d.Next = web.LocalPath(d.Next)
	}
	return web.Respond(c, s.loginData(c, d))
}

// loginData is how one may sign in, and who is signed in.
func (s *Handler) loginData(c echo.Context, d authpage.LoginData) authpage.LoginData {
	d.Viewer, d.Offers = ViewerJSON(c), s.offers(c)
	return d
}

// offers are the ways to sign in that this server has.
func (s *Handler) offers(c echo.Context) authpage.Offers {
	return authpage.Offers{Recovery: s.Accounts.SendsMail(), Passkeys: s.Accounts.HasPasskeys(s.Absolute(c, ""))}
}

// loginRequest signs an account in by its password.
type loginRequest struct {
	Login    string `json:"login" schema:",required,maxlen=254"`
	Password string `json:"password" schema:",required"`
}

// postLogin signs an account in by login and password.
func (s *Handler) postLogin(c echo.Context) error {
	var want loginRequest
	b, err := web.ReadInto(c, &want, func(f url.Values) error { want.Login, want.Password = f.Get("login"), f.Get("password"); return nil })
	switch {
	case err != nil:
		return err
	case want.Login == "" && web.IsProgram(c):
		return web.Blame("missing", "login")
	case want.Password == "" && web.IsProgram(c):
		return web.Blame("missing", "password")
	}
	id, err := s.Accounts.Login(c.Request().Context(), want.Login, want.Password, web.NetworkOf(c.RealIP()))
	if err == nil {
		return s.loggedIn(c, id, b.Form.Get("next"), "password")
	}
	if about, unknown := s.Accounts.Whose(c.Request().Context(), want.Login); unknown == nil {
		web.InfoOf(c).About = about
	}
	return web.Refused(c, err, func(_ *web.Error, p *page.Problem) (web.Model, error) {
		b.Form.Del("password")
		return s.loginData(c, authpage.LoginData{Next: b.Form.Get("next"), Form: b.Form, Problem: p}), nil
	})
}

// loggedIn signs this browser in as a player who has just given a password or
// passkey, or set a new password. A former guest with a seat at some table is
// asked whether to move it to the account.
func (s *Handler) loggedIn(c echo.Context, id account.PlayerID, next, how string) error {
	ctx := c.Request().Context()
	p, err := s.Players.Player(ctx, id)
	if err != nil {
		return err
	}
	guest, err := s.guestBefore(c, p.ID)
	if err != nil {
		return err
	}
	if err := s.reveal(c, p); err != nil {
		return err
	}
	s.LogSecurity(c, web.SignedIn, p.ID, slog.String("how", how))
	next = web.LocalPath(next)
	if guest != nil && how != "recovery" { // the page of the account, which says that the password is saved, asks that as well
		next = page.MergePath()
	}
	if guest != nil {
		if err := s.keepGuest(c, guest.ID); err != nil {
			return err
		}
	}
	return web.Changed(c, web.Change{To: next, Status: http.StatusCreated, JSON: func() (any, error) {
		token := ""
		if !isPage(c) {
			if token, err = s.Players.NewToken(ctx, p.ID); err != nil {
				return nil, err
			}
		}
		return loggedInJSON{*personOf(p), token, guest, next}, nil
	}})
}

// isPage reports whether a request comes from the script of one of our pages,
// which has its cookie and wants no token.
func isPage(c echo.Context) bool { return c.Request().Header.Get("Sec-Fetch-Site") == "same-origin" }

// guestBefore returns the caller if that is a guest with something at tables, else nil.
func (s *Handler) guestBefore(c echo.Context, into account.PlayerID) (*page.Person, error) {
	me := web.Viewer(c)
	if me.ID == "" || me.ID == into || s.Accounts == nil {
		return nil, nil
	}
	ctx := c.Request().Context()
	protected, err := s.Accounts.Protected(ctx, me.ID)
	if err != nil || protected {
		return nil, err
	}
	games, err := s.Tables.List(ctx, table.Filter{Player: me.ID, Limit: 1})
	if err != nil || len(games) == 0 {
		return nil, err
	}
	return ViewerJSON(c), nil
}

// keepGuest remembers in the session who was signed in before.
func (s *Handler) keepGuest(c echo.Context, id string) error {
	session, err := s.session(c)
	if err != nil {
		return err
	}
	if id == "" {
		delete(session.Values, account.SessionGuest)
	} else {
		session.Values[account.SessionGuest] = id
	}
	return session.Save(c.Request(), c.Response())
}

// postBeginLogin is what to ask a passkey.
func (s *Handler) postBeginLogin(c echo.Context) error {
	options, err := s.Accounts.BeginLogin(c.Request().Context(), s.Absolute(c, ""))
	if err != nil {
		return err
	}
	return web.ReplyJSON(c, http.StatusOK, options)
}

// passkeyAnswer is what a browser got from a passkey.
type passkeyAnswer struct {
	Credential json.RawMessage `json:"credential" schema:"object,required"`
}

// postPasskeyLogin signs an account in by what a passkey answered.
func (s *Handler) postPasskeyLogin(c echo.Context) error {
	var want passkeyAnswer
	_, err := web.ReadInto(c, &want, func(f url.Values) error { want.Credential = json.RawMessage(f.Get("credential")); return nil })
	if err != nil {
		return err
	}
	id, err := s.Accounts.FinishLogin(c.Request().Context(), s.Absolute(c, ""), want.Credential)
	if err != nil {
		return err
	}
	if me := web.Viewer(c); me.ID == id { // shown again
		if err := s.reveal(c, me); err != nil {
			return err
		}
		return web.ReplyJSON(c, http.StatusOK, loggedInJSON{Person: *ViewerJSON(c)})
	}
	return s.loggedIn(c, id, "", "passkey")
}

// postSignOut ends the session of this browser.
func (s *Handler) postSignOut(c echo.Context) error {
	me := web.Viewer(c).ID
	if err := s.signOut(c); err != nil {
		return err
	}
	if me != "" {
		s.LogSecurity(c, web.SignedOut, me)
	}
	web.ClearSiteData(c)
	return web.Changed(c, web.Change{To: page.HomePath()})
}

// showLink asks whether to sign in by a secret link. It changes nothing:
// programs that look at mails fetch every address in them.
func (s *Handler) showLink(c echo.Context) error {
	token := c.Param("token")
	var p account.Player
	err := s.LimitGuesses(c, func() (err error) {
		p, err = s.Players.PeekLink(c.Request().Context(), token)
		return err
	})
	if err != nil {
		return web.LinkError(err)
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	d := authpage.LinkData{Name: p.Name, Action: page.LinkPath(token)}
	if me := web.Viewer(c); me.ID != p.ID {
		d.Now = me.Name
	}
	return web.Respond(c, d)
}

// postLinkIn signs this device in; a program gets a token of its own. A former guest with a
// seat at some table is asked whether to move it.
func (s *Handler) postLinkIn(c echo.Context) error {
	ctx := c.Request().Context()
	var p account.Player
	err := s.LimitGuesses(c, func() (err error) {
		p, err = s.Players.UseLink(ctx, c.Param("token"))
		return err
	})
	if err != nil {
		return web.LinkError(err)
	}
	guest, err := s.guestBefore(c, p.ID)
	if err != nil {
		return err
	}
	if err := s.signIn(c, p); err != nil {
		return err
	}
	next := page.HomePath()
	if guest != nil {
		next = page.MergePath()
		if err := s.keepGuest(c, guest.ID); err != nil {
			return err
		}
	}
	s.LogSecurity(c, web.SignedIn, p.ID, slog.String("how", "link"))
	if err := s.Tables.LeaveDevices(ctx, p.ID); err != nil {
		return err
	}
	return web.Changed(c, web.Change{To: next, Status: http.StatusCreated, JSON: func() (any, error) {
		token, err := s.Players.NewToken(ctx, p.ID)
		c.Response().Header().Set("Cache-Control", "no-store")
		return playerJSON{*personOf(p), token}, err
	}})
}
