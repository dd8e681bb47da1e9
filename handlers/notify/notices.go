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
	"github.com/bankhalter/bankhalter/game/post"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/notifypage"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// showNotices is what somebody is told and on which channels.
func (s *Handler) showNotices(c echo.Context) error {
	if _, done, err := web.RequireViewer(c, page.NoticesPath()); done {
		return err
	}
	return s.renderNotices(c, http.StatusOK, nil, nil)
}

// renderNotices shows the settings, with a problem or a feed that has just been made.
func (s *Handler) renderNotices(c echo.Context, status int, problem *page.Problem, feed *feedJSON) error {
	ctx, me := c.Request().Context(), web.Viewer(c).ID
	wishes, err := s.Post.Wishes(ctx, string(me))
	if err != nil {
		return err
	}
	channels, err := s.Post.Channels(ctx, string(me))
	if err != nil {
		return err
	}
	games, err := s.Tables.List(ctx, table.Filter{Player: me, Statuses: []game.Status{game.InLobby, game.Playing}, Limit: cards.Most})
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	if web.FormatOf(c.Request()) == web.FormatJSON {
		return c.JSON(status, s.newNoticesJSON(c, wishes, channels, games))
	}
	if wishes.Lang == "" {
		wishes.Lang = web.LangOf(c)
	}
	d := notifypage.NoticesData{
		Mail: s.Post.Carries(notice.Mail), Push: s.Post.Carries(notice.Push), Hook: s.Post.Carries(notice.Hook),
		PushKey: s.PushKey, Wishes: wishes, Channels: channels, Problem: problem, Done: c.QueryParam("done"), Now: s.Now(),
	}
	if feed != nil {
		d.Atom, d.Calendar = feed.Atom, feed.Calendar
	}
	for _, card := range s.Cards.Of(c, games, me) {
		d.Tables = append(d.Tables, notifypage.NoticeTable{TableCard: card, Muted: wishes.Mutes(card.ID)})
	}
	return web.ReplyHTML(c, web.FormatOf(c.Request()), web.LangOf(c), status, d.Page(s.Page(c)))
}

// wishChange is a change of what somebody wants to be told.
type wishChange struct {
	Lang   *string `json:"lang"`
	Zone   *string `json:"zone"`
	Hour   *int    `json:"hour" schema:",min=0,max=23"`
	Remind *int    `json:"remind_minutes"`
	Always *bool   `json:"always"`
}

func (w *wishChange) fill(f url.Values) error {
	for name, into := range map[string]**string{"lang": &w.Lang, "zone": &w.Zone} {
		if f.Has(name) {
			v := strings.TrimSpace(f.Get(name))
			*into = &v
		}
	}
	for name, into := range map[string]**int{"hour": &w.Hour, "remind_minutes": &w.Remind} {
		if !f.Has(name) {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(f.Get(name)))
		if err != nil {
			return web.Mistyped(name, web.ExpectInteger)
		}
		*into = &n
	}
	always := web.ParseBool(f.Get("always")) // a box that is not ticked is not sent
	w.Always = &always
	return nil
}

// postNotices changes what somebody wants to be told.
func (s *Handler) postNotices(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.NoticesPath())
	if done {
		return err
	}
	var w wishChange
	if _, err := web.ReadInto(c, &w, w.fill); err != nil {
		return err
	}
	ctx := c.Request().Context()
	wishes, err := s.Post.Wishes(ctx, string(me.ID))
	if err != nil {
		return err
	}
	set(&wishes.Lang, w.Lang)
	set(&wishes.Zone, w.Zone)
	set(&wishes.Hour, w.Hour)
	set(&wishes.Remind, w.Remind)
	set(&wishes.Always, w.Always)
	if wishes.Lang == "" {
		wishes.Lang = web.LangOf(c)
	}
	if !slices.Contains(text.Langs(), wishes.Lang) {
		return s.noticeDone(c, http.StatusOK, "", &post.Invalid{Field: "lang", Why: "unknown"})
	}
	return s.noticeDone(c, http.StatusOK, "saved", s.Post.SetWishes(ctx, string(me.ID), wishes))
}

func set[T any](into, from *T) {
	if from != nil {
		*into = *from
	}
}

// muting is a table of which somebody wants to hear nothing, or again.
type muting struct {
	Game  string `json:"game" schema:",required"`
	Muted bool   `json:"muted" schema:",required"`
}

func (m *muting) fill(f url.Values) error {
	m.Game, m.Muted = f.Get("game"), web.ParseBool(f.Get("muted"))
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
	ctx := c.Request().Context()
	if m.Muted { // what is muted must be there; what is gone can be let go
		if _, err := s.Tables.Snapshot(ctx, m.Game); err != nil {
			return err
		}
	}
	return s.noticeDone(c, http.StatusOK, "saved", s.Post.Mute(ctx, string(me.ID), m.Game, m.Muted))
}

// noticeDone answers a change of the settings: with the settings, or what is
// wrong beside them.
func (s *Handler) noticeDone(c echo.Context, status int, said string, err error) error {
	if err != nil {
		f := web.AsError(noticeFailure(err))
		if web.FormatOf(c.Request()) == web.FormatJSON || f.Status == http.StatusNotFound || f.Status >= http.StatusInternalServerError {
			return f
		}
		return s.renderNotices(c, f.Status, web.ViewProblem(c, f), nil)
	}
	if web.FormatOf(c.Request()) != web.FormatJSON {
		return web.Redirect(c, page.WithQuery(page.NoticesPath(), "done", said))
	}
	return s.renderNotices(c, status, nil, nil)
}

// noticeFailure is what is wrong with a wish or a channel. What is not found is
// the channel.
func noticeFailure(err error) error {
	if errors.Is(err, storage.ErrNotFound) {
		return web.Fail("unknown_channel")
	}
	return err
}

// withNotices refuses where no post office is set up.
func (s *Handler) withNotices(h echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if s.Post == nil {
			return web.Fail("notices_off")
		}
		return h(c)
	}
}
