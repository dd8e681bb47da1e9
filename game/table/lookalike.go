package table

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// skeleton is what is left of a name for the eye: two names with the same
// skeleton can be taken for each other.
func skeleton(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(name) {
		if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) || blank(r) {
			continue // marks, and what cannot be seen
		}
		b.WriteRune(plain(r))
	}
	return b.String()
}

// plain is the small Latin letter that a sign of another script looks like, or
// the small form of the sign itself.
func plain(r rune) rune {
	switch r {
	case '1', 'I', '|', 'І', 'Ӏ', 'ӏ', 'Ι':
		return 'l'
	case 'і', 'ι', 'ı':
		return 'i'
	case '0', 'О', 'о', 'Ο', 'ο', 'Օ', 'օ':
		return 'o'
	case 'А', 'а', 'Α', 'α', 'ɑ':
		return 'a'
	case 'В', 'Β':
		return 'b'
	case 'С', 'с', 'Ϲ', 'ϲ':
		return 'c'
	case 'Е', 'е', 'Ε':
		return 'e'
	case 'Н', 'Η', 'һ':
		return 'h'
	case 'Ј', 'ј':
		return 'j'
	case 'К', 'к', 'Κ', 'κ':
		return 'k'
	case 'М', 'Μ':
		return 'm'
	case 'Ν':
		return 'n'
	case 'Р', 'р', 'Ρ', 'ρ':
		return 'p'
	case 'Ѕ', 'ѕ':
		return 's'
	case 'Т', 'Τ':
		return 't'
	case 'ν', 'ѵ':
		return 'v'
	case 'Х', 'х', 'Χ', 'χ':
		return 'x'
	case 'У', 'у', 'Υ', 'γ':
		return 'y'
	case 'Ζ':
		return 'z'
	default:
		return unicode.ToLower(r)
	}
}

// mixed tells whether a word has letters of two scripts that look alike, which
// no language writes. Chinese, Japanese and Korean go with Latin, as is usual.
func mixed(name string) bool {
	for word := range strings.FieldsSeq(name) {
		var found *unicode.RangeTable
		for _, r := range word {
			for _, script := range []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee, unicode.Coptic, unicode.Lisu} {
				if !unicode.Is(script, r) {
					continue
				}
				if found != nil && found != script {
					return true
				}
				found = script
			}
		}
	}
	return false
}
