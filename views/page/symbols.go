package page

import (
	"strconv"
	"strings"
)

// Symbol is a drawing of the page's sprite, in a box of 24 by 24.
type Symbol struct{ ID, Box, Path string }

// The boxes of symbols.
const (
	Box24 = "0 0 24 24"
	Box28 = "0 0 28 24"
)

// TokenNames are the pieces, in the order in which players take them.
func TokenNames() [8]string {
	return [8]string{"t-boat", "t-cup", "t-key", "t-leaf", "t-fish", "t-bell", "t-star", "t-moon"}
}

// logo is the sign of the program.
func logo() Symbol {
	return Symbol{"logo", Box24, "M2 2h20v20H2zm5 5v10h10V7zM9 13.5h6V15H9zm.8-4.5h4.4v3.5H9.8z"}
}

// TokenSymbols draws the pieces.
func TokenSymbols() []Symbol {
	return []Symbol{
		{"t-boat", Box24, "M2 14h20l-4 6H6zM12.6 2.5 19 12.4h-6.4zM11 5v7.4H5.6z"},
		{"t-cup", Box24, "M3 6h14v2h1.5a4 4 0 0 1 0 8H17a5 5 0 0 1-5 4H8a5 5 0 0 1-5-5zm14 4v4h1.5a2 2 0 0 0 0-4zM7 1.5h2v3H7zm4 0h2v3h-2z"},
		{"t-key", Box24, "M7.5 3a5.5 5.5 0 0 1 5 7.8l9 9V22h-4v-2.6h-2.7v-2.6l-4-4A5.5 5.5 0 1 1 7.5 3zm-.8 3.2a2 2 0 1 0 0 4 2 2 0 0 0 0-4z"},
		{"t-leaf", Box24, "M21 3C9 3 3.5 8.5 4.2 16.3L2 21l2 1 2.3-3.5C15 20.5 21.5 14 21 3zM6 16.5 15 9l-7.6 8.6z"},
		{"t-fish", Box24, "M1.5 12C5 6 12 4.5 17 10.5L22.5 6v12L17 13.5C12 19.5 5 18 1.5 12zm5.2-2.2a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z"},
		{"t-bell", Box24, "M12 2a2 2 0 0 1 2 2c3 1 4.5 3.5 4.5 7 0 3 .8 4.5 2.5 6H3c1.7-1.5 2.5-3 2.5-6 0-3.5 1.5-6 4.5-7a2 2 0 0 1 2-2zM9.5 18.5h5a2.5 2.5 0 0 1-5 0z"},
		{"t-star", Box24, "m12 1.5 3 7 7.5.7-5.7 5 1.7 7.3L12 17.6l-6.5 3.9 1.7-7.3-5.7-5L9 8.5z"},
		{"t-moon", Box24, "M14.5 2a10 10 0 1 0 7.3 13.7A8 8 0 0 1 14.5 2z"},
	}
}

// Token is a player's piece.
type Token struct{ Class, Symbol string }

// Pips is the position of the dots of a face.
func Pips(n uint8) [][2]int {
	const l, m, r = 7, 12, 17
	switch n {
	case 1:
		return [][2]int{{m, m}}
	case 2:
		return [][2]int{{l, l}, {r, r}}
	case 3:
		return [][2]int{{l, l}, {m, m}, {r, r}}
	case 4:
		return [][2]int{{l, l}, {r, l}, {l, r}, {r, r}}
	case 5:
		return [][2]int{{l, l}, {r, l}, {m, m}, {l, r}, {r, r}}
	case 6:
		return [][2]int{{l, l}, {r, l}, {l, m}, {r, m}, {l, r}, {r, r}}
	default:
		return nil
	}
}

// PipPath is the same as a path of dots, to be drawn by a round line.
func PipPath(n uint8) string {
	var b strings.Builder
	for _, p := range Pips(n) {
		b.WriteString("M" + strconv.Itoa(p[0]) + " " + strconv.Itoa(p[1]) + "h0")
	}
	return b.String()
}
