package handlers_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/verify"
)

// Three of four resign. They are offered and granted no moves, the computer
// risks nothing of theirs, the game is played to its end, and its proof holds.
func TestWhoHasLeftGivesNoMovesAndLosesNothingByTheComputer(t *testing.T) {
	s := open(t)
	ada := s.player("Ada")
	game := ada.create(map[string]any{"edition": "us-classic", "options": map[string]any{"short": true}, "players": 4})
	others := []*client{s.player("Ben"), s.player("Cleo"), s.player("Dora")}
	for _, c := range others {
		require.Less(t, c.post(game+"/seats", nil).status, 300)
	}
	require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
	for _, c := range others {
		require.Equal(t, http.StatusOK, c.post(game+"/moves", map[string]any{"move": "resign"}).status)
		assert.Empty(t, c.get(game).at("moves"))
		for _, move := range []string{"roll", "end_turn", "buy", "resign"} {
			a := c.post(game+"/moves", map[string]any{"move": move})
			wantProblem(t, a, http.StatusForbidden, "left")
			assert.Contains(t, a.str("detail"), "Take your seat back")
		}
		deeds := dealt(c.get(game))
		require.NotEmpty(t, deeds, "the short game deals some")
		wantProblem(t, c.post(game+"/moves", map[string]any{"move": "mortgage", "space": deeds[0]}), http.StatusForbidden, "left")
	}
	back := others[2]
	require.Less(t, back.post(game+"/seats", nil).status, 300)
	assert.NotEmpty(t, back.get(game).at("moves"), "one press gives the seat back")
	require.Equal(t, http.StatusOK, back.post(game+"/moves", map[string]any{"move": "resign"}).status)

	state := ada.get(game)
	for n := 0; state.str("status") == "playing"; n++ {
		require.Less(t, n, 5000)
		move := usualMove(t, state)
		state = ada.post(game+"/moves", move)
		require.Equal(t, http.StatusOK, state.status, "%v: %s", move, state.text())
		state = ada.get(game)
	}
	f, err := export.Read(bytes.NewReader(ada.get(game + "/export").body))
	require.NoError(t, err)
	for i := range f.Lines {
		line := string(f.Lines[i].JSON)
		for seat := 1; seat < 4; seat++ {
			for _, kind := range []string{"bid_placed", "built", "lifted", "trade_accepted"} {
				assert.NotContains(t, line, fmt.Sprintf(`"type":%q,"player":%d`, kind, seat))
			}
			if !strings.Contains(line, `"rule":"R-SETUP-9"`) { // what was dealt
				assert.NotRegexp(t, fmt.Sprintf(`"type":"paid","from":%d,.*"reason":"(price|auction|build)"`, seat), line)
			}
		}
	}
	report, err := verify.Export(f)
	require.NoError(t, err)
	assert.True(t, report.OK(), "%+v", report.Checks)
	assert.Equal(t, verify.Pass, report.Check(verify.Bots).Result, "%+v", report.Check(verify.Bots))
}

// dealt is the spaces of the deeds that the viewer owns.
func dealt(state *answer) (spaces []int) {
	for _, d := range state.at("deeds").([]any) {
		if deed := d.(map[string]any); deed["owner"] == state.at("seat") {
			spaces = append(spaces, int(deed["space"].(float64)))
		}
	}
	return spaces
}

// usualMove is what somebody does who buys and builds what they can.
func usualMove(t *testing.T, state *answer) any {
	t.Helper()
	moves := state.at("moves").([]any)
	for _, kind := range []string{
		"claim_rent", "buy", "build", "roll", "pay_debt", "keep", "pass", "end_turn", "decline", "choose_tax", "choose_card", "mortgage", "sell", "declare_bankruptcy",
	} {
		if i := slices.IndexFunc(moves, func(m any) bool { return m.(map[string]any)["move"] == kind }); i >= 0 {
			return moves[i].(map[string]any)["example"]
		}
	}
	require.Fail(t, "no usual move", "%v", moves)
	return nil
}
