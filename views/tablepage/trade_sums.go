package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/plan"
)

// groupNote says that a trade completes or breaks a group.
type groupNote struct {
	Label, Text string
	Warn        bool // it is the viewer's loss
}

// groupNotes lists the groups that a trade with a partner completes or breaks.
func (v *view) groupNotes(with game.Seat, get, give game.Terms) []groupNote {
	var list []groupNote
	for _, c := range plan.GroupChanges(v.r, v.s, v.me, with, get.Deeds, give.Deeds) {
		key := "trade.breaks_"
		if c.Completes {
			key = "trade.completes_"
		}
		if c.Theirs {
			key += "theirs"
		} else {
			key += "yours"
		}
		list = append(list, groupNote{v.Group(c.Group), v.T(key, "Name", v.Name(with), "Group", v.Group(c.Group)), c.Bad()})
	}
	return list
}

// grave reports whether accepting a trade does what cannot be made good: a group
// of the viewer breaks, or one of the partner is complete.
func (v *view) grave(t *game.Trade) bool {
	for _, n := range v.groupNotes(t.From, t.Give, t.Want) {
		if n.Warn {
			return true
		}
	}
	return false
}
