package notify

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
)

// newChannel is a request to be told on a channel.
type newChannel struct {
	Kind    string   `json:"kind" schema:"ChannelKind,required"`
	Address string   `json:"address"`                   // of a mail or a hook
	Form    string   `json:"form" schema:"ChannelForm"` // of a hook
	Label   string   `json:"label"`
	Push    *pushSub `json:"subscription"` // of a browser, as it says it
}

// pushSub is a subscription as a browser's toJSON says it.
type pushSub struct {
	Endpoint string   `json:"endpoint"`
	Expires  *int64   `json:"expirationTime" schema:",null"`
	Keys     pushKeys `json:"keys"`
}

// pushKeys are those with which messages to a browser are sealed.
type pushKeys struct {
	P256dh string `json:"p256dh"`
	Auth   string `json:"auth"`
}

func (n *newChannel) fill(f url.Values) error {
	n.Kind, n.Address, n.Form, n.Label = f.Get("kind"), f.Get("address"), f.Get("form"), f.Get("label")
	n.Push = &pushSub{Endpoint: f.Get("endpoint")}
	n.Push.Keys.P256dh, n.Push.Keys.Auth = f.Get("p256dh"), f.Get("auth")
	return nil
}

// postChannel adds a channel.
func (s *Handler) postChannel(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.NoticesPath())
	if done {
		return err
	}
	var n newChannel
	b, err := web.ReadInto(c, &n, n.fill)
	if err != nil {
		return err
	}
	if n.Push == nil {
		n.Push = &pushSub{}
	}
	if n.Form == "" {
		n.Form = string(notice.Standard)
	}
	ctx, id, service := c.Request().Context(), string(me.ID), s.Notifications
	var ch notice.Channel
	said := "added"
	switch notice.Way(n.Kind) {
	case notice.Mail:
		said = "asked"
		if err := s.speakTo(c, id, b.Form.Get("zone")); err != nil { // before the mail that asks is written
			return err
		}
		ch, err = service.AddMail(ctx, id, n.Address)
	case notice.Hook:
		ch, err = service.AddHook(ctx, id, n.Address, notice.Form(n.Form), n.Label)
	case notice.Push:
		ch, err = service.AddPush(ctx, id, n.Push.Endpoint, n.Push.Keys.P256dh, n.Push.Keys.Auth, n.Label)
	case notice.Feed:
		return s.addFeed(c, id, n.Label, b.Form.Get("zone"))
	default:
		err = notifications.Unknown("kind", notice.Mail, notice.Push, notice.Hook, notice.Feed)
	}
	if err == nil {
		err = s.speakTo(c, id, b.Form.Get("zone"))
	}
	if err != nil {
		return s.noticeRefused(c, err, b.Form)
	}
	return s.noticeDone(c, web.Change{Status: http.StatusCreated, JSON: func() (any, error) { return channel{&ch}, nil }}, said, nil)
}

// speakTo remembers the language and the time zone in which a player sets up their first
// channel. A zone that only their browser knows is left out.
func (s *Handler) speakTo(c echo.Context, id, zone string) error {
	ctx := c.Request().Context()
	w, err := s.Notifications.Preferences(ctx, id)
	if err != nil || w.Lang != "" {
		return err
	}
	w.Lang = web.LangOf(c)
	if w.Zone == "" {
		w.Zone = zone
		if w.Wrong() == "zone" {
			w.Zone = ""
		}
	}
	return s.Notifications.SetPreferences(ctx, id, w)
}

// addFeed makes a feed and shows its addresses.
func (s *Handler) addFeed(c echo.Context, id, label, zone string) error {
	ch, secret, err := s.Notifications.AddFeed(c.Request().Context(), id, label)
	if err == nil {
		err = s.speakTo(c, id, zone)
	}
	if err != nil {
		return s.noticeDone(c, web.Change{}, "", err)
	}
	x, err := s.notices(c)
	if err != nil {
		return err
	}
	x.Atom, x.Calendar = s.Absolute(c, page.AtomPath(secret)), s.Absolute(c, page.CalendarPath(secret))
	return web.RespondAs(c, http.StatusCreated, feedMade{x, channel{&ch}})
}

// channelChange is what may be changed about a channel.
type channelChange struct {
	On    *bool   `json:"on"`
	When  *string `json:"when" schema:"ChannelWhen"`
	Label *string `json:"label"`
	Renew bool    `json:"new_secret"`
}

func (n *channelChange) fill(f url.Values) error {
	if f.Has("on") {
		on := web.ParseBool(f.Get("on"))
		n.On = &on
	}
	for name, into := range map[string]**string{"when": &n.When, "label": &n.Label} {
		if f.Has(name) {
			v := f.Get(name)
			*into = &v
		}
	}
	n.Renew = web.ParseBool(f.Get("new_secret"))
	return nil
}

// postChannelChange switches a channel on or off, or says how often it is used.
func (s *Handler) postChannelChange(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.NoticesPath())
	if done {
		return err
	}
	var n channelChange
	if _, err := web.ReadInto(c, &n, n.fill); err != nil {
		return err
	}
	ctx := c.Request().Context()
	if n.Renew {
		if _, err := s.Notifications.NewSecret(ctx, string(me.ID), c.Param("channel")); err != nil {
			return s.noticeDone(c, web.Change{}, "", err)
		}
	}
	_, err = s.Notifications.ChangeChannel(ctx, string(me.ID), c.Param("channel"), notifications.Change{On: n.On, When: (*notice.When)(n.When), Label: n.Label})
	return s.noticeDone(c, web.Change{}, "saved", err)
}

// deleteChannel forgets a channel.
func (s *Handler) deleteChannel(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.NoticesPath())
	if done {
		return err
	}
	return s.noticeDone(c, web.Change{}, "removed", s.Notifications.DropChannel(c.Request().Context(), string(me.ID), c.Param("channel")))
}

// postChannelTest sends a trial message and says what came of it.
func (s *Handler) postChannelTest(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.NoticesPath())
	if done {
		return err
	}
	ch, err := s.Notifications.Test(c.Request().Context(), string(me.ID), c.Param("channel"))
	said := "tested"
	if ch.Way == notice.Feed {
		said = "shown"
	}
	return s.noticeDone(c, web.Change{}, said, err)
}
