package tablepage

import "github.com/bankhalter/bankhalter/game"

// sum is what a trade comes to for the viewer.
type sum struct {
	Cards    game.Money // printed price of what he gets less what he gives
	Cash     game.Money // that he gets less what he gives
	Fee      game.Money // for the mortgages he receives, interest or lifting
	After    game.Money // his cash
	TheirFee game.Money
	Theirs   game.Money // the partner's cash
}

// reckon adds a trade up: what the viewer gets, what he gives, what he lifts.
func (v *view) reckon(get, give game.Terms, lift game.Set) sum {
	s := sum{
		Cards: v.printed(get.Deeds) - v.printed(give.Deeds), Cash: get.Cash - give.Cash,
		Fee: v.receiptFee(get.Deeds, lift), TheirFee: v.receiptFee(give.Deeds, 0),
	}
	s.After = v.cash() + s.Cash - s.Fee
	return s
}

// printed is the printed price of deeds.
func (v *view) printed(deeds game.Set) (m game.Money) {
	for r := deeds; r != 0; r = r.Rest() {
		m += v.r.Spaces[r.First()].Price
	}
	return m
}

// receiptFee is what a receiver pays for the mortgages among the deeds.
func (v *view) receiptFee(deeds, lift game.Set) (m game.Money) {
	for r := deeds & v.s.Mortgaged; r != 0; r = r.Rest() {
		if sp := r.First(); lift.Has(sp) {
			m += v.r.LiftCost(sp)
		} else {
			m += v.r.InterestDue(sp)
		}
	}
	return m
}

// groupNote says that a trade completes or breaks a group.
type groupNote struct {
	Label, Text string
	Warn        bool // it is the viewer's loss
}

// groupNotes lists the groups that a trade with a partner completes or breaks.
func (v *view) groupNotes(with game.Seat, get, give game.Terms) []groupNote {
	var list []groupNote
	for g := range v.r.NumGroups {
		set := v.r.Groups[g].Spaces
		if set.Len() < 2 || set&(get.Deeds|give.Deeds) == 0 {
			continue
		}
		mine, theirs := v.s.Owned[v.me]&set, v.s.Owned[with]&set
		mineAfter := mine&^give.Deeds | get.Deeds&set
		theirsAfter := theirs&^get.Deeds | give.Deeds&set
		add := func(key string, warn bool) {
			list = append(list, groupNote{v.Group(g), v.T(key, "Name", v.Name(with), "Group", v.Group(g)), warn})
		}
		switch {
		case mine != set && mineAfter == set:
			add("trade.completes_yours", false)
		case mine == set && mineAfter != set:
			add("trade.breaks_yours", true)
		}
		switch {
		case theirs != set && theirsAfter == set:
			add("trade.completes_theirs", true)
		case theirs == set && theirsAfter != set:
			add("trade.breaks_theirs", false)
		}
	}
	return list
}

// grave tells whether accepting a trade does what cannot be made good: a group
// of the viewer breaks, or one of the partner is complete.
func (v *view) grave(t *game.Trade) bool {
	for _, n := range v.groupNotes(t.From, t.Give, t.Want) {
		if n.Warn {
			return true
		}
	}
	return false
}
