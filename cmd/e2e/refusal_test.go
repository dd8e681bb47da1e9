package e2e

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestARefusalComesIntoView sends an offer from the bottom of its form on a phone: the
// server refuses it, and the page shows why.
func TestARefusalComesIntoView(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Width: 360, Height: 640, Touch: true})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	sandbox(t, s, p, rig.FourFriends)
	far, err := rig.Eval[bool](p, `(f => {
		f.closest("details").open = true;
		f.elements.give_cash.value = 10;
		f.elements.want_cash.value = 20;
		const send = f.querySelector("[value=propose_trade]");
		send.scrollIntoView({block: "end", behavior: "instant"});
		f.requestSubmit(send);
		return f.getBoundingClientRect().top < -100;
	})(document.querySelector("#trade form"))`)
	require.NoError(t, err)
	require.True(t, far, "the top of the form is out of sight")
	require.NoError(t, p.Await(`document.querySelector("#trade #problem")`))
	require.NoError(t, p.Await(`(r => r.top >= 0 && r.bottom <= innerHeight)(document.getElementById("problem").getBoundingClientRect())`))
}

// TestARefusedPressIsSeenOnEveryScreen: of a player who was banned while the table was open. On
// wide screens a table shows no status line beside its log.
func TestARefusedPressIsSeenOnEveryScreen(t *testing.T) {
	t.Parallel()
	const password = "a password of the operator"
	p := newPair(t, serve(t, "--admin-password", password), browser(t)) // bans are the operator's
	id, err := rig.EvalAsync[string](p.ada, `fetch("/me", {headers: {Accept: "application/json"}}).then(r => r.json()).then(me => me.id)`)
	require.NoError(t, err)
	boss := rig.NewClient(p.s.URL)
	boss.Token = password
	_, err = boss.Do(t.Context(), http.MethodPost, "/admin/bans", map[string]any{"player": id, "reason": "rude words"})
	require.NoError(t, err)
	for _, emulation := range []rig.Emulation{{Width: 1440, Height: 900}, {Width: 360, Height: 740, Touch: true}} {
		require.NoError(t, p.ada.Emulate(emulation))
		_, err = rig.Eval[bool](p.ada, `document.getElementById("status").textContent = "", true`)
		require.NoError(t, err)
		p.press(p.ada, "roll")
		require.NoError(t, p.ada.Await(`document.getElementById("status").textContent.includes("rude words")`))
		holds(t, p.ada, `(r => r.width > 300 && r.top >= 0 && r.bottom <= innerHeight)(document.getElementById("status").getBoundingClientRect())`, "in sight")
		holds(t, p.ada, `document.getElementById("status").matches(".lost")`, "as a warning")
	}
}
