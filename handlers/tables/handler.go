// Package tables serves one table: its page, moves, seats, history, time control,
// standing orders, proof, ledger, statistics, chat and notes.
package tables

import (
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/explain"
	"github.com/bankhalter/bankhalter/handlers/auth"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/live"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// Config is what it is made of.
type Config struct {
	*web.Kit
	Tables       Tables
	Talk         Talk
	Live         *live.Streams
	Presence     *live.Presence
	Cards        *cards.Cards
	Auth         *auth.Handler
	Learners     Learners
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
	items   *tablepage.SentItems
	shared  *tablepage.Shared
	answers *web.SharedAnswers

	// What was made for one reader and is the same for others.
	tails    *lru.Cache[tailOf, []tablepage.Entry]
	pictures *lru.Cache[pictureOf, []byte]
	reviews  *lru.Cache[finishedGame, *tablepage.Mistakes]
	reasons  *lru.Cache[finishedGame, *tablepage.Reasons]
	whys     *lru.Cache[answerOf, *explain.Reason]
}

// New returns the handler.
func New(c Config) *Handler {
	s := &Handler{Config: c, long: newAdmission(longAtOnce, longByOne), heavy: newAdmission(heavyAtOnce, heavyByOne), sent: newSentStates(), items: tablepage.NewSentItems(), shared: tablepage.NewShared(), answers: web.NewSharedAnswers(mostAnswers)}
	s.tails, _ = lru.New[tailOf, []tablepage.Entry](mostTails) // only a size below 1 is an error
	s.pictures, _ = lru.New[pictureOf, []byte](mostPictures)
	s.reviews, _ = lru.New[finishedGame, *tablepage.Mistakes](mostReviews)
	s.reasons, _ = lru.New[finishedGame, *tablepage.Reasons](mostReasons)
	s.whys, _ = lru.New[answerOf, *explain.Reason](mostAnswered)
	return s
}

// Sections returns the number of sections whose lines are remembered.
func (s *Handler) Sections() int { return s.items.Len() }

// Drawn returns the number of tables that are kept drawn, once for each language.
func (s *Handler) Drawn() int { return s.shared.Len() }

// DrawnForOne returns the number of sections of single players that are kept drawn.
func (s *Handler) DrawnForOne() int { return s.shared.Own() }

// Answers returns the number of answers to watchers that are kept for the next one.
func (s *Handler) Answers() int { return s.answers.Len() }

// Routes are all that is done and seen at one table.
func (s *Handler) Routes() []web.Route {
	return []web.Route{
		web.GET(page.MyNotesPath(), "notes", account.ScopeRead, s.showMyNotes),
		web.GET(page.MutesPath(), "mutes", account.ScopeRead, s.showMutes),
		web.POST(page.UnmutePath(":mute"), "unmuteForm", account.ScopePlay, s.deleteMute),
		web.DELETE(page.MuteOfPath(":mute"), "unmute", account.ScopePlay, s.deleteMute),
		web.POST(page.TipsPath(), "tips", account.ScopeAccount, s.postTips),
		web.Ask(page.GamePath(":id"), "game", account.ScopeRead, s.showGame),
		web.POST(page.SeatsPath(":id"), "join", account.ScopePlay, s.postSeat).Idempotent(),
		web.DELETE(page.SeatsPath(":id")+"/:seat", "leave", account.ScopePlay, s.deleteSeat),
		web.POST(page.SeatsPath(":id")+"/:seat"+"/leave", "leaveForm", account.ScopePlay, s.deleteSeat),
		web.POST(page.SeatsPath(":id")+"/:seat"+"/link", "seatLink", account.ScopeAccount, s.postSeatLink),
		web.POST(page.DevicePath(":id"), "passDevice", account.ScopePlay, s.postDevice),
		web.POST(page.SeatsPath(":id")+"/:seat"+"/return", "return", account.ScopePlay, s.postReturn),
		web.PUT(page.SeatsPath(":id")+"/:seat"+"/token", "chooseToken", account.ScopePlay, s.putToken),
		web.POST(page.SeatsPath(":id")+"/:seat"+"/token", "chooseTokenForm", account.ScopePlay, s.putToken),
		web.POST(page.StartPath(":id"), "start", account.ScopePlay, s.postStart),
		web.POST(page.MovesPath(":id"), "move", account.ScopePlay, s.postMove),
		web.Ask(tablepage.ConfirmPath(":id"), "confirm", account.ScopeRead, s.showConfirm),
		web.PUT(page.ChainPath(":id"), "chain", account.ScopePlay, s.putChain),
		web.POST(page.ChainPath(":id"), "chainForm", account.ScopePlay, s.putChain),
		web.Ask(page.ProofPath(":id"), "proof", account.ScopeRead, s.showProof),
		web.Ask(page.EventsPath(":id"), "events", account.ScopeRead, s.showEvents),
		web.POST(page.RematchPath(":id"), "rematch", account.ScopePlay, s.postRematch),
		web.POST(page.HurryPath(":id"), "hurry", account.ScopePlay, s.postHurry),
		web.AskFile(page.PicturePath(":id", "svg"), "pictureSVG", account.ScopeRead, s.showSVG),
		web.AskFile(page.PicturePath(":id", "png"), "picture", account.ScopeRead, s.showPNG),
		web.GET(page.FiguresPath(":id"), "figures", account.ScopeRead, s.showFigures),
		web.GET(page.EmbedPath(":id"), "embed", account.ScopeRead, s.showEmbed),
		web.POST(page.EmbedPath(":id"), "setEmbed", account.ScopePlay, s.postEmbed),
		web.GET(page.MistakesPath(":id"), "mistakes", account.ScopeRead, s.showMistakes),
		web.GET(page.HintPath(":id"), "hint", account.ScopeRead, s.showHint),
		web.AskToDo(page.HintPath(":id"), "setHints", account.ScopePlay, inHand(s.postHint)),
		web.GET(page.ReasonsPath(":id"), "reasons", account.ScopeRead, s.showReasons),
		web.GET(page.ExportPath(":id"), "export", account.ScopeRead, s.showExport),
		web.GET(page.OrdersPath(":id"), "orders", account.ScopeRead, s.showOrders),
		web.AskToDo(page.OrdersPath(":id"), "order", account.ScopePlay, inHand(s.postOrder)),
		web.AskToDo(page.RevokePath(":id", ":order"), "revokeOrderByForm", account.ScopePlay, inHand(s.postRevoke)),
		web.DELETE(page.OrdersPath(":id")+"/:order", "revokeOrder", account.ScopePlay, s.postRevoke),
		web.Ask(page.ChatPath(":id"), "chat", account.ScopeRead, s.showChat),
		web.AskToDo(page.ChatPath(":id"), "say", account.ScopePlay, s.postChat),
		web.POST(page.ChatRulesPath(":id"), "chatRules", account.ScopePlay, s.postChatRules),
		web.AskToDo(page.RemovePath(":id", ":message"), "removeMessageForm", account.ScopePlay, inHand(s.deleteMessage)),
		web.DELETE(page.MessagePath(":id", ":message"), "removeMessage", account.ScopePlay, s.deleteMessage),
		web.AskToDo(page.MuteAuthorPath(":id", ":message"), "mute", account.ScopePlay, inHand(s.postMute)),
		web.AskToDo(page.ReportPath(":id", ":message"), "report", account.ScopePlay, inHand(s.postReport)),
		web.GET(page.NotesPath(":id"), "note", account.ScopeRead, s.showNotes),
		web.AskToDo(page.NotesPath(":id"), "noteForm", account.ScopePlay, inHand(s.postNotes)),
		web.PUT(page.NotesPath(":id"), "keepNote", account.ScopePlay, s.postNotes),
		web.GET(page.PacePath(":id"), "pace", account.ScopeRead, s.showPace),
		web.AskToDo(page.PacePath(":id"), "propose", account.ScopePlay, inHand(s.postPace)),
		web.AskToDo(page.VotesPath(":id"), "vote", account.ScopePlay, inHand(s.postVote)),
		web.AskToDo(page.DaysOffPath(":id"), "takeLeave", account.ScopePlay, inHand(s.postLeave)),
		web.AskToDo(page.EndLeavePath(":id", ":from"), "endLeaveByForm", account.ScopePlay, inHand(s.postEndLeave)),
		web.DELETE(page.DaysOffPath(":id")+"/:from", "endLeave", account.ScopePlay, s.postEndLeave),
		web.POST(page.SeatsPath(":id")+"/:seat"+"/stand-in", "standIn", account.ScopePlay, s.postStandIn),
		web.Ask(page.BooksPath(":id"), "books", account.ScopeRead, s.showBooks),
		web.AskFile(page.BooksCSVPath(":id"), "booksTable", account.ScopeRead, s.showBooksCSV),
	}
}
