package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

const rentToTry = `{"edition": "german-classic", "rulebook": "standard", "players": [
	{"name": "Ada", "cash": 500, "space": 4, "deeds": [{"space": 5}]}, {"name": "Ben", "cash": 500, "deeds": [{"space": 6}, {"space": 8}, {"space": 9, "mortgaged": true}]}],
	"dice": [[1, 3]]}`

// rentShown plays the position's first throw and returns the rent it opens.
func rentShown(t *testing.T, w *tablePage) (rent float64) {
	t.Helper()
	now := w.awaitUpdate()
	c, fill, ok := now.find("roll", nil)
	require.True(t, ok, "%v", now.moves())
	require.True(t, w.press(c, fill))
	var played rig.Played
	game := w.awaitUpdate().state.Game
	require.NoError(t, w.p.Post("/games/"+game+"/moves", map[string]any{"move": "claim_rent", "player": 1}, &played))
	return float64(500 - w.awaitUpdate().state.Players[0].Cash)
}

// TestASandboxUnderAnotherRulebook opens a position over HTTP, sees that it is
// marked as one, and looks on its page at the ruling of another rulebook.
func TestASandboxUnderAnotherRulebook(t *testing.T) {
	t.Parallel()
	b := browser(t)
	s := serve(t)
	emulation := rig.Emulation{Width: 360, Height: 740, Language: "en"}
	p := newSession(t, b, emulation)
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	var made rig.State
	require.NoError(t, p.Post("/games", map[string]any{"scenario": rig.Raw(strings.Replace(rentToTry, `"space": 4`, `"space": 2`, 1))}, &made))
	require.NoError(t, p.Open(s.URL+"/games/"+made.Game))
	w := &tablePage{t: t, p: p}
	w.begin()
	a := &screenshots{t: t, p: p, name: "sandbox", emulation: emulation}
	first := w.awaitUpdate()
	a.take("position")
	assert.Positive(t, first.page.Doc.Find(".badges .badge").Length(), "the page says that this is a sandbox")
	assert.Zero(t, first.page.Doc.Find("#fair").Length(), "and promises no proof")
	assert.Equal(t, "standard", first.state.Rulebook)
	assert.InDelta(t, 12, rentShown(t, w), 0, "the normal rulebook doubles although a lot of the group is mortgaged")
	w.end()

	require.Equal(t, []string{"mark", "sonic", "mega", "us", "duel"}, options(first.page, "#in-rulebook"))
	_, _, why := w.fillIn("f-sandbox", "m-sandbox", map[string][]string{"rulebook": {"sonic"}})
	require.Empty(t, why)
	require.NoError(t, p.Follow("#m-sandbox"))
	w.begin()
	again := w.awaitUpdate()
	a.take("other rulebook")
	assert.Equal(t, "sonic", again.state.Rulebook)
	assert.NotEqual(t, made.Game, again.state.Game)
	assert.Equal(t, 2, again.state.Players[0].Space, "it begins anew")
	assert.InDelta(t, 6, rentShown(t, w), 0, "the short new rulebook does not")
	w.end()
}

// TestASandboxThatCannotBe says every reason and shows no broken page.
func TestASandboxThatCannotBe(t *testing.T) {
	t.Parallel()
	s := serve(t)
	ada := player(t, s, "Ada")
	id, err := ada.Create(t.Context(), map[string]any{"scenario": rig.Raw(rentToTry)})
	require.NoError(t, err)
	for name, wish := range map[string]any{
		"mega needs the large board": map[string]any{"sandbox_of": id, "rulebook": "mega"},
		"two owners of a lot": map[string]any{"scenario": rig.Raw(`{"edition": "us-classic", "rulebook": "us", "players": [
			{"name": "Ada", "deeds": [{"space": 1}, {"space": 77}]}, {"name": "Ben", "deeds": [{"space": 1}]}]}`)},
	} {
		a, err := ada.Do(t.Context(), http.MethodPost, "/games", wish)
		require.NoError(t, err)
		assert.Equal(t, http.StatusUnprocessableEntity, a.Status, "%s: %s", name, a.Body)
		assert.Equal(t, "bad_scenario", a.Problem().Code, name)
		assert.NotEmpty(t, a.Problem().Detail, name)
	}
	r := rig.Plain{Client: rig.NewClient(s.URL)}
	r.Token = ada.Token
	page := open(t, r, "/games/"+id)
	f, ok := page.FindAction("/games")
	require.True(t, ok, "the page of a sandbox offers other rulebooks: %s", page.Text())
	answer, err := rig.Press(t.Context(), r, f, rig.Button{}, "rulebook", "mega")
	require.NoError(t, err)
	assert.Equal(t, http.StatusUnprocessableEntity, answer.Status)
	assert.Contains(t, answer.Text(), "Go back and choose another rulebook")
}

// options lists the values of a list of choices.
func options(page *rig.Page, selector string) (values []string) {
	for _, o := range page.Doc.Find(selector + " option").EachIter() {
		values = append(values, o.AttrOr("value", ""))
	}
	return values
}
