package views

import (
	"strings"
	"unicode"

	"github.com/bankhalter/bankhalter/game"
)

// palette is the colour classes of the style sheet, for groups that other
// boards call differently.
func palette() [8]string {
	return [8]string{"brown", "light_blue", "pink", "orange", "red", "yellow", "green", "dark_blue"}
}

// groupColour is the name under which the style sheet knows a group.
func (v *view) groupColour(g uint8) string {
	switch {
	case g == game.NoGroupID || int(g) >= len(v.d.Setup.Groups):
		return ""
	case v.r.Groups[g].Kind == game.KindStation:
		return "station"
	case v.r.Groups[g].Kind == game.KindUtility:
		return "utility"
	}
	id := v.d.Setup.Groups[g]
	names := palette()
	for _, n := range names {
		if n == id {
			return id
		}
	}
	return names[int(g)%len(names)]
}

// groupClass is the class that colours a group's things, "" without a group.
func (v *view) groupClass(g uint8) string {
	if c := v.groupColour(g); c != "" {
		return "g-" + c
	}
	return ""
}

// groupCode is the two letters that stand for a group, so that nobody has to
// tell colours apart.
func (v *view) groupCode(g uint8) string {
	if g == game.NoGroupID || int(g) >= len(v.d.Setup.Groups) {
		return ""
	}
	key := "code_of." + v.d.Setup.Groups[g]
	if v.Has(key) {
		return v.T(key)
	}
	letters := []rune(strings.ToLower(v.Group(g)))
	if len(letters) > 2 {
		letters = letters[:2]
	}
	if len(letters) > 0 {
		letters[0] = unicode.ToUpper(letters[0])
	}
	return string(letters)
}

// groupCount tells how many deeds of a group a seat owns, and of how many.
func (v *view) groupCount(seat game.Seat, g uint8) (have, size int) {
	set := v.r.Groups[g].Spaces
	return (set & v.s.Owned[seat]).Len(), set.Len()
}

// chip is a group in a player's line: "Ro 2/3".
type chip struct {
	Class, Code, Name, Count string
	Full                     bool
}

func (v *view) chips(seat game.Seat) []chip {
	var list []chip
	for g := range v.r.NumGroups {
		have, size := v.groupCount(seat, g)
		if have == 0 {
			continue
		}
		list = append(list, chip{
			Class: v.groupClass(g), Code: v.groupCode(g), Name: v.Group(g),
			Count: itoa(have) + "/" + itoa(size), Full: have == size,
		})
	}
	return list
}
