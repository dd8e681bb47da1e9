package auth

import (
	"errors"
	"log/slog"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/authpage"
	"github.com/bankhalter/bankhalter/views/page"
)

// mergeJSON is what taking over a guest would do.
type mergeJSON struct {
	Guest  *page.Person `json:"guest"`
	Games  []cards.Card `json:"games"`  // they become the asker's
	Double []cards.Card `json:"double"` // finished, both sat there: the guest's seat becomes nobody's
	Shared []cards.Card `json:"shared"` // not over, both sit there: they are in the way
}

// guestOf is the guest whom this browser was before it signed in; nil if none.
func (s *Handler) guestOf(c echo.Context) (*page.Person, error) {
	if byBearer(c) {
		return nil, nil
	}
	session, err := s.session(c)
	if err != nil {
		return nil, err
	}
	id, _ := session.Values[account.SessionGuest].(string)
	if id == "" || id == string(web.Viewer(c).ID) {
		return nil, nil
	}
	p, err := s.Players.Player(c.Request().Context(), account.PlayerID(id))
	if errors.Is(err, storage.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	protected, err := s.Accounts.Protected(c.Request().Context(), p.ID)
	if err != nil || protected { // they have made an account of their own meanwhile
		return nil, err
	}
	return personOf(p), nil
}

// showMerge tells what taking over the guest would do.
func (s *Handler) showMerge(c echo.Context) error {
	_, done, err := web.RequireViewer(c, page.MergePath())
	if done {
		return err
	}
	return web.Choose(c, func() (any, error) {
		guest, plan, err := s.merger(c)
		me := web.Viewer(c).ID
		return mergeJSON{guest, s.Cards.JSON(plan.Games, me), s.Cards.JSON(plan.Double, me), s.Cards.JSON(plan.Shared, me)}, err
	}, func() (web.Model, error) { return s.mergeData(c, nil) })
}

// merger is the guest whom this browser was, and what taking them over would do.
func (s *Handler) merger(c echo.Context) (*page.Person, table.Merger, error) {
	guest, err := s.guestOf(c)
	if err == nil && guest == nil {
		err = web.Fail("no_guest")
	}
	if err != nil {
		return nil, table.Merger{}, err
	}
	plan, err := s.Tables.PlanMerge(c.Request().Context(), account.PlayerID(guest.ID), web.Viewer(c).ID)
	return guest, plan, err
}

// mergeData is the same for the page.
func (s *Handler) mergeData(c echo.Context, problem *page.Problem) (d authpage.MergeData, err error) {
	guest, plan, err := s.merger(c)
	if err != nil {
		return d, err
	}
	me := web.Viewer(c).ID
	return authpage.MergeData{
		Guest: guest.Name, Problem: problem,
		Games: s.Cards.Of(c, plan.Games, me), Double: s.Cards.Of(c, plan.Double, me), Shared: s.Cards.Of(c, plan.Shared, me),
	}, nil
}

// mergeRequest is a request to merge a guest; without a token the one that this browser was before.
type mergeRequest struct {
	GuestToken string `json:"guest_token"`
}

// postMerge takes the guest over: the one whom this browser was before, or, for
// programs, the one whose token comes along.
func (s *Handler) postMerge(c echo.Context) error {
	me, done, err := s.dangerous(c, page.MergePath())
	if done {
		return err
	}
	var want mergeRequest
	_, err = web.ReadInto(c, &want, func(f url.Values) error { want.GuestToken = f.Get("guest_token"); return nil })
	if err != nil {
		return err
	}
	guest, err := s.guestToMerge(c, me.ID, want.GuestToken)
	if err != nil {
		return err
	}
	err = s.Tables.Merge(c.Request().Context(), guest, me.ID)
	if _, ok := errors.AsType[*table.Shared](err); ok {
		return web.Refused(c, err, func(_ *web.Error, p *page.Problem) (web.Model, error) { return s.mergeData(c, p) })
	}
	if err != nil {
		return err
	}
	s.memory.forgetPlayer(guest)
	if err := s.heedBans(c); err != nil {
		return err
	}
	s.LogSecurity(c, web.PersonEnded, guest, slog.String("how", "merged"), slog.String("into", string(me.ID)))
	if !byBearer(c) {
		if err := s.keepGuest(c, ""); err != nil {
			return err
		}
	}
	return web.Changed(c, web.Change{To: page.MePath(), JSON: func() (any, error) { return s.AccountOf(c, web.Viewer(c)) }})
}

// guestToMerge is the guest of a token, or that of the session.
func (s *Handler) guestToMerge(c echo.Context, me account.PlayerID, token string) (account.PlayerID, error) {
	if token == "" {
		guest, err := s.guestOf(c)
		if err == nil && guest == nil {
			err = web.Fail("no_guest")
		}
		if err != nil {
			return "", err
		}
		return account.PlayerID(guest.ID), nil
	}
	var p account.Player
	var tok account.Token
	err := s.LimitGuesses(c, func() (err error) {
		p, tok, err = s.Players.Grant(c.Request().Context(), token)
		return err
	})
	if errors.Is(err, storage.ErrNotFound) {
		return "", web.Fail("no_guest")
	}
	if err != nil {
		return "", err
	}
	protected, err := s.Accounts.Protected(c.Request().Context(), p.ID)
	if err != nil {
		return "", err
	}
	if protected || p.ID == me || tok.Scope != account.ScopeAll || !tok.ExpiresAt.IsZero() { // no other token ends its player
		return "", web.Fail("no_guest")
	}
	return p.ID, nil
}

// postKeepGuest leaves the guest alone.
func (s *Handler) postKeepGuest(c echo.Context) error {
	_, done, err := web.RequireViewer(c, page.MergePath())
	if done {
		return err
	}
	if !byBearer(c) {
		if err := s.keepGuest(c, ""); err != nil {
			return err
		}
	}
	return web.Changed(c, web.Change{To: page.AccountPath()})
}
