package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/plan"
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
	made, no := plan.Try(v.r, v.s, c)
	if !no.OK() {
		f.Wrong = text.Refusal(v.Lang(), v.d.Setup, &c, no)
		return
	}
	if made.Brings == 0 {
		f.Sum = append(f.Sum, v.T("deeds.sum_scarce"))
		return
	}
	key, amount := "deeds.sum_build", -made.Brings
	if kind == game.Sell {
		key, amount = "deeds.sum_sell", made.Brings
	}
	f.Sum = append(f.Sum, v.N(key, len(steps), "Money", v.Money(amount), "After", v.Money(v.cash()+made.Brings)))
	for _, rent := range made.Rents(v.r, v.s, lots) {
		f.Sum = append(f.Sum, v.T("deeds.sum_rent", "Space", v.Space(rent.Space), "Before", v.Money(rent.Before), "After", v.Money(rent.After)))
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
	steps, cost, ok := plan.OneEach(v.r, v.s, v.me, lots)
	if len(steps) < 2 || !ok {
		return nil
	}
	b := v.move(game.Build)
	b.ID += "-each-" + page.Itoa(uint8(steps[0]))
	b.Label, b.Price = v.T("deeds.each", "Group", v.Group(v.r.Spaces[steps[0]].Group)), v.Money(cost)
	b.Small = []string{v.keep(cost)}
	for _, sp := range steps {
		b.Fields = append(b.Fields, field{"spaces", page.Itoa(uint8(sp))})
	}
	return &b
}

// planned reports whether anything is ticked in one of the forms.
func planned(forms []stepForm) bool {
	for i := range forms {
		if forms[i].Wrong != "" || len(forms[i].Sum) > 0 {
			return true
		}
	}
	return false
}
