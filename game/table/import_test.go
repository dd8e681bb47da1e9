package table_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// export is a game as another server would tell it.
func (r *room) export(id string) table.Import {
	r.t.Helper()
	snap, err := r.Snapshot(ctx, id)
	require.NoError(r.t, err)
	log, err := r.Log(ctx, id, 0, 0)
	require.NoError(r.t, err)
	im := table.Import{
		ID: id, Edition: snap.Setup.Edition, Rulebook: snap.Meta.Rulebook, Options: snap.Meta.Options,
		Banker: snap.Meta.Banker, Seats: []table.Seat{},
	}
	for _, s := range snap.Seats {
		im.Seats = append(im.Seats, table.Seat{Name: s.Name, Bot: s.Bot})
	}
	for _, e := range log {
		im.Lines = append(im.Lines, e.JSON)
	}
	return im
}

// forgotten is the state without whose decision was the last: the log of a game
// that still runs does not tell that.
func forgotten(s *game.State) game.State {
	forgot := *s
	forgot.Last = game.LastMove{}
	return forgot
}

func TestImportedGameGoesOn(t *testing.T) {
	here, there := newRoom(t, table.Config{}), newRoom(t, table.Config{})
	id, _ := here.begin(table.NewGame{}, here.person("Ada"), here.person("Ben"))
	want := here.auto(id, 60)
	im := here.export(id)
	got, err := there.Import(ctx, im)
	require.NoError(t, err)
	assert.Equal(t, forgotten(want.State), forgotten(got.State))
	assert.Equal(t, []string{"Ada", "Ben"}, got.Names())
	_, err = there.Import(ctx, im)
	assert.ErrorIs(t, err, storage.ErrConflict, "it is here already")

	ada, ben := there.person("Ada"), there.person("Ben")
	for i, p := range []account.PlayerID{ada, ben} {
		_, seat, err := there.Join(ctx, id, p, "")
		require.NoError(t, err)
		assert.EqualValues(t, i, seat)
	}
	_, _, err = there.Join(ctx, id, there.person("Cleo"), "")
	assert.ErrorIs(t, err, table.ErrStarted)
	live := there.auto(id, 10)
	assert.Greater(t, live.Seq(), want.Seq())
	cold, err := serve(t, there.store, table.Config{}).Snapshot(ctx, id)
	require.NoError(t, err)
	assert.Equal(t, live.State, cold.State)
}

func TestImportRefusesWhatDoesNotAddUp(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, _ := r.begin(table.NewGame{}, r.person("Ada"), r.person("Ben"))
	r.auto(id, 30)
	for name, spoil := range map[string]func(*table.Import){
		"a line is missing": func(im *table.Import) { im.Lines = append(im.Lines[:5:5], im.Lines[6:]...) },
		"a line is no JSON": func(im *table.Import) { im.Lines[4] = json.RawMessage(`{`) },
		"a line of the future": func(im *table.Import) {
			im.Lines[4] = json.RawMessage(`{"seq":5,"at":"2026-01-01T00:00:00Z","type":"later"}`)
		},
		"a seat too many": func(im *table.Import) {
			im.Lines[4] = json.RawMessage(strings.Replace(string(im.Lines[4]), `"player":`, `"player":7`, 1))
		},
		"no seats":  func(im *table.Import) { im.Seats = nil },
		"an odd id": func(im *table.Import) { im.ID = "x" },
	} {
		im := r.export(id)
		im.ID = strings.Repeat("z", len(id))
		spoil(&im)
		_, err := r.Import(ctx, im)
		var invalid *invalid.Error
		assert.ErrorAs(t, err, &invalid, name)
	}
	games, err := r.List(ctx, table.Filter{Statuses: []game.Status{game.InLobby, game.Playing}})
	require.NoError(t, err)
	assert.Len(t, games, 1)
}

// Words that go with a trade come along, and only such as a move could have brought.
func TestImportedAgreements(t *testing.T) {
	here := newRoom(t, table.Config{})
	people := []account.PlayerID{here.person("Ada"), here.person("Ben")}
	id, snap := here.begin(table.NewGame{Options: map[string]any{"house.loans": true}}, people...)
	seat := snap.State.Turn.Seat
	c := game.Move(game.ProposeTrade, seat)
	c.To, c.HasTerms = 1-seat, true
	c.Give.Cash, c.Want.Cash = 100, 1
	out, err := here.Play(ctx, id, people[seat], c, table.Pre{Terms: "zurück in <3> Runden"})
	require.NoError(t, err)
	require.Len(t, out.Terms, 1)
	n := out.State.Trades[0].ID
	assert.Equal(t, "zurück in <3> Runden", out.Terms[n])
	assert.True(t, out.State.Trades[0].Terms)

	im := here.export(id)
	there := newRoom(t, table.Config{})
	got, err := there.Import(ctx, im)
	require.NoError(t, err)
	assert.Equal(t, out.Terms, got.Terms)
	assert.Equal(t, forgotten(out.State), forgotten(got.State))

	last := len(im.Lines) - 1
	whole := string(im.Lines[last])
	for _, bad := range []string{strings.Repeat("x", 201), `two\nlines`, " "} {
		im.ID = ""
		im.Lines[last] = json.RawMessage(strings.Replace(whole, "zurück", bad, 1))
		require.NotEqual(t, whole, string(im.Lines[last]))
		_, err := there.Import(ctx, im)
		var invalid *invalid.Error
		require.ErrorAs(t, err, &invalid, bad)
		assert.Equal(t, "events", invalid.Field)
	}

	cancel := game.MoveN(game.CancelTrade, seat, int32(n))
	out, err = here.Play(ctx, id, people[seat], cancel, table.Pre{})
	require.NoError(t, err)
	assert.Empty(t, out.Terms)
}

// interrupted is a store whose caller gives up as soon as moves are to be written.
type interrupted struct {
	*tabletest.Memory
	giveUp context.CancelFunc
}

func (i *interrupted) Append(ctx context.Context, _ table.Commit) error {
	i.giveUp()
	return ctx.Err()
}

func (i *interrupted) DeleteGame(ctx context.Context, id string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return i.Memory.DeleteGame(ctx, id)
}

func TestAnInterruptedImportLeavesNothing(t *testing.T) {
	here, there := newRoom(t, table.Config{}), newRoom(t, table.Config{})
	id, _ := here.begin(table.NewGame{}, here.person("Ada"), here.person("Ben"))
	ctx, cancel := context.WithCancel(t.Context())
	s := serve(t, &interrupted{there.store, cancel}, table.Config{})
	_, err := s.Import(ctx, here.export(id))
	require.ErrorIs(t, err, context.Canceled)
	_, _, err = there.store.Game(t.Context(), id)
	assert.ErrorIs(t, err, storage.ErrNotFound)
}
