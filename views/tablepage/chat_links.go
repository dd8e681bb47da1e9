package tablepage

import (
	"net/url"
	"strings"
	"unicode"
)

// phrase is a part of a message: words, or an address if Href is not empty.
type phrase struct{ Text, Href string }

// phrases finds the addresses in what somebody has said. Only such are links as show
// where they lead: of the web, spelled out, with a host in plain letters and no user
// name before it.
func phrases(said string) (list []phrase) {
	const scheme = "http"
	words := 0 // where what is in no phrase yet begins
	for at := strings.Index(said, scheme); at >= 0; {
		shown := said[at:]
		if i := strings.IndexFunc(shown, unicode.IsSpace); i >= 0 {
			shown = shown[:i]
		}
		shown = trimmed(shown)
		if href, ok := address(shown); ok {
			if words < at {
				list = append(list, phrase{Text: said[words:at]})
			}
			list = append(list, phrase{shown, href})
			words = at + len(shown)
		}
		from := at + max(len(shown), len(scheme))
		if at = strings.Index(said[from:], scheme); at >= 0 {
			at += from
		}
	}
	if words < len(said) {
		list = append(list, phrase{Text: said[words:]})
	}
	return list
}

// trimmed is an address without what ends the sentence around it.
func trimmed(long string) string {
	for {
		short := strings.TrimRight(long, ".,;:!?\"'<>…“”»")
		if strings.HasSuffix(short, ")") && strings.Count(short, ")") > strings.Count(short, "(") {
			short = short[:len(short)-1]
		}
		if short == long {
			return short
		}
		long = short
	}
}

// address is where a link leads, if it may be one.
func address(shown string) (href string, ok bool) {
	u, err := url.Parse(shown)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return "", false
	}
	if strings.ContainsFunc(shown, func(r rune) bool { return !unicode.IsGraphic(r) || strings.ContainsRune("<>\"", r) }) {
		return "", false
	}
	if strings.ContainsFunc(u.Host, func(r rune) bool { return r > unicode.MaxASCII }) {
		return "", false
	}
	return u.String(), true
}
