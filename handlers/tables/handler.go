// Package tables answers what is done and seen at one table: its page, moves,
// seats, history, time control, standing orders, proof, ledger, statistics, chat
// and notes.
package tables

import (
	"time"

	"github.com/bankhalter/bankhalter/game/account"
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
		web.GET(views.MyNotesPath(), "notes", account.ScopeRead, s.showMyNotes),
		web.GET(views.MutesPath(), "mutes", account.ScopeRead, s.showMutes),
		web.POST(views.UnmutePath(":mute"), "unmuteForm", account.ScopePlay, s.deleteMute),
		web.DELETE(views.MuteOfPath(":mute"), "unmute", account.ScopePlay, s.deleteMute),
		web.GET(views.GamePath(":id"), "game", account.ScopeRead, s.showGame),
		web.POST(views.SeatsPath(":id"), "join", account.ScopePlay, s.postSeat).Idempotent(),
		web.DELETE(views.SeatsPath(":id")+"/:seat", "leave", account.ScopePlay, s.deleteSeat),
		web.POST(views.SeatsPath(":id")+"/:seat"+"/leave", "leaveForm", account.ScopePlay, s.deleteSeat),
		web.POST(views.SeatsPath(":id")+"/:seat"+"/return", "return", account.ScopePlay, s.postReturn),
		web.POST(views.StartPath(":id"), "start", account.ScopePlay, s.postStart),
		web.POST(views.MovesPath(":id"), "move", account.ScopePlay, s.postMove),
		web.GET(views.ConfirmPath(":id"), "confirm", account.ScopeRead, s.showConfirm),
		web.PUT(views.ChainPath(":id"), "chain", account.ScopePlay, s.putChain),
		web.POST(views.ChainPath(":id"), "chainForm", account.ScopePlay, s.putChain),
		web.GET(views.ProofPath(":id"), "proof", account.ScopeRead, s.showProof),
		web.GET(views.EventsPath(":id"), "events", account.ScopeRead, s.showEvents),
		web.GET(views.FiguresPath(":id"), "figures", account.ScopeRead, s.showFigures),
		web.GET(views.ExportPath(":id"), "export", account.ScopeRead, s.showExport),
		web.GET(views.OrdersPath(":id"), "orders", account.ScopeRead, s.showOrders),
		web.POST(views.OrdersPath(":id"), "order", account.ScopePlay, s.postOrder),
		web.POST(views.RevokePath(":id", ":order"), "revokeOrderByForm", account.ScopePlay, s.postRevoke),
		web.DELETE(views.OrdersPath(":id")+"/:order", "revokeOrder", account.ScopePlay, s.postRevoke),
		web.GET(views.ChatPath(":id"), "chat", account.ScopeRead, s.showChat),
		web.POST(views.ChatPath(":id"), "say", account.ScopePlay, s.postChat),
		web.POST(views.ChatRulesPath(":id"), "chatRules", account.ScopePlay, s.postChatRules),
		web.POST(views.RemovePath(":id", ":message"), "removeMessageForm", account.ScopePlay, s.deleteMessage),
		web.DELETE(views.MessagePath(":id", ":message"), "removeMessage", account.ScopePlay, s.deleteMessage),
		web.POST(views.MuteAuthorPath(":id", ":message"), "mute", account.ScopePlay, s.postMute),
		web.POST(views.ReportPath(":id", ":message"), "report", account.ScopePlay, s.postReport),
		web.GET(views.NotesPath(":id"), "note", account.ScopeRead, s.showNotes),
		web.POST(views.NotesPath(":id"), "noteForm", account.ScopePlay, s.postNotes),
		web.PUT(views.NotesPath(":id"), "keepNote", account.ScopePlay, s.postNotes),
		web.GET(views.PacePath(":id"), "pace", account.ScopeRead, s.showPace),
		web.POST(views.PacePath(":id"), "propose", account.ScopePlay, s.postPace),
		web.POST(views.VotesPath(":id"), "vote", account.ScopePlay, s.postVote),
		web.POST(views.DaysOffPath(":id"), "takeLeave", account.ScopePlay, s.postLeave),
		web.POST(views.EndLeavePath(":id", ":from"), "endLeaveByForm", account.ScopePlay, s.postEndLeave),
		web.DELETE(views.DaysOffPath(":id")+"/:from", "endLeave", account.ScopePlay, s.postEndLeave),
		web.POST(views.SeatsPath(":id")+"/:seat"+"/stand-in", "standIn", account.ScopePlay, s.postStandIn),
		web.GET(views.BooksPath(":id"), "books", account.ScopeRead, s.showBooks),
		web.GET(views.BooksCSVPath(":id"), "booksTable", account.ScopeRead, s.showBooksCSV),
	}
}
