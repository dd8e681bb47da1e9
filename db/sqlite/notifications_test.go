package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
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

func TestSQLiteKeepsThePromisesOfTheOutbox(t *testing.T) {
	tabletest.NotificationsConformance(t, func(t *testing.T) tabletest.NotificationStore {
		t.Helper()
		return open(t, file(t), sqlite.Options{})
	})
}

// counting is a sender that counts the messages to each address.
type counting struct {
	mu   sync.Mutex
	seen map[string][]string
	fail int
}

func (c *counting) Deliver(_ context.Context, ch *notice.Channel, m *notice.Message) error {
	time.Sleep(time.Millisecond) // long enough for workers to meet
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fail > 0 {
		c.fail--
		return errors.New("not now")
	}
	for _, it := range m.Items {
		c.seen[ch.Address] = append(c.seen[ch.Address], it.Game)
	}
	return nil
}

type plainScribe struct{}

func (plainScribe) Write(*notice.Message, *notice.Preferences) {}

// TestTwoWorkersOnOneOutbox: no player is notified twice and none is forgotten, with
// failures, and with workers that end in the middle and come back.
func TestTwoWorkersOnOneOutbox(t *testing.T) {
	store := open(t, file(t), sqlite.Options{Sync: sqlite.Normal})
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	var mu sync.Mutex
	now := func() time.Time { mu.Lock(); defer mu.Unlock(); return at }
	carrier := &counting{seen: map[string][]string{}, fail: 7}
	cfg := notifications.Config{
		Now: now, Site: "https://x.example", Writer: plainScribe{}, Senders: map[notice.Way]notifications.Sender{notice.Hook: carrier},
		Paths: notifications.Paths{Game: func(id string) string { return id }, Decision: func(id string) string { return id }, Unsub: func(s string) string { return s }, Confirm: func(s string) string { return s }},
	}
	first := notifications.New(store, cfg)
	tables := tabletest.New(store, table.Config{Now: now, Heeds: first.Heeds})
	defer tables.Close()
	require.NoError(t, first.Open(t.Context(), tables))
	const games = 25
	want := map[string]string{}
	for i := range games {
		ada := tabletest.NewPerson(t, store, fmt.Sprint("Ada ", i))
		ben := tabletest.NewPerson(t, store, fmt.Sprint("Ben ", i))
		for _, p := range []account.Player{ada, ben} {
			_, err := first.AddHook(t.Context(), string(p.ID), "https://x.example/"+string(p.ID), notice.Standard, "")
			require.NoError(t, err)
		}
		snap, err := tables.Create(t.Context(), ada.ID, table.NewGame{EditionID: "us-classic", Players: 2})
		require.NoError(t, err)
		_, _, err = tables.Join(t.Context(), snap.Meta.ID, ben.ID, "")
		require.NoError(t, err)
		snap, err = tables.Start(t.Context(), snap.Meta.ID, ada.ID)
		require.NoError(t, err)
		for _, p := range []account.Player{ada, ben} {
			want["https://x.example/"+string(p.ID)] = snap.Meta.ID
		}
	}
	second := notifications.New(store, cfg)
	require.NoError(t, second.Open(t.Context(), tables))
	for range 30 {
		mu.Lock()
		at = at.Add(time.Minute)
		mu.Unlock()
		var both sync.WaitGroup
		for _, o := range []*notifications.Service{first, second} {
			both.Go(func() { assert.NoError(t, o.Step(t.Context())) })
		}
		both.Wait()
	}
	assert.Len(t, carrier.seen, 2*games)
	for address, id := range want {
		assert.Equal(t, []string{id}, carrier.seen[address], "once, and about their table")
	}
	notices, queued, _, err := store.Backlog(t.Context())
	require.NoError(t, err)
	assert.Zero(t, notices+queued)
}

// TestADamagedChannelIsLeftOut: messages of others are claimed all the same, and
// the log says which channel it is.
func TestADamagedChannelIsLeftOut(t *testing.T) {
	path := file(t)
	d, err := sqlite.Open(ctx, path, sqlite.Options{})
	require.NoError(t, err)
	tabletest.NewPlayer(t, d, "p1")
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for _, id := range []string{"c1", "c2"} {
		require.NoError(t, d.AddChannel(ctx, notice.Channel{ID: id, Player: "p1", Way: notice.Hook, Address: "https://x.example/" + id, State: notice.On, CreatedAt: at}))
	}
	tabletest.NewGame(t, d, "game000001", "p1")
	require.NoError(t, d.Close())
	due := at.UnixMilli()
	raw(t, path, `UPDATE channels SET extra = '{"when": 7}' WHERE id = 'c1'`,
		fmt.Sprintf("INSERT INTO letters (channel, game, what, since, due_at) SELECT id, 'game000001', 'asked', %d, %d FROM channels", due, due))

	var log bytes.Buffer
	d = open(t, path, sqlite.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	list, err := d.Claim(ctx, notifications.Claim{Way: notice.Hook, Lease: "lease", Now: at, Until: at.Add(time.Minute), Most: 8, Unproven: 8})
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, "c2", list[0].ID)
	assert.Contains(t, log.String(), "channel c1")
	list, err = d.Channels(ctx, "p1")
	require.NoError(t, err)
	assert.Len(t, list, 1)
}
