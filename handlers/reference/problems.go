package reference

import (
	"maps"
	"net/http"
	"slices"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/referencepage"
	"github.com/bankhalter/bankhalter/views/rulebook"
	"github.com/bankhalter/bankhalter/views/text"
)

// codeJSON explains the code of a problem.
type codeJSON struct {
	Type   string     `json:"type"`
	Code   string     `json:"code"`
	Title  string     `json:"title"`
	Detail string     `json:"detail"`
	Status []int      `json:"status"`
	Rules  []ruleLink `json:"rules"`
}

type ruleLink struct {
	Rule string `json:"rule"`
	Path string `json:"path"`
}

// ExplainCode explains a code in a language; false if the code is unknown.
func ExplainCode(lang, code string) (codeJSON, bool) {
	known, ok := problemCodes()[code]
	if !ok {
		return codeJSON{}, false
	}
	title, detail := web.ProblemTexts(lang, code, http.StatusUnprocessableEntity)
	if _, own := web.ProblemText(lang, code); !own {
		if kind, ok := wire.CodeKind(code); ok {
			detail = text.Refusal(lang, nil, &game.Command{}, game.Refusal{Code: kind})
		}
	}
	x := codeJSON{Type: web.ProblemPath(code), Code: code, Title: title, Detail: detail, Status: known.Status, Rules: []ruleLink{}}
	for _, rule := range known.Rules {
		path := page.RulesPath()
		if books := rulebook.Having(rule); len(books) > 0 {
			path = page.RuleAt(page.RulebookPath(books[0]), rule)
		}
		x.Rules = append(x.Rules, ruleLink{rule, path})
	}
	return x, true
}

// codesJSON is all codes of problems.
type codesJSON struct {
	Problems []codeJSON `json:"problems"`
}

// showProblems lists the codes of problems: those of requests and those of the rules.
func (s *Handler) showProblems(c echo.Context) error {
	lang := web.LangOf(c)
	list := []codeJSON{}
	for _, code := range slices.Sorted(maps.Keys(problemCodes())) {
		x, _ := ExplainCode(lang, code)
		list = append(list, x)
	}
	return web.Respond(c, codesJSON{list})
}

// Page lists the codes.
func (x codesJSON) Page(p page.Page) templ.Component {
	var d referencepage.ProblemsData
	for i := range x.Problems {
		d.Codes = append(d.Codes, x.Problems[i].view())
	}
	return d.Page(p)
}

// showProblem explains one code.
func (s *Handler) showProblem(c echo.Context) error {
	x, ok := ExplainCode(web.LangOf(c), c.Param("code"))
	if !ok {
		return web.Fail("not_found")
	}
	return web.Respond(c, x)
}

// Page explains the code.
func (x codeJSON) Page(p page.Page) templ.Component { return x.view().Page(p) }

func (x *codeJSON) view() referencepage.ProblemCode {
	_, ofGame := wire.CodeKind(x.Code)
	v := referencepage.ProblemCode{Game: ofGame, Code: x.Code, Title: x.Title, Text: x.Detail, Status: x.Status}
	for _, r := range x.Rules {
		v.Rules = append(v.Rules, referencepage.RuleRef{ID: r.Rule, Href: r.Path})
	}
	return v
}
