package notify

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/notifypage"
	"github.com/bankhalter/bankhalter/views/page"
)

// byToken is what the owner of a token from a message may do without signing in.
type byToken struct {
	peek, do func(context.Context, string) (notice.Channel, error)
	path     func(string) string
	confirm  bool
}

func (s *Handler) confirming() byToken {
	return byToken{s.Notifications.PeekConfirm, s.Notifications.Confirm, page.ConfirmMailPath, true}
}

func (s *Handler) unsubbing() byToken {
	return byToken{s.Notifications.PeekUnsub, s.Notifications.Unsub, page.UnsubPath, false}
}

// showConfirmMail asks whether to confirm a mail address. It changes nothing.
func (s *Handler) showConfirmMail(c echo.Context) error { return s.askBy(c, s.confirming()) }

// postConfirmMail confirms a mail address.
func (s *Handler) postConfirmMail(c echo.Context) error { return s.doBy(c, s.confirming()) }

// showUnsub asks whether to end a channel. It changes nothing: programs that look
// at mails fetch every address in them.
func (s *Handler) showUnsub(c echo.Context) error { return s.askBy(c, s.unsubbing()) }

// postUnsub ends a channel, at one click in a mail program (RFC 8058) too.
func (s *Handler) postUnsub(c echo.Context) error { return s.doBy(c, s.unsubbing()) }

func (s *Handler) askBy(c echo.Context, t byToken) error {
	ch, err := t.peek(c.Request().Context(), c.Param("token"))
	if err != nil {
		return noticeFailure(err)
	}
	return s.showByToken(c, t, &ch, false)
}

func (s *Handler) doBy(c echo.Context, t byToken) error {
	ch, err := t.do(c.Request().Context(), c.Param("token"))
	if err != nil {
		return noticeFailure(err)
	}
	return s.showByToken(c, t, &ch, true)
}

// byTokenData is a question or an answer, and where the channel stands.
type byTokenData struct{ notifypage.ByTokenData }

// Unkept says that nothing of a secret address is kept.
func (x byTokenData) Unkept() {}

func (s *Handler) showByToken(c echo.Context, t byToken, ch *notice.Channel, done bool) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	d := notifypage.ByTokenData{Kind: ch.Way, Address: ch.Address, State: ch.State, Confirm: t.confirm, Done: done, Action: t.path(c.Param("token"))}
	if ch.Way == notice.Push {
		d.Address = "" // long, and nobody knows it
	}
	return web.Respond(c, byTokenData{d})
}
