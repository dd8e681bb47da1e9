package plan

import "github.com/bankhalter/bankhalter/game"

// Sum is the result of a trade for a seat.
type Sum struct {
	Cards  game.Money // printed price of the deeds it gets less that of those it gives
	Cash   game.Money // received less given
	Fee    game.Money // for the mortgages it receives: interest, or lifting
	After  game.Money // its cash, negative if the trade takes more than it has
	Theirs game.Money // the partner's cash, if they keep all mortgages
}

// Trade adds a trade up for a seat: the goods it gets from its partner and
// gives, and which of the mortgages it lifts at once.
func Trade(r *game.Ruleset, s *game.State, seat, with game.Seat, get, give *game.Terms, lift game.Set) Sum {
	x := Sum{
		Cards: printed(r, get.Deeds) - printed(r, give.Deeds), Cash: get.Cash - give.Cash,
		Fee: ReceiptFee(r, s, get.Deeds, lift),
	}
	x.After = s.Players[seat].Cash + x.Cash - x.Fee
	x.Theirs = s.Players[with].Cash - x.Cash - ReceiptFee(r, s, give.Deeds, 0)
	return x
}

// printed is the printed price of deeds.
func printed(r *game.Ruleset, deeds game.Set) (m game.Money) {
	for d := deeds; d != 0; d = d.Rest() {
		m += r.Spaces[d.First()].Price
	}
	return m
}

// ReceiptFee is the fee of a receiver of deeds for the mortgages among them:
// interest, or for those that they lift at once the whole price of lifting (R-MORT-6).
func ReceiptFee(r *game.Ruleset, s *game.State, deeds, lift game.Set) (m game.Money) {
	for d := deeds & s.Mortgaged; d != 0; d = d.Rest() {
		if sp := d.First(); lift.Has(sp) {
			m += r.LiftCost(sp)
		} else {
			m += r.InterestDue(sp)
		}
	}
	return m
}

// GroupChange is a group that a trade completes for one side, or breaks.
type GroupChange struct {
	Group     uint8
	Theirs    bool // the partner's group, not the seat's own
	Completes bool // else the trade breaks it
}

// Bad reports whether the change is to the seat's loss.
func (c GroupChange) Bad() bool { return c.Theirs == c.Completes }

// GroupChanges lists the groups of more than one deed that a trade completes or
// breaks, in board order.
func GroupChanges(r *game.Ruleset, s *game.State, seat, with game.Seat, get, give game.Set) []GroupChange {
	var list []GroupChange
	for g := range r.NumGroups {
		set := r.Groups[g].Spaces
		if set.Len() < 2 || set&(get|give) == 0 {
			continue
		}
		note := func(had game.Set, lose, gain game.Set, theirs bool) {
			has := had&^lose | gain&set
			if (had == set) != (has == set) {
				list = append(list, GroupChange{Group: g, Theirs: theirs, Completes: has == set})
			}
		}
		note(s.Owned[seat]&set, give, get, false)
		note(s.Owned[with]&set, get, give, true)
	}
	return list
}
