package palette

import (
	"strings"

	"github.com/bankhalter/bankhalter/game/edition"
)

// Class is the class under which the colours of an edition hold.
func Class(ed *edition.Edition) string { return "ed-" + ed.Hash[:10] }

// Sheet is the style sheet of an edition: it dresses everything inside an
// element of its Class. scene and night are the addresses of the drawing in its
// middle, on light pages and on dark ones.
func Sheet(ed *edition.Edition, scene, night string) string {
	var b strings.Builder
	class := "." + Class(ed)
	l, d := light(ed), dark(ed)
	l.write(&b, class, faceOf(ed.Look.Face)+`--scene:url("`+scene+`");`)
	b.WriteString("@media (prefers-color-scheme:dark){")
	d.write(&b, class, `--scene:url("`+night+`");`)
	b.WriteString("}\n")
	return b.String()
}

// write prints the rules of a scheme.
func (s *scheme) write(b *strings.Builder, class, more string) {
	b.WriteString(class + "{")
	for _, t := range s.tokens {
		b.WriteString("--" + t.name + ":" + t.value.String() + ";")
	}
	b.WriteString(more + "}\n")
	for _, g := range s.groups {
		b.WriteString(class + " .g-" + g.id + "{--g:" + g.fill.String() + ";--gi:" + g.on.String() + "}\n")
	}
}

// faceOf is the typeface of what is printed on a board and its cards: stacks of fonts
// installed somewhere, each ending in a family that every system has. Headings and sums
// have the site's own on all boards.
func faceOf(name string) string {
	switch name {
	case "deco":
		return `--face:"Futura","Century Gothic","URW Gothic","Avenir Next","Jost","Gill Sans","Trebuchet MS",sans-serif;--mark-space:.22em;--mark-case:uppercase;--heavy:600;`
	case "slab":
		return `--face:"Rockwell","Roboto Slab","Zilla Slab","Bitstream Charter","Charter","Rockwell Nova","DejaVu Serif",serif;--mark-space:.06em;--mark-case:none;--heavy:600;`
	case "narrow":
		return `--face:"Avenir Next Condensed","Roboto Condensed","Archivo Narrow","Arial Narrow","Liberation Sans Narrow","DejaVu Sans Condensed",sans-serif;--mark-space:.3em;--mark-case:uppercase;--heavy:700;`
	case "round":
		return `--face:ui-rounded,"SF Pro Rounded","Hiragino Maru Gothic ProN","Quicksand","Nunito","Varela Round","Arial Rounded MT Bold","Verdana","DejaVu Sans",sans-serif;--mark-space:.02em;--mark-case:none;--heavy:700;`
	case "chancery":
		return `--face:"Cormorant SC","Trajan Pro","Cinzel","Optima","Candara","Book Antiqua","P052","DejaVu Serif Condensed",serif;--mark-space:.16em;--mark-case:uppercase;--heavy:600;`
	default:
		return ""
	}
}
