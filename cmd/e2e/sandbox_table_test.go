package e2e

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// sandboxTable is a table in a sandbox, with a person on every seat.
type sandboxTable struct {
	t     *testing.T
	id    string
	seats []*rig.Client
}

// newSandboxTable sets a position up on a server, for two or three people.
func newSandboxTable(t *testing.T, s *rig.Server, scenario string, names ...string) *sandboxTable {
	t.Helper()
	sc := &sandboxTable{t: t}
	for _, name := range names {
		sc.seats = append(sc.seats, player(t, s, name))
	}
	var err error
	sc.id, err = sc.seats[0].Create(t.Context(), map[string]any{"scenario": rig.Raw(scenario)})
	require.NoError(t, err)
	for _, c := range sc.seats[1:] {
		require.NoError(t, c.Join(t.Context(), sc.id))
	}
	return sc
}

// state is the game as a seat sees it.
func (sc *sandboxTable) state(seat int) rig.State {
	sc.t.Helper()
	s, err := sc.seats[seat].State(sc.t.Context(), sc.id)
	require.NoError(sc.t, err)
	return s
}

// move makes a move that must be accepted.
func (sc *sandboxTable) move(seat int, name string, args ...any) rig.State {
	sc.t.Helper()
	p := sc.play(seat, name, args...)
	require.Truef(sc.t, p.OK(), "%s answered %d %s %s: %s", name, p.Status, p.Code, p.Rule, p.Detail)
	return p.State
}

// refuse makes a move that must be refused by the rules and change nothing.
func (sc *sandboxTable) refuse(seat int, code, name string, args ...any) {
	sc.t.Helper()
	before := sc.state(seat)
	p := sc.play(seat, name, args...)
	assert.Equal(sc.t, http.StatusUnprocessableEntity, p.Status, "%s: %s", name, p.Detail)
	assert.Equal(sc.t, code, p.Code, "%s: %s", name, p.Detail)
	assert.NotEmpty(sc.t, p.Detail)
	assert.Equal(sc.t, before, sc.state(seat), "%s was refused and changed something", name)
}

// malformed makes a move that no rule need look at.
func (sc *sandboxTable) malformed(seat int, name string, args ...any) {
	sc.t.Helper()
	before := sc.state(seat)
	p := sc.play(seat, name, args...)
	assert.Contains(sc.t, []int{http.StatusBadRequest, http.StatusUnprocessableEntity}, p.Status, name)
	assert.NotEmpty(sc.t, p.Code)
	assert.Equal(sc.t, before, sc.state(seat), "%s was refused and changed something", name)
}

func (sc *sandboxTable) play(seat int, name string, args ...any) *rig.Played {
	sc.t.Helper()
	m := rig.Move{"move": name}
	for i := 0; i+1 < len(args); i += 2 {
		m[args[i].(string)] = args[i+1]
	}
	p, err := sc.seats[seat].Play(sc.t.Context(), sc.id, m)
	require.NoError(sc.t, err)
	return p
}

// types lists the log's event types.
func (sc *sandboxTable) types() (types []string) {
	sc.t.Helper()
	for _, e := range sc.log() {
		types = append(types, e["type"].(string))
	}
	return types
}

func (sc *sandboxTable) log() (log []map[string]any) {
	sc.t.Helper()
	a, err := sc.seats[0].Do(sc.t.Context(), http.MethodGet, "/games/"+sc.id+"/events", nil)
	require.NoError(sc.t, err)
	require.Equal(sc.t, http.StatusOK, a.Status)
	require.NoError(sc.t, a.Into(&log))
	return log
}
