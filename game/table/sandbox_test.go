package table_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// middle is a position with two players and a script: three throws and a card.
const middle = `{"edition": "us-classic", "rulebook": "us",
	"players": [{"name": "P", "cash": 900, "space": 0}, {"name": "Q", "cash": 800, "space": 10, "deeds": [{"space": 3}]}],
	"turn": 0, "dice": [[3, 4], [1, 2], [6, 5]], "decks": {"chance": ["boardwalk"]}}`

func (r *room) sandbox(by account.PlayerID, n table.NewGame, doc string) table.Snapshot {
	r.t.Helper()
	n.Scenario = []byte(doc)
	snap, err := r.Create(ctx, by, n)
	require.NoError(r.t, err)
	return snap
}

func TestSandboxBeginsInTheMiddle(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada := r.person("Ada")
	snap := r.sandbox(ada, table.NewGame{}, middle)
	assert.Equal(t, game.Playing, snap.State.Status)
	log, err := r.Log(ctx, snap.Meta.ID, 0, 0)
	require.NoError(t, err)
	require.Len(t, log, 1, "the log begins as every log does")
	assert.Equal(t, game.GameStarted, log[0].Event.Kind)
	assert.True(t, snap.Meta.Sandbox())
	assert.Empty(t, snap.Commitment, "scripted dice have no seed")
	assert.EqualValues(t, 0, snap.SeatOf(ada))
	assert.Equal(t, []string{"P", "Q"}, snap.Names())
	assert.EqualValues(t, 900, snap.State.Players[0].Cash)
	_, err = r.Abandon(ctx, snap.Meta.ID, ada)
	require.NoError(t, err)
	p, err := r.Proof(ctx, snap.Meta.ID)
	require.NoError(t, err)
	assert.Nil(t, p.Seed)
}

func TestSandboxSeats(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben, cleo := r.person("Ada"), r.person("p"), r.person("Cleo")
	snap := r.sandbox(ada, table.NewGame{}, middle)
	id := snap.Meta.ID
	assert.True(t, snap.MayAct(ada, 1), "nobody has taken it")
	assert.False(t, snap.MayAct(ben, 1))
	_, err := r.Play(ctx, id, ada, game.MoveAt(game.Mortgage, 1, 3), table.Pre{})
	require.NoError(t, err, "the holder of the table moves for a free seat")

	snap, seat, err := r.Join(ctx, id, ben, "")
	require.NoError(t, err)
	assert.EqualValues(t, 1, seat)
	assert.Equal(t, []string{"P", "p 2"}, snap.Names())
	_, err = r.Play(ctx, id, ada, game.MoveAt(game.Lift, 1, 3), table.Pre{})
	assert.ErrorIs(t, err, table.ErrNoSeat, "now it is taken")
	_, err = r.Play(ctx, id, ben, game.MoveAt(game.Lift, 1, 3), table.Pre{})
	assert.NoError(t, err)
	_, _, err = r.Join(ctx, id, cleo, "")
	assert.ErrorIs(t, err, table.ErrFull)

	bots := r.sandbox(ada, table.NewGame{Bots: []string{""}}, middle)
	assert.NotEmpty(t, bots.Seats[1].Bot, "bots fill from the back")
	assert.False(t, bots.MayAct(ada, 1))
}

func TestSandboxGoesOnInItsScriptAfterARestart(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada := r.person("Ada")
	id := r.sandbox(ada, table.NewGame{}, middle).Meta.ID
	var seen [][3]uint8
	for turn := range 3 {
		s := serve(t, r.store, table.Config{}) // a new server each turn
		seat := game.Seat(turn % 2)
		out, err := s.Play(ctx, id, ada, game.Move(game.Roll, seat), table.Pre{})
		require.NoError(t, err)
		seen = append(seen, out.State.Turn.Dice)
		for out.State.Phase() != game.PhaseRoll {
			seat, _ := mover(out.Snapshot)
			c := answer(t, out.Snapshot, seat)
			out, err = s.Play(ctx, id, ada, c, table.Pre{})
			require.NoError(t, err)
		}
		cold, err := serve(t, r.store, table.Config{}).Snapshot(ctx, id)
		require.NoError(t, err)
		assert.Equal(t, out.State, cold.State)
		s.Close()
	}
	assert.Equal(t, [][3]uint8{{3, 4}, {1, 2}, {6, 5}}, seen)
}

func TestSandboxFromTheStart(t *testing.T) {
	r := newRoom(t, table.Config{})
	snap := r.sandbox(r.person("Ada"), table.NewGame{}, `{"edition": "us-classic", "from": "start",
		"players": [{"name": "P"}, {"name": "Q"}], "dice": [[1, 2], [6, 5], [3, 4]]}`)
	assert.Equal(t, game.Playing, snap.State.Status)
	assert.EqualValues(t, 1, snap.State.Turn.Seat, "the script let Q throw higher")
	cold, err := serve(t, r.store, table.Config{}).Snapshot(ctx, snap.Meta.ID)
	require.NoError(t, err)
	assert.Equal(t, snap.State, cold.State)
}

func TestSandboxUnderAnotherRulebook(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada := r.person("Ada")
	id := r.sandbox(ada, table.NewGame{}, middle).Meta.ID
	r.roll(id)
	snap, err := r.Create(ctx, r.person("Ben"), table.NewGame{SandboxOf: id, Rulebook: "standard"})
	require.NoError(t, err)
	assert.Equal(t, "standard", snap.Meta.Rulebook)
	assert.Equal(t, game.Space(0), snap.State.Players[0].Space, "from the same beginning")
	assert.EqualValues(t, 900, snap.State.Players[0].Cash)

	var invalid *invalid.Error
	_, err = r.Create(ctx, ada, table.NewGame{SandboxOf: id, Rulebook: "mega"})
	require.ErrorAs(t, err, &invalid, "a rulebook for another board")
	assert.Equal(t, "scenario", invalid.Field)
	plain := r.open(table.NewGame{Players: 2}, ada)
	_, err = r.Create(ctx, ada, table.NewGame{SandboxOf: plain})
	require.ErrorAs(t, err, &invalid)
	_, err = r.Create(ctx, ada, table.NewGame{SandboxOf: "0000000000"})
	assert.ErrorIs(t, err, storage.ErrNotFound)
}

func TestSandboxIsNotBroken(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada := r.person("Ada")
	for name, doc := range map[string]string{
		"no JSON":     `{`,
		"a file":      `{"edition": "../../etc/passwd", "players": [{"name": "P"}, {"name": "Q"}]}`,
		"two owners":  `{"edition": "us-classic", "players": [{"name": "P", "deeds": [{"space": 3}]}, {"name": "Q", "deeds": [{"space": 3}]}]}`,
		"one player":  `{"edition": "us-classic", "from": "start", "players": [{"name": "P"}]}`,
		"no scenario": `[]`,
	} {
		_, err := r.Create(ctx, ada, table.NewGame{Scenario: []byte(doc)})
		assert.Error(t, err, name)
	}
	games, err := r.List(ctx, table.Filter{})
	require.NoError(t, err)
	assert.Empty(t, games)
}

// claim is a position in which the bot Q is about to throw and P may still
// claim rent from it.
const claim = `{"edition": "us-classic", "rulebook": "standard",
	"players": [{"name": "P", "deeds": [{"space": 11}]}, {"name": "Q", "space": 11}, {"name": "R"}],
	"turn": 1, "dice": [[1, 2]], "claims": [{"claim": 1, "owner": 0, "payer": 1, "space": 11, "amount": 10, "left": 1}]}`

func TestBotsLeaveTimeToClaimRent(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada := r.person("Ada")
	for name, c := range map[string]struct {
		cfg    table.Config
		act    game.CommandKind // what P does after a second
		before time.Duration    // until when Q has not thrown
		after  time.Duration    // when it has
	}{
		"he does nothing":   {cfg: table.Config{BotPause: time.Second}, before: 9900 * time.Millisecond, after: 10100 * time.Millisecond},
		"he claims soon":    {cfg: table.Config{BotPause: 100 * time.Millisecond}, act: game.ClaimRent, before: 900 * time.Millisecond, after: 1200 * time.Millisecond},
		"there is no pause": {cfg: table.Config{}, before: -1, after: 100 * time.Millisecond},
		"he claims, pause":  {cfg: table.Config{BotPause: 2 * time.Second}, act: game.ClaimRent, before: 2900 * time.Millisecond, after: 3100 * time.Millisecond},
		"a pause is enough": {cfg: table.Config{ClaimGrace: -1, BotPause: time.Second}, before: 900 * time.Millisecond, after: 1100 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := tabletest.New(r.store, c.cfg)
				defer s.Close()
				snap, err := s.Create(ctx, ada, table.NewGame{Scenario: []byte(claim), Bots: []string{"", ""}})
				require.NoError(t, err)
				id, begin := snap.Meta.ID, time.Now()
				until := func(d time.Duration) table.Snapshot {
					time.Sleep(d - time.Since(begin))
					synctest.Wait()
					snap, err := s.Snapshot(ctx, id)
					require.NoError(t, err)
					return snap
				}
				thrown := func(snap table.Snapshot) bool { return snap.State.Players[1].Space != 11 }
				if c.act != game.NoCommand {
					until(time.Second)
					_, err := s.Play(ctx, id, ada, game.MoveN(c.act, 0, -1), table.Pre{})
					require.NoError(t, err)
				}
				if c.before > time.Second || c.act == game.NoCommand && c.before > 0 {
					assert.False(t, thrown(until(c.before)))
				}
				assert.True(t, thrown(until(c.after)))
			})
		})
	}
}

func TestAHeldTableListsJustTheMoveItWaitsFor(t *testing.T) {
	r := newRoom(t, table.Config{})
	snap := r.sandbox(r.person("Ada"), table.NewGame{}, `{"edition": "mega", "rulebook": "mega",
		"players": [{"name": "P", "tickets": 1, "space": 2}, {"name": "Q"}]}`)
	free, ok := game.Has(snap.Options(0), game.UseTicket)
	require.True(t, ok)
	require.Greater(t, free.Spaces.Len(), 1, "a ticket leads to any space of the side")
	held := table.HeldFor(snap, game.MoveAt(game.UseTicket, 0, free.Spaces.First()))
	opts := held.Options(0)
	require.Len(t, opts, 1)
	assert.Equal(t, game.Set(0).With(free.Spaces.First()), opts[0].Spaces, "the others would be refused")
	assert.Empty(t, held.Options(1))
}
