package views_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/a-h/templ"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// story is one page worth looking at.
type story struct {
	name string
	page func(page.Page) templ.Component
}

// TestGallery writes every page to the directory in BANKHALTER_GALLERY, for
// looking at in a browser (served with the files under /static/); without it,
// it only sees to it that all of them render.
func TestGallery(t *testing.T) {
	dir := os.Getenv("BANKHALTER_GALLERY")
	for _, s := range stories(t) {
		for _, lang := range []string{"de", "en"} {
			html := render(t, s.page(pageOf(lang)))
			require.Contains(t, html, "</html>", s.name)
			if dir != "" {
				require.NoError(t, os.WriteFile(filepath.Join(dir, s.name+"."+lang+".html"), []byte(html), 0o600))
			}
		}
	}
}

func stories(t *testing.T) []story {
	t.Helper()
	var list []story
	table := func(name string, d tablepage.TableData) {
		list = append(list, story{name, d.Page})
	}
	for _, ed := range []string{"german-classic", "mega"} {
		seats := 4
		if ed == "mega" {
			seats = 6
		}
		for ph := game.PhaseJail; ph < game.PhaseOver; ph++ {
			if d, ok := position(t, ed, seats, ph); ok {
				table(ed+"-"+phaseName(ph), d)
			}
		}
	}
	return append(append(list, otherStories(t)...), bookStories(t)...)
}
