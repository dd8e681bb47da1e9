package handlers

import (
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/static"
	"github.com/bankhalter/bankhalter/views"
)

// routes lists every address of the program. The API description lists the
// same ones; a test compares.
func (s *Server) routes(e *echo.Echo) {
	seat := views.SeatsPath(":id") + "/:seat"
	limit, compress := web.LimitBody(web.BodyLimit), web.Compress()
	get := func(path string, h echo.HandlerFunc) { e.GET(path, web.Chain(h, limit, compress, s.identify)) }
	post := func(path string, h echo.HandlerFunc, more ...echo.MiddlewareFunc) {
		e.POST(path, web.Chain(web.Chain(h, more...), limit, compress, s.identify))
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
	e.POST(views.EditionsPath(), s.postEdition, web.LimitBody(web.BodyLimitEdition), compress, s.identify)

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
	e.GET(web.HealthPath, s.showHealth)
	e.GET(web.ReadyPath, s.showReady)
	if !s.cfg.MetricsApart {
		e.GET(web.MetricsPath, s.showMetrics)
	}
	e.GET(static.Prefix+":file", s.showStatic)
}
