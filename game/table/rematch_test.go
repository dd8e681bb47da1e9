package table_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/game/wire"
)

// leaving makes players who resign bankrupt.
func leaving() map[string]any { return map[string]any{"house.resign_bankrupt": true} }

// resign has a player leave the game.
func (r *room) resign(id string, who account.PlayerID) {
	r.t.Helper()
	snap, err := r.Snapshot(ctx, id)
	require.NoError(r.t, err)
	_, err = r.Play(ctx, id, who, game.Move(game.Resign, snap.SeatOf(who)), table.Pre{})
	require.NoError(r.t, err)
}

// TestARematchIsPlayedToTheSameTimeOfDay: to the one that was agreed on, as long as that is
// still to come.
func TestARematchIsPlayedToTheSameTimeOfDay(t *testing.T) {
	for name, c := range map[string]struct {
		after   time.Duration
		same    bool
		minutes int
	}{"still to come": {90 * time.Minute, true, 30}, "over": {121 * time.Minute, false, 120}} {
		t.Run(name, func(t *testing.T) {
			w := &wallClock{}
			r := newRoom(t, table.Config{Now: w.Now})
			ada, ben := r.person("Ada"), r.person("Ben")
			by := w.Now().Add(2 * time.Hour).UTC()
			options := leaving()
			options["house.time_limit"] = 120
			id, _ := r.begin(table.NewGame{Rulebook: "us", Options: options, EndsBy: by}, ada, ben)
			r.resign(id, ada)
			require.Equal(t, game.Finished, r.look(id).State.Status)
			w.set(c.after)
			next, _, err := r.Rematch(ctx, id, ben)
			require.NoError(t, err)
			assert.EqualValues(t, c.minutes, next.Meta.Options["house.time_limit"])
			assert.Equal(t, c.same, !next.EndsAt().IsZero())
			if c.same {
				assert.WithinDuration(t, by, next.EndsAt(), 0)
			}
		})
	}
}

// TestRematch: the first player opens the table once more, the others come to
// sit at the same one, and are notified.
func TestRematch(t *testing.T) {
	r := newRoom(t, table.Config{Heeds: func(account.PlayerID) bool { return true }})
	ada, ben, eve := r.person("Ada"), r.person("Ben"), r.person("Eve")
	pause := time.Minute
	clock := timecontrol.Usual(timecontrol.Evening)
	id, _ := r.begin(table.NewGame{
		Title: "Friday", Private: true, Clock: clock, Bots: []string{"trader"}, BotPause: &pause, Options: leaving(), Rulebook: "us",
	}, ada, ben)

	_, _, err := r.Rematch(ctx, id, ada)
	require.ErrorIs(t, err, table.ErrNotFinished)
	r.resign(id, ada)
	r.resign(id, ben)
	require.Equal(t, game.Finished, r.look(id).State.Status)
	_, _, err = r.Rematch(ctx, id, eve)
	require.ErrorIs(t, err, table.ErrNoSeat)

	next, opened, err := r.Rematch(ctx, id, ben)
	require.NoError(t, err)
	assert.True(t, opened)
	old := r.look(id).Meta
	assert.Equal(t, next.Meta.ID, old.Rematch)
	g := next.Meta
	assert.Equal(t, game.InLobby, g.Status)
	assert.Equal(t, ben, g.Owner)
	assert.Equal(t, []string{"Ben", old.Seats[1].Name}, g.Names(), "computer players are there from the start")
	assert.Equal(t, "trader", g.Seats[1].Bot)
	assert.Equal(t, [6]any{old.Title, old.Private, old.Clock, old.BotPause, old.Options, old.Wanted},
		[6]any{g.Title, g.Private, g.Clock, g.BotPause, g.Options, g.Wanted})

	invited := map[string]bool{}
	outbox, err := r.store.DueNotices(ctx, time.Now().Add(time.Hour), 100)
	require.NoError(t, err)
	for _, n := range outbox {
		if n.Kind == notice.Rematch {
			assert.Equal(t, id, n.Game)
			invited[n.Player] = true
		}
	}
	assert.Equal(t, map[string]bool{string(ada): true}, invited, "the other person and nobody else")

	same, opened, err := r.Rematch(ctx, id, ada)
	require.NoError(t, err)
	assert.False(t, opened)
	assert.Equal(t, next.Meta.ID, same.Meta.ID)
	assert.Equal(t, game.Seat(2), same.SeatOf(ada))
	twice, opened, err := r.Rematch(ctx, id, ada)
	require.NoError(t, err)
	assert.False(t, opened)
	assert.Equal(t, same.Meta.Seats, twice.Meta.Seats, "a second press changes nothing")
}

// TestRematchKeepsLooks: players bring their tokens and colours along, but for what
// another person at the new table has by then.
func TestRematchKeepsLooks(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben, cleo, eve := r.person("Ada"), r.person("Ben"), r.person("Cleo"), r.person("Eve")
	snap, err := r.Create(ctx, ada, table.NewGame{EditionID: "us-classic", Options: leaving(), Rulebook: "us", Players: 5, Bots: []string{"trader"}})
	require.NoError(t, err)
	id := snap.Meta.ID
	for _, p := range []account.PlayerID{ben, cleo} {
		_, _, err = r.Join(ctx, id, p, "")
		require.NoError(t, err)
	}
	look := wire.LookNamed
	for seat, want := range map[game.Seat]wire.Look{0: look("moon", "rust"), 2: look("star", "blue"), 3: look("bell", "grey")} {
		_, err = r.Choose(ctx, id, []account.PlayerID{ada, "", ben, cleo}[seat], seat, want)
		require.NoError(t, err)
	}
	_, err = r.Start(ctx, id, ada)
	require.NoError(t, err)
	for _, p := range []account.PlayerID{ada, ben, cleo} {
		r.resign(id, p)
	}

	next, opened, err := r.Rematch(ctx, id, ben)
	require.NoError(t, err)
	require.True(t, opened)
	assert.Equal(t, look("star", "blue"), next.Seats[0].Look)
	second, _, err := r.Rematch(ctx, id, ada)
	require.NoError(t, err)
	assert.Equal(t, look("moon", "rust"), second.Seats[second.SeatOf(ada)].Look)
	_, err = r.Leave(ctx, next.Meta.ID, ben, 1, table.Pre{})
	require.NoError(t, err, "the computer gives room")
	third, seat, err := r.Join(ctx, next.Meta.ID, eve, "")
	require.NoError(t, err)
	assert.Zero(t, third.Seats[seat].Chosen)
	_, err = r.Choose(ctx, next.Meta.ID, eve, seat, look("bell", "green"))
	require.NoError(t, err)
	last, _, err := r.Rematch(ctx, id, cleo)
	require.NoError(t, err)
	mine := last.Seats[last.SeatOf(cleo)].Look
	assert.NotEqual(t, look("bell", "").Token, mine.Token, "Eve has it")
	assert.Equal(t, look("", "grey").Colour, mine.Colour)
	assert.Equal(t, []wire.Look{look("star", "blue"), look("moon", "rust"), look("bell", "green")},
		[]wire.Look{last.Seats[0].Look, last.Seats[last.SeatOf(ada)].Look, last.Seats[seat].Look}, "the others keep what they have")
}

// TestRematchGone: if the new table was given up, the next player opens another one.
func TestRematchGone(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben := r.person("Ada"), r.person("Ben")
	id, _ := r.begin(table.NewGame{Options: leaving(), Rulebook: "us"}, ada, ben)
	r.resign(id, ada)
	first, _, err := r.Rematch(ctx, id, ada)
	require.NoError(t, err)
	_, err = r.Leave(ctx, first.Meta.ID, ada, 0, table.Pre{})
	require.NoError(t, err)
	second, opened, err := r.Rematch(ctx, id, ben)
	require.NoError(t, err)
	assert.True(t, opened)
	assert.NotEqual(t, first.Meta.ID, second.Meta.ID)
	assert.Equal(t, second.Meta.ID, r.look(id).Meta.Rematch)
}

// TestHurry: once all people are out, one of them has the computers play to the end.
func TestHurry(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben, eve := r.person("Ada"), r.person("Ben"), r.person("Eve")
	pause := time.Minute
	id, _ := r.begin(table.NewGame{Bots: []string{"default", "trader"}, BotPause: &pause, Options: leaving(), Rulebook: "us"}, ada, ben)
	_, err := r.Hurry(ctx, id, eve)
	require.ErrorIs(t, err, table.ErrNoSeat)
	r.resign(id, ada)
	_, err = r.Hurry(ctx, id, ada)
	require.ErrorIs(t, err, table.ErrNotAlone, "Ben is still playing")
	r.resign(id, ben)
	require.Equal(t, game.Playing, r.look(id).State.Status)
	_, err = r.Hurry(ctx, id, ada)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return r.look(id).State.Status == game.Finished }, 20*time.Second, 5*time.Millisecond)
	_, err = r.Hurry(ctx, id, ada)
	require.NoError(t, err, "a press that comes too late")
	next, _, err := r.Rematch(ctx, id, ada)
	require.NoError(t, err)
	assert.Equal(t, &pause, next.Meta.BotPause, "the next game is not in a hurry")
	assert.False(t, next.Meta.Hurried)
}

// meanwhile is a store in which something happens while the first table since then is created.
type meanwhile struct {
	*tabletest.Memory
	happens func() error
}

func (m *meanwhile) CreateGame(ctx context.Context, g *table.Game, seed [32]byte, ed *library.Edition) error {
	if err := m.Memory.CreateGame(ctx, g, seed, ed); err != nil || m.happens == nil {
		return err
	}
	done, happens := make(chan error, 1), m.happens
	m.happens = nil
	go func() { done <- happens() }()
	select {
	case err := <-done:
		return err
	case <-time.After(10 * time.Second):
		return errors.New("they wait for each other")
	}
}

// TestTheOldTableIsFreeWhileItsRematchIsMade: a change that needs all tables of a
// player is not in its way, and two players who ask at once meet at one table.
func TestTheOldTableIsFreeWhileItsRematchIsMade(t *testing.T) {
	finished := func(t *testing.T) (r *room, store *meanwhile, id string, ada, ben account.PlayerID) {
		t.Helper()
		r = newRoom(t, table.Config{})
		ada, ben = r.person("Ada"), r.person("Ben")
		id, _ = r.begin(table.NewGame{Options: leaving(), Rulebook: "us"}, ada, ben)
		r.resign(id, ada)
		store = &meanwhile{Memory: r.store}
		r.Service = serve(t, store, table.Config{})
		return r, store, id, ada, ben
	}
	t.Run("a player is erased", func(t *testing.T) {
		r, store, id, ada, ben := finished(t)
		store.happens = func() error { _, err := r.Erase(ctx, ben, nil); return err }
		snap, opened, err := r.Rematch(ctx, id, ada)
		require.NoError(t, err)
		assert.True(t, opened)
		assert.Equal(t, snap.Meta.ID, r.look(id).Meta.Rematch)
	})
	t.Run("another player is quicker", func(t *testing.T) {
		r, store, id, ada, ben := finished(t)
		var first table.Snapshot
		store.happens = func() (err error) { first, _, err = r.Rematch(ctx, id, ben); return err }
		snap, opened, err := r.Rematch(ctx, id, ada)
		require.NoError(t, err)
		assert.False(t, opened)
		assert.Equal(t, first.Meta.ID, snap.Meta.ID)
		assert.NotEqual(t, game.Nobody, snap.SeatOf(ada))
		open, err := r.List(ctx, table.Filter{Statuses: []game.Status{game.InLobby}})
		require.NoError(t, err)
		assert.Len(t, open, 1, "the other table is gone")
	})
	t.Run("the player themselves is erased", func(t *testing.T) {
		r, store, id, ada, _ := finished(t)
		store.happens = func() error { _, err := r.Erase(ctx, ada, nil); return err }
		_, _, err := r.Rematch(ctx, id, ada)
		require.Error(t, err)
		assert.Empty(t, r.look(id).Meta.Rematch)
		open, err := r.List(ctx, table.Filter{Statuses: []game.Status{game.InLobby}})
		require.NoError(t, err)
		assert.Empty(t, open)
	})
}
