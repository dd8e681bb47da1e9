package handlers_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/verify"
	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// numbers is the chain of a client.
func numbers(c *client) *fair.Chain { return fair.NewChain(fair.LineHash([]byte(c.token)), 40) }

func (c *client) put(path string, body any) *answer {
	c.t.Helper()
	return c.send(http.MethodPut, path, body)
}

func link(c *client, k int) map[string]any {
	return map[string]any{"link": numbers(c).Link(k).String()}
}

// brought is a table whose players all have numbers of their own.
func brought(first *client, others ...*client) string {
	t := first.t
	t.Helper()
	game := first.create(map[string]any{"edition": "us-classic", "players": len(others) + 1})
	all := append([]*client{first}, others...)
	for i, c := range all {
		if i > 0 {
			require.Equal(t, http.StatusCreated, c.post(game+"/seats", map[string]any{}).status)
		}
		a := c.put(game+"/chain", map[string]any{"anchor": numbers(c).Anchor().String()})
		require.Equal(t, http.StatusOK, a.status, a.text())
		require.Equal(t, "client", a.str("state", "table", "dice", "source"))
	}
	require.Equal(t, http.StatusOK, first.post(game+"/start", nil).status)
	for _, c := range all {
		a := c.put(game+"/chain", link(c, 1))
		require.Equal(t, http.StatusOK, a.status, a.text())
	}
	require.Equal(t, "playing", first.get(game).str("status"))
	return game
}

func TestAGameOpensWithTheFirstNumbers(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, cleo := s.player("Ada"), s.player("Ben"), s.player("Cleo")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 3})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
	server := ada.get(game).str("table", "dice", "server")
	assert.Len(t, server, 64, "the server's anchor is there before any of the players'")
	wantProblem(t, cleo.put(game+"/chain", link(cleo, 1)), http.StatusForbidden, "no_seat")
	for _, c := range []*client{ada, ben} {
		require.Equal(t, http.StatusOK, c.put(game+"/chain", map[string]any{"anchor": numbers(c).Anchor().String()}).status)
	}
	wantProblem(t, ben.put(game+"/chain", link(ben, 1)), http.StatusConflict, "no_lock")
	a := ada.post(game+"/start", nil)
	require.Equal(t, http.StatusOK, a.status)
	assert.Equal(t, "lobby", a.str("state", "status"))
	assert.Equal(t, []any{0.0, 1.0}, a.at("state", "table", "dice", "awaiting"))
	assert.NotEmpty(t, a.str("state", "table", "dice", "until"))
	wantProblem(t, cleo.post(game+"/seats", map[string]any{}), http.StatusConflict, "opening")
	wrong := ben.put(game+"/chain", link(ben, 2))
	wantProblem(t, wrong, http.StatusConflict, "wrong_link")
	assert.Equal(t, 1, wrong.num("expected"))
	page := s.browser().get(game)
	assert.Contains(t, page.page().Find("#act").Text(), "Ada and Ben", "whose devices it waits for")
	for range 2 {
		require.Equal(t, http.StatusOK, ben.put(game+"/chain", link(ben, 1)).status, "also from a second tab")
	}
	assert.Equal(t, []any{0.0}, ben.get(game).at("table", "dice", "awaiting"))
	begun := ada.put(game+"/chain", link(ada, 1))
	require.Equal(t, http.StatusOK, begun.status)
	assert.Equal(t, "playing", begun.str("state", "status"))
	assert.Equal(t, server, begun.str("state", "table", "seed_commitment"))
}

func TestAThrowWaitsForItsNumber(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := brought(ada, ben)
	mover := toMove(game, ada, ben)
	other, name := ben, "Ada"
	if mover == ben {
		other, name = ada, "Ben"
	}
	a := mover.post(game+"/moves", roll())
	require.Equal(t, http.StatusOK, a.status, a.text())
	require.Len(t, a.at("events"), 1)
	assert.Equal(t, mover.get(game).num("seat"), a.num("state", "lock", "player"))
	assert.Equal(t, "roll", a.str("state", "lock", "move"))
	assert.Equal(t, 2, a.num("state", "table", "dice", "next"))
	moves, _ := a.at("state", "moves").([]any)
	require.Len(t, moves, 1)
	assert.Equal(t, map[string]any{"move": "roll", "needs_link": true}, moves[0], "an example would throw his number away")
	assert.Empty(t, other.get(game).at("moves"))

	again := mover.post(game+"/moves", roll())
	wantProblem(t, again, http.StatusConflict, "link")
	assert.Contains(t, again.str("detail"), "Send the move", "whose number it is learns what to do")
	assert.Equal(t, "A number is awaited", again.str("title"))
	for _, lang := range []string{"en", "de"} {
		other.lang = lang
		refused := other.post(game+"/moves", map[string]any{"move": "resign"})
		wantProblem(t, refused, http.StatusConflict, "link")
		assert.Contains(t, refused.str("detail"), name, "it says for whom the table waits")
	}
	watcher := s.browser().get(game)
	assert.Contains(t, watcher.page().Find("#act h2").Text(), name)
	assert.Zero(t, watcher.page().Find("#f-skip").Length())

	wantProblem(t, mover.post(game+"/moves", map[string]any{"move": "roll", "link": "abc"}), http.StatusBadRequest, "mistyped")
	wrong := mover.post(game+"/moves", map[string]any{"move": "roll", "link": numbers(mover).Link(1).String()})
	wantProblem(t, wrong, http.StatusConflict, "wrong_link")
	assert.Equal(t, 2, wrong.num("expected"))
	body := map[string]any{"move": "roll", "link": numbers(mover).Link(2).String(), "seq": a.num("state", "seq")}
	thrown := mover.post(game+"/moves", body)
	require.Equal(t, http.StatusOK, thrown.status, thrown.text())
	events, _ := thrown.at("events").([]any)
	first, _ := events[0].(map[string]any)
	assert.Equal(t, "rolled", first["type"])
	draw, _ := first["draw"].(map[string]any)
	assert.Equal(t, "client", draw["source"])
	assert.Equal(t, body["link"], draw["link"])
	wantProblem(t, mover.post(game+"/moves", body), http.StatusConflict, "stale")
}

// A player who deletes their account during the throw of another one is told to come back.
func TestWhoIsErasedIsToldOfAThrow(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := brought(ada, ben)
	mover := toMove(game, ada, ben)
	other, name := ben, "Ben"
	if mover == ben {
		other, name = ada, "Ada"
	}
	require.Equal(t, http.StatusOK, mover.post(game+"/moves", roll()).status)
	id := strings.TrimPrefix(game, "/games/")
	refused := other.post("/me/account/delete", map[string]any{"name": name, "tables": map[string]any{id: "played"}})
	wantProblem(t, refused, http.StatusConflict, "link")
	assert.Contains(t, refused.str("detail"), "try again in a few minutes")
	require.Equal(t, http.StatusOK, mover.post(game+"/moves", map[string]any{"move": "roll", "link": numbers(mover).Link(2).String()}).status)
	require.Equal(t, http.StatusOK, other.post("/me/account/delete", map[string]any{"name": name, "tables": map[string]any{id: "played"}}).status)
}

// A player who has the table open twice sends each number twice.
func TestANumberMayComeAgain(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := brought(ada, ben)
	mover := toMove(game, ada, ben)
	require.Equal(t, http.StatusOK, mover.post(game+"/moves", roll()).status)
	once := mover.put(game+"/chain", link(mover, 2))
	require.Equal(t, http.StatusOK, once.status, once.text())
	again := mover.put(game+"/chain", link(mover, 2))
	require.Equal(t, http.StatusOK, again.status, again.text())
	assert.Equal(t, once.num("state", "seq"), again.num("state", "seq"), "nothing has happened")
	assert.Empty(t, again.at("events"))
	wantProblem(t, mover.put(game+"/chain", link(mover, 3)), http.StatusConflict, "no_lock")
	wantProblem(t, mover.put(game+"/chain", link(mover, 1)), http.StatusConflict, "no_lock")
	wantProblem(t, s.player("Cleo").put(game+"/chain", link(mover, 2)), http.StatusForbidden, "no_seat")
}

func TestFormsGoOnWithoutANumber(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := brought(ada, ben)
	mover := toMove(game, ada, ben)
	mover.accept = "text/html"
	assert.Equal(t, http.StatusSeeOther, mover.post(game+"/moves", url.Values{"move": {"roll"}}).status)
	page := mover.get(game).page()
	form := page.Find("#f-skip")
	require.Equal(t, 1, form.Length())
	action, _ := form.Attr("action")
	assert.Equal(t, game+"/chain", action)
	assert.Equal(t, http.StatusSeeOther, mover.post(action, url.Values{"link": {"none"}, "move": {"roll"}}).status)
	mover.accept = "*/*"
	proof := mover.get(game + "/proof")
	assert.Equal(t, 1, proof.num("count", "missed"))
	assert.Contains(t, proof.str("sentence"), "Once a player’s number")
}

func TestTheProofOfATable(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := brought(ada, ben)
	mover := toMove(game, ada, ben)
	require.Equal(t, http.StatusOK, mover.post(game+"/moves", roll()).status)
	require.Equal(t, http.StatusOK, mover.put(game+"/chain", link(mover, 2)).status)

	p := ada.get(game + "/proof")
	assert.Equal(t, "pf1", p.str("protocol"))
	assert.Equal(t, "running", p.str("state"))
	assert.Equal(t, p.num("count", "draws"), p.num("count", "two_party"))
	assert.Contains(t, p.str("sentence"), "neither could know the other")
	assert.Equal(t, ada.get(game).num("seq"), p.num("head", "seq"))
	assert.Equal(t, ada.get(game).str("table", "dice", "head"), p.str("head", "hash"))
	assert.Len(t, p.str("head", "signature"), 128)
	draws, _ := p.at("draws").([]any)
	assert.Len(t, draws, 2)

	envelope := ada.get(game + "/proof?envelope")
	assert.Contains(t, envelope.header.Get("Content-Disposition"), "attachment")
	assert.Equal(t, p.str("head", "signature"), envelope.str("head", "signature"))
	assert.Nil(t, envelope.at("draws"))
	kept, err := export.ReadHeads(envelope.body)
	require.NoError(t, err, "verify --head takes the file as it is")
	require.Len(t, kept, 1)
	assert.True(t, kept[0].Signed())

	for _, lang := range []string{"en", "de"} {
		b := s.browser()
		b.lang = lang
		page := b.get(game + "/proof")
		require.Equal(t, http.StatusOK, page.status)
		doc := page.page()
		assert.NotEmpty(t, doc.Find("#proof-state").Text())
		assert.Equal(t, p.str("head", "fingerprint"), doc.Find(".print").Text())
		assert.Zero(t, doc.Find("code").Not("details code").Length(), "hashes only on demand")
		assert.Equal(t, 2, doc.Find(".draws li").Length())
	}
}

// The page, its JSON and verify say the same of a game.
func TestTheProofSaysWhatVerifySays(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	lobby := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	sandbox := ada.create(map[string]any{"scenario": map[string]any{"name": "x", "edition": "us-classic", "rulebook": "us", "players": []any{map[string]any{"name": "P"}, map[string]any{"name": "Q"}}}})
	alone := ada.create(map[string]any{"edition": "us-classic", "players": 2, "bots": []string{"default"}})
	require.Equal(t, http.StatusOK, ada.post(alone+"/start", nil).status)
	both := brought(ada, ben)
	over := brought(ada, ben)
	require.Equal(t, http.StatusOK, ada.post(over+"/moves", map[string]any{"move": "resign"}).status)
	require.Equal(t, http.StatusOK, ben.post(over+"/moves", map[string]any{"move": "resign"}).status)
	for _, c := range []struct{ game, verdict, reason, sentence string }{
		{lobby, "UNPROVEN", "not_begun", "The dice will come from numbers"},
		{sandbox, "UNPROVEN", "sandbox", "its dice follow a script, so there is nothing to prove"},
		{alone, "UNPROVEN", "server_only", "fixed by the server before the first throw; nobody else had a part"},
		{both, "PASS so far", "", "neither could know the other"},
		{over, "PASS", "", "neither could know the other"},
	} {
		p := ada.get(c.game + "/proof")
		assert.Equal(t, c.verdict, p.str("verdict"), p.str("sentence"))
		assert.Equal(t, c.reason, p.str("reason"))
		assert.Contains(t, p.str("sentence"), c.sentence)
		b := s.browser()
		b.lang = "de"
		assert.Equal(t, c.verdict, b.get(c.game+"/proof").page().Find("#proof-verdict strong").Text())
		file, err := export.Read(bytes.NewReader(ada.get(c.game + "/export").body))
		require.NoError(t, err)
		report, err := verify.Export(file)
		require.NoError(t, err)
		assert.Equal(t, c.verdict, string(report.Verdict), "%+v", report)
		assert.Equal(t, c.reason, string(report.Reason))
	}
}

// Every line of the log carries the hash of the one before, as it is sent.
func TestTheLogComesAsItIsKept(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := brought(ada, ben)
	a := ada.get(game+"/events", "Accept", "application/x-ndjson")
	require.Equal(t, http.StatusOK, a.status)
	lines := bytes.Split(bytes.TrimSuffix(a.body, []byte{'\n'}), []byte{'\n'})
	require.Greater(t, len(lines), 3)
	for i := 1; i < len(lines); i++ {
		assert.Contains(t, string(lines[i]), `"prev":"`+fair.LineHash(lines[i-1]).String()+`"`)
	}
	assert.Equal(t, ada.get(game).str("table", "dice", "head"), fair.LineHash(lines[len(lines)-1]).String())
}

func TestChainsInOddPlaces(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	sandbox := ada.create(map[string]any{"scenario": map[string]any{"name": "x", "edition": "us-classic", "rulebook": "us", "players": []any{map[string]any{"name": "P"}, map[string]any{"name": "Q"}}}})
	anchor := map[string]any{"anchor": numbers(ada).Anchor().String()}
	wantProblem(t, ada.put(sandbox+"/chain", anchor), http.StatusConflict, "no_chain")
	none := ada.get(sandbox + "/proof")
	assert.Nil(t, none.at("protocol"))
	assert.Equal(t, "none", none.str("state"))
	assert.Equal(t, http.StatusOK, s.browser().get(sandbox+"/proof").status)
	assert.NotContains(t, ada.get(sandbox).text(), `"dice":{"protocol"`)

	game := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	for name, c := range map[string]struct {
		body any
		code string
	}{
		"nothing":     {map[string]any{}, "missing"},
		"both":        {map[string]any{"anchor": numbers(ada).Anchor().String(), "link": "none"}, "foreign"},
		"short":       {map[string]any{"anchor": "abcd"}, "mistyped"},
		"large":       {map[string]any{"anchor": "ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789"}, "mistyped"},
		"a number":    {`{"anchor": 7}`, "mistyped"},
		"misspelt":    {`{"ancor": "x"}`, "foreign"},
		"no document": {`[`, "malformed"},
	} {
		t.Run(name, func(t *testing.T) { wantProblem(t, ada.put(game+"/chain", c.body), http.StatusBadRequest, c.code) })
	}
	wantProblem(t, s.program().put(game+"/chain", anchor), http.StatusForbidden, "no_seat")
	wantProblem(t, ada.put("/games/none/chain", anchor), http.StatusNotFound, "unknown_game")
	assert.Equal(t, "open", ada.get(game+"/proof").str("state"))
	assert.Equal(t, http.StatusOK, s.browser().get(game+"/proof").status)
}

// A quick game begins with the numbers of who opens it if they bring some.
func TestAQuickGameWithNumbersOfItsOpener(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	own := numbers(ada)
	a := ada.post("/games", map[string]any{"quick": true, "edition": "us-classic", "bot_pause": 60000, "anchor": own.Anchor().String()})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	game := "/games/" + a.str("game")
	assert.Equal(t, "lobby", a.str("status"), "until the first number has come")
	assert.Equal(t, "client", a.str("table", "dice", "source"))
	assert.Equal(t, []any{0.0}, a.at("table", "dice", "awaiting"))
	waits := ada.get(game, "Accept", "text/html").page()
	assert.Equal(t, "The game begins", waits.Find("#act-h").Text())
	assert.Zero(t, waits.Find("#m-start, .seats button, .looks, #invite").Length(), "nothing can be changed any more")

	require.Equal(t, http.StatusOK, ada.put(game+"/chain", map[string]any{"link": own.Link(1).String()}).status)
	assert.Equal(t, "playing", ada.get(game).str("status"))
	assert.NotContains(t, ada.get(game+"/events").text(), "seat_reanchored")

	before := len(ada.get("/games").at("games").([]any))
	wantProblem(t, ada.post("/games", map[string]any{"quick": true, "anchor": "12"}), http.StatusBadRequest, "mistyped")
	wantProblem(t, ada.post("/games", url.Values{"quick": {"1"}, "anchor": {"zz"}}, "Accept", "application/json"), http.StatusBadRequest, "mistyped")
	sandbox := map[string]any{"name": "x", "edition": "us-classic", "rulebook": "us", "players": []any{map[string]any{"name": "P"}, map[string]any{"name": "Q"}}}
	wantProblem(t, ada.post("/games", map[string]any{"scenario": sandbox, "anchor": own.Anchor().String()}), http.StatusConflict, "no_chain")
	assert.Len(t, ada.get("/games").at("games"), before, "and no table was opened")

	table := ada.post("/games", map[string]any{"edition": "us-classic", "anchor": own.Anchor().String()})
	require.Equal(t, http.StatusCreated, table.status, "other tables take one, too")
	assert.Equal(t, own.Anchor().String(), table.str("table", "dice", "anchor"))
}

// The draws of a long game come on pages; JSON has all of them.
func TestALongProofHasPages(t *testing.T) {
	t.Parallel()
	s := open(t, func(c *handlers.Config) { c.Limits = web.Limits{} }) // two players move as fast as they can
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	for draws := 0; draws < 160; draws = ada.get(game+"/proof").num("count", "draws") {
		for range 20 {
			if !playOn(t, game, ada, ben) {
				game = running(ada, ben) // that one was over too soon
			}
		}
	}
	path := game + "/proof"
	var all, seen []string
	for _, draw := range slices.Backward(list(ada.get(path+"?page=1"), "draws")) {
		all = append(all, fmt.Sprintf("e%v", draw["seq"]))
	}
	require.Greater(t, len(all), 150, "programs get all of them")
	verdict := ada.get(path).str("verdict")
	b := s.browser()
	for next := path; next != "" && len(seen) <= len(all); {
		p := b.get(next).page()
		rows := p.Find("ol.draws > li")
		rows.Each(func(_ int, li *goquery.Selection) { seen = append(seen, li.AttrOr("id", "")) })
		assert.Less(t, rows.Length(), 150)
		assert.Equal(t, next != path, p.Find(`.pages a:contains("Newer")`).Length() == 2, "above and below")
		assert.Contains(t, p.Find("#proof-state").Text(), fmt.Sprintf("%d draws so far", len(all)), "each page speaks of the whole game")
		assert.Equal(t, verdict, p.Find("#proof-verdict strong").Text())
		next, _, _ = strings.Cut(p.Find(`.pages a:contains("Older")`).AttrOr("href", ""), "#")
	}
	assert.Equal(t, all, seen, "the pages are the whole, the newest first")
	for _, odd := range []string{"60000", "0", "x"} {
		assert.Equal(t, seen[0], b.get(path+"?page="+odd).page().Find("ol.draws > li").AttrOr("id", ""), "people get the newest page: %s", odd)
	}
	wantProblem(t, ada.get(path+"?page=x"), http.StatusBadRequest, "mistyped")
}
