package e2e

import (
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
