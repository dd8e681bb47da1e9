package wire

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
)

// slowly is what AppendState has to write.
func slowly(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	require.NoError(t, enc.Encode(v))
	return strings.TrimSuffix(b.String(), "\n")
}

func TestAppendStateWritesWhatEncodingJSONWrites(t *testing.T) {
	owner, worth, id, space := game.Seat(1), game.Money(-5), int32(7), 39
	goods := GoodsRange{Max: 5, Step: 1, Deeds: []int{1, 39}, JailCards: []string{"chance"}, Tickets: 2}
	full := State{
		Game: "k7q2m9", Options: map[string]any{"a": 1},
		Players: []Player{
			{
				Seat: 1, Name: "Ada <\"\\&", Cash: -7, Space: 39, Jailed: true, JailTurn: 2, JailCards: []string{"chance", "chest"},
				Tickets: 3, Bankrupt: true, BankerOnly: true, Wealth: &worth, Liquidation: &worth, Away: true,
			},
			{Seat: 2, Name: "Jörg\u2028\x01 \U0001F3B2", JailCards: []string{}},
		},
		Deeds: []Deed{
			{Space: 1, Owner: &owner, Mortgaged: true, Houses: 4, Hotel: true, Skyscraper: true, Depot: true, Removed: true},
			{Space: 51},
		},
		Moves: []MoveOption{
			{
				Move: "roll", Player: &owner, Claim: &id, Trade: &id, Space: &space, Building: "house", Price: &worth, Min: &worth, Max: &worth, Step: &worth,
				Spaces: []int{1}, FromSpaces: []int{2, 3}, ToSpaces: []int{4}, Groups: []string{"red", "blue"}, Options: []string{"flat"}, GiveRange: &goods,
				Partners: []Partner{{To: 2, WantRange: goods}, {WantRange: GoodsRange{Deeds: []int{}, JailCards: []string{}}}}, LiftRange: []int{5}, MustLift: []int{5}, NeedsLink: true, sample: &deal{},
			},
			{Move: "stay", Spaces: []int{}},
		},
	}
	empty := State{Players: []Player{}, Deeds: []Deed{}, Moves: []MoveOption{}}
	trick := State{Game: `"players":null,"deeds":null`, Edition: `"moves":null,"banker":`, Players: []Player{}, Deeds: []Deed{}, Moves: []MoveOption{}}
	for _, v := range []reflect.Value{
		reflect.ValueOf(full.Players[0]), reflect.ValueOf(full.Deeds[0]), reflect.ValueOf(full.Moves[0]),
		reflect.ValueOf(full.Moves[0].Partners[0]), reflect.ValueOf(goods),
	} {
		for i := range v.NumField() {
			require.False(t, v.Field(i).IsZero(), "%s is set, or nobody would see that it is not written", v.Type().Field(i).Name)
		}
	}
	for name, s := range map[string]*State{"everything set": &full, "nothing set": &empty, "a text like the gap": &trick} {
		t.Run(name, func(t *testing.T) {
			type whole struct {
				*State
				Seat int `json:"seat"`
			}
			want := slowly(t, whole{s, 3})
			got, err := AppendState([]byte("before "), s, whole{s, 3})
			require.NoError(t, err)
			after, found := strings.CutPrefix(string(got), "before ")
			assert.True(t, found)
			assert.JSONEq(t, want, after)
			assert.NotNil(t, s.Players, "what was lent is given back")
		})
	}
}

func TestAppendStateOfABoard(t *testing.T) {
	st := built(t, "mega", nil)
	s := playing(st, 3)
	w := NewState(st, view(&s, 0))
	got, err := AppendState(nil, &w, &w)
	require.NoError(t, err)
	assert.Equal(t, slowly(t, w), string(got))
}

func TestAppendStateReportsWhatCannotBeWritten(t *testing.T) {
	s := State{Options: map[string]any{"no": func() {}}}
	_, err := AppendState(nil, &s, &s)
	require.Error(t, err)
}

func BenchmarkAppendState(b *testing.B) {
	st := built(b, "us-classic", nil)
	s := playing(st, 4)
	give(&s, 0, 1, 3, 5, 11, 13, 24)
	give(&s, 1, 6, 8, 15, 21)
	v := view(&s, 0)
	v.Options = game.Options(st.Rules, &s, 0, nil)
	w := NewState(st, v)
	b.Run("append", func(b *testing.B) {
		var buf []byte
		for b.Loop() {
			buf, _ = AppendState(buf[:0], &w, &w)
		}
	})
	b.Run("reflect", func(b *testing.B) {
		var buf bytes.Buffer
		for b.Loop() {
			buf.Reset()
			_ = json.NewEncoder(&buf).Encode(&w)
		}
	})
}
