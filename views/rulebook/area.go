package rulebook

import (
	"strings"

	"github.com/bankhalter/bankhalter/game"
)

// area is a chapter: the rules whose ids begin with one of its parts.
type area struct {
	id    string
	parts []string
}

func areas() []area {
	return []area{
		{"setup", []string{"DATA", "SETUP"}},
		{"turn", []string{"ORDER", "TURN", "MOVE", "DBL"}},
		{"go", []string{"GO"}},
		{"buy", []string{"BUY"}},
		{"auction", []string{"AUCT"}},
		{"rent", []string{"RENT"}},
		{"card", []string{"CARD"}},
		{"tax", []string{"TAX"}},
		{"jail", []string{"JAIL"}},
		{"build", []string{"BUILD"}},
		{"shortage", []string{"SHORT"}},
		{"sell", []string{"SELL"}},
		{"mortgage", []string{"MORT"}},
		{"trade", []string{"TRADE"}},
		{"debt", []string{"DEBT"}},
		{"bankruptcy", []string{"BANKR"}},
		{"end", []string{"END"}},
		{"mega", []string{"MDICE", "MTICK", "MSQ", "MBUILD", "MMORT", "MUTIL"}},
		{"duel", []string{"DUEL"}},
		{"quick", []string{"QUICK"}},
	}
}

// rules lists the rules of the area in the order of their ids.
func (a area) rules() (list []game.Rule) {
	for _, part := range a.parts {
		for r := game.NoRule + 1; r < game.NumRules; r++ {
			if strings.HasPrefix(r.String(), "R-"+part+"-") {
				list = append(list, r)
			}
		}
	}
	return list
}
