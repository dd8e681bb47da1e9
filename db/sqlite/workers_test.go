package sqlite_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// mailbag counts the deliveries under each id.
type mailbag struct {
	mu  sync.Mutex
	got map[string]int
}

func (m *mailbag) Deliver(_ context.Context, _ *notice.Channel, x *notice.Message) error {
	time.Sleep(time.Millisecond) // so that others come between
	m.mu.Lock()
	defer m.mu.Unlock()
	m.got[x.ID]++
	return nil
}

func (m *mailbag) count(t *testing.T) int {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, n := range m.got {
		assert.Equal(t, 1, n, "message %s", id)
	}
	return len(m.got)
}

// plain is a writer without words.
type plain struct{}

func (plain) Write(*notice.Message, *notice.Preferences) {}

// outbox is a store that has one.
type outbox interface {
	tabletest.Store
	notifications.Store
}

// TestSeveralWorkersOnOneOutbox: the workers of several offices take from one
// outbox at the same time. Every player is notified once. A worker that dies with
// its lease delays those notices until the lease is over, and no longer.
func TestSeveralWorkersOnOneOutbox(t *testing.T) {
	for name, store := range map[string]func() outbox{
		"in memory": func() outbox { return tabletest.NewMemory() },
		"on disk":   func() outbox { return open(t, file(t), sqlite.Options{Sync: sqlite.Normal}) },
	} {
		t.Run(name, func(t *testing.T) { shareOutbox(t, store()) })
	}
}

func shareOutbox(t *testing.T, store outbox) {
	t.Helper()
	const people = 24
	var mu sync.Mutex
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	now := func() time.Time { mu.Lock(); defer mu.Unlock(); return at }
	pass := func(d time.Duration) { mu.Lock(); defer mu.Unlock(); at = at.Add(d) }
	bag := &mailbag{got: map[string]int{}}
	offices := make([]*notifications.Service, 4)
	for i := range offices {
		offices[i] = notifications.New(store, notifications.Config{
			Now: now, Site: "https://play.example.org", Writer: plain{}, Senders: map[notice.Way]notifications.Sender{notice.Hook: bag},
			Paths: notifications.Paths{Game: func(id string) string { return "/games/" + id }, Decision: func(id string) string { return "/games/" + id }, Unsub: func(string) string { return "/off" }},
		})
	}
	s := tabletest.New(store, table.Config{Now: now, Heeds: offices[0].Heeds})
	defer s.Close()
	for _, o := range offices {
		require.NoError(t, o.Open(ctx, s))
	}
	ids := make([]account.PlayerID, people)
	for i := range ids {
		p := tabletest.NewPerson(t, store, fmt.Sprintf("P%d", i))
		ids[i] = p.ID
		_, err := offices[0].AddHook(ctx, string(p.ID), fmt.Sprintf("https://hooks.example.org/%d", i), notice.Standard, "")
		require.NoError(t, err)
	}
	for i := 0; i < people; i += 2 { // one of two has to decide, the other is notified that it has begun
		snap, err := s.Create(ctx, ids[i], table.NewGame{EditionID: "us-classic", Players: 2})
		require.NoError(t, err)
		_, _, err = s.Join(ctx, snap.Meta.ID, ids[i+1], "")
		require.NoError(t, err)
		_, err = s.Start(ctx, snap.Meta.ID, ids[i])
		require.NoError(t, err)
	}
	work := func(workers ...*notifications.Service) {
		t.Helper()
		var wg sync.WaitGroup
		errs := make([]error, len(workers))
		for i, o := range workers {
			wg.Go(func() { errs[i] = o.Step(ctx) })
		}
		wg.Wait()
		for _, err := range errs {
			require.NoError(t, err)
		}
	}
	pass(2 * time.Minute)
	work(offices...)
	told := bag.count(t)
	assert.GreaterOrEqual(t, told, people/2, "whoever has to move first at each table")

	// A worker dies with its lease: no other worker gets that meanwhile.
	for i := 0; i < people; i += 2 {
		list, err := s.List(ctx, table.Filter{Player: ids[i]})
		require.NoError(t, err)
		_, err = s.Abandon(ctx, list[0].ID, ids[i])
		require.NoError(t, err)
	}
	pass(2 * time.Minute)
	for n := -1; n != 0; { // put it into messages, but deliver nothing
		due, err := store.DueNotices(ctx, now(), 100)
		require.NoError(t, err)
		n = len(due)
		var all []notifications.Sorted
		for _, one := range due {
			channels, err := store.Channels(ctx, one.Player)
			require.NoError(t, err)
			all = append(all, notifications.Sorted{Notice: one, Messages: []notice.Queued{{Channel: channels[0].ID, Game: one.Game, Kind: one.Kind, Since: one.Since, DueAt: now()}}})
		}
		require.NoError(t, store.Sort(ctx, all))
	}
	dead, err := store.Claim(ctx, notifications.Claim{Way: notice.Hook, Lease: "dead", Now: now(), Until: now().Add(3 * time.Minute), Most: 5, Unproven: 5})
	require.NoError(t, err)
	require.Len(t, dead, 5)
	work(offices...)
	left := bag.count(t)
	pass(2 * time.Minute)
	work(offices...)
	assert.Equal(t, left, bag.count(t), "the lease has not ended yet")
	pass(2 * time.Minute)
	work(offices...)
	assert.Equal(t, left+5, bag.count(t), "others take over")
	pass(time.Hour)
	work(offices...)
	assert.Equal(t, left+5, bag.count(t))
}
