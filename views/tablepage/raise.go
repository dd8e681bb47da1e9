package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/plan"
)

// raise is a cheap way for the viewer to come by an amount.
func (v *view) raise(need game.Money) plan.Way { return plan.Raise(v.r, v.s, v.me, need) }

// raiseButton is the step as a button.
func (v *view) raiseButton(step *plan.Step) button {
	switch step.Kind {
	case game.SellGroup:
		return v.groupSale(v.r.Spaces[step.Space].Group)
	case game.Sell:
		b, _ := v.built(step.Space)
		x := v.step(game.Sell, step.Space)
		x.Label = v.T("act.raise_sell", "Building", v.Building(b), "Space", v.softly(step.Space, v.NamedAt(step.Space)))
		return x
	default:
		x := v.moveAt(game.Mortgage, step.Space)
		x.Label = v.T("act.raise_mortgage", "Space", v.softly(step.Space, v.Named(step.Space)))
		return x
	}
}

// raiseLines are the steps of a way in words, sales of one lot together.
func (v *view) raiseLines(way *plan.Way) []fact {
	var list []fact
	for i := 0; i < len(way.Steps); {
		step := way.Steps[i]
		n, brings := 0, game.Money(0)
		for i < len(way.Steps) && way.Steps[i].Kind == step.Kind && way.Steps[i].Space == step.Space {
			n++
			brings += way.Steps[i].Brings
			i++
		}
		label := v.T("act.raise_mortgage", "Space", v.Named(step.Space))
		switch step.Kind {
		case game.SellGroup:
			label = v.T("deeds.sell_group", "Group", v.Group(v.r.Spaces[step.Space].Group))
		case game.Sell:
			label = v.N("act.raise_sells", n, "Space", v.NamedAt(step.Space))
		default:
		}
		list = append(list, fact{label, "+" + v.Money(brings)})
	}
	return list
}
