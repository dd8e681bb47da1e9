package e2e

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// The size limits of a page, in bytes on the line.
const (
	firstView = 60 << 10 // everything that the first view of a running table loads
	perMove   = 7 << 10  // a browser's traffic for a move, where every deed has a button more or less
)

// linked finds the files that a page loads.
var linked = regexp.MustCompile(`<(?:link|script)[^>]*(?:href|src)="(/[^"]+)"`)

// TestATableIsLight weighs the biggest board with everything built, in the
// middle of its game, and what each move adds.
func TestATableIsLight(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for _, board := range []string{"mega", "german-classic"} {
		for _, language := range []string{"de", "en"} {
			t.Run(board+"/"+language, func(t *testing.T) {
				sc := newSandboxTable(t, s, crowded(t, s, board), "Ada", "Ben", "Cleo", "Dora")
				header := []string{"Accept", "text/html", "Accept-Encoding", "gzip", "Accept-Language", language}
				page := weigh(t, sc.seats[0], "/games/"+sc.id, header...)
				whole := page
				plain, err := sc.seats[0].Do(t.Context(), http.MethodGet, "/games/"+sc.id, nil, "Accept", "text/html")
				require.NoError(t, err)
				files := linked.FindAllStringSubmatch(string(plain.Body), -1)
				require.GreaterOrEqual(t, len(files), 4, "style sheet, look, script and icon")
				for _, f := range files {
					whole += weigh(t, sc.seats[0], f[1], "Accept-Encoding", "gzip")
				}
				t.Logf("page %d, with all it loads %d", page, whole)
				assert.Less(t, whole, firstView)

				for seat, name := range []string{"roll", "end_turn"} {
					fields := url.Values{"move": {name}, "seq": {sc.seq()}}
					mine, theirs := sc.shows(sc.seats[0], language), sc.shows(sc.seats[1+seat], language)
					a, err := sc.seats[0].Do(t.Context(), http.MethodPost, "/games/"+sc.id+"/moves", fields, append(header, "HX-Request", "true", "BH-Have", mine)...)
					require.NoError(t, err)
					require.Equal(t, http.StatusOK, a.Status)
					others := weigh(t, sc.seats[1+seat], "/games/"+sc.id, append(header, "HX-Request", "true", "BH-Have", theirs)...)
					t.Logf("%s: %d to the mover, %d to the others", name, len(a.Body), others)
					assert.Less(t, len(a.Body), perMove, name)
					assert.Less(t, others, perMove, name)
				}
			})
		}
	}
}

// shows is what the page of a player says that it shows.
func (sc *sandboxTable) shows(c *rig.Client, language string) string {
	sc.t.Helper()
	a, err := c.Do(sc.t.Context(), http.MethodGet, "/games/"+sc.id, nil, "Accept", "text/html", "Accept-Language", language)
	require.NoError(sc.t, err)
	have := regexp.MustCompile(`data-have="([^"]+)"`).FindSubmatch(a.Body)
	require.NotNil(sc.t, have)
	return string(have[1])
}

// weigh is the length of an answer as it was sent.
func weigh(t *testing.T, c *rig.Client, path string, header ...string) int {
	t.Helper()
	a, err := c.Do(t.Context(), http.MethodGet, path, nil, header...)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, a.Status, path)
	require.Equal(t, "gzip", a.Header.Get("Content-Encoding"), path)
	return len(a.Body)
}

func (sc *sandboxTable) seq() string {
	sc.t.Helper()
	data, err := json.Marshal(sc.state(0).Seq)
	require.NoError(sc.t, err)
	return string(data)
}

// crowded is a board on which four people own and have built everything that
// the bank has.
func crowded(t *testing.T, s *rig.Server, board string) string {
	t.Helper()
	a, err := rig.NewClient(s.URL).Do(t.Context(), http.MethodGet, "/editions/"+board, nil)
	require.NoError(t, err)
	var ed struct {
		Groups []struct {
			ID     string
			Spaces []int
		}
		Buildings struct{ Skyscrapers, Depots int }
	}
	require.NoError(t, a.Into(&ed))
	players := make([]map[string]any, 4)
	for i, name := range []string{"Maximiliane", "Benedikt", "Cleopatra", "Theodora"} {
		players[i] = map[string]any{"name": name, "space": 4 + 7*i, "deeds": []any{}}
	}
	for g, group := range ed.Groups {
		for _, space := range group.Spaces {
			deed := map[string]any{"space": space}
			switch {
			case group.ID == "station" && ed.Buildings.Depots > 0:
				deed["depot"] = true
			case group.ID == "station" || group.ID == "utility":
			case g >= 6 && ed.Buildings.Skyscrapers > 0:
				deed["skyscraper"] = true
			case g >= 4:
				deed["hotel"] = true
			default:
				deed["houses"] = 2
			}
			p := players[g%4]
			p["deeds"] = append(p["deeds"].([]any), deed)
		}
	}
	dice := []any{1, 2}
	if board == "mega" {
		dice = append(dice, 3)
	}
	doc, err := json.Marshal(map[string]any{"edition": board, "players": players, "dice": []any{dice}, "options": map[string]any{"rent.auto_claim": true}})
	require.NoError(t, err)
	return string(doc)
}
