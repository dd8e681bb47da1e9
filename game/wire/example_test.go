package wire

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

// examplesAreAccepted tries the example of every entry of a list.
func examplesAreAccepted(t *testing.T, st *setup.Setup, s *game.State, seat game.Seat, list []any, luck game.Luck) {
	t.Helper()
	var turn game.Turn
	for _, entry := range list {
		m := entry.(map[string]any)
		if m["example"] == nil {
			require.Contains(t, []any{"propose_trade", "offer_settlement"}, m["move"], "%v has no example", m)
			continue
		}
		body, err := json.Marshal(m["example"])
		require.NoError(t, err)
		c, _, problem := ParseJSON(st, seat, body)
		require.Nil(t, problem, "%s", body)
		turn.Begin(st.Rules, s)
		no := turn.Decide(c, luck)
		require.True(t, no.OK(), "%s by %d: %s %s", body, seat, CodeName(no.Code), no.Rule)
	}
}

// All but the example is written as encoding/json would.
func TestAnEntryIsWrittenAsEncodingJSONWouldAndHasAnExample(t *testing.T) {
	type plain MoveOption
	two := game.Money(2)
	for want, m := range map[string]MoveOption{
		`{"move":"roll"}`:                                  {Move: "roll"},
		`{"move":"roll","link":"none"}`:                    {Move: "roll", NeedsLink: true},
		`{"move":"bid","amount":2}`:                        {Move: "bid", Min: &two, Max: &two, Step: &two},
		`{"move":"build","spaces":[3],"building":"house"}`: {Move: "build", Spaces: []int{3, 4}, Building: "house"},
		`{"move":"move_house","from":3,"to":4}`:            {Move: "move_house", FromSpaces: []int{3}, ToSpaces: []int{3, 4}},
		`{"move":"choose_tax","option":"flat"}`:            {Move: "choose_tax", Options: []string{"flat", "percent"}},
		`{"move":"propose_trade","to":1,"give":{"cash":1},"want":{"deeds":[5]}}`: {
			Move: "propose_trade", sample: &deal{to: 1, give: part{cash: 1}, want: part{deed: 5}},
		},
	} {
		data, err := json.Marshal(&m)
		require.NoError(t, err)
		var got map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(data, &got))
		assert.JSONEq(t, want, string(got["example"]))
		delete(got, "example")
		rest, err := json.Marshal(got)
		require.NoError(t, err)
		assert.JSONEq(t, slowly(t, plain(m)), string(rest))
	}
}
