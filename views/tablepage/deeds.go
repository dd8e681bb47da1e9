package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
)

// deed is one of the viewer's own deeds with their moves.
type deed struct {
	ID    string
	Class string
	Code  string
	Band  string // buildings or the mortgage, at the right of the band
	Name  string
	Lang  string // of the name, "" if it is that of the page
	Href  string
	Line  string   // rent, or what lifting costs
	Up    []button // builds or lifts
	Down  []button // sells or mortgages; never in the place of those that undo it

	NoUp, NoDown string // why there is none, "" if there is nothing to say
}

// deeds lists the viewer's deeds in board order, group by group.
func (v *view) deeds() []deed {
	if !v.seated() {
		return nil
	}
	var list []deed
	for g := range v.r.NumGroups {
		for r := v.r.Groups[g].Spaces & v.s.Owned[v.me]; r != 0; r = r.Rest() {
			list = append(list, v.deed(r.First()))
		}
	}
	return list
}

func (v *view) deed(sp game.Space) deed {
	g := v.r.Spaces[sp].Group
	x := deed{
		ID: "d" + page.Itoa(uint8(sp)), Class: "mini " + v.groupClass(g), Code: v.groupCode(g),
		Name: v.softSpace(sp), Lang: v.foreign(sp), Href: v.deedHref(sp),
	}
	if b, n := v.built(sp); n > 0 {
		x.Band = v.Buildings(b, n)
	}
	switch {
	case v.s.Mortgaged.Has(sp):
		x.Class += " off"
		x.Band = v.T("space.mortgaged")
		x.Line = v.T("deeds.no_rent", "Money", v.Money(v.r.LiftCost(sp)))
	case v.r.Spaces[sp].Kind == game.KindUtility:
		x.Line = v.T("deeds.rent_dice", "Factor", v.number(v.r.RentNow(v.s, sp)))
	default:
		x.Line = v.T("deeds.rent", "Money", v.Money(v.r.RentNow(v.s, sp)))
	}
	x.Up, x.Down = v.deedButtons(sp)
	up, down := v.lacks(sp)
	x.NoUp, x.NoDown = v.lackText(up, sp), v.lackText(down, sp)
	return x
}

// deedButtons is what the options allow with one deed.
func (v *view) deedButtons(sp game.Space) (up, down []button) {
	add := func(list *[]button, b button, label string) {
		b.Label = label
		b.Say = v.T("deeds.at", "Act", label, "Space", v.Space(sp))
		*list = append(*list, b)
	}
	for _, o := range v.d.Options {
		if !o.Spaces.Has(sp) {
			continue
		}
		switch o.Kind {
		case game.Build:
			building, cost := v.r.NextStep(v.s, sp)
			add(&up, v.step(game.Build, sp), v.T("deeds.build", "Building", v.Building(building), "Money", v.Money(cost)))
		case game.Sell:
			building, _ := v.built(sp)
			add(&down, v.step(game.Sell, sp), v.T("deeds.sell", "Building", v.Building(building), "Money", v.Money(v.r.SellPrice(v.s, sp))))
		case game.Mortgage:
			add(&down, v.moveAt(game.Mortgage, sp), v.T("deeds.mortgage", "Money", v.Money(v.r.Spaces[sp].Mortgage)))
		case game.Lift:
			if v.phase != game.PhaseTransfer {
				add(&up, v.moveAt(game.Lift, sp), v.T("deeds.lift", "Money", v.Money(v.r.LiftCost(sp))))
			}
		default:
		}
	}
	return up, down
}

// step makes a button that builds or sells one building.
func (v *view) step(kind game.CommandKind, sp game.Space) button {
	b := v.moveAt(kind, sp)
	b.Fields[0].Name = "spaces"
	return b
}

// stepForm builds or sells several buildings of one group at once. The rows
// are levels, so that the boxes stand in the order in which one may build.
type stepForm struct {
	ID      string
	Move    string
	Title   string
	Go      string
	Class   string
	Columns []string
	Rows    []stepRow
	Each    *button  // one building on every lot
	Sum     []string // what is ticked comes to, a sentence each
	Wrong   string   // why what is ticked cannot be done
}

// stepRow is one level with a box for each lot that has not got, or still has it.
type stepRow struct {
	Label string
	Price string
	Boxes []box
}

// box is one building to tick; without Say there is nothing to tick.
type box struct {
	ID, Value, Say string
	On             bool
}

// buildForms lists the groups on which more than one building could go up.
func (v *view) buildForms() []stepForm {
	var spaces game.Set
	for _, o := range v.d.Options {
		if o.Kind == game.Build && o.Building != game.Depot {
			spaces |= o.Spaces
		}
	}
	var forms []stepForm
	for g := range v.r.NumGroups {
		lots := v.r.Groups[g].Spaces & v.s.Owned[v.me]
		if v.r.Groups[g].Kind != game.KindLot || spaces&lots == 0 {
			continue
		}
		f := v.stepForm(game.Build, g, lots)
		f.Title, f.Go = v.T("deeds.group", "Group", v.Group(g)), v.T("deeds.go_build")
		v.planSteps(&f, game.Build, lots, v.d.Query.Draft.Build)
		forms = append(forms, f)
	}
	return forms
}

// sellForms lists the groups from which more than one building could be sold.
func (v *view) sellForms() []stepForm {
	o, ok := v.opt(game.SellGroup)
	if !ok || !v.has(game.Sell) {
		return nil
	}
	var forms []stepForm
	for g := range v.r.NumGroups {
		lots := v.r.Groups[g].Spaces & v.s.Owned[v.me]
		if o.Groups>>g&1 == 0 || v.r.Groups[g].Kind != game.KindLot || v.levels(lots) < 2 {
			continue
		}
		f := v.stepForm(game.Sell, g, lots)
		f.Title, f.Go = v.T("deeds.group_sell", "Group", v.Group(g)), v.T("deeds.go_sell")
		v.planSteps(&f, game.Sell, lots, v.d.Query.Draft.Sell)
		forms = append(forms, f)
	}
	return forms
}

// groupSales makes a button for each group that may be sold whole.
func (v *view) groupSales() []button {
	o, ok := v.opt(game.SellGroup)
	if !ok {
		return nil
	}
	var list []button
	for g := range v.r.NumGroups {
		if o.Groups>>g&1 == 0 {
			continue
		}
		list = append(list, v.groupSale(g))
	}
	return list
}

func (v *view) groupSale(g uint8) button {
	b := v.move(game.SellGroup)
	b.ID += "-" + page.Itoa(g)
	b.Fields = []field{{"group", v.d.Setup.Groups[g]}}
	b.Label, b.Ask = v.T("deeds.sell_group", "Group", v.Group(g)), true
	return b
}

func (v *view) levels(lots game.Set) int {
	n := 0
	for r := lots; r != 0; r = r.Rest() {
		n += int(v.s.Level[r.First()])
	}
	return n
}

func (v *view) stepForm(kind game.CommandKind, g uint8, lots game.Set) stepForm {
	name := wire.MoveName(kind)
	f := stepForm{ID: "m-" + name + "-g" + page.Itoa(g), Move: name, Class: v.groupClass(g)}
	lowest, highest := uint8(255), uint8(0)
	for r := lots; r != 0; r = r.Rest() {
		f.Columns = append(f.Columns, v.d.Setup.SpaceNameSoft(v.Lang(), r.First()))
		lowest = min(lowest, v.s.Level[r.First()])
		highest = max(highest, v.s.Level[r.First()])
	}
	if kind == game.Sell {
		for l := highest; l > 0; l-- {
			f.Rows = append(f.Rows, v.stepRow(&f, lots, l, func(have uint8) bool { return have >= l }))
		}
		return f
	}
	top := v.r.HotelLevel()
	if v.r.HasSkyscrapers() && v.r.WholeGroup(v.s, v.me, g) {
		top++
	}
	for l := lowest + 1; l <= top; l++ {
		f.Rows = append(f.Rows, v.stepRow(&f, lots, l, func(have uint8) bool { return have < l }))
	}
	return f
}

func (v *view) stepRow(f *stepForm, lots game.Set, level uint8, open func(uint8) bool) stepRow {
	b := v.r.StepBuilding(level)
	label := v.Building(b)
	if b == game.House {
		label = v.T("deeds.nth", "N", page.Itoa(level), "Building", label)
	}
	row := stepRow{Label: label}
	for r := lots; r != 0; r = r.Rest() {
		sp := r.First()
		x := box{}
		if open(v.s.Level[sp]) {
			x = box{
				ID: f.ID + "-" + page.Itoa(level) + "-" + page.Itoa(uint8(sp)), Value: page.Itoa(uint8(sp)),
				Say: v.T("deeds.step", "Building", label, "Space", v.NamedAt(sp)),
			}
		}
		if row.Price == "" {
			row.Price = v.T("deeds.one_price", "Money", v.Money(v.r.StepPrice(sp, level)))
		}
		row.Boxes = append(row.Boxes, x)
	}
	return row
}
