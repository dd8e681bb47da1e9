package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"github.com/bankhalter/bankhalter/static"
	"github.com/bankhalter/bankhalter/views"
)

// routes lists every address of the program. The API description lists the
// same ones; a test compares.
func (s *Server) routes(e *echo.Echo) {
	seat := views.SeatsPath(":id") + "/:seat"
	limit, compress, who := limitBody(bodyLimit), compressed(), s.identify

	people := e.Group("", limit, compress, who)
	people.GET(views.HomePath(), s.showLobby)
	people.GET(views.PlayersPath(), s.showNameForm)
	people.POST(views.PlayersPath(), s.postPlayer)
	people.GET(views.MePath(), s.showMe)
	people.POST(views.MeLinkPath(), s.postLink)
	people.POST(views.SignOutPath(), s.postSignOut)
	people.GET(views.LinkPath(":token"), s.showLink)
	people.POST(views.LinkPath(":token"), s.postLinkIn)

	people.GET(views.EditionsPath(), s.showEditions)
	people.GET(views.EditionPath(":id"), s.showEdition)
	e.POST(views.EditionsPath(), s.postEdition, limitBody(bodyLimitEdition), compress, who)

	people.GET(views.GamesPath(), s.showGames)
	people.POST(views.GamesPath(), s.postGame)
	people.GET(views.NewGamePath(), s.showNewGame)
	people.GET(views.GamePath(":id"), s.showGame)
	people.POST(views.SeatsPath(":id"), s.postSeat)
	people.DELETE(seat, s.deleteSeat)
	people.POST(seat+"/leave", s.deleteSeat)
	people.POST(seat+"/return", s.postReturn)
	people.POST(views.StartPath(":id"), s.postStart)
	people.POST(views.MovesPath(":id"), s.postMove)
	people.GET(views.EventsPath(":id"), s.showEvents)
	people.GET(views.ExportPath(":id"), s.showExport)

	e.GET(views.APIPath(), s.showOpenAPI, compress)
	e.GET(healthPath, s.showHealth)
	e.GET(readyPath, s.showReady)
	e.GET(metricsPath, s.showMetrics)
	e.GET(static.Prefix+":file", s.showStatic)
}

// The addresses for operators, which no page links to.
const (
	healthPath  = "/healthz"
	readyPath   = "/readyz"
	metricsPath = "/metrics"
)

// compressed sends long answers through gzip, but never streams: each would
// hold a compressor of its own.
func compressed() echo.MiddlewareFunc {
	return middleware.GzipWithConfig(middleware.GzipConfig{
		MinLength: 1024,
		Level:     1,
		Skipper: func(c echo.Context) bool {
			return c.Path() == views.EventsPath(":id") && accepts(c.Request(), eventStream) || c.Request().Method == http.MethodOptions
		},
	})
}
