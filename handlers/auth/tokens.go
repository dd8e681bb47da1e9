package auth

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/authpage"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// MaxTokenDays is the longest life that a token may be given, unless it lives for ever.
const MaxTokenDays = 3650

// NewToken is a token as its owner sees it, who sent the request.
func NewToken(t *account.Token, r *http.Request) authpage.Token {
	_, sent, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return authpage.Token{
		ID: t.ID(), Name: t.Name, Scopes: t.Scope.Names(), All: t.Scope == account.ScopeAll, CreatedAt: t.CreatedAt.UTC(),
		ExpiresAt: web.TimeOrNull(t.ExpiresAt), UsedAt: web.TimeOrNull(t.UsedAt), Current: sent != "" && t.Hash == account.HashToken(strings.TrimSpace(sent)),
	}
}

// showTokens lists the tokens of the asker.
func (s *Handler) showTokens(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.TokensPath())
	if done {
		return err
	}
	d, err := s.tokensData(c, me, authpage.TokensData{})
	if err != nil {
		return err
	}
	return web.Respond(c, d)
}

// tokensData reads somebody's tokens; d is what the page has to say besides.
func (s *Handler) tokensData(c echo.Context, me account.Player, d authpage.TokensData) (authpage.TokensData, error) {
	all, err := s.Players.Tokens(c.Request().Context(), me.ID)
	if err != nil {
		return d, err
	}
	d.Tokens, d.Scopes = make([]authpage.Token, len(all)), account.ScopeNames()
	for i := range all {
		d.Tokens[i] = NewToken(&all[i], c.Request())
	}
	return d, nil
}

// newToken is a request for a token.
type newToken struct {
	Name   string   `json:"name" schema:",required,minlen=1"`
	Scopes nameList `json:"scopes" schema:",required"`
	Days   *int     `json:"days" schema:",null,min=1,max=3650"` // until it ends; null or left out: never, or with the token that makes it
}

// nameList takes ["read", "play"] or "read play".
type nameList []string

// UnmarshalJSON reads either form.
func (l *nameList) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*l = web.SplitList(strings.Fields(text))
		return nil
	}
	return json.Unmarshal(data, (*[]string)(l))
}

func (w *newToken) fill(f url.Values) (err error) {
	w.Name = f.Get("name")
	for _, one := range f["scopes"] {
		w.Scopes = append(w.Scopes, web.SplitList(strings.Fields(one))...)
	}
	w.Days, err = DaysOf(f)
	return err
}

// DaysOf reads how many days something is good for, nil if the form does not say.
func DaysOf(f url.Values) (*int, error) {
	text := strings.TrimSpace(f.Get("days"))
	if text == "" {
		return nil, nil
	}
	days, err := strconv.Atoi(text)
	if err != nil {
		return nil, web.Mistyped("days", web.ExpectDays)
	}
	return &days, nil
}

// check reads what the token shall open and when it ends; zero for never.
func (w *newToken) check(now time.Time) (scope account.Scope, ends time.Time, err error) {
	scope, _, ok := account.ScopeOf(w.Scopes)
	if !ok || scope == 0 {
		return 0, time.Time{}, web.Mistyped("scopes", web.ExpectScopes).OnPages("tokens.no_scope")
	}
	if w.Days == nil {
		return scope, time.Time{}, nil
	}
	if *w.Days < 1 || *w.Days > MaxTokenDays {
		return 0, time.Time{}, web.Mistyped("days", web.ExpectDays)
	}
	return scope, now.Truncate(time.Millisecond).Add(time.Duration(*w.Days) * 24 * time.Hour), nil
}

// noMoreThan refuses to give what is wider or lives longer than the token that the
// request came with. What has no end of its own ends with that token.
func noMoreThan(c echo.Context, scope account.Scope, ends time.Time) (time.Time, error) {
	has := web.InfoOf(c)
	if err := lacking(has.Scope, scope); err != nil {
		return ends, err
	}
	switch {
	case has.Ends.IsZero():
		return ends, nil
	case ends.IsZero():
		return has.Ends, nil
	case ends.After(has.Ends):
		when := has.Ends.UTC().Format("2006-01-02 15:04 UTC")
		return ends, &web.Error{Status: http.StatusForbidden, Code: "token_life", Field: "days", Words: text.Say("problem_field.token_life", "Ends", when)}
	}
	return ends, nil
}

// postToken makes a token and shows it this once.
func (s *Handler) postToken(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.TokensPath())
	if done {
		return err
	}
	if s.Accounts != nil { // a token opens what a password guards
		if done, err := s.Prove(c, me.ID, page.TokensPath()); done {
			return err
		}
	}
	b, err := web.ReadBody(c.Request())
	if err != nil {
		return err
	}
	token, tok, err := s.giveToken(c, me, b)
	c.Response().Header().Set("Cache-Control", "no-store")
	if err != nil {
		return web.Refused(c, err, func(_ *web.Error, p *page.Problem) (web.Model, error) {
			return s.tokensData(c, me, authpage.TokensData{Form: b.Form, Problem: p})
		})
	}
	s.LogSignInChange(c, "token_made")
	if !web.IsProgram(c) {
		d, err := s.tokensData(c, me, authpage.TokensData{Fresh: token})
		if err != nil {
			return err
		}
		return web.RespondAs(c, http.StatusCreated, d)
	}
	made := NewToken(&tok, c.Request())
	made.Token = token
	c.Response().Header().Set("Location", page.TokenPath(made.ID))
	return web.ReplyJSON(c, http.StatusCreated, made)
}

func (s *Handler) giveToken(c echo.Context, me account.Player, b web.Body) (string, account.Token, error) {
	var want newToken
	if err := b.Into(&want, want.fill); err != nil {
		return "", account.Token{}, err
	}
	scope, ends, err := want.check(s.Now())
	if err == nil {
		ends, err = noMoreThan(c, scope, ends)
	}
	if err != nil {
		return "", account.Token{}, err
	}
	if err := s.LimitCreation(c); err != nil {
		return "", account.Token{}, err
	}
	return s.Players.GiveToken(c.Request().Context(), me.ID, want.Name, scope, ends)
}

// deleteToken ends a token at once.
func (s *Handler) deleteToken(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.TokensPath())
	if done {
		return err
	}
	defer s.memory.forgetPlayer(me.ID)
	if err := s.Players.RevokeToken(c.Request().Context(), me.ID, c.Param("id")); err != nil {
		if web.AsError(err).Code == "unknown_game" {
			err = web.Fail("unknown_token")
		}
		return err
	}
	s.LogSignInChange(c, "token_ended")
	return web.Changed(c, web.Change{To: page.TokensPath()})
}
