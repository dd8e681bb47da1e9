package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// screenshotsVariable names the folder for screenshots of the games. With
// it the games are longer; without it there are no screenshots.
const screenshotsVariable = "BANKHALTER_SCREENSHOTS"

func takesScreenshots() bool { return os.Getenv(screenshotsVariable) != "" }

// screenshots takes pictures of the pages of a game, one of each kind.
type screenshots struct {
	t         *testing.T
	p         *rig.Session
	name      string
	emulation rig.Emulation
	taken     map[string]bool
}

// take draws the window, narrow and wide, and the whole narrow page.
func (a *screenshots) take(what string) {
	a.t.Helper()
	if !takesScreenshots() || a.taken[what] {
		return
	}
	if a.taken == nil {
		a.taken = map[string]bool{}
	}
	a.taken[what] = true
	dir := filepath.Join(os.Getenv(screenshotsVariable), a.name)
	require.NoError(a.t, os.MkdirAll(dir, 0o755))
	at, err := rig.Eval[float64](a.p, "scrollY")
	require.NoError(a.t, err)
	for _, w := range []struct{ wide, high int64 }{{360, 740}, {1440, 900}} {
		emulation := a.emulation
		emulation.Width, emulation.Height = w.wide, w.high
		require.NoError(a.t, a.p.Emulate(emulation))
		_, err := rig.Eval[bool](a.p, "scrollTo(0, 0), true")
		require.NoError(a.t, err)
		time.Sleep(120 * time.Millisecond) // the first paint
		base := fmt.Sprintf("%02d-%s.%s.%d", len(a.taken), what, emulation.Language, w.wide)
		png, err := a.p.Screenshot()
		require.NoError(a.t, err)
		require.NoError(a.t, os.WriteFile(filepath.Join(dir, base+".png"), png, 0o600))
		full, err := a.p.FullScreenshot()
		require.NoError(a.t, err)
		require.NoError(a.t, os.WriteFile(filepath.Join(dir, base+".full.png"), full, 0o600))
	}
	require.NoError(a.t, a.p.Emulate(a.emulation))
	_, err = rig.Eval[bool](a.p, "scrollTo(0, "+strconv.FormatFloat(at, 'f', 0, 64)+"), true")
	require.NoError(a.t, err)
}

// screenshotName names the contents of a page, for the file name of its picture.
func screenshotName(s *snapshot, c *control) string {
	what := s.state.Phase + "-" + c.move
	return strings.ReplaceAll(what, "_", "-")
}

// takeAsIs draws the window, and the whole page, as they are.
func (a *screenshots) takeAsIs(what string) {
	a.t.Helper()
	if !takesScreenshots() {
		return
	}
	dir := filepath.Join(os.Getenv(screenshotsVariable), a.name)
	require.NoError(a.t, os.MkdirAll(dir, 0o755))
	base := fmt.Sprintf("%s.%s.%d", what, a.emulation.Language, a.emulation.Width)
	png, err := a.p.Screenshot()
	require.NoError(a.t, err)
	require.NoError(a.t, os.WriteFile(filepath.Join(dir, base+".png"), png, 0o600))
	full, err := a.p.FullScreenshot()
	require.NoError(a.t, err)
	require.NoError(a.t, os.WriteFile(filepath.Join(dir, base+".full.png"), full, 0o600))
}
