package tablepage

import (
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/page"
)

// boardPage is a board as a page of tables.
type boardPage struct {
	Title  string
	Status string
	Lines  []string
	Rows   []spaceRow
	Decks  []deckPage
	Play   string
	Copy   string // the editor, with a copy of this board, or with the viewer's own
}

// spaceRow is one space of the board.
type spaceRow struct {
	ID, N, Name, Lang, Class, Code, Group string
	Price, Rents, House, Mortgage         string
	Does                                  string
	Filler                                bool // the printed name is not known, this one is ours
}

// deckPage is one deck.
type deckPage struct {
	Name  string
	Cards []string
}

func (v *view) boardPage(d *EditionData) boardPage {
	st := v.d.Setup
	x := boardPage{
		Title: st.Edition.Title.In(v.Lang()), Status: v.T("edition.status"),
		Play: page.WithQuery(page.NewGamePath(), page.QueryEdition, page.EditionName(st.Edition)),
		Copy: page.EditorPath(page.EditionName(st.Edition)),
		Lines: []string{
			v.T("edition.start", "Money", v.Money(v.r.StartingCash()), "Salary", v.Money(v.r.PassingGo()), "Fine", v.Money(v.r.JailFine())),
			v.T("edition.stock", "Houses", page.Itoa(v.r.Stock[game.House]), "Hotels", page.Itoa(v.r.Stock[game.Hotel])),
			v.T("edition.stations", "List", v.rentList(v.r.Stations, v.r.StationRent[:])),
			v.T("edition.utilities", "List", v.factorList()),
		},
	}
	if d.Saved {
		x.Status = v.T("edition.saved_status", "Board", x.Title)
	}
	for sp := range game.Space(v.r.Size) {
		x.Rows = append(x.Rows, v.spaceRow(sp))
	}
	for d := game.Deck(0); d < game.NumDecks; d++ {
		deck := deckPage{Name: v.Deck(d)}
		for c := range v.r.Decks[d].Num {
			deck.Cards = append(deck.Cards, st.CardText(v.Lang(), d, c))
		}
		x.Decks = append(x.Decks, deck)
	}
	return x
}

func (v *view) rentList(of game.Set, rents []game.Money) string {
	var parts []string
	for n := 1; n <= of.Len() && n < len(rents); n++ {
		parts = append(parts, v.Money(rents[n]))
	}
	return strings.Join(parts, ", ")
}

func (v *view) factorList() string {
	var parts []string
	for n := 1; n <= v.r.Utilities.Len() && n < game.MaxGroups; n++ {
		parts = append(parts, v.number(v.r.UtilityFactor[n]))
	}
	return strings.Join(parts, ", ")
}

func (v *view) spaceRow(sp game.Space) spaceRow {
	def := &v.r.Spaces[sp]
	x := spaceRow{ID: "s" + page.Itoa(uint8(sp)), N: page.Itoa(uint8(sp)), Name: v.softSpace(sp), Lang: v.foreign(sp)}
	x.Filler = v.d.Setup.Edition.Spaces[sp].Filler
	if !v.r.Deeds.Has(sp) {
		x.Does = v.spaceDoes(sp)
		return x
	}
	x.Class, x.Code, x.Group = v.groupClass(def.Group), v.groupCode(def.Group), v.Group(def.Group)
	x.Price, x.Mortgage = v.Money(def.Price), v.Money(def.Mortgage)
	if def.Kind == game.KindLot {
		x.House = v.Money(def.House)
		var rents []string
		for l := range uint8(7) {
			if l > 0 && def.Rent[l] == 0 {
				break
			}
			rents = append(rents, v.number(def.Rent[l]))
		}
		x.Rents = strings.Join(rents, " · ")
	}
	return x
}

// EditionData is a board as a page.
type EditionData struct {
	Setup   *setup.Setup
	Own     bool   // it is in the viewer's list
	Saved   bool   // just now
	Address string // with the host, to be handed on
}
