package edition

import (
	"regexp"
	"slices"
)

// Look is the suggested appearance of a board. Everything may be missing; the page
// then chooses. Colours are "#rrggbb", those of a light page.
type Look struct {
	Table  string // the surface of the table
	Accent string // the one button, and whatever matters now
	Second string // signs of spaces that are no deeds
	Face   string // one of Faces: the kind of letters of headings
	Emblem string // one of Emblems: the sign in the middle
}

// faces are the kinds of letters there are.
func faces() []string { return []string{"classic", "deco", "slab", "narrow", "round", "chancery"} }

// Emblems are the signs there are.
func Emblems() []string {
	return []string{"gables", "lighthouse", "column", "skyline", "ring", "crystal", "compass"}
}

// MaxGroups is how many groups a board has at most.
const MaxGroups = 16

// IsLook reports whether look and colours of the groups are such as a document may
// have them, whatever else the edition lacks.
func (e *Edition) IsLook() bool {
	l := &e.Look
	colours := []string{l.Table, l.Accent, l.Second}
	for _, g := range e.Groups {
		if !idForm.MatchString(g.ID) {
			return false
		}
		colours = append(colours, g.Colour)
	}
	for _, c := range colours {
		if c != "" && !colourForm.MatchString(c) {
			return false
		}
	}
	return (l.Face == "" || slices.Contains(faces(), l.Face)) && (l.Emblem == "" || slices.Contains(Emblems(), l.Emblem))
}

func readLook(n node) Look {
	n = n.object("table", "accent", "second", "face", "emblem", "note")
	return Look{
		Table: n.maybe("table").colour(), Accent: n.maybe("accent").colour(), Second: n.maybe("second").colour(),
		Face: n.maybe("face").oneOf(faces()...), Emblem: n.maybe("emblem").oneOf(Emblems()...),
	}
}

// colourForm has no state: a compiled pattern.
var colourForm = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// colour returns a colour, "" if the node is not ok.
func (n node) colour() string {
	s := n.text(maxName)
	if s != "" && !colourForm.MatchString(s) {
		n.bad(noColour, clip(s))
		return ""
	}
	return s
}
