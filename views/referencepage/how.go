package referencepage

import (
	"strconv"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/rulebook"
	"github.com/bankhalter/bankhalter/views/text"
)

// HowData is the page that tells in pictures how a rulebook is played.
type HowData struct {
	How
	Left bool // a requested option does not go with it and was left out
}

// How is a rulebook in a few pictures, each with a sentence or two.
type How struct {
	Rulebook string     `json:"rulebook"`
	Name     string     `json:"name"`
	Note     string     `json:"note"`
	Edition  string     `json:"edition"`
	Panels   []HowPanel `json:"panels"`
	Numbers  []HowFact  `json:"numbers"`
	Rules    string     `json:"rules"`
}

// HowPanel is one picture and what it says.
type HowPanel struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Text  string `json:"text"`
	Alt   string `json:"picture"`

	figures howFigures
}

// HowFact is a number or a rule that is not the same in all rulebooks.
type HowFact struct {
	Switch string `json:"switch"`
	Label  string `json:"label"`
	Text   string `json:"text"`
}

// howFigures are the amounts in the pictures.
type howFigures struct {
	Price, Bare, House, Hotel, Bid, Higher, Mortgage string
	Houses                                           int
}

// NewHow tells how a set-up is played. Names and amounts are those of its board,
// numbers those of its rules.
func NewHow(lang string, st *setup.Setup) HowData {
	t, r := text.For(lang), st.Rules
	lot := exampleLot(r)
	money := func(m game.Money) string { return st.Money(lang, m) }
	f := howFigures{
		Price: money(r.Spaces[lot].Price), Bare: money(r.Spaces[lot].Rent[0]), House: money(r.RentAt(lot, 1)), Hotel: money(r.RentAt(lot, r.HotelLevel())),
		Mortgage: money(r.Spaces[lot].Mortgage), Bid: money(r.Whole(r.Spaces[lot].Price * 2 / 5)), Higher: money(r.Whole(r.Spaces[lot].Price / 2)), Houses: int(r.MostHouses()),
	}
	pairs := []string{
		"Lot", st.SpaceName(lang, lot), "Price", f.Price, "Bare", f.Bare, "WithHouse", f.House, "WithHotel", f.Hotel, "Salary", money(r.PassingGo()),
		"Go", st.SpaceName(lang, 0), "Fine", money(r.JailFine()), "Cash", money(r.StartingCash()),
		"Houses", st.BuildingsName(lang, game.House), "House", st.BuildingName(lang, game.House), "Hotel", st.BuildingName(lang, game.Hotel), "Most", strconv.Itoa(f.Houses),
		"Mortgage", f.Mortgage,
	}
	d := HowData{How: How{
		Rulebook: st.Rulebook, Name: t.Rulebook(st.Rulebook), Note: t.RulebookNote(st.Rulebook), Edition: st.Edition.Title.In(lang), Rules: page.TableRulesPath(st),
	}}
	for _, id := range []string{"turn", "buy", "auction", "rent", "build", "jail", "trade", "debt", "win", "here"} {
		key := "how." + id
		if id == "win" && r.Timed() {
			key = "how.win_time"
		} else if id == "win" && r.EndsAtSecondBankruptcy() {
			key = "how.win_second"
		} else if id == "build" && r.LotsMayLack() > 0 {
			key = "how.build_missing"
		}
		d.Panels = append(d.Panels, HowPanel{ID: id, Title: t.T("how."+id+"_title", pairs...), Text: t.T(key, pairs...), Alt: t.T("how."+id+"_alt", pairs...), figures: f})
	}
	for _, v := range rulebook.MainFacts(lang, st) {
		d.Numbers = append(d.Numbers, HowFact{v.Fact, v.Label, v.Text})
	}
	return d
}

// exampleLot is a lot of middling price.
func exampleLot(r *game.Ruleset) game.Space {
	set := r.Lots
	for range set.Len() / 2 {
		set = set.Rest()
	}
	return set.First()
}

// howLinks are the same pictures of all rulebooks.
func howLinks(t *text.Printer, here string) []bookLink {
	links := bookLinks(t, here)
	for i, id := range setup.Rulebooks() {
		links[i].Href = page.HowPath(id)
	}
	return links
}

// at is the place of the nth of things in a row.
func at(first, step, n int) string { return strconv.Itoa(first + step*n) }

// move places a part of a picture.
func move(x, y int) string { return "translate(" + strconv.Itoa(x) + " " + strconv.Itoa(y) + ")" }
