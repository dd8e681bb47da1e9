package tablepage

import (
	"strings"
	"unicode"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/palette"
)

// groupClass is the class that colours a group's things, "" without a group;
// package palette says which colour that is.
func (v *position) groupClass(g uint8) string {
	if g == game.NoGroupID || int(g) >= len(v.Setup.Groups) {
		return ""
	}
	return "g-" + v.groupLook(g)
}

// groupLook is the id whose colour and letters a group has: its own, or that of
// the colour in which its era printed it.
func (v *position) groupLook(g uint8) string {
	if id, ok := palette.InEra(v.Setup.Edition, v.Setup.EraGroup(g)); ok {
		return id
	}
	return v.Setup.Groups[g]
}

// groupCode is the two letters that stand for a group, so that nobody has to
// tell colours apart: those of its colour, or of its name.
func (v *position) groupCode(g uint8) string {
	if g == game.NoGroupID || int(g) >= len(v.Setup.Groups) {
		return ""
	}
	return v.look().codes[g]
}

func (v *position) findCode(g uint8) string {
	if code, ok := v.usualCode(g); ok {
		return code
	}
	name := []rune(strings.ToLower(v.Group(g)))
	if len(name) < 2 {
		return strings.ToUpper(string(name))
	}
	spelled := func(second rune) string { return string([]rune{unicode.ToUpper(name[0]), second}) }
	for _, r := range name[1:] {
		if code := spelled(r); unicode.IsLetter(r) && !v.codeTaken(code) {
			return code
		}
	}
	return spelled(name[1])
}

// usualCode is the code of a colour where the name of the group has its letters, as a
// group that was renamed may not, and that of railways where they are called what they
// usually are: on other boards they may be vehicles.
func (v *position) usualCode(g uint8) (string, bool) {
	key := "code_of." + v.groupLook(g)
	if name := key + "_name"; v.Has(name) && v.T(name) != v.Group(g) {
		return "", false
	}
	if !v.Has(key) || !spells(v.Group(g), v.T(key)) {
		return "", false
	}
	return v.T(key), true
}

// spells reports whether a name begins with the first letter of a code, and has the
// others behind it in their order.
func spells(name, code string) bool {
	left := []rune(strings.ToLower(code))
	for i, r := range strings.ToLower(name) {
		if len(left) > 0 && r == left[0] {
			left = left[1:]
		} else if i == 0 {
			return false
		}
	}
	return len(left) == 0
}

func (v *position) codeTaken(code string) bool {
	for g := range v.Setup.Groups {
		if usual, ok := v.usualCode(uint8(g)); ok && usual == code {
			return true
		}
	}
	return false
}

// groupCount tells how many deeds of a group a seat owns, and of how many.
func (v *position) groupCount(seat game.Seat, g uint8) (have, size int) {
	set := v.r.Groups[g].Spaces
	return (set & v.s.Owned[seat]).Len(), set.Len()
}

// chip is a group in a player's line: "Ro 2/3".
type chip struct {
	Class, Code, Name, Count string
	Full                     bool
}

func (v *position) chips(seat game.Seat) []chip {
	var list []chip
	for g := range v.r.NumGroups {
		have, size := v.groupCount(seat, g)
		if have == 0 {
			continue
		}
		list = append(list, chip{
			Class: v.groupClass(g), Code: v.groupCode(g), Name: v.Group(g),
			Count: page.Itoa(have) + "/" + page.Itoa(size), Full: have == size,
		})
	}
	return list
}

// GroupClasses are the classes of the colours of a board, in its order.
func GroupClasses(st *setup.Setup) []string {
	v := boardView(st.Edition.Language, st)
	var list []string
	for g := range st.Rules.NumGroups {
		if st.Rules.Groups[g].Kind == game.KindLot {
			list = append(list, v.groupClass(g))
		}
	}
	return list
}
