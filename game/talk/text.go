package talk

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/invalid"
)

// cleanMessage checks one line of chat: what is allowed in a name, at most
// MaxMessage characters. The error is *invalid.Error.
func cleanMessage(field, text string, limit int) (string, error) {
	text, err := account.CleanText(field, text, limit)
	if err != nil {
		return "", err
	}
	if towers(text) {
		return "", &invalid.Error{Field: field, Why: "characters"}
	}
	return text, nil
}

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
	case utf8.RuneCountInString(text) > MaxNote:
		return "", &invalid.Error{Field: "text", Why: "long", Most: MaxNote}
	}
	return text, nil
}
