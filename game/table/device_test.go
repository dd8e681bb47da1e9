package table_test

import (
	"context"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/wire"
)

// seats is a set of them.
func seats(list ...game.Seat) (set game.Seats) {
	for _, seat := range list {
		set = set.With(seat)
	}
	return set
}

// shared is a table that has not begun: Eve, then Ada with Ben and Cleo at her device, and Dora.
func shared(t *testing.T, r *room) (id string, who map[string]account.PlayerID) {
	t.Helper()
	who = map[string]account.PlayerID{}
	for _, name := range []string{"Eve", "Ada", "Ben", "Cleo", "Dora"} {
		who[name] = r.person(name)
	}
	snap, err := r.Create(ctx, who["Eve"], table.NewGame{EditionID: "us-classic", Rulebook: "us", Options: leaving(), Players: 5})
	require.NoError(t, err)
	id = snap.Meta.ID
	_, _, err = r.JoinDevice(ctx, id, who["Ada"], who["Ben"], "")
	require.ErrorIs(t, err, table.ErrNoSeat, "she does not sit there herself")
	_, _, err = r.Join(ctx, id, who["Ada"], "")
	require.NoError(t, err)
	for _, name := range []string{"Ben", "Cleo"} {
		_, _, err = r.JoinDevice(ctx, id, who["Ada"], who[name], "")
		require.NoError(t, err)
	}
	_, _, err = r.Join(ctx, id, who["Dora"], "")
	require.NoError(t, err)
	_, _, err = r.JoinDevice(ctx, id, who["Ben"], r.person("Finn"), "")
	require.ErrorIs(t, err, table.ErrNoSeat, "the device is not his")
	return id, who
}

func TestSeatsAtOneDevice(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, who := shared(t, r)
	g := r.look(id).Meta
	assert.Equal(t, seats(1, 2, 3), g.Device(2))
	assert.Equal(t, seats(0), g.Device(0))
	assert.Equal(t, []game.Seats{seats(1, 2, 3)}, g.Together(), "and so it is not rated")
	snap := r.look(id)
	assert.True(t, snap.MayAct(who["Ada"], 2))
	assert.False(t, snap.MayAct(who["Ben"], 1))
	assert.False(t, snap.MayAct(who["Eve"], 2))

	_, err := r.Choose(ctx, id, who["Ada"], 3, wire.LookNamed("star", "blue"))
	require.NoError(t, err)
	_, err = r.Choose(ctx, id, who["Ben"], 3, wire.LookNamed("cup", ""))
	require.ErrorIs(t, err, table.ErrNoSeat)
	_, err = r.Leave(ctx, id, who["Ben"], 3, table.Pre{})
	require.ErrorIs(t, err, table.ErrForbidden)
	_, err = r.Leave(ctx, id, who["Ada"], 2, table.Pre{})
	require.NoError(t, err)
	g = r.look(id).Meta
	assert.Equal(t, []string{"Eve", "Ada", "Cleo", "Dora"}, g.Names())
	assert.Equal(t, seats(1, 2), g.Device(1))
	_, err = r.Leave(ctx, id, who["Eve"], 0, table.Pre{})
	require.NoError(t, err)
	g = r.look(id).Meta
	assert.Equal(t, seats(0, 1), g.Device(1), "the seats move up")
	assert.Equal(t, who["Ada"], g.Owner)
	_, err = r.Leave(ctx, id, who["Ada"], 0, table.Pre{})
	require.NoError(t, err)
	g = r.look(id).Meta
	assert.Equal(t, []string{"Dora"}, g.Names(), "with a device all go who sit at it")
	assert.Equal(t, who["Dora"], g.Owner, "and none of them becomes the host")
	assert.Empty(t, g.Devices)
}

// TestADeviceInARunningGame moves for all who sit at a device, keeps it when its owner
// leaves the game, and takes a player off who has one of their own.
func TestADeviceInARunningGame(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, who := shared(t, r)
	_, err := r.Start(ctx, id, who["Eve"])
	require.NoError(t, err)
	_, _, err = r.JoinDevice(ctx, id, who["Ada"], r.person("Finn"), "")
	require.ErrorIs(t, err, table.ErrStarted)
	_, err = r.Play(ctx, id, who["Eve"], game.Move(game.Resign, 2), table.Pre{})
	require.ErrorIs(t, err, table.ErrNoSeat)
	_, err = r.Play(ctx, id, who["Ada"], game.Move(game.Resign, 1), table.Pre{})
	require.NoError(t, err)
	assert.True(t, r.look(id).State.Players[1].Bankrupt)
	_, err = r.Play(ctx, id, who["Ada"], game.Move(game.Resign, 2), table.Pre{})
	require.NoError(t, err, "she has left, her device has not")

	require.NoError(t, r.LeaveDevices(ctx, who["Cleo"]))
	snap := r.look(id)
	assert.False(t, snap.MayAct(who["Ada"], 3))
	assert.Equal(t, seats(1, 2), snap.Meta.Device(1))
	require.NoError(t, r.LeaveDevices(ctx, who["Ada"]), "the device is hers")
	assert.Equal(t, seats(1, 2), r.look(id).Meta.Device(1))
	_, err = r.Play(ctx, id, who["Ada"], game.Move(game.Resign, 3), table.Pre{})
	require.ErrorIs(t, err, table.ErrNoSeat)
}

// TestARematchTakesTheDeviceAlong plays once more from one device, when any of them asks for it.
func TestARematchTakesTheDeviceAlong(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, who := shared(t, r)
	_, err := r.Start(ctx, id, who["Eve"])
	require.NoError(t, err)
	for _, seat := range []game.Seat{1, 2, 3} {
		_, err = r.Play(ctx, id, who["Ada"], game.Move(game.Resign, seat), table.Pre{})
		require.NoError(t, err)
	}
	r.resign(id, who["Dora"])
	require.Equal(t, game.Finished, r.look(id).State.Status)
	next, opened, err := r.Rematch(ctx, id, who["Cleo"])
	require.NoError(t, err)
	assert.True(t, opened)
	g := next.Meta
	assert.Equal(t, []string{"Ada", "Ben", "Cleo"}, g.Names())
	assert.Equal(t, who["Ada"], g.Owner, "who is signed in holds it")
	assert.Equal(t, seats(0, 1, 2), g.Device(2))
	again, _, err := r.Rematch(ctx, id, who["Ada"])
	require.NoError(t, err)
	assert.Equal(t, g.Names(), again.Meta.Names(), "a second press changes nothing")
	last, _, err := r.Rematch(ctx, id, who["Eve"])
	require.NoError(t, err)
	assert.Equal(t, []string{"Ada", "Ben", "Cleo", "Eve"}, last.Meta.Names())
}

// TestErasingTheOwnerOfADevice ends the games of those who could not play any more.
func TestErasingTheOwnerOfADevice(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, who := shared(t, r)
	_, err := r.Start(ctx, id, who["Eve"])
	require.NoError(t, err)
	_, err = r.Erase(ctx, who["Ada"], nil)
	require.NoError(t, err)
	st := r.look(id).State
	assert.Equal(t, [5]bool{false, true, true, true, false}, [5]bool{
		st.Players[0].Bankrupt, st.Players[1].Bankrupt, st.Players[2].Bankrupt, st.Players[3].Bankrupt, st.Players[4].Bankrupt,
	})
}

// torn is a store with a game whose log cannot be read.
type torn struct {
	*tabletest.Memory
	id string
}

func (s *torn) Moves(ctx context.Context, id string, after uint32, limit int) ([]table.Move, error) {
	moves, err := s.Memory.Moves(ctx, id, after, limit)
	if id == s.id {
		for i := range moves {
			moves[i].Events = []byte("{\n")
		}
	}
	return moves, err
}

// A table that cannot be read keeps nobody from signing in at a device of their own.
func TestADamagedTableHoldsNoDevice(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, who := shared(t, r)
	_, err := r.Start(ctx, id, who["Eve"])
	require.NoError(t, err)
	again := serve(t, &torn{r.store, id}, table.Config{Logger: slog.New(slog.DiscardHandler)})
	_, err = again.Snapshot(ctx, id)
	require.ErrorIs(t, err, table.ErrDamaged)
	require.NoError(t, again.LeaveDevices(ctx, who["Cleo"]))
}
