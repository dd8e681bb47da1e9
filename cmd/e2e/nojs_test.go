package e2e

import (
	"context"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// thriftyMoves is the order in which a visitor without scripts presses
// controls: they spend little, owe soon and so see the end of the game.
var thriftyMoves = []string{
	"claim_rent", "roll", "pay_debt", "decline", "pass", "end_turn", "done", "choose_tax", "choose_bus", "choose_gift",
	"choose_card", "pay_fine", "stay", "use_jail_card", "no_duel", "leave", "skip_pick", "reject_trade", "keep",
	"mortgage", "sell", "declare_bankruptcy", "buy", "choose_sum", "choose_space", "pick_deed", "take", "lift",
}

// TestAWholeGameWithFormsAlone plays from the lobby to the result with nothing
// but pages and forms.
func TestAWholeGameWithFormsAlone(t *testing.T) {
	t.Parallel()
	s := serve(t, withoutPauses...) // whole games
	r := rig.Plain{Client: rig.NewClient(s.URL)}
	page := sitDown(t, r, "Formosa")
	pressed := map[string]int{}
	for range 1500 {
		require.Equal(t, http.StatusOK, page.Status, page.Text())
		if page.Doc.Find("#result, .result").Length() > 0 {
			assert.Contains(t, page.Text(), "Formosa")
			t.Logf("pressed %v", pressed)
			return
		}
		f, b, ok := page.Find("move", thriftyMoves...)
		if !ok { // the others are at it
			eventually(t, "a move of the player, or the result", func() bool {
				page = open(t, r, page.Path)
				_, _, ok := page.Find("move", thriftyMoves...)
				return ok || page.Doc.Find("#result, .result").Length() > 0
			})
			continue
		}
		pressed[b.Value]++
		var err error
		page, err = rig.Press(t.Context(), r, f, b)
		require.NoError(t, err)
	}
	t.Fatalf("no result after 1500 pages; pressed %v; the last page: %s", pressed, page.Text())
}

// sitDown goes from the lobby to a started game against a computer player.
func sitDown(t *testing.T, r rig.Reader, name string) *rig.Page {
	t.Helper()
	page := open(t, r, "/games/new")
	f, ok := page.FindAction("/games")
	require.True(t, ok, "no form for a new table: %s", page.Text())
	page, err := rig.Press(t.Context(), r, f, rig.Button{}, "name", name, "edition", "us-classic", "rulebook", "us", "players", "2", "bots", "default")
	require.NoError(t, err)
	f, ok = page.FindAction("/start")
	require.True(t, ok, "no form to start: %s", page.Text())
	page, err = rig.Press(t.Context(), r, f, rig.Button{})
	require.NoError(t, err)
	return page
}

func open(t *testing.T, r rig.Reader, path string) *rig.Page {
	t.Helper()
	page, err := r.Open(t.Context(), path)
	require.NoError(t, err)
	return page
}

// TestATurnInLynx plays a turn in a text browser and reads the screen.
func TestATurnInLynx(t *testing.T) {
	t.Parallel()
	need(t, "lynx")
	s := serve(t)
	r := rig.Lynx{Base: s.URL, Dir: t.TempDir()}
	page := sitDown(t, r, "Lynda")
	path := "/games/" + strings.Split(strings.TrimPrefix(formAction(t, page), "/games/"), "/")[0]

	turns := 0
	for range 60 {
		f, b, ok := page.Find("move", thriftyMoves...)
		if !ok {
			eventually(t, "it is for Lynda to move", func() bool {
				page = open(t, r, path)
				f, b, ok = page.Find("move", thriftyMoves...)
				return ok
			})
		}
		var err error
		page, err = rig.Press(t.Context(), r, f, b)
		require.NoError(t, err)
		if b.Value == "end_turn" || b.Value == "roll" {
			turns++
		}
		if turns == 4 {
			break
		}
	}
	require.Equal(t, 4, turns, page.Text())
	shown, err := r.Dump(t.Context(), path)
	require.NoError(t, err)
	assert.Contains(t, shown, "Lynda")
	assert.Contains(t, shown, "Mediterranean")
	act, board := strings.Index(shown, "turn"), strings.Index(shown, "Mediterranean")
	assert.Less(t, act, board, "what to do comes before the board:\n%s", shown)
}

func formAction(t *testing.T, page *rig.Page) string {
	t.Helper()
	for _, f := range page.Forms() {
		if strings.HasSuffix(f.Action, "/moves") || strings.HasSuffix(f.Action, "/leave") {
			return f.Action
		}
	}
	if log, ok := page.Doc.Find(`a[href^="/games/"][href$="/events"]`).First().Attr("href"); ok {
		return log // a computer player is to move
	}
	require.Fail(t, "no form of a table", page.Text())
	return ""
}

// TestW3mShowsATable looks at a running table in another text browser.
func TestW3mShowsATable(t *testing.T) {
	t.Parallel()
	w3m := need(t, "w3m")
	s := serve(t)
	sc := newSandboxTable(t, s, unsold, "Ada", "Ben", "Cleo")
	sc.move(0, "roll")
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	defer cancel()
	cmd := exec.CommandContext(ctx, w3m, "-dump", "-T", "text/html", s.URL+"/games/"+sc.id)
	cmd.Env = append(cmd.Environ(), "HOME="+t.TempDir(), "TERM=dumb")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, word := range []string{"Ada", "Ben", "Cleo", "Baltic Avenue"} {
		assert.Contains(t, string(out), word)
	}
}
