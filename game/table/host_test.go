package table_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

func (r *room) host(id string) account.PlayerID {
	r.t.Helper()
	kept, _, err := r.store.Game(ctx, id)
	require.NoError(r.t, err)
	require.Equal(r.t, kept.Owner, r.look(id).Meta.Owner, "as it is stored")
	return kept.Owner
}

// The table goes to the next person in seat order who is there.
func TestAHostWhoLeavesHandsTheTableOver(t *testing.T) {
	in(t, table.Config{}, func(r *room) {
		ada, ben, cleo, dora := r.person("Ada"), r.person("Ben"), r.person("Cleo"), r.person("Dora")
		id, _ := r.begin(table.NewGame{}, ada, ben, cleo, dora)
		leave := func(p account.PlayerID) {
			t.Helper()
			_, err := r.Leave(ctx, id, p, seatOf(r.look(id), p), table.Pre{})
			require.NoError(t, err)
		}
		leave(ben)
		assert.Equal(t, ada, r.host(id), "others leave without consequence")
		_, err := r.Play(ctx, id, ada, game.Move(game.Resign, 0), table.Pre{})
		require.NoError(t, err)
		assert.Equal(t, cleo, r.host(id), "Ben has left")
		_, err = r.Rejoin(ctx, id, ada)
		require.NoError(t, err)
		assert.Equal(t, cleo, r.host(id), "who comes back is a player like the others")
		leave(dora)
		leave(cleo)
		assert.Equal(t, ada, r.host(id), "round the table")
		leave(ada)
		assert.Equal(t, ada, r.host(id), "nobody else is there")
	})
}

func TestAHostWhoIsVotedAwayHandsTheTableOver(t *testing.T) {
	in(t, table.Config{}, func(r *room) {
		ada, ben, cleo := r.person("Ada"), r.person("Ben"), r.person("Cleo")
		id, snap := r.begin(table.NewGame{}, ada, ben, cleo)
		for n := 0; ; n++ {
			require.Less(t, n, 1000)
			if seat, _ := mover(snap); seat == 0 {
				break
			}
			snap = r.auto(id, 1)
		}
		time.Sleep(25 * time.Hour)
		_, err := r.Service.Move(ctx, id, ben, timecontrol.Motion{What: timecontrol.Absent, About: 0})
		require.NoError(t, err)
		for _, p := range []account.PlayerID{ben, cleo} {
			_, err = r.Vote(ctx, id, p, timecontrol.Absent, 0, timecontrol.Substitute)
			require.NoError(t, err)
		}
		assert.Equal(t, ben, r.host(id))
		require.True(t, r.look(id).State.Players[0].Away)
	})
}

// Who comes back first to a table that all have left becomes its host.
func TestTheHostIsSomebodyWhoIsBack(t *testing.T) {
	in(t, table.Config{}, func(r *room) {
		ada, ben, cleo := r.person("Ada"), r.person("Ben"), r.person("Cleo")
		id, _ := r.begin(table.NewGame{Clock: evening()}, ada, ben, cleo)
		time.Sleep(3 * 24 * time.Hour)
		snap := r.look(id)
		require.True(t, snap.Resting(), "nobody is there any more")
		first := r.host(id)
		for _, p := range []account.PlayerID{cleo, ben} {
			if p == first {
				continue
			}
			_, err := r.Rejoin(ctx, id, p)
			require.NoError(t, err)
			assert.Equal(t, p, r.host(id))
			break
		}
		_, err := r.Rejoin(ctx, id, first)
		require.NoError(t, err)
		assert.NotEqual(t, first, r.host(id), "a player like the others")
	})
}

// A host who leaves the lobby is followed by the next person, with the last of
// whom the table goes.
func TestAHostWhoLeavesTheLobby(t *testing.T) {
	in(t, table.Config{}, func(r *room) {
		ada, ben, cleo := r.person("Ada"), r.person("Ben"), r.person("Cleo")
		snap, err := r.Create(ctx, ada, table.NewGame{EditionID: "us-classic", Players: 4, Bots: []string{""}})
		require.NoError(t, err)
		id := snap.Meta.ID
		for _, p := range []account.PlayerID{ben, cleo} {
			_, _, err = r.Join(ctx, id, p, "")
			require.NoError(t, err)
		}
		for _, step := range []struct{ leaves, host account.PlayerID }{{ada, ben}, {ben, cleo}} {
			_, err = r.Leave(ctx, id, step.leaves, seatOf(r.look(id), step.leaves), table.Pre{})
			require.NoError(t, err)
			assert.Equal(t, step.host, r.host(id))
		}
		_, _, err = r.Join(ctx, id, ada, "")
		require.NoError(t, err)
		_, err = r.Erase(ctx, cleo, nil)
		require.NoError(t, err)
		assert.Equal(t, ada, r.host(id))
		_, err = r.Leave(ctx, id, ada, seatOf(r.look(id), ada), table.Pre{})
		require.NoError(t, err)
		_, err = r.Snapshot(ctx, id)
		assert.ErrorIs(t, err, storage.ErrNotFound, "nobody is left but a computer player")
	})
}

// People who were erased or have left are passed over, at running games and at
// those that are over.
func TestTheHostIsNobodyWhoWasErased(t *testing.T) {
	in(t, table.Config{}, func(r *room) {
		ada, ben, cleo, dora := r.person("Ada"), r.person("Ben"), r.person("Cleo"), r.person("Dora")
		over, _ := r.begin(table.NewGame{}, ada, ben, cleo)
		_, err := r.Abandon(ctx, over, "")
		require.NoError(t, err)
		running, _ := r.begin(table.NewGame{Clock: evening()}, ada, ben, cleo, dora)
		erase := func(p account.PlayerID) {
			t.Helper()
			_, err := r.Erase(ctx, p, map[string]table.Parting{running: table.PartVoted})
			require.NoError(t, err)
		}
		erase(ben) // the others are asked, and nobody has taken the seat from the table
		snap := r.look(running)
		require.True(t, snap.Present().Has(1))
		erase(ada)
		assert.Equal(t, cleo, r.host(running))
		assert.Equal(t, cleo, r.host(over))
		_, err = r.Leave(ctx, running, cleo, 2, table.Pre{})
		require.NoError(t, err)
		assert.Equal(t, dora, r.host(running))
		erase(cleo)
		assert.Empty(t, r.host(over), "only names are left there")
		assert.Equal(t, dora, r.host(running))
	})
}

func seatOf(snap table.Snapshot, p account.PlayerID) game.Seat { return snap.SeatOf(p) }
