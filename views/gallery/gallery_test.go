package gallery_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/views/gallery"
	"github.com/bankhalter/bankhalter/views/page"
)

func TestEveryStoryIsAPage(t *testing.T) {
	list, err := gallery.Stories()
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, s := range list {
		assert.False(t, seen[s.Name], "two stories are called %s", s.Name)
		seen[s.Name] = true
		for _, lang := range []string{"de", "en"} {
			page, err := s.Page(page.Page{Lang: lang, Path: page.GalleryPath(s.Name), Viewer: page.Person{ID: "p1", Name: "Ada"}})
			require.NoError(t, err)
			var b strings.Builder
			require.NoError(t, page.Render(context.Background(), &b))
			assert.Contains(t, b.String(), "</html>", s.Name)
			assert.False(t, strings.Contains(b.String(), "data-events"), "%s would load itself anew again and again: there is no such game", s.Name)
		}
	}
	_, found, err := gallery.Find("no-such-story")
	require.NoError(t, err)
	assert.False(t, found)
}
