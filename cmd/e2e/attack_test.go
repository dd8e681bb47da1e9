package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// Texts that would run as a script wherever one of them is not escaped.
const (
	evilName  = `"><svg onload=alert(1)>`             // as long as a name may be
	evilTitle = `</title><script>alert(1)</script>'"` // of a table
	evilText  = `<img src=x onerror=alert(1)>"' onfocus=alert(1) autofocus x='</script><script>alert(2)</script><iframe src=javascript:alert(3)>`
)

// TestNoTextOfAPersonRuns fills every text that a person can set with scripts
// and opens every page: nothing runs, and no page breaks its own policy.
func TestNoTextOfAPersonRuns(t *testing.T) {
	t.Parallel()
	s := serve(t)
	b := browser(t)
	ada, ben := newSession(t, b, rig.Emulation{}), newSession(t, b, rig.Emulation{})
	require.NoError(t, ada.SignIn(s.URL, evilName))
	require.NoError(t, ben.SignIn(s.URL, `<b onclick=alert(4)>&lt;`))

	board := evilBoard(t, s)
	var made struct{ Hash string }
	require.NoError(t, ada.Post("/editions", board, &made))
	var table rig.State
	require.NoError(t, ada.Post("/games", map[string]any{"edition": made.Hash, "players": 2, "title": evilTitle}, &table))
	game := "/games/" + table.Game
	require.NoError(t, ben.Post(game+"/seats", map[string]any{"name": `'><script>alert(5)`}, nil))
	lobby := rig.State{}
	require.NoError(t, ada.Post("/games", map[string]any{"edition": made.Hash, "players": 3, "title": evilTitle}, &lobby))
	require.NoError(t, ada.Post(game+"/start", map[string]any{}, nil))
	require.NoError(t, ada.Post(game+"/chat", map[string]any{"text": evilText}, nil))
	require.NoError(t, ben.Post(game+"/chat", map[string]any{"text": evilTitle}, nil))
	require.NoError(t, ada.Post(game+"/notes", map[string]any{"text": evilText}, nil))
	require.NoError(t, ada.Post("/me/tokens", map[string]any{"name": evilName, "scopes": []string{"read"}}, nil))
	for range 6 { // until there is something in the log, with the names of places and cards
		for _, who := range []*rig.Session{ada, ben} {
			for _, move := range []string{"roll", "buy", "end_turn"} {
				_ = who.Post(game+"/moves", map[string]any{"move": move}, nil) // refused if it is not the moment
			}
		}
	}
	for i, who := range []*rig.Session{ada, ben} {
		offer := map[string]any{"move": "propose_trade", "to": 1 - i, "give": map[string]any{"cash": 1}, "want": map[string]any{"cash": 2}, "terms": evilText}
		_ = who.Post(game+"/moves", offer, nil)
	}
	pages := pagesToOpen(t, s, game, "/games/"+lobby.Game, made.Hash)
	for _, path := range pages {
		for _, who := range []*rig.Session{ada, ben} {
			if who == ben && path != game && path != game+"/chat" {
				continue // both see the same, but for the table
			}
			require.NoError(t, who.Open(s.URL+path), path)
			odd, err := rig.Eval[string](who, `[...document.querySelectorAll("svg[onload], img[onerror], [onclick], [onfocus], iframe, script:not([src])")].map(e => e.outerHTML.slice(0, 80)).join()`)
			require.NoError(t, err)
			assert.Empty(t, odd, path)
			for _, p := range who.Problems() {
				if !strings.Contains(p, "status of 4") { // a page that is not for everybody says so
					t.Errorf("%s: %s", path, p)
				}
			}
		}
	}
	shown, err := rig.Eval[bool](ada, `true`)
	require.NoError(t, err)
	assert.True(t, shown, "no dialog is in the way")
	require.NoError(t, ada.Open(s.URL+game))
	text, err := ada.Text()
	require.NoError(t, err)
	for _, part := range []string{"svg onload", "alert(1)"} {
		assert.Contains(t, strings.ToLower(text), part, "and what was written is there to be read")
	}
	t.Logf("%d pages", len(pages))
}

// evilBoard is a board whose every text is a script.
func evilBoard(t *testing.T, s *rig.Server) map[string]any {
	t.Helper()
	var board map[string]any
	a, err := rig.NewClient(s.URL).Do(t.Context(), http.MethodGet, "/editions/us-classic", nil)
	require.NoError(t, err)
	require.NoError(t, a.Into(&board))
	limits := map[string]int{
		"name": 60, "title": 60, "text": 240, "label": 240, "note": 240, "house": 60, "hotel": 60, "streets": 60, "stations": 60, "utilities": 60, "chance": 60, "chest": 60,
		"symbol": 8, "code": 8,
	}
	n := 0
	var spoil func(v any, key string) any
	spoil = func(v any, key string) any {
		switch v := v.(type) {
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(v)) {
				if strings.HasSuffix(k, "_soft") {
					delete(v, k) // where a name may break, which must be the name
					continue
				}
				v[k] = spoil(v[k], k)
			}
		case []any:
			for i := range v {
				v[i] = spoil(v[i], key)
			}
		case string:
			bare, _, _ := strings.Cut(strings.TrimSuffix(strings.TrimSuffix(key, "_de"), "_en"), "_plural")
			most := limits[bare]
			if most == 0 {
				return v
			}
			n++
			evil := fmt.Sprintf(`<%d onclick=alert(1)><svg onload=alert(%d)>`, n, n)
			if most <= 8 {
				return `<b a='"`
			}
			if most > 60 {
				evil += evilText
			}
			return evil
		}
		return v
	}
	board["id"] = "evil"
	spoil(board, "")
	require.Greater(t, n, 60, "texts were replaced")
	return board
}

// pagesToOpen are all pages that the description knows, with these things in them.
func pagesToOpen(t *testing.T, s *rig.Server, game, lobby, board string) (pages []string) {
	t.Helper()
	var doc struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	a, err := rig.NewClient(s.URL).Do(t.Context(), http.MethodGet, "/openapi.json", nil)
	require.NoError(t, err)
	require.NoError(t, a.Into(&doc))
	for path, methods := range doc.Paths {
		if methods["get"] == nil || strings.HasPrefix(path, "/static/") || strings.HasSuffix(path, ".csv") || strings.HasSuffix(path, "/export") || path == "/openapi.json" {
			continue
		}
		for _, table := range []string{game, lobby} {
			at := strings.NewReplacer("/games/{id}", table, "/editions/{id}", "/editions/"+board, "{rulebook}", "us", "{token}", "bh_none", "{code}", "stale").Replace(path)
			if !strings.Contains(at, "{") && !slices.Contains(pages, at) {
				pages = append(pages, at)
			}
		}
	}
	evil := url.QueryEscape(evilText)
	for _, query := range []string{"?trade=1", "?deed=1", "?trade=1&terms=" + evil, "?lang=" + evil, "/events?about=" + evil, "/confirm?move=" + evil} {
		pages = append(pages, game+query)
	}
	pages = append(pages, "/players?next="+evil, "/games/new?edition="+board, "/nowhere/"+url.PathEscape(evilText), "/games/"+url.PathEscape(evilName))
	slices.Sort(pages)
	return pages
}
