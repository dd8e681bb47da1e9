package setup

import (
	"cmp"
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
)

// The numbers of a big board that a pack may leave out.
const (
	defaultSkyscrapers = 8
	defaultDepots      = 4
	defaultTickets     = 15
	defaultExpiring    = 1
	defaultDepotCost   = 100
	depotFactor        = 2
)

// fits reports whether a rulebook can be played on a board at all.
func fits(ed *edition.Edition, book Rulebook) error {
	if n := len(ed.Spaces); n != book.Spaces {
		return bad(game.RData1, "", "rulebook %q needs a board of %d spaces; %q has %d", book.ID, book.Spaces, ed.ID, n).because(Error{Why: WrongBoard, Values: booksFor(n)})
	}
	return nil
}

// compile turns the edition, in its era, into the board the core plays on.
func (s *Setup) compile(rules *game.Rules) game.Board {
	ed := s.Edition
	b := game.Board{Size: uint8(len(ed.Spaces)), NumGroups: uint8(len(ed.Groups)), DepotFactor: depotFactor}
	groups := map[string]uint8{}
	for i, g := range ed.Groups {
		groups[g.ID] = uint8(i)
		s.Groups = append(s.Groups, g.ID)
	}
	b.StationGroup, b.UtilityGroup = groups[edition.StationGroup], groups[edition.UtilityGroup]
	for i := range ed.Spaces {
		s.compileSpace(&b, game.Space(i), groups)
	}
	s.compileTaxes(&b)
	for i, rent := range ed.StationRents {
		b.StationRent[i+1] = game.Money(rent)
	}
	for i, factor := range ed.UtilityFactors {
		b.UtilityFactor[i+1] = game.Money(factor)
	}
	chance, chest := s.decks()
	b.Decks[game.Chance], s.Cards[game.Chance] = s.compileDeck(chance)
	b.Decks[game.Chest], s.Cards[game.Chest] = s.compileDeck(chest)
	b.Stock[game.House], b.Stock[game.Hotel] = int8(ed.Buildings.Houses), int8(ed.Buildings.Hotels)
	if rules.Skyscrapers {
		b.Stock[game.Skyscraper] = orElse(ed.Buildings.Skyscrapers, defaultSkyscrapers)
	}
	if rules.Depots {
		b.Stock[game.Depot] = orElse(ed.Buildings.Depots, defaultDepots)
	}
	if rules.Tickets {
		b.NumTickets, b.NumExpiring = tickets(ed)
	}
	if rules.SpeedDie {
		b.SpeedFaces = speedFaces(ed)
	}
	return b
}

func orElse(n, def int) int8 {
	if n < 0 {
		return int8(def)
	}
	return int8(n)
}

func tickets(ed *edition.Edition) (plain, expiring uint8) {
	if ed.Bus == nil {
		return defaultTickets, defaultExpiring
	}
	for _, t := range ed.Bus {
		if t.Expires {
			expiring++
		} else {
			plain++
		}
	}
	return plain, expiring
}

func speedFaces(ed *edition.Edition) (faces [6]uint8) {
	if ed.SpeedDie == nil {
		return [6]uint8{1, 2, 3, game.SpeedMr, game.SpeedMr, game.SpeedBus}
	}
	for i, face := range ed.SpeedDie {
		switch face {
		case edition.FaceMr:
			faces[i] = game.SpeedMr
		case edition.FaceBus:
			faces[i] = game.SpeedBus
		default:
			faces[i] = uint8(face)
		}
	}
	return faces
}

func spaceKind(k edition.Kind) game.SpaceKind {
	switch k {
	case edition.Street:
		return game.KindLot
	case edition.Station:
		return game.KindStation
	case edition.Utility:
		return game.KindUtility
	case edition.Tax:
		return game.KindTax
	case edition.ChanceSpace:
		return game.KindChance
	case edition.ChestSpace:
		return game.KindChest
	case edition.Jail:
		return game.KindJail
	case edition.FreeParking:
		return game.KindParking
	case edition.GoToJail:
		return game.KindGoToJail
	case edition.Auction:
		return game.KindAuction
	case edition.BusTicket:
		return game.KindTicket
	case edition.Birthday:
		return game.KindGift
	case edition.Go:
	}
	return game.KindGo
}

func (s *Setup) compileSpace(b *game.Board, sp game.Space, groups map[string]uint8) {
	from := &s.Edition.Spaces[sp]
	def := game.SpaceDef{
		Kind: spaceKind(from.Kind), Group: game.NoGroupID,
		Price: game.Money(from.Price), Mortgage: game.Money(from.Mortgage),
		House: game.Money(from.House), Hotel: game.Money(from.Hotel), Skyscraper: game.Money(from.Skyscraper),
		Strength: int32(from.Strength),
	}
	if from.Kind == edition.ChestSpace {
		def.Deck = game.Chest
	}
	for i, rent := range from.Rents {
		def.Rent[i] = game.Money(rent)
	}
	if from.Kind.Deed() {
		def.Group = groups[from.Group]
		g := &b.Groups[def.Group]
		g.Kind, g.Spaces = def.Kind, g.Spaces.With(sp)
		b.Deeds = b.Deeds.With(sp)
	}
	switch def.Kind {
	case game.KindLot:
		b.Lots = b.Lots.With(sp)
	case game.KindStation:
		b.Stations = b.Stations.With(sp)
		def.Depot = game.Money(from.Depot)
		if def.Depot == 0 {
			def.Depot = game.Money(defaultDepotCost * s.Edition.Currency.Scale)
		}
	case game.KindUtility:
		b.Utilities = b.Utilities.With(sp)
	case game.KindJail:
		b.Jail = sp
	case game.KindGo, game.KindTax, game.KindChance, game.KindChest, game.KindParking, game.KindGoToJail, game.KindAuction, game.KindTicket, game.KindGift:
	}
	b.Spaces[sp] = def
}

// compileTaxes sets amounts and the percentage of the tax choice: where the
// edition prints none, its first tax takes 10 %.
func (s *Setup) compileTaxes(b *game.Board) {
	first, printed := -1, false
	for i := range s.Edition.Spaces {
		from := &s.Edition.Spaces[i]
		if from.Kind != edition.Tax {
			continue
		}
		if first < 0 {
			first = i
		}
		amount, percent := from.Tax, from.Percent
		if s.era != nil {
			for _, t := range s.era.Taxes {
				if t.Space == i {
					amount, percent = t.Amount, t.Percent
				}
			}
		}
		b.Spaces[i].Tax, b.Spaces[i].Percent = game.Money(amount), int32(percent)
		printed = printed || percent > 0
	}
	if first >= 0 && !printed {
		b.Spaces[first].Percent = 10
	}
}

// decks returns the decks of the edition's era.
func (s *Setup) decks() (chance, chest *edition.Deck) {
	if s.era != nil {
		for i := range s.Edition.AltDecks {
			if alt := &s.Edition.AltDecks[i]; alt.ID == s.era.Decks {
				return &alt.Chance, &alt.Chest
			}
		}
	}
	return &s.Edition.Chance, &s.Edition.Chest
}

func (s *Setup) compileDeck(from *edition.Deck) (def game.DeckDef, ids []string) {
	cards := sortedCards(from)
	def.Num = uint8(len(cards))
	for i, c := range cards {
		ids = append(ids, c.ID)
		def.Cards[i] = compileCard(c.Effect, s.Edition.Currency.Scale)
	}
	return def, ids
}

func sortedCards(d *edition.Deck) []edition.Card {
	return slices.SortedFunc(slices.Values(d.Cards), func(a, b edition.Card) int { return cmp.Compare(a.ID, b.ID) })
}

func compileCard(f edition.Effect, scale int) game.CardDef {
	def := game.CardDef{Space: game.Space(f.Space), Amount: game.Money(f.Amount)}
	switch f.Op {
	case edition.AdvanceTo:
		def.Op, def.Salary = game.OpAdvanceTo, f.Salary
	case edition.MoveBackTo:
		def.Op = game.OpMoveBackTo
	case edition.MoveBy:
		def.Op, def.Amount = game.OpMoveBy, game.Money(f.Steps)
	case edition.AdvanceNearest:
		def.Op, def.Kind = game.OpAdvanceNearest, spaceKind(f.Kind)
		switch f.Rent {
		case "double":
			def.Rent = game.RentDouble
		case "dice_x10":
			def.Rent, def.Amount = game.RentDiceTen, game.Money(10*scale)
		}
	case edition.Pay:
		def.Op = game.OpPay
	case edition.Collect:
		def.Op = game.OpCollect
	case edition.PayEach:
		def.Op = game.OpPayEach
	case edition.CollectEach:
		def.Op = game.OpCollectEach
	case edition.Repairs:
		def.Op = game.OpRepairs
		def.Per[game.House], def.Per[game.Hotel] = game.Money(f.House), game.Money(f.Hotel)
		def.Per[game.Skyscraper], def.Per[game.Depot] = game.Money(f.Skyscraper), game.Money(f.Depot)
	case edition.PayOrDraw:
		def.Op = game.OpPayOrDraw
		if f.Deck == edition.ChestSpace {
			def.Deck = game.Chest
		}
	case edition.GoJail:
		def.Op = game.OpGoToJail
	case edition.JailFree:
		def.Op = game.OpJailFree
	}
	return def
}
