package rulebook

import (
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/text"
)

// describer describes rules under one set-up, in one language.
type describer struct {
	p  *text.Printer
	st *setup.Setup
}

// keys lists the texts of a rule under the set-up: the one that a switch
// picks, else the usual one, and behind it the sentences that switches add.
func (t describer) keys(rule game.Rule) []string {
	id := rule.String()
	which := "text"
	var more []string
	for _, name := range defs()[rule].facts {
		f := factsByName()[name]
		v := f.get(t.st)
		key := name + "=" + word(v)
		if which == "text" && t.p.HasRule(id, key) {
			which = key
		}
		if t.p.HasRule(id, "+"+key) {
			more = append(more, "+"+key)
		}
		if set(v) && t.p.HasRule(id, "+"+name) {
			more = append(more, "+"+name)
		}
	}
	return append([]string{which}, more...)
}

// text is the text of a rule under the set-up.
func (t describer) text(rule game.Rule) string {
	var pairs, sentences []string
	for _, name := range defs()[rule].facts {
		if f := factsByName()[name]; f.as != "" {
			pairs = append(pairs, f.as, f.say(t.p, t.st, f.get(t.st)))
		}
	}
	for _, key := range t.keys(rule) {
		sentences = append(sentences, t.p.RuleText(rule.String(), key, pairs...))
	}
	return strings.Join(sentences, " ")
}

// dependsOn reports whether the text of the rule gives the value of a fact: in a
// placeholder, by being the text for that value, or because the rule is in
// force only if the fact is true.
func (t describer) dependsOn(rule game.Rule, f Fact) bool {
	id := rule.String()
	if f.get(t.st) == true && defs()[rule].when != nil {
		return true
	}
	for _, key := range t.keys(rule) {
		if f.as != "" && slices.Contains(t.p.Names("rule."+id+"."+key), f.as) {
			return true
		}
	}
	return t.p.RuleDependsOn(id, f.Name)
}
