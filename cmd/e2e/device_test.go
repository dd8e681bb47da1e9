package e2e

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// Who has the device, as its page says; who is asked to take it; and whether something
// of a player is on the page.
const (
	deviceHas  = `document.getElementById("dv-h")?.textContent.split(" ")[0] ?? ""`
	deviceAsks = `document.querySelector("#act button.go[id^=m-take-]")?.textContent.trim() ?? ""`
	deviceShut = `!document.querySelector("#act form[action$='/moves'], #deeds form, #chat, #device")`
)

// TestTwoPeopleOnOnePhone plays three rounds on a phone that is passed on, with a trade
// between the two who share it.
func TestTwoPeopleOnOnePhone(t *testing.T) {
	t.Parallel()
	s := shipped(t)
	h := newHuman(t, rig.Emulation{Width: 390, Height: 844, Touch: true})
	require.NoError(t, h.Open(s.URL+"/games/new?edition=us-classic"))
	_, err := rig.Eval[bool](h.Session, `(f => {f.name.value = "Ada"; f.here.value = "Ben"; f.players.value = 2; f.pace.value = "open"; return true})({name: document.querySelector("#f-open [name=name]"), here: document.getElementById("in-here"), players: document.getElementById("in-players"), pace: document.querySelector("#f-open [name=pace]") ?? {}})`)
	require.NoError(t, err)
	require.NoError(t, h.Follow("#m-open"))
	require.NoError(t, h.Follow("#m-start"))
	require.NoError(t, h.Await(seqShown+" > 0"))
	passed, traded := map[string]int{}, false
	for deadline := time.Now().Add(2 * soon); (passed["I am Ada"] < 3 || passed["I am Ben"] < 3 || !traded) && time.Now().Before(deadline); {
		who, err := rig.Eval[string](h.Session, deviceAsks)
		require.NoError(t, err)
		if who != "" {
			shut, err := rig.Eval[bool](h.Session, deviceShut)
			require.NoError(t, err)
			assert.True(t, shut, "nothing of either of them is to be seen")
			require.NoError(t, h.Follow("#act button.go[id^=m-take-]"))
			has, err := rig.Eval[string](h.Session, deviceHas)
			require.NoError(t, err)
			assert.Equal(t, who, "I am "+has)
			passed[who]++
			continue
		}
		if !traded {
			traded = h.sellsADeed()
		}
		if move, x, y := h.nextButton(); move != "" {
			h.press(x, y)
		}
		time.Sleep(200 * time.Millisecond)
	}
	assert.GreaterOrEqual(t, passed["I am Ada"], 3)
	assert.GreaterOrEqual(t, passed["I am Ben"], 3)
	assert.True(t, traded)
	assert.Empty(t, h.Problems())
	over, err := rig.Eval[bool](h.Session, `document.documentElement.scrollWidth > innerWidth`)
	require.NoError(t, err)
	assert.False(t, over, "nothing has to be pushed aside to be read")
}

// sellsADeed offers a deed of the player who has the device to the other one, for ten,
// who then takes the device and accepts; it reports whether there was a deed to sell.
func (h *human) sellsADeed() bool {
	h.t.Helper()
	offered, err := rig.EvalAsync[bool](h.Session, `(async () => {
		const state = await (await fetch(location.pathname, {headers: {Accept: "application/json"}})).json(), me = state.seat;
		const deed = state.deeds.find(d => d.owner === me && !d.mortgaged);
		if (!deed || !state.moves.some(m => m.move === "propose_trade")) return false;
		const body = new URLSearchParams({move: "propose_trade", player: me, to: 1 - me, give_deeds: deed.space, want_cash: 10});
		return (await fetch(location.pathname + "/moves", {method: "POST", body, headers: {Accept: "application/json"}})).ok;
	})()`)
	require.NoError(h.t, err)
	if !offered {
		return false
	}
	seller, err := rig.Eval[string](h.Session, deviceHas)
	require.NoError(h.t, err)
	require.NoError(h.t, h.Follow("#m-pass"))
	require.NoError(h.t, h.Await(`document.getElementById("act-h").textContent === "Who has the device?"`))
	shut, err := rig.Eval[bool](h.Session, deviceShut+` && !document.querySelector(".arrival")`)
	require.NoError(h.t, err)
	assert.True(h.t, shut, "the offer is the other one's to see")
	other := map[string]string{"Ada": "1", "Ben": "0"}[seller]
	require.NoError(h.t, h.Follow("#m-take-"+other))
	_, err = rig.Eval[bool](h.Session, `(document.querySelector("#act button[value=accept_trade]").click(), true)`)
	require.NoError(h.t, err)
	require.NoError(h.t, h.Await(deviceAsks+` === "I am `+seller+`"`))
	return true
}
