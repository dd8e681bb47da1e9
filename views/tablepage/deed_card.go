package tablepage

import (
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
)

// deedCard is the printed card of a deed with what holds now, or what a space
// without a deed does.
type deedCard struct {
	ID    string // of what is printed on it: another card takes its place whole
	Class string
	Lang  string
	Name  string
	Band  string // "Ro · Rot"
	Lines []rentLine
	Facts []fact
	State string // owner, mortgage
	Text  string // what a space without a deed does, or a drawn card
	Close string // address without the card, "" if it was not asked for
}

// rentLine is one level of rent.
type rentLine struct {
	Label, Money string
	Is           bool   // holds now, or would after buying
	Note         string // why it holds, for screen readers
}

// fact is one price on the card.
type fact struct{ Label, Money string }

// shownDeed picks the space whose card lies in the middle: the one asked for,
// the one the decision is about, else the one where the mover stands.
func (v *view) shownDeed() (game.Space, bool) {
	if q := v.d.Query.Deed; q >= 0 && q < int(v.r.Size) {
		return game.Space(q), true
	}
	if sp := v.focus(); v.r.Deeds.Has(sp) {
		return sp, true
	}
	return game.NoSpace, false
}

// Card is what lies in the middle of the board; false if nothing does.
func (v *view) card() (deedCard, bool) {
	sp, ok := v.shownDeed()
	if !ok {
		return v.drawnCard()
	}
	c := v.spaceCard(sp)
	c.ID = "of-s" + page.Itoa(uint8(sp))
	if v.d.Query.Deed >= 0 {
		c.Close = v.closeHref()
	}
	return c, true
}

func (v *view) spaceCard(sp game.Space) deedCard {
	def := &v.r.Spaces[sp]
	c := deedCard{Class: "deed", Lang: v.foreign(sp), Name: v.softSpace(sp)}
	if !v.r.Deeds.Has(sp) {
		c.Text = v.spaceDoes(sp)
		return c
	}
	c.Class += " " + v.groupClass(def.Group)
	c.Band = v.groupCode(def.Group) + " · " + v.Group(def.Group)
	switch def.Kind {
	case game.KindStation:
		c.Lines = v.stationLines(sp)
	case game.KindUtility:
		c.Lines = v.utilityLines(sp)
	default:
		c.Lines = v.lotLines(sp)
	}
	c.Facts = v.deedFacts(sp)
	c.State = v.deedState(sp)
	return c
}

// drawnCard is the card drawn in the running turn, if it was the last thing that moved it on.
func (v *view) drawnCard() (deedCard, bool) {
	for i := len(v.kept) - 1; i >= 0; i-- {
		e := &v.kept[i].Event
		switch e.Kind {
		case game.TurnStarted, game.Rolled:
			return deedCard{}, false
		case game.CardDrawn:
			return deedCard{
				ID: "of-card", Class: "deed drawn",
				Name: v.Deck(e.Deck), Text: v.d.Setup.CardText(v.Lang(), e.Deck, e.Card),
			}, true
		default:
		}
	}
	return deedCard{}, false
}

func (v *view) deedState(sp game.Space) string {
	switch owner := v.s.Owner(sp); {
	case v.r.Removed(v.s, sp):
		return v.T("space.gone")
	case v.s.Mortgaged.Has(sp):
		return v.ownerLine(owner) + " · " + v.T("deed.mortgaged")
	default:
		return v.ownerLine(owner)
	}
}

func (v *view) ownerLine(owner game.Seat) string {
	switch owner {
	case game.Bank:
		return v.T("deed.bank")
	case v.me:
		return v.T("deed.owner_you")
	default:
		return v.T("deed.owner", "Name", v.Name(owner))
	}
}

// prospect is the seat whose rent the card shows: the owner, or the seat that may buy.
func (v *view) prospect(sp game.Space) (owner game.Seat, buying bool) {
	if o := v.s.Owner(sp); o != game.Bank {
		return o, false
	}
	if v.phase == game.PhaseBuy && v.s.Turn.Space == sp {
		return v.s.Turn.Seat, true
	}
	return game.Bank, false
}

// countWith is how many of the group the prospect owns, the space itself included.
func (v *view) countWith(sp game.Space) (count, size int, buying bool) {
	owner, buying := v.prospect(sp)
	set := v.r.Groups[v.r.Spaces[sp].Group].Spaces
	if owner == game.Bank {
		return 0, set.Len(), false
	}
	return (v.s.Owned[owner].With(sp) & set).Len(), set.Len(), buying
}

func (v *view) note(buying bool) string {
	if buying {
		return v.T("deed.would_hold")
	}
	return v.T("deed.holds")
}

func (v *view) lotLines(sp game.Space) []rentLine {
	def := &v.r.Spaces[sp]
	count, size, buying := v.countWith(sp)
	level := v.s.Level[sp]
	asks := count > 0 && !v.s.Mortgaged.Has(sp)
	whole := count == size
	factor := v.r.GroupRentFactor()
	label := v.T("deed.whole")
	if factor != 2 {
		label = v.T("deed.whole_factor", "Factor", page.Itoa(factor))
	}
	lines := []rentLine{
		{Label: v.T("deed.rent"), Money: v.Money(def.Rent[0]), Is: asks && level == 0 && !whole},
		{Label: label, Money: v.Money(def.Rent[0] * factor), Is: asks && level == 0 && whole},
	}
	top := v.r.HotelLevel()
	if v.r.HasSkyscrapers() {
		top++
	}
	for l := uint8(1); l <= top; l++ {
		name := v.Buildings(game.House, int(l))
		if b := v.r.StepBuilding(l); b != game.House {
			name = v.Building(b)
		}
		lines = append(lines, rentLine{Label: name, Money: v.Money(v.r.RentAt(sp, l)), Is: asks && level == l})
	}
	return v.noted(lines, buying)
}

func (v *view) stationLines(sp game.Space) []rentLine {
	count, size, buying := v.countWith(sp)
	asks := count > 0 && !v.s.Mortgaged.Has(sp)
	var lines []rentLine
	for n := 1; n <= size && n < game.MaxGroups; n++ {
		lines = append(lines, rentLine{Label: v.ofGroup("deed.stations", sp, n), Money: v.Money(v.r.StationRent[n]), Is: asks && n == count})
	}
	if v.r.HasDepots() {
		lines = append(lines, rentLine{Label: v.T("deed.with_depot"), Is: asks && v.s.Depots.Has(sp)})
	}
	return v.noted(lines, buying)
}

// ofGroup says how many of a group somebody has, in the words of the board if
// it calls them otherwise than is usual.
func (v *view) ofGroup(usual string, sp game.Space, n int) string {
	name := v.Group(v.r.Spaces[sp].Group)
	if _, many, _ := strings.Cut(v.N(usual, 2), " "); strings.EqualFold(many, name) {
		return v.N(usual, n)
	}
	return v.T("deed.of_group", "Group", name, "N", page.Itoa(n))
}

func (v *view) utilityLines(sp game.Space) []rentLine {
	count, size, buying := v.countWith(sp)
	asks := count > 0 && !v.s.Mortgaged.Has(sp)
	var lines []rentLine
	for n := 1; n <= size && n < game.MaxGroups; n++ {
		lines = append(lines, rentLine{
			Label: v.ofGroup("deed.utilities", sp, n),
			Money: v.T("space.times_dice", "Factor", v.number(v.r.UtilityFactor[n])), Is: asks && n == count,
		})
	}
	return v.noted(lines, buying)
}

func (v *view) noted(lines []rentLine, buying bool) []rentLine {
	for i := range lines {
		if lines[i].Is {
			lines[i].Note = v.note(buying)
		}
	}
	return lines
}

func (v *view) deedFacts(sp game.Space) []fact {
	def := &v.r.Spaces[sp]
	facts := []fact{{v.T("deed.price"), v.Money(def.Price)}}
	if def.Kind == game.KindLot {
		facts = append(facts, fact{v.costs(game.House), v.Money(def.House)})
		if def.Hotel != def.House {
			facts = append(facts, fact{v.costs(game.Hotel), v.Money(def.Hotel)})
		}
		if v.r.HasSkyscrapers() && def.Skyscraper != def.House {
			facts = append(facts, fact{v.costs(game.Skyscraper), v.Money(def.Skyscraper)})
		}
	}
	if def.Kind == game.KindStation && v.r.HasDepots() {
		facts = append(facts, fact{v.costs(game.Depot), v.Money(def.Depot)})
	}
	facts = append(facts, fact{v.T("deed.mortgage_value"), v.Money(def.Mortgage)})
	if v.s.Mortgaged.Has(sp) {
		facts = append(facts, fact{v.T("deed.lift_cost"), v.Money(v.r.LiftCost(sp))})
	}
	if v.r.HasMove(game.Duel) && def.Strength > 0 {
		facts = append(facts, fact{v.T("deed.strength"), v.number(game.Money(def.Strength))})
	}
	return facts
}

func (v *view) costs(b game.Building) string {
	return v.T("deed.cost", "Building", v.Buildings(b, 1))
}

// spaceDoes says what a space without a deed does.
func (v *position) spaceDoes(sp game.Space) string {
	def := &v.r.Spaces[sp]
	switch def.Kind {
	case game.KindGo:
		return v.T("space.go", "Money", v.Money(v.r.PassingGo()))
	case game.KindTax:
		return v.T("space.tax", "Money", v.Money(def.Tax))
	case game.KindChance, game.KindChest:
		return v.T("space.card")
	case game.KindJail:
		return v.T("space.visiting")
	case game.KindParking:
		if v.r.HasPot() {
			return v.T("table.pot", "Money", v.Money(v.s.Pot))
		}
		return v.T("space.parking")
	case game.KindGoToJail:
		return v.T("space.to_jail")
	case game.KindAuction:
		return v.T("space.auction")
	case game.KindTicket:
		return v.T("space.ticket")
	case game.KindGift:
		return v.T("space.gift")
	default:
		return v.T("space.nothing")
	}
}
