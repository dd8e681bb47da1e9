package referencepage

import (
	"strings"

	"github.com/bankhalter/bankhalter/views/page"
)

// ProblemCode explains one code of problems.
type ProblemCode struct {
	Type   string    `json:"type"`
	Code   string    `json:"code"`
	Title  string    `json:"title"`
	Detail string    `json:"detail"`
	Status []int     `json:"status"`
	Rules  []RuleRef `json:"rules"` // that may decide so
	Game   bool      `json:"-"`     // it comes from the rules of the game
}

// RuleRef leads to a rule.
type RuleRef struct {
	Rule string `json:"rule"`
	Path string `json:"path"`
}

// ProblemsData is the list of all codes.
type ProblemsData struct {
	Problems []ProblemCode `json:"problems"`
}

// statuses names the statuses with which a code comes.
func (c *ProblemCode) statuses() string {
	var list []string
	for _, n := range c.Status {
		list = append(list, page.Itoa(n))
	}
	return strings.Join(list, ", ")
}

// of are the codes of the rules, or those of requests.
func (d ProblemsData) of(rules bool) []ProblemCode {
	var list []ProblemCode
	for _, c := range d.Problems {
		if c.Game == rules {
			list = append(list, c)
		}
	}
	return list
}
