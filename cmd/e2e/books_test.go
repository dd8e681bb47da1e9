package e2e

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestTheBooksInLynx plays a few turns in a text browser and reads the account
// books in it: every amount has its sentence on one line.
func TestTheBooksInLynx(t *testing.T) {
	t.Parallel()
	need(t, "lynx")
	s := serve(t)
	r := rig.Lynx{Base: s.URL, Dir: t.TempDir()}
	page := sitDown(t, r, "Lynda")
	path := "/games/" + strings.Split(strings.TrimPrefix(formAction(t, page), "/games/"), "/")[0]
	for range 30 {
		f, b, ok := page.Find("move", thriftyMoves...)
		if !ok {
			page = open(t, r, path)
			continue
		}
		var err error
		page, err = rig.Press(t.Context(), r, f, b)
		require.NoError(t, err)
	}
	require.Equal(t, 1, page.Doc.Find(`#log a[href="`+path+`/books"]`).Length(), "the log leads to the books")
	shown, err := r.Dump(t.Context(), path+"/books?page=all&lang=en")
	require.NoError(t, err)
	t.Log(shown)
	squeezed := strings.Join(strings.Fields(shown), " ")
	assert.Contains(t, squeezed, "Starting money $1,500 –")
	assert.Contains(t, squeezed, "All together")
	assert.Contains(t, squeezed, "From To What for Amount")
	assert.Regexp(t, `Bank → ?Lynda Starting money \$1,500`, squeezed)
	assert.Regexp(t, `Then: Lynda: \$\d`, squeezed)
	assert.NotContains(t, squeezed, "books.sum")
}
