package edition

import (
	"slices"
	"strconv"
	"strings"
)

// inOrder sorts problems the way a document is written: by section, and within
// a list by number.
func inOrder(list []Problem) []Problem {
	sections := []string{"schema", "id", "title", "language", "rulebook", "currency", "setup", "buildings", "rent_rules",
		"mortgage", "groups", "spaces", "decks", "alt_decks", "eras", "names", "sources", "doubts", ""}
	slices.SortStableFunc(list, func(a, b Problem) int {
		sa, pa, na := position(a.Place)
		sb, pb, nb := position(b.Place)
		if d := slices.Index(sections, sa) - slices.Index(sections, sb); d != 0 {
			return d
		}
		if d := strings.Compare(pa, pb); d != 0 && na >= 0 && nb >= 0 {
			return d
		}
		return na - nb
	})
	return list
}

// position splits a place into its section, the list and the number in it,
// -1 if the place is no list entry.
func position(place string) (section, list string, number int) {
	end := strings.IndexAny(place, ".[")
	if end < 0 {
		return place, place, -1
	}
	section = place[:end]
	list, rest, inList := strings.Cut(place, "[")
	if !inList {
		return section, place, -1
	}
	digits, _, _ := strings.Cut(rest, "]")
	number, err := strconv.Atoi(digits)
	if err != nil {
		return section, place, -1
	}
	return section, list, number
}
