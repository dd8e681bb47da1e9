package e2e

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// entry is the part of an event of a log that the tests read.
type entry struct {
	Seq    int
	At     time.Time
	Type   string
	Player *int
	From   any // "bank", a seat, or of a move a space
	To     any
	Claim  int // of claim_opened and claim_lapsed
	Owner  int // of claim_opened
}

// logOf reads the log of the game that the visitor looks at.
func logOf(t *testing.T, p *rig.Session) (list []entry) {
	t.Helper()
	text, err := rig.EvalAsync[string](p, `fetch("/games/" + location.pathname.split("/")[2] + "/events", {headers: {Accept: "application/json"}}).then(r => r.text())`)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal([]byte(text), &list), "%.200s", text)
	return list
}

// acts are the types of the events that a press begins, or a computer player in
// its turn.
var acts = []string{"rolled", "deed_transferred", "bid_placed", "passed", "turn_ended"}

// doing is an event that the player of a seat caused.
type doing struct {
	entry
	seat int
}

// actsIn lists the acts since the first turn began. A deed that changes hands is
// one if it is bought from the bank and no auction ends with it.
func actsIn(log []entry) (list []doing) {
	begun, sold := false, time.Time{}
	for _, e := range log {
		switch {
		case e.Type == "turn_started":
			begun = true
		case e.Type == "auction_closed":
			sold = e.At
		case !begun || !slices.Contains(acts, e.Type):
		case e.Type != "deed_transferred":
			list = append(list, doing{e, *e.Player})
		case e.From == "bank" && !e.At.Equal(sold):
			list = append(list, doing{e, int(e.To.(float64))})
		}
	}
	return list
}

// TestActsAreTypesOfEvents compares the list with the server's description of its events.
func TestActsAreTypesOfEvents(t *testing.T) {
	t.Parallel()
	a, err := rig.NewClient(shipped(t).URL).Do(t.Context(), http.MethodGet, "/openapi.json", nil)
	require.NoError(t, err)
	var doc struct {
		Components struct {
			Schemas map[string]struct{ Enum []string }
		}
	}
	require.NoError(t, a.Into(&doc))
	assert.Subset(t, doc.Components.Schemas["EventType"].Enum, acts)
}
