package edition

import "strings"

// Problem is one thing that is wrong with a document.
type Problem struct {
	Place string // such as "spaces[5].price", "" for the whole document
	Rule  string // the rule that demands it
	Text  string // what is wrong and what would be right
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

// Rule is the rule that decides: that of the first problem.
func (p *Problems) Rule() string { return p.List[0].Rule }
