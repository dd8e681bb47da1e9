package handlers_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/verify"
	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// maimed is a store in which the last row of some logs makes no sense.
type maimed struct {
	failing
	games map[string]bool
}

func (m *maimed) Moves(ctx context.Context, id string, after uint32, limit int) ([]table.Move, error) {
	moves, err := m.Store.Moves(ctx, id, after, limit)
	if m.games[id] {
		moves = slices.Clone(moves)
		moves[len(moves)-1].Events = []byte("{}\n")
	}
	return moves, err
}

// maim lets the last row of a game's log make no sense, and the table be read anew.
func (m *maimed) maim(t *testing.T, game string, who ...*client) {
	t.Helper()
	m.write = fmt.Errorf("%w: %w", storage.ErrFailed, storage.ErrLocked)
	require.Equal(t, http.StatusServiceUnavailable, who[0].post(game+"/moves", map[string]any{"move": "resign"}).status)
	m.write, m.games = nil, map[string]bool{strings.TrimPrefix(game, "/games/"): true}
}

// The operator closes a table that cannot be read: it waits for nobody any
// more, says why, and what can still be read of it is to be had.
func TestTheOperatorClosesWhatCannotBeRead(t *testing.T) {
	t.Parallel()
	path, bad := filepath.Join(t.TempDir(), "test.db"), ""
	t.Run("at once", func(t *testing.T) { bad = closeDamaged(t, path) })
	t.Run("after a restart, until it is cleared away", func(t *testing.T) {
		s := openOn(t, path)
		wantProblem(t, s.program().get(bad), http.StatusGone, "sealed")
		n, err := s.tables.Prune(t.Context(), table.Retention{Finished: 1, Export: func(context.Context, string) error { return nil }})
		require.NoError(t, err)
		assert.Equal(t, 1, n)
		wantProblem(t, s.program().get(bad), http.StatusNotFound, "unknown_game")
	})
}

// closeDamaged lets the operator close a damaged game, whose address it returns.
func closeDamaged(t *testing.T, path string) string {
	t.Helper()
	var m maimed
	s := openBehind(t, path, func(store tabletest.Store) tabletest.Store {
		m.Store = store
		return &m
	}, withOperator, func(c *handlers.Config) { c.Limits = web.Limits{} })
	ada, ben, op := s.player("Ada"), s.player("Ben"), operatorIn(s)
	bad, good := running(ada, ben), running(ada, ben)
	id := strings.TrimPrefix(bad, "/games/")
	require.Equal(t, http.StatusOK, toMove(bad, ada, ben).post(bad+"/moves", roll()).status)
	whole := ada.get(bad).num("seq")
	m.maim(t, bad, ada, ben)
	wantProblem(t, ada.get(bad), http.StatusInternalServerError, "damaged")
	dataWithoutOrders(t, ada, bad)

	stuck := op.get("/admin/stuck", "Accept-Language", "en").page()
	assert.Contains(t, stuck.Find("#t-"+id+" form .note").Text(), "cannot be read, so nobody can go on there")
	require.Equal(t, 1, stuck.Find("#close-"+id).Length())
	require.Equal(t, http.StatusSeeOther, op.post("/admin/tables/"+id+"/close", url.Values{"reason": {"bits rot"}}).status)

	for _, c := range []*client{ada, ben, s.program()} {
		for _, path := range []string{bad, bad + "/events", bad + "/books", bad + "?at=3"} {
			wantProblem(t, c.get(path), http.StatusGone, "sealed")
		}
	}
	wantProblem(t, ada.post(bad+"/moves", roll()), http.StatusGone, "sealed")
	dataWithoutOrders(t, ada, bad)
	page := ben.get(bad, "Accept", "text/html", "Accept-Language", "de")
	assert.Equal(t, http.StatusGone, page.status)
	assert.Equal(t, "Dieser Tisch ist geschlossen", page.page().Find("h2").Text())
	assert.Contains(t, page.page().Find("main").Text(), "Person, die diesen Server betreibt, geschlossen")
	assert.Equal(t, 1, page.page().Find(`a[download][href="`+bad+`/export"]`).Length())
	assert.Contains(t, ben.get("/me", "Accept", "text/html", "Accept-Language", "de").page().Find("#tb-"+id).Text(), "geschlossen, ließ sich nicht mehr lesen")
	assert.NotContains(t, ada.get("/me").at("awaited"), id)
	assert.Equal(t, http.StatusOK, ada.get(good).status, "nothing else is touched")

	file, err := export.Read(strings.NewReader(s.program().get(bad + "/export").text()))
	require.NoError(t, err)
	kept := len(file.Lines)
	assert.Positive(t, kept)
	assert.Less(t, kept, whole)
	assert.Equal(t, "playing", file.Header.Status, "it can be played on from where it can be read")

	report, err := verify.Export(file)
	require.NoError(t, err)
	assert.True(t, report.OK(), "%+v", report)

	assert.NotContains(t, chief(s).get("/admin/stuck").text(), id)
	assert.Contains(t, op.get("/admin/tables?q="+id, "Accept-Language", "en").page().Find("#t-"+id).Text(), "could not be read and was closed")
	act := chief(s).get("/admin/acts").at("acts").([]any)[0].(map[string]any)
	assert.Equal(t, []any{"close", id, "bits rot"}, []any{act["what"], act["on"], act["note"]})
	wantProblem(t, chief(s).post("/admin/tables/"+id+"/close", map[string]any{}), http.StatusGone, "sealed")
	return bad
}

// dataWithoutOrders is what a player is sent of their data while a game of theirs cannot
// be read: everything but the orders of that one.
func dataWithoutOrders(t *testing.T, c *client, bad string) {
	t.Helper()
	data := c.get("/me/account/export")
	require.Equal(t, http.StatusOK, data.status, data.text())
	orders := map[bool]int{}
	for _, one := range data.at("tables").([]any) {
		g := one.(map[string]any)
		if strings.HasSuffix(g["url"].(string), bad) {
			assert.Nil(t, g["orders"])
		}
		orders[g["orders"] != nil]++
	}
	assert.Equal(t, map[bool]int{true: 1, false: 1}, orders)
}

// What cannot be read because of the file itself is not closed: a backup may
// bring it back.
func TestADamagedFileClosesNoTable(t *testing.T) {
	t.Parallel()
	var f failing
	s := openBehind(t, filepath.Join(t.TempDir(), "test.db"), func(store tabletest.Store) tabletest.Store {
		f.Store = store
		return &f
	}, withOperator)
	ada, ben := s.player("Ada"), s.player("Ben")
	bad := running(ada, ben)
	id := strings.TrimPrefix(bad, "/games/")
	f.write = fmt.Errorf("%w: %w", storage.ErrFailed, storage.ErrLocked)
	toMove(bad, ada, ben).post(bad+"/moves", roll())
	f.write, f.broken = nil, map[string]error{id: fmt.Errorf("%w: read moves: %w", storage.ErrFailed, storage.ErrCorrupt)}
	wantProblem(t, ada.get(bad), http.StatusInternalServerError, "file_damaged")
	assert.Equal(t, 0, operatorIn(s).get("/admin/stuck").page().Find("#close-"+id).Length())
	wantProblem(t, chief(s).post("/admin/tables/"+id+"/close", map[string]any{}), http.StatusInternalServerError, "file_damaged")
	f.broken = nil
	assert.Equal(t, http.StatusOK, ada.get(bad).status)
}
