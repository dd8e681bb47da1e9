package referencepage

import (
	"strings"

	"github.com/bankhalter/bankhalter/views/page"
)

// ProblemCode explains one code of problems.
type ProblemCode struct {
	Code, Title, Text string
	Status            []int
	Game              bool      // it comes from the rules of the game
	Rules             []RuleRef // that may decide so
}

// RuleRef leads to a rule.
type RuleRef struct{ ID, Href string }

// ProblemsData is the list of all codes.
type ProblemsData struct{ Codes []ProblemCode }

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
	for _, c := range d.Codes {
		if c.Game == rules {
			list = append(list, c)
		}
	}
	return list
}
