package text

import (
	"fmt"

	"github.com/bankhalter/bankhalter/game/edition"
)

// BoardFault is what is wrong with a board, and what to do about it.
func (p *Printer) BoardFault(f *edition.Problem) string {
	pairs := make([]string, 0, 2*len(f.Args))
	for i, arg := range f.Args {
		pairs = append(pairs, string(rune('A'+i)), fmt.Sprint(arg))
	}
	return p.T("board_fault."+f.Code, pairs...)
}

// BoardFaults are all faults of a board, each behind its place in the document.
func (p *Printer) BoardFaults(list *edition.Problems) []string {
	if list == nil {
		return nil
	}
	lines := make([]string, len(list.List))
	for i := range list.List {
		f := &list.List[i]
		lines[i] = p.BoardFault(f)
		if f.Place != "" {
			lines[i] = f.Place + ": " + lines[i]
		}
	}
	return lines
}
