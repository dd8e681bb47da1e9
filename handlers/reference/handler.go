// Package reference serves the documentation: the rules explained, the description
// of the API with its examples and bots, and the meaning of problems.
package reference

import (
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
)

// Handler serves the documentation: rules, the API, problems.
type Handler struct {
	*web.Kit
	Editions Editions
	Dev      bool               // shows the developers' gallery
	Document func() *Document   // the description of the API
	Pages    *web.SharedAnswers // the rules as printed and the page about the API
}

// Routes are the routes of the documentation: rules, the description of the API, problems.
func (s *Handler) Routes() []web.Route {
	routes := []web.Route{
		web.GET(page.RulesPath(), "rules", web.Public, s.showRules),
		web.Ask(page.RulebookPath(":rulebook"), "rulebook", web.Public, s.showRulebook),
		web.Ask(page.HowPath(":rulebook"), "howToPlay", web.Public, s.showHow),
		web.GET(page.DocsPath(), "docs", web.Public, s.showDocs),
		web.GET(page.ProblemsPath(), "problems", web.Public, s.showProblems),
		web.GET(page.ProblemPath(":code"), "problem", web.Public, s.showProblem),
		web.GET(page.APIPath(), "openapi", web.Public, s.showOpenAPI).ForAll(),
	}
	if s.Dev {
		routes = append(routes,
			web.GET(page.GalleryPath(""), "", account.ScopeAll, s.showGallery),
			web.GET(page.GalleryPath("")+"/:story", "", account.ScopeAll, s.showStory),
		)
	}
	return routes
}

// choose is web.Choose for pages that are the same for everybody: they are kept as they
// were sent last, if nothing is asked in their query.
func (s *Handler) choose(c echo.Context, data func() (any, error), page func() (web.Model, error)) error {
	if web.IsProgram(c) || c.Request().URL.RawQuery != "" {
		return web.Choose(c, data, page)
	}
	return s.Pages.Respond(c, nil, page)
}
