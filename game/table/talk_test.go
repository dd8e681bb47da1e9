package table_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
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
