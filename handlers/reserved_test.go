package handlers_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Nobody takes a name that could be taken for the bank's, a computer's or the
// operator's, wherever a name is given.
func TestReservedNamesOverHTTP(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, eve := s.player("Ada"), s.player("Ben"), s.player("Eve")
	lobby := ada.create(map[string]any{"edition": "us-classic", "players": 3})
	running := paced("evening", ada, ben)
	require.Equal(t, http.StatusOK, ben.send(http.MethodDelete, running+"/seats/1", nil).status)
	tables := func() int { return len(eve.get("/games").at("games").([]any)) }
	before, waiting, playing := tables(), ada.get(lobby).at("table", "seats"), ada.get(running+"/pace").at("votes")
	table := func(more map[string]any) map[string]any {
		more["edition"], more["players"] = "us-classic", 2
		return more
	}
	for _, name := range []string{"Bank", "die bank", "Bankhalter", "Bot A", "Trader", "Adm1n", "Operator 2", "Moderatorin"} { //nolint:misspell // German, too
		for _, c := range []struct {
			way, path string
			as        *client
			body      map[string]any
		}{
			{"a new person", "/players", s.program(), map[string]any{"name": name}},
			{"joining", lobby + "/seats", eve, map[string]any{"name": name}},
			{"joining as a new person", lobby + "/seats", s.program(), map[string]any{"name": name}},
			{"creating", "/games", s.program(), table(map[string]any{"name": name})},
			{"standing in", running + "/seats/1/stand-in", eve, map[string]any{"name": name}},
			{"standing in as a new person", running + "/seats/1/stand-in", s.program(), map[string]any{"name": name}},
		} {
			t.Run(c.way+" as "+name, func(t *testing.T) {
				a := c.as.post(c.path, c.body)
				wantProblem(t, a, http.StatusUnprocessableEntity, "reserved_name")
				assert.Equal(t, "name", a.str("field"))
				assert.Contains(t, a.str("detail"), "Please choose another one.")
				assert.Empty(t, a.header.Get("Set-Cookie"), "nobody is made")
				german := c.as.post(c.path, c.body, "Accept-Language", "de")
				assert.Contains(t, german.str("detail"), "Bitte nimm einen anderen.")
			})
		}
	}
	for _, title := range []string{"Operator", "Admin table"} {
		a := eve.post("/games", table(map[string]any{"title": title}))
		wantProblem(t, a, http.StatusUnprocessableEntity, "reserved_name")
		assert.Equal(t, "title", a.str("field"))
	}
	assert.Equal(t, before, tables())
	assert.Equal(t, waiting, ada.get(lobby).at("table", "seats"))
	assert.Equal(t, playing, ada.get(running+"/pace").at("votes"))
	assert.Equal(t, http.StatusCreated, eve.post(lobby+"/seats", map[string]any{"name": "Ada Bank"}).status)
}
