package table

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bankhalter/bankhalter/game/invalid"
	"golang.org/x/text/unicode/norm"
)

// maxName is the longest name of a player or a table, in characters.
const (
	maxName  = 24
	maxTitle = 60
)

// maxAccents is how many accents and vowel signs may stand on one letter. No
// language needs more; towers of them cover the lines above.
const maxAccents = 4

// CleanName checks the name of a player: 1 to 24 characters of any script, at
// least one of them visible. Space around it goes, space inside it shrinks to
// one. The error is *invalid.Error.
// Letters that are made to be mistaken for others are refused: a word has
// letters of one of the scripts that look alike.
func CleanName(name string) (string, error) {
	name, err := clean("name", name, maxName)
	if err == nil && mixed(name) {
		return "", &invalid.Error{Field: "name", Why: "characters"}
	}
	return name, err
}

// cleanTitle does the same for the title of a table, which may be empty.
func cleanTitle(title string) (string, error) {
	if strings.TrimSpace(title) == "" {
		return "", nil
	}
	return clean("title", title, maxTitle)
}

func clean(field, text string, limit int) (string, error) {
	if !utf8.ValidString(text) {
		return "", &invalid.Error{Field: field, Why: "characters"}
	}
	text = strings.Join(strings.Fields(norm.NFC.String(text)), " ")
	visible, marks := false, 0
	for _, r := range text {
		if marks++; !unicode.Is(unicode.M, r) {
			marks = 0
		}
		if forbidden(r) || marks > maxAccents {
			return "", &invalid.Error{Field: field, Why: "characters"}
		}
		visible = visible || !blank(r)
	}
	switch {
	case !visible:
		return "", &invalid.Error{Field: field, Why: "empty"}
	case utf8.RuneCountInString(text) > limit:
		return "", &invalid.Error{Field: field, Why: "long"}
	}
	return text, nil
}

// forbidden characters control the terminal or turn the direction of the text
// around them. Joiners, which many scripts and emoji need, are allowed.
func forbidden(r rune) bool {
	switch {
	case unicode.Is(unicode.Cc, r), unicode.In(r, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs):
		return true
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0x061c:
		return true
	case r == unicode.ReplacementChar, r == 0xfeff, r >= 0xfff9 && r <= 0xfffb, r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return r&0xfffe == 0xfffe
}

// blank characters are allowed but show nothing.
func blank(r rune) bool {
	switch r {
	case 0x115f, 0x1160, 0x3164, 0xffa0, 0x2800, 0x034f: // fillers that count as letters or symbols
		return true
	}
	return !unicode.IsGraphic(r) || unicode.IsSpace(r) || unicode.Is(unicode.M, r)
}

// uniqueName appends a number if somebody at the table has the name already,
// or one that could be taken for it.
func uniqueName(name string, seats []Seat) string {
	taken := func(name string) bool {
		bones := skeleton(name)
		for _, s := range seats {
			if strings.EqualFold(s.Name, name) || skeleton(s.Name) == bones || s.SubName != "" && skeleton(s.SubName) == bones {
				return true
			}
		}
		return false
	}
	if !taken(name) {
		return name
	}
	for n := 2; ; n++ {
		suffix := " " + strconv.Itoa(n)
		base := []rune(name)
		if over := len(base) + len(suffix) - maxName; over > 0 {
			base = base[:len(base)-over]
		}
		if try := strings.TrimRight(string(base), " ") + suffix; !taken(try) {
			return try
		}
	}
}
