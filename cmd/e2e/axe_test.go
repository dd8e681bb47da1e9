package e2e

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// axeSum is the SHA-256 of axe.min.js in the published package axe-core 4.14.1.
const axeSum = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"

// axe is the script of the accessibility checker axe-core, as published. It is
// kept packed, at a quarter of its size, and under a licence of its own beside it.
func axe(t *testing.T) string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "axe-core-4.14.1.min.js.gz"))
	require.NoError(t, err)
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	require.NoError(t, err)
	script, err := io.ReadAll(unpacked)
	require.NoError(t, err)
	sum := sha256.Sum256(script)
	require.Equal(t, axeSum, hex.EncodeToString(sum[:]), "the checker is not the published one")
	return string(script)
}
