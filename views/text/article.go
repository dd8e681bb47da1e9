package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bankhalter/bankhalter/game"
)

// gender is the grammatical gender of a German name; 0 if it is not known, as that
// of a name from another language.
type gender byte

const (
	feminine gender = iota + 1
	masculine
	neuter
)

// genderOf tells the gender of a German place from the word that it ends in.
func genderOf(name string) gender {
	last := strings.ToLower(name)
	for _, x := range []struct {
		ends string
		gender
	}{
		{"straße", feminine}, {"allee", feminine}, {"gasse", feminine}, {"chaussee", feminine}, {"steuer", feminine}, {"brücke", feminine},
		{"platz", masculine}, {"bahnhof", masculine}, {"weg", masculine}, {"ring", masculine}, {"damm", masculine}, {"markt", masculine},
		{"werk", neuter},
	} {
		if strings.HasSuffix(last, x.ends) && (x.gender == feminine || !strings.Contains(name, " ")) { // “Alter Markt” would be declined
			return x.gender
		}
	}
	return 0
}

// Named is the name of a space with its article where the language has one: in German
// in the accusative, “die Turmstraße”. A name that is a call stands in quotes.
func (s *Scene) Named(sp game.Space) string {
	name := s.Space(sp)
	if strings.HasSuffix(name, "!") || strings.HasSuffix(name, "?") {
		return s.T("summary.quoted", "Space", name)
	}
	if s.lang != German || !s.on(sp) {
		return name
	}
	switch genderOf(name) {
	case feminine:
		return "die " + name
	case masculine:
		return "den " + name
	case neuter:
		return "das " + name
	}
	switch kind := s.kindOf(sp); {
	case strings.HasSuffix(name, "feld"):
		return "ein " + name
	case kind == game.KindTax || kind == game.KindChance || kind == game.KindChest || kind >= game.KindGoToJail:
		return s.T("summary.quoted", "Space", name) // what happens there, and not a place
	}
	return name
}

// Subject is Named for what a sentence begins with: in German in the nominative, “Der
// Opernplatz”.
func (s *Scene) Subject(sp game.Space) string {
	name := s.Named(sp)
	if place, ok := strings.CutPrefix(name, "den "); ok && s.lang == German {
		name = "der " + place
	}
	return capital(name)
}

// capital is a text with a capital letter at its beginning.
func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

// NamedAt is Named for where something stands: in German in the dative, “der
// Turmstraße” and “der Neuen Straße”.
func (s *Scene) NamedAt(sp game.Space) string {
	name := s.Space(sp)
	if s.lang != German {
		return s.Named(sp)
	}
	if s.on(sp) && strings.HasSuffix(name, "feld") {
		return "einem " + name
	}
	switch genderOf(name) {
	case feminine:
		if first, rest, two := strings.Cut(name, " "); two && strings.HasSuffix(first, "e") {
			name = first + "n " + rest
		}
		return "der " + name
	case masculine, neuter:
		return "dem " + name
	}
	return s.Named(sp)
}

// NamedFrom is where something comes from: “from Boardwalk”, „von der Turmstraße“, „vom
// Opernplatz“, „vom Feld Los“.
func (s *Scene) NamedFrom(sp game.Space) string {
	at := s.NamedAt(sp)
	if kind := s.kindOf(sp); at == s.Named(sp) && kind != game.KindLot && kind != game.KindStation && kind != game.KindUtility {
		return s.T("table.from_corner", "Space", at)
	}
	from := s.T("table.from", "Space", at)
	if place, ok := strings.CutPrefix(from, "von dem "); ok && s.lang == German {
		return "vom " + place
	}
	return from
}

// aBuilding is a number of buildings in words: “a house”, “3 houses”, „ein Haus“.
func (s *Scene) aBuilding(b game.Building, n int) string {
	name := s.Building(b)
	switch {
	case n != 1:
		return s.Buildings(b, n)
	case s.lang == English && strings.ContainsAny(name[:1], "aeiouAEIOU"):
		return "an " + name
	case s.lang == English:
		return "a " + name
	case name == "Haus" || name == "Hotel" || name == "Depot":
		return "ein " + name
	case name == "Wolkenkratzer":
		return "einen " + name
	}
	return s.Buildings(b, 1)
}

// NamedItem is an auctioned item in a sentence.
func (s *Scene) NamedItem(it game.Item) string {
	switch it.Kind {
	case game.ItemDeed:
		return s.Named(it.Space)
	case game.ItemBuilding:
		return s.aBuilding(it.Building, 1)
	default:
		return s.Item(it)
	}
}

// namedGoods is one side of a trade in a sentence.
func (s *Scene) namedGoods(t game.Terms) string { return s.goodsBy(t, s.Named) }

func (s *Scene) on(sp game.Space) bool { return int(sp) < int(s.Setup.Rules.Size) }

func (s *Scene) kindOf(sp game.Space) game.SpaceKind {
	if s.on(sp) {
		return s.Setup.Rules.Spaces[sp].Kind
	}
	return game.KindParking
}
