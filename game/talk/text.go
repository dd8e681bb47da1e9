package talk

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/invalid"
)

// towers reports whether so many marks stand on a letter that they reach into
// the lines around it.
func towers(text string) bool {
	marks := 0
	for _, r := range text {
		if !unicode.In(r, unicode.Mn, unicode.Me) {
			marks = 0
		} else if marks++; marks > maxTower {
			return true
		}
	}
	return false
}

// cleanNote checks a text of several lines. It may be empty.
func cleanNote(text string) (string, error) {
	if !utf8.ValidString(text) {
		return "", &invalid.Error{Field: "text", Why: "characters"}
	}
	text = strings.ReplaceAll(norm.NFC.String(text), "\r\n", "\n")
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r", "\n"))
	for _, r := range text {
		if r != '\n' && r != '\t' && account.Forbidden(r) {
			return "", &invalid.Error{Field: "text", Why: "characters"}
		}
	}
	switch {
	case towers(text):
		return "", &invalid.Error{Field: "text", Why: "characters"}
	case utf8.RuneCountInString(text) > maxNote:
		return "", &invalid.Error{Field: "text", Why: "long", Most: maxNote}
	}
	return text, nil
}
