package sender

import (
	"crypto/rand"
	"strings"
	"unicode"
)

// short is a stranger's server's answer, as one line that can be shown.
func short(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if list := []rune(text); len(list) > 200 {
		return string(list[:200]) + " …"
	}
	return text
}

func newID() string { return strings.ToLower(rand.Text()) }
