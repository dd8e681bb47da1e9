package handlers

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
)

// described is an operation as the description has it; examples are checked
// against their schemas where the description is loaded.
type described struct {
	ID          string `json:"operationId"`
	Summary     string `json:"summary"`
	Description string `json:"description"`
	German      struct {
		Summary, Description string
	} `json:"x-de"`
	Curl        string `json:"x-curl"`
	RequestBody content
	Responses   map[string]content
}

type content struct {
	Content map[string]struct {
		Example json.RawMessage `json:"example"`
	} `json:"content"`
}

func (c content) lacksExample() bool {
	x, ok := c.Content["application/json"]
	return ok && x.Example == nil
}

// Every operation has a place on the page, a command to copy, words in both
// languages, and an example of whatever JSON goes in or comes out.
func TestEveryOperationHasItsExample(t *testing.T) {
	t.Parallel()
	places := map[string]int{}
	for _, c := range Document().Chapters {
		for i := range c.Operations {
			places[c.Operations[i].ID]++
		}
	}
	found := 0
	for path, methods := range description(t).Paths {
		for method, raw := range methods {
			var o described
			require.NoError(t, json.Unmarshal(raw, &o), "%s %s", method, path)
			found++
			assert.Equal(t, 1, places[o.ID], "%s stands once in x-chapters", o.ID)
			assert.Contains(t, o.Curl, "curl -s", "%s has an x-curl", o.ID)
			assert.NotEmpty(t, o.Summary, o.ID)
			assert.NotEmpty(t, o.German.Summary, "%s has an x-de", o.ID)
			assert.Equal(t, o.Description == "", o.German.Description == "", "%s is described in both languages", o.ID)
			assert.False(t, o.RequestBody.lacksExample(), "%s has an example of its body", o.ID)
			for status, r := range o.Responses {
				assert.False(t, strings.HasPrefix(status, "2") && r.lacksExample(), "%s has an example of its answer %s", o.ID, status)
			}
		}
	}
	assert.Len(t, places, found)
}

// Every move has an example that can be read, in the order of the description.
func TestEveryMoveHasAnExample(t *testing.T) {
	t.Parallel()
	ed, err := edition.Load("us-classic")
	require.NoError(t, err)
	st, err := setup.New(ed, "us", nil)
	require.NoError(t, err)
	moves := Document().Moves
	for _, name := range wire.Vocabulary()["MoveName"] {
		c, _, problem := wire.ParseJSON(st, 0, moves[name])
		if assert.Nil(t, problem, "%s: %+v", name, problem) {
			assert.Equal(t, name, wire.MoveName(c.Kind))
		}
	}
	assert.Len(t, moves, len(wire.Vocabulary()["MoveName"]))
}

// What the examples show belongs together, in the language of the description.
func TestExamplesShowWhatTheirRequestBrings(t *testing.T) {
	t.Parallel()
	examples := map[string]string{}
	for _, path := range []string{"play", "table", "notices"} {
		data, err := os.ReadFile("reference/examples/" + path + ".json")
		require.NoError(t, err)
		var file map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(data, &file))
		for key, body := range file {
			examples[key] = string(body)
			assert.NotContains(t, string(body), "127.0.0.1", "%s: an address of the tests", key)
		}
	}
	assert.JSONEq(t, `{"move": "roll"}`, examples["move request"])
	assert.Contains(t, examples["move 200"], `"type":"rolled"`)
	assert.NotContains(t, examples["move 200"], `"type":"trade_proposed"`)
	assert.Contains(t, examples["howToPlay 200"], `"name":"American rulebook"`)
}
