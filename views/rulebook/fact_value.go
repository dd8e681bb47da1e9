package rulebook

import (
	"strconv"
	"strings"

	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/text"
)

// say writes a value of the fact as it reads on the board of the set-up.
func (f *Fact) say(p *text.Printer, st *setup.Setup, v any) string {
	switch x := v.(type) {
	case bool:
		return p.T("rules." + word(x))
	case int:
		return p.FactNumber(f.Name, x)
	case amount:
		if said, ok := p.FactWord(f.Name, word(v)); ok && x == 0 {
			return said
		}
		return p.Money(st.Edition.Currency, int(x))
	case amounts:
		var parts []string
		for _, m := range x {
			if m != 0 {
				parts = append(parts, p.Money(st.Edition.Currency, int(m)))
			}
		}
		return strings.Join(parts, " / ")
	case string:
		return f.sayWord(p, st, x)
	}
	return ""
}

func (f *Fact) sayWord(p *text.Printer, st *setup.Setup, v string) string {
	switch f.Name {
	case "cash.notes":
		var parts []string
		for one := range strings.FieldsSeq(v) {
			n, value, _ := strings.Cut(one, "x")
			amount, _ := strconv.Atoi(value)
			parts = append(parts, n+"\u00a0×\u00a0"+p.Money(st.Edition.Currency, int(amount)))
		}
		return strings.Join(parts, ", ")
	case "options.official":
		var labels []string
		for _, key := range split(v) {
			labels = append(labels, p.Option(key))
		}
		if len(labels) == 0 {
			return p.T("rules.none")
		}
		return strings.Join(labels, "; ")
	}
	switch v {
	case "yes", "no":
		return p.T("rules." + v)
	}
	if said, ok := p.FactWord(f.Name, v); ok {
		return said
	}
	return v
}

// word is a value as used in the keys of the catalogue.
func word(v any) string {
	switch x := v.(type) {
	case bool:
		if x {
			return "yes"
		}
		return "no"
	case int:
		return strconv.Itoa(x)
	case amount:
		return strconv.Itoa(int(x))
	case string:
		return x
	}
	return ""
}

// set reports whether a number or an amount is there at all.
func set(v any) bool {
	switch x := v.(type) {
	case int:
		return x != 0
	case amount:
		return x != 0
	}
	return false
}

func split(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}
