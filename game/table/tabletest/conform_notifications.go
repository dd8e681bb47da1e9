package tabletest

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/game/storage"
)

// NotificationStore keeps games and the post.
type NotificationStore interface {
	Store
	notifications.Store
}

// NotificationsConformance runs the promises of notifications.Store against a store that open makes anew.
func NotificationsConformance(t *testing.T, open func(t *testing.T) NotificationStore) {
	t.Helper()
	for name, check := range map[string]func(*testing.T, NotificationStore){
		"notices go with the move":    noticesGoWithTheMove,
		"notices of what is gone":     noticesOfWhatIsGone,
		"a notice is sorted once":     sortedOnce,
		"reminders are planned anew":  remindersPlanned,
		"channels read back":          channelsReadBack,
		"a claim keeps others off":    claimsExclude,
		"the longest wait goes first": longestWaitFirst,
		"what works has its places":   unprovenChannels,
		"the clock was set back":      rewound,
		"letters that come meanwhile": messagesMeanwhile,
		"a dead channel has no post":  deadChannels,
		"tables have hooks":           hooksOfTables,
	} {
		t.Run(name, func(t *testing.T) { check(t, open(t)) })
	}
}

func hook(id, player string) notice.Channel {
	return notice.Channel{
		ID: id, Player: player, Way: notice.Hook, Address: "https://example.org/" + id, Secret: "whsec_x", State: notice.On, CreatedAt: t0,
		Extra: notice.Extra{When: notice.Once, Form: notice.Standard, Label: "Büro"},
	}
}

func news(player, game string, at time.Time) notice.Notice {
	return notice.Notice{Player: player, Game: game, Kind: notice.Asked, Since: at, DueAt: notice.Collapse(at, at)}
}

// withChannels is a store with a player, a game and a channel of theirs.
func withChannels(t *testing.T, s NotificationStore) {
	t.Helper()
	NewPlayer(t, s, "p1")
	NewGame(t, s, "game000001", "p1")
	require.NoError(t, s.AddChannel(context.Background(), hook("c1", "p1")))
}

func noticesGoWithTheMove(t *testing.T, s NotificationStore) {
	t.Helper()
	ctx := context.Background()
	withChannels(t, s)
	c := NextMove("game000001", 5, 1)
	c.News = []notice.Notice{news("p1", "game000001", t0)}
	require.Error(t, s.Append(ctx, c), "after an event that is not the last")
	at, err := s.NextDue(ctx)
	require.NoError(t, err)
	assert.True(t, at.IsZero(), "nothing of a move that was not written")

	c = NextMove("game000001", 0, 1)
	c.News = []notice.Notice{news("p1", "game000001", t0), news("nobody", "game000001", t0)}
	require.NoError(t, s.Append(ctx, c), "a player who is gone holds no move up")
	at, err = s.NextDue(ctx)
	require.NoError(t, err)
	assert.Equal(t, t0.Add(notice.QuietFor), at)
	for i := range 8 { // continual news is sent after a while all the same
		c = NextMove("game000001", uint32(1+i), 1)
		c.News = []notice.Notice{news("p1", "game000001", t0.Add(time.Duration(i+1)*50*time.Second))}
		require.NoError(t, s.Append(ctx, c))
	}
	list, err := s.DueNotices(ctx, t0.Add(time.Hour), 10)
	require.NoError(t, err)
	require.Len(t, list, 1, "collapsed")
	assert.Equal(t, t0, list[0].Since)
	assert.LessOrEqual(t, list[0].DueAt.Sub(t0), notice.Longest)
	assert.Greater(t, list[0].DueAt.Sub(t0), notice.QuietFor)
}

func noticesOfWhatIsGone(t *testing.T, s NotificationStore) {
	t.Helper()
	ctx := context.Background()
	withChannels(t, s)
	c := NextMove("game000001", 0, 1)
	c.News = []notice.Notice{news("p1", "game000001", t0)}
	require.NoError(t, s.Append(ctx, c))
	require.NoError(t, s.DeleteGame(ctx, "game000001"))
	notices, messages, _, err := s.Backlog(ctx)
	require.NoError(t, err)
	assert.Zero(t, notices+messages)
}

func sortedOnce(t *testing.T, s NotificationStore) {
	t.Helper()
	ctx := context.Background()
	withChannels(t, s)
	c := NextMove("game000001", 0, 1)
	c.News = []notice.Notice{news("p1", "game000001", t0)}
	require.NoError(t, s.Append(ctx, c))
	later := t0.Add(time.Hour)
	list, err := s.DueNotices(ctx, later, 10)
	require.NoError(t, err)
	one := notifications.Sorted{
		Notice: list[0], Messages: []notice.Queued{{Channel: "c1", Game: "game000001", Kind: notice.Asked, Since: t0, DueAt: later}},
		Plan: []notice.Notice{{Player: "p1", Game: "game000001", Kind: notice.Remind, Since: notice.Never(), DueAt: later.Add(time.Hour)}},
	}
	require.NoError(t, s.Sort(ctx, []notifications.Sorted{one}))
	messages, err := s.DueMessages(ctx, "c1", later)
	require.NoError(t, err)
	require.Equal(t, one.Messages, messages)
	require.NoError(t, s.Settle(ctx, notifications.Settled{Channel: hook("c1", "p1"), Done: messages}))
	require.NoError(t, s.Sort(ctx, []notifications.Sorted{one}), "another worker that read it too")
	messages, err = s.DueMessages(ctx, "c1", later)
	require.NoError(t, err)
	assert.Empty(t, messages)
	list, err = s.DueNotices(ctx, later.Add(2*time.Hour), 10)
	require.NoError(t, err)
	require.Equal(t, one.Plan, list)
	for kind, waits := range map[notice.Kind]bool{notice.Remind: true, notice.Asked: false} {
		has, err := s.HasNotice(ctx, "p1", "game000001", kind)
		require.NoError(t, err)
		assert.Equal(t, waits, has, kind)
	}
	again := notifications.Sorted{Notice: list[0], Again: later.Add(3 * time.Hour), Since: t0}
	require.NoError(t, s.Sort(ctx, []notifications.Sorted{again}))
	list, err = s.DueNotices(ctx, later.Add(4*time.Hour), 10)
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, []time.Time{later.Add(3 * time.Hour), t0}, []time.Time{list[0].DueAt, list[0].Since})
}

func remindersPlanned(t *testing.T, s NotificationStore) {
	t.Helper()
	ctx := context.Background()
	withChannels(t, s)
	plan := func(at time.Time) []notice.Notice {
		require.NoError(t, s.PlanReminders(ctx, "p1", []string{"game000001", "game000009"}, at))
		list, err := s.DueNotices(ctx, t0.Add(24*time.Hour), 10)
		require.NoError(t, err)
		return list
	}
	want := notice.Notice{Player: "p1", Game: "game000001", Kind: notice.Remind, Since: notice.Never(), DueAt: t0}
	require.Equal(t, []notice.Notice{want}, plan(t0), "there is no other game")
	want.DueAt = t0.Add(time.Hour)
	list := plan(want.DueAt)
	require.Equal(t, []notice.Notice{want}, list, "it is looked at anew")
	sent := notifications.Sorted{Notice: list[0], Again: t0.Add(3 * time.Hour), Since: t0}
	require.NoError(t, s.Sort(ctx, []notifications.Sorted{sent}))
	want.DueAt, want.Since = sent.Again, t0
	assert.Equal(t, []notice.Notice{want}, plan(t0.Add(2*time.Hour)), "it was sent")
}

func channelsReadBack(t *testing.T, s NotificationStore) {
	t.Helper()
	ctx := context.Background()
	withChannels(t, s)
	c := hook("c1", "p1")
	got, err := s.Channel(ctx, "c1")
	require.NoError(t, err)
	assert.Equal(t, c, got)
	double := hook("c2", "p1")
	double.Address = c.Address
	require.ErrorIs(t, s.AddChannel(ctx, double), storage.ErrConflict)
	require.ErrorIs(t, s.AddChannel(ctx, hook("c3", "nobody")), storage.ErrConflict)
	feed := notice.Channel{ID: "f1", Player: "p1", Way: notice.Feed, Secret: "hash", State: notice.On, CreatedAt: t0.Add(time.Second)}
	require.NoError(t, s.AddChannel(ctx, feed))
	got, err = s.FeedChannel(ctx, "hash")
	require.NoError(t, err)
	assert.Equal(t, feed, got)
	heeding, err := s.Heeding(ctx)
	require.NoError(t, err)
	assert.Equal(t, []string{"p1"}, heeding)
	c.State, c.When, c.Error, c.FailedAt = notice.Off, notice.Daily, "server: HTTP 500", t0
	require.NoError(t, s.ChangeChannel(ctx, c))
	list, err := s.Channels(ctx, "p1")
	require.NoError(t, err)
	assert.Equal(t, []notice.Channel{c, feed}, list)
	heeding, err = s.Heeding(ctx)
	require.NoError(t, err)
	assert.Empty(t, heeding)
	c.Player = "p2"
	require.ErrorIs(t, s.ChangeChannel(ctx, c), storage.ErrNotFound)
	require.ErrorIs(t, s.DropChannel(ctx, "p2", "c1"), storage.ErrNotFound)
	require.NoError(t, s.DropChannel(ctx, "p1", "c1"))
	_, err = s.Channel(ctx, "c1")
	require.ErrorIs(t, err, storage.ErrNotFound)

	_, err = s.Preferences(ctx, "p1")
	require.ErrorIs(t, err, storage.ErrNotFound)
	w := notice.Preferences{Lang: "de", Zone: "Europe/Berlin", Hour: 7, Remind: 30, Always: true, Muted: []string{"game000001"}}
	require.NoError(t, s.SavePreferences(ctx, "p1", w))
	back, err := s.Preferences(ctx, "p1")
	require.NoError(t, err)
	assert.Equal(t, w, back)
}

// message puts a message on channel c1.
func message(t *testing.T, s NotificationStore, after uint32, since, due time.Time) {
	t.Helper()
	ctx := context.Background()
	c := NextMove("game000001", after, 1)
	c.News = []notice.Notice{news("p1", "game000001", since)}
	require.NoError(t, s.Append(ctx, c))
	list, err := s.DueNotices(ctx, since.Add(notice.Longest), 10)
	require.NoError(t, err)
	require.NoError(t, s.Sort(ctx, []notifications.Sorted{{
		Notice: list[0], Messages: []notice.Queued{{Channel: "c1", Game: "game000001", Kind: notice.Asked, Since: since, DueAt: due}},
	}}))
}

func claimsExclude(t *testing.T, s NotificationStore) {
	t.Helper()
	ctx := context.Background()
	withChannels(t, s)
	message(t, s, 0, t0, t0.Add(time.Minute))
	now := t0.Add(2 * time.Minute)
	claim := func(lease string, at time.Time) int {
		list, err := s.Claim(ctx, notifications.Claim{Way: notice.Hook, Lease: lease, Now: at, Until: at.Add(time.Minute), Most: 10, Unproven: 10})
		require.NoError(t, err)
		return len(list)
	}
	assert.Zero(t, claim("early", t0))
	assert.Equal(t, 1, claim("a", now))
	assert.Zero(t, claim("b", now), "while the first has it")
	assert.Equal(t, 1, claim("c", now.Add(2*time.Minute)), "when the first has died")
	ch := hook("c1", "p1")
	ch.Failures = 9
	require.NoError(t, s.Settle(ctx, notifications.Settled{Lease: "a", Channel: ch}))
	got, err := s.Channel(ctx, "c1")
	require.NoError(t, err)
	assert.Zero(t, got.Failures, "who has lost the claim changes nothing about the channel")
	ch.Failures, ch.RetryAt = 1, now.Add(time.Hour)
	require.NoError(t, s.Settle(ctx, notifications.Settled{Lease: "c", Channel: ch}))
	assert.Zero(t, claim("d", now.Add(30*time.Minute)), "it waits with its channel")
	assert.Equal(t, 1, claim("e", now.Add(time.Hour)))
}

func longestWaitFirst(t *testing.T, s NotificationStore) {
	t.Helper()
	ctx := context.Background()
	withChannels(t, s)
	all := notifications.Sorted{}
	for i, id := range []string{"c1", "c4", "c2", "c3"} {
		if id != "c1" {
			require.NoError(t, s.AddChannel(ctx, hook(id, "p1")))
		}
		all.Messages = append(all.Messages, notice.Queued{Channel: id, Game: "game000001", Kind: notice.Asked, Since: t0, DueAt: t0.Add(time.Hour - time.Duration(i)*time.Minute)})
	}
	c := NextMove("game000001", 0, 1)
	c.News = []notice.Notice{news("p1", "game000001", t0)}
	require.NoError(t, s.Append(ctx, c))
	list, err := s.DueNotices(ctx, t0.Add(time.Hour), 10)
	require.NoError(t, err)
	all.Notice = list[0]
	require.NoError(t, s.Sort(ctx, []notifications.Sorted{all}))
	for _, want := range []string{"c3", "c2", "c4", "c1"} {
		list, err := s.Claim(ctx, notifications.Claim{Way: notice.Hook, Lease: "for " + want, Now: t0.Add(2 * time.Hour), Until: t0.Add(3 * time.Hour), Most: 1, Unproven: 1})
		require.NoError(t, err)
		require.Len(t, list, 1)
		assert.Equal(t, want, list[0].ID)
	}
}

// unprovenChannels: of channels that have never sent anything, or failed last, no more are
// claimed than may be, however long they have been due.
func unprovenChannels(t *testing.T, s NotificationStore) {
	t.Helper()
	ctx := context.Background()
	withChannels(t, s)
	at := t0.Add(time.Hour)
	due := func(after uint32, ids ...string) {
		t.Helper()
		c := NextMove("game000001", after, 1)
		c.News = []notice.Notice{news("p1", "game000001", at)}
		require.NoError(t, s.Append(ctx, c))
		list, err := s.DueNotices(ctx, at.Add(notice.Longest), 10)
		require.NoError(t, err)
		sorted := notifications.Sorted{Notice: list[0]}
		for i, id := range ids {
			sorted.Messages = append(sorted.Messages, notice.Queued{Channel: id, Game: "game000001", Kind: notice.Asked, Since: at, DueAt: at.Add(time.Duration(i) * time.Second)})
		}
		require.NoError(t, s.Sort(ctx, []notifications.Sorted{sorted}))
	}
	claim := func(lease string, most, unproven int) (ids []string) {
		t.Helper()
		list, err := s.Claim(ctx, notifications.Claim{Way: notice.Hook, Lease: lease, Now: at, Until: at.Add(time.Minute), Most: most, Unproven: unproven})
		require.NoError(t, err)
		for _, c := range list {
			ids = append(ids, c.ID)
		}
		slices.Sort(ids)
		return ids
	}
	for _, id := range []string{"fails", "works", "worked", "new"} {
		require.NoError(t, s.AddChannel(ctx, hook(id, "p1")))
	}
	due(0, "fails", "works", "worked")
	at = at.Add(time.Minute)
	require.Empty(t, claim("none", 9, 0))
	require.Len(t, claim("first", 9, 9), 3)
	for _, id := range []string{"fails", "works", "worked"} {
		c := hook(id, "p1")
		c.Delivered(notice.Asked, at)
		if id == "fails" {
			c.Failed("slow", at, 0)
		}
		list, err := s.DueMessages(ctx, id, at)
		require.NoError(t, err)
		require.NoError(t, s.Settle(ctx, notifications.Settled{Lease: "first", Channel: c, Done: list}))
	}
	at = at.Add(time.Hour)
	due(1, "fails", "c1", "new", "works", "worked")
	at = at.Add(time.Minute)
	assert.Equal(t, []string{"fails", "works"}, claim("a", 2, 1))
	assert.Equal(t, []string{"worked"}, claim("b", 9, 0))
	assert.Equal(t, []string{"c1"}, claim("c", 9, 1), "which is due longest")
	assert.Equal(t, []string{"new"}, claim("d", 9, 9))
}

// rewound: what is queued for a time that has become far away is due, whatever it is.
func rewound(t *testing.T, s NotificationStore) {
	t.Helper()
	ctx := context.Background()
	withChannels(t, s)
	message(t, s, 0, t0, t0.Add(time.Hour))
	c := NextMove("game000001", 1, 1)
	c.News = []notice.Notice{news("p1", "game000001", t0.Add(time.Hour))}
	require.NoError(t, s.Append(ctx, c))
	now := t0.Add(-time.Hour)
	require.NoError(t, s.Rewind(ctx, now))
	notices, err := s.DueNotices(ctx, now, 10)
	require.NoError(t, err)
	assert.Len(t, notices, 1)
	messages, err := s.DueMessages(ctx, "c1", now)
	require.NoError(t, err)
	assert.Len(t, messages, 1)
	require.NoError(t, s.Rewind(ctx, now.Add(time.Hour)))
	at, err := s.NextDue(ctx)
	require.NoError(t, err)
	assert.Equal(t, now, at, "what is due already stays so")
}

// claimed has a message on channel c1 that worker a has claimed, and returns when.
func claimed(t *testing.T, s NotificationStore) time.Time {
	t.Helper()
	withChannels(t, s)
	message(t, s, 0, t0, t0.Add(time.Minute))
	now := t0.Add(time.Hour)
	_, err := s.Claim(context.Background(), notifications.Claim{Way: notice.Hook, Lease: "a", Now: now, Until: now.Add(time.Minute), Most: 10, Unproven: 10})
	require.NoError(t, err)
	return now
}

func messagesMeanwhile(t *testing.T, s NotificationStore) {
	t.Helper()
	ctx := context.Background()
	now := claimed(t, s)
	read, err := s.DueMessages(ctx, "c1", now)
	require.NoError(t, err)
	message(t, s, 1, t0.Add(30*time.Minute), now) // asked anew while the first is on its way
	require.NoError(t, s.Settle(ctx, notifications.Settled{Lease: "a", Channel: hook("c1", "p1"), Done: read}))
	left, err := s.DueMessages(ctx, "c1", now)
	require.NoError(t, err)
	require.Len(t, left, 1)
	assert.Equal(t, t0.Add(30*time.Minute), left[0].Since)
}

func deadChannels(t *testing.T, s NotificationStore) {
	t.Helper()
	ctx := context.Background()
	now := claimed(t, s)
	ch := hook("c1", "p1")
	ch.Gone("gone", now)
	require.NoError(t, s.Settle(ctx, notifications.Settled{Lease: "a", Channel: ch}))
	_, messages, _, err := s.Backlog(ctx)
	require.NoError(t, err)
	assert.Zero(t, messages)
	heeding, err := s.Heeding(ctx)
	require.NoError(t, err)
	assert.Empty(t, heeding)
}

// The hook of a table is one for the table, none of the player's own channels; it goes
// with the table, and with the player who gave its address.
func hooksOfTables(t *testing.T, s NotificationStore) {
	t.Helper()
	ctx := context.Background()
	withChannels(t, s)
	for _, p := range []account.PlayerID{"p2", "p3"} {
		NewPlayer(t, s, p)
	}
	NewGame(t, s, "game000002", "p2")
	_, err := s.TableChannel(ctx, "game000001")
	require.ErrorIs(t, err, storage.ErrNotFound)
	add := func(id, player, game string) notice.Channel {
		c := hook(id, player)
		c.Game, c.Address = game, "https://example.org/c1"
		c.Lang, c.Zone, c.QuietFrom, c.QuietTo = "de", "Europe/Berlin", 22, 8
		require.NoError(t, s.AddChannel(ctx, c))
		return c
	}
	add("t0", "p1", "game000001")
	own := add("t1", "p1", "game000001")
	other := add("t2", "p2", "game000002")
	read := func(game string) notice.Channel {
		c, err := s.TableChannel(ctx, game)
		require.NoError(t, err)
		return c
	}
	assert.Equal(t, own, read("game000001"), "the new one took the place of the old one")
	_, err = s.Channel(ctx, "t0")
	require.ErrorIs(t, err, storage.ErrNotFound)
	list, err := s.Channels(ctx, "p1")
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, "c1", list[0].ID)
	list, err = s.TableChannels(ctx, "p1")
	require.NoError(t, err)
	assert.Equal(t, []notice.Channel{own}, list)
	heeding, err := s.Heeding(ctx)
	require.NoError(t, err)
	assert.Equal(t, []string{"p1"}, heeding)
	hooked, err := s.HeedingTables(ctx)
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{"game000001", "game000002"}, hooked)
	other.State = notice.Off
	require.NoError(t, s.ChangeChannel(ctx, other))
	hooked, err = s.HeedingTables(ctx)
	require.NoError(t, err)
	assert.Equal(t, []string{"game000001"}, hooked)

	for _, name := range []string{"first", "ada", ""} {
		require.NoError(t, s.SetMention(ctx, "game000001", "p2", name))
		all, err := s.Mentions(ctx, "game000001")
		require.NoError(t, err)
		assert.Equal(t, name, all["p2"])
	}
	require.NoError(t, s.SetMention(ctx, "game000001", "p2", "ben"))
	require.NoError(t, s.SetMention(ctx, "gone", "p2", "ben"))
	mine, err := s.MentionsOf(ctx, "p2")
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"game000001": "ben"}, mine)

	require.NoError(t, s.MergePlayer(ctx, "p2", "p3"))
	assert.Equal(t, "p3", read("game000002").Player)
	all, err := s.Mentions(ctx, "game000001")
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"p3": "ben"}, all)
	require.NoError(t, s.ErasePlayer(ctx, "p3", account.Player{ID: "tomb", Name: "Person", CreatedAt: t0}, map[string]account.PlayerID{"game000002": "p1"}))
	_, err = s.TableChannel(ctx, "game000002")
	require.ErrorIs(t, err, storage.ErrNotFound, "what an erased player gave is gone")
	all, err = s.Mentions(ctx, "game000001")
	require.NoError(t, err)
	assert.Empty(t, all)
	require.NoError(t, s.SetMention(ctx, "game000001", "p1", "ada"))
	require.NoError(t, s.DeleteGame(ctx, "game000001"))
	_, err = s.TableChannel(ctx, "game000001")
	require.ErrorIs(t, err, storage.ErrNotFound)
	mine, err = s.MentionsOf(ctx, "p1")
	require.NoError(t, err)
	assert.Empty(t, mine)
}
