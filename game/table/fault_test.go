package table_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/talk"
)

func TestAFaultOfTheRulesCostsOneCommand(t *testing.T) {
	var log bytes.Buffer
	r := newRoom(t, table.Config{Logger: slog.New(slog.NewJSONHandler(&log, nil))})
	id, snap := r.begin(table.NewGame{}, r.person("Ada"), r.person("Ben"))
	seat, who := mover(snap)
	r.BreakLuck(id)
	_, err := r.Play(ctx, id, who, game.Move(game.Roll, seat), table.Pre{})
	require.ErrorIs(t, err, table.ErrInternal)
	assert.EqualValues(t, 1, r.Stats().Panics)
	assert.Contains(t, log.String(), id)
	assert.Contains(t, log.String(), "the dice are broken")
	assert.Contains(t, log.String(), `\"Kind\":1,`, "the command can be given again")
	after, err := r.Snapshot(ctx, id)
	require.NoError(t, err)
	assert.Equal(t, snap.State, after.State)
	r.roll(id)
}

func TestBotsGoOnAfterAFaultOfTheRules(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada := r.person("Ada")
	synctest.Test(t, func(t *testing.T) {
		s := tabletest.New(r.store, table.Config{BotPause: time.Second})
		defer s.Close()
		snap, err := s.Create(ctx, ada, table.NewGame{EditionID: "us-classic", Players: 2, Bots: []string{"", ""}})
		require.NoError(t, err)
		id := snap.Meta.ID
		before, err := s.Start(ctx, id, ada)
		require.NoError(t, err)
		s.BreakLuck(id)
		time.Sleep(1500 * time.Millisecond)
		synctest.Wait()
		assert.NotZero(t, s.Stats().Panics)
		still, err := s.Snapshot(ctx, id)
		require.NoError(t, err)
		assert.Equal(t, before.State, still.State)
		time.Sleep(10 * time.Second)
		synctest.Wait()
		after, err := s.Snapshot(ctx, id)
		require.NoError(t, err)
		assert.Greater(t, after.Seq(), before.Seq())
	})
}

func TestTheLastResortIsAlwaysAccepted(t *testing.T) {
	for id, options := range map[string]map[string]any{
		"us-classic": nil, "mega": nil, "duel-masters": {"duel": true}, "mark-classic": {"end_time": 600},
	} {
		st := setuptest.Load(t, id, "", options)
		var turn game.Turn
		start := game.NewState(st.Rules, 4, 0, false)
		turn.Begin(st.Rules, &start)
		luck := chance.Seeded([32]byte{byte(len(id))})
		require.True(t, turn.Decide(game.Move(game.Start, game.Nobody), luck).OK())
		for range 3000 {
			if turn.S.Status != game.Playing {
				break
			}
			seat := turn.S.Waiting().First()
			opts := game.Options(st.Rules, &turn.S, seat, nil)
			last, ok := table.Simplest(st.Rules, &turn.S, seat)
			require.True(t, ok, "%s: phase %d has no simple answer", id, turn.S.Phase())
			no := st.Rules.Check(&turn.S, &last)
			require.True(t, no.OK(), "%s: phase %d, %+v: %+v", id, turn.S.Phase(), last, no)
			c, ok := bot.Choose(st.Rules, &turn.S, seat, opts)
			require.True(t, ok)
			require.True(t, turn.Decide(c, luck).OK())
		}
	}
}

// faulty is a store in which a write of a move may panic.
type faulty struct {
	*tabletest.Memory
	breaks atomic.Bool
}

func (f *faulty) Append(ctx context.Context, c table.Commit) error {
	if f.breaks.Load() {
		panic("the store is broken")
	}
	return f.Memory.Append(ctx, c)
}

// TestAFaultOfAClockStopsOneTable: the server goes on, and the clock strikes as
// soon as it can.
func TestAFaultOfAClockStopsOneTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		ada, bob := r.person("Ada"), r.person("Bob")
		id, snap := r.begin(table.NewGame{Clock: evening()}, ada, bob)
		r.Close()
		store := &faulty{Memory: r.store}
		store.breaks.Store(true)
		r.Service = serve(t, store, table.Config{})
		defer r.Close()
		require.NoError(t, r.Resume(ctx))
		time.Sleep(21 * time.Minute)
		synctest.Wait()
		assert.EqualValues(t, 1, r.Stats().Panics)
		store.breaks.Store(false)
		time.Sleep(time.Hour)
		synctest.Wait()
		assert.Contains(t, r.origins(id), table.ByClock)
		after := r.look(id)
		assert.Greater(t, after.Seq(), snap.Seq())
	})
}

// boards cannot be read while they are away.
type boards struct {
	table.Boards
	away atomic.Bool
}

func (b *boards) Edition(ctx context.Context, id string) (*edition.Edition, error) {
	if b.away.Load() {
		return nil, fmt.Errorf("%w: no connection", storage.ErrFailed)
	}
	return b.Boards.Edition(ctx, id)
}

// TestAClockTriesAgainForABoard: a board that cannot be read at a bad moment is no damage.
func TestAClockTriesAgainForABoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		ada, bob := r.person("Ada"), r.person("Bob")
		id, _ := r.begin(table.NewGame{Clock: evening()}, ada, bob)
		r.Close()
		b := &boards{Boards: library.New(r.store, nil)}
		r.Service = table.New(r.store, b, talk.NewCache(r.store, nil), table.Config{Logger: slog.New(slog.DiscardHandler)})
		defer r.Close()
		require.NoError(t, r.Resume(ctx))
		b.away.Store(true)
		time.Sleep(21 * time.Minute) // the clock has struck, and found nothing
		b.away.Store(false)
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.Contains(t, r.origins(id), table.ByClock, "nobody has to look at the table for it")
	})
}

// TestBotsTryAgainForABoard: a board that cannot be read at a bad moment is no damage.
func TestBotsTryAgainForABoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &faulty{Memory: tabletest.NewMemory()}
		b := &boards{Boards: library.New(store, nil)}
		s := table.New(store, b, talk.NewCache(store, nil), table.Config{BotPause: time.Second, Logger: slog.New(slog.DiscardHandler)})
		defer s.Close()
		ada := tabletest.NewPerson(t, store, "Ada").ID
		snap, err := s.Create(ctx, ada, table.NewGame{EditionID: "us-classic", Players: 2, Bots: []string{"", ""}})
		require.NoError(t, err)
		before, err := s.Start(ctx, snap.Meta.ID, ada)
		require.NoError(t, err)
		store.breaks.Store(true) // so that the table is read anew
		b.away.Store(true)
		s.ForgetBoards()
		time.Sleep(30 * time.Second)
		store.breaks.Store(false)
		time.Sleep(30 * time.Second)
		b.away.Store(false)
		time.Sleep(time.Minute)
		synctest.Wait()
		g, _, err := store.Game(ctx, snap.Meta.ID)
		require.NoError(t, err)
		assert.Greater(t, g.Seq, before.Seq(), "nobody has to look at the table for it")
	})
}

// TestNoServiceBeginsWithoutItsBoards: a table of bots that cannot be read at a bad moment
// would stand still until somebody looks at it.
func TestNoServiceBeginsWithoutItsBoards(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{BotPause: time.Hour})
		ada := r.person("Ada")
		snap, err := r.Create(ctx, ada, table.NewGame{EditionID: "us-classic", Players: 2, Bots: []string{"", ""}})
		require.NoError(t, err)
		_, err = r.Start(ctx, snap.Meta.ID, ada)
		require.NoError(t, err)
		r.Close()
		b := &boards{Boards: library.New(r.store, nil)}
		s := table.New(r.store, b, talk.NewCache(r.store, nil), table.Config{Logger: slog.New(slog.DiscardHandler)})
		defer s.Close()
		b.away.Store(true)
		require.ErrorIs(t, s.Resume(ctx), storage.ErrFailed)
		b.away.Store(false)
		require.NoError(t, s.Resume(ctx))
	})
}

// TestBotsTryAgainAfterAFault: nobody has to look at the table for it.
func TestBotsTryAgainAfterAFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &faulty{Memory: tabletest.NewMemory()}
		s := tabletest.New(store, table.Config{BotPause: time.Second})
		defer s.Close()
		ada := tabletest.NewPerson(t, store, "Ada").ID
		snap, err := s.Create(ctx, ada, table.NewGame{EditionID: "us-classic", Players: 2, Bots: []string{"", ""}})
		require.NoError(t, err)
		before, err := s.Start(ctx, snap.Meta.ID, ada)
		require.NoError(t, err)
		store.breaks.Store(true)
		time.Sleep(1500 * time.Millisecond)
		synctest.Wait()
		assert.EqualValues(t, 1, s.Stats().Panics)
		store.breaks.Store(false)
		time.Sleep(10 * time.Second)
		synctest.Wait()
		g, _, err := store.Game(ctx, snap.Meta.ID)
		require.NoError(t, err)
		assert.Greater(t, g.Seq, before.Seq())
	})
}

// TestAFaultAfterAThoughtStopsOneTable: what comes after the thought of an expert is
// guarded as the thought itself is.
func TestAFaultAfterAThoughtStopsOneTable(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada := r.person("Ada")
	synctest.Test(t, func(t *testing.T) {
		var breaks atomic.Bool
		var log bytes.Buffer
		s := tabletest.New(r.store, table.Config{BotPause: time.Second, Logger: slog.New(slog.NewJSONHandler(&log, nil)), Mine: func(string) bool {
			if breaks.Load() {
				panic("nobody knows whose")
			}
			return true
		}})
		defer s.Close()
		release := s.OccupyThinkers()
		snap, err := s.Create(ctx, ada, table.NewGame{EditionID: "us-classic", Players: 3, Bots: []string{"expert", "expert", "expert"}})
		require.NoError(t, err)
		id := snap.Meta.ID
		_, err = s.Start(ctx, id, ada)
		require.NoError(t, err)
		for range 100 { // until an expert has something to ponder
			if s.Pondering(id) {
				break
			}
			time.Sleep(2 * time.Second)
			synctest.Wait()
		}
		require.True(t, s.Pondering(id))
		stuck, err := s.Snapshot(ctx, id)
		require.NoError(t, err)
		breaks.Store(true)
		release()
		synctest.Wait()
		assert.EqualValues(t, 1, s.Stats().Panics)
		assert.Contains(t, log.String(), id)
		breaks.Store(false)
		time.Sleep(10 * time.Second)
		synctest.Wait()
		g, _, err := r.store.Game(ctx, id)
		require.NoError(t, err)
		assert.Greater(t, g.Seq, stuck.Seq())
	})
}

// TestAFaultAtAnAbandonedTableStopsOneTable: those after it are closed all the same.
func TestAFaultAtAnAbandonedTableStopsOneTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		ada, bob := r.person("Ada"), r.person("Bob")
		one, _ := r.begin(table.NewGame{}, ada, bob)
		two, _ := r.begin(table.NewGame{}, ada, bob)
		r.Close()
		store := &broken{r.store, one}
		s := serve(t, store, table.Config{})
		defer s.Close()
		time.Sleep(70 * 24 * time.Hour)
		synctest.Wait()
		assert.NotZero(t, s.Stats().Panics)
		for id, want := range map[string]game.Status{one: game.Playing, two: game.Finished} {
			g, _, err := store.Game(ctx, id)
			require.NoError(t, err)
			assert.Equal(t, want, g.Status)
		}
	})
}

// broken is a store in which every write of a move of one game panics.
type broken struct {
	*tabletest.Memory
	game string
}

func (b *broken) Append(ctx context.Context, c table.Commit) error {
	if c.Game == b.game {
		panic("the store is broken")
	}
	return b.Memory.Append(ctx, c)
}
