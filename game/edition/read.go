package edition

import (
	"strconv"
)

// Schema is the only schema there is.
const Schema = "editions/1"

// read builds an edition from the tree and reports malformed members. Members
// that are well formed but make no board are found by check.
func read(root node) *Edition {
	root = root.object("schema", "id", "title", "title_de", "title_en", "language", "seed", "rulebook", "currency",
		"setup", "buildings", "rent_rules", "mortgage", "groups", "spaces", "decks", "alt_decks", "eras", "names",
		"names_en", "names_de", "look", "special_rule", "variants", "sources", "confidence", "doubts", "us_mega", "note")
	if !root.ok {
		return &Edition{}
	}
	root.get("schema").oneOf(Schema)
	e := &Edition{ID: root.get("id").id()}
	title := root.get("title")
	e.Language = root.get("language").oneOf("de", "en")
	e.Title = e.text(title, root, "title", maxName)
	e.Rulebook, e.Seed = root.maybe("rulebook").id(), root.maybe("seed").text(8)
	e.Currency = readCurrency(root.get("currency"))
	e.readSetup(root.get("setup"))
	e.readBuildings(root.get("buildings"))
	e.readRents(root.get("rent_rules"))
	readMortgage(root.maybe("mortgage"))
	for _, n := range root.get("groups").list(3, MaxGroups) {
		e.Groups = append(e.Groups, e.readGroup(n))
	}
	for i, n := range root.get("spaces").list(40, 52) {
		e.Spaces = append(e.Spaces, e.readSpace(n, i))
	}
	e.readDecks(root.get("decks"))
	alt := root.maybe("alt_decks")
	for _, id := range alt.keys(8) {
		n := alt.get(id).object("chance", "chest", "note")
		e.AltDecks = append(e.AltDecks, AltDecks{id, e.readDeck(n.get("chance")), e.readDeck(n.get("chest"))})
	}
	eras := root.maybe("eras")
	for _, id := range eras.keys(8) {
		e.Eras = append(e.Eras, e.readEra(id, eras.get(id)))
	}
	e.readNouns(root)
	e.Look = readLook(root.maybe("look"))
	for _, n := range root.maybe("sources").list(0, 40) {
		e.Sources = append(e.Sources, n.object("id", "ref").get("ref").text(maxText))
	}
	for _, n := range root.maybe("doubts").list(0, 40) {
		e.Doubts = append(e.Doubts, n.text(2*maxText))
	}
	return e
}

// text puts a plain text, which is in the edition's language, together with
// its forms name_de and name_en.
func (e *Edition) text(plain, parent node, key string, most int) Text {
	t := Text{DE: parent.maybe(key + "_de").text(most), EN: parent.maybe(key + "_en").text(most)}
	s := plain.text(most)
	if e.Language == "de" && t.DE == "" {
		t.DE = s
	}
	if e.Language == "en" && t.EN == "" {
		t.EN = s
	}
	return t
}

func readCurrency(n node) Currency {
	n = n.object("code", "symbol", "alt_symbols", "scale", "note")
	c := Currency{Code: n.get("code").text(8), Symbol: n.get("symbol").text(8), Scale: 1}
	if scale := n.get("scale"); scale.ok {
		c.Scale = scale.int(1, 100)
	}
	return c
}

// readSetup takes the values that no rulebook sets; the amounts and numbers of players
// are the rulebook's and only looked at.
func (e *Edition) readSetup(n node) {
	n = n.object("start_cash", "bills", "salary", "jail", "players", "dice")
	n.maybe("start_cash").int(0, maxAmount)
	n.maybe("salary").int(0, maxAmount)
	e.Bills = readBills(n.maybe("bills"))
	jail := n.maybe("jail").object("bail", "max_turns")
	jail.maybe("bail").int(0, maxAmount)
	jail.maybe("max_turns").int(1, 10)
	players := n.maybe("players").object("min", "max")
	players.maybe("min").int(1, 20)
	players.maybe("max").int(1, 20)
	dice := n.maybe("dice").object("white", "speed_die")
	dice.maybe("white").int(2, 2)
	for _, face := range dice.maybe("speed_die").object("faces").maybe("faces").list(6, 6) {
		e.SpeedDie = append(e.SpeedDie, readFace(face))
	}
}

func readFace(n node) int {
	if _, isText := n.v.(string); !isText {
		return n.int(1, 3)
	}
	switch n.oneOf("mr_monopoly", "bus") {
	case "mr_monopoly":
		return FaceMr
	case "bus":
		return FaceBus
	default:
		return 0
	}
}

func readBills(n node) []Bill {
	var bills []Bill
	for _, one := range n.list(1, 12) {
		one = one.object("value", "count")
		bills = append(bills, Bill{one.get("value").int(1, maxAmount), one.get("count").int(1, 200)})
	}
	return bills
}

func (e *Edition) readBuildings(n node) {
	n = n.object("houses", "hotels", "skyscrapers", "depots", "max_houses_per_street", "sell_back_percent", "names",
		"names_de", "names_en", "plural_de", "plural_en", "depot_cost", "depot_sell_back", "house_requires", "skyscraper_requires")
	stock := func(c node) int {
		if !c.ok {
			return -1
		}
		return c.int(0, 120)
	}
	b := &e.Buildings
	b.Houses, b.Hotels = stock(n.get("houses")), stock(n.get("hotels"))
	b.Skyscrapers, b.Depots = stock(n.maybe("skyscrapers")), stock(n.maybe("depots"))
	n.maybe("max_houses_per_street").int(4, 4)
	n.maybe("sell_back_percent").int(50, 50)
	n.maybe("depot_cost").int(0, maxAmount)
	words := []string{"house", "hotel", "skyscraper", "depot"}
	one := [4]*Text{&b.House, &b.Hotel, &b.Skyscraper, &b.Depot}
	many := [4]*Text{&b.HousePlural, &b.HotelPlural, &b.SkyscraperPlural, &b.DepotPlural}
	plain, de, en := n.maybe("names").object(words...), n.maybe("names_de").object(words...), n.maybe("names_en").object(words...)
	manyDE, manyEN := n.maybe("plural_de").object(words...), n.maybe("plural_en").object(words...)
	for i, word := range words {
		*one[i] = Text{de.maybe(word).text(maxName), en.maybe(word).text(maxName)}
		e.fill(one[i], plain.maybe(word).text(maxName))
		*many[i] = Text{manyDE.maybe(word).text(maxName), manyEN.maybe(word).text(maxName)}
	}
}

// fill sets the text in the edition's language if it is still empty.
func (e *Edition) fill(t *Text, s string) {
	if e.Language == "de" && t.DE == "" {
		t.DE = s
	}
	if e.Language == "en" && t.EN == "" {
		t.EN = s
	}
}

func (e *Edition) readRents(n node) {
	n = n.object("bare_full_group_multiplier", "bare_majority_multiplier", "bare_multiplier_needs_unmortgaged_group",
		"station_rents", "utility_multipliers", "station_depot_multiplier", "utility_dice")
	for _, rent := range n.get("station_rents").list(1, 8) {
		e.StationRents = append(e.StationRents, rent.int(1, maxAmount))
	}
	for _, factor := range n.get("utility_multipliers").list(1, 8) {
		e.UtilityFactors = append(e.UtilityFactors, factor.int(1, 10_000))
	}
}

func readMortgage(n node) {
	n = n.object("value_percent_of_price", "interest_percent")
	n.maybe("value_percent_of_price").int(1, 100)
	n.maybe("interest_percent").int(10, 10)
}

func (e *Edition) readGroup(n node) Group {
	n = n.object("id", "name", "name_de", "name_en", "spaces", "size", "house_cost", "hotel_cost", "skyscraper_cost", "min_owned_to_build", "colour")
	g := Group{ID: n.get("id").id(), Name: e.text(n.get("name"), n, "name", maxName)}
	for _, one := range n.get("spaces").list(1, 8) {
		g.Spaces = append(g.Spaces, one.int(0, 51))
	}
	if size := n.maybe("size"); size.ok && size.int(1, 8) != len(g.Spaces) {
		size.bad(otherSize, len(g.Spaces))
	}
	g.House, g.Hotel = n.maybe("house_cost").int(1, maxAmount), n.maybe("hotel_cost").int(1, maxAmount)
	g.Skyscraper = n.maybe("skyscraper_cost").int(1, maxAmount)
	n.maybe("min_owned_to_build").int(1, 8)
	g.Colour = n.maybe("colour").colour()
	return g
}

func (e *Edition) readNouns(root node) {
	keys := []string{"streets", "stations", "utilities", "chance", "chest"}
	plain, de, en := root.maybe("names").object(keys...), root.maybe("names_de").object(keys...), root.maybe("names_en").object(keys...)
	if !plain.ok && !de.ok && !en.ok {
		return
	}
	e.Nouns = map[string]Text{}
	for _, key := range keys {
		t := Text{de.maybe(key).text(maxName), en.maybe(key).text(maxName)}
		e.fill(&t, plain.maybe(key).text(maxName))
		if t != (Text{}) {
			e.Nouns[key] = t
		}
	}
}

func (e *Edition) readEra(id string, n node) Era {
	n = n.object("default", "note", "setup_bills", "taxes", "decks", "group_names", "group_names_de", "group_names_en")
	era := Era{ID: id, Default: n.maybe("default").flag(), Bills: readBills(n.maybe("setup_bills")), Groups: map[string]Text{}}
	taxes := n.maybe("taxes")
	for _, key := range taxes.keys(8) {
		one := taxes.get(key)
		space, err := strconv.Atoi(key)
		if err != nil || space < 0 {
			one.bad(noTaxNumber)
			continue
		}
		one = one.object("amount", "percent_option")
		era.Taxes = append(era.Taxes, EraTax{space, one.get("amount").int(1, maxAmount), one.maybe("percent_option").int(1, 100)})
	}
	if decks := n.maybe("decks"); decks.ok {
		era.Decks = readAltDecksRef(decks)
	}
	plain, de, en := n.maybe("group_names"), n.maybe("group_names_de"), n.maybe("group_names_en")
	for _, key := range plain.keys(16) {
		t := Text{de.maybe(key).text(maxName), en.maybe(key).text(maxName)}
		e.fill(&t, plain.get(key).text(maxName))
		era.Groups[key] = t
	}
	return era
}

// readAltDecksRef reads "alt_decks.ID".
func readAltDecksRef(n node) string {
	const prefix = "alt_decks."
	s := n.text(maxName)
	if s != "" && (len(s) <= len(prefix) || s[:len(prefix)] != prefix) {
		n.bad(noDecksName)
		return ""
	}
	if s == "" {
		return ""
	}
	return s[len(prefix):]
}
