package handlers

import (
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views"
)

// referenceHandler answers what one reads: rules, the API, problems.
type referenceHandler struct {
	*web.Kit
	tables *table.Service
	dev    bool // shows the developers' gallery
}

// referenceRoutes are what one reads: rules, the description of the API, problems.
func (s *referenceHandler) referenceRoutes() []web.Route {
	routes := []web.Route{
		web.GET(views.RulesPath(), "rules", web.Public, s.showRules),
		web.GET(views.RulebookPath(":rulebook"), "rulebook", web.Public, s.showRulebook),
		web.GET(views.DocsPath(), "docs", web.Public, s.showDocs),
		web.GET(views.ProblemsPath(), "problems", web.Public, s.showProblems),
		web.GET(views.ProblemPath(":code"), "problem", web.Public, s.showProblem),
		web.GET(views.APIPath(), "openapi", web.Public, s.showOpenAPI).ForAll(),
	}
	if s.dev {
		routes = append(routes,
			web.GET(views.GalleryPath(""), "", table.ScopeAll, s.showGallery),
			web.GET(views.GalleryPath("")+"/:story", "", table.ScopeAll, s.showStory),
		)
	}
	return routes
}
