package web

import (
	"net/http"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/views/page"
)

// Compress sends long answers through gzip to those who take it, but never
// streams: each would hold a compressor of its own.
func Compress() echo.MiddlewareFunc {
	compress := middleware.GzipWithConfig(middleware.GzipConfig{MinLength: 1024, Level: 1})
	ofTable, ofMine, ofExport := page.EventsPath(":id"), page.MyEventsPath(), page.ExportPath(":id")
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		packed := compress(next)
		return func(c echo.Context) error {
			r := c.Request()
			switch path := c.Path(); {
			case r.Method == http.MethodOptions, (path == ofTable || path == ofMine) && (Accepts(r, EventStream) || IsFollowing(r)):
				return next(c)
			case path == ofExport, path == ofTable && (FormatOf(r) == FormatJSON || Accepts(r, export.ContentType)):
				return next(c) // of any length: compressed as it is sent
			case TakesGzip(r):
				return packed(c)
			}
			Vary(c, echo.HeaderAcceptEncoding)
			return next(c)
		}
	}
}
