package edition

import (
	"fmt"
	"maps"
	"slices"
)

// checker checks the edition as a whole. A place in which read found a fault is
// not reported twice.
type checker struct {
	r      *reader
	e      *Edition
	stored bool // what was not demanded when boards were stored is no fault
}

func (c *checker) bad(place string, f fault, args ...any) {
	if !c.r.seen(place) {
		c.whole(place, f, args...)
	}
}

// whole blames a section as such, whatever is wrong inside it.
func (c *checker) whole(place string, f fault, args ...any) {
	c.r.add(place, "R-DATA-1", f, args...)
}

// Sizes of boards, and the deeds each has.
const (
	smallBoard, smallDeeds = 40, 28
	bigBoard, bigDeeds     = 52, 37
)

func check(r *reader, e *Edition, stored bool) {
	c := &checker{r, e, stored}
	n := len(e.Spaces)
	if n != smallBoard && n != bigBoard {
		c.bad("spaces", needsSpaces, n, smallBoard, bigBoard)
		return
	}
	c.groups()
	c.board()
	for i := range e.Spaces {
		c.space(i)
	}
	c.rents()
	c.deck("decks.chance", &e.Chance, ChanceSpace)
	c.deck("decks.chest", &e.Chest, ChestSpace)
	c.tickets()
	for i := range e.AltDecks {
		alt := &e.AltDecks[i]
		c.deck("alt_decks."+alt.ID+".chance", &alt.Chance, ChanceSpace)
		c.deck("alt_decks."+alt.ID+".chest", &alt.Chest, ChestSpace)
	}
	c.eras()
	c.units()
}

func at(i int) string { return fmt.Sprintf("spaces[%d]", i) }

// board checks the spaces that a board must have, and their number.
func (c *checker) board() {
	e := c.e
	count := map[Kind]int{}
	for i := range e.Spaces {
		k := e.Spaces[i].Kind
		count[k]++
		switch {
		case k == Go && i != 0:
			c.bad(at(i)+".kind", secondGo)
		case k == Jail && count[Jail] > 1:
			c.bad(at(i)+".kind", secondJail)
		case (k == Auction || k == BusTicket || k == Birthday) && len(e.Spaces) == smallBoard:
			c.bad(at(i)+".kind", onlyOnLargeBoards, k, bigBoard)
		}
	}
	if e.Spaces[0].Kind != Go {
		c.bad("spaces[0].kind", goFirst)
	}
	c.enough("rent_rules.station_rents", len(e.StationRents), count[Station], "stations")
	c.enough("rent_rules.utility_multipliers", len(e.UtilityFactors), count[Utility], "utilities")
	if count[""] > 0 {
		return // nothing can be counted
	}
	if count[Jail] == 0 {
		c.whole("spaces", noJail)
	}
	if count[ChanceSpace]+count[ChestSpace] == 0 {
		c.whole("spaces", noCardSpaces)
	}
	deeds := smallDeeds
	if len(e.Spaces) == bigBoard {
		deeds = bigDeeds
	}
	if n := count[Street] + count[Station] + count[Utility]; n != deeds {
		c.whole("spaces", numberOfDeeds, n, len(e.Spaces), deeds)
	}
}

func (c *checker) enough(place string, n, want int, what string) {
	if n < want {
		c.bad(place, fewerThanOwned, n, want, what)
	}
}

// groups checks that groups and spaces name each other.
func (c *checker) groups() {
	var ids []string
	in := map[int]string{}
	for i, g := range c.e.Groups {
		place := fmt.Sprintf("groups[%d]", i)
		if g.ID != "" && slices.Contains(ids, g.ID) {
			c.bad(place+".id", groupAgain, g.ID)
		}
		ids = append(ids, g.ID)
		if own := g.ID == StationGroup || g.ID == UtilityGroup; !own && len(g.Spaces) == 1 {
			c.bad(place+".spaces", groupOfOne)
		}
		for k, sp := range g.Spaces {
			c.member(fmt.Sprintf("%s.spaces[%d]", place, k), g, sp, in)
		}
	}
	for _, id := range []string{StationGroup, UtilityGroup} {
		if !slices.Contains(ids, id) {
			c.whole("groups", lacksGroup, id)
		}
	}
	for i := range c.e.Spaces {
		if s := &c.e.Spaces[i]; s.Group != "" && in[i] == "" {
			c.bad(at(i)+".group", groupDoesNotList, s.Group, i)
		}
	}
}

func (c *checker) member(place string, g Group, sp int, in map[int]string) {
	if sp >= len(c.e.Spaces) {
		c.bad(place, beyondBoard, sp, len(c.e.Spaces)-1)
		return
	}
	s := &c.e.Spaces[sp]
	want := Street
	switch g.ID {
	case StationGroup:
		want = Station
	case UtilityGroup:
		want = Utility
	}
	switch {
	case s.Kind == "" || c.r.seen(at(sp)+".group"):
	case in[sp] != "":
		c.bad(place, inOtherGroup, sp, in[sp])
	case s.Kind != want:
		c.bad(place, otherKindInGroup, sp, s.Kind, g.ID, want)
	case s.Group != g.ID:
		c.bad(at(sp)+".group", listedElsewhere, s.Group, g.ID)
	default:
		c.prices(sp, g)
	}
	in[sp] = g.ID
}

// prices checks that a group prints the prices its spaces print.
func (c *checker) prices(sp int, g Group) {
	s := &c.e.Spaces[sp]
	for _, one := range []struct {
		key       string
		own, want int
	}{{"house_cost", s.House, g.House}, {"hotel_cost", s.Hotel, g.Hotel}, {"skyscraper_cost", s.Skyscraper, g.Skyscraper}} {
		if one.own != 0 && one.want != 0 && one.own != one.want {
			c.bad(at(sp)+"."+one.key, groupCostsOther, one.own, g.ID, one.want)
		}
	}
}

// space checks one space by itself.
func (c *checker) space(i int) {
	s := &c.e.Spaces[i]
	if s.Mortgage > s.Price && s.Price > 0 {
		c.bad(at(i)+".mortgage", mortgageAbovePrice, s.Mortgage, s.Price)
	}
	if de, en := s.Soft.DE, s.Soft.EN; de != "" && withoutSoft(de) != s.Name.In("de") || en != "" && withoutSoft(en) != s.Name.In("en") {
		c.bad(at(i)+".name_soft", softNameDiffers)
	}
	if s.Kind != Street {
		return
	}
	rents := 6
	if len(c.e.Spaces) == bigBoard {
		rents = 7
		if s.Skyscraper == 0 {
			c.bad(at(i)+".skyscraper_cost", noSkyscraperCost, bigBoard)
		}
	}
	if len(s.Rents) != rents {
		c.bad(at(i)+".rents", numberOfEntries, len(s.Rents), rents)
	}
}

// rents checks that the tables by number owned do not fall.
func (c *checker) rents() {
	sorted := func(place string, list []int) {
		if !slices.IsSorted(list) {
			c.bad(place, falls)
		}
	}
	sorted("rent_rules.station_rents", c.e.StationRents)
	sorted("rent_rules.utility_multipliers", c.e.UtilityFactors)
}

func (c *checker) eras() {
	for _, era := range c.e.Eras {
		place := "eras." + era.ID
		for _, t := range era.Taxes {
			if t.Space >= len(c.e.Spaces) || c.e.Spaces[t.Space].Kind != Tax {
				c.bad(fmt.Sprintf("%s.taxes.%d", place, t.Space), noTaxSpace)
			}
		}
		known := func(a AltDecks) bool { return a.ID == era.Decks }
		if era.Decks != "" && !slices.ContainsFunc(c.e.AltDecks, known) {
			c.bad(place+".decks", unknownDecks, era.Decks)
		}
		for _, id := range slices.Sorted(maps.Keys(era.Groups)) {
			if !slices.ContainsFunc(c.e.Groups, func(g Group) bool { return g.ID == id }) {
				c.bad(place+".group_names", unknownGroup, clip(id))
			}
		}
	}
}

// units checks that every amount is a multiple of the smallest note of boards
// printed in Mark.
func (c *checker) units() {
	unit := c.e.Unit()
	if unit == 1 {
		return
	}
	step := func(place string, amounts ...int) {
		for _, a := range amounts {
			if a%unit != 0 {
				c.bad(place, notInSteps, a, unit, c.e.Currency.Scale)
			}
		}
	}
	later := func(place string, amounts ...int) { // demanded since there are stored boards
		if !c.stored {
			step(place, amounts...)
			return
		}
		c.e.OffUnit = c.e.OffUnit || slices.ContainsFunc(amounts, func(a int) bool { return a%unit != 0 })
	}
	for i := range c.e.Spaces {
		s := &c.e.Spaces[i]
		step(at(i)+".price", s.Price)
		step(at(i)+".mortgage", s.Mortgage)
		step(at(i)+".house_cost", s.House)
		step(at(i)+".hotel_cost", s.Hotel)
		later(at(i)+".skyscraper_cost", s.Skyscraper)
		later(at(i)+".depot_cost", s.Depot)
		step(at(i)+".rents", s.Rents...)
		step(at(i)+".tax.amount", s.Tax)
	}
	step("rent_rules.station_rents", c.e.StationRents...)
	step("rent_rules.utility_multipliers", c.e.UtilityFactors...)
	cards := func(place string, d *Deck, printed func(string, ...int)) {
		for i := range d.Cards {
			at, f := fmt.Sprintf("%s.cards[%d].effect", place, i), &d.Cards[i].Effect
			printed(at, f.Amount, f.House, f.Hotel)
			later(at, f.Skyscraper, f.Depot)
		}
	}
	cards("decks.chance", &c.e.Chance, step)
	cards("decks.chest", &c.e.Chest, step)
	for i := range c.e.AltDecks {
		alt := &c.e.AltDecks[i]
		cards("alt_decks."+alt.ID+".chance", &alt.Chance, later)
		cards("alt_decks."+alt.ID+".chest", &alt.Chest, later)
	}
	for _, era := range c.e.Eras {
		for _, t := range era.Taxes {
			later(fmt.Sprintf("eras.%s.taxes.%d.amount", era.ID, t.Space), t.Amount)
		}
	}
}
