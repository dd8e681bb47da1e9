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
	owner, worth := game.Seat(1), game.Money(-5)
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
		Moves: []MoveOption{{Move: "roll"}},
	}
	empty := State{Players: []Player{}, Deeds: []Deed{}}
	trick := State{Game: `"players":null,"deeds":null`, Players: []Player{}, Deeds: []Deed{}}
	for _, v := range []reflect.Value{reflect.ValueOf(full.Players[0]), reflect.ValueOf(full.Deeds[0])} {
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
	w := NewState(st, view(&s, 0))
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
