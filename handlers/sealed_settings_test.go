package handlers_test

import (
	"database/sql"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// What is wrong with a table is not always its log: the settings of an open, a
// running and a finished one may be spoilt or gone, and a log may be spoilt of a
// game that is over. The operator sees all of them, and closes them.
func TestTheOperatorClosesTablesWithDamagedSettings(t *testing.T) {
	onlyFile(t)
	t.Parallel()
	path, tokens := filepath.Join(t.TempDir(), "test.db"), [2]string{}
	games := map[string]string{}
	plain := func(c *handlers.Config) { c.Limits = web.Limits{} }
	t.Run("before", func(t *testing.T) {
		s := openOn(t, path, withOperator, plain)
		ada, ben := s.player("Ada"), s.player("Ben")
		tokens = [2]string{ada.token, ben.token}
		games["open"] = ada.create(map[string]any{"edition": "us-classic", "players": 3})
		for _, name := range []string{"running", "gone", "over", "log", "good"} {
			games[name] = running(ada, ben)
		}
		for _, name := range []string{"over", "log"} {
			require.Equal(t, http.StatusNoContent, chief(s).post("/admin"+strings.Replace(games[name], "/games/", "/tables/", 1)+"/close", map[string]any{}).status)
		}
	})
	raw, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	defer raw.Close()
	for name, harm := range map[string]string{
		"open": "UPDATE settings SET settings = '{' WHERE game = ?", "running": `UPDATE settings SET settings = '{"edition": 7}' WHERE game = ?`,
		"gone": "DELETE FROM settings WHERE game = ?", "over": "UPDATE settings SET settings = '[]' WHERE game = ?", "log": "UPDATE moves SET events = '{}' WHERE game = ?",
	} {
		_, err := raw.Exec(harm, strings.TrimPrefix(games[name], "/games/"))
		require.NoError(t, err)
	}
	var stored []string
	settings := func() (list []string) {
		rows, err := raw.Query("SELECT game || ' ' || settings FROM settings ORDER BY game")
		require.NoError(t, err)
		defer rows.Close()
		for rows.Next() {
			var one string
			require.NoError(t, rows.Scan(&one))
			list = append(list, one)
		}
		require.NoError(t, rows.Err())
		return list
	}
	stored = settings()
	good := games["good"]
	delete(games, "good")
	t.Run("after", func(t *testing.T) {
		s := openOn(t, path, withOperator, plain)
		ada, ben, op := s.program(), s.program(), operatorIn(s)
		ada.token, ben.token = tokens[0], tokens[1]
		wantProblem(t, ada.get(games["log"]), http.StatusInternalServerError, "damaged")
		stuck := op.get("/admin/stuck").page()
		found := op.get("/admin/tables").page()
		for name, game := range games {
			id := strings.TrimPrefix(game, "/games/")
			assert.NotEmpty(t, stuck.Find("#t-"+id+" .faults").Text(), name)
			assert.Contains(t, stuck.Find("#t-"+id+" form .note").Text(), "cannot be read", name)
			assert.Equal(t, name != "log", found.Find("#t-"+id+" .faults").Length() == 1, name)
			assert.Contains(t, found.Find("#t-"+id+" .sitters").Text(), "Ada", name)
			require.Equal(t, http.StatusSeeOther, op.post("/admin/tables/"+id+"/close", url.Values{"reason": {name}}).status, name)
		}
		for name, game := range games {
			for _, c := range []*client{ada, ben, s.program()} {
				wantProblem(t, c.get(game), http.StatusGone, "sealed")
				wantProblem(t, c.get(game+"/events"), http.StatusGone, "sealed")
			}
			wantProblem(t, chief(s).post("/admin/tables/"+strings.TrimPrefix(game, "/games/")+"/close", map[string]any{}), http.StatusGone, "sealed")
			assert.NotContains(t, chief(s).get("/admin/stuck").text(), strings.TrimPrefix(game, "/games/"), name)
		}
		assert.Equal(t, http.StatusOK, ada.get(good).status, "nothing else is touched")
		assert.Equal(t, stored, settings(), "what is stored stays as it is")
		assert.Equal(t, http.StatusOK, s.program().get(games["log"]+"/export").status)
		wantProblem(t, s.program().get(games["gone"]+"/export"), http.StatusInternalServerError, "damaged")

		me := ada.get("/me", "Accept", "text/html").page()
		for name, game := range games {
			assert.Contains(t, me.Find("#tb-"+strings.TrimPrefix(game, "/games/")).Text(), "closed, could no longer be read", name)
		}
		for _, path := range []string{"/", "/games", "/games?status=finished", "/me", "/me/export", "/admin/tables"} {
			for _, accept := range []string{"text/html", "application/json"} {
				c := ada
				if strings.HasPrefix(path, "/admin") {
					c = chief(s)
				}
				assert.Less(t, c.get(path, "Accept", accept).status, 500, path)
			}
		}
		var closed []string
		for _, act := range chief(s).get("/admin/acts").at("acts").([]any) {
			if note, ok := act.(map[string]any)["note"].(string); ok && act.(map[string]any)["what"] == "close" && note != "" {
				closed = append(closed, note)
			}
		}
		slices.Sort(closed)
		assert.Equal(t, slices.Sorted(maps.Keys(games)), closed, "the book has them")
	})
}
