package account

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Words that the most common passwords are made of: those of published lists,
// without the digits and signs that people put behind them.
//
//go:embed common.txt
var commonText string

var commonWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for w := range strings.FieldsSeq(commonText) {
		words[w] = true
	}
	return words
})

// rows are the rows of keys on a keyboard.
func rows() []string {
	return []string{"abcdefghijklmnopqrstuvwxyz", "01234567890123456789", "qwertyuiop", "qwertzuiopü", "asdfghjkl", "yxcvbnm", "zxcvbnm", "1qaz2wsx3edc4rfv5tgb", "1q2w3e4r5t6z7u8i9o0p", "1q2w3e4r5t6y7u8i9o0p"}
}

// common reports whether a password is one of those that are tried first: a
// common word with digits or signs around it, also spelt with digits for
// letters, one bit again and again, or a row of the keyboard.
func common(key string) bool {
	if repeats(key) || runs(key) {
		return true
	}
	words := commonWords()
	for _, k := range []string{key, plainLetters(key)} {
		if bare := strings.TrimFunc(k, notLetter); bare == "" || words[bare] || repeatsWord(bare, words) {
			return !(bare == "" && distinct(key) > 6)
		}
	}
	return false
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// plainLetters reads digits and signs used in place of letters.
func plainLetters(key string) string {
	trimmed := strings.TrimRight(key, "0123456789!?.,-_#*+ ")
	return strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "8", "b", "@", "a", "$", "s", "!", "i").Replace(trimmed)
}

func distinct(key string) int {
	r := []rune(key)
	slices.Sort(r)
	return len(slices.Compact(r))
}

// repeats reports whether a text is one of at most four characters again and again.
func repeats(key string) bool {
	for n := 1; n <= 4 && 2*n <= len(key); n++ {
		if strings.HasPrefix(key[n:], key[:len(key)-n]) {
			return true
		}
	}
	return false
}

// repeatsWord reports whether a text is a common word twice.
func repeatsWord(key string, words map[string]bool) bool {
	half := len(key) / 2
	return len(key)%2 == 0 && key[:half] == key[half:] && words[key[:half]]
}

// runs reports whether a text runs along a row, forwards or backwards.
func runs(key string) bool {
	back := []rune(key)
	slices.Reverse(back)
	for _, row := range rows() {
		if strings.Contains(row, key) || strings.Contains(row, string(back)) {
			return true
		}
	}
	return false
}
