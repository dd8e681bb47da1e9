package table

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/invalid"
)

// Names that could be taken for the bank, a computer player or the people who
// run the server are theirs, in both languages.
var (
	// official words are reserved wherever they stand in a name.
	official = boned("admin", "administrator", "administratorin", "operator", "operatorin", "betreiber", "betreiberin", "moderator", "moderatorin", "bankhalter", "sysop") //nolint:misspell // German, too
	// roles are reserved as whole names.
	roles = boned("bank", "the bank", "die bank", "banker", "system", "server", "support", "computer", "computer player", "computerspieler", "bot", "bots")
)

// bone is the skeleton of a word in which letters that differ by their size
// alone look alike too.
func bone(word string) string { return strings.ReplaceAll(skeleton(word), "i", "l") }

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
	if officious(name) || slices.Contains(boned(bot.Names()...), whole) || bone(list[0]) == bone("bot") {
		return true
	}
	letters := []rune(list[0]) // BotA
	last := letters[len(letters)-1]
	return len(list) == 1 && (unicode.IsUpper(last) || unicode.IsDigit(last)) && bone(string(letters[:len(letters)-1])) == bone("bot")
}

// officious reports whether a name could be taken for that of the bank or of
// the people who run the server.
func officious(name string) bool {
	list := words(name)
	return slices.Contains(roles, bone(strings.Join(list, ""))) ||
		slices.ContainsFunc(list, func(w string) bool { return slices.Contains(official, bone(w)) })
}

// pickName is CleanName for a name that a person picks. Whoever has a reserved
// one keeps it.
func pickName(name, own string) (string, error) {
	name, err := CleanName(name)
	if err == nil && name != own && reserved(name) {
		return "", &invalid.Error{Field: "name", Why: "reserved"}
	}
	return name, err
}
