package scene_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/views/scene"
)

// Every emblem has a drawing of its own: well-formed, small, in colours only, with
// nothing that runs or is fetched.
func TestEveryEmblemHasItsDrawing(t *testing.T) {
	seen := map[string]string{}
	colours := regexp.MustCompile(`#[0-9a-f]{6}`)
	for _, emblem := range edition.Emblems() {
		ed := &edition.Edition{Look: edition.Look{Accent: "#1b4f72", Emblem: emblem}}
		for _, dark := range []bool{false, true} {
			body := scene.SVG(ed, dark)
			for d := xml.NewDecoder(bytes.NewReader(body)); ; {
				_, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				require.NoError(t, err, emblem)
			}
			assert.Less(t, len(body), 6<<10, emblem)
			assert.NotContains(t, string(body), "class=", "%s: every class has a colour", emblem)
			assert.NotRegexp(t, `script|href|style|url\(`, string(body))
		}
		shapes := colours.ReplaceAllString(string(scene.SVG(ed, false)), "")
		assert.Empty(t, seen[shapes], "%s is drawn like %s", emblem, seen[shapes])
		seen[shapes] = emblem
		assert.NotEqual(t, scene.SVG(ed, false), scene.SVG(ed, true), "%s has a night", emblem)
	}
}

// A board of one's own that names no emblem gets the neutral drawing in its colours.
func TestBoardsWithoutAnEmblem(t *testing.T) {
	plain := scene.SVG(&edition.Edition{}, false)
	assert.Equal(t, scene.SVG(&edition.Edition{Look: edition.Look{Emblem: "compass"}}, false), plain)
	assert.NotEqual(t, plain, scene.SVG(&edition.Edition{Look: edition.Look{Accent: "#802020"}}, false))
}
