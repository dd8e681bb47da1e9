package handlers_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAPlayerIsNudgedOnce: after a quarter of their time, by another player, once for
// each decision; their channels tell it although they have seen the table.
func TestAPlayerIsNudgedOnce(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben, eve := p.player("Ada"), p.player("Ben"), p.player("Eve")
	game := paced("correspondence", ada, ben)
	pace := game + "/pace"
	waits, other := ada, ben
	seat := ada.get(game).num("turn", "player")
	if seat == 1 {
		waits, other = ben, ada
	}
	toldByMail(t, p, waits, "waits@example.org")
	waits.get(game)
	nudge := map[string]any{"what": "nudge", "about": seat}
	row := func() map[string]any { return other.get(pace).at("seats").([]any)[seat].(map[string]any) }
	button := "#m-nudge-" + strconv.Itoa(seat)

	wantProblem(t, other.post(pace, nudge), http.StatusConflict, "nudge_early")
	assert.Equal(t, false, row()["nudgeable"])
	assert.False(t, p.readerAs(other).open(game).has(button))
	p.pass(6*time.Hour + time.Minute)
	assert.Equal(t, true, row()["nudgeable"])
	wantProblem(t, eve.post(pace, nudge), http.StatusForbidden, "no_seat")
	wantProblem(t, waits.post(pace, nudge), http.StatusConflict, "no_nudge")
	wantProblem(t, other.post(pace, map[string]any{"what": "nudge", "about": 1 - seat}), http.StatusConflict, "no_nudge")
	wantProblem(t, other.post(pace, map[string]any{"what": "nudge", "about": 7}), http.StatusConflict, "no_nudge")
	wantProblem(t, other.post(pace, map[string]any{"what": "nudge"}), http.StatusBadRequest, "missing")
	assert.False(t, p.readerAs(waits).open(game).has(button), "not oneself")

	before, deadline := len(p.smtp.All()), row()["deadline"]
	browser := p.readerAs(other).open(game)
	browser.press(button)
	assert.False(t, browser.open(game).has(button), "once")
	assert.True(t, browser.has("#nd-"+strconv.Itoa(seat)))
	wantProblem(t, other.post(pace, nudge), http.StatusConflict, "nudged")
	assert.NotNil(t, row()["nudged_at"])
	assert.Equal(t, deadline, row()["deadline"], "nobody's time changes")
	p.pass(2 * time.Minute)
	require.Len(t, p.smtp.All(), before+1)
	assert.Regexp(t, `^Table with (Ada|Ben) – your turn: roll \(the others are waiting for you\)$`, p.smtp.Last().Subject)
	assert.Contains(t, p.readerAs(waits).open(game).doc.Find("#times").Text(), "You were nudged")

	waits.moves(game, map[string]any{"move": "roll"})
	assert.Nil(t, row()["nudged_at"], "it was about that decision")
}

// TestWhoIsThinkingIsLeftAlone: nobody nudges a player who says that they are there,
// and their clock runs as it did; later the others may again.
func TestWhoIsThinkingIsLeftAlone(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Ben")
	for _, kind := range []string{"open", "correspondence"} {
		game := paced(kind, ada, ben)
		pace := game + "/pace"
		waits, other := ada, ben
		seat := ada.get(game).num("turn", "player")
		if seat == 1 {
			waits, other = ben, ada
		}
		waits.get(game)
		nudge := map[string]any{"what": "nudge", "about": seat}
		row := func() map[string]any { return other.get(pace).at("seats").([]any)[seat].(map[string]any) }
		p.pass(7 * time.Hour)
		wantProblem(t, other.post(pace, map[string]any{"what": "think"}), http.StatusConflict, "not_asked")
		bank, deadline := row()["bank"], row()["deadline"]
		browser := p.readerAs(waits).open(pace)
		browser.press("#m-think")
		assert.False(t, browser.open(pace).has("#m-think"))
		assert.Equal(t, []any{bank, deadline}, []any{row()["bank"], row()["deadline"]}, "it gives no time and costs none")
		require.NotNil(t, row()["thinking_until"])
		assert.Contains(t, p.readerAs(other).open(game).doc.Find("#times").Text(), "is here and thinking")
		wantProblem(t, other.post(pace, nudge), http.StatusConflict, "thinking")
		until := row()["thinking_until"]
		p.clock.pass(time.Hour)
		require.Equal(t, http.StatusOK, waits.post(pace, map[string]any{"what": "think"}).status, "again")
		assert.Equal(t, until, row()["thinking_until"], "but no longer for that")
		p.clock.pass(parseTime(t, until).Sub(p.clock.now()))
		assert.Nil(t, row()["thinking_until"])
		require.Equal(t, http.StatusOK, other.post(pace, nudge).status)
	}
}
