package text

import (
	"strings"

	"golang.org/x/text/language"
)

// Match picks the language of a page: the one in the address, else the one in
// the cookie, else the browser's preference. A browser that
// names only languages we do not have gets English; one that names none, German.
func Match(acceptLanguage, cookie, query string) string {
	return shelf().match(acceptLanguage, cookie, query)
}

func (l *library) match(acceptLanguage, cookie, query string) string {
	for _, asked := range []string{query, cookie} {
		for _, lang := range l.langs {
			if asked == lang {
				return lang
			}
		}
	}
	if len(acceptLanguage) > 200 { // no real header is so long; parsing costs time
		return German
	}
	tags, _, err := language.ParseAcceptLanguage(strings.TrimSpace(acceptLanguage))
	if err != nil || len(tags) == 0 {
		return German
	}
	_, i, confidence := l.tags.Match(tags...)
	switch {
	case confidence != language.No:
		return l.langs[i]
	case tags[0] == language.Und || tags[0].String() == "mul":
		return German
	default:
		return English
	}
}
