package e2e

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// edges are where the words of the announcement begin, and where those of the page do.
const edges = `(() => {
	const r = document.createRange(), page = document.querySelector(".page"), of = innerWidth < 704 && page.querySelector(".side") || page;
	r.selectNodeContents(document.querySelector("#announcement p"));
	return [r.getBoundingClientRect().left, of.getBoundingClientRect().left + parseFloat(getComputedStyle(of).paddingLeft)];
})()`

// The operator's announcement begins where the page below it does, on wide and
// narrow screens and above pages of every width.
func TestSlowTheAnnouncementStandsAboveThePage(t *testing.T) {
	t.Parallel()
	const password = "a password of the operator"
	b := browser(t)
	s := serve(t, "--admin-password", password) // there is a site of the operator
	boss := rig.NewClient(s.URL)
	boss.Token = password
	_, err := boss.Do(t.Context(), http.MethodPost, "/admin/announcement", map[string]any{"texts": map[string]string{"en": "Maintenance at ten"}})
	require.NoError(t, err)
	p := newSession(t, b, rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	var made rig.State
	require.NoError(t, p.Post("/games", map[string]any{"scenario": rig.Raw(unsold)}, &made))
	game := "/games/" + made.Game
	for _, emulation := range []rig.Emulation{{Width: 360, Height: 740}, {Width: 800, Height: 700}, {Width: 1440, Height: 900}, {Width: 2200, Height: 1100}} {
		require.NoError(t, p.Emulate(emulation))
		for _, path := range []string{"/", "/games/new", "/me/account", "/admin", "/problems", game, game + "/events"} {
			require.NoError(t, p.Open(s.URL+path))
			at, err := rig.Eval[[2]float64](p, edges)
			require.NoError(t, err)
			assert.InDelta(t, at[1], at[0], .6, "%s at %d px", path, emulation.Width)
		}
	}
	// The board stays in the window below it, until the reader puts the announcement
	// away: it stays away, and the next one is shown.
	require.NoError(t, p.Emulate(rig.Emulation{Width: 1440, Height: 900}))
	require.NoError(t, p.Open(s.URL+game))
	over, err := rig.Eval[float64](p, `document.querySelector(".play").getBoundingClientRect().bottom - innerHeight`)
	require.NoError(t, err)
	assert.LessOrEqual(t, over, 0.0, "the board ends below the window")
	require.NoError(t, p.Do(chromedp.Click("#read")))
	for _, path := range []string{game, "/"} {
		require.NoError(t, p.Open(s.URL+path))
		gone, err := rig.Eval[bool](p, `!document.getElementById("announcement")`)
		require.NoError(t, err)
		assert.True(t, gone, path)
	}
	_, err = boss.Do(t.Context(), http.MethodPost, "/admin/announcement", map[string]any{"texts": map[string]string{"en": "Maintenance at eleven"}})
	require.NoError(t, err)
	require.NoError(t, p.Open(s.URL+game))
	next, err := rig.Eval[string](p, `document.querySelector("#announcement p").textContent`)
	require.NoError(t, err)
	assert.Equal(t, "Maintenance at eleven", next)
}

// TestAnAnnouncementComesToAnOpenTable: it appears, changes, is put away and goes again, and
// what is being typed meanwhile stays.
func TestAnAnnouncementComesToAnOpenTable(t *testing.T) {
	t.Parallel()
	const password = "a password of the operator"
	s := serve(t, "--admin-password", password) // there is a site of the operator
	p := newPair(t, s, browser(t))
	boss := rig.NewClient(s.URL)
	boss.Token = password
	announce := func(texts map[string]string) {
		t.Helper()
		_, err := boss.Do(t.Context(), http.MethodPost, "/admin/announcement", map[string]any{"texts": texts})
		require.NoError(t, err)
	}
	said := func(text string) string {
		return `document.querySelector("#announcement p")?.textContent === "` + text + `" && document.getElementById("read").type === "button"`
	}
	const typing = `document.activeElement.id === "in-say" && document.activeElement.value === "one moment" && window.stayed`
	require.NoError(t, p.ben.Do(chromedp.SendKeys(chromedp.CSS("#in-say"), "one moment")))
	announce(map[string]string{"en": "Maintenance at ten"})
	require.NoError(t, p.ben.Await(said("Maintenance at ten")))
	require.NoError(t, p.ben.Await(`getComputedStyle(document.getElementById("announcement")).display === "flex"`), "with its style sheet")
	holds(t, p.ben, typing, "when it appears")
	announce(map[string]string{"en": "Maintenance at eleven"})
	require.NoError(t, p.ben.Await(said("Maintenance at eleven")))
	holds(t, p.ben, typing, "when it changes")
	require.NoError(t, p.ada.Await(said("Maintenance at eleven")))
	require.NoError(t, p.ada.Await(`(document.getElementById("read")?.click(), !document.getElementById("announcement"))`), "once its script is there")
	announce(map[string]string{})
	require.NoError(t, p.ben.Await(`!document.getElementById("announcement")`))
	holds(t, p.ben, typing, "when it is taken away")
	announce(map[string]string{"en": "Maintenance at noon"})
	for _, one := range []*rig.Session{p.ada, p.ben} {
		require.NoError(t, one.Await(said("Maintenance at noon")), "the next one")
	}
	holds(t, p.ben, typing, "when the next one comes")

	require.NoError(t, p.ben.Open(p.url()+"/chat"))
	require.NoError(t, p.ben.Do(chromedp.SendKeys(chromedp.CSS("#in-say"), "one moment")))
	holds(t, p.ben, `window.stayed = true`, "")
	announce(map[string]string{"en": "Maintenance at one"})
	require.NoError(t, p.ben.Await(said("Maintenance at one")), "on the page of the chat")
	holds(t, p.ben, typing, "on the page of the chat")
	announce(map[string]string{})
	require.NoError(t, p.ben.Await(`!document.getElementById("announcement")`))
	holds(t, p.ben, typing, "when it is taken away there")
}

// TestATableThatIsGone: an open page of a table that has been deleted becomes the page that
// says so, without a button for what cannot be done any more.
func TestATableThatIsGone(t *testing.T) {
	t.Parallel()
	const password = "a password of the operator"
	s, b := serve(t, "--admin-password", password), browser(t) // who closes the table
	ada := player(t, s, "Ada")
	game, err := ada.Create(t.Context(), map[string]any{"edition": "us-classic", "players": 3})
	require.NoError(t, err)
	table, chat := newSession(t, b, rig.Emulation{}), newSession(t, b, rig.Emulation{})
	for name, one := range map[string]*rig.Session{"Ben": table, "Cem": chat} {
		require.NoError(t, one.SignIn(s.URL, name))
		require.NoError(t, one.Post("/games/"+game+"/seats", map[string]any{}, nil))
	}
	require.NoError(t, table.Open(s.URL+"/games/"+game))
	require.NoError(t, chat.Open(s.URL+"/games/"+game+"/chat"))
	require.NoError(t, chat.Await(`document.getElementById("chat")`))
	require.NoError(t, table.Await(`document.querySelector("form[action$=leave]")`))
	boss := rig.NewClient(s.URL)
	boss.Token = password
	_, err = boss.Do(t.Context(), http.MethodPost, "/admin/tables/"+game+"/close", map[string]any{"reason": "spam"})
	require.NoError(t, err)
	for name, one := range map[string]*rig.Session{"table": table, "chat": chat} {
		require.NoError(t, one.Await(`document.querySelector("main h2, main h1")?.textContent === "No such table" && !document.getElementById("chat")`), name)
		holds(t, one, `!document.querySelector("form[action$=leave]")`, name)
	}
}

// TestABanReadsAsARefusal: it has the colour of one, and the board ends in the window below it and
// an announcement.
func TestABanReadsAsARefusal(t *testing.T) {
	t.Parallel()
	const password = "a password of the operator"
	s := serve(t, "--admin-password", password) // there is a site of the operator
	p := newSession(t, browser(t), rig.Emulation{Width: 1440, Height: 900})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	var made rig.State
	require.NoError(t, p.Post("/games", map[string]any{"scenario": rig.Raw(unsold)}, &made))
	id, err := rig.EvalAsync[string](p, `fetch("/me", {headers: {Accept: "application/json"}}).then(r => r.json()).then(me => me.id)`)
	require.NoError(t, err)
	boss := rig.NewClient(s.URL)
	boss.Token = password
	for path, body := range map[string]any{"/admin/bans": map[string]any{"player": id, "reason": "rude words"}, "/admin/announcement": map[string]any{"texts": map[string]string{"en": "Maintenance at ten"}}} {
		_, err := boss.Do(t.Context(), http.MethodPost, path, body)
		require.NoError(t, err)
	}
	require.NoError(t, p.Open(s.URL+"/games/"+made.Game))
	colours, err := rig.Eval[[2]string](p, `["ban", "announcement"].map(id => getComputedStyle(document.getElementById(id)).borderBottomColor)`)
	require.NoError(t, err)
	assert.NotEqual(t, colours[0], colours[1])
	over, err := rig.Eval[float64](p, `document.querySelector(".play").getBoundingClientRect().bottom - innerHeight`)
	require.NoError(t, err)
	assert.LessOrEqual(t, over, 0.0, "the board ends below the window")
}
