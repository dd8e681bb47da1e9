package e2e

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// addAuthenticator gives a visitor's browser an authenticator that knows its owner.
func addAuthenticator(t *testing.T, p *rig.Session) {
	t.Helper()
	require.NoError(t, p.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		if _, err := cdp.Call(ctx, target, webauthn.Enable, webauthn.EnableParams{}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, target, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{
			Options: &webauthn.VirtualAuthenticatorOptions{
				Protocol: "ctap2", Transport: "internal", HasResidentKey: true, HasUserVerification: true,
				IsUserVerified: true, AutomaticPresenceSimulation: true,
			},
		})
		return err
	})))
}

// A guest makes a passkey, signs out and comes back by it, under the page's
// strict policy and with nothing typed.
func TestAPasskeyBringsSomebodyBack(t *testing.T) {
	t.Parallel()
	s, b := serve(t), browser(t)
	home := strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
	ada := newSession(t, b, rig.Emulation{})
	addAuthenticator(t, ada)
	require.NoError(t, ada.SignInByForm(home, "Ada"))
	require.NoError(t, ada.Open(home+"/me/account"))
	require.NoError(t, ada.Await("!document.querySelector('#f-passkey').hidden"))
	require.NoError(t, ada.Do(chromedp.Click(chromedp.CSS("#m-passkey"))))
	require.NoError(t, ada.Await("document.querySelector('[id^=passkey-]') && document.getElementById('m-out')"), "the page lists it, and is there whole")

	holds(t, ada, `(document.getElementById("m-out").click(), true)`, "the page has just come anew: a node found before is gone")
	require.NoError(t, ada.Await("location.pathname === '/'"))
	require.NoError(t, ada.Open(home+"/login?next=%2Frules"))
	require.NoError(t, ada.Await("!document.querySelector('#f-passkey').hidden"))
	require.NoError(t, ada.Do(chromedp.Click(chromedp.CSS("#m-passkey"))))
	require.NoError(t, ada.Await("location.pathname === '/rules'"))
	require.NoError(t, ada.Open(home+"/me"))
	text, err := ada.Text()
	require.NoError(t, err)
	assert.Contains(t, text, "Ada")
	assert.Empty(t, ada.Problems())

	// Without an authenticator that answers nothing changes and it is said.
	ben := newSession(t, b, rig.Emulation{})
	require.NoError(t, ben.Open(home+"/login"))
	_, err = rig.Eval[bool](ben, "(navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError')), true)")
	require.NoError(t, err)
	require.NoError(t, ben.Do(chromedp.Click(chromedp.CSS("#m-passkey"))))
	require.NoError(t, ben.Await("!document.querySelector('#f-passkey .problem').hidden && !document.querySelector('#m-passkey').disabled"))
}
