// Package scene draws what lies in the middle of a board: one drawing for each emblem
// that a board's look may name, in flat shapes and the tints of that board.
package scene

import (
	"embed"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/views/palette"
)

// A drawing is the content of an SVG of 600 by 600, its upper half above all: the
// decision lies on the lower one. Classes stand for the tints: a to d from far to
// near, sky, sun, land and l for light; t, t2, t3 and r are lines.
//
//go:embed data/*.svg
var files embed.FS

// usual is the drawing for a board that names no emblem, or one without a drawing.
const usual = "compass"

// drawings are the files by their name, read once.
var drawings = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	names, err := fs.Glob(files, "data/*.svg")
	if err != nil {
		panic("scene: " + err.Error()) // the pattern is a constant
	}
	for _, name := range names {
		body, err := files.ReadFile(name)
		if err != nil {
			panic("scene: a file that is compiled in: " + err.Error())
		}
		all[strings.TrimSuffix(path.Base(name), ".svg")] = string(body)
	}
	return all
})

// SVG is the drawing for a board as a document, in its colours on light or dark pages.
func SVG(ed *edition.Edition, dark bool) []byte {
	body, ok := drawings()[ed.Look.Emblem]
	if !ok {
		body = drawings()[usual]
	}
	t := palette.Tints(ed, dark)
	fill := func(c string) string { return `fill="` + c + `"` }
	line := func(c, wide string) string { return `fill="none" stroke="` + c + `" stroke-width="` + wide + `"` }
	painted := strings.NewReplacer(
		`class="a"`, fill(t.Sea), `class="b"`, fill(t.Land), `class="c"`, fill(t.Land2), `class="d"`, fill(t.Frame),
		`class="l"`, fill(t.Light), `class="sky"`, fill(t.Sky), `class="sun"`, fill(t.Sun), `class="land"`, fill(t.Land),
		`class="beam"`, fill(t.Sun)+` opacity=".33"`,
		`class="t"`, line(t.Land2, "2"), `class="t2"`, line(t.Frame, "2.5"), `class="t3"`, line(t.Land2, "14"), `class="r"`, line(t.Sun, "6"),
	).Replace(body)
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" preserveAspectRatio="xMidYMin slice">` +
		`<rect width="600" height="600" ` + fill(t.Sky) + `/>` + painted + "</svg>\n")
}
