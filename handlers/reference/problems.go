package reference

import (
	"maps"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/referencepage"
	"github.com/bankhalter/bankhalter/views/rulebook"
	"github.com/bankhalter/bankhalter/views/text"
)

// ExplainCode explains a code in a language; false if the code is unknown.
func ExplainCode(lang, code string) (referencepage.ProblemCode, bool) {
	known, ok := problemCodes()[code]
	if !ok {
		return referencepage.ProblemCode{}, false
	}
	title, detail := web.ProblemTexts(lang, code, http.StatusUnprocessableEntity)
	kind, ofGame := wire.CodeKind(code)
	if _, own := web.ProblemText(lang, code); !own && ofGame {
		detail = text.Refusal(lang, nil, &game.Command{}, game.Refusal{Code: kind})
	}
	x := referencepage.ProblemCode{
		Type: page.ProblemPath(code), Code: code, Title: title, Detail: detail, Status: known.Status, Rules: []referencepage.RuleRef{}, Game: ofGame,
	}
	for _, rule := range known.Rules {
		path := page.RulesPath()
		if books := rulebook.Having(rule); len(books) > 0 {
			path = page.RuleAt(page.RulebookPath(books[0]), rule)
		}
		x.Rules = append(x.Rules, referencepage.RuleRef{Rule: rule, Path: path})
	}
	return x, true
}

// showProblems lists the codes of problems: those of requests and those of the rules.
func (s *Handler) showProblems(c echo.Context) error {
	lang := web.LangOf(c)
	list := []referencepage.ProblemCode{}
	for _, code := range slices.Sorted(maps.Keys(problemCodes())) {
		x, _ := ExplainCode(lang, code)
		list = append(list, x)
	}
	return web.Respond(c, referencepage.ProblemsData{Problems: list})
}

// showProblem explains one code.
func (s *Handler) showProblem(c echo.Context) error {
	x, ok := ExplainCode(web.LangOf(c), c.Param("code"))
	if !ok {
		return web.Fail("not_found")
	}
	return web.Respond(c, x)
}
