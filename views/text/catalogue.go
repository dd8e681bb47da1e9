package text

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

//go:embed de.toml en.toml rules.de.toml rules.en.toml
var files embed.FS

// The languages of the pages.
const (
	German  = "de"
	English = "en"
)

// Langs lists the languages, the default first.
func Langs() []string { return []string{German, English} }

// Printer speaks one language. It is made once and shared: T and N only read.
type Printer struct {
	lang  string
	tag   language.Tag
	msgs  map[string]message
	picks map[string]bool // rules with texts for the sides of a switch
}

// message holds the plural forms of one text; most have only other.
type message struct {
	one, other pattern
	plural     bool
}

// pattern is a text cut at its placeholders: literal, name, literal, ...
// go-i18n's own templates take 2 µs a message, a table page has hundreds.
type pattern []string

var printers = sync.OnceValue(func() map[string]*Printer {
	m := map[string]*Printer{}
	for _, lang := range Langs() {
		p, err := load(lang)
		if err != nil {
			panic(fmt.Sprintf("text: %s: %v", lang, err)) // embedded; a test loads both
		}
		m[lang] = p
	}
	return m
})

// For returns the printer of a language; of the default one if there is none.
func For(lang string) *Printer {
	if p, ok := printers()[lang]; ok {
		return p
	}
	return printers()[German]
}

func load(lang string) (*Printer, error) {
	tag, err := language.Parse(lang)
	if err != nil {
		return nil, err
	}
	bundle := i18n.NewBundle(tag)
	bundle.RegisterUnmarshalFunc("toml", toml.Unmarshal)
	p := &Printer{lang: lang, tag: tag, msgs: map[string]message{}, picks: map[string]bool{}}
	for _, name := range []string{lang + ".toml", "rules." + lang + ".toml"} {
		buf, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		file, err := bundle.ParseMessageFileBytes(buf, name)
		if err != nil {
			return nil, err
		}
		for _, m := range file.Messages {
			p.msgs[m.ID] = message{one: cut(m.One), other: cut(m.Other), plural: m.One != ""}
			if rule, ok := picked(m.ID); ok {
				p.picks[rule] = true
			}
		}
	}
	return p, nil
}

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

// Has tells whether there is a text of that key.
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
	return m.other.fill(pairs)
}

// N returns the text of a key in the plural form of n, which fills {{.N}}.
func (p *Printer) N(key string, n int, pairs ...string) string {
	m, ok := p.msgs[key]
	if !ok {
		return key
	}
	pairs = append(pairs, "N", strconv.Itoa(n))
	if m.plural && plural.Cardinal.MatchPlural(p.tag, n, 0, 0, 0, 0) == plural.One {
		return m.one.fill(pairs)
	}
	return m.other.fill(pairs)
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
