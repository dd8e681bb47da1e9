//go:build unix

package external_test

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What a program starts ends with it, whether it is stopped for a fault, has left by
// itself or has played to the end: the pipe that all of them hold is closed.
func TestWhatAProgramStartsEndsWithIt(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, script string
		faults       int
	}{
		{"hangs", "sleep 300 & sleep 300", 1},
		{"dies", "sleep 300 & exit 3", 1},
		{"plays on", "sleep 300 & read a; while read b; do echo hello; done", 1},
		{"starts one that starts another", "sh -c 'sleep 300 & sleep 300' & read a; while read b; do echo null; done", 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			path, pipe := filepath.Join(dir, "bot.sh"), filepath.Join(dir, "pipe")
			require.NoError(t, syscall.Mkfifo(pipe, 0o600))
			require.NoError(t, os.WriteFile(path, []byte("exec 3>"+pipe+"\n"+tc.script+"\n"), 0o600))
			ended := make(chan error, 1)
			go func() {
				held, err := os.Open(pipe)
				if err == nil {
					_, err = io.Copy(io.Discard, held)
					_ = held.Close()
				}
				ended <- err
			}()
			faults, _ := play(t, "cmd:sh "+path, 12, 300*time.Millisecond)
			assert.Len(t, faults, tc.faults)
			select {
			case err := <-ended:
				assert.NoError(t, err)
			case <-time.After(10 * time.Second):
				t.Error("a process that it started still runs")
			}
		})
	}
}
