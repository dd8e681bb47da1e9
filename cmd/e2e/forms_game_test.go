package e2e

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// formsPage is a table read as pages, without scripts.
type formsPage struct {
	t    *testing.T
	r    rig.Plain
	id   string
	seat int
}

// awaitTurn waits until the page shows that the seat has to decide, or the end.
func (s *formsPage) awaitTurn() *snapshot {
	s.t.Helper()
	for deadline := time.Now().Add(soon); ; time.Sleep(3 * time.Millisecond) {
		state, err := s.r.State(s.t.Context(), s.id)
		require.NoError(s.t, err)
		require.True(s.t, time.Now().Before(deadline), "the table does not come to the player in the phase %s", state.Phase)
		asked := slices.Contains(state.WaitingFor, s.seat)
		if state.Status == "playing" && !asked {
			continue // the others are at it
		}
		page := open(s.t, s.r, "/games/"+s.id)
		require.Equal(s.t, http.StatusOK, page.Status, page.Text())
		over := page.Doc.Find(".result").Length() > 0
		upToDate := whole(page.Doc.Find("#table").AttrOr("data-seq", "")) == int(state.Seq)
		if over || asked && upToDate {
			html, err := page.Doc.Html()
			require.NoError(s.t, err)
			return newSnapshot(s.t, html, page.Path, state)
		}
	}
}

// press sends a form unchanged, with some fields filled in.
func (s *formsPage) press(c control, fill url.Values) {
	s.t.Helper()
	fields := url.Values{}
	for _, from := range []url.Values{c.fixed, c.ticked, fill} {
		maps.Copy(fields, from)
	}
	fields.Set("move", c.move)
	page, err := s.r.Send(s.t.Context(), "/games/"+s.id+"/moves", fields)
	require.NoError(s.t, err)
	require.Contains(s.t, []int{http.StatusOK, http.StatusConflict}, page.Status, "%s %v: %s", c.String(), fields, page.Text())
}

// TestAGameOfEachRulebookByForms plays a whole game of each rulebook with
// nothing but pages and forms, from the form for a new table to the result.
func TestAGameOfEachRulebookByForms(t *testing.T) {
	t.Parallel()
	s := serve(t, withoutPauses...) // whole games
	for i, g := range gameSetups {
		if !*long && i%2 > 0 {
			continue
		}
		t.Run(g.rulebook, func(t *testing.T) {
			t.Parallel()
			w := g.createByForms(t, s)
			policy := &policy{pressed: map[string]int{}, thrifty: true}
			pages := 0
			now := w.awaitTurn()
			for ; !now.over() && pages < 2500; pages++ {
				c, fill, ok := policy.next(now)
				require.True(t, ok, "nothing to press in the phase %s: %v", now.state.Phase, now.moves())
				w.press(c, fill)
				now = w.awaitTurn()
			}
			require.True(t, now.over(), "no result after %d pages in the phase %s", pages, now.state.Phase)
			assert.Contains(t, now.page.Text(), "Wanda")
			t.Logf("%d pages: %v", pages, policy.pressed)
		})
	}
}

// createByForms opens a table by the form with every choice and starts the game.
func (g gameSetup) createByForms(t *testing.T, s *rig.Server) *formsPage {
	t.Helper()
	r := rig.Plain{Client: rig.NewClient(s.URL)}
	page := open(t, r, "/games/new?edition="+g.edition+"&rulebook="+g.rulebook)
	f, ok := page.FindAction("/games")
	require.True(t, ok, page.Text())
	fill := []string{"name", "Wanda", "players", "2", "level.1", "medium"}
	if g.bots > 1 {
		fill[3] = "3"
		fill = append(fill, "level.2", "medium")
	}
	for name, value := range g.options {
		fill = append(fill, "option."+name, value)
	}
	page, err := rig.Press(t.Context(), r, f, rig.Button{}, fill...)
	require.NoError(t, err)
	f, ok = page.FindAction("/start")
	require.True(t, ok, page.Text())
	page, err = rig.Press(t.Context(), r, f, rig.Button{})
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, page.Status)
	return &formsPage{t: t, r: r, id: strings.Split(strings.TrimPrefix(page.Path, "/games/"), "/")[0]}
}
