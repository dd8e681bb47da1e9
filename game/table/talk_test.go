package table_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// hands is a clock that a test moves.
type hands struct {
	mu sync.Mutex
	at time.Time
}

func (h *hands) now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.at
}

func (h *hands) move(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.at = h.at.Add(d)
}

func newHands() *hands { return &hands{at: time.Date(2026, 5, 4, 18, 0, 0, 0, time.UTC)} }

func texts(talk table.Talk) []string {
	list := []string{}
	for i := range talk.List {
		list = append(list, talk.List[i].Text)
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
	m, err := r.Say(ctx, id, ada, "  Hallo \n <b>Ben</b>  ")
	require.NoError(t, err)
	assert.Equal(t, "Hallo <b>Ben</b>", m.Text)
	assert.Equal(t, "Ada", m.Name)
	<-wake
	after, rev2, err := r.Position(ctx, id)
	require.NoError(t, err)
	assert.Equal(t, []uint64{uint64(before), rev}, []uint64{uint64(after), rev2}, "a message is no move")
	second, err := r.Say(ctx, id, ben, "Servus")
	require.NoError(t, err)

	talk, err := r.Chat(ctx, id, ben, table.Span{Limit: 50})
	require.NoError(t, err)
	assert.Equal(t, []string{"Hallo <b>Ben</b>", "Servus"}, texts(talk))
	assert.True(t, talk.MayWrite)
	assert.Equal(t, second.Rev, talk.Rev)
	talk, err = r.Chat(ctx, id, ben, table.Span{After: m.Rev})
	require.NoError(t, err)
	assert.Equal(t, []string{"Servus"}, texts(talk))
	talk, err = r.Chat(ctx, id, ben, table.Span{After: second.Rev})
	require.NoError(t, err)
	assert.Empty(t, talk.List)
	talk, err = r.Chat(ctx, id, ben, table.Span{Limit: 1})
	require.NoError(t, err)
	assert.Equal(t, []string{"Servus"}, texts(talk))
	assert.True(t, talk.More)
	talk, err = r.Chat(ctx, id, ben, table.Span{Before: second.ID, Limit: 5})
	require.NoError(t, err)
	assert.Equal(t, []string{"Hallo <b>Ben</b>"}, texts(talk))
	assert.False(t, talk.More)

	for _, who := range []account.PlayerID{eve, ""} {
		_, err = r.Chat(ctx, id, who, table.Span{})
		require.ErrorIs(t, err, table.ErrNoSeat)
		_, err = r.Say(ctx, id, who, "psst")
		require.ErrorIs(t, err, table.ErrNoSeat)
	}
	_, err = r.SetTalk(ctx, id, ben, table.TalkRules{Watchers: true})
	require.ErrorIs(t, err, table.ErrForbidden)
	_, err = r.SetTalk(ctx, id, ada, table.TalkRules{Bots: "loud"})
	require.Error(t, err)
	_, err = r.SetTalk(ctx, id, ada, table.TalkRules{Watchers: true, Off: true})
	require.NoError(t, err)
	talk, err = r.Chat(ctx, id, eve, table.Span{})
	require.NoError(t, err, "those who watch may read along")
	assert.Len(t, talk.List, 2)
	assert.False(t, talk.MayWrite)
	_, err = r.Say(ctx, id, ada, "hm")
	require.ErrorIs(t, err, table.ErrChatOff)
	_, err = r.Say(ctx, id, eve, "psst")
	require.ErrorIs(t, err, table.ErrNoSeat)

	// All of it outlives the process.
	again := serve(t, r.store, table.Config{Now: clock.now})
	talk, err = again.Chat(ctx, id, ada, table.Span{})
	require.NoError(t, err)
	assert.Equal(t, table.TalkRules{Watchers: true, Off: true}, talk.Rules)
	assert.Equal(t, []string{"Hallo <b>Ben</b>", "Servus"}, texts(talk))
	_, err = again.SetTalk(ctx, id, ada, table.TalkRules{})
	require.NoError(t, err)
	third, err := again.Say(ctx, id, ben, "noch da")
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
		_, err := r.Say(ctx, id, ada, text)
		var invalid *invalid.Error
		if assert.ErrorAs(t, err, &invalid, "%q", text) {
			assert.Equal(t, why, invalid.Why, "%q", text)
		}
	}
	said := 0
	var soon *table.TooSoon
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
	clock.move(soon.Wait)
	_, err = r.Say(ctx, id, ada, "again")
	require.NoError(t, err)
	_, err = r.Say(ctx, id, ada, "and again")
	require.ErrorAs(t, err, &soon)
	clock.move(-time.Hour)
	_, err = r.Say(ctx, id, ada, "the clock was set back")
	require.ErrorAs(t, err, &soon)
	clock.move(10 * time.Second)
	_, err = r.Say(ctx, id, ada, "and that costs nobody an hour")
	require.NoError(t, err)
}

func TestMessagesAreTakenBack(t *testing.T) {
	clock := newHands()
	r := newRoom(t, table.Config{Now: clock.now})
	ada, ben, cleo, eve := r.person("Ada"), r.person("Ben"), r.person("Cleo"), r.person("Eve")
	id := r.open(table.NewGame{}, ada, ben, cleo)
	say := func(p account.PlayerID, text string) uint64 {
		m, err := r.Say(ctx, id, p, text)
		require.NoError(t, err)
		return m.ID
	}
	one, two, three := say(ben, "one"), say(ben, "two"), say(ben, "three")
	before, err := r.Chat(ctx, id, ada, table.Span{})
	require.NoError(t, err)
	require.ErrorIs(t, r.TakeBack(ctx, id, eve, one), table.ErrNoSeat)
	require.ErrorIs(t, r.TakeBack(ctx, id, cleo, one), table.ErrForbidden)
	require.ErrorIs(t, r.TakeBack(ctx, id, ben, 99), table.ErrNoMessage)
	require.NoError(t, r.TakeBack(ctx, id, ben, one))
	require.NoError(t, r.TakeBack(ctx, id, ada, two))
	require.NoError(t, r.TakeBack(ctx, id, ben, two), "it is gone already")
	clock.move(time.Hour)
	require.ErrorIs(t, r.TakeBack(ctx, id, ben, three), table.ErrTooLate)
	for _, limit := range []int{0, 9} {
		talk, err := r.Chat(ctx, id, ada, table.Span{Limit: limit})
		require.NoError(t, err)
		assert.Equal(t, []string{"", "", "three"}, texts(talk))
		assert.Equal(t, []table.Remover{table.ByAuthor, table.ByOwner, ""}, []table.Remover{talk.List[0].Removed, talk.List[1].Removed, talk.List[2].Removed})
	}
	changed, err := r.Chat(ctx, id, ada, table.Span{After: before.Rev})
	require.NoError(t, err)
	assert.Len(t, changed.List, 2, "who follows the changes hears of it")
	require.NoError(t, r.RemoveMessage(ctx, id, three, table.ByOperator))
	require.ErrorIs(t, r.RemoveMessage(ctx, id, 99, table.ByOperator), table.ErrNoMessage)
}

func TestMutesAndReports(t *testing.T) {
	clock := newHands()
	r := newRoom(t, table.Config{Now: clock.now})
	ada, ben, eve := r.person("Ada"), r.person("Ben"), r.person("Eve")
	id := r.open(table.NewGame{}, ada, ben)
	m, err := r.Say(ctx, id, ben, "rude")
	require.NoError(t, err)
	require.ErrorIs(t, r.Mute(ctx, id, ben, m.ID), table.ErrForbidden)
	require.ErrorIs(t, r.Mute(ctx, id, eve, m.ID), table.ErrNoSeat)
	require.ErrorIs(t, r.Mute(ctx, id, ada, 77), table.ErrNoMessage)
	require.NoError(t, r.Mute(ctx, id, ada, m.ID))
	require.NoError(t, r.Mute(ctx, id, ada, m.ID))
	talk, err := r.Chat(ctx, id, ada, table.Span{})
	require.NoError(t, err)
	assert.True(t, talk.Muted[ben])
	talk, err = r.Chat(ctx, id, ben, table.Span{})
	require.NoError(t, err)
	assert.Empty(t, talk.Muted, "nobody else is told")
	mutes, err := r.Mutes(ctx, ada)
	require.NoError(t, err)
	require.Len(t, mutes, 1)
	require.ErrorIs(t, r.Unmute(ctx, ben, mutes[0].ID), storage.ErrNotFound)
	require.NoError(t, r.Unmute(ctx, ada, mutes[0].ID))
	talk, err = r.Chat(ctx, id, ada, table.Span{})
	require.NoError(t, err)
	assert.Empty(t, talk.Muted)

	require.ErrorIs(t, r.Report(ctx, id, ben, m.ID, ""), table.ErrForbidden)
	require.ErrorIs(t, r.Report(ctx, id, eve, m.ID, ""), table.ErrNoSeat)
	require.NoError(t, r.Report(ctx, id, ada, m.ID, "look"))
	require.NoError(t, r.Report(ctx, id, ada, m.ID, "again"))
	require.NoError(t, r.TakeBack(ctx, id, ben, m.ID))
	n, err := r.OpenReports(ctx)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	list, err := r.Reports(ctx, table.ReportFilter{})
	require.NoError(t, err)
	assert.Equal(t, "rude", list[0].Text, "taking it back does not undo the report")
	assert.Equal(t, "look", list[0].Why)
	require.NoError(t, r.SettleReport(ctx, list[0].ID, "spoken to"))
	n, err = r.OpenReports(ctx)
	require.NoError(t, err)
	assert.Zero(t, n)
	require.ErrorIs(t, r.Report(ctx, id, ada, m.ID, ""), table.ErrNoMessage)
}

func TestNotesAreKept(t *testing.T) {
	clock := newHands()
	r := newRoom(t, table.Config{Now: clock.now})
	ada, ben := r.person("Ada"), r.person("Ben")
	id := r.open(table.NewGame{}, ada, ben)
	n, err := r.Note(ctx, id, ada)
	require.NoError(t, err)
	assert.Empty(t, n.Text)
	n, err = r.SaveNote(ctx, id, ada, "Ben will <b>tauschen</b>\r\n\tnicht vergessen ", n.At)
	require.NoError(t, err)
	assert.Equal(t, "Ben will <b>tauschen</b>\n\tnicht vergessen", n.Text)
	_, err = r.SaveNote(ctx, id, ada, "from another tab", time.Time{})
	require.ErrorIs(t, err, table.ErrStale)
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
	again := serve(t, r.store, table.Config{Now: clock.now})
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

// Computer players say nothing unless the table wants it, and then no more
// often than it says.
func TestComputerPlayersKeepToTheRuleOfTheTable(t *testing.T) {
	for rule, most := range map[table.Banter]int{table.Quiet: 0, table.Rare: 1, table.Lively: 3} {
		t.Run("rule "+string(rule), func(t *testing.T) {
			list := threeRounds(t, rule)
			assert.LessOrEqual(t, len(list), most)
			for range 20 { // now and then a table has nothing to speak of
				if rule != table.Lively || len(list) > 0 {
					break
				}
				list = threeRounds(t, rule)
			}
			if rule == table.Lively {
				assert.NotEmpty(t, list)
			}
			for _, m := range list {
				assert.Empty(t, m.Player)
				assert.Contains(t, []string{"trader", "builder", "cautious"}, m.Bot)
				assert.Regexp(t, `^(group|auction|bankrupt)\.[12]$`, m.Text)
			}
		})
	}
}

// threeRounds is what computer players say at a new table in three whole rounds.
func threeRounds(t *testing.T, rule table.Banter) []table.Message {
	t.Helper()
	clock := newHands()
	r := newRoom(t, table.Config{Now: clock.now})
	ada := r.person("Ada")
	id, _ := r.begin(table.NewGame{Talk: table.TalkRules{Bots: rule}, Bots: []string{"trader", "builder", "cautious"}}, ada)
	for range 3 {
		for range 60 { // computer players go on by themselves after a while
			if snap, err := r.Snapshot(ctx, id); err != nil || !snap.State.Waiting().Has(0) {
				break
			}
			r.auto(id, 1)
		}
		clock.move(90 * time.Second)
	}
	r.Close() // waits for what is being written
	list, err := r.store.Messages(ctx, id, table.Span{})
	require.NoError(t, err)
	return list
}

func TestSomebodyHearsOfAllTables(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben, eve := r.person("Ada"), r.person("Ben"), r.person("Eve")
	feed := r.Follow(ben)
	first := r.open(table.NewGame{}, ada, ben)
	second := r.open(table.NewGame{}, ada, ben)
	r.open(table.NewGame{}, ada, eve)
	<-feed.Wake()
	assert.Equal(t, []string{first, second}, feed.Take())
	assert.Empty(t, feed.Take())
	_, err := r.Start(ctx, first, ada)
	require.NoError(t, err)
	_, err = r.Say(ctx, second, ada, "hallo")
	require.NoError(t, err)
	<-feed.Wake()
	assert.Equal(t, []string{first, second}, feed.Take())
	snap, err := r.Snapshot(ctx, first)
	require.NoError(t, err)
	place, err := r.PlaceOf(ctx, first, ben)
	require.NoError(t, err)
	assert.Equal(t, snap.Seq(), place.Seq)
	assert.Equal(t, snap.State.Waiting().Has(1), place.Awaited)
	assert.Equal(t, game.Playing, place.Status)
	_, err = r.Leave(ctx, second, ada, 1, table.Pre{})
	require.NoError(t, err)
	assert.Equal(t, []string{second}, feed.Take(), "somebody was sent away")
	place, err = r.PlaceOf(ctx, second, ben)
	require.NoError(t, err)
	assert.True(t, place.Gone)
	feed.Close()
	feed.Close()
	r.open(table.NewGame{}, ada, ben)
	assert.Empty(t, feed.Take())
	all, err := r.Places(ctx, ben, time.Time{}, 10)
	require.NoError(t, err)
	assert.Len(t, all, 2)
	all, err = r.Places(ctx, ben, time.Now().Add(time.Hour), 10)
	require.NoError(t, err)
	assert.Empty(t, all)
}

// Whoever looks at what concerns him need not have his tables read.
func TestLookingAtPlacesLeavesTablesCold(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben := r.person("Ada"), r.person("Ben")
	id, _ := r.begin(table.NewGame{}, ada, ben)
	again := serve(t, r.store, table.Config{})
	_, err := again.PlaceOf(ctx, id, ada)
	require.NoError(t, err)
	_, err = again.Places(ctx, ada, time.Time{}, 10)
	require.NoError(t, err)
	assert.Zero(t, again.Stats().Loads)
}
