package wire

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bankhalter/bankhalter/game"
)

// spare is the order in which letters are given to names that have none left.
const spare = "ZYXWVUTSRQPONMLKJIHGFEDCBA"

// Letters is the letter by which each seat is known on the board, unique at the
// table: the first letter or digit of the name as a capital if it is free, else the
// next one of the name that is, else any of the alphabet. A name that ends in a
// single letter, such as Bot A, is known by that. People choose first, in
// the order of their seats, and the seats of computers after them.
func Letters(names []string, computers game.Seats) (letters [game.MaxSeats]string) {
	names = names[:min(len(names), game.MaxSeats)]
	var used uint64 // bits of the signs of plain ASCII
	free := func(c rune) string {
		sign, n := capital(c)
		switch {
		case sign == "" || n >= 0 && used>>n&1 == 1 || n < 0 && slices.Contains(letters[:], sign):
			return ""
		case n >= 0:
			used |= 1 << n
		}
		return sign
	}
	for _, late := range [...]bool{false, true} {
		for i, name := range names {
			if computers.Has(game.Seat(i)) == late {
				letters[i] = letterOf(name, free)
			}
		}
	}
	return letters
}

func letterOf(name string, free func(rune) string) string {
	if i := strings.LastIndexByte(name, ' '); i >= 0 && utf8.RuneCountInString(name[i+1:]) == 1 {
		own, _ := utf8.DecodeRuneInString(name[i+1:])
		if sign := free(own); sign != "" {
			return sign
		}
	}
	for _, from := range [...]string{name, spare} {
		for _, c := range from {
			if sign := free(c); sign != "" {
				return sign
			}
		}
	}
	return "?"
}

// capital is a letter or digit as a capital, "" if it is neither, and its place
// among the signs of plain ASCII, or -1.
func capital(c rune) (sign string, n int) {
	const ascii = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	switch {
	case c >= '0' && c <= '9':
		n = int(c - '0')
	case c >= 'a' && c <= 'z':
		n = int(c-'a') + 10
	case c >= 'A' && c <= 'Z':
		n = int(c-'A') + 10
	case unicode.IsLetter(c) || unicode.IsDigit(c):
		return string(unicode.ToUpper(c)), -1
	default:
		return "", -1
	}
	return ascii[n : n+1], n
}
