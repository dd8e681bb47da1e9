package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestEveryPageIsAccessibleAndQuiet opens the pages wide and narrow, light and
// dark, in both languages: axe finds nothing to complain about, nothing breaks
// the content security policy, nothing fails to load, nothing is wider than
// the window.
func TestEveryPageIsAccessibleAndQuiet(t *testing.T) {
	t.Parallel()
	b := browser(t)
	s := serve(t, append(withoutPauses, "--admin-password", "a password of the operator")...) // games in the middle and at their end; the operator has a site
	checker := axe(t)
	pages := createPages(t, s, b)
	for i, page := range slices.Concat(pages.list, pages.more) {
		emulations := emulationsInTurn
		if i >= len(pages.list) {
			emulations = emulations[:2] // in one language
			if !*long && i%3 > 0 {
				continue
			}
		}
		without := ""
		if !*long && slices.Contains([]string{"buy", "trade", "auction", "debt"}, page.name) {
			without = boardAndLog // the checker has seen them in another phase
		}
		for _, emulation := range inTurn(i, emulations) {
			t.Run(page.name+"/"+emulation.Language, func(t *testing.T) {
				examine(t, pages.who, s.URL+page.path, checker, without, []rig.Emulation{emulation}, func(emulation rig.Emulation) {
					(&screenshots{t: t, p: pages.who, name: "pages", emulation: emulation}).takeAsIs(strings.ReplaceAll(page.name, " ", "-"))
				})
			})
		}
	}
}

// emulationsInTurn are those in which pages are opened.
var emulationsInTurn = []rig.Emulation{
	{Width: 360, Height: 740, Language: "de"}, {Width: 768, Height: 1024, Dark: true, Language: "de"},
	{Width: 360, Height: 740, Dark: true, Language: "en"}, {Width: 1440, Height: 900, Language: "en"},
}

// inTurn is the one that the test of a page uses: the next one for each page, or all
// of them where that is asked for.
func inTurn[T any](i int, looks []T) []T {
	if *long {
		return looks
	}
	return looks[i%len(looks):][:1]
}

type namedPage struct{ name, path string }

type pageList struct {
	who  *rig.Session
	list []namedPage
	more []namedPage // plainer ones, for which German is enough, and of which every third one is opened unless the tests are long
}

// createPages sets a table up in each of the states that look different.
func createPages(t *testing.T, s *rig.Server, b *rig.Browser) pageList {
	t.Helper()
	ada := newSession(t, b, rig.Emulation{})
	require.NoError(t, ada.SignIn(s.URL, "Ada"))
	create := func(game map[string]any) string {
		var made rig.State
		require.NoError(t, ada.Post("/games", game, &made))
		return "/games/" + made.Game
	}
	move := func(path, name string) {
		require.NoError(t, ada.Post(path+"/moves", map[string]any{"move": name, "player": 0}, nil))
	}
	room := create(map[string]any{"edition": "german-classic", "players": 4, "title": "Freitagsrunde"})
	guest := rig.NewClient(s.URL)
	require.NoError(t, guest.SignUp(t.Context(), "Ben"))
	require.NoError(t, guest.Join(t.Context(), strings.TrimPrefix(room, "/games/"))) // whose token nobody else may take
	roll := create(map[string]any{"scenario": rig.Raw(unsold)})
	buy := create(map[string]any{"scenario": rig.Raw(unsold)})
	move(buy, "roll")
	auction := create(map[string]any{"scenario": rig.Raw(unsold)})
	move(auction, "roll")
	move(auction, "decline")
	debt := create(map[string]any{"scenario": scenario(t, "debt.json")})
	move(debt, "roll")
	require.NoError(t, ada.Post(debt+"/moves", map[string]any{"move": "claim_rent", "player": 1}, nil))
	mega := create(map[string]any{"edition": "mega", "players": 4, "bots": []string{"default", "default", "default"}})
	require.NoError(t, ada.Post(mega+"/start", map[string]any{}, nil))
	over := create(map[string]any{"edition": "us-classic", "players": 3, "bots": []string{"default", "trader", "builder"}})
	require.NoError(t, ada.Post(over+"/start", map[string]any{}, nil))
	watcher := rig.NewClient(s.URL)
	eventually(t, "the end of a game of computer players", func() bool {
		g, err := watcher.State(t.Context(), strings.TrimPrefix(over, "/games/"))
		require.NoError(t, err)
		return g.Status == "finished"
	})
	slow := create(map[string]any{"edition": "german-classic", "players": 2, "bots": []string{"default"}, "pace": "correspondence", "title": "Mittagsrunde"})
	require.NoError(t, ada.Post(slow+"/start", map[string]any{}, nil))
	require.NoError(t, ada.Post(slow+"/chat", map[string]any{"text": "Guten Morgen"}, nil))
	return pageList{ada, []namedPage{
		{"lobby", "/"}, {"new table", "/games/new"}, {"me", "/me"}, {"sign in", "/players"},
		{"boards", "/editions"}, {"board", "/editions/us-classic"}, {"mega board", "/editions/mega"},
		{"room", room}, {"roll", roll}, {"buy", buy}, {"deed", buy + "?deed=39"}, {"trade", buy + "?trade=1"}, {"whole log", over + "/events"},
		{"auction", auction}, {"debt", debt}, {"mega", mega}, {"result", over}, {"books", over + "/books"}, {"no books yet", room + "/books"}, {"nothing", "/nothing"},
	}, []namedPage{
		{"correspondence", slow}, {"pace", slow + "/pace"}, {"orders", slow + "/orders"}, {"chat", slow + "/chat"}, {"notes", slow + "/notes"}, {"proof", slow + "/proof"}, {"hook", slow + "/hook"},
		{"confirm", slow + "/confirm?move=resign"}, {"figures", over + "/stats"}, {"my notes", "/me/notes"}, {"mutes", "/me/mutes"}, {"notices", "/me/notices"}, {"tokens", "/me/tokens"},
		{"account", "/me/account"}, {"delete account", "/me/account/delete"}, {"login", "/login"}, {"problems", "/problems"}, {"problem", "/problems/stale"},
		{"rules", "/rules"}, {"how to play", "/rules/us/play"}, {"rulebook", "/rules/mega"}, {"api", "/api"}, {"operator", "/admin"},
	}}
}

// examine opens a page and looks for anything wrong with it, in each of
// the emulations in turn; seen is called with each. The checker leaves out the parts that
// selector without selects.
func examine(t *testing.T, p *rig.Session, url, checker, without string, emulations []rig.Emulation, seen func(rig.Emulation)) {
	t.Helper()
	before := len(p.Problems())
	require.NoError(t, p.Emulate(emulations[0]))
	require.NoError(t, p.Open(url))
	require.NoError(t, p.Do(chromedp.Evaluate[chromedp.Void](checker)))
	for n, emulation := range emulations {
		if n > 0 {
			require.NoError(t, p.Emulate(emulation))
		}
		require.NoError(t, p.Await(fmt.Sprintf("innerWidth === %d && matchMedia('(prefers-color-scheme: dark)').matches === %t", emulation.Width, emulation.Dark)))
		inspect(t, p, without, fmt.Sprintf("%s %dpx dark=%t", url, emulation.Width, emulation.Dark))
		seen(emulation)
	}
	var new []string
	for _, problem := range p.Problems()[before:] {
		if !strings.Contains(problem, fmt.Sprint(http.StatusNotFound)) || !strings.HasSuffix(url, "/nothing") {
			new = append(new, problem)
		}
	}
	assert.Empty(t, new, url)
}

// boardAndLog are most of the page of a table, and the same in all its phases.
const boardAndLog = ".ring, #log"

// inspect has the checker look at the page as it is, and sees that it is not
// wider than the window.
func inspect(t *testing.T, p *rig.Session, without, what string) {
	t.Helper()
	parts := "document"
	if without != "" {
		parts = fmt.Sprintf("{include: [document], exclude: [%q]}", without)
	}
	found, err := rig.EvalAsync[[]string](p, `axe.run(`+parts+`, {resultTypes: ["violations"], preload: false, // none of these rules needs style sheets
		runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then(r =>
		r.violations.map(v => v.id + " (" + v.impact + "): " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + " | " + n.failureSummary.split("\n").slice(1, 3).join(" ")).join("\n    ")))`)
	require.NoError(t, err)
	if len(found) > 0 {
		t.Errorf("axe complains about %s:\n%s", what, strings.Join(found, "\n"))
	}
	wide, err := rig.Eval[int](p, "document.documentElement.scrollWidth - innerWidth")
	require.NoError(t, err)
	assert.LessOrEqual(t, wide, 0, "%s is wider than the window", what)
}
