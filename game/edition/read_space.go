package edition

var (
	spaceKeys = []string{"index", "kind", "name", "name_de", "name_en", "name_alt", "name_soft", "name_de_soft", "name_en_soft",
		"group", "price", "board_price", "deed_price", "mortgage", "house_cost", "hotel_cost", "skyscraper_cost", "depot_cost",
		"rents", "tax", "deck", "strength", "civilisation", "collect", "filler_name", "added_by_mega", "us_counterpart", "name_as_in_seed", "note"}
	kindWords = []string{string(Go), string(Street), string(Station), string(Utility), string(Tax), string(ChanceSpace),
		string(ChestSpace), string(Jail), string(FreeParking), string(GoToJail), string(Auction), string(BusTicket), string(Birthday)}
)

func (e *Edition) readSpace(n node, i int) Space {
	n = n.object(spaceKeys...)
	if index := n.get("index"); index.ok && index.int(0, 51) != i {
		index.bad(outOfOrder, i)
	}
	s := Space{Kind: Kind(n.get("kind").oneOf(kindWords...))}
	s.Name = e.text(n.get("name"), n, "name", maxName)
	s.Soft = Text{DE: n.maybe("name_de_soft").text(2 * maxName), EN: n.maybe("name_en_soft").text(2 * maxName)}
	e.fill(&s.Soft, n.maybe("name_soft").text(2*maxName))
	s.Filler = n.maybe("filler_name").flag()
	if s.Kind.Deed() {
		e.readDeed(n, &s)
	}
	switch s.Kind {
	case Tax:
		tax := n.get("tax").object("amount", "percent_option")
		s.Tax, s.Percent = tax.get("amount").int(1, maxAmount), tax.maybe("percent_option").int(1, 100)
	case ChanceSpace, ChestSpace:
		n.maybe("deck").oneOf(string(s.Kind))
	case Birthday:
		n.maybe("collect").int(0, maxAmount)
	case Go, Street, Station, Utility, Jail, FreeParking, GoToJail, Auction, BusTicket:
	}
	return s
}

func (e *Edition) readDeed(n node, s *Space) {
	s.Group = n.get("group").id()
	s.Price = e.readPrice(n)
	s.Mortgage = n.get("mortgage").int(1, maxAmount)
	switch s.Kind {
	case Street:
		s.House, s.Hotel = n.get("house_cost").int(1, maxAmount), n.get("hotel_cost").int(1, maxAmount)
		s.Skyscraper = n.maybe("skyscraper_cost").int(1, maxAmount)
		s.Strength = n.maybe("strength").int(1, 1_000_000)
		for _, rent := range n.get("rents").list(6, 7) {
			s.Rents = append(s.Rents, rent.int(1, maxAmount))
		}
	case Station:
		s.Depot = n.maybe("depot_cost").int(1, maxAmount)
	case Utility, Go, Tax, ChanceSpace, ChestSpace, Jail, FreeParking, GoToJail, Auction, BusTicket, Birthday:
	}
}

// readPrice takes the printed price; where board and deed print it apart, both
// must agree (R-BUY-5).
func (e *Edition) readPrice(n node) int {
	price, board, deed := n.maybe("price"), n.maybe("board_price"), n.maybe("deed_price")
	if !price.ok && !board.ok && !deed.ok {
		n.get("price")
		return 0
	}
	found := 0
	for _, one := range []node{price, board, deed} {
		amount := one.int(1, maxAmount)
		if found != 0 && amount != 0 && amount != found {
			n.r.add(one.place, "R-BUY-5", pricesDiffer, amount, found)
		}
		if found == 0 {
			found = amount
		}
	}
	return found
}
