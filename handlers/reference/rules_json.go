package reference

import (
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/rulebook"
)

// compareJSON is all rulebooks side by side.
type compareJSON struct {
	Rulebooks []bookJSON `json:"rulebooks"`
	Rows      []rowJSON  `json:"rows"`
}

// bookJSON is a rulebook in a list.
type bookJSON struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Note    string `json:"note"`
	Edition string `json:"edition"`
	Href    string `json:"href"`
}

// rowJSON is one point in all rulebooks.
type rowJSON struct {
	Area    string              `json:"area"`
	Switch  string              `json:"switch"`
	Point   string              `json:"point,omitempty"`
	Label   string              `json:"label"`
	Rules   []string            `json:"rules"`
	Differs bool                `json:"differs"`
	Values  map[string]cellJSON `json:"values"`
}

// cellJSON is one point in one rulebook. Amounts are of the board it came with.
type cellJSON struct {
	State string `json:"state"` // "fixed", "optional" or "absent"
	Value any    `json:"value"`
	Text  string `json:"text"`
}

func newCompareJSON(x *rulebook.Table) compareJSON {
	list := compareJSON{}
	for _, b := range x.Books {
		list.Rulebooks = append(list.Rulebooks, bookJSON{b.ID, b.Name, b.Note, b.Board, page.RulebookPath(b.ID)})
	}
	for _, a := range x.Areas {
		for _, r := range a.Rows {
			list.Rows = append(list.Rows, newRowJSON(x, a.ID, r))
		}
	}
	for _, r := range x.Options {
		list.Rows = append(list.Rows, newRowJSON(x, "options", r))
	}
	return list
}

func newRowJSON(x *rulebook.Table, area string, r rulebook.Row) rowJSON {
	row := rowJSON{
		Area: area, Switch: r.Fact, Point: r.Point, Label: r.Label, Rules: orEmpty(r.Rules), Differs: r.Differs,
		Values: make(map[string]cellJSON, len(r.Cells)),
	}
	states := map[rulebook.State]string{rulebook.Absent: "absent", rulebook.Optional: "optional", rulebook.Fixed: "fixed"}
	for i, c := range r.Cells {
		row.Values[x.Books[i].ID] = cellJSON{states[c.State], c.Value, c.Text}
	}
	return row
}

// rulebookJSON is one rulebook explained.
type rulebookJSON struct {
	Rulebook string         `json:"rulebook"`
	Name     string         `json:"name"`
	Edition  string         `json:"edition"`
	Options  map[string]any `json:"options"`
	Official bool           `json:"official"` // no house rule is in force
	Areas    []areaJSON     `json:"areas"`
	Absent   []absentJSON   `json:"absent"`
}

// areaJSON is a chapter of a rulebook.
type areaJSON struct {
	ID    string     `json:"id"`
	Title string     `json:"title"`
	Rules []ruleJSON `json:"rules"`
}

// ruleJSON is one rule as a rulebook has it.
type ruleJSON struct {
	ID      string       `json:"id"`
	Title   string       `json:"title"`
	Text    string       `json:"text"`
	InForce bool         `json:"in_force"`
	With    []choiceJSON `json:"with"`
	Values  []valueJSON  `json:"values"`
	Differs []differJSON `json:"differs"`
	Missing []string     `json:"missing"`
	Href    string       `json:"href"`
}

// choiceJSON is a setting by which a table gets a rule.
type choiceJSON struct {
	Options   map[string]any `json:"options"`
	HouseRule bool           `json:"house_rule"`
}

// valueJSON is a value of a rule; printed is how the rulebook has it if the
// table changed it.
type valueJSON struct {
	Switch  string `json:"switch"`
	Label   string `json:"label"`
	Value   any    `json:"value"`
	Text    string `json:"text"`
	Printed string `json:"printed,omitempty"`
}

// differJSON is a value that is different in another rulebook.
type differJSON struct {
	Rulebook string `json:"rulebook"`
	Switch   string `json:"switch"`
	Label    string `json:"label"`
	Value    any    `json:"value"`
	Text     string `json:"text"`
}

// absentJSON is a rule that only other rulebooks have.
type absentJSON struct {
	ID        string   `json:"id"`
	Title     string   `json:"title"`
	Rulebooks []string `json:"rulebooks"`
}

func newRulebookJSON(b *rulebook.Book) rulebookJSON {
	x := rulebookJSON{
		Rulebook: b.ID, Name: b.Name, Edition: b.Setup.Edition.ID, Options: b.Setup.Options, Official: len(b.House) == 0,
		Areas: []areaJSON{}, Absent: []absentJSON{},
	}
	path := page.TableRulesPath(b.Setup)
	for _, a := range b.Areas {
		area := areaJSON{ID: a.ID, Title: a.Title}
		for _, r := range a.Rules {
			area.Rules = append(area.Rules, newRuleJSON(path, r))
		}
		x.Areas = append(x.Areas, area)
	}
	for _, r := range b.Absent {
		x.Absent = append(x.Absent, absentJSON{r.ID, r.Title, orEmpty(r.Books)})
	}
	return x
}

func newRuleJSON(path string, r rulebook.Rule) ruleJSON {
	x := ruleJSON{
		ID: r.ID, Title: r.Title, Text: r.Text, InForce: r.InForce, With: []choiceJSON{}, Values: []valueJSON{},
		Differs: []differJSON{}, Missing: orEmpty(r.Missing), Href: page.RuleAt(path, r.ID),
	}
	for _, w := range r.With {
		x.With = append(x.With, choiceJSON{w.Options, w.House})
	}
	for _, v := range r.Values {
		x.Values = append(x.Values, valueJSON{v.Fact, v.Label, v.Value, v.Text, v.Printed})
	}
	for _, d := range r.Differs {
		for _, o := range d.Others {
			for _, book := range o.Books {
				x.Differs = append(x.Differs, differJSON{book, d.Fact, d.Label, o.Value, o.Text})
			}
		}
	}
	return x
}

// orEmpty is a list that JSON shows as [] instead of null.
func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
