package handlers_test

import (
	"bytes"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/export"
)

// called is a table that has waited for one of two people for a day, and at
// which the other has put that to the vote.
func called(t *testing.T, s *site, forward func(time.Duration)) (game string, present, absent *client, seat int) {
	t.Helper()
	present, absent = s.player("Ada"), s.player("Ben")
	game = runningAt("open", present, absent)
	if present.get(game).num("seat") == present.get(game).num("turn", "player") {
		present, absent = absent, present
	}
	seat = int(absent.get(game).num("seat"))
	forward(25 * time.Hour)
	a := present.post(game+"/pace", map[string]any{"what": "absent", "about": seat})
	require.Less(t, a.status, 300, a.text())
	return game, present, absent, seat
}

func timesOf(doc *answer, seat int) map[string]any {
	return doc.at("seats").([]any)[seat].(map[string]any)
}

// Nobody votes: the computer plays, risks nothing, and one press ends that.
func TestSilenceReplacesNobodyForGood(t *testing.T) {
	t.Parallel()
	s, forward := clocked(t, filepath.Join(t.TempDir(), "test.db"))
	game, present, absent, seat := called(t, s, forward)
	assert.Contains(t, present.get(game+"/pace").text(), `"choices":["wait","substitute"]`, "waiting can be chosen")
	forward(73 * time.Hour)
	require.Less(t, present.post(game+"/pace", map[string]any{"what": "keep"}).status, 300)
	doc := present.get(game + "/pace")
	assert.Equal(t, "substitute", doc.at("decided").([]any)[0].(map[string]any)["result"])
	require.Equal(t, true, timesOf(doc, seat)["away"])
	assert.Empty(t, absent.get(game).at("moves"))

	page := s.readerAs(absent).open(game)
	require.True(t, page.has("#act #m-return"), "where the decisions are")
	page.press("#m-return")
	assert.False(t, page.has("#m-return"))
	assert.Equal(t, false, timesOf(present.get(game+"/pace"), seat)["away"])
	f, err := export.Read(bytes.NewReader(present.get(game + "/export").body))
	require.NoError(t, err)
	riskedNothing(t, f, seat)
}

// A vote whose reason is gone ends by itself, and everybody is told.
func TestAVoteWithoutReasonIsDroppedAndTold(t *testing.T) {
	t.Parallel()
	for name, back := range map[string]func(game string, absent *client, seat int) *answer{
		"a sign of life": func(game string, absent *client, _ int) *answer {
			return absent.post(game+"/pace", map[string]any{"what": "keep"})
		},
		"a move": func(game string, absent *client, _ int) *answer {
			return absent.post(game+"/moves", map[string]any{"move": "roll"})
		},
		"leaves": func(game string, absent *client, seat int) *answer {
			return absent.send(http.MethodDelete, game+"/seats/"+strconv.Itoa(seat), nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, forward := clocked(t, filepath.Join(t.TempDir(), "test.db"))
			game, present, absent, seat := called(t, s, forward)
			a := back(game, absent, seat)
			require.Equal(t, http.StatusOK, a.status, a.text())
			doc := present.get(game + "/pace")
			assert.Empty(t, doc.at("votes"))
			require.Len(t, doc.at("decided"), 1)
			last := doc.at("decided").([]any)[0].(map[string]any)
			assert.Equal(t, []any{"absent", float64(seat), "dropped"}, []any{last["what"], last["about"], last["result"]})
			assert.Contains(t, s.readerAs(present).open(game+"/pace").doc.Find(".verdicts").Text(), "no reason for it any more")
		})
	}
}

// TestAVoteStaysInSight: a voter comes back to the vote, or to what it has come to if
// theirs was the last voice. Where no clock runs, nothing answers for those who are waited for.
func TestAVoteStaysInSight(t *testing.T) {
	t.Parallel()
	s, forward := clocked(t, filepath.Join(t.TempDir(), "test.db"))
	people := []*client{s.player("Ada"), s.player("Ben"), s.player("Cleo")}
	game := runningAt("open", people[0], people[1:]...)
	gone := people[0].get(game).num("turn", "player")
	var there []*client
	for _, p := range people {
		if p.get(game).num("seat") != gone {
			there = append(there, p)
		}
	}
	forward(25 * time.Hour)
	send := func(p *client, path string, fields url.Values) string {
		t.Helper()
		fields.Set("about", strconv.Itoa(gone))
		a := p.post(game+path, fields, "Accept", "text/html")
		require.Equal(t, http.StatusSeeOther, a.status, a.text())
		return strings.TrimPrefix(a.header.Get("Location"), game)
	}
	vote := "#vt-absent-" + strconv.Itoa(gone)
	assert.Equal(t, "/pace"+vote, send(there[0], "/pace", url.Values{"what": {"absent"}}))
	page := s.readerAs(there[0]).open(game + "/pace")
	assert.Equal(t, "Keep waiting", page.doc.Find(vote+" button[id$=-wait]").Text())
	assert.Equal(t, "/pace"+vote, send(there[0], "/pace/votes", url.Values{"what": {"absent"}, "vote": {"wait"}}))
	assert.Contains(t, s.readerAs(there[1]).open(game+"/pace").doc.Find(vote).Text(), ": Keep waiting")
	done := send(there[1], "/pace/votes", url.Values{"what": {"absent"}, "vote": {"wait"}})
	assert.Equal(t, "/pace#done-h", done)
	assert.Equal(t, 1, s.readerAs(there[1]).open(game+"/pace").doc.Find("#done-h").Length())
}

// TestOnePressEndsAVoteOnAnAbsence: the player whom it is about need not be up for it.
func TestOnePressEndsAVoteOnAnAbsence(t *testing.T) {
	t.Parallel()
	s, forward := clocked(t, filepath.Join(t.TempDir(), "test.db"))
	game, present, absent, seat := called(t, s, forward)
	vote := "#vt-absent-" + strconv.Itoa(seat)
	other := s.readerAs(present).open(game + "/pace")
	assert.False(t, other.has("#m-here"))
	assert.Contains(t, other.doc.Find(vote).Text(), "Either way the player can come back.")
	page := s.readerAs(absent).open(game + "/pace")
	assert.Contains(t, page.doc.Find(vote).Text(), "As soon as you do something at the table, the vote ends.")
	assert.Contains(t, page.doc.Find(vote).Text(), "Either way you can come back.")
	page.press(vote + " #m-here")
	doc := present.get(game + "/pace")
	assert.Empty(t, doc.at("votes"))
	assert.Equal(t, "dropped", doc.at("decided").([]any)[0].(map[string]any)["result"])
}

// TestAVoteThatIsOverLeavesTheWait: the table goes on saying since when it waits, and
// what was decided, until something happens.
func TestAVoteThatIsOverLeavesTheWait(t *testing.T) {
	t.Parallel()
	s, forward := clocked(t, filepath.Join(t.TempDir(), "test.db"))
	game, present, absent, seat := called(t, s, forward)
	table := s.readerAs(present).open(game)
	assert.Contains(t, table.doc.Find("#act").Text(), "25 hours")
	assert.Contains(t, table.doc.Find("#times").Text(), "does not answer")
	assert.Contains(t, s.readerAs(absent).open(game).doc.Find("#times").Text(), "without you")
	a := present.post(game+"/pace/votes", map[string]any{"what": "absent", "about": seat, "vote": "wait"})
	require.Less(t, a.status, 300, a.text())
	table.open(game)
	assert.Contains(t, table.doc.Find("#act").Text(), "25 hours")
	assert.Contains(t, s.readerAs(absent).open("/me").doc.Find("main").Text(), "25 hours")
	link := table.doc.Find("#times a[href$='/pace#done-h']")
	assert.Contains(t, link.Text(), "Play waits")

	a = absent.post(game+"/moves", map[string]any{"move": "roll"})
	require.Equal(t, http.StatusOK, a.status, a.text())
	assert.Zero(t, table.open(game).doc.Find("#times a[href$='/pace#done-h']").Length())
}

// TestAPauseKeepsNobodyOut: a player who left before or during a pause comes back in it, and
// only those who can vote on its end are led there.
func TestAPauseKeepsNobodyOut(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	require.Less(t, ada.post(game+"/pace", map[string]any{"what": "pause", "days": 1}).status, 300)
	require.Less(t, ben.post(game+"/pace/votes", map[string]any{"what": "pause", "vote": "yes"}).status, 300)
	require.Less(t, ada.send(http.MethodDelete, game+"/seats/"+itoa(int(ada.get(game).num("seat"))), nil).status, 300)

	resume := "#act a[href$='/pace']"
	page := s.readerAs(ada).open(game)
	assert.False(t, page.has(resume), "she has no vote now")
	page.press("#m-return")
	assert.False(t, page.has("#m-return"))
	assert.True(t, page.has(resume))
	assert.True(t, s.readerAs(ben).open(game).has(resume))
	assert.False(t, s.readerAs(s.player("Eve")).open(game).has(resume))
}
