// Package reference answers what one reads: the rules explained, the description
// of the API with its examples and bots, and what problems mean.
package reference

import (
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views"
)

// Handler answers what one reads: rules, the API, problems.
type Handler struct {
	*web.Kit
	Editions Editions
	Dev      bool // shows the developers' gallery
}

// Routes are what one reads: rules, the description of the API, problems.
func (s *Handler) Routes() []web.Route {
	routes := []web.Route{
		web.GET(views.RulesPath(), "rules", web.Public, s.showRules),
		web.GET(views.RulebookPath(":rulebook"), "rulebook", web.Public, s.showRulebook),
		web.GET(views.DocsPath(), "docs", web.Public, s.showDocs),
		web.GET(views.ProblemsPath(), "problems", web.Public, s.showProblems),
		web.GET(views.ProblemPath(":code"), "problem", web.Public, s.showProblem),
		web.GET(views.APIPath(), "openapi", web.Public, s.showOpenAPI).ForAll(),
	}
	if s.Dev {
		routes = append(routes,
			web.GET(views.GalleryPath(""), "", account.ScopeAll, s.showGallery),
			web.GET(views.GalleryPath("")+"/:story", "", account.ScopeAll, s.showStory),
		)
	}
	return routes
}
