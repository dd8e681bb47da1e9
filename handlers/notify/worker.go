package notify

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/static"
)

// showWorker is the script that shows messages while no page is open. Its
// address has to stay the same and lie above all pages, so it is asked for anew.
func showWorker(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "no-cache")
	return web.Reply(c, http.StatusOK, "text/javascript; charset=utf-8", web.ContentTag("w", static.Worker()), static.Worker())
}
