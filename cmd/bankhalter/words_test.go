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

// People are never he: not in the description of the API, in the help of a command, in
// the documents or on a page in English.
func TestTextsSpeakOfPeopleAsThey(t *testing.T) {
	t.Parallel()
	he := regexp.MustCompile(`\b([Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b`)
	german := regexp.MustCompile(`^\s*de\.|\bde\s*=`)
	var files []string
	for _, places := range []string{"../../handlers/reference/words/*.toml", "../../views/text/*en.toml", "../../*.md", "*.go"} {
		found, err := filepath.Glob(places)
		require.NoError(t, err)
		require.NotEmpty(t, found, places)
		files = append(files, found...)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") || filepath.Base(path) == "CONTRIBUTING.md" { // which says so
			continue
		}
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		for n, line := range strings.Split(string(src), "\n") {
			assert.False(t, !german.MatchString(line) && he.MatchString(line), "%s:%d: %s: say they, their, the player", path, n+1, line)
		}
	}
}
