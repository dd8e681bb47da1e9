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

// Every test that SECURITY.md names exists, and every line of its list is
// complete.
func TestTheSecurityListIsTrue(t *testing.T) {
	data, err := os.ReadFile("../../SECURITY.md")
	require.NoError(t, err)
	there := testsOf(t, "../..")
	require.Greater(t, len(there), 300)
	named := regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(string(data), -1)
	require.Greater(t, len(named), 60)
	for _, m := range named {
		assert.True(t, there[m[1]], "%s is named and does not exist", m[1])
	}
	row := regexp.MustCompile(`^\| (\d+\.\d+\.\d+)( to \d+\.\d+\.\d+)? \| [^|]+ \| (met|n/a|differs) \| [^|]{3,} \|$`)
	seen, chapters := map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(string(data)) {
		if !regexp.MustCompile(`^\| \d`).MatchString(line) {
			continue
		}
		m := row.FindStringSubmatch(strings.TrimSpace(line))
		if !assert.NotNil(t, m, line) {
			continue
		}
		if m[3] == "differs" {
			assert.Regexp(t, `Risk: .+`, line, "whoever does otherwise says what may come of it")
		}
		assert.False(t, seen[m[1]], "%s stands twice", m[1])
		seen[m[1]] = true
		chapters[strings.Split(m[1], ".")[0]] = true
	}
	assert.Len(t, chapters, 17, "the standard has 17 chapters")
}

// testsOf are the names of all tests of the repository.
func testsOf(t *testing.T, root string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		data, err := os.ReadFile(path)
		for _, m := range declared.FindAllStringSubmatch(string(data), -1) {
			all[m[1]] = true
		}
		return err
	})
	require.NoError(t, err)
	return all
}
