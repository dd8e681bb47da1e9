package text

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
	"golang.org/x/text/language"

	"github.com/bankhalter/bankhalter/game/edition"
)

// A language is one file, LANG.toml; rules.LANG.toml may hold the rules apart.
//
//go:embed *.toml
var files embed.FS

// The languages that every text exists in. German is the one of those who say
// nothing, English of those who name only languages there are none of.
const (
	German  = "de"
	English = "en"
)

// library is every language there is a catalogue of.
type library struct {
	langs    []string // German and English first
	printers map[string]*Printer
	tags     language.Matcher
}

var shelf = sync.OnceValue(func() *library {
	l, err := open(files)
	if err != nil {
		panic(fmt.Sprintf("text: %v", err)) // embedded; a test opens them
	}
	return l
})

// Langs lists the languages: German, English and every other one that has a
// catalogue. The list is shared and must not be changed.
func Langs() []string { return shelf().langs }

// For returns the printer of a language; German if there is none.
func For(lang string) *Printer {
	l := shelf()
	if p, ok := l.printers[lang]; ok {
		return p
	}
	return l.printers[German]
}

// open reads all catalogues of a folder. Missing texts are taken from the
// language that it names as its fallback.
func open(dir fs.FS) (*library, error) {
	names, err := fs.Glob(dir, "*.toml")
	if err != nil {
		return nil, err
	}
	l := &library{printers: map[string]*Printer{}}
	for _, name := range names {
		lang := strings.TrimSuffix(name, ".toml")
		if strings.Contains(lang, ".") {
			continue // the rules of a language
		}
		if l.printers[lang], err = read(dir, lang); err != nil {
			return nil, err
		}
		l.langs = append(l.langs, lang)
	}
	slices.SortFunc(l.langs, func(a, b string) int { return cmp.Or(rank(a)-rank(b), strings.Compare(a, b)) })
	var tags []language.Tag
	for _, lang := range l.langs {
		tags = append(tags, l.printers[lang].tag)
		if err := l.complete(lang); err != nil {
			return nil, err
		}
	}
	l.tags = language.NewMatcher(tags)
	return l, nil
}

// rank puts German and English before all others.
func rank(lang string) int {
	switch lang {
	case German:
		return 0
	case English:
		return 1
	default:
		return 2
	}
}

// read reads the catalogue of one language.
func read(dir fs.FS, lang string) (*Printer, error) {
	tag, err := language.Parse(lang)
	if err != nil {
		return nil, fmt.Errorf("%s.toml: %q is no language: %w", lang, lang, err)
	}
	p := &Printer{lang: lang, tag: tag, msgs: map[string]message{}, picks: map[string]bool{}}
	for i, name := range []string{lang + ".toml", "rules." + lang + ".toml"} {
		buf, err := fs.ReadFile(dir, name)
		if i > 0 && err != nil {
			break // its rules are in the same file, or come from the fallback
		}
		if err != nil {
			return nil, err
		}
		var texts map[string]any
		if err := toml.Unmarshal(buf, &texts); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err := p.add("", texts); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	for _, key := range []string{"language.name", "language.fallback", "language.group", "language.point", "language.symbol"} {
		if !p.Has(key) {
			return nil, fmt.Errorf("%s.toml: %s is missing", lang, key)
		}
	}
	return p, nil
}

// complete fills a catalogue up with its fallback's texts, and that one's fallback's.
func (l *library) complete(lang string) error {
	p := l.printers[lang]
	for at, seen := lang, []string{}; !slices.Contains(seen, at); {
		seen = append(seen, at)
		from, ok := l.printers[at]
		if !ok {
			return fmt.Errorf("%s.toml: its fallback %q has no catalogue", lang, at)
		}
		for id, m := range from.msgs {
			if _, own := p.msgs[id]; !own {
				p.msgs[id] = m
			}
		}
		at = from.T("language.fallback")
	}
	p.style = edition.MoneyStyle{Group: p.T("language.group"), After: p.T("language.symbol") == "after"}
	for id := range p.msgs {
		if rule, ok := picked(id); ok {
			p.picks[rule] = true
		}
	}
	return nil
}
