package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestWhatCannotBeSentIsSaid takes the server away under an open table: the
// decision says that it was not sent, the status line why, until it is back.
func TestWhatCannotBeSentIsSaid(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := visitor(t, browser(t), rig.Look{Width: 360, Height: 740, Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := moment{name: "roll", doc: fourFriends}
	path := m.set(t, p)
	day := visitor(t, browser(t), rig.Look{Language: "de"})
	require.NoError(t, day.SignIn(s.URL, "Ben"))
	require.NoError(t, day.Open(s.URL+"/me"))
	holds(t, day, `(navigator.setAppBadge = n => (window.badge = n, Promise.resolve()), navigator.clearAppBadge = () => (window.badge = 0, Promise.resolve()),
		document.getElementById("day").dataset.awaited = "2", document.dispatchEvent(new Event("htmx:after:swap")), window.badge === 2)`, "the icon counts the tables that wait")
	require.NoError(t, p.Open(s.URL+path))
	require.NoError(t, s.Kill())
	require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#act .go"))))
	require.NoError(t, p.Await(`document.querySelector("#act #unsent")?.textContent.includes("Nicht gesendet")`))
	lost := `document.getElementById("status").classList.contains("lost") && document.getElementById("status").textContent.includes("Keine Verbindung")`
	require.NoError(t, p.Await(lost))
	require.NoError(t, day.Await(lost), "my day says it too")
	again, err := s.Again()
	require.NoError(t, err)
	t.Cleanup(func() { _ = again.Kill() })
	require.NoError(t, p.Await(`!document.querySelector(".lost, #unsent")`))
	require.NoError(t, day.Await(`!document.querySelector(".lost")`))
}
