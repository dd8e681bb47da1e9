package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/static"
	"github.com/bankhalter/bankhalter/views"
)

// routes lists every address of the program. The API description lists the
// same ones; a test compares.
func (s *Server) routes(e *echo.Echo) {
	seat := views.SeatsPath(":id") + "/:seat"
	limit, compress := limitBody(bodyLimit), compressed()
	get := func(path string, h echo.HandlerFunc) { e.GET(path, within(h, limit, compress, s.identify)) }
	post := func(path string, h echo.HandlerFunc, more ...echo.MiddlewareFunc) {
		e.POST(path, within(within(h, more...), limit, compress, s.identify))
	}

	get(views.HomePath(), s.showLobby)
	get(views.PlayersPath(), s.showNameForm)
	post(views.PlayersPath(), s.postPlayer, s.once)
	get(views.MePath(), s.showMe)
	post(views.MeLinkPath(), s.postLink)
	post(views.SignOutPath(), s.postSignOut)
	get(views.TokensPath(), s.showTokens)
	post(views.TokensPath(), s.postToken)
	e.DELETE(views.TokenPath(":id"), s.deleteToken, limit, compress, s.identify)
	post(views.RevokeTokenPath(":id"), s.deleteToken)
	s.accountRoutes(e, limit, compress)
	s.routesOfNotices(e, get, post)
	get(views.LinkPath(":token"), s.showLink)
	post(views.LinkPath(":token"), s.postLinkIn)

	get(views.MyEventsPath(), s.showMyEvents)
	get(views.MyNotesPath(), s.showMyNotes)
	get(views.MutesPath(), s.showMutes)
	post(views.UnmutePath(":mute"), s.deleteMute)
	e.DELETE(views.MuteOfPath(":mute"), s.deleteMute, limit, compress, s.identify)

	get(views.EditionsPath(), s.showEditions)
	get(views.EditionPath(":id"), s.showEdition)
	e.GET(views.LookPath(":id"), s.showLook, compress)
	get(views.RulesPath(), s.showRules)
	get(views.RulebookPath(":rulebook"), s.showRulebook)
	e.POST(views.EditionsPath(), s.postEdition, limitBody(bodyLimitEdition), compress, s.identify)

	get(views.GamesPath(), s.showGames)
	post(views.GamesPath(), s.postGame, s.once)
	get(views.NewGamePath(), s.showNewGame)
	get(views.GamePath(":id"), s.showGame)
	post(views.SeatsPath(":id"), s.postSeat, s.once)
	e.DELETE(seat, s.deleteSeat, limit, compress, s.identify)
	post(seat+"/leave", s.deleteSeat)
	post(seat+"/return", s.postReturn)
	post(views.StartPath(":id"), s.postStart)
	post(views.MovesPath(":id"), s.postMove)
	get(views.ConfirmPath(":id"), s.showConfirm)
	e.PUT(views.ChainPath(":id"), s.putChain, limit, compress, s.identify)
	post(views.ChainPath(":id"), s.putChain)
	get(views.ProofPath(":id"), s.showProof)
	get(views.EventsPath(":id"), s.showEvents)
	get(views.FiguresPath(":id"), s.showFigures)
	get(views.ExportPath(":id"), s.showExport)
	get(views.OrdersPath(":id"), s.showOrders)
	post(views.OrdersPath(":id"), s.postOrder)
	post(views.RevokePath(":id", ":order"), s.postRevoke)
	e.DELETE(views.OrdersPath(":id")+"/:order", s.postRevoke, limit, compress, s.identify)
	get(views.ChatPath(":id"), s.showChat)
	post(views.ChatPath(":id"), s.postChat)
	post(views.ChatRulesPath(":id"), s.postChatRules)
	post(views.RemovePath(":id", ":message"), s.deleteMessage)
	e.DELETE(views.MessagePath(":id", ":message"), s.deleteMessage, limit, compress, s.identify)
	post(views.MuteAuthorPath(":id", ":message"), s.postMute)
	post(views.ReportPath(":id", ":message"), s.postReport)
	get(views.NotesPath(":id"), s.showNotes)
	post(views.NotesPath(":id"), s.postNotes)
	e.PUT(views.NotesPath(":id"), s.postNotes, limit, compress, s.identify)
	get(views.PacePath(":id"), s.showPace)
	post(views.PacePath(":id"), s.postPace)
	post(views.VotesPath(":id"), s.postVote)
	post(views.DaysOffPath(":id"), s.postLeave)
	post(views.EndLeavePath(":id", ":from"), s.postEndLeave)
	e.DELETE(views.DaysOffPath(":id")+"/:from", s.postEndLeave, limit, compress, s.identify)
	post(seat+"/stand-in", s.postStandIn)
	get(views.BooksPath(":id"), s.showBooks)
	get(views.BooksCSVPath(":id"), s.showBooksCSV)

	if s.cfg.Dev {
		get(views.GalleryPath(""), s.showGallery)
		get(views.GalleryPath("")+"/:story", s.showStory)
	}
	e.GET(views.APIPath(), s.showOpenAPI, compress)
	get(views.DocsPath(), s.showDocs)
	get(views.ProblemsPath(), s.showProblems)
	get(views.ProblemPath(":code"), s.showProblem)
	s.adminRoutes(e)
	e.GET(healthPath, s.showHealth)
	e.GET(readyPath, s.showReady)
	if !s.cfg.MetricsApart {
		e.GET(metricsPath, s.showMetrics)
	}
	e.GET(static.Prefix+":file", s.showStatic)
}

// compressed sends long answers through gzip to those who take it, but never
// streams: each would hold a compressor of its own.
func compressed() echo.MiddlewareFunc {
	compress := middleware.GzipWithConfig(middleware.GzipConfig{MinLength: 1024, Level: 1})
	ofTable, ofMine, ofExport := views.EventsPath(":id"), views.MyEventsPath(), views.ExportPath(":id")
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		packed := compress(next)
		return func(c echo.Context) error {
			r := c.Request()
			switch path := c.Path(); {
			case r.Method == http.MethodOptions, (path == ofTable || path == ofMine) && (accepts(r, eventStream) || follows(r)):
				return next(c)
			case path == ofExport, path == ofTable && (faceOf(r) == faceJSON || accepts(r, export.ContentType)):
				return next(c) // of any length: compressed as it is sent
			case takesGzip(r):
				return packed(c)
			}
			varies(c, echo.HeaderAcceptEncoding)
			return next(c)
		}
	}
}
