package e2e

import (
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestLynxGoesOnAtOnce presses a button in lynx by its keys: lynx finds nothing to
// complain of in the address to which it is sent, for which it would stop.
func TestLynxGoesOnAtOnce(t *testing.T) {
	t.Parallel()
	need(t, "lynx")
	s := serve(t)
	ada := rig.Lynx{Base: s.URL, Dir: t.TempDir()}
	signIn(t, ada, "Ada")
	page, err := ada.Send(t.Context(), "/games", url.Values{"scenario": {rig.FourFriends}})
	require.NoError(t, err)
	path := strings.TrimSuffix(page.Doc.Find("#table").AttrOr("data-events", ""), "/events")
	require.Equal(t, 1, page.Doc.Find("#m-roll").Length(), page.Text())

	var keys strings.Builder
	for _, key := range []string{"/", "(", "r", "o", "l", "l", ")", "^J", "^J", "q", "y"} {
		keys.WriteString("key " + key + "\n")
	}
	script := filepath.Join(ada.Dir, "keys")
	require.NoError(t, os.WriteFile(script, []byte(keys.String()), 0o600))
	cmd := exec.CommandContext(t.Context(), "lynx", "-cfg="+filepath.Join(ada.Dir, "lynx.cfg"), "-cmd_script="+script, s.URL+path)
	cmd.Env = append(cmd.Environ(), "HOME="+ada.Dir, "TERM=vt100")
	screen, err := cmd.CombinedOutput()
	require.NoError(t, err, string(screen))
	assert.Zero(t, open(t, ada, path).Doc.Find("#m-roll").Length(), "the button was pressed")
	assert.NotContains(t, string(screen), "not absolute")
}

// TestLynxShowsNothingThatNeedsScripts looks for buttons that only a script could serve: lynx
// shows elements that are hidden.
func TestLynxShowsNothingThatNeedsScripts(t *testing.T) {
	t.Parallel()
	need(t, "lynx")
	s := serve(t)
	ada := rig.Lynx{Base: s.URL, Dir: t.TempDir()}
	signIn(t, ada, "Ada")
	made, err := ada.Send(t.Context(), "/games", url.Values{"edition": {"us-classic"}, "players": {"3"}})
	require.NoError(t, err)
	room, err := ada.Dump(t.Context(), strings.TrimSuffix(made.Doc.Find("#table").AttrOr("data-events", ""), "/events"))
	require.NoError(t, err)
	assert.Contains(t, room, "Invite friends")
	for _, button := range []string{"Copy the link", "Share", "Try the dice", "Throw"} {
		assert.NotContains(t, room, button)
	}
	named := rig.Lynx{Base: strings.Replace(s.URL, "127.0.0.1", "localhost", 1), Dir: t.TempDir()} // as passkeys need it
	signIn(t, named, "Ben")
	for _, path := range []string{"/login", "/me/account"} {
		said, err := named.Dump(t.Context(), path)
		require.NoError(t, err)
		assert.Contains(t, said, "asskey", path)
		for _, button := range []string{"Sign in with a passkey\n", "Make a passkey", "Name of the passkey", "My device"} {
			assert.NotContains(t, said, button, path)
		}
	}
}
