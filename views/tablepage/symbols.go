package tablepage

import (
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
)

func (v *position) token(seat game.Seat) page.Token { return tokenOf(v.known[seat]) }

// tokenOf draws what somebody is known by.
func tokenOf(l wire.Look) page.Token {
	name, _ := l.Names()
	return page.Token{Class: "p" + page.Itoa(l.Colour), Symbol: "#t-" + name}
}

// place is the number of a player's colour, from 0.
func (v *position) place(seat game.Seat) int { return max(0, int(v.known[seat].Colour)-1) }

// seatClass is the class of a player's colour.
func (v *position) seatClass(seat game.Seat) string { return "p" + page.Itoa(v.place(seat)+1) }

// icon is the symbol of a space, "" for lots, which have their colour.
func (v *position) icon(sp game.Space) string {
	switch v.r.Spaces[sp].Kind {
	case game.KindGo:
		return "#i-go"
	case game.KindStation:
		return "#i-station"
	case game.KindUtility:
		return v.utilityIcon(sp)
	case game.KindTax:
		return "#i-tax"
	case game.KindChance:
		return "#i-chance"
	case game.KindChest:
		return "#i-chest"
	case game.KindJail:
		return "#i-jail"
	case game.KindParking:
		return "#i-park"
	case game.KindGoToJail:
		return "#i-tojail"
	case game.KindAuction:
		return "#i-hammer"
	case game.KindTicket:
		return "#i-bus"
	case game.KindGift:
		return "#i-gift"
	case game.KindLot:
	}
	return ""
}

// utilityIcon goes by the order of the utilities: boards with three have a gasworks first.
func (v *position) utilityIcon(sp game.Space) string {
	icons := []string{"#i-power", "#i-water"}
	if v.r.Utilities.Len() > 2 {
		icons = []string{"#i-gas", "#i-power", "#i-water"}
	}
	n := 0
	for r := v.r.Utilities; r != 0 && r.First() != sp; r = r.Rest() {
		n++
	}
	return icons[n%len(icons)]
}

// emblem is the sign in the middle of the board.
func (v *position) emblem() page.Symbol {
	return emblemOf(v.Setup.Edition.Look.Emblem)
}

// emblemOf draws an emblem of edition.Emblems; a board that names none gets a compass.
func emblemOf(name string) page.Symbol {
	path := ""
	switch name {
	case "gables":
		path = "M2 21V11l4-4 4 4v1l4-6 4 6 1.5-1.5L23 13v8zM4.5 12.5v2h3v-2zm0 4v2h3v-2zm8-3v2.2h3v-2.2zm0 4.2v3.3h3v-3.3zM1 22h22v1H1z"
	case "lighthouse":
		path = "M9.2 8h5.6l1.7 13h-9zm.6 3-.3 2.5h5L14.2 11zm-.7 5.5-.3 2.5h6.4l-.3-2.5zM9.5 4.5 12 2l2.5 2.5V7h-5zM7 6 1 3.5v5zm10 0 6-2.5v5zM4 22h16v1.4H4z"
	case "column":
		path = "M3 7l9-5 9 5v1.5H3zm1.5 3h2.6v8H4.5zm5.2 0h1.8v8H9.7zm2.9 0h1.8v8h-1.8zm4.3 0h2.6v8h-2.6zM3 19.2h18V22H3z"
	case "skyline":
		path = "M1 22V13h4V9h4v13H7v-2H5.5v2zm9 0V5l2-1V1h1v3l2 1v17zm6 0V11h3V8h2v3h2v11zM11.5 7v1.5h2V7zm0 3v1.5h2V10zm0 3v1.5h2V13zm0 3v1.5h2V16zM18 13v1.5h3V13zm0 3v1.5h3V16zM6 11.5V13h2v-1.5z"
	case "ring":
		path = "M15 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm0 3.4a5.6 5.6 0 1 0 0 11.2 5.6 5.6 0 0 0 0-11.2zM0 7.5h6.5v1.4H0zm1.5 3.8H5v1.4H1.5zM0 15.1h6.5v1.4H0z"
	case "crystal":
		path = "M12 1l6 7-6 15L6 8zm0 3L8.6 8.2h6.8zM9 9.7l3 8.3 3-8.3zM2 11l2.5 2-1 6L1 14zm20 0-2.5 2 1 6L23 14z"
	default:
		path = "M12 1l2.6 8.4L23 12l-8.4 2.6L12 23l-2.6-8.4L1 12l8.4-2.6zm0 8.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z"
	}
	return page.Symbol{ID: "emblem", Box: page.Box24, Path: path}
}

// BoardSymbols draws what stands on the spaces of a board.
func BoardSymbols() []page.Symbol {
	return []page.Symbol{
		{ID: "house", Box: page.Box24, Path: "M12 2 23 12h-3v10H4V12H1zm-2.5 13v7h5v-7z"},
		{ID: "hotel", Box: page.Box28, Path: "M8 3h12V1h2v3h4v18H2V4h4V1h2zM6 7.5v3h3.5v-3zm6.25 0v3h3.5v-3zm6.25 0v3H22v-3zM6 13v3h3.5v-3zm12.5 0v3H22v-3zM12.25 13v9h3.5v-9z"},
		{ID: "tower", Box: page.Box24, Path: "M4 24V8h3V4h3V0h4v4h3v4h3v16zM9 7v2.5h6V7zm-2 4.5V14h10v-2.5zM7 16v2.5h10V16zm3 4.5V24h4v-3.5z"},
		{ID: "depot", Box: page.Box28, Path: "M1 22V10a13 9 0 0 1 26 0v12h-5v-9H6v9zm7-7h12v1.5H8zm0 3h12v4H8z"},
		{ID: "i-die", Box: page.Box24, Path: "M5 2h14a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3zm2.5 3.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm9 9a2 2 0 1 0 0 4 2 2 0 0 0 0-4z"},
		{ID: "i-go", Box: page.Box24, Path: "M14 4v5h8v6h-8v5L2 12z"},
		{ID: "i-chance", Box: page.Box24, Path: "M7 8.5C7 5 9.2 3 12.2 3S17.5 5 17.5 7.8c0 4-4.3 4-4.3 7.2h-2.6c0-4.6 4-4.4 4-7.1 0-1.5-1-2.4-2.5-2.4S9.7 6.5 9.7 8.5zM10.5 17.5h2.9V21h-2.9z"},
		{ID: "i-chest", Box: page.Box24, Path: "M5 5h14a3 3 0 0 1 3 3v3h-8v-1h-4v1H2V8a3 3 0 0 1 3-3zM2 12.5h8V14h4v-1.5h8V20H2z"},
		{ID: "i-tax", Box: page.Box24, Path: "M12 2 21 7v2H3V7zM4.5 10.5h3v7h-3zm6 0h3v7h-3zm6 0h3v7h-3zM3 19h18v3H3z"},
		{ID: "i-station", Box: page.Box24, Path: "M7 2h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3l2.5 4h-2.7L15.6 20H8.4l-1.2 2H4.5L7 18a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3zm0 3.5V10h10V5.5zM8 12.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zm8 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z"},
		{ID: "i-power", Box: page.Box24, Path: "M13.5 1.5 4.5 14H11l-1.5 8.5 9-13H12z"},
		{ID: "i-water", Box: page.Box24, Path: "M12 2c4 5.5 6.5 8.8 6.5 12.5a6.5 6.5 0 0 1-13 0C5.5 10.8 8 7.5 12 2z"},
		{ID: "i-gas", Box: page.Box24, Path: "M12 2c1 4 5.5 6 5.5 12a5.5 5.5 0 0 1-11 .5c0-3 1.5-4 2-6.5 1.2.6 2 1.7 2.3 3C12 9 12.5 5.5 12 2z"},
		{ID: "i-jail", Box: page.Box24, Path: "M3 3h18v2.5h-1.5v13H21V21H3v-2.5h1.5v-13H3zm3.8 2.5v13h2v-13zm4.2 0v13h2v-13zm4.2 0v13h2v-13z"},
		{ID: "i-park", Box: page.Box24, Path: "M12 2a5 5 0 0 1 4.6 7A4.5 4.5 0 0 1 15 17.5h-1.8V22h-2.4v-4.5H9A4.5 4.5 0 0 1 7.4 9 5 5 0 0 1 12 2z"},
		{ID: "i-tojail", Box: page.Box24, Path: "M2 10h9V6l7 6-7 6v-4H2zM20 3h2v18h-2z"},
		{ID: "i-hammer", Box: page.Box24, Path: "m9 2 7 7-2.5 2.5-2-1L4 18.5a1.8 1.8 0 0 1-2.5-2.5L9 8.5l-1-2-1.5-2zM12 19h10v3H12z"},
		{ID: "i-bus", Box: page.Box24, Path: "M4 4h14a4 4 0 0 1 4 4v9h-2a2.5 2.5 0 0 1-5 0H9a2.5 2.5 0 0 1-5 0H2V6a2 2 0 0 1 2-2zm0 3v4h5V7zm7 0v4h4V7z"},
		{ID: "i-hat", Box: page.Box24, Path: "M6 3h12v11h4v3.5H2V14h4zm0 8v2.2h12V11z"},
		{ID: "i-gift", Box: page.Box24, Path: "M2 8h4.5a3.2 3.2 0 1 1 5.5-3 3.2 3.2 0 1 1 5.5 3H22v4H2zm1.5 5.5h7.3V22H3.5zm9.7 0h7.3V22h-7.3z"},
	}
}

// switchSymbols draws the switches of the film.
func switchSymbols() []page.Symbol {
	return []page.Symbol{
		{ID: "f-1", Box: page.Box24, Path: "M3 4h18v16H3zm2 2v2h2V6zm0 5v2h2v-2zm0 5v2h2v-2zM17 6v2h2V6zm0 5v2h2v-2zm0 5v2h2v-2zM9 6v5h6V6zm0 7v5h6v-5z"},
		{ID: "f-2", Box: page.Box24, Path: "M3 9h4l6-5v16l-6-5H3zm12-1a5 5 0 0 1 0 8zm0-5a9 9 0 0 1 0 18v-2.2a7 7 0 0 0 0-13.6z"},
		{ID: "f-3", Box: page.Box24, Path: "M8 3h8v18H8zM4 8h2v8H4zm14 0h2v8h-2z"},
		{ID: "f-4", Box: page.Box24, Path: "M4 5l10 7-10 7zm11 0h3v14h-3z"},
	}
}

// symbols is the sprite of a table page.
func (v *view) symbols() []page.Symbol {
	list := v.look().symbols
	if v.s.Status != game.Finished || v.filmed() { // a room becomes a game without being loaded anew
		return slices.Concat(list, switchSymbols())
	}
	return list
}

// sprite is the emblem and every piece, and of the board what this edition has.
func (v *position) sprite(spaces []spaceLook) []page.Symbol {
	used := map[string]bool{"house": true, "hotel": true, "i-die": true, "tower": v.r.HasSkyscrapers(), "depot": v.r.HasDepots(), "i-hat": v.r.HasSpeedDie(), "i-bus": v.r.HasSpeedDie()}
	for i := range spaces {
		used[strings.TrimPrefix(spaces[i].icon, "#")] = true
	}
	list := append([]page.Symbol{v.emblem()}, page.TokenSymbols()...)
	own := ownIcons(v.Setup.Edition.Look.Emblem)
	for _, s := range BoardSymbols() {
		if used[s.ID] {
			if path := own[s.ID]; path != "" {
				s.Path = path
			}
			list = append(list, s)
		}
	}
	return list
}

// ownIcons are the drawings of a board whose stations and works are something else
// than trains, light and water, by the emblem of its look.
func ownIcons(emblem string) map[string]string {
	switch emblem {
	case "ring":
		return map[string]string{
			"i-station": "M2 10.5h7L6 4h3l6 6.5h4.5a2.5 2.5 0 0 1 0 5H15L10.5 20h-3l2.5-4.5H5L3.5 18H1.5l1-4z",
			"i-power":   "M5 2h14v3H5zm0 17h14v3H5zM6 6.5l12 2v2.200l-8.5 1.300 8.5 1.5v2.300l-12 2v-2l8.5-1.400L6 13v-2.200l8.5-1.300L6 8.5z",
			"i-water":   "M7.5 3C9.5 3 11.200 4 12 5.600 12.800 4 14.5 3 16.5 3 19.5 3 22 5.400 22 8.5 22 14 15.5 18 12 21.5 8.5 18 2 14 2 8.5 2 5.400 4.5 3 7.5 3zM11 8v2.5H8.5v2H11V15h2v-2.5h2.5v-2H13V8z",
		}
	case "crystal":
		mushroom := "M12 2.5c5.5 0 10 3.5 10 8.5 0 1.5-1 2.5-2.5 2.5h-15C3 13.5 2 12.5 2 11c0-5 4.5-8.5 10-8.5zM9 5.5a1.800 1.800 0 1 0 0 3.600 1.800 1.800 0 0 0 0-3.600zm6.5 2a1.800 1.800 0 1 0 0 3.600 1.800 1.800 0 0 0 0-3.600zM9 15h6l1.5 7h-9z"
		return map[string]string{
			"i-station": "M3 22V11a9 9 0 0 1 18 0v11h-4.5V11.5a4.5 4.5 0 0 0-9 0V22zM12 10l2 3-2 4-2-4z",
			"i-power":   mushroom, "i-water": mushroom,
		}
	}
	return nil
}
