package handlers_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
)

// presences is what programs are told of who is at a table, by seats.
func presences(c *client, game string) map[int]string {
	all := map[int]string{}
	for _, one := range c.get(game).at("table", "presence").([]any) {
		x := one.(map[string]any)
		all[int(x["seat"].(float64))] = x["presence"].(string)
	}
	return all
}

// Everybody at a table is shown who is there, who thinks for long and who is away.
func TestThePlayersAreShownWhoIsThere(t *testing.T) {
	t.Parallel()
	s, forward := clocked(t, filepath.Join(t.TempDir(), "test.db"))
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	mover, other := 0, 1
	if toMove(game, ada, ben) == ben {
		mover, other = 1, 0
	}
	assert.Equal(t, map[int]string{0: "here", 1: "here"}, presences(ada, game), "both have just asked for it")
	forward(40 * time.Second)
	assert.Equal(t, map[int]string{mover: "thinking", other: "here"}, presences(ada, game))
	page := ada.shown(game)
	assert.Equal(t, "thinking", said(page.Find("#pl"+itoa(mover)+" .presence.thinking").Text()), "a word for those who do not see the dot")
	assert.Equal(t, 1, page.Find("#pu"+itoa(mover)+" .presence.thinking").Length())
	forward(2 * time.Minute)
	assert.Equal(t, map[int]string{0: "away", 1: "away"}, presences(s.player("Cleo"), game), "a watcher is not counted")

	watched := s.browser().shown(game)
	assert.Regexp(t, `^away since [A-Z][a-z]+ \d+ \d\d:\d\d UTC$`, said(watched.Find("#pl"+itoa(mover)+" .presence.away").Text()), "the game waits for them")
	assert.Equal(t, "away", said(watched.Find("#pl"+itoa(other)+" .presence.away").Text()), "nobody waits for them")
}

func said(text string) string { return strings.Join(strings.Fields(text), " ") }

// A computer has no presence, nor has a player for whom the table plays.
func TestNobodyIsThereWhereNobodyCanBe(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, cem := s.player("Ada"), s.player("Ben"), s.player("Cem")
	game := running(ada, ben, cem)
	require.Equal(t, 200, cem.post(game+"/moves", map[string]any{"move": "resign"}).status)
	assert.Equal(t, map[int]string{0: "here", 1: "here"}, presences(ada, game))
	room := ada.create(map[string]any{"edition": "us-classic", "players": 3, "bots": 1})
	assert.Equal(t, map[int]string{0: "here"}, presences(ada, room))
	assert.Equal(t, 1, s.browser().shown(room).Find(".seats .presence").Length())
}

// Who comes is heard of over the stream at once, and who goes with a heartbeat; an
// answer that a program has already is not kept for the same because of its seq.
func TestAStreamTellsWhoComesAndGoes(t *testing.T) {
	t.Parallel()
	s, forward := clocked(t, filepath.Join(t.TempDir(), "test.db"), func(c *handlers.Config) { c.Heartbeat = 10 * time.Millisecond })
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	forward(10 * time.Minute)
	seq := itoa(ada.get(game).num("seq"))
	st := ada.listen(game + "/events?after=" + seq)
	tag := ada.get(game).header.Get("ETag")
	assert.Equal(t, 304, ada.get(game, "If-None-Match", tag).status)
	theirs := ben.listen(game + "/events?after=" + seq)
	assert.Equal(t, "presence", st.next().event)
	assert.Equal(t, 200, ada.get(game, "If-None-Match", tag).status)
	st.quiet(50 * time.Millisecond)
	theirs.cancel()
	require.Eventually(t, func() bool {
		forward(10 * time.Second)
		select {
		case m := <-st.in:
			return m.event == "presence"
		default:
			return false
		}
	}, 10*time.Second, time.Millisecond)
	assert.Contains(t, presences(ada, game), 0)
}
