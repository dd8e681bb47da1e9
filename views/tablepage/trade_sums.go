package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/plan"
	"github.com/bankhalter/bankhalter/views/page"
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

// groupEffect is how many deeds of a group the two sides of a trade have before and
// after it.
type groupEffect struct {
	Class, Name   string
	Yours, Theirs string // "1 → 2 of 3"
}

// groupEffects lists the groups of which deeds change hands.
func (v *view) groupEffects(with game.Seat, get, give game.Set) []groupEffect {
	var list []groupEffect
	for g := range v.r.NumGroups {
		in, out := (v.r.Groups[g].Spaces & get).Len(), (v.r.Groups[g].Spaces & give).Len()
		if in+out == 0 {
			continue
		}
		count := func(seat game.Seat, by int) string {
			have, size := v.groupCount(seat, g)
			return v.T("trade.becomes", "Before", page.Itoa(have), "After", page.Itoa(have+by), "Size", page.Itoa(size))
		}
		list = append(list, groupEffect{v.groupClass(g), v.Group(g), count(v.me, in-out), count(with, out-in)})
	}
	return list
}

// irreversible reports whether accepting a trade does what cannot be made good: a group
// of the viewer breaks, or one of the partner is complete.
func (v *view) irreversible(t *game.Trade) bool {
	for _, n := range v.groupNotes(t.From, t.Give, t.Want) {
		if n.Warn {
			return true
		}
	}
	return false
}
