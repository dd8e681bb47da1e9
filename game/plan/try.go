package plan

import "github.com/bankhalter/bankhalter/game"

// Outcome is the result of a move.
type Outcome struct {
	Brings game.Money // by which the cash of the seat that moves grows; negative if the move costs
	After  game.State
}

// Try makes a move of a seat on a copy of the position. The move must be one
// that takes no luck; if the core refuses it, there is no outcome.
func Try(r *game.Ruleset, s *game.State, c game.Command) (Outcome, game.Refusal) {
	var turn game.Turn
	turn.Begin(r, s)
	if no := turn.Decide(c, nil); !no.OK() {
		return Outcome{}, no
	}
	return Outcome{Brings: turn.S.Players[c.Seat].Cash - s.Players[c.Seat].Cash, After: turn.S}, game.Refusal{}
}

// Rent is the rent of a deed before a move and after it.
type Rent struct {
	Space         game.Space
	Before, After game.Money
}

// Rents lists the deeds of a set whose rent the outcome changes.
func (o *Outcome) Rents(r *game.Ruleset, before *game.State, deeds game.Set) []Rent {
	var list []Rent
	for m := deeds; m != 0; m = m.Rest() {
		sp := m.First()
		x := Rent{sp, r.RentNow(before, sp), r.RentNow(&o.After, sp)}
		if x.Before != x.After {
			list = append(list, x)
		}
	}
	return list
}

// OneEach is one more building on every lot of a set: the steps of the move and
// their price. It is false if the seat may not build so now, or if buildings run
// short, so that the price is not sure.
func OneEach(r *game.Ruleset, s *game.State, seat game.Seat, lots game.Set) (steps []game.Space, cost game.Money, ok bool) {
	for m := lots; m != 0; m = m.Rest() {
		_, price := r.NextStep(s, m.First())
		steps = append(steps, m.First())
		cost += price
	}
	made, no := Try(r, s, game.MoveSteps(game.Build, seat, steps...))
	return steps, cost, no.OK() && made.Brings == -cost
}
