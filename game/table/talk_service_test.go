package table_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
)

func texts(chat talk.Chat) []string {
	list := []string{}
	for i := range chat.List {
		list = append(list, chat.List[i].Text)
	}
	return list
}

func TestPeopleAtATableTalk(t *testing.T) {
	clock := newHands()
	r := newRoom(t, table.Config{Now: clock.now})
	ada, ben, eve := r.person("Ada"), r.person("Ben"), r.person("Eve")
	id := r.open(table.NewGame{}, ada, ben)
	wake, end := r.Subscribe(id)
	defer end()
	before, rev, err := r.Position(ctx, id)
	require.NoError(t, err)
	m, err := r.talk.Say(ctx, id, ada, "  Hallo \n <b>Ben</b>  ")
	require.NoError(t, err)
	assert.Equal(t, "Hallo <b>Ben</b>", m.Text)
	assert.Equal(t, "Ada", m.Name)
	<-wake
	after, rev2, err := r.Position(ctx, id)
	require.NoError(t, err)
	assert.Equal(t, []uint64{uint64(before), rev}, []uint64{uint64(after), rev2}, "a message is no move")
	second, err := r.talk.Say(ctx, id, ben, "Servus")
	require.NoError(t, err)

	chat, err := r.talk.Chat(ctx, id, ben, talk.Span{Limit: 50})
	require.NoError(t, err)
	assert.Equal(t, []string{"Hallo <b>Ben</b>", "Servus"}, texts(chat))
	assert.True(t, chat.MayWrite)
	assert.Equal(t, second.Rev, chat.Rev)
	chat, err = r.talk.Chat(ctx, id, ben, talk.Span{After: m.Rev})
	require.NoError(t, err)
	assert.Equal(t, []string{"Servus"}, texts(chat))
	chat, err = r.talk.Chat(ctx, id, ben, talk.Span{After: second.Rev})
	require.NoError(t, err)
	assert.Empty(t, chat.List)
	chat, err = r.talk.Chat(ctx, id, ben, talk.Span{Limit: 1})
	require.NoError(t, err)
	assert.Equal(t, []string{"Servus"}, texts(chat))
	assert.True(t, chat.More)
	chat, err = r.talk.Chat(ctx, id, ben, talk.Span{Before: second.ID, Limit: 5})
	require.NoError(t, err)
	assert.Equal(t, []string{"Hallo <b>Ben</b>"}, texts(chat))
	assert.False(t, chat.More)

	for _, who := range []account.PlayerID{eve, ""} {
		_, err = r.talk.Chat(ctx, id, who, talk.Span{})
		require.ErrorIs(t, err, talk.ErrNoSeat)
		_, err = r.talk.Say(ctx, id, who, "psst")
		require.ErrorIs(t, err, talk.ErrNoSeat)
	}
	_, err = r.SetTalk(ctx, id, ben, talk.Rules{Watchers: true})
	require.ErrorIs(t, err, table.ErrForbidden)
	_, err = r.SetTalk(ctx, id, ada, talk.Rules{Bots: "loud"})
	require.Error(t, err)
	_, err = r.SetTalk(ctx, id, ada, talk.Rules{Watchers: true, Off: true})
	require.NoError(t, err)
	chat, err = r.talk.Chat(ctx, id, eve, talk.Span{})
	require.NoError(t, err, "those who watch may read along")
	assert.Len(t, chat.List, 2)
	assert.False(t, chat.MayWrite)
	_, err = r.talk.Say(ctx, id, ada, "hm")
	require.ErrorIs(t, err, talk.ErrChatOff)
	_, err = r.talk.Say(ctx, id, eve, "psst")
	require.ErrorIs(t, err, talk.ErrNoSeat)

	// All of it outlives the process.
	again, kept := serveWithTalk(t, r.store, table.Config{Now: clock.now})
	chat, err = kept.Chat(ctx, id, ada, talk.Span{})
	require.NoError(t, err)
	assert.Equal(t, talk.Rules{Watchers: true, Off: true}, chat.Rules)
	assert.Equal(t, []string{"Hallo <b>Ben</b>", "Servus"}, texts(chat))
	_, err = again.SetTalk(ctx, id, ada, talk.Rules{})
	require.NoError(t, err)
	third, err := kept.Say(ctx, id, ben, "noch da")
	require.NoError(t, err)
	assert.Greater(t, third.Rev, second.Rev)
}

func TestWhatMayBeSaid(t *testing.T) {
	clock := newHands()
	r := newRoom(t, table.Config{Now: clock.now})
	ada, ben := r.person("Ada"), r.person("Ben")
	id := r.open(table.NewGame{}, ada, ben)
	for text, why := range map[string]string{
		"":                       "empty",
		"\u200d\u200c":           "empty",
		strings.Repeat("x", 501): "long",
		"a\u202eb":               "characters",
		"a\x1b[2Jb":              "characters",
		"a\xff":                  "characters",
		"a\u0301\u0302\u0303\u0304\u0305\u0306\u0307": "characters",
	} {
		_, err := r.talk.Say(ctx, id, ada, text)
		var invalid *invalid.Error
		if assert.ErrorAs(t, err, &invalid, "%q", text) {
			assert.Equal(t, why, invalid.Why, "%q", text)
		}
	}
	said := 0
	var soon *talk.TooSoon
	for ; said < 100; said++ {
		if _, err := r.talk.Say(ctx, id, ada, "x"); err != nil {
			require.ErrorAs(t, err, &soon)
			break
		}
	}
	assert.Equal(t, 6, said)
	assert.Positive(t, soon.Wait)
	_, err := r.talk.Say(ctx, id, ben, "others may")
	require.NoError(t, err)
	clock.move(soon.Wait)
	_, err = r.talk.Say(ctx, id, ada, "again")
	require.NoError(t, err)
	_, err = r.talk.Say(ctx, id, ada, "and again")
	require.ErrorAs(t, err, &soon)
	clock.move(-time.Hour)
	_, err = r.talk.Say(ctx, id, ada, "the clock was set back")
	require.ErrorAs(t, err, &soon)
	clock.move(10 * time.Second)
	_, err = r.talk.Say(ctx, id, ada, "and that costs nobody an hour")
	require.NoError(t, err)
}

func TestMessagesAreTakenBack(t *testing.T) {
	clock := newHands()
	r := newRoom(t, table.Config{Now: clock.now})
	ada, ben, cleo, eve := r.person("Ada"), r.person("Ben"), r.person("Cleo"), r.person("Eve")
	id := r.open(table.NewGame{}, ada, ben, cleo)
	say := func(p account.PlayerID, text string) uint64 {
		m, err := r.talk.Say(ctx, id, p, text)
		require.NoError(t, err)
		return m.ID
	}
	one, two, three := say(ben, "one"), say(ben, "two"), say(ben, "three")
	before, err := r.talk.Chat(ctx, id, ada, talk.Span{})
	require.NoError(t, err)
	require.ErrorIs(t, r.talk.TakeBack(ctx, id, eve, one), talk.ErrNoSeat)
	require.ErrorIs(t, r.talk.TakeBack(ctx, id, cleo, one), talk.ErrNotYours)
	require.ErrorIs(t, r.talk.TakeBack(ctx, id, ben, 99), talk.ErrNoMessage)
	require.NoError(t, r.talk.TakeBack(ctx, id, ben, one))
	require.NoError(t, r.talk.TakeBack(ctx, id, ada, two))
	require.NoError(t, r.talk.TakeBack(ctx, id, ben, two), "it is gone already")
	clock.move(time.Hour)
	require.ErrorIs(t, r.talk.TakeBack(ctx, id, ben, three), talk.ErrTooLate)
	for _, limit := range []int{0, 9} {
		chat, err := r.talk.Chat(ctx, id, ada, talk.Span{Limit: limit})
		require.NoError(t, err)
		assert.Equal(t, []string{"", "", "three"}, texts(chat))
		assert.Equal(t, []talk.Remover{talk.ByAuthor, talk.ByOwner, ""}, []talk.Remover{chat.List[0].Removed, chat.List[1].Removed, chat.List[2].Removed})
	}
	changed, err := r.talk.Chat(ctx, id, ada, talk.Span{After: before.Rev})
	require.NoError(t, err)
	assert.Len(t, changed.List, 2, "who follows the changes hears of it")
	require.NoError(t, r.talk.RemoveMessage(ctx, id, three, talk.ByOperator))
	require.ErrorIs(t, r.talk.RemoveMessage(ctx, id, 99, talk.ByOperator), talk.ErrNoMessage)
}

func TestMutesAndReports(t *testing.T) {
	clock := newHands()
	r := newRoom(t, table.Config{Now: clock.now})
	ada, ben, eve := r.person("Ada"), r.person("Ben"), r.person("Eve")
	id := r.open(table.NewGame{}, ada, ben)
	m, err := r.talk.Say(ctx, id, ben, "rude")
	require.NoError(t, err)
	require.ErrorIs(t, r.talk.Mute(ctx, id, ben, m.ID), talk.ErrNotYours)
	require.ErrorIs(t, r.talk.Mute(ctx, id, eve, m.ID), talk.ErrNoSeat)
	require.ErrorIs(t, r.talk.Mute(ctx, id, ada, 77), talk.ErrNoMessage)
	require.NoError(t, r.talk.Mute(ctx, id, ada, m.ID))
	require.NoError(t, r.talk.Mute(ctx, id, ada, m.ID))
	chat, err := r.talk.Chat(ctx, id, ada, talk.Span{})
	require.NoError(t, err)
	assert.True(t, chat.Muted[ben])
	chat, err = r.talk.Chat(ctx, id, ben, talk.Span{})
	require.NoError(t, err)
	assert.Empty(t, chat.Muted, "nobody else is told")
	mutes, err := r.talk.Mutes(ctx, ada)
	require.NoError(t, err)
	require.Len(t, mutes, 1)
	require.ErrorIs(t, r.talk.Unmute(ctx, ben, mutes[0].ID), storage.ErrNotFound)
	require.NoError(t, r.talk.Unmute(ctx, ada, mutes[0].ID))
	chat, err = r.talk.Chat(ctx, id, ada, talk.Span{})
	require.NoError(t, err)
	assert.Empty(t, chat.Muted)

	require.ErrorIs(t, r.talk.Report(ctx, id, ben, m.ID, ""), talk.ErrNotYours)
	require.ErrorIs(t, r.talk.Report(ctx, id, eve, m.ID, ""), talk.ErrNoSeat)
	require.NoError(t, r.talk.Report(ctx, id, ada, m.ID, "look"))
	require.NoError(t, r.talk.Report(ctx, id, ada, m.ID, "again"))
	require.NoError(t, r.talk.TakeBack(ctx, id, ben, m.ID))
	n, err := r.talk.OpenReports(ctx)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	list, err := r.talk.Reports(ctx, talk.ReportFilter{})
	require.NoError(t, err)
	assert.Equal(t, "rude", list[0].Text, "taking it back does not undo the report")
	assert.Equal(t, "look", list[0].Why)
	require.NoError(t, r.talk.SettleReport(ctx, list[0].ID, "spoken to"))
	n, err = r.talk.OpenReports(ctx)
	require.NoError(t, err)
	assert.Zero(t, n)
	require.ErrorIs(t, r.talk.Report(ctx, id, ada, m.ID, ""), talk.ErrNoMessage)
}

func TestNotesAreKept(t *testing.T) {
	clock := newHands()
	r := newRoom(t, table.Config{Now: clock.now})
	ada, ben := r.person("Ada"), r.person("Ben")
	id := r.open(table.NewGame{}, ada, ben)
	n, err := r.talk.Note(ctx, id, ada)
	require.NoError(t, err)
	assert.Empty(t, n.Text)
	n, err = r.talk.SaveNote(ctx, id, ada, "Ben will <b>tauschen</b>\r\n\tnicht vergessen ", n.At)
	require.NoError(t, err)
	assert.Equal(t, "Ben will <b>tauschen</b>\n\tnicht vergessen", n.Text)
	_, err = r.talk.SaveNote(ctx, id, ada, "from another tab", time.Time{})
	require.ErrorIs(t, err, talk.ErrNoteChanged)
	_, err = r.talk.SaveNote(ctx, "aaaaaaaaaa", ada, "x", time.Time{})
	require.ErrorIs(t, err, storage.ErrNotFound)
	for _, bad := range []string{strings.Repeat("x", 4001), "a\x00b", "a\u202eb"} {
		_, err = r.talk.SaveNote(ctx, id, ada, bad, n.At)
		var invalid *invalid.Error
		require.ErrorAs(t, err, &invalid)
	}
	n2, err := r.talk.SaveNote(ctx, id, ada, "second", n.At)
	require.NoError(t, err)
	assert.True(t, n2.At.After(n.At), "though the clock stands still")
	other, err := r.talk.Note(ctx, id, ben)
	require.NoError(t, err)
	assert.Empty(t, other.Text, "nobody else sees it")
	_, kept := serveWithTalk(t, r.store, table.Config{Now: clock.now})
	list, err := kept.Notes(ctx, ada)
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, "second", list[0].Text)
	_, err = kept.SaveNote(ctx, id, ada, " ", n2.At)
	require.NoError(t, err)
	list, err = kept.Notes(ctx, ada)
	require.NoError(t, err)
	assert.Empty(t, list)
}
