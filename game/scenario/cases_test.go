package scenario_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/scenario"
)

const folder = "../testdata/scenarios"

// document is the part of a scenario file besides the scenario that the tests read.
type document struct {
	Name     string            `json:"name"`
	Rulebook string            `json:"rulebook"`
	Moves    []json.RawMessage `json:"moves"`
	Expect   expectation       `json:"expect"`
}

// expectation is the claim of a case and its evidence.
type expectation struct {
	Rules      []string `json:"rules"`      // ids of the rules proved
	Matrix     string   `json:"matrix"`     // row of the variant matrix, if this is one of its columns
	Unplayable []string `json:"unplayable"` // parts of the reasons, if it cannot be played at all
	Results    []any    `json:"results"`    // true or a refusal for each step
	Events     []any    `json:"events"`     // must occur in this order
	Occur      []any    `json:"occur"`      // must occur somewhere
	Absent     []any    `json:"absent"`     // must not occur
	State      any      `json:"state"`      // part of the state at the end
}

func files(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	return paths
}

func read(t testing.TB, path string) ([]byte, document) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	var doc document
	decoder := json.NewDecoder(bytes.NewReader(data))
	require.NoError(t, decoder.Decode(&doc), path)
	return data, doc
}

func caseID(path string) string { return strings.TrimSuffix(filepath.Base(path), ".json") }

// TestCases plays every case of the rules and compares the events with the
// expectation.
func TestCases(t *testing.T) {
	for _, path := range files(t) {
		t.Run(caseID(path), func(t *testing.T) {
			t.Parallel()
			data, doc := read(t, path)
			sc, err := scenario.Load(data, folder)
			if doc.Expect.Unplayable != nil {
				assertUnplayable(t, err, doc.Expect.Unplayable)
				return
			}
			require.NoError(t, err)
			out := sc.Run(scenario.Words{Refused: func(game.Command, game.Refusal) string { return "" }})
			checkResults(t, doc, out)
			checkEvents(t, doc.Expect, eventsOf(t, out.Events))
			if doc.Expect.State != nil {
				for _, difference := range unlike("state", doc.Expect.State, plain(out.State)) {
					t.Error(difference)
				}
			}
		})
	}
}

func assertUnplayable(t *testing.T, err error, reasons []string) {
	t.Helper()
	var bad *scenario.Unplayable
	require.ErrorAs(t, err, &bad)
	all := strings.Join(bad.Reasons, "\n")
	for _, reason := range reasons {
		assert.Contains(t, all, reason)
	}
}

func checkResults(t *testing.T, doc document, out scenario.Output) {
	t.Helper()
	got := plain(out.Results).([]any)
	if len(doc.Expect.Results) != len(got) {
		t.Errorf("want %d results, got %d: %s", len(doc.Expect.Results), len(got), text(got))
		return
	}
	started := len(got) - len(doc.Moves) // 1 if the first result is that of the start
	for i, want := range doc.Expect.Results {
		if want == true {
			want = map[string]any{"ok": true}
		}
		differences := unlike("", want, got[i])
		if len(differences) == 0 {
			continue
		}
		step := "start"
		if i >= started {
			step = string(doc.Moves[i-started])
		}
		t.Errorf("step %d %s: want %s, got %s", i, step, text(want), text(got[i]))
	}
}

func checkEvents(t *testing.T, e expectation, events []any) {
	t.Helper()
	next := 0
	for i, want := range e.Events {
		at := find(events[next:], want)
		if at < 0 {
			t.Errorf("event %d, %s, does not occur (there); %s", i, text(want), tell(events, want))
			return
		}
		next += at + 1
	}
	for _, want := range e.Occur {
		if find(events, want) < 0 {
			t.Errorf("%s does not occur; %s", text(want), tell(events, want))
		}
	}
	for _, want := range e.Absent {
		if at := find(events, want); at >= 0 {
			t.Errorf("%s must not occur: %s", text(want), text(events[at]))
		}
	}
}

func find(events []any, want any) int {
	for i, e := range events {
		if len(unlike("", want, e)) == 0 {
			return i
		}
	}
	return -1
}

// tell lists the events of the type in want.
func tell(events []any, want any) string {
	kind := want.(map[string]any)["type"]
	var same []string
	for _, e := range events {
		if e.(map[string]any)["type"] == kind {
			same = append(same, text(e))
		}
	}
	return fmt.Sprintf("of this type: [%s]", strings.Join(same, ", "))
}

func eventsOf(t testing.TB, lines []json.RawMessage) []any {
	t.Helper()
	out := make([]any, len(lines))
	for i, line := range lines {
		require.NoError(t, json.Unmarshal(line, &out[i]))
	}
	return out
}
