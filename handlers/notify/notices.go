package notify

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/notifypage"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// doneQuery is what was changed just before a page is shown.
type doneQuery struct {
	Done string `query:"done"`
}

// showNotices is what somebody is told and on which channels.
func (s *Handler) showNotices(c echo.Context, q doneQuery) error {
	if _, done, err := web.RequireViewer(c, page.NoticesPath()); done {
		return err
	}
	x, err := s.notices(c)
	if err != nil {
		return err
	}
	x.Done = q.Done
	return web.Respond(c, x)
}

// notices is what somebody is told and where, for them and for their programs.
type notices struct{ notifypage.NoticesData }

// notices reads what the viewer is told.
func (s *Handler) notices(c echo.Context) (x notices, err error) {
	c.Response().Header().Set("Cache-Control", "no-store")
	ctx, me := c.Request().Context(), web.Viewer(c).ID
	x.SetUp, x.PushKey = map[notice.Way]bool{}, s.PushKey
	for _, way := range []notice.Way{notice.Mail, notice.Push, notice.Hook, notice.Feed} {
		x.SetUp[way] = s.Notifications.CanSend(way)
	}
	if x.Preferences, err = s.Notifications.Preferences(ctx, string(me)); err != nil {
		return x, err
	}
	if x.Channels, err = s.Notifications.Channels(ctx, string(me)); err != nil {
		return x, err
	}
	games, err := s.Tables.List(ctx, table.Filter{Player: me, Statuses: []game.Status{game.InLobby, game.Playing}, Limit: cards.Most})
	if err != nil {
		return x, err
	}
	for _, card := range s.Cards.Of(c, games, me) {
		x.Tables = append(x.Tables, notifypage.NoticeTable{TableCard: card, Muted: x.Preferences.Mutes(card.ID)})
	}
	return x, nil
}

// preferencesChange is a change of what somebody wants to be told.
type preferencesChange struct {
	Lang   *string `json:"lang"`
	Zone   *string `json:"zone"`
	Hour   *int    `json:"hour" schema:",min=0,max=23"`
	Remind *int    `json:"remind_minutes"`
	Always *bool   `json:"always"`
}

func (w *preferencesChange) fill(f url.Values) error {
	always := web.ParseBool(f.Get("always")) // a box that is not ticked is not sent
	w.Always = &always
	fillTexts(f, map[string]**string{"lang": &w.Lang, "zone": &w.Zone})
	return fillNumbers(f, map[string]**int{"hour": &w.Hour, "remind_minutes": &w.Remind})
}

// fillTexts reads those texts that a form has.
func fillTexts(f url.Values, into map[string]**string) {
	for name, to := range into {
		if f.Has(name) {
			*to = new(strings.TrimSpace(f.Get(name)))
		}
	}
}

// fillNumbers reads those numbers that a form has.
func fillNumbers(f url.Values, into map[string]**int) error {
	for name, to := range into {
		if !f.Has(name) {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(f.Get(name)))
		if err != nil {
			return web.Mistyped(name, web.ExpectInteger)
		}
		*to = &n
	}
	return nil
}

// postNotices changes what somebody wants to be told.
func (s *Handler) postNotices(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.NoticesPath())
	if done {
		return err
	}
	var w preferencesChange
	b, err := web.ReadInto(c, &w, w.fill)
	if err != nil {
		return s.noticeRefused(c, err, b.Form)
	}
	ctx := c.Request().Context()
	preferences, err := s.Notifications.Preferences(ctx, string(me.ID))
	if err != nil {
		return err
	}
	set(&preferences.Lang, w.Lang)
	set(&preferences.Zone, w.Zone)
	set(&preferences.Hour, w.Hour)
	set(&preferences.Remind, w.Remind)
	set(&preferences.Always, w.Always)
	if preferences.Lang == "" {
		preferences.Lang = web.LangOf(c)
	}
	if !slices.Contains(text.Langs(), preferences.Lang) {
		return s.noticeRefused(c, notifications.Unknown("lang", text.Langs()...), b.Form)
	}
	if err := s.Notifications.SetPreferences(ctx, string(me.ID), preferences); err != nil {
		return s.noticeRefused(c, err, b.Form)
	}
	return s.noticeDone(c, web.Change{}, "saved", nil)
}

func set[T any](into, from *T) {
	if from != nil {
		*into = *from
	}
}

// muting is a table of which somebody wants to hear nothing, or again.
type muting struct {
	Game  string `json:"game" schema:",required"`
	Muted *bool  `json:"muted" schema:",required"`
}

func (m *muting) fill(f url.Values) error {
	m.Game = f.Get("game")
	if f.Has("muted") {
		muted := web.ParseBool(f.Get("muted"))
		m.Muted = &muted
	}
	return nil
}

// check names what the request does not say.
func (m *muting) check() error {
	switch {
	case m.Game == "":
		return web.Blame("missing", "game")
	case m.Muted == nil:
		return web.Blame("missing", "muted")
	}
	return nil
}

// postMuteTable mutes a table or lets it speak again.
func (s *Handler) postMuteTable(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.NoticesPath())
	if done {
		return err
	}
	var m muting
	if _, err := web.ReadInto(c, &m, m.fill); err != nil {
		return err
	}
	if err := m.check(); err != nil {
		return s.noticeDone(c, web.Change{}, "", err)
	}
	ctx := c.Request().Context()
	if *m.Muted { // what is muted must be there; what is gone can be let go
		if _, err := s.Tables.Snapshot(ctx, m.Game); err != nil {
			return s.noticeDone(c, web.Change{}, "", web.Named("game", err))
		}
	}
	return s.noticeDone(c, web.Change{}, "saved", s.Notifications.Mute(ctx, string(me.ID), m.Game, *m.Muted))
}

// noticeDone answers a change of the settings, which the page then says was done:
// with the settings if done brings nothing else, or with what is wrong beside them.
func (s *Handler) noticeDone(c echo.Context, done web.Change, said string, err error) error {
	if err != nil {
		return s.noticeRefused(c, err, nil)
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	done.To = page.WithQuery(page.NoticesPath(), "done", said)
	if done.JSON == nil {
		done.JSON = func() (any, error) { return s.notices(c) }
	}
	return web.Changed(c, done)
}

// noticeRefused shows what is wrong beside the settings, with what was typed into the form
// that was refused.
func (s *Handler) noticeRefused(c echo.Context, err error, typed url.Values) error {
	err = noticeFailure(err)
	if web.AsError(err).Status == http.StatusNotFound {
		return err
	}
	return web.Refused(c, err, func(_ *web.Error, p *page.Problem) (web.Model, error) {
		x, err := s.notices(c)
		x.Problem, x.About, x.Typed = p, c.Param("channel"), typed
		return x, err
	})
}

// noticeFailure is what is wrong with a request or a channel. What is not found is
// the channel.
func noticeFailure(err error) error {
	if _, ok := errors.AsType[*web.Error](err); !ok && errors.Is(err, storage.ErrNotFound) {
		return web.Fail("unknown_channel")
	}
	return err
}

// withNotices refuses where notifications are not set up.
func (s *Handler) withNotices(h echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if s.Notifications == nil {
			return web.Fail("notices_off")
		}
		return h(c)
	}
}
