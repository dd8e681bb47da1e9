package edition

import "encoding/json"

// Edition is one board pack. It is immutable once loaded.
type Edition struct {
	ID       string
	Title    Text
	Language string // of the plain name fields, "de" or "en"
	Rulebook string // the id of the rulebook it came with, "" if none is named
	Seed     string // the printed number of that rulebook, such as "003", or ""

	Currency  Currency
	Bills     []Bill
	SpeedDie  []int // faces of the third die: 1 to 3, Mr or Bus; nil if none
	Buildings Buildings

	StationRents   []int // by number owned, from 1 at index 0
	UtilityFactors []int

	Groups   []Group
	Spaces   []Space
	Chance   Deck
	Chest    Deck
	Bus      []Ticket // nil if the file has none
	AltDecks []AltDecks
	Eras     []Era
	Nouns    map[string]Text // themed words: streets, stations, utilities
	Look     Look

	Sources []string // where the facts come from
	Doubts  []string // open doubts about the edition
	Notes   []string // remarks of Parse on parts it ignored, such as unknown fields

	OffUnit bool // prints amounts that are no multiples of Unit, as older boards may: see ParseStored

	Hash string          // SHA-256 of the canonical document, in hex
	Raw  json.RawMessage // the document itself, compact
}

// The faces of the third die that are no pips.
const (
	FaceMr  = 4
	FaceBus = 5
)

// Text is a text in both languages; either may be empty in a foreign pack.
type Text struct{ DE, EN string }

// In returns the text in a language, or in the other one if that is missing.
func (t Text) In(lang string) string {
	if lang == "de" && t.DE != "" || t.EN == "" {
		return t.DE
	}
	return t.EN
}

// Currency is the money of an edition. All amounts of the document are in it.
type Currency struct {
	Code   string
	Symbol string
	Scale  int // 1, or 20 for boards printed in Mark
}

// Bill is a number of equal notes in a player's start money.
type Bill struct{ Value, Count int }

// Buildings are the bank's stock and the words for it. Stocks are -1 where
// the document leaves them out.
type Buildings struct {
	Houses, Hotels, Skyscrapers, Depots int

	House, Hotel, Skyscraper, Depot                         Text
	HousePlural, HotelPlural, SkyscraperPlural, DepotPlural Text
}

// Group is a colour group, or the stations, or the utilities.
type Group struct {
	ID     string
	Name   Text
	Spaces []int

	House, Hotel, Skyscraper int // prices as the group prints them, 0 if it does not

	Colour string // "#rrggbb", "" if the document leaves it to the page
}

// The ids of the two groups that are no colour groups.
const (
	StationGroup = "station"
	UtilityGroup = "utility"
)

// Kind is the kind of a space.
type Kind string

// The kinds of space.
const (
	Go          Kind = "go"
	Street      Kind = "street"
	Station     Kind = "station"
	Utility     Kind = "utility"
	Tax         Kind = "tax"
	ChanceSpace Kind = "chance"
	ChestSpace  Kind = "chest"
	Jail        Kind = "jail"
	FreeParking Kind = "free_parking"
	GoToJail    Kind = "go_to_jail"
	Auction     Kind = "auction"
	BusTicket   Kind = "bus_ticket"
	Birthday    Kind = "birthday"
)

// Deed reports whether a space of this kind can be owned.
func (k Kind) Deed() bool { return k == Street || k == Station || k == Utility }

// Space is one space as printed.
type Space struct {
	Kind       Kind
	Name       Text
	Soft       Text   // the name with soft hyphens, or ""
	Group      string // id, "" if none
	Price      int
	Mortgage   int
	House      int
	Hotel      int // money part of a hotel, besides its houses
	Skyscraper int
	Depot      int
	Rents      []int // bare, one to four houses, hotel, skyscraper
	Tax        int
	Percent    int  // of the tax choice, 0 if none is printed
	Strength   int  // in duels, 0 if none is printed
	Filler     bool // the printed name is not known, this one is ours
}

// Deck is one of the two card decks.
type Deck struct {
	Name  Text
	Cards []Card
}

// Card is one card.
type Card struct {
	ID     string
	Text   Text
	Effect Effect
}

// Op is the operation of a card.
type Op string

// The card effects.
const (
	AdvanceTo      Op = "advance_to"
	MoveBackTo     Op = "move_back_to"
	MoveBy         Op = "move_by"
	AdvanceNearest Op = "advance_to_nearest"
	Pay            Op = "pay"
	Collect        Op = "collect"
	PayEach        Op = "pay_each"
	CollectEach    Op = "collect_each"
	Repairs        Op = "repairs"
	PayOrDraw      Op = "pay_or_draw"
	GoJail         Op = "go_to_jail"
	JailFree       Op = "jail_free"
)

// Effect is the effect of a card, with the arguments its op uses.
type Effect struct {
	Op         Op
	Space      int    // advance_to, move_back_to
	Salary     bool   // advance_to
	Steps      int    // move_by
	Kind       Kind   // advance_to_nearest: Station or Utility
	Rent       string // advance_to_nearest: "", "double" or "dice_x10"
	Amount     int    // pay, collect, pay_each, collect_each, pay_or_draw
	Deck       Kind   // pay_or_draw: ChanceSpace or ChestSpace
	House      int    // repairs
	Hotel      int
	Skyscraper int
	Depot      int
}

// Ticket is one bus ticket of the pile.
type Ticket struct {
	ID      string
	Text    Text
	Expires bool // all other tickets in players' hands expire when it is drawn
}

// AltDecks are both decks of another printing.
type AltDecks struct {
	ID     string
	Chance Deck
	Chest  Deck
}

// Era is an older or newer printing of the same board.
type Era struct {
	ID      string
	Default bool // the main values of the document are this era's
	Bills   []Bill
	Taxes   []EraTax
	Decks   string // id of alternative decks, "" for the main ones
	Groups  map[string]Text
}

// EraTax is a tax space as an era printed it.
type EraTax struct{ Space, Amount, Percent int }

// Or fills the languages that are missing.
func (t Text) Or(de, en string) Text {
	if t.DE == "" {
		t.DE = de
	}
	if t.EN == "" {
		t.EN = en
	}
	return t
}

// SoftName is the name of a space with soft hyphens where it may break; the
// plain name if the document has no such form.
func (s *Space) SoftName(lang string) string {
	name, soft := s.Name.In(lang), s.Soft.In(lang)
	if withoutSoft(soft) == name {
		return soft
	}
	return name
}

func withoutSoft(s string) string {
	out := make([]rune, 0, len(s))
	for _, r := range s {
		if r != '\u00ad' {
			out = append(out, r)
		}
	}
	return string(out)
}
