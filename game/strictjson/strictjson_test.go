package strictjson_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/strictjson"
)

func TestParseKeepsOrderAndNumbers(t *testing.T) {
	v, err := strictjson.Parse([]byte(` {"b": [1, 2.50, 1e3, true, false, null, "ä\u00e4"], "a": {"z": {}}} `), 9)
	require.NoError(t, err)
	o := v.(*strictjson.Object)
	assert.Equal(t, []string{"b", "a"}, o.Keys)
	assert.Equal(t, []any{json.Number("1"), json.Number("2.50"), json.Number("1e3"), true, false, nil, "ää"}, o.Members["b"])
	text, err := json.Marshal(v)
	require.NoError(t, err)
	assert.Equal(t, `{"a":{"z":{}},"b":[1,2.50,1e3,true,false,null,"ää"]}`, string(text))
}

func TestParseSaysWhatIsWrongAndWhere(t *testing.T) {
	for doc, says := range map[string]string{
		``:                                 "the document ends too early",
		`{"a": [1,`:                        "the document ends too early",
		`{} []`:                            "there is something after the end of the document",
		"{\"a\": \"\xff\"}":                "not UTF-8 text",
		`{"a": 1, "a": 2}`:                 "a: stands twice",
		`{"a": [{"b": {"c": 1, "c": 2}}]}`: "a[0].b.c: stands twice",
		`{"a": [[[[1]]]]}`:                 "a[0][0][0]: nested more than 4 levels deep",
		`{"a": [1, oops]}`:                 "a[1]: not JSON at byte 10: invalid character 'o' at start of value",
		`{"` + strings.Repeat("é", 99) + `": {"b": 1, "b": 2}}`: strings.Repeat("é", 20) + "....b: stands twice",
	} {
		_, err := strictjson.Parse([]byte(doc), 4)
		assert.EqualError(t, err, says, doc)
	}
}

func TestUnmarshalSaysTheFirstFault(t *testing.T) {
	type list struct {
		Players []struct {
			Name string `json:"name"`
			Seat uint8  `json:"seat"`
		} `json:"players"`
	}
	for doc, want := range map[string]struct {
		fault strictjson.Fault
		says  string
	}{
		`{"players": [{"name": "Ada"}, {"name": 5}]}`: {strictjson.Mistyped, "players[1].name: is of another type or out of range"},
		`{"players": [{"seat": 300}]}`:                {strictjson.Mistyped, "players[0].seat: is of another type or out of range"},
		`{"players": [{"seat": 1, "bot": true}]}`:     {strictjson.Unknown, "players[0].bot: is not known here"},
		`{"players": [{"seat": 1, "SEAT": 2}]}`:       {strictjson.Duplicate, "players[0].SEAT: stands twice"},
		`{"bot": 1, "players": [}`:                    {strictjson.Malformed, "players[0]: not JSON at byte 23: invalid character '}' at start of value"},
		`[]`:                                          {strictjson.Malformed, "is not of the form that is asked for"},
	} {
		err := strictjson.Unmarshal([]byte(doc), new(list))
		var wrong *strictjson.Error
		if assert.ErrorAs(t, err, &wrong, doc) {
			assert.Equal(t, want.fault, wrong.Fault, doc)
			assert.EqualError(t, err, want.says, doc)
		}
	}
}

// A whole number is one however it is spelt, as in the moves of a game.
func TestUnmarshalTakesWholeNumbers(t *testing.T) {
	type numbers struct {
		N int    `json:"n"`
		S string `json:"s"`
	}
	for doc, want := range map[string]numbers{
		`{"n": 7.0}`:              {N: 7},
		`{"n": 1e3, "s": "2.50"}`: {N: 1000, S: "2.50"},
		`{"n": -20e-1}`:           {N: -2},
		`{"s": "\u00e4\/ 7.0"}`:   {S: "ä/ 7.0"},
	} {
		var got numbers
		require.NoError(t, strictjson.Unmarshal([]byte(doc), &got), doc)
		assert.Equal(t, want, got, doc)
	}
	for _, doc := range []string{`{"n": 7.5}`, `{"n": 1e30}`, `{"n": 1e400}`, `{"n": "7"}`} {
		require.EqualError(t, strictjson.Unmarshal([]byte(doc), new(numbers)), "n: is of another type or out of range", doc)
	}
	data := []byte(`{"n": 7.0}`)
	require.NoError(t, strictjson.Unmarshal(data, new(numbers)))
	assert.Equal(t, `{"n": 7.0}`, string(data), "the document itself stays as it is")
}
