package tables

import (
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// isPreview reports whether a form was sent by the button that only adds it up.
func isPreview(b web.Body) bool { return b.Form.Has("preview") }

// showPreview goes on to the table with what the form holds, added up.
func (s *Handler) showPreview(c echo.Context, b web.Body) error {
	if kind := b.Form.Get("preview"); b.Form.Get("move") == "" {
		b.Form.Set("move", kind)
	}
	return web.Redirect(c, tablepage.DraftPath(c.Param("id"), b.Form))
}
