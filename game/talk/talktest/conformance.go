package talktest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/talk"
)

var t0 = time.Date(2026, 3, 1, 20, 15, 0, 250e6, time.UTC)

// Site is a store, and how the players and games come and go that it knows.
type Site struct {
	talk.Store
	AddPlayer func(t *testing.T, id account.PlayerID)
	AddGame   func(t *testing.T, id string, seated account.PlayerID)
	DropGame  func(t *testing.T, id string)
}

// Conformance runs the promises of talk.Store against a store that open makes anew.
func Conformance(t *testing.T, open func(t *testing.T) Site) {
	t.Helper()
	for name, check := range map[string]func(*testing.T, Site){
		"notes read back":   notesReadBack,
		"chat reads back":   chatReadsBack,
		"mutes read back":   mutesReadBack,
		"reports read back": reportsReadBack,
	} {
		t.Run(name, func(t *testing.T) { check(t, open(t)) })
	}
}

// notesReadBack: one note a person and game, changed only by who knows it, gone with the game.
func notesReadBack(t *testing.T, s Site) {
	t.Helper()
	ctx := context.Background()
	s.AddPlayer(t, "p1")
	s.AddPlayer(t, "p2")
	s.AddGame(t, "game000001", "p1")
	s.AddGame(t, "game000002", "p1")
	_, err := s.Note(ctx, "p1", "game000001")
	require.ErrorIs(t, err, storage.ErrNotFound)
	note := func(p account.PlayerID, id, text string, at, before time.Time) error {
		return s.SaveNote(ctx, talk.Note{Player: p, Game: id, Text: text, At: at}, before)
	}
	t1, t2 := t0.Add(time.Minute), t0.Add(time.Hour)
	require.NoError(t, note("p1", "game000001", "Größe ' \" <b>", t1, time.Time{}))
	require.NoError(t, note("p2", "game000001", "other", t1, time.Time{}))
	require.NoError(t, note("p1", "game000002", "second", t2, time.Time{}))
	require.ErrorIs(t, note("p1", "game000001", "late", t2, time.Time{}), storage.ErrConflict)
	require.ErrorIs(t, note("p1", "game000001", "late", t2, t0), storage.ErrConflict)
	require.ErrorIs(t, note("nobody", "game000001", "x", t2, time.Time{}), storage.ErrConflict)
	require.ErrorIs(t, note("p1", "game000009", "x", t2, time.Time{}), storage.ErrConflict)
	n, err := s.Note(ctx, "p1", "game000001")
	require.NoError(t, err)
	assert.Equal(t, talk.Note{Player: "p1", Game: "game000001", Text: "Größe ' \" <b>", At: t1}, n)
	all, err := s.Notes(ctx, "p1")
	require.NoError(t, err)
	require.Len(t, all, 2)
	assert.Equal(t, []string{"game000002", "game000001"}, []string{all[0].Game, all[1].Game})
	require.NoError(t, note("p1", "game000001", "", t2, t1))
	_, err = s.Note(ctx, "p1", "game000001")
	require.ErrorIs(t, err, storage.ErrNotFound)
	s.DropGame(t, "game000002")
	all, err = s.Notes(ctx, "p1")
	require.NoError(t, err)
	assert.Empty(t, all)
}

func ids(list []talk.Message) []uint64 {
	out := []uint64{}
	for i := range list {
		out = append(out, list[i].ID)
	}
	return out
}

// chatReadsBack: messages come in order, changes by cursor, old ones go, removed ones lose their words.
func chatReadsBack(t *testing.T, s Site) {
	t.Helper()
	ctx := context.Background()
	s.AddPlayer(t, "p1")
	s.AddPlayer(t, "p2")
	s.AddGame(t, "game000001", "p1")
	s.AddGame(t, "game000002", "p1")
	id, rev, err := s.ChatEnd(ctx, "game000001")
	require.NoError(t, err)
	assert.Zero(t, id+rev)
	say := func(n, rev uint64, p account.PlayerID) talk.Message {
		m := talk.Message{Game: "game000001", ID: n, Rev: rev, At: t0.Add(time.Duration(n) * time.Second), Player: p, Seat: 1, Name: "Ada", Text: "<b>ü", About: -1}
		if p == "" {
			m.Bot, m.About = "trader", 3
		}
		return m
	}
	for n := uint64(1); n <= 4; n++ {
		require.NoError(t, s.AddMessage(ctx, say(n, n, []account.PlayerID{"p1", "", "p2"}[n%3]), 3))
	}
	require.ErrorIs(t, s.AddMessage(ctx, say(4, 9, "p1"), 3), storage.ErrConflict)
	require.ErrorIs(t, s.AddMessage(ctx, say(9, 4, "p1"), 3), storage.ErrConflict)
	require.ErrorIs(t, s.AddMessage(ctx, say(9, 9, "nobody"), 3), storage.ErrConflict)
	span := func(x talk.Span) []talk.Message {
		list, err := s.Messages(ctx, "game000001", x)
		require.NoError(t, err)
		return list
	}
	list := span(talk.Span{})
	assert.Equal(t, []uint64{2, 3, 4}, ids(list), "the first one had to go")
	assert.Equal(t, say(2, 2, "p2"), list[0])
	assert.Equal(t, say(4, 4, ""), list[2])
	assert.Equal(t, []uint64{3, 4}, ids(span(talk.Span{Limit: 2})), "the last ones")
	assert.Equal(t, []uint64{3}, ids(span(talk.Span{Before: 4, Limit: 1})))
	assert.Equal(t, []uint64{3}, ids(span(talk.Span{After: new(uint64(2)), Limit: 1})), "the next ones")
	assert.Equal(t, []uint64{2, 3}, ids(span(talk.Span{After: new(uint64), Limit: 2})), "the first ones")
	require.NoError(t, s.RemoveMessage(ctx, "game000001", 2, 5, talk.ByOwner))
	require.ErrorIs(t, s.RemoveMessage(ctx, "game000001", 1, 6, talk.ByOwner), storage.ErrNotFound)
	require.ErrorIs(t, s.RemoveMessage(ctx, "game000001", 3, 5, talk.ByOwner), storage.ErrConflict)
	changed := span(talk.Span{After: new(uint64(3))})
	assert.Equal(t, []uint64{4, 2}, ids(changed), "in the order of change")
	assert.Equal(t, talk.ByOwner, changed[1].Removed)
	assert.Empty(t, changed[1].Text)
	id, rev, err = s.ChatEnd(ctx, "game000001")
	require.NoError(t, err)
	assert.Equal(t, []uint64{4, 5}, []uint64{id, rev})

	last, err := s.LastTalk(ctx, "p1")
	require.NoError(t, err)
	require.Len(t, last, 1)
	assert.Equal(t, uint64(4), last["game000001"].ID)
	require.NoError(t, s.AddMessage(ctx, say(5, 6, "p1"), 9))
	last, err = s.LastTalk(ctx, "p1")
	require.NoError(t, err)
	assert.Empty(t, last, "the last word is his own")
	own, err := s.MessagesOf(ctx, "p1")
	require.NoError(t, err)
	assert.Equal(t, []uint64{3, 5}, ids(own))
	s.DropGame(t, "game000001")
	assert.Empty(t, span(talk.Span{}))
}

// mutesReadBack: one mute a pair, ended only by its own player.
func mutesReadBack(t *testing.T, s Site) {
	t.Helper()
	ctx := context.Background()
	s.AddPlayer(t, "p1")
	s.AddPlayer(t, "p2")
	m := talk.Mute{ID: "m1", Player: "p1", Muted: "p2", Name: "Ben", At: t0}
	require.NoError(t, s.AddMute(ctx, m))
	again := m
	again.ID = "m2"
	require.NoError(t, s.AddMute(ctx, again))
	require.ErrorIs(t, s.AddMute(ctx, talk.Mute{ID: "m3", Player: "p1", Muted: "nobody", At: t0}), storage.ErrConflict)
	list, err := s.Mutes(ctx, "p1")
	require.NoError(t, err)
	assert.Equal(t, []talk.Mute{m}, list)
	list, err = s.Mutes(ctx, "p2")
	require.NoError(t, err)
	assert.Empty(t, list)
	require.ErrorIs(t, s.DropMute(ctx, "p2", "m1"), storage.ErrNotFound)
	require.NoError(t, s.DropMute(ctx, "p1", "m1"))
	require.ErrorIs(t, s.DropMute(ctx, "p1", "m1"), storage.ErrNotFound)
}

// reportsReadBack: one report a person and message, whatever becomes of the game.
func reportsReadBack(t *testing.T, s Site) {
	t.Helper()
	ctx := context.Background()
	s.AddPlayer(t, "p1")
	s.AddPlayer(t, "p2")
	s.AddGame(t, "game000001", "p1")
	r := talk.Report{ID: "r1", At: t0, Game: "game000001", Message: 7, Reporter: "p1", Author: "p2", Name: "Ben", Text: "bad", Why: "rude"}
	require.NoError(t, s.AddReport(ctx, r))
	again := r
	again.ID, again.Why = "r2", "again"
	require.NoError(t, s.AddReport(ctx, again))
	other := talk.Report{ID: "r3", At: t0.Add(time.Hour), Game: "game000001", Message: 8, Reporter: "p1", Name: "Bot", Text: "x"}
	require.NoError(t, s.AddReport(ctx, other))
	s.DropGame(t, "game000001")
	read := func(f talk.ReportFilter) []talk.Report {
		list, err := s.Reports(ctx, f)
		require.NoError(t, err)
		return list
	}
	assert.Equal(t, []talk.Report{other, r}, read(talk.ReportFilter{}))
	assert.Equal(t, []talk.Report{other}, read(talk.ReportFilter{Limit: 1}))
	assert.Equal(t, []talk.Report{r}, read(talk.ReportFilter{Limit: 2, Skip: 1}))
	assert.Empty(t, read(talk.ReportFilter{Limit: 2, Skip: 2}))
	assert.Equal(t, []talk.Report{r, other}, read(talk.ReportFilter{Oldest: true}))
	assert.Equal(t, []talk.Report{other}, read(talk.ReportFilter{Oldest: true, Limit: 1, Skip: 1}))
	assert.Equal(t, []talk.Report{r}, read(talk.ReportFilter{ID: "r1"}))
	open := func() int {
		n, err := s.OpenReports(ctx)
		require.NoError(t, err)
		return n
	}
	assert.Equal(t, 2, open())
	require.NoError(t, s.SettleReport(ctx, "r1", t0.Add(time.Minute), "warned"))
	require.ErrorIs(t, s.SettleReport(ctx, "r2", t0, ""), storage.ErrNotFound)
	yes, no := true, false
	r.SettledAt, r.Note = t0.Add(time.Minute), "warned"
	assert.Equal(t, []talk.Report{r}, read(talk.ReportFilter{Settled: &yes}))
	assert.Equal(t, []talk.Report{other}, read(talk.ReportFilter{Settled: &no}))
	assert.Equal(t, 1, open())
}
