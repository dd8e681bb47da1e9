package text

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
)

// RuleTitle is the heading of a rule, by its id such as R-RENT-9.
func (p *Printer) RuleTitle(id string) string { return p.T("rule." + id + ".title") }

// HasRule reports whether a rule has a text for a case: "text", or one that a
// switch picks, such as "rent.window=2" or "+mega.tickets=yes".
func (p *Printer) HasRule(id, which string) bool { return p.Has("rule." + id + "." + which) }

// RuleDependsOn reports whether a switch picks or adds texts of a rule.
func (p *Printer) RuleDependsOn(id, name string) bool { return p.picks["rule."+id+"."+name] }

// picked is the rule and the switch of a key that belongs to one case only.
func picked(key string) (string, bool) {
	before, _, found := strings.Cut(key, "=")
	return strings.Replace(before, ".+", ".", 1), found && strings.HasPrefix(key, "rule.")
}

// RuleText is the text of a rule in a case, with its placeholders filled.
func (p *Printer) RuleText(id, which string, pairs ...string) string {
	return p.T("rule."+id+"."+which, pairs...)
}

// Names lists the placeholders of a text.
func (p *Printer) Names(key string) (names []string) {
	for i, part := range p.msgs[key].forms[plural.Other] {
		if i%2 == 1 {
			names = append(names, part)
		}
	}
	return names
}

// Area is the title of a chapter of the rules.
func (p *Printer) Area(id string) string { return p.T("area." + id) }

// Fact is the label of a point in which rulebooks can differ; the switch of an
// option has the option's label.
func (p *Printer) Fact(name string) string {
	return p.orElse("fact."+name+".label", p.Option(name))
}

// FactWord is how a value of such a point reads, if it has words of its own.
func (p *Printer) FactWord(name, value string) (string, bool) {
	key := "fact." + name + "." + value
	if !p.Has(key) {
		return "", false
	}
	return p.T(key), true
}

// FactNumber is how a number of such a point reads.
func (p *Printer) FactNumber(name string, n int) string {
	if word, ok := p.FactWord(name, strconv.Itoa(n)); ok {
		return word
	}
	if p.Has("fact." + name + ".n") {
		return p.T("fact."+name+".n", "N", strconv.Itoa(n))
	}
	return strconv.Itoa(n)
}

// ShortRulebook names a rulebook in a narrow column.
func (p *Printer) ShortRulebook(id string) string { return p.orElse("book."+id, id) }

// Or joins choices: "A, B oder C".
func (p *Printer) Or(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return p.T("rules.or", "First", strings.Join(list[:last], ", "), "Last", list[last])
}

// Keys lists the keys of all texts that begin with a prefix, sorted.
func (p *Printer) Keys(prefix string) []string {
	var keys []string
	for key := range p.msgs {
		if strings.HasPrefix(key, prefix) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}
