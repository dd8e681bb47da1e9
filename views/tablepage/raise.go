package tablepage

import "github.com/bankhalter/bankhalter/game"

// raising is a way to come by money: what to mortgage and to sell, in order.
type raising struct {
	Steps  []raiseStep
	Brings game.Money
	Loses  game.Money // interest when mortgages are lifted, and half of what buildings cost
	Enough bool
}

// raiseStep is one mortgage, or the sale of one building.
type raiseStep struct {
	Kind   game.CommandKind
	Space  game.Space
	Brings game.Money
	Loses  game.Money
}

// raise looks for a cheap way to come by an amount: deeds alone in their group
// first, then unbuilt groups, buildings last, and of them those that earn least.
// Every step is tried out on the rules, so the way can be gone as it stands.
func (v *view) raise(need game.Money) raising {
	var way raising
	s := *v.s
	for len(way.Steps) < 80 && way.Brings < need {
		step, after, ok := v.raiseNext(&s, need-way.Brings)
		if !ok {
			return way
		}
		way.add(step)
		s = after
	}
	way.Enough = way.Brings >= need
	way.prune(need)
	return way
}

func (w *raising) add(step raiseStep) {
	w.Steps = append(w.Steps, step)
	w.Brings += step.Brings
	w.Loses += step.Loses
}

// prune leaves out mortgages that later steps have made needless.
func (w *raising) prune(need game.Money) {
	steps := w.Steps
	kept := raising{Enough: w.Enough}
	spare := w.Brings - need
	for _, step := range steps {
		if step.Kind == game.Mortgage && step.Brings <= spare {
			spare -= step.Brings
			continue
		}
		kept.add(step)
	}
	*w = kept
}

// raiseNext is the step that is missed least, and the table after it.
func (v *view) raiseNext(s *game.State, need game.Money) (best raiseStep, after game.State, ok bool) {
	rank := int64(1) << 62
	for _, o := range game.Options(v.r, s, v.me, nil) {
		if o.Kind != game.Mortgage && o.Kind != game.Sell {
			continue
		}
		for r := o.Spaces; r != 0; r = r.Rest() {
			step, next, can := v.tryRaise(s, o.Kind, r.First())
			if n := v.missed(s, &step, need); can && n < rank {
				best, after, rank, ok = step, next, n, true
			}
		}
	}
	return best, after, ok
}

func (v *view) tryRaise(s *game.State, kind game.CommandKind, sp game.Space) (raiseStep, game.State, bool) {
	c := game.MoveAt(kind, v.me, sp)
	if kind == game.Sell {
		c = game.MoveSteps(kind, v.me, sp)
	}
	var turn game.Turn
	turn.Begin(v.r, s)
	if !turn.Decide(c, nil).OK() { // neither needs luck
		return raiseStep{}, game.State{}, false
	}
	step := raiseStep{Kind: kind, Space: sp, Brings: turn.S.Players[v.me].Cash - s.Players[v.me].Cash, Loses: v.r.InterestDue(sp)}
	if kind == game.Sell {
		step.Loses = step.Brings // the bank pays half
	}
	return step, turn.S, step.Brings > 0
}

// missed ranks a step: first by kind, then by how near it comes to the need,
// or for buildings by the rent that goes with them.
func (v *view) missed(s *game.State, step *raiseStep, need game.Money) int64 {
	near := int64(step.Brings - need)
	if near < 0 {
		near = 1<<24 + int64(need-step.Brings)
	}
	g := v.r.Spaces[step.Space].Group
	switch {
	case step.Kind == game.Sell:
		return 1<<40 + int64(v.r.RentNow(s, step.Space))<<8
	case v.r.WholeGroup(s, v.me, g) && v.r.Groups[g].Spaces.Len() > 1:
		return 1<<32 + near
	default:
		return near
	}
}

// raiseButton is the step as a button.
func (v *view) raiseButton(step *raiseStep) button {
	if step.Kind == game.Sell {
		b, _ := v.built(step.Space)
		x := v.step(game.Sell, step.Space)
		x.Label = v.T("act.raise_sell", "Building", v.Building(b), "Space", v.softSpace(step.Space))
		return x
	}
	x := v.moveAt(game.Mortgage, step.Space)
	x.Label = v.T("act.raise_mortgage", "Space", v.softSpace(step.Space))
	return x
}

// raiseLines are the steps of a way in words, sales of one lot together.
func (v *view) raiseLines(way *raising) []fact {
	var list []fact
	for i := 0; i < len(way.Steps); {
		step := way.Steps[i]
		n, brings := 0, game.Money(0)
		for i < len(way.Steps) && way.Steps[i].Kind == step.Kind && way.Steps[i].Space == step.Space {
			n++
			brings += way.Steps[i].Brings
			i++
		}
		label := v.T("act.raise_mortgage", "Space", v.Space(step.Space))
		if step.Kind == game.Sell {
			label = v.N("act.raise_sells", n, "Space", v.Space(step.Space))
		}
		list = append(list, fact{label, "+" + v.Money(brings)})
	}
	return list
}
