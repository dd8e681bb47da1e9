package table_test

import (
	"bytes"
	"context"
	"runtime"
	"testing"
	"time"
	"weak"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/wire"
)

// onDisk is a store that keeps copies, as a file would, so that nothing lives
// because it does; and it counts how often the log is read.
type onDisk struct {
	*tabletest.Memory
	reads int
}

func (d *onDisk) Append(ctx context.Context, c table.Commit) error {
	for i := range c.Moves {
		c.Moves[i].Events = bytes.Clone(c.Moves[i].Events)
	}
	return d.Memory.Append(ctx, c)
}

func (d *onDisk) Moves(ctx context.Context, id string, after uint32, limit int) ([]table.Move, error) {
	d.reads++
	return d.Memory.Moves(ctx, id, after, limit)
}

// TestLogFromMemoryAndDisk: from wherever one reads, memory tells the same as the
// log, and those who are not far behind do not touch the disk.
func TestLogFromMemoryAndDisk(t *testing.T) {
	store := &onDisk{Memory: tabletest.NewMemory()}
	r := &room{Service: serve(t, store, table.Config{}), t: t, store: store.Memory}
	ada, ben := r.person("Ada"), r.person("Ben")
	id, _ := r.begin(table.NewGame{Options: map[string]any{"house.loans": true}}, ada, ben)
	r.auto(id, 60)
	for range 4 {
		snap := r.auto(id, 9)
		for !mayTrade(&snap) {
			require.Equal(t, game.Playing, snap.State.Status)
			snap = r.auto(id, 1)
		}
		seat, who := mover(snap)
		c := game.Move(game.ProposeTrade, seat)
		c.To, c.HasTerms, c.Give.Cash, c.Want.Cash = 1-seat, true, 5, 1
		out, err := r.Play(ctx, id, who, c, table.Pre{Terms: "I cook."})
		require.NoError(t, err)
		no := game.Move(game.CancelTrade, seat)
		no.N = int32(out.State.LastTrade)
		_, err = r.Play(ctx, id, who, no, table.Pre{})
		require.NoError(t, err)
	}
	snap := r.auto(id, 1)
	all, err := r.Log(ctx, id, 0, 0)
	require.NoError(t, err)
	require.Len(t, all, int(snap.Seq()))
	spoken := 0
	for after := range snap.Seq() {
		want := all[after:]
		before := store.reads
		got, err := r.Log(ctx, id, after, 0)
		require.NoError(t, err)
		require.Equal(t, want, got, "after %d", after)
		switch {
		case after+32 >= snap.Seq():
			assert.Equal(t, before, store.reads, "who follows does not wait for the disk, after %d of %d", after, snap.Seq())
		case after+40 < snap.Seq():
			assert.Equal(t, before+1, store.reads, "lines of long ago are not kept, after %d of %d", after, snap.Seq())
		}
		before = store.reads
		shown, err := r.ShownEvents(ctx, id, after, 0)
		require.NoError(t, err)
		require.Len(t, shown, len(want))
		for i := range shown {
			e := &want[i]
			require.Equal(t, table.ShownEvent{Seq: e.Seq, At: e.At, Event: e.Event, Terms: wire.Agreement(&e.Event, e.JSON), By: wire.ActedBy(e.JSON)}, shown[i])
			if shown[i].Terms != "" {
				spoken++
			}
		}
		if after+128 >= snap.Seq() {
			assert.Equal(t, before, store.reads, "pages do not wait for the disk, after %d of %d", after, snap.Seq())
		}
	}
	assert.Positive(t, spoken)
}

// mayTrade reports whether who is to move may propose a trade of a few coins.
func mayTrade(snap *table.Snapshot) bool {
	_, ok := game.Has(snap.Options(snap.State.Waiting().First()), game.ProposeTrade)
	return ok && snap.State.NumDebts == 0 && min(snap.State.Players[0].Cash, snap.State.Players[1].Cash) >= 5
}

// TestTableLetsGo: a table holds the position it is in and the last lines, and
// nothing of how it came there.
func TestTableLetsGo(t *testing.T) {
	store := &onDisk{Memory: tabletest.NewMemory()}
	r := &room{Service: serve(t, store, table.Config{}), t: t, store: store.Memory}
	ada, ben := r.person("Ada"), r.person("Ben")
	id, _ := r.begin(table.NewGame{}, ada, ben)
	position := func() weak.Pointer[game.State] {
		snap := r.auto(id, 1)
		return weak.Make(snap.State)
	}
	line := func() weak.Pointer[byte] {
		snap, err := r.Snapshot(ctx, id)
		require.NoError(t, err)
		log, err := r.Log(ctx, id, snap.Seq()-1, 0)
		require.NoError(t, err)
		return weak.Make(&log[0].JSON[0])
	}
	r.auto(id, 20)
	before, now := position(), position()
	last := line()
	runtime.GC()
	assert.Nil(t, before.Value(), "the position before last is gone")
	assert.NotNil(t, now.Value())
	assert.NotNil(t, last.Value())
	r.auto(id, 40)
	runtime.GC()
	assert.Nil(t, now.Value())
	assert.Nil(t, last.Value(), "a line of long ago is read from the log")
}

// TestWorkspacesAreShared: no table holds a workspace between two moves, be they
// of people or bots, accepted or refused.
func TestWorkspacesAreShared(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben := r.person("Ada"), r.person("Ben")
	for range 3 {
		id, _ := r.begin(table.NewGame{Bots: []string{"trader"}, Players: 3}, ada, ben)
		snap := r.auto(id, 12)
		seat, who := mover(snap)
		_, err := r.Play(ctx, id, who, game.MoveAt(game.Build, seat, 0), table.Pre{})
		var refused *table.Refused
		require.ErrorAs(t, err, &refused)
	}
	assert.Equal(t, 3, r.Stats().Live)
	assert.Zero(t, r.Workspaces())
}

// TestAnOrderHoldsNoWorkspace: neither one that waits nor one that is refused does.
func TestAnOrderHoldsNoWorkspace(t *testing.T) {
	in(t, table.Config{BotPause: time.Second}, func(r *room) {
		ada, ben := r.person("Ada"), r.person("Ben")
		id, _ := r.begin(table.NewGame{}, ada, ben)
		_, err := r.AddOrders(ctx, id, ben, []orders.Order{{Kind: orders.ClaimRents, Until: time.Now().Add(time.Hour)}}, false)
		require.NoError(t, err)
		assert.Zero(t, r.Workspaces())
		_, err = r.AddOrders(ctx, id, ben, []orders.Order{{Kind: orders.ClaimRents}}, false)
		require.Error(t, err)
		assert.Zero(t, r.Workspaces())
		_, err = r.Keep(ctx, id, ada)
		require.NoError(t, err)
		assert.Zero(t, r.Workspaces())
	})
}
