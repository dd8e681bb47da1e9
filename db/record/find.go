package record

import (
	"strings"
	"unicode"
)

// AnyCase is a pattern for a text in small or capital letters, for engines in whose
// patterns square brackets hold what a character may be. They know themselves no
// capitals beyond ASCII, or only those of some language. quote writes a character
// that has no other form.
func AnyCase(text string, quote func(string) string) string {
	var b strings.Builder
	for _, r := range text {
		other := unicode.SimpleFold(r)
		if other == r {
			b.WriteString(quote(string(r)))
			continue
		}
		b.WriteByte('[')
		b.WriteRune(r)
		for ; other != r; other = unicode.SimpleFold(other) {
			b.WriteRune(other)
		}
		b.WriteByte(']')
	}
	return b.String()
}
