package handlers_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A visitor is told who invites them, and how to hand the invitation on.
func TestWaitingRoomInvites(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	path := ada.create(map[string]any{"title": "Friday", "edition": "us-classic", "players": 4, "bots": 1})
	room := s.browser().shown(path)
	assert.Equal(t, "Ada invites you", room.Find("#act-h").Text())
	assert.Equal(t, 1, room.Find(".invite svg.qr path").Length())
	_, hidden := room.Find("#tryout").Attr("hidden")
	assert.True(t, hidden, "the dice are the script's")
	for _, id := range []string{"#share-room", "#share-room-copy", "#try-go"} {
		assert.Equal(t, "hidden", room.Find(id).AttrOr("type", ""), "%s is the script's", id)
	}
	assert.Contains(t, room.Find(".seats").Text(), "away", "Ada has not opened the page")
	assert.Contains(t, room.Find(".seats").Text(), "Emil")
	assert.Contains(t, room.Text(), "60 to 90 min")
	ada.listen(path + "/events")
	require.Eventually(t, func() bool { return s.browser().shown(path).Find(".presence.here").Length() == 1 }, waitLong, waitShort)

	card := s.browser().shown("/").Find(".tlist li").FilterFunction(func(_ int, li *goquery.Selection) bool { return li.Find("h3").Text() == "Friday" })
	assert.Contains(t, card.Text(), "2 seats free")
	assert.Contains(t, card.Text(), "60 to 90 min")
}

// Who sits down reads how long each decision may take before the game begins.
func TestTheRoomSaysHowMuchTimeThereIs(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	usual := s.browser().shown(ada.create(map[string]any{"edition": "us-classic", "players": 2})).Find("#main").Text()
	assert.Contains(t, usual, "1 minute for each decision")
	open := s.browser().shown(ada.create(map[string]any{"edition": "us-classic", "players": 2, "pace": "open"})).Find("#main").Text()
	assert.NotContains(t, open, "for each decision")
}

// A table at which nobody is any more does not fill the lobby; programs still find it.
func TestDesertedTablesLeaveTheLobby(t *testing.T) {
	t.Parallel()
	s, forward := clocked(t, filepath.Join(t.TempDir(), "test.db"))
	ada, ben := s.player("Ada"), s.player("Ben")
	waiting := ada.create(map[string]any{"title": "Waiting", "edition": "us-classic", "players": 4})
	solo := ada.create(map[string]any{"title": "Solo", "edition": "us-classic", "players": 2, "bots": 1})
	require.Equal(t, http.StatusOK, ada.post(solo+"/start", nil).status)
	both := ada.create(map[string]any{"title": "Both", "edition": "us-classic", "players": 2, "pace": "correspondence"})
	require.Less(t, ben.post(both+"/seats", nil).status, 300)
	require.Equal(t, http.StatusOK, ada.post(both+"/start", nil).status)
	shown := func() (list []string) {
		s.browser().shown("/").Find(".tlist h3").Each(func(_ int, h *goquery.Selection) { list = append(list, h.Text()) })
		return list
	}
	assert.ElementsMatch(t, []string{"Waiting", "Solo", "Both"}, shown())
	require.Equal(t, http.StatusOK, ada.get(placed(t, ada, ruined)).status)
	assert.Len(t, shown(), 4, "what a person tries out")
	forward(3 * time.Minute)
	assert.ElementsMatch(t, []string{"Waiting", "Solo", "Both"}, shown(), "is there as long as they look at it")
	full := ada.create(map[string]any{"title": "Full", "edition": "us-classic", "players": 2, "bots": 1})
	assert.ElementsMatch(t, []string{"Waiting", "Solo", "Both"}, shown(), "there is no seat to sit down on")
	room := s.browser().shown(full)
	assert.Equal(t, "The table is full", room.Find("#act-h, h2").First().Text())
	assert.Empty(t, room.Find("#f-join, [name=name]").Nodes)
	forward(11 * time.Minute)
	assert.ElementsMatch(t, []string{"Waiting", "Both"}, shown(), "nobody looks at a game of one person against computers")
	forward(25 * time.Hour)
	assert.ElementsMatch(t, []string{"Both"}, shown())
	assert.Len(t, s.program().get("/games").at("games"), 5)
	assert.NotEmpty(t, waiting)
}

// A refused request of somebody unknown makes no player: neither one who finds no seat
// to take or to play for, nor one whose table cannot be, nor one of the name that a
// computer player was to have.
func TestRefusedStrangersBecomeNobody(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	room := ada.create(map[string]any{"edition": "us-classic", "players": 3})
	for name, c := range map[string]struct {
		path   string
		body   map[string]any
		status int
		code   string
	}{
		"a game that runs":      {game + "/seats", map[string]any{"name": "Cleo"}, http.StatusConflict, "started"},
		"a seat that is taken":  {game + "/seats/1/stand-in", map[string]any{"name": "Cleo"}, http.StatusConflict, "taken"},
		"a table without board": {"/games", map[string]any{"name": "Cleo", "edition": "nowhere"}, http.StatusUnprocessableEntity, "unknown_edition"},
		"a computer player":     {room + "/seats", map[string]any{"bot": true, "name": "Robby"}, http.StatusUnauthorized, "unauthorized"},
	} {
		t.Run(name, func(t *testing.T) { // at once: while tests wait for each other, clocks run
			eve := s.program()
			wantProblem(t, eve.post(c.path, c.body), c.status, c.code)
			assert.Equal(t, http.StatusUnauthorized, eve.get("/me").status)
		})
	}
}

// The host reads when a table that waits in vain is deleted: in its room from the first day,
// in the lists of their tables once half of the time is over.
func TestAWaitingTableSaysWhenItIsDeleted(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada := p.player("Ada")
	path := ada.create(map[string]any{"edition": "us-classic", "players": 3, "pace": map[string]any{"kind": "correspondence", "zone": "Europe/Berlin"}})
	const when = " deleted on Monday, Mar 16, 10:00 CET"
	assert.Contains(t, p.readerAs(ada).open(path).doc.Find("#kept").Text(), "this table is"+when)
	assert.Empty(t, p.browser().shown(path).Find("#kept").Text(), "to others it is no matter")
	for _, soon := range []bool{false, true} {
		for _, list := range []string{"/", "/me"} {
			card := p.readerAs(ada).open(list).doc.Find(".tlist .card").Text()
			assert.Equal(t, soon, strings.Contains(card, "It is"+when), "%s: %s", list, card)
		}
		p.clock.pass(8 * 24 * time.Hour)
	}
	require.Less(t, p.player("Ben").post(path+"/seats", map[string]any{}).status, 300)
	assert.NotContains(t, p.readerAs(ada).open("/").doc.Find(".tlist .card").Text(), " deleted ")
}
