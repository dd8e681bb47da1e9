package e2e

import (
	"flag"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

var writeDocs = flag.Bool("update", false, "write views/TEXTBROWSER.md anew instead of comparing with it")

// textTurn is a turn as played in a text browser: Ada's presses
// on the page, or as the fields of a form another player's moves meanwhile.
type textTurn struct {
	title, doc string
	steps      []string
}

var textTurns = []textTurn{
	{"Roll, buy, end the turn", rig.FourFriends, []string{"roll", "buy", "end_turn"}},
	{"Auction it", rig.FourFriends, []string{"roll", "decline", "player=1&move=bid&amount=100", "bid amount=170",
		"player=1&move=pass", "player=2&move=pass", "player=3&move=pass"}},
	{"Claim rent", `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada", "deeds": [{"space": 3}]}, {"name": "Ben"}], "turn": 1, "dice": [[1, 2]]}`,
		[]string{"player=1&move=roll", "claim_rent claim=1"}},
	{"Pay a tax", `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada", "cash": 800}, {"name": "Ben"}], "dice": [[1, 3]]}`,
		[]string{"roll", "choose_tax option=percent", "end_turn"}},
	{"Obey a card", `{"edition": "mark-classic", "rulebook": "mark", "options": {"end_time": 90}, "players": [{"name": "Ada"}, {"name": "Ben"}, {"name": "Cleo"}],
		"dice": [[3, 4]], "decks": {"chance": ["fine-or-chest"]}}`, []string{"roll", "choose_card option=pay", "end_turn"}},
	{"Leave jail", `{"edition": "us-classic", "rulebook": "us", "players": [
		{"name": "Ada", "space": 10, "jailed": true, "jail_turn": 1, "jail_cards": ["chance"]}, {"name": "Ben"}], "dice": [[1, 2]]}`, []string{"pay_fine", "roll", "buy"}},
	{"Build", `{"edition": "us-classic", "rulebook": "us", "players": [
		{"name": "Ada", "cash": 900, "deeds": [{"space": 37}, {"space": 39}]}, {"name": "Ben"}]}`, []string{"build spaces=37"}},
	{"Answer a trade", rig.FourFriends, []string{"player=3&move=propose_trade&to=0&give_cash=120&give_deeds=11&want_deeds=12",
		"accept_trade trade=1"}},
	{"Pay a debt", inDebt, []string{"mortgage space=5", "mortgage space=12", "sell spaces=16", "sell spaces=18", "pay_debt"}},
	{"Go bankrupt", `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada", "cash": 10, "space": 20}, {"name": "Ben"}, {"name": "Cleo"}],
		"debts": [{"debtor": 0, "creditor": 1, "amount": 300, "reason": "rent"}]}`, []string{"declare_bankruptcy"}},
}

// TestTurnsInLynx plays a turn of each kind in lynx, by its forms alone, and
// compares its screen with the documentation.
func TestTurnsInLynx(t *testing.T) {
	t.Parallel()
	need(t, "lynx")
	s := serve(t)
	ada := rig.Lynx{Base: s.URL, Dir: t.TempDir()}
	signIn(t, ada, "Ada")
	var doc strings.Builder
	doc.WriteString("# Turns in a text browser\n\nThe page of a table in `lynx`, from the top to the end of the decision, turn by turn. Between two screens is the control that was pressed.\n" +
		"Below the decision are the card, the board as a list, the players, the deeds, the trade form and the log; all of it works the same way.\n" +
		"A test plays these turns and compares; `go test ./cmd/e2e -run TurnsInLynx -update` writes them anew.\n")
	for _, turn := range textTurns {
		fmt.Fprintf(&doc, "\n## %s\n", turn.title)
		turn.play(t, ada, &doc)
	}
	path := filepath.Join("..", "..", "views", "TEXTBROWSER.md")
	if *writeDocs {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(doc.String()), 0o644)) //nolint:gosec // documentation
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), doc.String(), "with -update it is written anew")
}

func signIn(t *testing.T, r rig.Lynx, name string) {
	t.Helper()
	page := open(t, r, "/players")
	f, ok := page.FindAction("/players")
	require.True(t, ok)
	_, err := rig.Press(t.Context(), r, f, rig.Button{}, "name", name)
	require.NoError(t, err)
}

func (turn *textTurn) play(t *testing.T, ada rig.Lynx, doc *strings.Builder) {
	t.Helper()
	page, err := ada.Send(t.Context(), "/games", url.Values{"scenario": {turn.doc}})
	require.NoError(t, err)
	path := strings.TrimSuffix(page.Doc.Find("#table").AttrOr("data-events", ""), "/events")
	require.NotEmpty(t, path, page.Text())
	writeScreen(t, ada, path, doc)
	for n, step := range turn.steps {
		if strings.HasPrefix(step, "player=") {
			fields, err := url.ParseQuery(step)
			require.NoError(t, err)
			_, err = ada.Send(t.Context(), path+"/moves", fields)
			require.NoError(t, err)
			if n+1 == len(turn.steps) || !strings.HasPrefix(turn.steps[n+1], "player=") {
				doc.WriteString("\n*(the others)*\n")
				writeScreen(t, ada, path, doc)
			}
			continue
		}
		c, fill := offered(t, open(t, ada, path), step)
		fields := url.Values{"move": {c.move}}
		for _, from := range []url.Values{c.fixed, c.ticked, fill} {
			maps.Copy(fields, from)
		}
		if c.asks {
			fmt.Fprintf(doc, "\n*%s*\n", step)
			writeScreen(t, ada, path+"/confirm?"+fields.Encode(), doc)
			step = "yes"
		}
		page, err := ada.Send(t.Context(), path+"/moves", fields)
		require.NoError(t, err)
		require.Zero(t, page.Doc.Find(".problem").Length(), "%s: %s", step, page.Doc.Find(".problem").Text())
		fmt.Fprintf(doc, "\n*%s*\n", step)
		writeScreen(t, ada, path, doc)
	}
}

// TestLastRoundInLynx reads, in one position, what the others did right below the
// decision and above the board.
func TestLastRoundInLynx(t *testing.T) {
	t.Parallel()
	need(t, "lynx")
	s := serve(t)
	ada := rig.Lynx{Base: s.URL, Dir: t.TempDir()}
	signIn(t, ada, "Ada")
	page, err := ada.Send(t.Context(), "/games", url.Values{"scenario": {`{"edition": "us-classic", "rulebook": "us", "turn": 1, "dice": [[1, 2]],
		"players": [{"name": "Ada"}, {"name": "Ben"}]}`}})
	require.NoError(t, err)
	path := strings.TrimSuffix(page.Doc.Find("#table").AttrOr("data-events", ""), "/events")
	for _, move := range []string{"roll", "buy", "end_turn"} {
		_, err := ada.Send(t.Context(), path+"/moves", url.Values{"player": {"1"}, "move": {move}})
		require.NoError(t, err)
	}
	shown, err := ada.DumpText(t.Context(), path)
	require.NoError(t, err)
	at := -1
	for _, next := range []string{"(roll) Roll", "Last round", "Ben rolls 1 + 2.", "Ben buys Baltic", "\nBoard\n", "30. Go To Jail", "What happened"} {
		i := strings.Index(shown[at+1:], next)
		require.GreaterOrEqual(t, i, 0, "%q comes after what is before it:\n%s", next, shown)
		at += 1 + i
	}
}

// offered finds the control for a step on a page.
func offered(t *testing.T, page *rig.Page, step string) (control, url.Values) {
	t.Helper()
	words := strings.Fields(step)
	args := url.Values{}
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, "=")
		args.Set(name, value)
	}
	for _, c := range controls(page.Doc) {
		if fill, ok := c.takes(args); ok && c.move == words[0] {
			return c, fill
		}
	}
	require.Fail(t, "no control for "+step, page.Doc.Find("#act").Text())
	return control{}, nil
}

// changing matches the parts that differ from one run to the next.
var changing = regexp.MustCompile(`\d{1,2}:\d\d`)

// writeScreen writes the screen of lynx, down to the end of the decision.
func writeScreen(t *testing.T, ada rig.Lynx, path string, doc *strings.Builder) {
	t.Helper()
	shown, err := ada.DumpText(t.Context(), path)
	require.NoError(t, err)
	shown, _, _ = strings.Cut(shown, "   All the rules")
	_, shown, _ = strings.Cut(shown, "Close\n")
	doc.WriteString("\n```\n" + strings.Trim(changing.ReplaceAllString(shown, "00:00"), "\n ") + "\n```\n")
}
