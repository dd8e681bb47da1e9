package notifications_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// hooked gives a running table of two players a hook, and forgets what it said about the beginning.
func hooked(t *testing.T, ch notifications.HookChange) (w *world, id string, ada, ben account.PlayerID) {
	t.Helper()
	w = newWorld(t)
	ada, ben = w.player("Ada"), w.player("Ben")
	p := timecontrol.Usual(timecontrol.Correspondence)
	id = w.table(&p, ada, ben)
	address := "https://example.org/group"
	ch.Address = &address
	require.NoError(t, w.office.SetTableHook(t.Context(), id, string(ada), ch))
	return w, id, ada, ben
}

func TestATableSaysEachChangeOnce(t *testing.T) {
	w, id, ada, ben := hooked(t, notifications.HookChange{})
	w.pass(5 * time.Minute)
	assert.Zero(t, w.pouch.count(), "nothing of before")
	w.hands(id, ada)
	w.hands(id, ben) // and all that led here, within the same minute
	w.pass(10 * time.Minute)
	require.Equal(t, 1, w.pouch.count(), "many changes in a row are one")
	up := w.pouch.last().Items[0].Up
	require.Len(t, up, 1)
	assert.Equal(t, "Ben", up[0].Name)
	assert.True(t, w.decisions(id)[0].Deadline.Equal(up[0].Until))
	assert.Empty(t, w.pouch.last().Items[0].Moves, "nobody's moves")
	w.pass(6 * time.Hour)
	assert.Equal(t, 1, w.pouch.count(), "and said once")

	w.hands(id, ada)
	w.looks[string(ada)+" "+id] = true
	w.pass(10 * time.Minute)
	assert.Equal(t, 1, w.pouch.count(), "who is up is here")
	w.looks = map[string]bool{}
	w.pass(2 * time.Minute)
	require.Equal(t, 2, w.pouch.count(), "and has gone without a decision")
	assert.Equal(t, "Ada", w.pouch.last().Items[0].Up[0].Name)
}

func TestATableKeepsQuietHours(t *testing.T) {
	zone, from, to := "Europe/Berlin", 10, 12 // it is ten there
	w, id, ada, ben := hooked(t, notifications.HookChange{Zone: &zone, QuietFrom: &from, QuietTo: &to})
	w.hands(id, ben)
	w.pass(30 * time.Minute)
	w.hands(id, ada)
	w.pass(89 * time.Minute)
	assert.Zero(t, w.pouch.count())
	w.pass(2 * time.Minute)
	require.Equal(t, 1, w.pouch.count(), "when they are over")
	up := w.pouch.last().Items[0].Up
	require.Len(t, up, 1)
	assert.Equal(t, "Ada", up[0].Name, "only what is still true")

	never := 0
	require.NoError(t, w.office.SetTableHook(t.Context(), id, string(ada), notifications.HookChange{QuietFrom: &never, QuietTo: &never}))
	w.hands(id, ben)
	w.pass(2 * time.Minute)
	assert.Equal(t, 2, w.pouch.count())
}

// TestATableSaysWhoIsUpWhenItsPauseEnds: what it would have said in the pause, and its
// quiet hours, is said then.
func TestATableSaysWhoIsUpWhenItsPauseEnds(t *testing.T) {
	zone, from, to := "UTC", 9, 10 // it is nine
	w, id, ada, ben := hooked(t, notifications.HookChange{Zone: &zone, QuietFrom: &from, QuietTo: &to})
	w.hands(id, ben)
	w.pass(5 * time.Minute) // on its way
	w.pause(id, 48*time.Hour, ada, ben)
	w.pass(2 * time.Hour)
	require.Zero(t, w.pouch.count())
	w.goOn(id, ada, ben)
	w.pass(2 * time.Minute)
	require.Equal(t, 1, w.pouch.count())
	assert.Equal(t, "Ben", w.pouch.last().Items[0].Up[0].Name)
	w.pass(7 * time.Hour)
	assert.Equal(t, 1, w.pouch.count(), "once")
}

// What waits is in the store: a server that starts again sends it, once.
func TestAHookOutlivesARestart(t *testing.T) {
	w, id, _, ben := hooked(t, notifications.HookChange{})
	w.hands(id, ben)
	w.open()
	w.pass(2 * time.Minute)
	require.Equal(t, 1, w.pouch.count())
	w.hands(id, w.decisionsNot(id, ben))
	w.pouch.fail = func(*notice.Channel) error { return errors.New("out of order") }
	w.pass(2 * time.Minute)
	w.pouch.fail = nil
	w.open()
	w.pass(10 * time.Minute)
	require.Equal(t, 2, w.pouch.count(), "one that failed before, too")
	assert.Equal(t, "Ada", w.pouch.last().Items[0].Up[0].Name)
}

// decisionsNot is the player of a table of two who is not this one.
func (w *world) decisionsNot(id string, not account.PlayerID) account.PlayerID {
	w.t.Helper()
	snap, err := w.tables.Snapshot(w.t.Context(), id)
	require.NoError(w.t, err)
	for _, seat := range snap.Seats {
		if seat.Player != not {
			return seat.Player
		}
	}
	return ""
}

func TestAHookThatFailsIsGivenUp(t *testing.T) {
	w, id, ada, ben := hooked(t, notifications.HookChange{})
	tries := 0
	w.pouch.fail = func(*notice.Channel) error { tries++; return &notifications.Fault{Code: "slow"} }
	w.hands(id, ben)
	w.pass(90 * time.Minute)
	h, err := w.office.TableHook(t.Context(), id, string(ada))
	require.NoError(t, err)
	assert.Equal(t, "slow", h.Channel.Error)
	assert.Less(t, tries, 6, "ever more rarely")
	w.pass(30 * time.Hour)
	h, err = w.office.TableHook(t.Context(), id, string(ada))
	require.NoError(t, err)
	assert.Equal(t, notice.Dead, h.Channel.State)
	assert.False(t, w.office.Tells(id))
	before := tries
	w.hands(id, ada)
	w.pass(time.Hour)
	assert.Equal(t, before, tries)

	w.pouch.fail = nil
	on := true
	require.NoError(t, w.office.SetTableHook(t.Context(), id, string(ada), notifications.HookChange{On: &on}))
	w.hands(id, ben)
	w.pass(2 * time.Minute)
	assert.Equal(t, 1, w.pouch.count())
}

func TestOnlyTheOwnerSetsTheHookOfATable(t *testing.T) {
	w, id, ada, ben := hooked(t, notifications.HookChange{})
	ctx, eve := t.Context(), w.player("Eve")
	for _, p := range []account.PlayerID{ben, eve, ""} {
		on := false
		require.ErrorIs(t, w.office.SetTableHook(ctx, id, string(p), notifications.HookChange{On: &on}), table.ErrForbidden)
		require.ErrorIs(t, w.office.DropTableHook(ctx, id, string(p)), table.ErrForbidden)
		require.ErrorIs(t, w.office.TestTableHook(ctx, id, string(p)), table.ErrForbidden)
	}
	for _, p := range []account.PlayerID{eve, ""} {
		_, err := w.office.TableHook(ctx, id, string(p))
		require.ErrorIs(t, err, table.ErrForbidden)
		require.ErrorIs(t, w.office.SetMention(ctx, id, string(p), "eve"), table.ErrForbidden)
	}
	c, err := w.store.TableChannel(ctx, id)
	require.NoError(t, err)
	assert.Equal(t, notice.On, c.State)
	_, err = w.office.ChangeChannel(ctx, string(ada), c.ID, notifications.Change{})
	require.Error(t, err, "it is none of their own channels")
}

// TestARematchTakesTheHookAlong plays again at a table whose hook has settings, a secret
// and names; the second table says its changes, and the first one keeps its own.
func TestARematchTakesTheHookAlong(t *testing.T) {
	form, lang, from, to := notice.Discord, "de", 1, 2
	w := newWorld(t)
	ada, ben := w.player("Ada"), w.player("Ben")
	id := w.begin(table.NewGame{Clock: timecontrol.Usual(timecontrol.Correspondence), Options: map[string]any{"house.resign_bankrupt": true}}, ada, ben)
	address := "https://example.org/group"
	require.NoError(t, w.office.SetTableHook(t.Context(), id, string(ada), notifications.HookChange{Address: &address, Form: &form, Lang: &lang, QuietFrom: &from, QuietTo: &to}))
	require.NoError(t, w.office.SetMention(t.Context(), id, string(ben), "123456789012345678"))
	old, err := w.office.TableHook(t.Context(), id, string(ada))
	require.NoError(t, err)
	_, err = w.tables.Play(t.Context(), id, ada, game.Move(game.Resign, 0), table.Pre{})
	require.NoError(t, err)
	next, opened, err := w.tables.Rematch(t.Context(), id, ben)
	require.NoError(t, err)
	require.True(t, opened)
	assert.True(t, w.office.Tells(next.Meta.ID))
	_, _, err = w.tables.Rematch(t.Context(), id, ada)
	require.NoError(t, err)

	mine, err := w.office.TableHook(t.Context(), next.Meta.ID, string(ben))
	require.NoError(t, err)
	assert.True(t, mine.Owner, "who opens the table may change its hook")
	assert.False(t, mine.Giver, "and learns no secret of another player")
	assert.Equal(t, "123456789012345678", mine.Mention)
	assert.NotEqual(t, old.Channel.ID, mine.Channel.ID)
	assert.Equal(t, [5]any{old.Channel.Address, old.Channel.Secret, old.Channel.Extra, old.Channel.Player, notice.On},
		[5]any{mine.Channel.Address, mine.Channel.Secret, mine.Channel.Extra, mine.Channel.Player, mine.Channel.State})

	w.pass(time.Hour)
	said := w.pouch.count()
	_, err = w.tables.Start(t.Context(), next.Meta.ID, ben)
	require.NoError(t, err)
	w.pass(time.Hour)
	require.Equal(t, said+1, w.pouch.count())
	assert.Equal(t, next.Meta.ID, w.pouch.last().Items[0].Game)

	none := false
	require.NoError(t, w.office.SetTableHook(t.Context(), next.Meta.ID, string(ben), notifications.HookChange{On: &none}))
	old, err = w.office.TableHook(t.Context(), id, string(ada))
	require.NoError(t, err)
	assert.Equal(t, notice.On, old.Channel.State)
}
