package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// endedByMail is a game of Ada, Ben and Cem that Cem has won. Cem is told by mail, as soon as or
// once a day, as when says.
func endedByMail(t *testing.T, p *postal, when string) (path string, ada, cem *client) {
	t.Helper()
	ada, cem = p.player("Ada"), p.player("Cem")
	ben := p.player("Ben")
	channel := toldByMail(t, p, cem, "cem@example.org")
	require.Less(t, cem.post("/me/notices/channels/"+channel, map[string]any{"when": when}).status, 300)
	path = ada.create(map[string]any{
		"title": "Friday", "edition": "us-classic", "rulebook": "us", "players": 3, "options": map[string]any{"house.resign_bankrupt": true},
	})
	for _, c := range []*client{ben, cem} {
		require.Less(t, c.post(path+"/seats", nil).status, 300)
	}
	require.Equal(t, http.StatusOK, ada.post(path+"/start", nil).status)
	for _, c := range []*client{ada, ben} {
		require.Equal(t, http.StatusOK, c.post(path+"/moves", map[string]any{"move": "resign"}).status)
	}
	require.Equal(t, "finished", p.program().get(path).str("status"))
	return path, ada, cem
}

// TestAFeedKeepsTheEndOfAGame: readers fetch a feed seldom, so the end stays in it for two weeks,
// as one entry that does not change when its owner looks at the table.
func TestAFeedKeepsTheEndOfAGame(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	path, ada, cem := endedByMail(t, p, "once")
	made := cem.post("/me/notices/channels", map[string]any{"kind": "feed"})
	require.Equal(t, http.StatusCreated, made.status, made.text())
	read := func(what string) string {
		return p.program().get(strings.TrimPrefix(made.str(what), p.url)).text()
	}
	entry := func() string {
		_, rest, _ := strings.Cut(read("atom"), "<entry>")
		head, _, _ := strings.Cut(rest, "<summary>")
		return head
	}
	first := entry()
	assert.Contains(t, first, "<title>Friday: the game is over</title>")
	assert.Contains(t, first, `href="`+p.url+path+`"`)
	assert.Contains(t, read("atom"), "You have won.")
	assert.NotContains(t, read("calendar"), "VEVENT")
	p.pass(10 * 24 * time.Hour)
	require.Equal(t, http.StatusOK, p.readerAs(cem).get(path).status)
	assert.Equal(t, first, entry())
	require.Equal(t, http.StatusCreated, ada.post(path+"/rematch", nil).status)
	assert.Contains(t, read("atom"), "Ada invites you")
	p.pass(5 * 24 * time.Hour)
	assert.NotContains(t, read("atom"), "the game is over")
}

// The end of a game is told to those who have not seen it, and to nobody else.
func TestTheEndIsMailedUnlessItWasSeen(t *testing.T) {
	t.Parallel()
	for _, when := range []string{"once", "daily"} {
		for _, looks := range []bool{false, true} {
			p := openPostal(t)
			path, _, cem := endedByMail(t, p, when)
			if looks {
				require.Equal(t, http.StatusOK, p.readerAs(cem).get(path).status)
			}
			before := len(p.smtp.All())
			p.pass(25 * time.Hour)
			var subjects []string
			for _, m := range p.smtp.All()[before:] {
				subjects = append(subjects, m.Subject)
			}
			if looks {
				assert.Empty(t, subjects, when)
			} else {
				assert.Equal(t, []string{"Friday: the game is over"}, subjects, when)
				assert.Contains(t, p.smtp.Last().Body, "You have won.", when)
			}
		}
	}
}

// An invitation to another game names who invites and leads to the new table, with the
// end of the game before or alone. Players who sit there already get none.
func TestARematchIsMailedByName(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		sees, joins bool
		subject     string
	}{
		"after the end was seen": {sees: true, subject: "Friday: Ada invites you to another game"},
		"with the end":           {subject: "Friday: the game is over"},
		"who has joined":         {sees: true, joins: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := openPostal(t)
			path, ada, cem := endedByMail(t, p, "once")
			if x.sees {
				require.Equal(t, http.StatusOK, p.readerAs(cem).get(path).status)
			}
			before := len(p.smtp.All())
			next := ada.post(path+"/rematch", nil).header.Get("Location")
			require.NotEmpty(t, next)
			if x.joins {
				require.Equal(t, http.StatusOK, cem.post(path+"/rematch", nil).status)
			}
			p.pass(5 * time.Minute)
			if x.joins {
				require.Len(t, p.smtp.All(), before)
				return
			}
			require.Len(t, p.smtp.All(), before+1)
			m := p.smtp.Last()
			assert.Equal(t, x.subject, m.Subject)
			assert.Contains(t, m.Body, "Ada invites you to another game")
			assert.Contains(t, m.Body, "https://play.example.org"+next+"\r\n")
			assert.Equal(t, !x.sees, strings.Contains(m.Body, "https://play.example.org"+path+"\r\n"))
		})
	}
}

// A player who has not played for weeks is not told that they never did.
func TestMyGamesWeeksAfterTheLastOne(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	_, ada, _ := endedByMail(t, p, "once")
	p.clock.pass(31 * 24 * time.Hour)
	day := ada.html().get("/me").page().Find("#act").Text()
	assert.Contains(t, day, "You are not sitting at a table.")
}
