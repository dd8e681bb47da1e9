package account

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/invalid"
)

// MaxName is the longest name of a player, in characters.
const MaxName = 24

// maxAccents is the most accents and vowel signs that one letter may carry. No
// language needs more; towers of them cover the lines above.
const maxAccents = 4

// CleanName checks the name of a player: 1 to 24 characters of any script, at
// least one of them visible. Space around it goes, space inside it shrinks to
// one. The error is *invalid.Error.
// Letters that are made to be mistaken for others are refused: a word has
// letters of one of the scripts that look alike.
func CleanName(name string) (string, error) {
	name, err := CleanText("name", name, MaxName)
	if err == nil && mixed(name) {
		return "", &invalid.Error{Field: "name", Why: "characters"}
	}
	return name, err
}

// CleanText checks a text of one line that everybody sees, at most limit
// characters long, and shrinks the space in it. The error is *invalid.Error
// with the name of the field.
func CleanText(field, text string, limit int) (string, error) {
	if !utf8.ValidString(text) {
		return "", &invalid.Error{Field: field, Why: "characters"}
	}
	text = strings.Join(strings.Fields(norm.NFC.String(text)), " ")
	visible, marks := false, 0
	for _, r := range text {
		if marks++; !unicode.Is(unicode.M, r) {
			marks = 0
		}
		if Forbidden(r) || marks > maxAccents {
			return "", &invalid.Error{Field: field, Why: "characters"}
		}
		visible = visible || !blank(r)
	}
	switch {
	case !visible:
		return "", &invalid.Error{Field: field, Why: "empty"}
	case utf8.RuneCountInString(text) > limit:
		return "", &invalid.Error{Field: field, Why: "long", Most: limit}
	}
	return text, nil
}

// Forbidden reports whether a character is refused in every text of a person. Such
// characters control the terminal or turn the direction of the text
// around them. Joiners, which many scripts and emoji need, are allowed.
func Forbidden(r rune) bool {
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

// Names that could be taken for the bank, a computer player or the people who
// run the server are theirs, in both languages.
var (
	// official words are reserved anywhere in a name.
	official = boned("admin", "administrator", "administratorin", "operator", "operatorin", "betreiber", "betreiberin", "moderator", "moderatorin", "bankhalter", "sysop") //nolint:misspell // German, too
	// roles are reserved as whole names.
	roles = boned("bank", "the bank", "die bank", "banker", "system", "server", "support", "computer", "computer player", "computerspieler", "bot", "bots")
)

// bone is the skeleton of a word in which letters that differ by their size
// alone look alike too.
func bone(word string) string { return strings.ReplaceAll(Skeleton(word), "i", "l") }

func boned(words ...string) []string {
	bones := make([]string, len(words))
	for i, w := range words {
		bones[i] = bone(w)
	}
	return bones
}

// words are those of a name, without signs between them and a number behind.
func words(name string) []string {
	list := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.Is(unicode.M, r) })
	for len(list) > 1 && strings.Trim(list[len(list)-1], "0123456789") == "" {
		list = list[:len(list)-1]
	}
	return list
}

// reserved reports whether a person may not pick the name for themselves.
func reserved(name string) bool {
	list := words(name)
	if len(list) == 0 {
		return false
	}
	whole := bone(strings.Join(list, ""))
	if Officious(name) || slices.Contains(boned(bot.Kinds()...), whole) || bone(list[0]) == bone("bot") {
		return true
	}
	letters := []rune(list[0]) // BotA
	last := letters[len(letters)-1]
	return len(list) == 1 && (unicode.IsUpper(last) || unicode.IsDigit(last)) && bone(string(letters[:len(letters)-1])) == bone("bot")
}

// Officious reports whether a name could be taken for that of the bank or of
// the people who run the server.
func Officious(name string) bool {
	list := words(name)
	return slices.Contains(roles, bone(strings.Join(list, ""))) ||
		slices.ContainsFunc(list, func(w string) bool { return slices.Contains(official, bone(w)) })
}

// PickName is CleanName for a name that a player picks; own is the name they
// have, which they keep even if it is reserved. The error is *invalid.Error.
func PickName(name, own string) (string, error) {
	name, err := CleanName(name)
	if err == nil && name != own && reserved(name) {
		return "", &invalid.Error{Field: "name", Why: "reserved"}
	}
	return name, err
}

// Skeleton reduces a name to its visual shape: two names with the same
// skeleton can be taken for each other.
func Skeleton(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(name) {
		if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) || blank(r) {
			continue // marks, and invisible characters
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

// mixed reports whether a word has letters of two scripts that look alike, which
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
