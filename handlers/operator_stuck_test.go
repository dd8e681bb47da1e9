package handlers_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// What is stuck is answered without reading more tables than are shown, however
// many there are.
func TestWhatIsStuckIsReadPartByPart(t *testing.T) {
	t.Parallel()
	var f failing
	later := time.Duration(0)
	s := openBehind(t, filepath.Join(t.TempDir(), "test.db"), func(store tabletest.Store) tabletest.Store {
		f.Store = store
		return &f
	}, withOperator, func(c *handlers.Config) {
		c.Now, c.Limits = func() time.Time { return time.Now().Add(later) }, web.Limits{}
	})
	ada, ben := s.player("Ada"), s.player("Ben")
	var games []string
	for range 60 {
		games = append(games, strings.TrimPrefix(running(ada, ben), "/games/"))
	}
	type stuck struct {
		Broken, Waiting []struct{ Game, Fault string }
		Sound           int
		Whole           bool
		Next            string
	}
	look := func(path string, reads uint64) (found stuck) {
		t.Helper()
		before := s.tables.Stats().Loads
		require.NoError(t, json.Unmarshal([]byte(chief(s).get(path).text()), &found))
		assert.Equal(t, reads, s.tables.Stats().Loads-before, "tables read from the log")
		return found
	}
	assert.Equal(t, stuck{Broken: []struct{ Game, Fault string }{}, Waiting: []struct{ Game, Fault string }{}, Whole: true}, look("/admin/stuck", 0), "all were moved lately")

	later = 8 * 24 * time.Hour
	first := look("/admin/stuck", 50)
	assert.Len(t, first.Waiting, 50)
	assert.Equal(t, games[0], first.Waiting[0].Game, "the oldest first")
	assert.Equal(t, 50, first.Sound)
	second := look(first.Next, 10)
	assert.Len(t, second.Waiting, 10)
	assert.Empty(t, second.Next)
	assert.Equal(t, 1, operatorIn(s).get("/admin/stuck").page().Find(`#l-next[href="/admin/stuck?skip=50"]`).Length())

	// One of those that wait is broken, and one that somebody came to.
	later = 0
	f.write = fmt.Errorf("%w: %w", storage.ErrFailed, storage.ErrLocked)
	toMove("/games/"+games[59], ada, ben).post("/games/"+games[59]+"/moves", roll())
	f.write, f.broken = nil, map[string]error{games[3]: fmt.Errorf("%w: event 3", table.ErrDamaged), games[59]: fmt.Errorf("%w: event 4", table.ErrDamaged)}
	ada.get("/games/" + games[59])
	now := look("/admin/stuck", 0)
	assert.Equal(t, []struct{ Game, Fault string }{{games[59], f.broken[games[59]].Error()}}, now.Broken)
	assert.True(t, now.Whole)
	later = 8 * 24 * time.Hour
	first = look("/admin/stuck", 49)
	assert.Equal(t, 49, first.Sound)
	assert.Len(t, first.Broken, 2)
	assert.Equal(t, f.broken[games[3]].Error(), first.Waiting[3].Fault)
	page := operatorIn(s).get("/admin/stuck").page()
	assert.Equal(t, 1, page.Find(`[id="t-`+games[3]+`"]`).Length(), "no id stands twice on a page")
	assert.Equal(t, 51, page.Find("li.card").Length())
	assert.Contains(t, page.Find("#t-"+games[3]+" form").Text(), "cannot be read, so nobody can go on there")
	assert.Equal(t, 1, page.Find("#close-"+games[4]).Length())
	assert.Contains(t, page.Find("#t-"+games[4]).Text(), "idle for 8 days")
	f.broken = nil
	assert.Empty(t, look("/admin/stuck", 51).Broken, "they can be read again")
	assert.Empty(t, look("/admin/stuck", 50).Broken)
}
