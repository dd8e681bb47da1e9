package wire

import (
	"slices"

	"github.com/bankhalter/bankhalter/game"
)

// Look is what stands for a player on the board: the number of a token and that of
// its colour, from 1; 0 has not been chosen.
type Look struct {
	Token  uint8 `json:"token,omitempty"`
	Colour uint8 `json:"colour,omitempty"`
}

// TokenNames are the tokens, in the order in which seats are given them.
func TokenNames() []string {
	return []string{"boat", "cup", "key", "leaf", "fish", "bell", "star", "moon"}
}

// ColourNames are the colours of tokens, in the order in which seats are given them.
func ColourNames() []string {
	return []string{"teal", "wine", "ochre", "violet", "green", "grey", "rust", "blue"}
}

// LookNamed returns the look with these names; an empty name has not been chosen. The
// number is 0 of a name that there is not.
func LookNamed(token, colour string) Look {
	return Look{uint8(slices.Index(TokenNames(), token) + 1), uint8(slices.Index(ColourNames(), colour) + 1)}
}

// Names are the names of a look, empty of what has not been chosen.
func (l Look) Names() (token, colour string) {
	return nameAt(TokenNames(), l.Token), nameAt(ColourNames(), l.Colour)
}

func nameAt(names []string, n uint8) string {
	if n == 0 || int(n) > len(names) {
		return ""
	}
	return names[n-1]
}

// Looks is what each seat is known by, unique at the table. Those who chose have what
// they chose; then come the classes in their order: in each the seats whose usual token
// nobody has, then the others, which get the first that is left. A seat in no class has
// no token, and the zero Look.
func Looks(chosen []Look, classes ...game.Seats) (all [game.MaxSeats]Look) {
	var tokens, colours [game.MaxSeats]uint8
	for i, l := range chosen[:min(len(chosen), game.MaxSeats)] {
		tokens[i], colours[i] = l.Token, l.Colour
	}
	tokens, colours = share(tokens, classes), share(colours, classes)
	for i := range all {
		all[i] = Look{tokens[i], colours[i]}
	}
	return all
}

// share gives each seat of the classes one of the numbers from 1 to 8.
func share(chosen [game.MaxSeats]uint8, classes []game.Seats) (all [game.MaxSeats]uint8) {
	const most = 8
	var playing game.Seats
	for _, c := range classes {
		playing |= c
	}
	var used [most + 1]bool
	used[0] = true
	give := func(seat game.Seat, n uint8) {
		if all[seat] == 0 && n <= most && !used[n] {
			all[seat], used[n] = n, true
		}
	}
	for set := playing; set != 0; set = set.Rest() {
		give(set.First(), chosen[set.First()])
	}
	for _, class := range classes {
		for set := class; set != 0; set = set.Rest() {
			give(set.First(), usual(playing, set.First()))
		}
		for set := class; set != 0; set = set.Rest() {
			for n := range uint8(most) {
				give(set.First(), n+1)
			}
			if all[set.First()] == 0 {
				all[set.First()] = usual(playing, set.First())%most + 1
			}
		}
	}
	return all
}

// usual is the number of a seat among those that have tokens, from 1.
func usual(playing game.Seats, seat game.Seat) uint8 {
	n := uint8(1)
	for set := playing; set != 0 && set.First() < seat; set = set.Rest() {
		n++
	}
	return n
}
