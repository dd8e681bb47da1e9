package recordtest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// FindStore is an engine in which the operator searches.
type FindStore interface {
	tabletest.Store
	operator.Store
}

// Find runs the promises of the operator's search against a store.
func Find(t *testing.T, s FindStore) {
	t.Helper()
	tabletest.NewPlayer(t, s, "p1")
	g := *tabletest.NewGame(t, s, "game000001", "p1")
	for name, texts := range map[string]struct{ finds, misses []string }{
		"Özil":       {[]string{"", "Özil", "öz", "ÖZIL", "zIL"}, []string{"oz", "Özill", "Ö il", "_zil", "Ö%", "Ö\x00", "\xd6zil"}},
		"50%_\\ off": {[]string{"%", "_", `\`, `%_\ OFF`}, []string{"50_", `\\`, "0%%"}},
		"[a-c]*?^$":  {[]string{"[a", "A-C]", "*?", "^$", "[A-c]*"}, []string{"[b]", "*a", "a-c]?", "c*"}},
		`"x" <b> &\`: {[]string{`"X"`, "<B>", `&\`, `" <`}, []string{"<a>", `\"`}},
		"Ωμέγα":      {[]string{"ωμέγα", "ΩΜΈ"}, []string{"ωμεγα"}},
	} {
		require.NoError(t, s.RenamePlayer(t.Context(), "p1", name))
		for _, where := range []string{"title", "seat"} {
			g.Title, g.Seats[0].Name = "Title", "Seat"
			if where == "title" {
				g.Title = name
			} else {
				g.Seats[0].Name = name
			}
			g.Rev++
			require.NoError(t, s.SaveGame(t.Context(), &g))
			for _, text := range texts.finds {
				games, err := s.Find(t.Context(), operator.Search{Text: text, Limit: 9})
				require.NoError(t, err)
				assert.Len(t, games, 1, "%s of a %s by %s", name, where, text)
			}
			for _, text := range texts.misses {
				games, err := s.Find(t.Context(), operator.Search{Text: text, Limit: 9})
				require.NoError(t, err)
				assert.Empty(t, games, "%s of a %s by %s", name, where, text)
			}
		}
		for _, text := range texts.finds {
			people, err := s.People(t.Context(), text, 9, 0)
			require.NoError(t, err)
			assert.Len(t, people, 1, "%s by %s", name, text)
		}
		for _, text := range texts.misses {
			people, err := s.People(t.Context(), text, 9, 0)
			require.NoError(t, err)
			assert.Empty(t, people, "%s by %s", name, text)
		}
	}
}
