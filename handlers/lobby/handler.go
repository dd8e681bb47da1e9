// Package lobby serves lists of tables and boards, the form for a new table, the
// player's own games and the data that is kept about them.
package lobby

import (
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/handlers/auth"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/live"
	"github.com/bankhalter/bankhalter/handlers/people"
	"github.com/bankhalter/bankhalter/handlers/tables"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
)

// Handler answers what there is to play: tables, boards, one's own games.
type Handler struct {
	*web.Kit
	Tables        Tables
	Talk          Talk
	Players       Players
	Library       Library
	Accounts      *account.Service       // nil: none
	Notifications *notifications.Service // nil: none
	Live          *live.Streams
	Cards         *cards.Cards
	Auth          *auth.Handler
	Games         *tables.Handler
	Pages         *people.Handler
	Editors       *web.SharedAnswers // the editor of a board, as it is before anything is typed
}

// Routes are the lists of tables and boards, and what opens new ones.
func (s *Handler) Routes() []web.Route {
	return []web.Route{
		web.GET(page.HomePath(), "lobby", account.ScopeRead, s.showLobby),
		web.GET(page.MePath(), "me", account.ScopeRead, s.showMe),
		web.POST(page.MeLinkPath(), "makeLink", account.ScopeAccount, s.postLink),
		web.Ask(page.MyEventsPath(), "myEvents", account.ScopeRead, s.showMyEvents),
		web.Ask(page.EditionsPath(), "editions", web.Public, s.showEditions),
		web.GET(page.EditionPath(":id"), "edition", web.Public, s.showEdition),
		web.GET(page.EditorPath(":id"), "editEdition", web.Public, s.showEditor),
		web.POST(page.DraftPath(), "draftEdition", account.ScopeCreate, s.postDraft).Within(web.BodyLimitDraft),
		web.DELETE(page.EditionPath(":id"), "dropEdition", account.ScopeCreate, s.dropEdition),
		web.POST(page.DropEditionPath(":id"), "dropEditionByForm", account.ScopeCreate, s.dropEdition),
		web.AskFile(page.LookPath(":id"), "look", web.Public, s.showLook).ForAll(),
		web.AskFile(page.ScenePath(":id"), "scene", web.Public, s.showScene).ForAll(),
		web.POST(page.EditionsPath(), "createEdition", account.ScopeCreate, s.postEdition).Within(web.BodyLimitEdition),
		web.Ask(page.GamesPath(), "games", account.ScopeRead, s.showGames),
		web.POST(page.GamesPath(), "createGame", account.ScopeCreate, s.postGame).Idempotent(),
		web.Ask(page.NewGamePath(), "newGameForm", account.ScopeRead, s.showNewGame),
		web.GET(page.MyDataPath(), "myData", account.ScopeAccount, s.Auth.WithAccounts(s.showMyData)),
	}
}
