package rulebook

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/text"
)

// printed reports whether the rule is in force without any option.
func (h *printedBook) printed(rule game.Rule) bool {
	return defs()[rule].in(h.setup, h.setup)
}

// findRules works out which rules the rulebook has: those it prints, those a table
// may choose by single options, else by pairs of them, else by house rules.
func (h *printedBook) findRules(all []combination) {
	for rule := game.NoRule + 1; rule < game.NumRules; rule++ {
		if h.printed(rule) {
			h.shown[rule] = h.setup
			continue
		}
		for _, w := range all {
			if !defs()[rule].in(w.setup, h.setup) {
				continue
			}
			if found := h.with[rule]; len(found) > 0 && (len(w.keys) != len(found[0].keys) || w.house != found[0].house) {
				break // they are sorted by rank
			}
			h.with[rule] = append(h.with[rule], w)
			if h.shown[rule] == nil && !w.house {
				h.shown[rule] = w.setup
			}
		}
	}
}

// lacking names the other rulebooks that have no such rule, by no choice of
// their own.
func (h *printedBook) lacking(rule game.Rule) (ids []string) {
	for _, o := range printedBooks() {
		if o.id != h.id && o.shown[rule] == nil {
			ids = append(ids, o.id)
		}
	}
	return ids
}

// having names the rulebooks that have the rule.
func having(rule game.Rule) (ids []string) {
	for _, o := range printedBooks() {
		if o.shown[rule] != nil {
			ids = append(ids, o.id)
		}
	}
	return ids
}

// choice describes in words the settings of a combination.
func (w combination) choice(p *text.Printer) Choice {
	c := Choice{Options: w.options, House: w.house}
	var labels []string
	for _, key := range w.keys {
		label := p.T("rules.quoted", "Label", p.Option(key))
		switch v := w.options[key].(type) {
		case bool:
			if !v {
				label = p.T("rules.switched", "Option", label, "Value", p.T("rules.no"))
			}
		case string:
			label = p.T("rules.switched", "Option", label, "Value", p.OptionValue(v))
		}
		labels = append(labels, label)
	}
	c.Label = labels[0]
	if len(labels) > 1 {
		c.Label = p.T("rules.both", "First", labels[0], "Last", labels[1])
	}
	return c
}

// Having names the rulebooks that have the rule with this id, such as R-RENT-9.
func Having(id string) []string {
	for rule := game.NoRule + 1; rule < game.NumRules; rule++ {
		if rule.String() == id {
			return having(rule)
		}
	}
	return nil
}
