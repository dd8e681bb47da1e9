package notify

import (
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/notifypage"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// tableHookJSON is the hook of a table for one of its people.
type tableHookJSON struct {
	Game  string         `json:"game"`
	Owner bool           `json:"owner"` // I may change it
	Name  string         `json:"name"`  // by which it mentions me
	Hook  *hookStateJSON `json:"hook"`  // null: the table has none
}

// hookStateJSON is the hook of a table. What is secret about its address is shown to nobody.
type hookStateJSON struct {
	Address   string       `json:"address"` // shortened, and only to the owner of the table
	Form      notice.Form  `json:"form"`
	Secret    string       `json:"secret,omitempty"` // only to the one who gave the address
	Lang      string       `json:"lang"`
	Zone      string       `json:"zone"`
	QuietFrom int          `json:"quiet_from"`
	QuietTo   int          `json:"quiet_to"`
	State     notice.State `json:"state"`
	Error     string       `json:"error,omitempty"`
	Text      string       `json:"error_text,omitempty"`
	FailedAt  *time.Time   `json:"failed_at"`
	RetryAt   *time.Time   `json:"retry_at"`
	SentAt    *time.Time   `json:"sent_at"`
}

// tableHook is the hook of a table, for people and their programs.
type tableHook struct{ notifypage.TableHookData }

// JSON is the hook with the last failure in words.
func (x tableHook) JSON(lang string) any {
	j := tableHookJSON{Game: x.ID, Owner: x.Owner, Name: x.Mention}
	c := &x.Channel
	if c.ID == "" {
		return j
	}
	j.Hook = &hookStateJSON{Form: c.Form, Lang: c.Lang, Zone: c.Zone, QuietFrom: c.QuietFrom, QuietTo: c.QuietTo, State: c.State, SentAt: web.TimeOrNull(c.SentAt)}
	if !x.Owner {
		return j
	}
	j.Hook.Address, j.Hook.FailedAt, j.Hook.RetryAt = notifypage.ShortAddress(c.Address), web.TimeOrNull(c.FailedAt), web.TimeOrNull(c.RetryAt)
	if x.Giver && c.Form == notice.Standard {
		j.Hook.Secret = c.Secret
	}
	if c.Error != "" {
		j.Hook.Error, j.Hook.Text = c.Error, text.Fault(text.For(lang), c.Error)
	}
	return j
}

// Unkept says that there is a secret in it.
func (x tableHook) Unkept() {}

// tableHookOf reads the hook of the table of a request.
func (s *Handler) tableHookOf(c echo.Context) (x tableHook, err error) {
	c.Response().Header().Set("Cache-Control", "no-store")
	id := c.Param("id")
	h, err := s.Notifications.TableHook(c.Request().Context(), id, string(web.Viewer(c).ID))
	if err != nil {
		return x, err
	}
	x.ID, x.Channel, x.Owner, x.Player, x.Giver, x.Mention = id, h.Channel, h.Owner, h.Player, h.Giver, h.Mention
	x.SetUp = s.Notifications.CanSend(notice.Hook)
	x.Name = page.TableName(text.For(web.LangOf(c)), s.Cards.Of(c, []*table.Game{h.Table.Meta}, web.Viewer(c).ID)[0])
	return x, nil
}

// showTableHook is the hook of a table, for its people.
func (s *Handler) showTableHook(c echo.Context, q doneQuery) error {
	if _, done, err := web.RequireViewer(c, page.HookPath(c.Param("id"))); done {
		return err
	}
	x, err := s.tableHookOf(c)
	if err != nil {
		return err
	}
	x.Done = q.Done
	return web.Respond(c, x)
}

// hookRequest is what the owner of a table says of its hook.
type hookRequest struct {
	Address   *string `json:"address"`
	Form      *string `json:"form" schema:"ChannelForm"`
	Lang      *string `json:"lang"`
	Zone      *string `json:"zone"`
	QuietFrom *int    `json:"quiet_from" schema:",min=0,max=23"`
	QuietTo   *int    `json:"quiet_to" schema:",min=0,max=23"`
	On        *bool   `json:"on"`
}

func (r *hookRequest) fill(f url.Values) error {
	if f.Has("on") {
		r.On = new(web.ParseBool(f.Get("on")))
	}
	fillTexts(f, map[string]**string{"address": &r.Address, "form": &r.Form, "lang": &r.Lang, "zone": &r.Zone})
	return fillNumbers(f, map[string]**int{"quiet_from": &r.QuietFrom, "quiet_to": &r.QuietTo})
}

// postTableHook changes the hook of a table, or makes one.
func (s *Handler) postTableHook(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.HookPath(c.Param("id")))
	if done {
		return err
	}
	var r hookRequest
	body, err := web.ReadInto(c, &r, r.fill)
	if err != nil {
		return err
	}
	if r.Lang != nil && !slices.Contains(text.Langs(), *r.Lang) {
		return s.hookDone(c, "", notifications.Unknown("lang", text.Langs()...), body.Form)
	}
	ctx, id := c.Request().Context(), c.Param("id")
	if r.Lang == nil {
		if h, err := s.Notifications.TableHook(ctx, id, string(me.ID)); err == nil && h.Channel.Lang == "" {
			lang := web.LangOf(c)
			r.Lang = &lang
		}
	}
	err = s.Notifications.SetTableHook(ctx, id, string(me.ID), notifications.HookChange{
		Address: r.Address, Form: (*notice.Form)(r.Form), Lang: r.Lang, Zone: r.Zone, QuietFrom: r.QuietFrom, QuietTo: r.QuietTo, On: r.On,
	})
	return s.hookDone(c, "saved", err, body.Form)
}

// deleteTableHook takes the hook of a table away.
func (s *Handler) deleteTableHook(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.HookPath(c.Param("id")))
	if done {
		return err
	}
	return s.hookDone(c, "removed", s.Notifications.DropTableHook(c.Request().Context(), c.Param("id"), string(me.ID)), nil)
}

// postTableHookTest sends a trial message to the hook of a table.
func (s *Handler) postTableHookTest(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.HookPath(c.Param("id")))
	if done {
		return err
	}
	return s.hookDone(c, "tested", s.Notifications.TestTableHook(c.Request().Context(), c.Param("id"), string(me.ID)), nil)
}

// hookName is the name by which somebody wants to be mentioned.
type hookName struct {
	Name string `json:"name" schema:",required,maxlen=100"`
}

// postTableHookName keeps the name by which the hook mentions the viewer.
func (s *Handler) postTableHookName(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.HookPath(c.Param("id")))
	if done {
		return err
	}
	var n hookName
	body, err := web.ReadInto(c, &n, func(f url.Values) error {
		n.Name = f.Get("name")
		return nil
	})
	if err != nil {
		return err
	}
	return s.hookDone(c, "named", s.Notifications.SetMention(c.Request().Context(), c.Param("id"), string(me.ID), n.Name), body.Form)
}

// hookDone answers a change of the hook of a table: with the hook, or with what is
// wrong beside the form as it was typed.
func (s *Handler) hookDone(c echo.Context, said string, err error, typed url.Values) error {
	if err != nil {
		switch web.AsError(err).Status {
		case http.StatusNotFound, http.StatusForbidden:
			return err
		}
		return web.Refused(c, err, func(_ *web.Error, p *page.Problem) (web.Model, error) {
			x, err := s.tableHookOf(c)
			x.Problem, x.Typed = p, typed
			return x, err
		})
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return web.Changed(c, web.Change{
		To: page.WithQuery(page.HookPath(c.Param("id")), "done", said), JSON: func() (any, error) { return s.tableHookOf(c) },
	})
}
