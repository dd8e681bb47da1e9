package table_test

import (
	"errors"
	"regexp"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

func TestAGuestBecomesAnAccountAtARunningTable(t *testing.T) {
	r := newRoom(t, table.Config{})
	guest, ben, ada := r.person("Guest"), r.person("Ben"), r.person("Ada")
	id, before := r.begin(table.NewGame{}, guest, ben)
	watch, done := r.Subscribe(id)
	defer done()
	require.NoError(t, r.Merge(ctx, guest, ada))
	<-watch
	snap, err := r.Snapshot(ctx, id)
	require.NoError(t, err)
	assert.Equal(t, ada, snap.Seats[0].Player)
	assert.Equal(t, "Guest", snap.Seats[0].Name, "the name at the table stays")
	assert.Equal(t, before.Seq(), snap.Seq())
	assert.Greater(t, snap.Rev(), before.Rev())
	r.auto(id, 20)
	_, err = r.store.Player(ctx, guest)
	require.ErrorIs(t, err, storage.ErrNotFound)
	_, err = r.Play(ctx, id, guest, game.Move(game.Roll, 0), table.Pre{})
	assert.ErrorIs(t, err, table.ErrNoSeat)
}

func TestWhoSitsTwiceIsToldWhere(t *testing.T) {
	r := newRoom(t, table.Config{})
	guest, ada := r.person("Guest"), r.person("Ada")
	id, _ := r.begin(table.NewGame{}, guest, ada)
	other := r.open(table.NewGame{Players: 2}, guest)
	var shared *table.Shared
	require.ErrorAs(t, r.Merge(ctx, guest, ada), &shared)
	require.Len(t, shared.Games, 1)
	assert.Equal(t, id, shared.Games[0].ID)
	snap, err := r.Snapshot(ctx, other)
	require.NoError(t, err)
	assert.Equal(t, guest, snap.Seats[0].Player, "nothing has moved")
	assert.ErrorIs(t, r.Merge(ctx, ada, ada), storage.ErrConflict)

	_, err = r.Abandon(ctx, id, "")
	require.NoError(t, err)
	plan, err := r.PlanMerge(ctx, guest, ada)
	require.NoError(t, err)
	assert.Len(t, plan.Games, 1)
	assert.Len(t, plan.Double, 1)
	require.NoError(t, r.Merge(ctx, guest, ada), "a finished game is not in the way")
	snap, err = r.Snapshot(ctx, id)
	require.NoError(t, err)
	assert.Equal(t, []account.PlayerID{"", ada}, []account.PlayerID{snap.Seats[0].Player, snap.Seats[1].Player})
	assert.Equal(t, "Guest", snap.Seats[0].Name)
}

func TestAnErasedPersonLeavesAPseudonym(t *testing.T) {
	r := newRoom(t, table.Config{BotPause: -1})
	ada, ben := r.person("Ada Byron"), r.person("Ben")
	running, _ := r.begin(table.NewGame{}, ada, ben)
	r.auto(running, 10)
	waiting := r.open(table.NewGame{Players: 3}, ada, ben)
	lonely := r.open(table.NewGame{Players: 3}, ada)
	ruined, _ := r.begin(table.NewGame{Options: map[string]any{"house.resign_bankrupt": true}}, ada, ben)
	alone, _ := r.begin(table.NewGame{Bots: []string{""}}, ada)
	over, _ := r.begin(table.NewGame{}, ada, ben)
	_, err := r.Abandon(ctx, over, "")
	require.NoError(t, err)

	plan, err := r.PlanErase(ctx, ada)
	require.NoError(t, err)
	how := map[string]table.Parting{}
	for _, p := range plan {
		how[p.Game.ID] = p.How
	}
	assert.Equal(t, map[string]table.Parting{
		running: table.PartPlayed, waiting: table.PartSeat, lonely: table.PartClosed, ruined: table.PartRuined, alone: table.PartClosed,
	}, how)

	name, err := r.Erase(ctx, ada, nil)
	require.NoError(t, err)
	assert.Regexp(t, regexp.MustCompile(`^Person [0-9A-F]{4}$`), name)
	snap, err := r.Snapshot(ctx, running)
	require.NoError(t, err)
	assert.Equal(t, name, snap.Seats[0].Name)
	assert.NotEqual(t, ada, snap.Seats[0].Player)
	assert.NotEmpty(t, snap.Seats[0].Player, "nobody can sit down there")
	assert.True(t, snap.State.Players[0].Away)
	assert.Equal(t, ben, snap.Meta.Owner, "the table passes on")
	snap, err = r.Snapshot(ctx, waiting)
	require.NoError(t, err)
	assert.Len(t, snap.Seats, 1)
	_, err = r.Snapshot(ctx, lonely)
	require.ErrorIs(t, err, storage.ErrNotFound)
	snap, err = r.Snapshot(ctx, ruined)
	require.NoError(t, err)
	assert.Equal(t, game.Finished, snap.State.Status)
	for _, id := range []string{alone, over} {
		snap, err = r.Snapshot(ctx, id)
		require.NoError(t, err)
		assert.Equal(t, game.Finished, snap.State.Status)
		assert.Equal(t, name, snap.Seats[0].Name)
	}
	_, err = r.Erase(ctx, ada, nil)
	assert.ErrorIs(t, err, storage.ErrNotFound)
	fresh := serve(t, r.store, table.Config{})
	_, err = fresh.Snapshot(ctx, running)
	assert.NoError(t, err, "the log can be read by another server")
}

// At a table with a time control a player who leaves for good may let the others decide.
func TestWhoLeavesForGoodMayAskTheOthers(t *testing.T) {
	r := newRoom(t, table.Config{BotPause: -1})
	ada, ben, cem := r.person("Ada"), r.person("Ben"), r.person("Cem")
	paced := func(options map[string]any) string {
		id, _ := r.begin(table.NewGame{Clock: timecontrol.Usual(timecontrol.Correspondence), Options: options}, ada, ben, cem)
		return id
	}
	vote, leave, harsh := paced(nil), paced(nil), paced(map[string]any{"house.resign_bankrupt": true})
	open, _ := r.begin(table.NewGame{}, ada, ben)
	plan, err := r.PlanErase(ctx, ada)
	require.NoError(t, err)
	may := map[string][]table.Parting{}
	for _, p := range plan {
		may[p.Game.ID] = p.May
		assert.True(t, p.Running())
	}
	assert.Equal(t, map[string][]table.Parting{
		vote: {table.PartPlayed, table.PartVoted}, leave: {table.PartPlayed, table.PartVoted}, harsh: {table.PartRuined, table.PartVoted}, open: {table.PartPlayed},
	}, may)
	_, err = r.Erase(ctx, ada, map[string]table.Parting{vote: table.PartVoted, harsh: table.PartVoted, open: table.PartVoted})
	require.NoError(t, err)
	for id, asked := range map[string]bool{vote: true, harsh: true, leave: false, open: false} {
		snap, err := r.Snapshot(ctx, id)
		require.NoError(t, err)
		assert.Equal(t, !asked, snap.State.Players[0].Away, "what cannot be chosen is not done")
		assert.False(t, snap.State.Players[0].Bankrupt)
		if !asked {
			continue
		}
		require.Len(t, snap.Meta.Tempo.Motions, 1)
		m := snap.Meta.Tempo.Motions[0]
		assert.Equal(t, timecontrol.Absent, m.What)
		assert.Equal(t, game.Seat(0), m.About)
		assert.Equal(t, id == harsh, m.Harsh)
	}
}

// Players who move while people are merged and erased notice no damage.
func TestTablesPlayOnWhilePeopleAreMerged(t *testing.T) {
	r := newRoom(t, table.Config{})
	ben := r.person("Ben")
	var wait sync.WaitGroup
	for range 8 {
		guest, ada := r.person("Guest"), r.person("Ada")
		id, _ := r.begin(table.NewGame{}, guest, ben)
		wait.Go(func() {
			for range 30 {
				snap, err := r.Snapshot(ctx, id)
				if err != nil || snap.State.Status != game.Playing {
					t.Errorf("the table cannot be read: %v", err)
					return
				}
				seat, who := mover(snap)
				_, err = r.Play(ctx, id, who, answer(t, snap, seat), table.Pre{})
				if err != nil && !errors.Is(err, table.ErrNoSeat) {
					t.Errorf("a move is lost: %v", err)
				}
			}
		})
		wait.Go(func() {
			if err := r.Merge(ctx, guest, ada); err != nil {
				t.Errorf("merge: %v", err)
			}
		})
	}
	wait.Wait()
}
