package handlers_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/handlers"
)

// failing is a store whose writes fail, and some of whose games are damaged.
type failing struct {
	tabletest.Store
	write  error
	broken map[string]error // by game
}

func (f *failing) Append(ctx context.Context, c table.Commit) error {
	if f.write != nil {
		return f.write
	}
	return f.Store.Append(ctx, c)
}

func (f *failing) Moves(ctx context.Context, id string, after uint32, limit int) ([]table.Move, error) {
	if err := f.broken[id]; err != nil {
		return nil, err
	}
	return f.Store.Moves(ctx, id, after, limit)
}

// faulty is a site whose storage fails as f says.
func faulty(t *testing.T, f *failing, ready *error) *site {
	t.Helper()
	return openBehind(t, filepath.Join(t.TempDir(), "test.db"), func(store tabletest.Store) tabletest.Store {
		f.Store = store
		return f
	}, func(cfg *handlers.Config) {
		cfg.Ready = func(context.Context) error { return *ready }
	})
}

// Each thing that can be wrong with the database has an answer of its own: for
// programs, for pages and for the probe of readiness.
func TestFaultsOfTheDatabaseAreSaid(t *testing.T) {
	t.Parallel()
	var f failing
	var ready error
	s := faulty(t, &f, &ready)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	mover := toMove(game, ada, ben)
	for code, cause := range map[string]error{
		"disk_full": storage.ErrDiskFull, "read_only": storage.ErrReadOnly, "locked": storage.ErrLocked, "file_gone": storage.ErrFileGone, "storage": errors.New("disk on fire"),
	} {
		before := ada.get(game).text()
		f.write = fmt.Errorf("%w: commit: %w", storage.ErrFailed, cause)
		ready = f.write
		said := map[string]string{}
		for _, lang := range []string{"de", "en"} {
			a := mover.post(game+"/moves", roll(), "Accept-Language", lang)
			wantProblem(t, a, http.StatusServiceUnavailable, code)
			assert.Equal(t, "5", a.header.Get("Retry-After"))
			assert.NotContains(t, a.text(), "on fire", "causes are for the log")
			said[lang] = a.str("detail")

			page := mover.post(game+"/moves", url.Values{"move": {"roll"}}, "Accept-Language", lang, "Accept", "text/html")
			assert.Equal(t, http.StatusServiceUnavailable, page.status)
			assert.Equal(t, "5", page.header.Get("Retry-After"))
			assert.Contains(t, page.page().Find("main").Text(), said[lang])
			assert.Equal(t, 1, page.page().Find(`a[href="`+game+`"]`).Length(), "the way back to the table")
			part := mover.post(game+"/moves", url.Values{"move": {"roll"}}, "Accept-Language", lang, "Accept", "text/html", "HX-Request", "true")
			assert.Equal(t, http.StatusServiceUnavailable, part.status)
			assert.Contains(t, strings.ReplaceAll(part.text(), "&#39;", "'"), said[lang])
			assert.NotContains(t, part.text(), "<main", "the table stays as it is")
		}
		assert.NotEqual(t, said["de"], said["en"])
		wantProblem(t, ada.get("/readyz"), http.StatusServiceUnavailable, code)
		assert.Equal(t, http.StatusOK, ada.get("/healthz").status, "the program itself is well")
		f.write, ready = nil, nil
		assert.Equal(t, before, ada.get(game).text(), "nothing has changed")
		assert.Equal(t, http.StatusOK, ada.get("/readyz").status)
	}
	require.Equal(t, http.StatusOK, mover.post(game+"/moves", roll()).status)
}

// A table whose log cannot be read says so and is no hindrance to the others.
func TestADamagedTableIsSaid(t *testing.T) {
	t.Parallel()
	var f failing
	var ready error
	s := faulty(t, &f, &ready)
	ada, ben := s.player("Ada"), s.player("Ben")
	bad, good := running(ada, ben), running(ada, ben)
	id := strings.TrimPrefix(bad, "/games/")
	for code, cause := range map[string]error{
		"damaged":      fmt.Errorf("%w: event 3: %w", table.ErrDamaged, storage.ErrNotFound), // of its edition, not of the table
		"file_damaged": fmt.Errorf("%w: read moves: %w", storage.ErrFailed, storage.ErrCorrupt),
	} {
		f.write = fmt.Errorf("%w: %w", storage.ErrFailed, storage.ErrLocked)
		require.Equal(t, http.StatusServiceUnavailable, toMove(bad, ada, ben).post(bad+"/moves", roll()).status)
		f.write, f.broken = nil, map[string]error{id: cause} // now the table is read anew
		for _, path := range []string{bad, bad + "/events", bad + "/export"} {
			a := ada.get(path)
			wantProblem(t, a, http.StatusInternalServerError, code)
			assert.Empty(t, a.header.Get("Retry-After"), "trying again does not help")
		}
		wantProblem(t, ada.post(bad+"/moves", roll()), http.StatusInternalServerError, code)
		page := ada.get(bad, "Accept", "text/html", "Accept-Language", "de")
		assert.Equal(t, http.StatusInternalServerError, page.status)
		assert.Contains(t, page.page().Find("main").Text(), "aus einer Sicherung")
		assert.Equal(t, http.StatusOK, ada.get(good).status)
		assert.Equal(t, http.StatusOK, ada.get("/").status)
		assert.Contains(t, ada.get("/me").text(), id, "it is listed all the same")
		f.broken = nil
		assert.Equal(t, http.StatusOK, ada.get(bad).status, "and back when it can be read")
	}
	require.Equal(t, http.StatusOK, toMove(good, ada, ben).post(good+"/moves", roll()).status)
}

// A table that cannot be read keeps nobody from being deleted, nor one that
// could be read a moment later.
func TestADamagedTableKeepsNobody(t *testing.T) {
	t.Parallel()
	var f failing
	var ready error
	s := faulty(t, &f, &ready)
	ada, ben := s.player("Ada"), s.player("Ben")
	bad := running(ada, ben)
	id := strings.TrimPrefix(bad, "/games/")
	f.write = fmt.Errorf("%w: %w", storage.ErrFailed, storage.ErrLocked)
	require.Equal(t, http.StatusServiceUnavailable, toMove(bad, ada, ben).post(bad+"/moves", roll()).status)
	f.write = nil
	f.broken = map[string]error{id: fmt.Errorf("%w: %w", storage.ErrFailed, storage.ErrLocked)}
	wantProblem(t, ada.post("/me/account/delete", map[string]any{"name": "Ada"}), http.StatusServiceUnavailable, "locked")
	f.broken = map[string]error{id: fmt.Errorf("%w: event 3", table.ErrDamaged)}
	tables := ada.get("/me/account/delete").at("tables").([]any)
	require.Len(t, tables, 1)
	assert.Equal(t, "alone", tables[0].(map[string]any)["becomes"])
	page := ada.get("/me/account/delete", "Accept", "text/html").page()
	assert.Equal(t, "What happens at your other tables", page.Find("#act h3").Text(), "it has begun, and is not asked about")
	a := ada.post("/me/account/delete", map[string]any{"name": "Ada"})
	require.Equal(t, http.StatusOK, a.status, a.text())
	assert.Equal(t, http.StatusUnauthorized, ada.get("/me").status)
	f.broken = nil
	said := ben.get(bad).text()
	assert.Contains(t, said, a.str("pseudonym"))
	assert.NotContains(t, said, "Ada")
}

// Who has seen a later move than there is hears that the server was set back.
func TestWhoHasSeenAFutureIsTold(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	mover := toMove(game, ada, ben)
	seq := mover.get(game).num("seq")
	wantProblem(t, mover.post(game+"/moves", map[string]any{"move": "roll", "seq": seq + 1}), http.StatusConflict, "older")
	wantProblem(t, mover.post(game+"/moves", roll(), "If-Match", `"`+itoa(seq+1)+`"`), http.StatusPreconditionFailed, "older")
	wantProblem(t, mover.get(game+"/events?after="+itoa(seq+1)), http.StatusConflict, "older")
	page := mover.post(game+"/moves", url.Values{"move": {"roll"}, "seq": {itoa(seq + 1)}}, "Accept", "text/html")
	assert.Equal(t, http.StatusConflict, page.status)
	assert.Contains(t, page.text(), "set back to an older copy")
	assert.Equal(t, seq, mover.get(game).num("seq"), "and nothing was moved")
}
