package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestARefusedPermissionIsSaidWhereItIsAsked presses for messages to a browser that allows
// none: on a phone, too, the reason is in sight.
func TestARefusedPermissionIsSaidWhereItIsAsked(t *testing.T) {
	t.Parallel()
	s := serve(t, "--public-url", "http://localhost") // messages need an address to lead to
	p := newSession(t, browser(t), rig.Emulation{Width: 360, Height: 740, Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	require.NoError(t, p.Open(s.URL+"/me/notices"))
	holds(t, p, `(Notification.requestPermission = () => Promise.resolve("denied"), true)`, "nobody allows it")
	require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#m-push"))))
	require.NoError(t, p.Await(`document.getElementById("push-said")?.textContent.includes("erlaubt hier keine Nachrichten")`))
	holds(t, p, `(r => r.top >= 0 && r.bottom <= innerHeight)(document.getElementById("push-said").getBoundingClientRect())`, "it is in sight")
}
