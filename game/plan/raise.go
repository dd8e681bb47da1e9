package plan

import "github.com/bankhalter/bankhalter/game"

// Way is a way to raise money: deeds to mortgage and buildings to sell, in order.
type Way struct {
	Steps  []Step
	Brings game.Money
	Loses  game.Money // interest when mortgages are lifted, and half the price of buildings
	Enough bool       // it brings the amount needed
}

// Step is one mortgage, or the sale of one building or of all those of a group.
type Step struct {
	Kind   game.CommandKind // Mortgage, Sell or SellGroup
	Space  game.Space       // of SellGroup the first lot of the group
	Brings game.Money
	Loses  game.Money
}

// Raise looks for a cheap way for a seat to come by an amount: deeds alone in
// their group first, then unbuilt groups, buildings last, and of them those that
// earn least. All buildings of a group are sold at once only if no single one can be,
// because the bank lacks the houses that a hotel would be broken into (R-SELL-5). Every
// step is tried out, so the way is legal as it is. If all there is does not suffice,
// the way is all there is.
func Raise(r *game.Ruleset, s *game.State, seat game.Seat, need game.Money) Way {
	var way Way
	now := *s
	for way.Brings < need { // it ends: every step leaves less to sell and to mortgage
		step, after, ok := nextStep(r, &now, seat, need-way.Brings)
		if !ok {
			return way
		}
		way.add(step)
		now = after
	}
	way.Enough = way.Brings >= need
	way.prune(need)
	return way
}

func (w *Way) add(step Step) {
	w.Steps = append(w.Steps, step)
	w.Brings += step.Brings
	w.Loses += step.Loses
}

// prune leaves out mortgages that later steps have made needless.
func (w *Way) prune(need game.Money) {
	kept := Way{Enough: w.Enough}
	spare := w.Brings - need
	for _, step := range w.Steps {
		if step.Kind == game.Mortgage && step.Brings <= spare {
			spare -= step.Brings
			continue
		}
		kept.add(step)
	}
	*w = kept
}

// nextStep is the step that is missed least, and the table after it.
func nextStep(r *game.Ruleset, s *game.State, seat game.Seat, need game.Money) (best Step, after game.State, ok bool) {
	rank := int64(1) << 62
	for _, o := range game.Options(r, s, seat, nil) {
		for m := goods(r, &o); m != 0; m = m.Rest() {
			step, next, can := tryStep(r, s, seat, o.Kind, m.First())
			if n := missed(r, s, seat, &step, need); can && n < rank {
				best, after, rank, ok = step, next, n, true
			}
		}
	}
	return best, after, ok
}

// goods is the spaces of an option that raises money, of a group its first lot.
func goods(r *game.Ruleset, o *game.Option) game.Set {
	switch o.Kind {
	case game.Mortgage, game.Sell:
		return o.Spaces
	case game.SellGroup:
		var first game.Set
		for g := range r.NumGroups {
			if o.Groups>>g&1 == 1 {
				first = first.With(r.Groups[g].Spaces.First())
			}
		}
		return first
	default:
		return 0
	}
}

func tryStep(r *game.Ruleset, s *game.State, seat game.Seat, kind game.CommandKind, sp game.Space) (Step, game.State, bool) {
	c := game.MoveAt(kind, seat, sp)
	switch kind {
	case game.Sell:
		c = game.MoveSteps(kind, seat, sp)
	case game.SellGroup:
		c = game.Move(kind, seat)
		c.Group = r.Spaces[sp].Group
	default:
	}
	made, no := Try(r, s, c)
	if !no.OK() {
		return Step{}, game.State{}, false
	}
	step := Step{Kind: kind, Space: sp, Brings: made.Brings, Loses: r.InterestDue(sp)}
	if kind != game.Mortgage {
		step.Loses = step.Brings // the bank pays half
	}
	return step, made.After, step.Brings > 0
}

// missed ranks a step: first by kind, then by how near it comes to the need,
// or for buildings by the rent that goes with them.
func missed(r *game.Ruleset, s *game.State, seat game.Seat, step *Step, need game.Money) int64 {
	near := int64(step.Brings - need)
	if near < 0 {
		near = 1<<24 + int64(need-step.Brings)
	}
	g := r.Spaces[step.Space].Group
	switch {
	case step.Kind == game.SellGroup:
		return 1<<56 + near
	case step.Kind == game.Sell:
		return 1<<40 + int64(r.RentNow(s, step.Space))<<8
	case r.WholeGroup(s, seat, g) && r.Groups[g].Spaces.Len() > 1:
		return 1<<32 + near
	default:
		return near
	}
}

// Means is the cash a seat could have if it mortgaged and sold everything.
type Means struct {
	Cash, Mortgages, Buildings, All game.Money
}

// MeansOf adds up the money that a seat could raise.
func MeansOf(r *game.Ruleset, s *game.State, seat game.Seat) Means {
	m := Means{Cash: s.Players[seat].Cash, All: r.Liquidation(s, seat)}
	for d := s.Owned[seat] &^ s.Mortgaged; d != 0; d = d.Rest() {
		m.Mortgages += r.Spaces[d.First()].Mortgage
	}
	m.Buildings = m.All - m.Cash - m.Mortgages
	return m
}
