package referencepage

import (
	"net/url"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/rulebook"
	"github.com/bankhalter/bankhalter/views/text"
)

// RulesData is the page that compares the rulebooks.
type RulesData struct {
	Table *rulebook.Table
}

// RulebookData is the page of one rulebook, as printed or as a table plays it.
type RulebookData struct {
	Book *rulebook.Book
	Left bool // a requested option does not go with it and was left out

	// As it was asked for: with which board and options, and what is looked for.
	Edition string
	Options url.Values
	Search  string
}

// bookLink leads to a rulebook, or to one of its rules.
type bookLink struct {
	Href, Label string
	Here        bool
}

// bookLinks are all rulebooks.
func bookLinks(t *text.Printer, here string) []bookLink {
	var links []bookLink
	for _, id := range setup.Rulebooks() {
		links = append(links, bookLink{page.RulebookPath(id), t.Rulebook(id), id == here})
	}
	return links
}

// ruleLinks lead to the same rule in several rulebooks.
func ruleLinks(t *text.Printer, books []string, rule string) []bookLink {
	var links []bookLink
	for _, id := range books {
		links = append(links, bookLink{page.RuleAt(page.RulebookPath(id), rule), t.Rulebook(id), false})
	}
	return links
}

// onlyHere reports whether no other rulebook has the rule.
func onlyHere(r rulebook.Rule) bool { return len(r.Missing) == len(setup.Rulebooks())-1 }

// withText names the option required for a rule that is not in force.
func withText(t *text.Printer, r rulebook.Rule) string {
	switch {
	case r.InForce:
		return ""
	case len(r.With) == 0:
		return t.T("rules.off")
	}
	var labels []string
	for _, c := range r.With {
		labels = append(labels, c.Label)
	}
	key := "rules.only_with"
	if r.With[0].House {
		key = "rules.house_only"
	}
	return t.T(key, "List", t.Or(labels))
}

// said lists the values of a rule that its text does not say already.
func said(t *text.Printer, r rulebook.Rule) []string {
	var lines []string
	for _, v := range r.Values {
		if v.Inline && v.Printed == "" {
			continue
		}
		line := v.Label + ": " + v.Text
		if v.Printed != "" {
			line += " (" + t.T("rules.here_as_printed", "Value", v.Printed) + ")"
		}
		lines = append(lines, line)
	}
	return lines
}

// themed lists the board's words where they are not the usual ones.
func themed(t *text.Printer, st *setup.Setup) []string {
	lang := t.Lang()
	names := []struct{ usual, here string }{
		{"house", st.BuildingName(lang, game.House)},
		{"hotel", st.BuildingName(lang, game.Hotel)},
		{"chance", st.DeckName(lang, game.Chance)},
		{"chest", st.DeckName(lang, game.Chest)},
		{"go", st.SpaceName(lang, 0)},
		{"jail", st.SpaceName(lang, st.Rules.Jail)},
		{"stations", st.GroupName(lang, st.Rules.StationGroup)},
		{"utilities", st.GroupName(lang, st.Rules.UtilityGroup)},
	}
	if st.Rules.HasSkyscrapers() {
		names = append(names, struct{ usual, here string }{"skyscraper", st.BuildingName(lang, game.Skyscraper)})
	}
	if st.Rules.HasDepots() {
		names = append(names, struct{ usual, here string }{"depot", st.BuildingName(lang, game.Depot)})
	}
	for sp := range game.Space(st.Rules.Size) {
		switch st.Rules.Spaces[sp].Kind {
		case game.KindParking:
			names = append(names, struct{ usual, here string }{"parking", st.SpaceName(lang, sp)})
		case game.KindGoToJail:
			names = append(names, struct{ usual, here string }{"go_to_jail", st.SpaceName(lang, sp)})
		default:
		}
	}
	var lines []string
	for _, n := range names {
		usual := t.T("usual." + n.usual)
		if n.here != "" && !strings.EqualFold(n.here, usual) {
			lines = append(lines, t.T("rules.word", "Usual", usual, "Here", n.here))
		}
	}
	return lines
}

// cellClass marks a cell of the comparison.
func cellClass(c rulebook.Cell) string {
	if c.Odd {
		return "odd"
	}
	return ""
}

// rowHref is where a point of the comparison is explained: in the first rulebook that fixes the point.
func rowHref(x *rulebook.Table, r rulebook.Row) string {
	for i, c := range r.Cells {
		if c.State == rulebook.Fixed {
			return page.RuleAt(page.RulebookPath(x.Books[i].ID), r.Rules[0])
		}
	}
	for i, c := range r.Cells {
		if c.State == rulebook.Optional {
			return page.RuleAt(page.RulebookPath(x.Books[i].ID), r.Rules[0])
		}
	}
	return page.RulesPath()
}

// behind is the text after a link of a list.
func behind(i int, links []bookLink, end string) string {
	if i+1 < len(links) {
		return ", "
	}
	return end
}
