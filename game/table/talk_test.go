package table_test

import (
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
	"github.com/bankhalter/bankhalter/game/talk"
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

// Who sits at a table talks there, under the name that they have at it; its owner
// says who else may read. A message wakes the readers and is no move.
func TestWhoMayTalkAtATable(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben, eve := r.person("Ada"), r.person("Ben"), r.person("Eve")
	id := r.open(table.NewGame{}, ada, ben)
	speaker := func(p account.PlayerID) talk.Speaker {
		who, err := r.Speaker(ctx, id, p)
		require.NoError(t, err)
		return who
	}
	assert.Equal(t, talk.Speaker{MayRead: true, MayWrite: true, Owner: true, Seat: 0, Name: "Ada"}, speaker(ada))
	assert.Equal(t, talk.Speaker{MayRead: true, MayWrite: true, Seat: 1, Name: "Ben"}, speaker(ben))
	for _, p := range []account.PlayerID{eve, ""} {
		assert.Equal(t, talk.Speaker{Seat: game.Nobody}, speaker(p))
	}
	_, err := r.Speaker(ctx, "aaaaaaaaaa", ada)
	require.ErrorIs(t, err, storage.ErrNotFound)

	wake, end := r.Subscribe(id)
	defer end()
	before := r.look(id)
	m, err := r.talk.Say(ctx, id, ada, "hallo")
	require.NoError(t, err)
	<-wake
	after := r.look(id)
	assert.Equal(t, before.Seq(), after.Seq())
	assert.Equal(t, before.Rev(), after.Rev())
	place, err := r.PlaceOf(ctx, id, ben)
	require.NoError(t, err)
	assert.Equal(t, m.Rev, place.Chat)

	_, err = r.SetTalk(ctx, id, ben, talk.Rules{Watchers: true})
	require.ErrorIs(t, err, table.ErrForbidden)
	_, err = r.SetTalk(ctx, id, ada, talk.Rules{Bots: "loud"})
	var invalid *invalid.Error
	require.ErrorAs(t, err, &invalid)
	_, err = r.SetTalk(ctx, id, ada, talk.Rules{Watchers: true})
	require.NoError(t, err)
	rules := talk.Rules{Watchers: true}
	assert.Equal(t, talk.Speaker{Rules: rules, MayRead: true, Seat: game.Nobody}, speaker(eve))
	again := serve(t, r.store, table.Config{})
	who, err := again.Speaker(ctx, id, eve)
	require.NoError(t, err)
	assert.Equal(t, rules, who.Rules, "across a restart")
}

// Computer players say nothing unless the table wants it, and then no more
// often than it says.
func TestComputerPlayersKeepToTheRuleOfTheTable(t *testing.T) {
	for rule, most := range map[talk.Banter]int{talk.Quiet: 0, talk.Rare: 1, talk.Lively: 3} {
		t.Run("rule "+string(rule), func(t *testing.T) {
			list := threeRounds(t, rule)
			assert.LessOrEqual(t, len(list), most)
			for range 20 { // now and then a table has nothing to speak of
				if rule != talk.Lively || len(list) > 0 {
					break
				}
				list = threeRounds(t, rule)
			}
			if rule == talk.Lively {
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
func threeRounds(t *testing.T, rule talk.Banter) []talk.Message {
	t.Helper()
	clock := newHands()
	r := newRoom(t, table.Config{Now: clock.now})
	ada := r.person("Ada")
	id, _ := r.begin(table.NewGame{Talk: talk.Rules{Bots: rule}, Bots: []string{"trader", "builder", "cautious"}}, ada)
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
	list, err := r.store.Messages(ctx, id, talk.Span{})
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
	_, err = r.talk.Say(ctx, second, ada, "hallo")
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

// A player who looks at their places need not have the tables read.
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
