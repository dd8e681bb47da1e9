package setup

import (
	"sort"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
)

// GroupIndex finds a group by its id.
func (s *Setup) GroupIndex(id string) (uint8, bool) {
	for i, g := range s.Groups {
		if g == id {
			return uint8(i), true
		}
	}
	return game.NoGroupID, false
}

// CardIndex finds a card of a deck by its id.
func (s *Setup) CardIndex(deck game.Deck, id string) (uint8, bool) {
	ids := s.Cards[deck]
	i := sort.SearchStrings(ids, id)
	if i < len(ids) && ids[i] == id {
		return uint8(i), true
	}
	return 0, false
}

// SpaceName is the name of a space, "" for a space that is not on the board.
func (s *Setup) SpaceName(lang string, sp game.Space) string {
	if int(sp) >= len(s.Edition.Spaces) {
		return ""
	}
	return s.Edition.Spaces[sp].Name.In(lang)
}

// SpaceLanguage is the language of the name that SpaceName gives: of a name that is the same
// in both, as a street has it, that of the board.
func (s *Setup) SpaceLanguage(lang string, sp game.Space) string {
	if int(sp) >= len(s.Edition.Spaces) {
		return lang
	}
	switch name := s.Edition.Spaces[sp].Name; {
	case name.DE == name.EN:
		return s.Edition.Language
	case name.In(lang) == name.DE:
		return "de"
	default:
		return "en"
	}
}

// SpaceNameSoft is the name of a space with soft hyphens where it may break.
func (s *Setup) SpaceNameSoft(lang string, sp game.Space) string {
	if int(sp) >= len(s.Edition.Spaces) {
		return ""
	}
	return s.Edition.Spaces[sp].SoftName(lang)
}

// GroupName is the name of a group, "" if there is none of that number.
func (s *Setup) GroupName(lang string, group uint8) string {
	if int(group) >= len(s.Edition.Groups) {
		return ""
	}
	g := &s.Edition.Groups[group]
	if s.era != nil {
		if t, ok := s.era.Groups[g.ID]; ok {
			return t.In(lang)
		}
	}
	return g.Name.In(lang)
}

// EraGroup is the English name under which the era in play printed a group,
// "" if it has the one of the edition.
func (s *Setup) EraGroup(group uint8) string {
	if s.era == nil || int(group) >= len(s.Edition.Groups) {
		return ""
	}
	return s.era.Groups[s.Edition.Groups[group].ID].EN
}

// DeckName is the name of a deck.
func (s *Setup) DeckName(lang string, deck game.Deck) string {
	return s.deck(deck).Name.In(lang)
}

// CardText is the text of a card, "" if the deck has no such card.
func (s *Setup) CardText(lang string, deck game.Deck, card uint8) string {
	if int(card) >= len(s.Cards[deck]) {
		return ""
	}
	d := s.deck(deck)
	for i := range d.Cards {
		if d.Cards[i].ID == s.Cards[deck][card] {
			return d.Cards[i].Text.In(lang)
		}
	}
	return ""
}

func (s *Setup) deck(deck game.Deck) *edition.Deck {
	chance, chest := s.decks()
	if deck == game.Chest {
		return chest
	}
	return chance
}

// BuildingName is the edition's word for one building.
func (s *Setup) BuildingName(lang string, b game.Building) string {
	one, _ := s.building(b)
	return one.In(lang)
}

// BuildingsName is the edition's word for several buildings.
func (s *Setup) BuildingsName(lang string, b game.Building) string {
	_, many := s.building(b)
	return many.In(lang)
}

func (s *Setup) building(b game.Building) (one, many edition.Text) {
	w := &s.Edition.Buildings
	switch b {
	case game.House:
		return words(w.House, w.HousePlural, edition.Text{DE: "Haus", EN: "house"}, edition.Text{DE: "Häuser", EN: "houses"})
	case game.Hotel:
		return words(w.Hotel, w.HotelPlural, edition.Text{DE: "Hotel", EN: "hotel"}, edition.Text{DE: "Hotels", EN: "hotels"})
	case game.Skyscraper:
		return words(w.Skyscraper, w.SkyscraperPlural, edition.Text{DE: "Wolkenkratzer", EN: "skyscraper"}, edition.Text{DE: "Wolkenkratzer", EN: "skyscrapers"})
	case game.Depot:
		return words(w.Depot, w.DepotPlural, edition.Text{DE: "Zugdepot", EN: "depot"}, edition.Text{DE: "Zugdepots", EN: "depots"})
	case game.NoBuilding:
	}
	return edition.Text{}, edition.Text{}
}

// words takes the edition's own words. A pack that has none, or the usual one in
// its own language only, gets the usual ones; without a plural the singular does.
func words(one, many, usual, usuals edition.Text) (edition.Text, edition.Text) {
	if (one.DE == "" || one.DE == usual.DE) && (one.EN == "" || one.EN == usual.EN) {
		return usual, many.Or(usuals.DE, usuals.EN)
	}
	return one, many.Or(one.DE, one.EN)
}

// Money writes an amount of the edition's money.
func (s *Setup) Money(lang string, amount game.Money) string {
	return s.Edition.Currency.FormatMoney(lang, int(amount))
}
