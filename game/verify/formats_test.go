package verify_test

import (
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/verify"
)

// TestExportsOfEveryReleasedFormatVerify reads files that earlier versions
// wrote (cmd/e2e/fixture) and that no version writes any more.
func TestExportsOfEveryReleasedFormatVerify(t *testing.T) {
	files, err := filepath.Glob("../export/testdata/format-*/*.jsonl.gz")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	formats := map[string]bool{}
	for _, name := range files {
		formats[filepath.Base(filepath.Dir(name))] = true
		t.Run(filepath.Base(filepath.Dir(name))+"/"+filepath.Base(name), func(t *testing.T) {
			f, err := os.Open(name)
			require.NoError(t, err)
			defer f.Close()
			packed, err := gzip.NewReader(f)
			require.NoError(t, err)
			file, err := export.Read(packed)
			require.NoError(t, err)
			r, err := verify.Export(file)
			require.NoError(t, err)
			assert.True(t, r.OK(), "%+v", r.Checks)
			assert.Equal(t, file.Header.Events, r.Events, "nothing is missing")
			if strings.HasPrefix(filepath.Base(name), "finished") {
				assert.True(t, r.Committed(), "%+v", r.Checks)
				assert.Equal(t, "finished", r.Status)
			} else {
				assert.Equal(t, "playing", r.Status)
			}
		})
	}
	assert.True(t, formats["format-1"], "the first one stays")
}
