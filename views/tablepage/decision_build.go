package tablepage

import (
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
)

// decideTransfer asks, deed by deed, whether a mortgage received is lifted or kept.
func (v *view) decideTransfer(a *act) {
	if v.s.Transfer.Seat != v.me {
		return
	}
	a.Title, a.What = v.T("act.transfer"), v.T("act.transfer_what")
	lift, _ := v.opt(game.Lift)
	keep, _ := v.opt(game.Keep)
	for r := v.s.Transfer.Deeds; r != 0; r = r.Rest() {
		sp := r.First()
		row := actRow{Text: v.Space(sp)}
		if lift.Spaces.Has(sp) {
			b := v.moveAt(game.Lift, sp)
			b.Label = v.T("deeds.lift", "Money", v.Money(v.r.LiftCost(sp)))
			b.Say = v.T("deeds.at", "Act", b.Label, "Space", v.Space(sp))
			row.Buttons = append(row.Buttons, b)
		}
		if keep.Spaces.Has(sp) {
			b := v.moveAt(game.Keep, sp)
			b.Label = v.T("deeds.keep", "Money", v.Money(v.r.KeepCost(v.s, sp)))
			b.Say = v.T("deeds.at", "Act", b.Label, "Space", v.Space(sp))
			row.Buttons = append(row.Buttons, b)
		}
		a.Rows = append(a.Rows, row)
	}
	v.leadRow(a)
}

// leadRow makes the last button of the first row that has one the main one.
func (v *view) leadRow(a *act) {
	for i := range a.Rows {
		n := len(a.Rows[i].Buttons)
		if n == 0 {
			continue
		}
		b := a.Rows[i].Buttons[n-1]
		a.Rows[i].Buttons = a.Rows[i].Buttons[:n-1]
		b.Small = append(b.Small, a.Rows[i].Text)
		a.Go = &b
		return
	}
}

// decideEqualise asks the owner to even out a group after its last lot came in.
func (v *view) decideEqualise(a *act) {
	if v.s.Equal.Seat != v.me {
		return
	}
	a.Title = v.T("act.equalise", "Group", v.Group(v.s.Equal.Group))
	a.What = v.T("act.equalise_build")
	if o, ok := v.opt(game.MoveHouse); ok {
		a.What = v.T("act.equalise_move")
		name := wire.MoveName(game.MoveHouse)
		a.Picks = append(a.Picks, pick{ID: "m-" + name, Move: name, Go: v.T("move." + name), Lead: !v.has(game.Done), Lists: []list{
			{ID: "in-from", Name: "from", Label: v.T("act.move_from"), Choices: v.levelChoices(o.Spaces, -1)},
			{ID: "in-to", Name: "to", Label: v.T("act.move_to"), Choices: v.levelChoices(o.Dests, 1)},
		}})
	}
	v.equaliseSteps(a)
	if v.has(game.Done) {
		b := v.move(game.Done)
		a.Go = &b
		return
	}
	if len(a.Picks) == 0 {
		v.leadRow(a)
	}
}

// equaliseSteps offers building and selling on the lots of the group.
func (v *view) equaliseSteps(a *act) {
	for r := v.r.Groups[v.s.Equal.Group].Spaces & v.s.Owned[v.me]; r != 0; r = r.Rest() {
		sp := r.First()
		row := actRow{Text: v.Space(sp)}
		if b, n := v.built(sp); n > 0 {
			row.Text += " (" + v.Buildings(b, n) + ")"
		}
		up, down := v.deedButtons(sp)
		for _, b := range append(up, down...) {
			b.ID = "a-" + b.ID
			row.Buttons = append(row.Buttons, b)
		}
		a.Rows = append(a.Rows, row)
	}
}

// levelChoices names lots with what stands on them: the emptiest first, or
// with sign -1 the fullest, so that the first choice makes sense.
func (v *view) levelChoices(spaces game.Set, sign int) []page.Choice {
	var lots []game.Space
	for r := spaces; r != 0; r = r.Rest() {
		lots = append(lots, r.First())
	}
	slices.SortStableFunc(lots, func(a, b game.Space) int { return sign * (int(v.s.Level[a]) - int(v.s.Level[b])) })
	var cs []page.Choice
	for _, sp := range lots {
		label := v.Space(sp)
		if b, n := v.built(sp); n > 0 {
			label += " (" + v.Buildings(b, n) + ")"
		}
		cs = append(cs, page.Choice{Value: page.Itoa(uint8(sp)), Label: label})
	}
	return cs
}

// decideIntent asks how many of the scarce buildings the viewer wants.
func (v *view) decideIntent(a *act) {
	o, ok := v.opt(game.Intent)
	if !ok {
		return
	}
	b := v.s.Shortage.Building
	a.Title = v.T("act.intent", "Building", v.d.Setup.BuildingsName(v.Lang(), b))
	a.What = v.T("act.intent_what", "Stock", v.Buildings(b, int(v.s.Stock[b])))
	name := wire.MoveName(game.Intent)
	if o.Max > 0 {
		a.Amounts = append(a.Amounts, amount{
			ID: "m-" + name, Move: name, Name: "count", Label: v.T("act.intent_count", "Min", page.Itoa(o.Min), "Max", page.Itoa(o.Max)),
			Min: page.Itoa(o.Min), Max: page.Itoa(o.Max), Step: "1", Value: page.Itoa(max(o.Min, 1)), Go: v.T("move." + name), Lead: true,
		})
	}
	none := v.move(game.Intent)
	none.ID += "-none"
	none.Label = v.T("act.intent_none")
	none.Fields = []field{{"count", "0"}}
	if o.Max > 0 {
		a.Alts = append(a.Alts, none)
		return
	}
	a.Go = &none
}

// decidePlace asks where a building bought in a shortage goes.
func (v *view) decidePlace(a *act, o game.Option) {
	a.Title = v.T("act.place")
	a.What = v.T("act.place_what", "Building", v.Buildings(v.s.Shortage.Building, 1), "Money", v.placePrice(o))
	name := wire.MoveName(game.Place)
	a.Picks = append(a.Picks, pick{
		ID: "m-" + name, Move: name, Go: v.T("move." + name), Lead: true,
		Lists: []list{{ID: "in-" + name, Name: "space", Label: v.T("act.which"), Choices: v.levelChoices(o.Spaces, 1)}},
	})
	if _, ok := v.opt(game.Pass); ok {
		none := v.move(game.Pass)
		none.Label = v.T("act.place_none")
		a.Alts = append(a.Alts, none)
	}
}

// placePrice is what the placed building costs: the winner's bid or the printed price.
func (v *view) placePrice(o game.Option) string {
	if !v.s.Shortage.Printed {
		return v.Money(v.s.Shortage.Price)
	}
	_, cost := v.r.NextStep(v.s, o.Spaces.First())
	return v.Money(cost)
}
