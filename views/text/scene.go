package text

import (
	"strconv"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Scene says things about one game in one language.
type Scene struct {
	*Printer
	Setup *setup.Setup
	Names []string // by seat

	addressed bool // events speak to the player on the seat you
	you       game.Seat
	last      game.Seats // the player whose bankruptcy left only one other, if one did
}

// NewScene returns the voice of a game.
func NewScene(lang string, st *setup.Setup, names []string) *Scene {
	return &Scene{Printer: For(lang), Setup: st, Names: names}
}

// To returns the same voice speaking to the player on a seat: they are "you" in
// the sentences of events. On no seat they are spoken to by name, as all others.
func (s *Scene) To(seat game.Seat) *Scene {
	one := *s
	one.you, one.addressed = seat, seat >= 0
	return &one
}

// In returns the same voice speaking of the game in a state: where a bankruptcy has left
// only one player the game is over at once, and nothing goes to anybody (R-BANKR-10).
func (s *Scene) In(st *game.State) *Scene {
	one := *s
	one.last = 0
	for i := range st.Players {
		if st.Reason == game.EndLastPlayer && st.OutCount > 0 && st.Players[i].Out == st.OutCount {
			one.last = one.last.With(game.Seat(i))
		}
	}
	return &one
}

// Name is how a seat is called: its player's name, or the bank.
func (s *Scene) Name(seat game.Seat) string {
	switch {
	case seat == game.Bank:
		return s.T("act.bank")
	case seat >= 0 && int(seat) < len(s.Names) && s.Names[seat] != "":
		return s.Names[seat]
	case seat >= 0:
		return s.T("room.seat", "N", strconv.Itoa(int(seat)+1))
	default:
		return ""
	}
}

// NamesOf lists the names of several seats.
func (s *Scene) NamesOf(seats game.Seats) string {
	var names []string
	for r := seats; r != 0; r = r.Rest() {
		names = append(names, s.Name(r.First()))
	}
	return s.List(names)
}

// Money writes an amount.
func (s *Scene) Money(m game.Money) string { return s.Printer.Money(s.Setup.Edition.Currency, int(m)) }

// Space is the name of a space.
func (s *Scene) Space(sp game.Space) string { return s.Setup.SpaceName(s.lang, sp) }

// Spaces lists the names of several spaces.
func (s *Scene) Spaces(set game.Set) string {
	var names []string
	for r := set; r != 0; r = r.Rest() {
		names = append(names, s.Space(r.First()))
	}
	return s.List(names)
}

// Group is the name of a group.
func (s *Scene) Group(g uint8) string { return s.Setup.GroupName(s.lang, g) }

// Building is the word for one building.
func (s *Scene) Building(b game.Building) string { return s.Setup.BuildingName(s.lang, b) }

// Buildings is a number of buildings: "2 Häuser".
func (s *Scene) Buildings(b game.Building, n int) string {
	if n == 1 {
		return "1\u00a0" + s.Building(b)
	}
	return strconv.Itoa(n) + "\u00a0" + s.Setup.BuildingsName(s.lang, b)
}

// Phase describes in words the decision of a phase.
func (s *Scene) Phase(p game.Phase) string { return s.T("phase." + wire.PhaseName(p)) }

// Deck is the name of a deck.
func (s *Scene) Deck(d game.Deck) string { return s.Setup.DeckName(s.lang, d) }

// Item names the auctioned item.
func (s *Scene) Item(it game.Item) string {
	switch it.Kind {
	case game.ItemDeed:
		return s.Space(it.Space)
	case game.ItemBuilding:
		return s.Buildings(it.Building, 1)
	case game.ItemJailCard:
		return s.T("item.jail_card")
	case game.NoItem:
	}
	return ""
}

// Goods lists one side of a trade: "100 €, Badstraße und Turmstraße".
func (s *Scene) Goods(t game.Terms) string { return s.goodsBy(t, s.Space) }

// goodsBy lists one side of a trade, its deeds by these names.
func (s *Scene) goodsBy(t game.Terms, name func(game.Space) string) string {
	var parts []string
	if t.Cash > 0 {
		parts = append(parts, s.Money(t.Cash))
	}
	for r := t.Deeds; r != 0; r = r.Rest() {
		parts = append(parts, name(r.First()))
	}
	for d := range game.NumDecks {
		if t.Cards>>d&1 == 1 {
			parts = append(parts, s.T("goods.jail_card"))
		}
	}
	if t.Tickets > 0 {
		parts = append(parts, s.N("goods.tickets", int(t.Tickets)))
	}
	if len(parts) == 0 {
		return s.T("goods.nothing")
	}
	return s.List(parts)
}

// Dice writes a throw: "4 + 5", with the third die behind it.
func (s *Scene) Dice(dice [3]uint8) string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(int(dice[0])))
	b.WriteString("\u00a0+\u00a0")
	b.WriteString(strconv.Itoa(int(dice[1])))
	if dice[2] == 0 {
		return b.String()
	}
	return s.T("dice.speed", "Dice", b.String(), "Face", s.Speed(dice[2]))
}

// Speed names a face of the third die.
func (s *Scene) Speed(face game.Speed) string {
	switch face {
	case game.SpeedMr:
		return s.T("table.speed_mr")
	case game.SpeedBus:
		return s.T("table.speed_bus")
	default:
		return strconv.Itoa(int(face))
	}
}
