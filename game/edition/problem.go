package edition

import (
	"strings"

	"github.com/bankhalter/bankhalter/game/problem"
)

// Problem is one thing that is wrong with a document.
type Problem struct {
	Place string // such as "spaces[5].price", "" for the whole document
	Rule  string // the rule that demands it
	Text  string // the fault and its remedy, in English
	Code  string // the kind of fault, one of Faults
	Args  []any  // what its sentence names, in order
}

func (p Problem) String() string {
	if p.Place == "" {
		return p.Text
	}
	return p.Place + ": " + p.Text
}

// Problems are all the problems of a document, in its own order.
type Problems struct{ List []Problem }

func (p *Problems) Error() string {
	lines := make([]string, len(p.List))
	for i, one := range p.List {
		lines[i] = one.String()
	}
	return strings.Join(lines, "\n")
}

// Problem lists the faults.
func (p *Problems) Problem() problem.Problem {
	all := problem.Problem{Code: "bad_edition", Field: "edition", Rule: p.Rule()}
	for _, one := range p.List {
		all.Faults = append(all.Faults, one.String())
	}
	return all
}

// Rule is the rule that decides: that of the first problem.
func (p *Problems) Rule() string { return p.List[0].Rule }
