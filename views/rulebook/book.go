package rulebook

import (
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/text"
)

// Book is a rulebook explained in one language.
type Book struct {
	ID    string
	Name  string
	Note  string // its peculiarity
	Board string // title of the edition whose values it names
	Setup *setup.Setup

	House []string // house rules in force, as labels

	Areas  []Area
	Absent []Rule // rules that only other rulebooks have
}

// Area is a chapter.
type Area struct {
	ID    string
	Title string
	Rules []Rule
}

// Rule is one rule as it is in the book.
type Rule struct {
	ID      string
	Title   string
	Text    string
	InForce bool
	With    []Choice // options required for it; nil if it needs none
	Values  []Value
	Differs []Difference
	Missing []string // other rulebooks that do not have it
	Books   []string // of a rule that is absent: the rulebooks that have it
}

// Choice is a setting by which a table gets a rule.
type Choice struct {
	Label   string
	Options map[string]any // all have to be set
	House   bool           // it is no part of any rulebook
}

// Value is a fact of a rule.
type Value struct {
	Fact    string // "rent.window"
	Label   string
	Value   any // bool, whole number or string; amounts are of the board
	Text    string
	Inline  bool   // the text of the rule says it already
	Printed string // how the rulebook prints it, "" if it is the same
}

// Difference is a fact that is different in other rulebooks.
type Difference struct {
	Fact   string
	Label  string
	Others []Other
}

// Other is the value of a fact in other rulebooks.
type Other struct {
	Books []string
	Value any
	Text  string
}

// Explain describes all rules of a set-up. Its rulebook must be
// one of setup.Rulebooks.
func Explain(lang string, st *setup.Setup) *Book {
	p := text.For(lang)
	h := printedBookOf(st.Rulebook)
	b := &Book{
		ID: st.Rulebook, Name: p.Rulebook(st.Rulebook), Note: p.RulebookNote(st.Rulebook),
		Board: st.Edition.Title.In(lang), Setup: st,
	}
	for _, key := range st.HouseRules() {
		b.House = append(b.House, p.Option(key))
	}
	for _, a := range areas() {
		chapter := Area{ID: a.id, Title: p.Area(a.id)}
		for _, rule := range a.rules() {
			if r, here := explain(p, h, st, rule); here {
				chapter.Rules = append(chapter.Rules, r)
			} else {
				b.Absent = append(b.Absent, r)
			}
		}
		if len(chapter.Rules) > 0 {
			b.Areas = append(b.Areas, chapter)
		}
	}
	return b
}

// explain describes one rule; here is false if none of the options that the rulebook
// offers brings it into force.
func explain(p *text.Printer, h *printedBook, st *setup.Setup, rule game.Rule) (r Rule, here bool) {
	d := &defs()[rule]
	r = Rule{ID: rule.String(), Title: p.RuleTitle(rule.String()), InForce: d.in(st, h.setup)}
	shown := st
	for _, w := range h.with[rule] {
		r.With = append(r.With, w.choice(p))
	}
	if !r.InForce {
		switch {
		case h.printed(rule):
			shown = h.setup // an option has put it out of force
		case len(r.With) > 0:
			shown = h.with[rule][0].setup
		default:
			r.Books = having(rule)
			return r, false
		}
	}
	t := describer{p, shown}
	r.Text = t.text(rule)
	for _, name := range d.facts {
		f := factsByName()[name]
		r.addValue(p, h, shown, f, t.dependsOn(rule, f))
		r.addDifference(p, h, shown, rule, f)
	}
	r.Missing = h.lacking(rule)
	return r, true
}

func (r *Rule) addValue(p *text.Printer, h *printedBook, st *setup.Setup, f Fact, inline bool) {
	now, printed := f.get(st), f.get(h.setup)
	unchanged := same(now, st, printed, h.setup)
	if _, worded := p.FactWord(f.Name, "0"); f.quiet && unchanged || now == "" || now == 0 && !worded {
		return
	}
	v := Value{Fact: f.Name, Label: p.Fact(f.Name), Value: plain(now), Text: f.say(p, st, now), Inline: inline}
	if !unchanged && r.With == nil {
		v.Printed = f.say(p, h.setup, printed)
	}
	r.Values = append(r.Values, v)
}

// addDifference compares with all other rulebooks that have the rule as printed.
func (r *Rule) addDifference(p *text.Printer, h *printedBook, st *setup.Setup, rule game.Rule, f Fact) {
	if f.quiet {
		return
	}
	now := f.get(st)
	diff := Difference{Fact: f.Name, Label: p.Fact(f.Name)}
	for _, o := range printedBooks() {
		other := o.shown[rule]
		if o.id == h.id || other == nil {
			continue
		}
		v := f.get(other)
		if same(now, st, v, other) {
			continue
		}
		said := f.say(p, other, v)
		i := slices.IndexFunc(diff.Others, func(x Other) bool { return x.Text == said })
		if i < 0 {
			i = len(diff.Others)
			diff.Others = append(diff.Others, Other{Value: plain(v), Text: said})
		}
		diff.Others[i].Books = append(diff.Others[i].Books, o.id)
	}
	if len(diff.Others) > 0 {
		r.Differs = append(r.Differs, diff)
	}
}

// plain is a value as JSON shows it.
func plain(v any) any {
	switch x := v.(type) {
	case amount:
		return int(x)
	case amounts:
		list := []int{}
		for _, m := range x {
			if m != 0 {
				list = append(list, int(m))
			}
		}
		return list
	default:
		return v
	}
}
