package wire

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

// examplesAreAccepted tries the example of every entry of a list.
func examplesAreAccepted(t *testing.T, st *setup.Setup, played *game.Turn, seat game.Seat, list []any, luck game.Luck) {
	t.Helper()
	var turn game.Turn
	for _, entry := range list {
		m := entry.(map[string]any)
		if m["example"] == nil {
			require.Contains(t, []any{"propose_trade", "offer_settlement", "move_house"}, m["move"], "%v has no example", m)
			continue
		}
		body, err := json.Marshal(m["example"])
		require.NoError(t, err)
		c, _, problem := ParseJSON(st, seat, body)
		require.Nil(t, problem, "%s", body)
		turn.Begin(st.Rules, &played.S)
		turn.Back = played.Back
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
		`{"move":"bid","amount":2}`:                        {Move: "bid", Min: &two, Max: &two, Step: &two},
		`{"move":"build","spaces":[3],"building":"house"}`: {Move: "build", Spaces: []int{3, 4}, Building: "house"},
		`{"move":"move_house","from":3,"to":4}`:            {Move: "move_house", FromSpaces: []int{3}, ToSpaces: []int{3, 4}, step: &shift{3, 4}},
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

// TestExamplesEvenAGroupOut: a player who has to even a group out (R-MBUILD-6) gets
// there by examples alone, whatever the buildings and whatever they and the bank have.
func TestExamplesEvenAGroupOut(t *testing.T) {
	st := setuptest.Load(t, "mega", "", nil)
	const group = 2
	lots := st.Rules.Groups[group].Spaces
	for levels := 0; levels < 6*6*6*6; levels += 7 {
		for _, bank := range [][5]int8{{}, {game.House: 3, game.Hotel: 1}, {game.House: 81, game.Hotel: 31}} {
			for _, cash := range []game.Money{0, 300, 5000} {
				s := playing(st, 3)
				s.Equal = game.Equalise{Open: true, Seat: 1, Group: group, MayMove: levels%2 == 0}
				s.Owned[1], s.Players[1].Cash, s.Stock = lots, cash, bank
				for rest, n := lots, levels; rest != 0; rest, n = rest.Rest(), n/6 {
					if s.Level[rest.First()] = uint8(n % 6); n%6 > 0 {
						s.Built = s.Built.With(rest.First())
					}
				}
				evenOut(t, st, &s, 1)
			}
		}
	}
}

// evenOut follows the examples of done, build, move_house and sell, as far as there are some.
func evenOut(t *testing.T, st *setup.Setup, s *game.State, seat game.Seat) {
	t.Helper()
	var turn game.Turn
	began := *s
	for range 60 {
		if !s.Equal.Open {
			return
		}
		examples := map[string]any{}
		for _, entry := range toMap(t, NewState(st, View{S: s, Viewer: seat, Options: game.Options(st.Rules, s, seat, nil)}))["moves"].([]any) {
			m := entry.(map[string]any)
			examples[m["move"].(string)] = m["example"]
		}
		for _, move := range []string{"done", "build", "move_house", "sell"} {
			if examples[move] == nil {
				continue
			}
			body, err := json.Marshal(examples[move])
			require.NoError(t, err)
			c, _, problem := ParseJSON(st, seat, body)
			require.Nil(t, problem, "%s", body)
			turn.Begin(st.Rules, s)
			require.True(t, turn.Decide(c, nil).OK(), "%s", body)
			*s = turn.S
			break
		}
	}
	t.Fatalf("not even after 60 moves: %+v", began.Equal)
}
