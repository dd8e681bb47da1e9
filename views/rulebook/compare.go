package rulebook

import (
	"slices"
	"sync"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/text"
)

// Table shows all rulebooks side by side.
type Table struct {
	Books   []Column
	Areas   []Section
	Options []Row // options of the rulebooks
}

// Column is a rulebook in the table.
type Column struct {
	ID    string
	Name  string
	Short string
	Note  string
	Board string // id of the edition it came with
	Title string // of that edition
}

// Section is a chapter of the table.
type Section struct {
	ID    string
	Title string
	Rows  []Row
}

// Row is one point in all rulebooks, in the order of the columns.
type Row struct {
	Fact    string   // name of the switch or option
	Point   string   // its place in the variant matrix, such as "V-17", or ""
	Label   string   //
	Rules   []string // ids of the rules it belongs to
	Differs bool
	Cells   []Cell
}

// Same is the text of all cells, if it is the same.
func (r *Row) Same() (string, bool) {
	for _, c := range r.Cells {
		if c.Text != r.Cells[0].Text {
			return "", false
		}
	}
	return r.Cells[0].Text, true
}

// State is the subject of a cell of the table.
type State uint8

// The states.
const (
	Absent   State = iota // the rulebook has nothing of the kind
	Optional              // the table may choose it
	Fixed                 // this is how it is
)

// Cell is one point in one rulebook.
type Cell struct {
	State State
	Value any // bool, whole number, string or list; nil unless Fixed
	Text  string
	Odd   bool // differs from most rulebooks
}

// Compare puts the rulebooks side by side as they are printed.
func Compare(lang string) *Table {
	p := text.For(lang)
	t := &Table{}
	for _, h := range printedBooks() {
		t.Books = append(t.Books, Column{
			ID: h.id, Name: p.Rulebook(h.id), Short: p.ShortRulebook(h.id), Note: p.RulebookNote(h.id),
			Board: h.setup.Edition.ID, Title: h.setup.Edition.Title.In(lang),
		})
	}
	carriers := carriers()
	seen := map[string]bool{}
	for _, a := range areas() {
		s := Section{ID: a.id, Title: p.Area(a.id)}
		for _, rule := range a.rules() {
			for _, name := range defs()[rule].facts {
				f := factsByName()[name]
				if f.quiet || f.wide || seen[name] {
					continue
				}
				seen[name] = true
				s.Rows = append(s.Rows, compare(p, f, carriers[name]))
			}
		}
		if len(s.Rows) > 0 {
			t.Areas = append(t.Areas, s)
		}
	}
	t.Options = compareOptions(p)
	return t
}

// carriers lists for each fact the rules it belongs to.
func carriers() map[string][]game.Rule {
	m := map[string][]game.Rule{}
	for rule := game.NoRule + 1; rule < game.NumRules; rule++ {
		for _, name := range defs()[rule].facts {
			m[name] = append(m[name], rule)
		}
	}
	return m
}

// points are the places of the switches in the variant matrix.
var points = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for _, row := range setup.Matrix() {
		m[row.Switch] = row.Point
	}
	return m
})

func compare(p *text.Printer, f Fact, rules []game.Rule) Row {
	row := Row{Fact: f.Name, Point: points()[f.Name], Label: p.Fact(f.Name)}
	for _, rule := range rules {
		row.Rules = append(row.Rules, rule.String())
	}
	scaled := make([]any, 0, len(printedBooks())) // for the comparison: free of the boards' scales
	for _, h := range printedBooks() {
		c := Cell{State: stateOf(h, rules)}
		v := f.get(h.setup)
		var key any = c.State
		switch c.State {
		case Absent:
			c.Text = p.T("rules.absent_mark")
		case Optional:
			c.Text = p.T("rules.choice")
		case Fixed:
			c.Value, c.Text = plain(v), f.say(p, h.setup, v)
			key = unscaled(v, h.setup)
		}
		row.Cells = append(row.Cells, c)
		scaled = append(scaled, key)
	}
	row.mark(scaled)
	return row
}

func stateOf(h *printedBook, rules []game.Rule) State {
	best := Absent
	for _, rule := range rules {
		switch {
		case h.printed(rule):
			return Fixed
		case h.shown[rule] != nil:
			best = Optional
		}
	}
	return best
}

// unscaled is a value with the scale of the board's money taken out.
func unscaled(v any, st *setup.Setup) any {
	const fine = 1000 // so that small amounts on a scale of 20 stay apart
	scale := game.Money(st.Edition.Currency.Scale)
	switch x := v.(type) {
	case amount:
		return amount(game.Money(x) * fine / scale)
	case amounts:
		for i := range x {
			x[i] = x[i] * fine / scale
		}
		return x
	}
	return v
}

// mark finds the cells that are not like most.
func (r *Row) mark(keys []any) {
	count := func(key any) (n int) {
		for _, k := range keys {
			if k == key {
				n++
			}
		}
		return n
	}
	usual := slices.MaxFunc(keys, func(a, b any) int { return count(a) - count(b) })
	for i, key := range keys {
		r.Cells[i].Odd = key != usual
		r.Differs = r.Differs || r.Cells[i].Odd
	}
}

// compareOptions lists the options of the rulebooks themselves.
func compareOptions(p *text.Printer) (rows []Row) {
	for _, h := range printedBooks() {
		for _, key := range offered(h.id) {
			if slices.ContainsFunc(rows, func(r Row) bool { return r.Fact == key }) {
				continue
			}
			rows = append(rows, optionRow(p, key))
		}
	}
	return rows
}

func optionRow(p *text.Printer, key string) Row {
	row := Row{Fact: key, Label: p.Option(key)}
	var keys []any
	for _, h := range printedBooks() {
		c := Cell{State: Absent, Text: p.T("rules.absent_mark")}
		if slices.Contains(offered(h.id), key) {
			c = Cell{State: Optional, Text: p.T("rules.choice")}
		}
		row.Cells = append(row.Cells, c)
		keys = append(keys, c.State)
	}
	row.mark(keys)
	return row
}
