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
// tell colours apart.
func (v *position) groupCode(g uint8) string {
	if g == game.NoGroupID || int(g) >= len(v.Setup.Groups) {
		return ""
	}
	key := "code_of." + v.groupLook(g)
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
