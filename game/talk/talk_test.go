package talk_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/game/talk/talktest"
)

// The table of these tests, and people who sit or do not sit there.
const (
	id   = "k7q2m9aaaa"
	ada  = account.PlayerID("ada")
	ben  = account.PlayerID("ben")
	cleo = account.PlayerID("cleo")
	eve  = account.PlayerID("eve")
)

var ctx = context.Background()

// room is the talk at one table, on a store in memory and by a clock that a test moves.
type room struct {
	*talk.Service
	chats *talk.Cache
	store *talktest.Memory
	clock time.Time

	rules talk.Rules
	seats []account.PlayerID // the first of them owns the table
	woken int
}

func newRoom(seats ...account.PlayerID) *room {
	r := &room{clock: time.Date(2026, 5, 4, 18, 0, 0, 0, time.UTC), seats: seats}
	r.store = talktest.NewMemory(
		func(_ account.PlayerID, table string) bool { return table == id || table == "" },
		func(p account.PlayerID, table string) bool { return table == id && slices.Contains(r.seats, p) },
	)
	r.chats = talk.NewCache(r.store, func() time.Time { return r.clock })
	r.Service = talk.New(r.chats, r)
	return r
}

// restart is the talk after a restart: nothing is in memory.
func (r *room) restart() *talk.Service {
	return talk.New(talk.NewCache(r.store, func() time.Time { return r.clock }), r)
}

func (r *room) move(d time.Duration) { r.clock = r.clock.Add(d) }

// Speaker implements talk.Tables.
func (r *room) Speaker(_ context.Context, table string, p account.PlayerID) (talk.Speaker, error) {
	if table != id {
		return talk.Speaker{}, storage.ErrNotFound
	}
	seat := slices.Index(r.seats, p)
	return talk.Speaker{
		Rules: r.rules, MayRead: seat >= 0 || r.rules.Watchers, MayWrite: seat >= 0, Owner: seat == 0, Seat: game.Seat(seat),
		Name: strings.ToUpper(string(p)),
	}, nil
}

// Talked implements talk.Tables.
func (r *room) Talked(context.Context, string) { r.woken++ }

func texts(chat talk.Chat) []string {
	list := []string{}
	for i := range chat.List {
		list = append(list, chat.List[i].Text)
	}
	return list
}

func TestPeopleAtATableTalk(t *testing.T) {
	r := newRoom(ada, ben)
	m, err := r.Say(ctx, id, ada, "  Hallo \n <b>Ben</b>  ")
	require.NoError(t, err)
	assert.Equal(t, "Hallo <b>Ben</b>", m.Text)
	assert.Equal(t, "ADA", m.Name)
	assert.Equal(t, 1, r.woken)
	second, err := r.Say(ctx, id, ben, "Servus")
	require.NoError(t, err)

	chat, err := r.Chat(ctx, id, ben, talk.Span{Limit: 50})
	require.NoError(t, err)
	assert.Equal(t, []string{"Hallo <b>Ben</b>", "Servus"}, texts(chat))
	assert.True(t, chat.MayWrite)
	assert.Equal(t, second.Rev, chat.Rev)
	chat, err = r.Chat(ctx, id, ben, talk.Span{After: &m.Rev})
	require.NoError(t, err)
	assert.Equal(t, []string{"Servus"}, texts(chat))
	chat, err = r.Chat(ctx, id, ben, talk.Span{After: &second.Rev})
	require.NoError(t, err)
	assert.Empty(t, chat.List)
	chat, err = r.Chat(ctx, id, ben, talk.Span{Limit: 1})
	require.NoError(t, err)
	assert.Equal(t, []string{"Servus"}, texts(chat))
	assert.True(t, chat.More)
	chat, err = r.Chat(ctx, id, ben, talk.Span{Before: second.ID, Limit: 5})
	require.NoError(t, err)
	assert.Equal(t, []string{"Hallo <b>Ben</b>"}, texts(chat))
	assert.False(t, chat.More)

	for _, who := range []account.PlayerID{eve, ""} {
		_, err = r.Chat(ctx, id, who, talk.Span{})
		require.ErrorIs(t, err, talk.ErrNoSeat)
		_, err = r.Say(ctx, id, who, "psst")
		require.ErrorIs(t, err, talk.ErrNoSeat)
	}
	r.rules = talk.Rules{Watchers: true, Off: true}
	chat, err = r.Chat(ctx, id, eve, talk.Span{})
	require.NoError(t, err, "those who watch may read along")
	assert.Len(t, chat.List, 2)
	assert.False(t, chat.MayWrite)
	_, err = r.Say(ctx, id, ada, "hm")
	require.ErrorIs(t, err, talk.ErrChatOff)
	_, err = r.Say(ctx, id, eve, "psst")
	require.ErrorIs(t, err, talk.ErrNoSeat)

	// All of it outlives the process.
	again := r.restart()
	chat, err = again.Chat(ctx, id, ada, talk.Span{})
	require.NoError(t, err)
	assert.Equal(t, talk.Rules{Watchers: true, Off: true}, chat.Rules)
	assert.Equal(t, []string{"Hallo <b>Ben</b>", "Servus"}, texts(chat))
	r.rules = talk.Rules{}
	third, err := again.Say(ctx, id, ben, "noch da")
	require.NoError(t, err)
	assert.Greater(t, third.Rev, second.Rev)
}

func TestWhatMayBeSaid(t *testing.T) {
	r := newRoom(ada, ben)
	for text, why := range map[string]string{
		"":                       "empty",
		"\u200d\u200c":           "empty",
		strings.Repeat("x", 501): "long",
		"a\u202eb":               "characters",
		"a\x1b[2Jb":              "characters",
		"a\xff":                  "characters",
		"a\u0301\u0302\u0303\u0304\u0305\u0306\u0307": "characters",
	} {
		_, err := r.Say(ctx, id, ada, text)
		var invalid *invalid.Error
		if assert.ErrorAs(t, err, &invalid, "%q", text) {
			assert.Equal(t, why, invalid.Why, "%q", text)
		}
	}
	said := 0
	var soon *talk.TooSoon
	for ; said < 100; said++ {
		if _, err := r.Say(ctx, id, ada, "x"); err != nil {
			require.ErrorAs(t, err, &soon)
			break
		}
	}
	assert.Equal(t, 6, said)
	assert.Positive(t, soon.Wait)
	_, err := r.Say(ctx, id, ben, "others may")
	require.NoError(t, err)
	r.move(soon.Wait)
	_, err = r.Say(ctx, id, ada, "again")
	require.NoError(t, err)
	_, err = r.Say(ctx, id, ada, "and again")
	require.ErrorAs(t, err, &soon)
	r.move(-time.Hour)
	_, err = r.Say(ctx, id, ada, "the clock was set back")
	require.ErrorAs(t, err, &soon)
	r.move(10 * time.Second)
	_, err = r.Say(ctx, id, ada, "and that costs nobody an hour")
	require.NoError(t, err)
}

func TestMessagesAreTakenBack(t *testing.T) {
	r := newRoom(ada, ben, cleo)
	say := func(p account.PlayerID, text string) uint64 {
		m, err := r.Say(ctx, id, p, text)
		require.NoError(t, err)
		return m.ID
	}
	one, two, three := say(ben, "one"), say(ben, "two"), say(ben, "three")
	before, err := r.Chat(ctx, id, ada, talk.Span{})
	require.NoError(t, err)
	require.ErrorIs(t, r.TakeBack(ctx, id, eve, one), talk.ErrNoSeat)
	require.ErrorIs(t, r.TakeBack(ctx, id, cleo, one), talk.ErrNotYours)
	require.ErrorIs(t, r.TakeBack(ctx, id, ben, 99), talk.ErrNoMessage)
	require.NoError(t, r.TakeBack(ctx, id, ben, one))
	require.NoError(t, r.TakeBack(ctx, id, ada, two))
	require.NoError(t, r.TakeBack(ctx, id, ben, two), "it is gone already")
	r.move(time.Hour)
	require.ErrorIs(t, r.TakeBack(ctx, id, ben, three), talk.ErrTooLate)
	for _, limit := range []int{0, 9} {
		chat, err := r.Chat(ctx, id, ada, talk.Span{Limit: limit})
		require.NoError(t, err)
		assert.Equal(t, []string{"", "", "three"}, texts(chat))
		assert.Equal(t, []talk.Remover{talk.ByAuthor, talk.ByOwner, ""}, []talk.Remover{chat.List[0].Removed, chat.List[1].Removed, chat.List[2].Removed})
	}
	changed, err := r.Chat(ctx, id, ada, talk.Span{After: &before.Rev})
	require.NoError(t, err)
	assert.Len(t, changed.List, 2, "who follows the changes hears of it")
	assert.Equal(t, 5, r.woken)
	require.NoError(t, r.RemoveMessage(ctx, id, three, talk.ByOperator))
	require.ErrorIs(t, r.RemoveMessage(ctx, id, 99, talk.ByOperator), talk.ErrNoMessage)
}

func TestMutesAndReports(t *testing.T) {
	r := newRoom(ada, ben)
	m, err := r.Say(ctx, id, ben, "rude")
	require.NoError(t, err)
	require.ErrorIs(t, r.Mute(ctx, id, ben, m.ID), talk.ErrNotYours)
	require.ErrorIs(t, r.Mute(ctx, id, eve, m.ID), talk.ErrNoSeat)
	require.ErrorIs(t, r.Mute(ctx, id, ada, 77), talk.ErrNoMessage)
	require.NoError(t, r.Mute(ctx, id, ada, m.ID))
	require.NoError(t, r.Mute(ctx, id, ada, m.ID))
	chat, err := r.Chat(ctx, id, ada, talk.Span{})
	require.NoError(t, err)
	assert.True(t, chat.Muted[ben])
	chat, err = r.Chat(ctx, id, ben, talk.Span{})
	require.NoError(t, err)
	assert.Empty(t, chat.Muted, "nobody else is told")
	mutes, err := r.Mutes(ctx, ada)
	require.NoError(t, err)
	require.Len(t, mutes, 1)
	require.ErrorIs(t, r.Unmute(ctx, ben, mutes[0].ID), storage.ErrNotFound)
	require.NoError(t, r.Unmute(ctx, ada, mutes[0].ID))
	chat, err = r.Chat(ctx, id, ada, talk.Span{})
	require.NoError(t, err)
	assert.Empty(t, chat.Muted)

	require.ErrorIs(t, r.Report(ctx, id, ben, m.ID, ""), talk.ErrNotYours)
	require.ErrorIs(t, r.Report(ctx, id, eve, m.ID, ""), talk.ErrNoSeat)
	require.NoError(t, r.Report(ctx, id, ada, m.ID, "look"))
	require.NoError(t, r.Report(ctx, id, ada, m.ID, "again"))
	require.NoError(t, r.TakeBack(ctx, id, ben, m.ID))
	n, err := r.OpenReports(ctx)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	list, err := r.Reports(ctx, talk.ReportFilter{})
	require.NoError(t, err)
	assert.Equal(t, "rude", list[0].Text, "taking it back does not undo the report")
	assert.Equal(t, "look", list[0].Why)
	require.NoError(t, r.SettleReport(ctx, list[0].ID, "spoken to"))
	n, err = r.OpenReports(ctx)
	require.NoError(t, err)
	assert.Zero(t, n)
	require.ErrorIs(t, r.Report(ctx, id, ada, m.ID, ""), talk.ErrNoMessage)
}

func TestNotesAreKept(t *testing.T) {
	r := newRoom(ada, ben)
	n, err := r.Note(ctx, id, ada)
	require.NoError(t, err)
	assert.Empty(t, n.Text)
	n, err = r.SaveNote(ctx, id, ada, "Ben will <b>tauschen</b>\r\n\tnicht vergessen ", n.At)
	require.NoError(t, err)
	assert.Equal(t, "Ben will <b>tauschen</b>\n\tnicht vergessen", n.Text)
	_, err = r.SaveNote(ctx, id, ada, "from another tab", time.Time{})
	require.ErrorIs(t, err, talk.ErrNoteChanged)
	_, err = r.SaveNote(ctx, "aaaaaaaaaa", ada, "x", time.Time{})
	require.ErrorIs(t, err, storage.ErrNotFound)
	for _, bad := range []string{strings.Repeat("x", 4001), "a\x00b", "a\u202eb"} {
		_, err = r.SaveNote(ctx, id, ada, bad, n.At)
		var invalid *invalid.Error
		require.ErrorAs(t, err, &invalid)
	}
	n2, err := r.SaveNote(ctx, id, ada, "second", n.At)
	require.NoError(t, err)
	assert.True(t, n2.At.After(n.At), "though the clock stands still")
	other, err := r.Note(ctx, id, ben)
	require.NoError(t, err)
	assert.Empty(t, other.Text, "nobody else sees it")
	again := r.restart()
	list, err := again.Notes(ctx, ada)
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, "second", list[0].Text)
	_, err = again.SaveNote(ctx, id, ada, " ", n2.At)
	require.NoError(t, err)
	list, err = again.Notes(ctx, ada)
	require.NoError(t, err)
	assert.Empty(t, list)
}

// Computer players of a table keep still for a while after one of them has said
// something, across a restart too.
func TestRemarksKeepTheirDistance(t *testing.T) {
	r := newRoom(ada)
	remark := func(c *talk.Cache) bool {
		said, err := c.Remark(ctx, talk.Message{Game: id, Seat: 1, Name: "Bot", Bot: "trader", Text: "group.1", About: 3}, time.Minute)
		require.NoError(t, err)
		return said
	}
	assert.True(t, remark(r.chats))
	r.move(59 * time.Second)
	_, err := r.Say(ctx, id, ada, "people may")
	require.NoError(t, err)
	assert.False(t, remark(r.chats))
	assert.False(t, remark(talk.NewCache(r.store, func() time.Time { return r.clock })))
	r.move(time.Second)
	assert.True(t, remark(r.chats))
	chat, err := r.Chat(ctx, id, ada, talk.Span{})
	require.NoError(t, err)
	assert.Equal(t, []string{"group.1", "people may", "group.1"}, texts(chat))
}

// A chat that nobody looks at leaves memory; one that somebody listens to stays.
func TestIdleChatsLeaveMemory(t *testing.T) {
	r := newRoom(ada)
	assert.Zero(t, r.chats.Rev(id))
	m, err := r.Say(ctx, id, ada, "hallo")
	require.NoError(t, err)
	assert.Equal(t, m.Rev, r.chats.Rev(id))
	rev, leave, err := r.Listen(ctx, id)
	require.NoError(t, err)
	r.move(time.Hour)
	r.chats.Evict(10 * time.Minute)
	assert.Equal(t, m.Rev, r.chats.Rev(id))
	assert.Equal(t, m.Rev, rev())
	leave()
	leave()
	r.chats.Evict(10 * time.Minute)
	assert.Zero(t, r.chats.Rev(id))
}

// meanwhile is a store in which something happens after mutes were read.
type meanwhile struct {
	*talktest.Memory
	happens func()
}

func (s *meanwhile) Mutes(ctx context.Context, p account.PlayerID) ([]talk.Mute, error) {
	list, err := s.Memory.Mutes(ctx, p)
	if now := s.happens; now != nil {
		s.happens = nil
		now()
	}
	return list, err
}

// A player who is muted while the list of mutes is read stays muted.
func TestAMuteIsNotOvertakenByARead(t *testing.T) {
	t.Parallel()
	r := newRoom(ada, ben)
	store := &meanwhile{Memory: r.store}
	chats := talk.NewCache(store, func() time.Time { return r.clock })
	store.happens = func() { require.NoError(t, chats.Mute(ctx, ada, ben, "Ben")) }
	_, err := chats.Muted(ctx, ada)
	require.NoError(t, err)
	muted, err := chats.Muted(ctx, ada)
	require.NoError(t, err)
	assert.True(t, muted[ben])
	store.happens = func() { t.Error("read again") }
	_, err = chats.Muted(ctx, ada)
	require.NoError(t, err)
}

// Who is refused because all together say too much loses nothing of their own share.
func TestATableThatSaysTooMuchCostsNobodyTheirShare(t *testing.T) {
	t.Parallel()
	seats := []account.PlayerID{ada, ben, cleo, "dora", "emil", "fritz", "gerd", "hanna"}
	r := newRoom(seats...)
	said := 0
	for range 6 {
		for _, p := range seats[:7] {
			if _, err := r.Say(ctx, id, p, "Hello"); err == nil {
				said++
			}
		}
	}
	require.Equal(t, 40, said)
	for range 3 {
		_, err := r.Say(ctx, id, "hanna", "Hello")
		var soon *talk.TooSoon
		require.ErrorAs(t, err, &soon)
		assert.Equal(t, time.Second, soon.Wait)
	}
	r.move(6 * time.Second)
	for range 6 {
		_, err := r.Say(ctx, id, "hanna", "Hello")
		require.NoError(t, err)
	}
}
