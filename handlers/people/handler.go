// Package people serves the pages of players, and the settings for who may see them.
package people

import (
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/people"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
)

// Handler answers what players have played.
type Handler struct {
	*web.Kit
	People *people.Service // nil: this server keeps no pages of players
	Boards cards.Editions
	Cards  *cards.Cards
}

// Routes are there on every server; where there are no pages they say so.
func (s *Handler) Routes() []web.Route {
	return []web.Route{
		web.Ask(page.PersonPath(":person"), "person", web.Public, s.showPerson, s.withPeople),
		web.Ask(page.MyPagePath(), "myPage", account.ScopeAccount, s.showMine, s.withPeople),
		web.POST(page.MyPagePath(), "setMyPage", account.ScopeAccount, s.withPeople(s.postMine)),
	}
}
