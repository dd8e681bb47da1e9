package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// planSteps ticks what a draft names and says what that comes to.
func (v *view) planSteps(f *stepForm, kind game.CommandKind, lots game.Set, draft []game.Space) {
	var steps []game.Space
	for _, sp := range draft {
		if lots.Has(sp) {
			steps = append(steps, sp)
		}
	}
	if kind == game.Build {
		f.Each = v.eachStep(lots)
	}
	if len(steps) == 0 {
		return
	}
	f.tick(steps)
	c := game.MoveSteps(kind, v.me, steps...)
	var turn game.Turn
	turn.Begin(v.r, v.s)
	if no := turn.Decide(c, nil); !no.OK() {
		f.Wrong = text.Refusal(v.Lang(), v.d.Setup, &c, no)
		return
	}
	after := turn.S.Players[v.me].Cash
	if after == v.cash() {
		f.Sum = append(f.Sum, v.T("deeds.sum_scarce"))
		return
	}
	key, amount := "deeds.sum_build", v.cash()-after
	if kind == game.Sell {
		key, amount = "deeds.sum_sell", -amount
	}
	f.Sum = append(f.Sum, v.N(key, len(steps), "Money", v.Money(amount), "After", v.Money(after)))
	for r := lots; r != 0; r = r.Rest() {
		sp := r.First()
		if before, now := v.r.RentNow(v.s, sp), v.r.RentNow(&turn.S, sp); before != now {
			f.Sum = append(f.Sum, v.T("deeds.sum_rent", "Space", v.Space(sp), "Before", v.Money(before), "After", v.Money(now)))
		}
	}
}

// tick ticks as many boxes of each lot as the plan names it, in the order of the form.
func (f *stepForm) tick(steps []game.Space) {
	left := map[string]int{}
	for _, sp := range steps {
		left[page.Itoa(uint8(sp))]++
	}
	for _, row := range f.Rows {
		for i := range row.Boxes {
			if x := &row.Boxes[i]; left[x.Value] > 0 {
				left[x.Value]--
				x.On = true
			}
		}
	}
}

// eachStep is the button that builds one more on every lot of a group, if that is allowed now.
func (v *view) eachStep(lots game.Set) *button {
	var steps []game.Space
	var cost game.Money
	for r := lots; r != 0; r = r.Rest() {
		_, price := v.r.NextStep(v.s, r.First())
		steps = append(steps, r.First())
		cost += price
	}
	c := game.MoveSteps(game.Build, v.me, steps...)
	var turn game.Turn
	turn.Begin(v.r, v.s)
	if len(steps) < 2 || !turn.Decide(c, nil).OK() || turn.S.Players[v.me].Cash != v.cash()-cost {
		return nil // not allowed now, or buildings run short and the price is not sure
	}
	b := v.move(game.Build)
	b.ID += "-each-" + page.Itoa(uint8(steps[0]))
	b.Label, b.Price = v.T("deeds.each"), v.Money(cost)
	b.Small = []string{v.keep(cost)}
	for _, sp := range steps {
		b.Fields = append(b.Fields, field{"spaces", page.Itoa(uint8(sp))})
	}
	return &b
}

// planned tells whether anything is ticked in one of the forms.
func planned(forms []stepForm) bool {
	for i := range forms {
		if forms[i].Wrong != "" || len(forms[i].Sum) > 0 {
			return true
		}
	}
	return false
}
