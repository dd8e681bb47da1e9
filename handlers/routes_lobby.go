package handlers

import (
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views"
)

// lobbyRoutes are the lists of tables and boards, and what opens new ones.
func (s *Server) lobbyRoutes() []web.Route {
	return []web.Route{
		web.GET(views.HomePath(), "lobby", table.ScopeRead, s.showLobby),
		web.GET(views.MePath(), "me", table.ScopeRead, s.showMe),
		web.GET(views.MyEventsPath(), "myEvents", table.ScopeRead, s.showMyEvents),
		web.GET(views.EditionsPath(), "editions", web.Public, s.showEditions),
		web.GET(views.EditionPath(":id"), "edition", web.Public, s.showEdition),
		web.GET(views.LookPath(":id"), "look", web.Public, s.showLook).ForAll(),
		web.POST(views.EditionsPath(), "createEdition", table.ScopeCreate, s.postEdition).Within(web.BodyLimitEdition),
		web.GET(views.GamesPath(), "games", table.ScopeRead, s.showGames),
		web.POST(views.GamesPath(), "createGame", table.ScopeCreate, s.postGame).Idempotent(),
		web.GET(views.NewGamePath(), "newGameForm", table.ScopeRead, s.showNewGame),
		web.GET(views.MyDataPath(), "myData", table.ScopeAccount, s.withAccounts(s.showMyData)),
	}
}
