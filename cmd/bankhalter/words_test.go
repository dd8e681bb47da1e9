package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Comments say what Go's own documentation would, so that a reader can search
// for it.
func TestCommentsSpeakAsGoDoes(t *testing.T) {
	t.Parallel()
	comment := regexp.MustCompile(`(^|\s)//.*`)
	better := map[*regexp.Regexp]string{
		regexp.MustCompile(`\b[Tt]ells? whether\b`):                      "reports whether",
		regexp.MustCompile(`\bwho asks\b`):                               "the caller, the viewer",
		regexp.MustCompile(`\b([Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b`):       "they, their, the player",
		regexp.MustCompile(`\b[Ww]hoever\b`):                             "the caller, the player, the viewer",
		regexp.MustCompile(`\b([Ss]omebody|[Aa]nybody|[Nn]obody) who\b`): "the player, a player",
	}
	files := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if name := d.Name(); strings.HasSuffix(name, "_templ.go") || name == "words_test.go" || filepath.Ext(name) != ".go" && filepath.Ext(name) != ".templ" {
			return nil
		}
		files++
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		for n, line := range strings.Split(string(src), "\n") {
			said := comment.FindString(line)
			for words, instead := range better {
				assert.False(t, words.MatchString(said), "%s:%d: %s: say %s", path, n+1, said, instead)
			}
		}
		return nil
	})
	require.NoError(t, err)
	assert.Greater(t, files, 500, "the whole repository was read")
}
