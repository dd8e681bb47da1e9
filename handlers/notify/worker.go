package notify

import (
	"net/http"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/static"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// showWorker is the script that shows messages while no page is open, and a page in
// the reader's language while there is no connection. Its address has to stay the same
// and lie above all pages, so it is asked for anew.
func (s *Handler) showWorker(c echo.Context) error {
	b := templ.GetBuffer()
	defer templ.ReleaseBuffer(b)
	if err := page.Offline(text.For(web.LangOf(c))).Render(c.Request().Context(), b); err != nil {
		return err
	}
	s.SetSecurityHeaders(c)
	h := c.Response().Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Language", web.LangOf(c))
	script := static.Worker(b.String(), h.Get("Content-Security-Policy"))
	return web.Reply(c, http.StatusOK, "text/javascript; charset=utf-8", web.ContentTag("w", script), script)
}
