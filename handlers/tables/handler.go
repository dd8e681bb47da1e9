// Package tables answers what is done and seen at one table: its page, moves,
// seats, history, time control, standing orders, proof, ledger, statistics, chat
// and notes.
package tables

import (
	"time"

	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/auth"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/live"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views"
)

// Config is what it is made of.
type Config struct {
	*web.Kit
	Tables       Tables
	Live         *live.Streams
	Cards        *cards.Cards
	Auth         *auth.Handler
	KeepFinished time.Duration // how long finished games are kept; 0: for ever
	OnSparing    func(bool)    // told when the first whole log begins to be sent, and when the last has been; nil
}

// Handler answers what is done and seen at one table.
type Handler struct {
	Config

	long    *admission
	heavy   *admission
	sparing sparing
	sent    *sentStates
}

// New returns the handler.
func New(c Config) *Handler {
	return &Handler{Config: c, long: newAdmission(longAtOnce, longByOne), heavy: newAdmission(heavyAtOnce, heavyByOne), sent: newSentStates()}
}

// Routes are all that is done and seen at one table.
func (s *Handler) Routes() []web.Route {
	return []web.Route{
		web.GET(views.MyNotesPath(), "notes", table.ScopeRead, s.showMyNotes),
		web.GET(views.MutesPath(), "mutes", table.ScopeRead, s.showMutes),
		web.POST(views.UnmutePath(":mute"), "unmuteForm", table.ScopePlay, s.deleteMute),
		web.DELETE(views.MuteOfPath(":mute"), "unmute", table.ScopePlay, s.deleteMute),
		web.GET(views.GamePath(":id"), "game", table.ScopeRead, s.showGame),
		web.POST(views.SeatsPath(":id"), "join", table.ScopePlay, s.postSeat).Idempotent(),
		web.DELETE(views.SeatsPath(":id")+"/:seat", "leave", table.ScopePlay, s.deleteSeat),
		web.POST(views.SeatsPath(":id")+"/:seat"+"/leave", "leaveForm", table.ScopePlay, s.deleteSeat),
		web.POST(views.SeatsPath(":id")+"/:seat"+"/return", "return", table.ScopePlay, s.postReturn),
		web.POST(views.StartPath(":id"), "start", table.ScopePlay, s.postStart),
		web.POST(views.MovesPath(":id"), "move", table.ScopePlay, s.postMove),
		web.GET(views.ConfirmPath(":id"), "confirm", table.ScopeRead, s.showConfirm),
		web.PUT(views.ChainPath(":id"), "chain", table.ScopePlay, s.putChain),
		web.POST(views.ChainPath(":id"), "chainForm", table.ScopePlay, s.putChain),
		web.GET(views.ProofPath(":id"), "proof", table.ScopeRead, s.showProof),
		web.GET(views.EventsPath(":id"), "events", table.ScopeRead, s.showEvents),
		web.GET(views.FiguresPath(":id"), "figures", table.ScopeRead, s.showFigures),
		web.GET(views.ExportPath(":id"), "export", table.ScopeRead, s.showExport),
		web.GET(views.OrdersPath(":id"), "orders", table.ScopeRead, s.showOrders),
		web.POST(views.OrdersPath(":id"), "order", table.ScopePlay, s.postOrder),
		web.POST(views.RevokePath(":id", ":order"), "revokeOrderByForm", table.ScopePlay, s.postRevoke),
		web.DELETE(views.OrdersPath(":id")+"/:order", "revokeOrder", table.ScopePlay, s.postRevoke),
		web.GET(views.ChatPath(":id"), "chat", table.ScopeRead, s.showChat),
		web.POST(views.ChatPath(":id"), "say", table.ScopePlay, s.postChat),
		web.POST(views.ChatRulesPath(":id"), "chatRules", table.ScopePlay, s.postChatRules),
		web.POST(views.RemovePath(":id", ":message"), "removeMessageForm", table.ScopePlay, s.deleteMessage),
		web.DELETE(views.MessagePath(":id", ":message"), "removeMessage", table.ScopePlay, s.deleteMessage),
		web.POST(views.MuteAuthorPath(":id", ":message"), "mute", table.ScopePlay, s.postMute),
		web.POST(views.ReportPath(":id", ":message"), "report", table.ScopePlay, s.postReport),
		web.GET(views.NotesPath(":id"), "note", table.ScopeRead, s.showNotes),
		web.POST(views.NotesPath(":id"), "noteForm", table.ScopePlay, s.postNotes),
		web.PUT(views.NotesPath(":id"), "keepNote", table.ScopePlay, s.postNotes),
		web.GET(views.PacePath(":id"), "pace", table.ScopeRead, s.showPace),
		web.POST(views.PacePath(":id"), "propose", table.ScopePlay, s.postPace),
		web.POST(views.VotesPath(":id"), "vote", table.ScopePlay, s.postVote),
		web.POST(views.DaysOffPath(":id"), "takeLeave", table.ScopePlay, s.postLeave),
		web.POST(views.EndLeavePath(":id", ":from"), "endLeaveByForm", table.ScopePlay, s.postEndLeave),
		web.DELETE(views.DaysOffPath(":id")+"/:from", "endLeave", table.ScopePlay, s.postEndLeave),
		web.POST(views.SeatsPath(":id")+"/:seat"+"/stand-in", "standIn", table.ScopePlay, s.postStandIn),
		web.GET(views.BooksPath(":id"), "books", table.ScopeRead, s.showBooks),
		web.GET(views.BooksCSVPath(":id"), "booksTable", table.ScopeRead, s.showBooksCSV),
	}
}
