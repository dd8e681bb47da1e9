package table_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
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
	"github.com/bankhalter/bankhalter/game/talk"
)

var ctx = context.Background()

// room is a service on a store in memory.
type room struct {
	*table.Service
	t     *testing.T
	store *tabletest.Memory
	talk  *talk.Service
}

func newRoom(t *testing.T, cfg table.Config) *room {
	t.Helper()
	store := tabletest.NewMemory()
	s, talk := serveWithTalk(t, store, cfg)
	return &room{s, t, store, talk}
}

func serve(t *testing.T, store tabletest.TableStore, cfg table.Config) *table.Service {
	t.Helper()
	s, _ := serveWithTalk(t, store, cfg)
	return s
}

func serveWithTalk(t *testing.T, store tabletest.TableStore, cfg table.Config) (*table.Service, *talk.Service) {
	t.Helper()
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.NewTextHandler(testWriter{t}, &slog.HandlerOptions{Level: slog.LevelWarn}))
	}
	s, talk := tabletest.NewWithTalk(store, cfg)
	t.Cleanup(s.Close)
	return s, talk
}

type testWriter struct{ t *testing.T }

func (w testWriter) Write(b []byte) (int, error) {
	w.t.Log(string(b))
	return len(b), nil
}

// person makes a player.
func (r *room) person(name string) account.PlayerID {
	r.t.Helper()
	return tabletest.NewPerson(r.t, r.store, name).ID
}

// open opens a table of people; the first holds it.
func (r *room) open(n table.NewGame, people ...account.PlayerID) string {
	r.t.Helper()
	if n.EditionID == "" {
		n.EditionID = "us-classic"
	}
	if n.Players == 0 {
		n.Players = len(people) + len(n.Bots)
	}
	snap, err := r.Create(ctx, people[0], n)
	require.NoError(r.t, err)
	for _, p := range people[1:] {
		_, _, err := r.Join(ctx, snap.Meta.ID, p, "")
		require.NoError(r.t, err)
	}
	return snap.Meta.ID
}

// begin opens a table and starts the game.
func (r *room) begin(n table.NewGame, people ...account.PlayerID) (string, table.Snapshot) {
	r.t.Helper()
	id := r.open(n, people...)
	snap, err := r.Start(ctx, id, people[0])
	require.NoError(r.t, err)
	return id, snap
}

// mover is the seat the game waits for, and who holds it.
func mover(snap table.Snapshot) (game.Seat, account.PlayerID) {
	seat := snap.State.Waiting().First()
	return seat, snap.Seats[seat].Player
}

// roll throws for the player whose turn it is.
func (r *room) roll(id string) table.Outcome {
	r.t.Helper()
	snap, err := r.Snapshot(ctx, id)
	require.NoError(r.t, err)
	seat, who := mover(snap)
	out, err := r.Play(ctx, id, who, game.Move(game.Roll, seat), table.Pre{})
	require.NoError(r.t, err)
	return out
}

// auto plays n commands of people by taking simple options, so that tests need not know the dice.
func (r *room) auto(id string, n int) table.Snapshot {
	r.t.Helper()
	snap, err := r.Snapshot(ctx, id)
	require.NoError(r.t, err)
	for range n {
		if snap.State.Status != game.Playing {
			break
		}
		seat, who := mover(snap)
		out, err := r.Play(ctx, id, who, answer(r.t, snap, seat), table.Pre{})
		require.NoError(r.t, err)
		snap = out.Snapshot
	}
	return snap
}

func answer(t *testing.T, snap table.Snapshot, seat game.Seat) game.Command {
	t.Helper()
	opts := snap.Options(seat)
	for _, kind := range []game.CommandKind{
		game.Buy, game.Decline, game.Pass, game.Roll, game.EndTurn, game.PayDebt, game.DeclareBankruptcy,
	} {
		if _, ok := game.Has(opts, kind); ok {
			return game.Move(kind, seat)
		}
	}
	if o, ok := game.Has(opts, game.ChooseTax); ok {
		_ = o
		return game.MoveChoice(game.ChooseTax, seat, game.Flat)
	}
	for _, kind := range []game.CommandKind{game.Mortgage, game.Keep} {
		if o, ok := game.Has(opts, kind); ok {
			return game.MoveAt(kind, seat, o.Spaces.First())
		}
	}
	c, ok := table.Simplest(snap.Setup.Rules, snap.State, seat)
	require.True(t, ok, "no simple answer in phase %d among %v", snap.State.Phase(), opts)
	return c
}

func TestLobby(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben, cleo, dora := r.person("Ada"), r.person("Ben"), r.person("ada"), r.person("Dora")
	id := r.open(table.NewGame{Players: 3}, ada, ben)

	snap, seat, err := r.Join(ctx, id, cleo, "")
	require.NoError(t, err)
	assert.EqualValues(t, 2, seat)
	assert.Equal(t, []string{"Ada", "Ben", "ada 2"}, snap.Names(), "names are unique whatever their case")
	again, seat, err := r.Join(ctx, id, cleo, "")
	require.NoError(t, err)
	assert.EqualValues(t, 2, seat, "joining twice keeps the seat")
	assert.Equal(t, snap.Rev(), again.Rev())

	_, _, err = r.Join(ctx, id, dora, "")
	assert.ErrorIs(t, err, table.ErrFull)
	_, _, err = r.AddBot(ctx, id, ada, "", "")
	assert.ErrorIs(t, err, table.ErrFull)
	_, err = r.Leave(ctx, id, ben, 2, table.Pre{})
	assert.ErrorIs(t, err, table.ErrForbidden, "only the owner removes others")
	_, err = r.Start(ctx, id, ben)
	assert.ErrorIs(t, err, table.ErrForbidden)
	_, err = r.Play(ctx, id, ada, game.Move(game.Roll, 0), table.Pre{})
	assert.ErrorIs(t, err, table.ErrNotStarted)

	old := snap.Rev() - 1
	_, err = r.Leave(ctx, id, ada, 1, table.Pre{Rev: &old})
	assert.ErrorIs(t, err, table.ErrStale, "a kick names the table that was seen")
	snap, err = r.Leave(ctx, id, ada, 1, table.Pre{})
	require.NoError(t, err)
	assert.Equal(t, []string{"Ada", "ada 2"}, snap.Names(), "those behind move up")

	snap, seat, err = r.AddBot(ctx, id, ada, "", "")
	require.NoError(t, err)
	assert.EqualValues(t, 2, seat)
	assert.NotEmpty(t, snap.Seats[2].Bot)
	_, _, err = r.AddBot(ctx, id, ada, "no such bot", "")
	var invalid *invalid.Error
	require.ErrorAs(t, err, &invalid)
	assert.Equal(t, "bot", invalid.Field)

	snap, err = r.Leave(ctx, id, ada, 0, table.Pre{})
	require.NoError(t, err)
	assert.Equal(t, cleo, snap.Meta.Owner, "the next person holds the table")
	_, err = r.Leave(ctx, id, cleo, 0, table.Pre{})
	require.NoError(t, err)
	_, err = r.Snapshot(ctx, id)
	assert.ErrorIs(t, err, storage.ErrNotFound, "a table without people is gone")
}

func TestStart(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben := r.person("Ada"), r.person("Ben")
	id := r.open(table.NewGame{Players: 4}, ada)
	snap, err := r.Start(ctx, id, ada)
	var refused *table.Refused
	require.ErrorAs(t, err, &refused)
	assert.Equal(t, game.BadCount, refused.Code)
	assert.Equal(t, refused.Refusal, snap.Ready, "the lobby said so before")

	_, _, err = r.Join(ctx, id, ben, "")
	require.NoError(t, err)
	snap, err = r.Start(ctx, id, ada)
	require.NoError(t, err, "fewer than wanted may begin")
	assert.Equal(t, game.Playing, snap.State.Status)
	assert.NotZero(t, snap.Meta.StartedAt)
	_, err = r.Start(ctx, id, ada)
	assert.ErrorIs(t, err, table.ErrStarted, "a double click")
	_, _, err = r.Join(ctx, id, r.person("Cleo"), "")
	assert.ErrorIs(t, err, table.ErrStarted)

	log, err := r.Log(ctx, id, 0, 0)
	require.NoError(t, err)
	require.NotEmpty(t, log)
	assert.Contains(t, string(log[0].JSON), snap.Commitment)
	_, err = r.Abandon(ctx, id, ben)
	assert.ErrorIs(t, err, table.ErrForbidden)
	_, err = r.Abandon(ctx, id, ada)
	require.NoError(t, err)
	p, err := r.Proof(ctx, id)
	require.NoError(t, err)
	assert.Nil(t, p.Seed, "there is nothing left to reveal")
}

func TestCreateRefuses(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada := r.person("Ada")
	long := time.Hour
	for name, c := range map[string]struct {
		n     table.NewGame
		field string
		code  game.Code
	}{
		"pace":          {n: table.NewGame{EditionID: "us-classic", Pace: "hasty"}, field: "pace"},
		"bot":           {n: table.NewGame{EditionID: "us-classic", Bots: []string{"?"}}, field: "bots"},
		"too many bots": {n: table.NewGame{EditionID: "us-classic", Players: 2, Bots: []string{"", "", ""}}, field: "bots"},
		"pause":         {n: table.NewGame{EditionID: "us-classic", BotPause: &long}, field: "bot_pause"},
		"title":         {n: table.NewGame{EditionID: "us-classic", Title: "a\x00b"}, field: "title"},
		"name":          {n: table.NewGame{EditionID: "us-classic", Name: "\u202eadA"}, field: "name"},
		"edition":       {n: table.NewGame{EditionID: "nowhere"}, field: "edition"},
		"banker":        {n: table.NewGame{EditionID: "us-classic", Players: 2, Banker: 2}, field: "banker"},
		"scenario":      {n: table.NewGame{Scenario: []byte(`{"players":1}`)}, field: "scenario"},
		"one player":    {n: table.NewGame{EditionID: "us-classic", Players: 1}, code: game.BadCount},
		"nine players":  {n: table.NewGame{EditionID: "us-classic", Players: 9}, code: game.BadCount},
		"banker only":   {n: table.NewGame{EditionID: "us-classic", Players: 4, BankerOnly: true}, code: game.BadConfig},
	} {
		_, err := r.Create(ctx, ada, c.n)
		var invalid *invalid.Error
		var refused *table.Refused
		if c.field != "" && assert.ErrorAs(t, err, &invalid, name) {
			assert.Equal(t, c.field, invalid.Field, name)
		}
		if c.code != 0 && assert.ErrorAs(t, err, &refused, name) {
			assert.Equal(t, c.code, refused.Code, name)
		}
	}
	_, err := r.Create(ctx, "nobody", table.NewGame{EditionID: "us-classic"})
	assert.ErrorIs(t, err, storage.ErrNotFound)
}

func TestDoubleClickRollsOnce(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben := r.person("Ada"), r.person("Ben")
	id, snap := r.begin(table.NewGame{}, ada, ben)
	seat, who := mover(snap)
	seen := snap.Seq()

	const clicks = 8
	errs := make([]error, clicks)
	var wg sync.WaitGroup
	for i := range clicks {
		wg.Go(func() { _, errs[i] = r.Play(ctx, id, who, game.Move(game.Roll, seat), table.Pre{Seq: &seen}) })
	}
	wg.Wait()
	ok := 0
	for _, err := range errs {
		if err == nil {
			ok++
		} else {
			assert.ErrorIs(t, err, table.ErrStale)
		}
	}
	assert.Equal(t, 1, ok)
	assert.EqualValues(t, clicks-1, r.Stats().Stale)

	out, err := r.Play(ctx, id, who, game.Move(game.Roll, seat), table.Pre{Seq: &seen})
	assert.ErrorIs(t, err, table.ErrStale)
	assert.Greater(t, out.Seq(), seen, "the answer shows the table as it is")
	_, err = r.Play(ctx, id, who, game.Move(game.EndTurn, seat), table.Pre{IfMatch: &seen})
	assert.ErrorIs(t, err, table.ErrPrecondition)
}

func TestOnlyOnesOwnSeat(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben := r.person("Ada"), r.person("Ben")
	id, snap := r.begin(table.NewGame{}, ada, ben)
	seat, _ := mover(snap)
	other := snap.Seats[1-seat].Player
	for name, by := range map[string]account.PlayerID{"the other": other, "a stranger": r.person("Cleo"), "nobody": ""} {
		out, err := r.Play(ctx, id, by, game.Move(game.Roll, seat), table.Pre{})
		assert.ErrorIs(t, err, table.ErrNoSeat, name)
		assert.Equal(t, snap.State, out.State, name)
	}
	_, err := r.Play(ctx, id, other, game.Move(game.Roll, 1-seat), table.Pre{})
	var refused *table.Refused
	require.ErrorAs(t, err, &refused)
	assert.Equal(t, game.WrongSeat, refused.Code)
	for _, kind := range []game.CommandKind{game.TimeUp, game.Start, game.Abandon, game.Return, game.NoCommand} {
		_, err := r.Play(ctx, id, other, game.Move(kind, 1-seat), table.Pre{})
		require.ErrorAs(t, err, &refused, "command %d is not a player's", kind)
	}
}

func TestColdTableIsTheSameAsTheLiveOne(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, _ := r.begin(table.NewGame{}, r.person("Ada"), r.person("Ben"), r.person("Cleo"))
	live := r.auto(id, 120)
	cold, err := serve(t, r.store, table.Config{}).Snapshot(ctx, id)
	require.NoError(t, err)
	assert.Equal(t, live.State, cold.State)
	assert.Equal(t, live.Meta.Summary, cold.Meta.Summary)
	assert.Equal(t, live.Seats, cold.Seats)
}

func TestLogReadsFromMemoryAndStoreAlike(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, _ := r.begin(table.NewGame{}, r.person("Ada"), r.person("Ben"))
	end := r.auto(id, 150)
	last := end.Seq()
	whole, err := r.Log(ctx, id, 0, 0)
	require.NoError(t, err)
	require.Len(t, whole, int(last))
	cold := serve(t, r.store, table.Config{})
	for _, after := range []uint32{0, 1, 7, last / 2, last - 3, last - 1, last, last + 5} {
		hot, err := r.Log(ctx, id, after, 0)
		require.NoError(t, err)
		again, err := cold.Log(ctx, id, after, 0)
		require.NoError(t, err)
		assert.Len(t, hot, max(0, int(last)-int(after)))
		require.Len(t, again, len(hot))
		for i := range hot {
			assert.Equal(t, after+1+uint32(i), hot[i].Seq)
			assert.Equal(t, hot[i].Event, again[i].Event)
			assert.JSONEq(t, string(hot[i].JSON), string(again[i].JSON))
		}
		few, err := r.Log(ctx, id, after, 2)
		require.NoError(t, err)
		assert.Len(t, few, min(2, len(hot)))
	}
}

func TestFailedCommitShowsNothingAndRollsTheSameDice(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, snap := r.begin(table.NewGame{}, r.person("Ada"), r.person("Ben"))
	seat, who := mover(snap)
	var lost []byte
	r.store.Fail = func(c table.Commit) error {
		lost = c.Moves[0].Events
		return fmt.Errorf("%w: the disk is full", storage.ErrFailed)
	}
	news, cancel := r.Subscribe(id)
	defer cancel()
	_, err := r.Play(ctx, id, who, game.Move(game.Roll, seat), table.Pre{})
	require.ErrorIs(t, err, storage.ErrFailed)
	after, err := r.Snapshot(ctx, id)
	require.NoError(t, err)
	assert.Equal(t, snap.State, after.State)
	select {
	case <-news:
		t.Error("nobody may be woken by what was not written")
	default:
	}

	r.store.Fail = nil
	out := r.roll(id)
	assert.Equal(t, dice(t, lost), dice(t, out.Events[0].JSON), "the same throw again")
	<-news
}

func TestBusyStoreKeepsTheTableWarm(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, _ := r.begin(table.NewGame{}, r.person("Ada"), r.person("Ben"))
	loads := r.Stats().Loads
	r.store.Fail = func(table.Commit) error { return storage.ErrBusy }
	snap, err := r.Snapshot(ctx, id)
	require.NoError(t, err)
	seat, who := mover(snap)
	for range 3 {
		_, err := r.Play(ctx, id, who, game.Move(game.Roll, seat), table.Pre{})
		assert.ErrorIs(t, err, storage.ErrBusy)
	}
	assert.Equal(t, loads, r.Stats().Loads)
	r.store.Fail = nil
	r.roll(id)
}

func TestTwoServicesOnOneStoreCannotBothWrite(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, snap := r.begin(table.NewGame{}, r.person("Ada"), r.person("Ben"))
	other := serve(t, r.store, table.Config{})
	_, err := other.Snapshot(ctx, id)
	require.NoError(t, err)
	r.roll(id)
	seat, who := mover(snap)
	_, err = other.Play(ctx, id, who, game.Move(game.Roll, seat), table.Pre{})
	require.ErrorIs(t, err, storage.ErrConflict)
	now, err := r.Snapshot(ctx, id)
	require.NoError(t, err)
	then, err := other.Snapshot(ctx, id)
	require.NoError(t, err)
	assert.Equal(t, now.State, then.State, "the loser reads the log again")
}

func TestBotsPlayAWholeGame(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada := r.person("Ada")
	synctest.Test(t, func(t *testing.T) {
		s := tabletest.New(r.store, table.Config{})
		defer s.Close()
		snap, err := s.Create(ctx, ada, table.NewGame{EditionID: "us-classic", Players: 4, Bots: make([]string, 4)})
		require.NoError(t, err)
		assert.Equal(t, game.Nobody, snap.SeatOf(ada), "no seat is left for the creator")
		_, err = s.Start(ctx, snap.Meta.ID, ada)
		require.NoError(t, err)
		time.Sleep(time.Hour)
		synctest.Wait()
		end, err := s.Snapshot(ctx, snap.Meta.ID)
		require.NoError(t, err)
		stats := s.Stats()
		assert.Zero(t, stats.Panics)
		assert.Zero(t, stats.Defaults, "bots that were at a loss")
		if end.State.Status == game.Playing {
			assert.Greater(t, end.State.Turn.Number, uint16(200), "a game that goes on has gone far")
		}
	})
}

func TestBotsPauseBeforeTheyMove(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada := r.person("Ada")
	synctest.Test(t, func(t *testing.T) {
		s := tabletest.New(r.store, table.Config{BotPause: time.Second})
		defer s.Close()
		snap, err := s.Create(ctx, ada, table.NewGame{EditionID: "us-classic", Players: 2, Bots: []string{"", ""}})
		require.NoError(t, err)
		snap, err = s.Start(ctx, snap.Meta.ID, ada)
		require.NoError(t, err)
		id := snap.Meta.ID
		time.Sleep(990 * time.Millisecond)
		synctest.Wait()
		still, err := s.Snapshot(ctx, id)
		require.NoError(t, err)
		assert.Equal(t, snap.Seq(), still.Seq())
		time.Sleep(20 * time.Millisecond)
		synctest.Wait()
		moved, err := s.Snapshot(ctx, id)
		require.NoError(t, err)
		assert.Greater(t, moved.Seq(), snap.Seq())
	})
}

func TestBotsGoOnAfterARestart(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada := r.person("Ada")
	synctest.Test(t, func(t *testing.T) {
		first := tabletest.New(r.store, table.Config{BotPause: time.Second})
		snap, err := first.Create(ctx, ada, table.NewGame{EditionID: "us-classic", Players: 2, Bots: []string{"", ""}})
		require.NoError(t, err)
		snap, err = first.Start(ctx, snap.Meta.ID, ada)
		require.NoError(t, err)
		first.Close()
		time.Sleep(time.Minute)

		second := tabletest.New(r.store, table.Config{BotPause: time.Second})
		defer second.Close()
		require.NoError(t, second.Resume(ctx))
		time.Sleep(10 * time.Second)
		synctest.Wait()
		now, err := second.Snapshot(ctx, snap.Meta.ID)
		require.NoError(t, err)
		assert.Greater(t, now.Seq(), snap.Seq())
	})
}

func TestTimeIsUp(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben := r.person("Ada"), r.person("Ben")
	for name, restart := range map[string]bool{"without a restart": false, "across a restart": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := tabletest.New(r.store, table.Config{})
				snap, err := s.Create(ctx, ada, table.NewGame{
					EditionID: "us-classic", Players: 2, Options: map[string]any{"end_time": 30},
				})
				require.NoError(t, err)
				id := snap.Meta.ID
				_, _, err = s.Join(ctx, id, ben, "")
				require.NoError(t, err)
				snap, err = s.Start(ctx, id, ada)
				require.NoError(t, err)
				assert.Equal(t, snap.Meta.StartedAt.Add(30*time.Minute), snap.Meta.EndsAt)
				if restart {
					time.Sleep(20 * time.Minute)
					s.Close()
					time.Sleep(5 * time.Minute)
					s = tabletest.New(r.store, table.Config{})
					require.NoError(t, s.Resume(ctx))
					time.Sleep(5*time.Minute - time.Second)
				} else {
					time.Sleep(30*time.Minute - time.Second)
				}
				defer s.Close()
				synctest.Wait()
				snap, err = s.Snapshot(ctx, id)
				require.NoError(t, err)
				assert.False(t, snap.State.TimeUp)
				time.Sleep(2 * time.Second)
				synctest.Wait()
				snap, err = s.Snapshot(ctx, id)
				require.NoError(t, err)
				assert.True(t, snap.State.TimeUp)
				assert.Equal(t, game.Finished, snap.State.Status, "nobody had begun his turn")
				assert.Equal(t, game.EndTime, snap.State.Reason)
				assert.Zero(t, snap.Meta.EndsAt)
				moves, err := r.store.Moves(ctx, id, 0, 0)
				require.NoError(t, err)
				assert.Equal(t, table.ByClock, moves[len(moves)-1].Origin)
			})
		})
	}
}

func TestIdleTablesLeaveMemory(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben := r.person("Ada"), r.person("Ben")
	synctest.Test(t, func(t *testing.T) {
		s := tabletest.New(r.store, table.Config{Idle: 10 * time.Minute})
		defer s.Close()
		snap, err := s.Create(ctx, ada, table.NewGame{EditionID: "us-classic", Players: 2})
		require.NoError(t, err)
		id := snap.Meta.ID
		_, _, err = s.Join(ctx, id, ben, "")
		require.NoError(t, err)
		before, err := s.Start(ctx, id, ada)
		require.NoError(t, err)
		assert.Equal(t, 1, s.Stats().Live)
		time.Sleep(13 * time.Minute)
		synctest.Wait()
		assert.Zero(t, s.Stats().Live)
		after, err := s.Snapshot(ctx, id)
		require.NoError(t, err)
		assert.Equal(t, before.State, after.State)
		seat, who := mover(after)
		_, err = s.Play(ctx, id, who, game.Move(game.Roll, seat), table.Pre{})
		require.NoError(t, err)
	})
}

func TestOldOpenTablesAreClearedAway(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada := r.person("Ada")
	synctest.Test(t, func(t *testing.T) {
		s := tabletest.New(r.store, table.Config{})
		defer s.Close()
		snap, err := s.Create(ctx, ada, table.NewGame{EditionID: "us-classic"})
		require.NoError(t, err)
		time.Sleep(13 * 24 * time.Hour)
		_, err = s.Snapshot(ctx, snap.Meta.ID)
		require.NoError(t, err)
		time.Sleep(2 * 24 * time.Hour)
		_, err = s.Snapshot(ctx, snap.Meta.ID)
		assert.ErrorIs(t, err, storage.ErrNotFound)
	})
}

func TestWhoLeavesIsPlayedOnUntilHeReturns(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben := r.person("Ada"), r.person("Ben")
	synctest.Test(t, func(t *testing.T) {
		s := tabletest.New(r.store, table.Config{BotPause: time.Second})
		defer s.Close()
		snap, err := s.Create(ctx, ada, table.NewGame{EditionID: "us-classic", Players: 2})
		require.NoError(t, err)
		id := snap.Meta.ID
		_, _, err = s.Join(ctx, id, ben, "")
		require.NoError(t, err)
		snap, err = s.Start(ctx, id, ada)
		require.NoError(t, err)
		seat, who := mover(snap)
		_, err = s.Leave(ctx, id, snap.Seats[1-seat].Player, seat, table.Pre{})
		assert.Error(t, err, "nobody resigns for another")
		snap, err = s.Leave(ctx, id, who, seat, table.Pre{})
		require.NoError(t, err)
		assert.True(t, snap.Seats[seat].Away)
		time.Sleep(time.Minute)
		synctest.Wait()
		gone, err := s.Snapshot(ctx, id)
		require.NoError(t, err)
		assert.Greater(t, gone.Seq(), snap.Seq(), "the table plays on")

		back, got, err := s.Join(ctx, id, who, "")
		require.NoError(t, err)
		assert.Equal(t, seat, got)
		assert.False(t, back.Seats[seat].Away)
		time.Sleep(time.Minute)
		synctest.Wait()
		later, err := s.Snapshot(ctx, id)
		require.NoError(t, err)
		assert.Equal(t, back.Seq(), later.Seq(), "nobody moves for him any more")
	})
}

func TestSubscribersAreWoken(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben := r.person("Ada"), r.person("Ben")
	id := r.open(table.NewGame{Players: 3}, ada, ben)
	news, cancel := r.Subscribe(id)
	_, _, err := r.Join(ctx, id, r.person("Cleo"), "")
	require.NoError(t, err)
	<-news // somebody sat down
	_, err = r.Start(ctx, id, ada)
	require.NoError(t, err)
	<-news
	cancel()
	cancel()
	r.roll(id)
	select {
	case <-news:
		t.Error("woken after the end of the subscription")
	default:
	}
	assert.Equal(t, 0, r.Stats().Subscribers)
}

func TestManyAtOneTable(t *testing.T) {
	r := newRoom(t, table.Config{})
	people := []account.PlayerID{r.person("Ada"), r.person("Ben"), r.person("Cleo"), r.person("Dora")}
	id, _ := r.begin(table.NewGame{}, people...)
	var wg sync.WaitGroup
	for i := range people {
		wg.Go(func() {
			for range 60 {
				snap, err := r.Snapshot(ctx, id)
				if !assert.NoError(t, err) {
					return
				}
				seat := game.Seat(i)
				if snap.State.Status != game.Playing || !snap.State.Waiting().Has(seat) {
					continue
				}
				seen := snap.Seq()
				_, err = r.Play(ctx, id, people[i], answer(t, snap, seat), table.Pre{Seq: &seen})
				var refused *table.Refused
				if err != nil && !errors.Is(err, table.ErrStale) && !errors.As(err, &refused) {
					t.Errorf("seat %d: %v", i, err)
				}
			}
		})
	}
	wg.Wait()
	live, err := r.Snapshot(ctx, id)
	require.NoError(t, err)
	cold, err := serve(t, r.store, table.Config{}).Snapshot(ctx, id)
	require.NoError(t, err)
	assert.Equal(t, live.State, cold.State)
}
