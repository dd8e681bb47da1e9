package postgres_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/postgres"
	"github.com/bankhalter/bankhalter/db/postgres/postgrestest"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// Two servers append to the same games at the same time: of each event there is
// one, every confirmed move is in the log, and no server is in the way of the
// other's games.
func TestTwoServersAppendToTheSameGames(t *testing.T) {
	address := cluster.Database(t)
	servers := []*postgres.DB{openAt(t, address, postgres.Options{}), openAt(t, address, postgres.Options{})}
	tabletest.NewPlayer(t, servers[0], "p1")
	const games, each = 8, 20
	var confirmed [games]atomic.Int64
	var conflicts atomic.Int64
	var wg sync.WaitGroup
	for i := range games {
		id := fmt.Sprintf("game%06d", i)
		tabletest.NewGame(t, servers[0], id, "p1")
		for _, d := range servers {
			wg.Go(func() {
				for after := uint32(0); after < each; {
					err := d.Append(t.Context(), tabletest.NextMove(id, after, 1))
					switch {
					case err == nil:
						confirmed[i].Add(1)
						after++
					case assert.ErrorIs(t, err, storage.ErrConflict):
						conflicts.Add(1)
						g, _, err := d.Game(t.Context(), id)
						if !assert.NoError(t, err) {
							return
						}
						after = g.Seq
					default:
						return
					}
				}
			})
		}
	}
	wg.Wait()
	for i := range games {
		moves, err := servers[0].Moves(t.Context(), fmt.Sprintf("game%06d", i), 0, 0)
		require.NoError(t, err)
		assert.Len(t, moves, each)
		assert.EqualValues(t, each, confirmed[i].Load())
	}
	assert.Positive(t, conflicts.Load(), "they met")
}

// A commit that the database refuses takes no other one of its group along.
func TestACommitThatIsRefusedIsAlone(t *testing.T) {
	d := open(t)
	tabletest.NewPlayer(t, d, "p1")
	errs := make([]error, 20)
	var wg sync.WaitGroup
	for i := range errs {
		id := fmt.Sprintf("game%06d", i)
		tabletest.NewGame(t, d, id, "p1")
		wg.Go(func() {
			c := tabletest.NextMove(id, 0, 1)
			if i%5 == 0 {
				c.Owner = "nobody there"
			}
			errs[i] = d.Append(t.Context(), c)
		})
	}
	wg.Wait()
	for i, err := range errs {
		if i%5 == 0 {
			assert.ErrorIs(t, err, storage.ErrConflict, "%d", i)
		} else {
			assert.NoError(t, err, "%d", i)
		}
	}
}

// PostgreSQL is killed again and again while moves are appended: each move that was
// confirmed is in the log, the others are refused as failed or written after all,
// and writing goes on by itself.
func TestKilledDatabaseLosesNothing(t *testing.T) {
	c := cluster.Fresh(t)
	address, err := c.Database(t.Context())
	require.NoError(t, err)
	d := openAt(t, address, postgres.Options{})
	tabletest.NewPlayer(t, d, "p1")
	stop := make(chan struct{})
	var wg sync.WaitGroup
	const games = 8
	var confirmed, failed [games]uint32
	for i := range games {
		id := fmt.Sprintf("game%06d", i)
		tabletest.NewGame(t, d, id, "p1")
		wg.Go(func() {
			after := uint32(0)
			for {
				select {
				case <-stop:
					return
				default:
				}
				err := d.Append(context.Background(), tabletest.NextMove(id, after, 1))
				if err == nil {
					after++
					confirmed[i] = after
					continue
				}
				if !assert.ErrorIs(t, err, storage.ErrFailed) {
					return
				}
				failed[i]++
				for { // the log is the truth
					g, _, err := d.Game(context.Background(), id)
					if err == nil {
						after = g.Seq
						break
					}
					time.Sleep(20 * time.Millisecond)
				}
			}
		})
	}
	kills := 3
	if testing.Short() {
		kills = 1
	}
	for range kills {
		time.Sleep(300 * time.Millisecond)
		c.Kill()
		require.Error(t, d.Ping(t.Context()))
		require.NoError(t, c.Start(t.Context()))
		require.Eventually(t, func() bool { return d.Ping(t.Context()) == nil }, time.Minute, 50*time.Millisecond)
	}
	time.Sleep(300 * time.Millisecond)
	close(stop)
	wg.Wait()
	total := uint32(0)
	for i := range games {
		moves, err := d.Moves(t.Context(), fmt.Sprintf("game%06d", i), 0, 0)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, len(moves), int(confirmed[i]), "confirmed and lost")
		for n, m := range moves {
			require.EqualValues(t, n+1, m.First)
		}
		total += confirmed[i]
	}
	t.Log(total, "moves confirmed,", failed, "refused")
	assert.Positive(t, total)
}

// The answer to a commit is lost, and the connection after it: nobody knows whether
// the move was written. The store looks before it answers, and it is there once.
func TestACommitWhoseAnswerIsLost(t *testing.T) {
	d, proxy, address := proxied(t)
	witness := openAt(t, address, postgres.Options{})
	tabletest.NewPlayer(t, d, "p1")
	tabletest.NewGame(t, d, "game000001", "p1")
	require.NoError(t, d.Append(t.Context(), tabletest.NextMove("game000001", 0, 1)))
	for _, written := range []bool{true, false} {
		before, err := witness.Moves(t.Context(), "game000001", 0, 0)
		require.NoError(t, err)
		fault := postgrestest.Swallow // the question is lost
		if written {
			fault = postgrestest.Deaf // the answer is lost
		}
		proxy.Set(fault)
		done := make(chan error, 1)
		go func() {
			done <- d.Append(context.Background(), tabletest.NextMove("game000001", uint32(len(before)), 1))
		}()
		if written {
			require.Eventually(t, func() bool {
				now, err := witness.Moves(t.Context(), "game000001", 0, 0)
				return err == nil && len(now) == len(before)+1
			}, time.Minute, 5*time.Millisecond, "it is committed, and nobody was told")
		} else {
			time.Sleep(50 * time.Millisecond)
		}
		proxy.Set(postgrestest.None)
		proxy.Cut()
		require.NoError(t, <-done)
		now, err := witness.Moves(t.Context(), "game000001", 0, 0)
		require.NoError(t, err)
		assert.Len(t, now, len(before)+1, "once, and not twice")
	}
}

// A panic while a group is written is an error of that group; the next one has its turn.
func TestAPanicIsAnErrorOfItsGroup(t *testing.T) {
	d := postgres.Broken()
	for range 3 {
		err := make(chan error, 1)
		go func() { err <- d.Append(context.Background(), tabletest.NextMove("game000001", 0, 1)) }()
		select {
		case err := <-err:
			require.ErrorIs(t, err, storage.ErrFailed)
			require.ErrorContains(t, err, "panic")
		case <-time.After(10 * time.Second):
			require.Fail(t, "nobody was answered")
		}
	}
}

// Of moves in quick succession the other servers hear in few notifications, of a
// move after a pause at once, of each game that was written to, and of the last ones
// before the server is closed.
func TestMovesInQuickSuccessionAreToldTogether(t *testing.T) {
	address := cluster.Database(t)
	d := openAt(t, address, postgres.Options{})
	other := openAt(t, address, postgres.Options{})
	tabletest.NewPlayer(t, d, "p1")
	ids := []string{"game000001", "game000002", "game000003"}
	for _, id := range ids {
		tabletest.NewGame(t, d, id, "p1")
	}
	heard := hear(t, other)

	began := time.Now()
	require.NoError(t, d.Append(t.Context(), tabletest.NextMove(ids[0], 0, 1)))
	assert.Equal(t, []string{ids[0]}, (<-heard).Games, "at once, before the next one is made")
	const each = 60
	for i := range uint32(each) {
		require.NoError(t, d.Append(t.Context(), tabletest.NextMove(ids[1], i, 1)))
		require.NoError(t, d.Append(t.Context(), tabletest.NextMove(ids[2], i, 1)))
	}
	took := time.Since(began)
	require.NoError(t, d.Append(t.Context(), tabletest.NextMove(ids[0], 1, 1)))
	require.NoError(t, d.Close())
	var last, told = map[string]int{}, 0
	for last[ids[0]] == 0 || last[ids[1]] == 0 || last[ids[2]] == 0 {
		select {
		case n := <-heard:
			told++
			for _, id := range n.Games {
				last[id] = told
			}
		case <-time.After(10 * time.Second):
			require.Fail(t, "not everything was told", "%v", last)
		}
	}
	assert.LessOrEqual(t, told, int(took/(10*time.Millisecond))+3)
}

// In a database that was never analysed too, appending finds its rows by their
// keys: what it costs does not grow with the number of games.
func TestAppendingReadsNoWholeTable(t *testing.T) {
	c := cluster.Fresh(t)
	address, err := c.Database(t.Context())
	require.NoError(t, err)
	// while is how many rows are read without an index while a server does something.
	while := func(do func(*postgres.DB)) int64 {
		before := scanned(t, address)
		d, err := postgres.Open(t.Context(), address, postgres.Options{})
		require.NoError(t, err)
		do(d)
		require.NoError(t, d.Close())
		return scanned(t, address) - before
	}
	ids := make([]string, 300)
	while(func(d *postgres.DB) {
		tabletest.NewPlayer(t, d, "p1")
		for i := range ids {
			ids[i] = fmt.Sprintf("game%06d", i)
			tabletest.NewGame(t, d, ids[i], "p1")
		}
	})
	opening := while(func(*postgres.DB) {})
	alone := while(func(d *postgres.DB) {
		for i := range uint32(10) {
			require.NoError(t, d.Append(t.Context(), tabletest.NextMove(ids[0], i, 1)))
		}
	})
	together := while(func(d *postgres.DB) {
		var wg sync.WaitGroup
		for _, id := range ids[1:] {
			wg.Go(func() { assert.NoError(t, d.Append(t.Context(), tabletest.NextMove(id, 0, 1))) })
		}
		wg.Wait()
	})
	assert.Equal(t, opening, alone, "ten moves of one game")
	assert.Equal(t, opening, together, "a move in each of the other games")
}

// scanned is how many rows were read without an index so far. What a connection has
// read is counted when it has ended.
func scanned(t *testing.T, address string) (n int64) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer conn.Close(t.Context())
	require.Eventually(t, func() bool {
		var others int
		require.NoError(t, conn.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`).Scan(&others))
		return others == 0
	}, 20*time.Second, 10*time.Millisecond)
	require.NoError(t, conn.QueryRow(t.Context(), `SELECT coalesce(sum(seq_tup_read), 0)::bigint FROM pg_stat_user_tables
		WHERE relname IN ('games', 'moves')`).Scan(&n))
	return n
}
