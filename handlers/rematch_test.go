package handlers_test

import (
	"bytes"
	"image/png"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ended is a game of two people and a computer that both people have left, which
// by the rules of this table ends it.
func ended(t *testing.T, s *site, ada, ben *client) string {
	t.Helper()
	path := ada.create(map[string]any{
		"title": "Friday", "edition": "us-classic", "rulebook": "us", "players": 3, "bots": []string{"trader"},
		"options": map[string]any{"house.resign_bankrupt": true}, "bot_pause": 60000,
	})
	require.Less(t, ben.post(path+"/seats", nil).status, 300)
	require.Equal(t, http.StatusOK, ada.post(path+"/start", nil).status)
	for _, c := range []*client{ada, ben} {
		require.Equal(t, http.StatusOK, c.post(path+"/moves", map[string]any{"move": "resign"}).status)
	}
	require.Equal(t, "finished", s.program().get(path).str("status"))
	return path
}

// shown is a page as a browser gets it.
func (c *client) shown(path string) *goquery.Document {
	a := c.get(path, "Accept", html)
	require.Equal(c.t, http.StatusOK, a.status, a.text())
	return a.page()
}

func TestRematchOverHTTP(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, eve := s.player("Ada"), s.player("Ben"), s.player("Eve")
	running := ada.create(map[string]any{"edition": "us-classic", "players": 2, "bots": 1})
	wantProblem(t, ada.post(running+"/rematch", nil), http.StatusConflict, "not_finished")
	path := ended(t, s, ada, ben)
	wantProblem(t, eve.post(path+"/rematch", nil), http.StatusForbidden, "no_seat")

	one := ben.shown(path)
	assert.Contains(t, one.Find("#m-again").Text(), "Play again with Ada and ")
	assert.Contains(t, one.Find("#act-h").Text(), "You came second", "one's own place comes first")
	assert.Contains(t, one.Find("#act .cause").Text(), "You left the game. ")
	assert.NotEmpty(t, one.Find("#table").AttrOr("data-events", ""), "players hear of a rematch")
	assert.Empty(t, eve.shown(path).Find("#table").AttrOr("data-events", ""))
	assert.Contains(t, eve.shown(path).Find("#act-h").Text(), " wins with ", "a stranger is told who won")

	first := ada.post(path+"/rematch", nil)
	require.Equal(t, http.StatusCreated, first.status, first.text())
	next := first.header.Get("Location")
	assert.Equal(t, "lobby", ada.get(next).str("status"))
	assert.Equal(t, "Friday", ada.get(next).at("table").(map[string]any)["title"])
	assert.Contains(t, ben.shown(path).Find("#m-again").Text(), "Join the next game")
	assert.Contains(t, ben.shown(path).Find("#m-again").Text(), "Ada waits for you")
	assert.Equal(t, "/games/"+ben.get(path).at("table").(map[string]any)["rematch"].(string), next)
	assert.NotContains(t, eve.get(path).at("table"), "rematch", "only for those who played")
	assert.Equal(t, next, ada.shown(path).Find("a#m-again").AttrOr("href", ""))

	second := ben.post(path+"/rematch", nil)
	require.Equal(t, http.StatusOK, second.status, second.text())
	assert.Equal(t, next, "/games/"+second.str("game"))
	assert.Len(t, ada.get(next).at("players"), 3)
}

// TestWhoComesLateToARematch: the other players find the invitation among their games, too,
// as long as they can take a seat; after that the result leads to the next game to watch.
func TestWhoComesLateToARematch(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	path := ended(t, s, ada, ben)
	invited := func() *goquery.Selection {
		return ben.shown("/me").Find("#tb-" + strings.TrimPrefix(path, "/games/") + " .news a")
	}
	assert.Zero(t, invited().Length())
	next := ada.post(path+"/rematch", nil).header.Get("Location")
	assert.Equal(t, "Ada waits for you at a new table.", invited().Text())
	assert.Equal(t, next, invited().AttrOr("href", ""))
	assert.Equal(t, 1, ben.shown(path).Find("#f-again").Length())

	require.Equal(t, http.StatusOK, ada.post(next+"/start", nil).status)
	assert.Zero(t, invited().Length())
	again := ben.shown(path).Find("#m-again")
	assert.Equal(t, next, again.AttrOr("href", ""), "it can be watched")
	assert.Equal(t, "Watch the next game", again.Text())
}

// TestNobodyPlaysAgainWithADeletedAccount: the pseudonym that is left of a player keeps
// its place in the result, and is not offered for the next game.
func TestNobodyPlaysAgainWithADeletedAccount(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	path := ended(t, s, ada, ben)
	assert.Contains(t, ada.shown(path).Find("#m-again").Text(), "Ben")
	left := ben.post("/me/account/delete", map[string]any{"name": "Ben"})
	require.Equal(t, http.StatusOK, left.status, left.text())
	page := ada.shown(path)
	assert.Contains(t, page.Text(), left.str("pseudonym"))
	assert.NotContains(t, page.Find("#m-again").Text(), left.str("pseudonym"))
	assert.Contains(t, page.Find("#m-again").Text(), "Play again with ")
}

// TestPictureOfAGame: a finished game has a picture, the same for everybody, and
// tells other sites of it.
func TestPictureOfAGame(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, eve := s.player("Ada"), s.player("Ben <b>"), s.player("Eve")
	path := ended(t, s, ada, ben)
	drawn := eve.get(path + "/picture.png")
	require.Equal(t, http.StatusOK, drawn.status, drawn.text())
	assert.Equal(t, "image/png", drawn.header.Get("Content-Type"))
	img, err := png.Decode(bytes.NewReader(drawn.body))
	require.NoError(t, err)
	assert.Equal(t, [2]int{1200, 630}, [2]int{img.Bounds().Dx(), img.Bounds().Dy()})
	assert.Equal(t, drawn.body, ada.get(path+"/picture.png").body, "the same for everybody")
	assert.Equal(t, http.StatusNotModified, eve.get(path+"/picture.png", "If-None-Match", drawn.header.Get("ETag")).status)
	svg := eve.get(path + "/picture.svg?lang=de")
	assert.Equal(t, "image/svg+xml", svg.header.Get("Content-Type"))
	assert.Contains(t, svg.text(), "gewinnt mit")
	assert.Contains(t, svg.text(), "Ben &lt;b&gt;")

	head := eve.shown(path).Find("head")
	property := func(name string) string { return head.Find(`meta[property="`+name+`"]`).AttrOr("content", "") }
	assert.Contains(t, property("og:title"), " wins with ")
	assert.True(t, strings.HasSuffix(property("og:image"), path+"/picture.png?lang=en"), property("og:image"))
	assert.True(t, strings.HasPrefix(property("og:image"), "http"))

	lobby := ada.create(map[string]any{"title": "Sunday", "edition": "us-classic", "players": 2})
	wantProblem(t, eve.get(lobby+"/picture.png"), http.StatusConflict, "not_finished")
	head = eve.shown(lobby).Find("head")
	assert.Equal(t, "Ada invites you", property("og:title"))
	assert.Contains(t, property("og:description"), "Sunday")
	assert.Empty(t, property("og:image"))
}

// TestThePictureShowsTheSumAfterALongName: its headline grows smaller rather than lose its end.
func TestThePictureShowsTheSumAfterALongName(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	path := ada.create(map[string]any{"scenario": map[string]any{"edition": "us-classic", "rulebook": "us", "players": []any{
		map[string]any{"name": "Ben", "cash": 10}, map[string]any{"name": "Annegret-Sophie Wildmüll"},
	}, "debts": []any{map[string]any{"debtor": 0, "creditor": 1, "amount": 300, "reason": "rent"}}}})
	require.Equal(t, http.StatusOK, ada.post(path+"/moves", map[string]any{"player": 0, "move": "declare_bankruptcy"}).status)
	for lang, sum := range map[string]string{"de": `>Annegret-Sophie Wildmüll gewinnt mit [0-9.]+\p{Z}\p{Sc}<`, "en": `>Annegret-Sophie Wildmüll wins with \p{Sc}[0-9,]+<`} {
		assert.Regexp(t, sum, ada.get(path+"/picture.svg?lang="+lang).text())
	}
}

// TestOutOfTheGame: a player who is bankrupt is told their place and its cause, and
// can make the computers hurry when only they are left.
func TestOutOfTheGame(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	path := ada.create(map[string]any{
		"edition": "us-classic", "rulebook": "us", "players": 4, "bots": 2, "options": map[string]any{"house.resign_bankrupt": true}, "bot_pause": 60000,
	})
	require.Less(t, ben.post(path+"/seats", nil).status, 300)
	require.Equal(t, http.StatusOK, ada.post(path+"/start", nil).status)
	require.Equal(t, http.StatusOK, ada.post(path+"/moves", map[string]any{"move": "resign"}).status)
	wantProblem(t, ada.post(path+"/hurry", nil), http.StatusConflict, "not_alone")
	out := ada.shown(path).Find("#act")
	assert.Contains(t, out.Text(), "You are out, place 4")
	assert.Contains(t, out.Text(), "The others play on.")
	assert.Zero(t, out.Find("#m-hurry").Length())
	require.Equal(t, http.StatusOK, ben.post(path+"/moves", map[string]any{"move": "resign"}).status)
	assert.Contains(t, ben.shown(path).Find("#act").Text(), "You are out, place 3")
	assert.Equal(t, 1, ada.shown(path).Find("#m-hurry").Length())
	require.Equal(t, http.StatusOK, ada.post(path+"/hurry", nil).status)
	require.Eventually(t, func() bool { return ada.get(path).str("status") == "finished" }, 20*time.Second, 20*time.Millisecond)

	tale := ada.shown(path).Find(".tale li")
	assert.LessOrEqual(t, tale.Length(), 3)
	require.Positive(t, tale.Length())
	at := 0
	tale.Each(func(_ int, li *goquery.Selection) {
		link := li.Find("a")
		assert.Regexp(t, `^Turn \d+$`, link.Text())
		assert.Contains(t, ada.shown(link.AttrOr("href", "")).Find("#act .eyebrow").Text(), link.Text()+" ", "each sentence leads to its moment")
		_, seq, _ := strings.Cut(link.AttrOr("href", ""), "?at=")
		n, err := strconv.Atoi(seq)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, n, at, "in the order of the game")
		at = n
		assert.NotContains(t, li.Find("span").Text(), " in turn ", "its turn is said once")
	})
	story := ada.get(path + "/stats").at("story").(map[string]any)
	assert.Len(t, story["bankruptcies"], 3)
}
