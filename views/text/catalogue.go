package text

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/bankhalter/bankhalter/game/edition"
)

// Printer writes one language. It is made once and shared: T and N only read.
type Printer struct {
	lang  string
	tag   language.Tag
	msgs  map[string]message
	picks map[string]bool // rules with texts for the sides of a switch
	style edition.MoneyStyle
}

// message holds the plural forms of one text, by plural.Form; most have only
// the form for other. Its tag is the language it is written in: not always the
// printer's, which may have borrowed it from its fallback.
type message struct {
	tag   language.Tag
	forms [plural.Many + 1]pattern
}

// formNames are the plural forms as a catalogue spells them.
var formNames = map[string]plural.Form{
	"other": plural.Other, "zero": plural.Zero, "one": plural.One, "two": plural.Two, "few": plural.Few, "many": plural.Many,
}

// add takes the texts of a table of a catalogue, and of the tables in it, under
// their keys joined by dots. A table of plural forms is one text.
func (p *Printer) add(key string, table map[string]any) error {
	m, count := message{tag: p.tag}, 0
	for name, entry := range table {
		inner := strings.TrimPrefix(key+"."+name, ".")
		switch entry := entry.(type) {
		case map[string]any:
			if err := p.add(inner, entry); err != nil {
				return err
			}
		case string:
			if form, ok := formNames[name]; ok {
				m.forms[form] = cut(entry)
				count++
				continue
			}
			p.msgs[inner] = message{tag: p.tag, forms: [plural.Many + 1]pattern{cut(entry)}}
		default:
			return fmt.Errorf("%s: is no text", inner)
		}
	}
	if count > 0 {
		p.msgs[key] = m
	}
	if count > 0 && (count < len(table) || m.forms[plural.Other] == nil) {
		return fmt.Errorf("%s: has to be the plural forms of one text, with the form other", key)
	}
	return nil
}

// pattern is a text cut at its placeholders: literal, name, literal, ...
// text/template takes 2 µs a text, and a table page has hundreds.
type pattern []string

// cut splits "a {{.B}} c" into "a ", "B", " c".
func cut(s string) pattern {
	var p pattern
	for {
		before, rest, found := strings.Cut(s, "{{.")
		p = append(p, before)
		if !found {
			return p
		}
		name, after, _ := strings.Cut(rest, "}}")
		p = append(p, name)
		s = after
	}
}

// Lang is the language of the printer, for the lang attribute.
func (p *Printer) Lang() string { return p.lang }

// Name is the language's own name: "Deutsch".
func (p *Printer) Name() string { return p.T("language.name") }

// Money writes an amount of a currency the way the language does.
func (p *Printer) Money(c edition.Currency, amount int) string {
	return c.Format(p.style, amount)
}

// Number writes a whole number with its thousands grouped.
func (p *Printer) Number(n int) string { return p.Money(edition.Currency{}, n) }

// Has reports whether there is a text of that key.
func (p *Printer) Has(key string) bool {
	_, ok := p.msgs[key]
	return ok
}

// T returns the text of a key. The pairs name the placeholders and give their
// values: T("event.bid", "Name", "Ada", "Money", "10 €"). An unknown key comes
// back as it is; a test keeps that from happening.
func (p *Printer) T(key string, pairs ...string) string {
	m, ok := p.msgs[key]
	if !ok {
		return key
	}
	return m.forms[plural.Other].fill(pairs)
}

// N returns the text of a key in the plural form of n, which fills {{.N}}.
func (p *Printer) N(key string, n int, pairs ...string) string {
	m, ok := p.msgs[key]
	if !ok {
		return key
	}
	pairs = append(pairs, "N", strconv.Itoa(n))
	if form := m.forms[plural.Cardinal.MatchPlural(m.tag, n, 0, 0, 0, 0)]; form != nil {
		return form.fill(pairs)
	}
	return m.forms[plural.Other].fill(pairs)
}

func (p pattern) fill(pairs []string) string {
	if len(p) == 1 {
		return p[0]
	}
	var b strings.Builder
	for i, part := range p {
		if i%2 == 0 {
			b.WriteString(part)
			continue
		}
		for j := 0; j+1 < len(pairs); j += 2 {
			if pairs[j] == part {
				b.WriteString(pairs[j+1])
				break
			}
		}
	}
	return b.String()
}

// List joins names: "Ada, Ben und Cem".
func (p *Printer) List(names []string) string {
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0]
	}
	last := len(names) - 1
	return p.T("list.and", "First", strings.Join(names[:last], ", "), "Last", names[last])
}
