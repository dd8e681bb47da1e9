package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/talk"
	migrations "github.com/bankhalter/bankhalter/migrations/sqlite"
)

var ctx = context.Background()

func openTest(t testing.TB, opt Options) *DB {
	t.Helper()
	d, err := Open(ctx, filepath.Join(t.TempDir(), "test.db"), opt)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

func addPlayer(id string) func(*conn) error {
	return func(c *conn) error {
		_, err := c.exec("INSERT INTO players (id, name, created_at) VALUES (?, 'x', 0)", id)
		return err
	}
}

func has(t *testing.T, d *DB, id string) bool {
	t.Helper()
	_, err := d.Player(ctx, account.PlayerID(id))
	if err != nil {
		require.ErrorIs(t, err, storage.ErrNotFound)
	}
	return err == nil
}

// send queues a write, so that the order of calls is that of the queue, and
// gives its result later.
func send(t *testing.T, d *DB, size int, run func(*conn) error) <-chan error {
	t.Helper()
	j, err := d.writer.send(size, run)
	require.NoError(t, err)
	result := make(chan error, 1)
	go func() { result <- d.writer.await(j) }()
	return result
}

// hold keeps the writer busy until the returned function is called, so that
// writes sent meanwhile end up in one batch.
func hold(t *testing.T, d *DB) (release func()) {
	t.Helper()
	entered, gate := make(chan struct{}), make(chan struct{})
	done := send(t, d, 0, func(*conn) error {
		close(entered)
		<-gate
		return nil
	})
	<-entered
	return func() {
		close(gate)
		require.NoError(t, <-done)
	}
}

// together runs the writes in one batch and returns their results.
func together(t *testing.T, d *DB, runs ...func(*conn) error) []error {
	t.Helper()
	release := hold(t, d)
	dones := make([]<-chan error, len(runs))
	for i, run := range runs {
		dones[i] = send(t, d, 0, run)
	}
	before := d.Stats().Batches
	release()
	errs := make([]error, len(runs))
	for i := range dones {
		errs[i] = failure("test", <-dones[i])
	}
	assert.Equal(t, before+2, d.Stats().Batches, "one batch for the holder and one for the rest")
	return errs
}

func TestAFailedWriteDoesNotHarmItsBatch(t *testing.T) {
	d := openTest(t, Options{})
	require.NoError(t, d.do(ctx, "test", 0, addPlayer("taken")))
	errs := together(t, d,
		addPlayer("first"),
		addPlayer("taken"),
		func(c *conn) error {
			if err := addPlayer("half")(c); err != nil {
				return err
			}
			return storage.ErrConflict
		},
		addPlayer("last"),
	)
	assert.NoError(t, errs[0])
	assert.ErrorIs(t, errs[1], storage.ErrConflict)
	assert.ErrorIs(t, errs[2], storage.ErrConflict)
	assert.NoError(t, errs[3])
	assert.True(t, has(t, d, "first"))
	assert.False(t, has(t, d, "half"), "what a failed write did before is taken back")
	assert.True(t, has(t, d, "last"))
	assert.NoError(t, d.Ping(ctx))
}

func TestAFailedCommitFailsEverybodyInIt(t *testing.T) {
	var broken error
	d := openTest(t, Options{onCommit: func() error { return broken }})
	broken = errors.New("power cut")
	errs := together2(t, d, addPlayer("first"), addPlayer("second"))
	for _, err := range errs {
		assert.ErrorIs(t, err, storage.ErrFailed)
	}
	assert.False(t, has(t, d, "first"))
	assert.False(t, has(t, d, "second"))
	assert.ErrorIs(t, d.Ping(ctx), storage.ErrFailed, "not ready while writing fails")
	assert.EqualValues(t, 2, d.Stats().Failed)

	broken = nil
	require.NoError(t, d.do(ctx, "test", 0, addPlayer("first")), "and well again by itself")
	assert.NoError(t, d.Ping(ctx))
}

// together2 is together for a writer whose commits fail, the holder's too.
func together2(t *testing.T, d *DB, runs ...func(*conn) error) []error {
	t.Helper()
	entered, gate := make(chan struct{}), make(chan struct{})
	holder := send(t, d, 0, func(*conn) error {
		close(entered)
		<-gate
		return nil
	})
	<-entered
	errs := make([]error, len(runs))
	dones := make([]<-chan error, len(runs))
	for i, run := range runs {
		dones[i] = send(t, d, 0, run)
	}
	close(gate)
	require.Error(t, <-holder)
	for i := range dones {
		errs[i] = <-dones[i]
	}
	return errs
}

func TestAPanicFailsItsWriteAlone(t *testing.T) {
	d := openTest(t, Options{})
	errs := together(t, d, addPlayer("first"), func(c *conn) error {
		assert.NoError(t, addPlayer("half")(c))
		panic("a bug")
	})
	assert.NoError(t, errs[0])
	assert.ErrorContains(t, errs[1], "a bug")
	assert.True(t, has(t, d, "first"))
	assert.False(t, has(t, d, "half"))
}

func TestACommitThatSQLiteRefuses(t *testing.T) {
	d := openTest(t, Options{})
	errs := together(t, d, addPlayer("first"), func(c *conn) error {
		if err := c.plain("PRAGMA defer_foreign_keys = 1"); err != nil {
			return err
		}
		_, err := c.exec("INSERT INTO seats (game, seat, name, bot) VALUES ('nowhere', 0, '', '')")
		return err // nil: only COMMIT finds that the game is missing
	})
	for _, err := range errs {
		assert.Error(t, err)
	}
	assert.False(t, has(t, d, "first"))
	require.NoError(t, d.do(ctx, "test", 0, addPlayer("first")), "the next batch begins afresh")
}

func TestAFullDisk(t *testing.T) {
	d := openTest(t, Options{})
	var pages int
	require.NoError(t, d.read.QueryRow("PRAGMA page_count").Scan(&pages))
	limit := func(n int) {
		require.NoError(t, d.do(ctx, "limit", 0, func(c *conn) error {
			return c.scan(fmt.Sprintf("PRAGMA max_page_count = %d", n), nil, new(int))
		}))
	}
	limit(pages)
	big := func(c *conn) error {
		_, err := c.exec("INSERT INTO players (id, name, created_at) VALUES ('big', hex(zeroblob(100000)), 0)")
		return err
	}
	errs := together(t, d, addPlayer("small"), big)
	for _, err := range errs {
		assert.ErrorIs(t, err, storage.ErrFailed)
		assert.ErrorIs(t, err, ErrFull)
	}
	assert.False(t, has(t, d, "small"))
	assert.ErrorIs(t, d.Ping(ctx), ErrFull)
	limit(pages + 1000)
	require.NoError(t, d.do(ctx, "test", 0, big))
}

func TestAFullQueue(t *testing.T) {
	d := openTest(t, Options{Queue: 2})
	release := hold(t, d)
	var wg sync.WaitGroup
	for _, id := range []string{"a", "b"} {
		done := send(t, d, 0, addPlayer(id))
		wg.Go(func() { assert.NoError(t, <-done) })
	}
	assert.ErrorIs(t, d.do(ctx, "test", 0, addPlayer("c")), storage.ErrBusy)
	assert.Equal(t, 2, d.Stats().Queue)
	assert.EqualValues(t, 1, d.Stats().Refused)
	release()
	wg.Wait()
	assert.False(t, has(t, d, "c"))
	require.NoError(t, d.do(ctx, "test", 0, addPlayer("c")))
}

func TestBatchesAreBounded(t *testing.T) {
	d := openTest(t, Options{maxJobs: 3, maxBytes: 100})
	release := hold(t, d)
	var dones []<-chan error
	for i, size := range []int{1, 1, 1, 1, 99, 1, 200, 1} {
		dones = append(dones, send(t, d, size, addPlayer(fmt.Sprint(i))))
	}
	release()
	for _, done := range dones {
		require.NoError(t, <-done)
	}
	s := d.Stats()
	assert.EqualValues(t, 1+4, s.Batches, "the holder, then 1+1+1, 1+99, 1+200 and 1")
	assert.EqualValues(t, 9, s.Writes)
	assert.EqualValues(t, 9, s.BatchSize.Sum)
}

func TestClosingFinishesWhatWasAccepted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	d, err := Open(ctx, path, Options{})
	require.NoError(t, err)
	release := hold(t, d)
	done := send(t, d, 0, addPlayer("late"))
	closed := make(chan error)
	go func() { closed <- d.Close() }()
	release()
	require.NoError(t, <-done)
	require.NoError(t, <-closed)
	again, err := Open(ctx, path, Options{})
	require.NoError(t, err)
	defer again.Close()
	assert.True(t, has(t, again, "late"))
}

// On a busy machine the checkpointer may come too late once, but not each time.
func TestCheckpointsKeepTheLogShort(t *testing.T) {
	page := make([]byte, 4096)
	put := func(c *conn) error {
		for range 16 {
			if _, err := c.exec("INSERT OR REPLACE INTO instance (name, value) VALUES (hex(randomblob(1)), ?)", page); err != nil {
				return err
			}
		}
		return nil
	}
	written := func() int64 {
		d := openTest(t, Options{})
		var wg sync.WaitGroup
		for range 4 { // without a pause, so that the checkpointer never finds all of the log finished
			wg.Go(func() {
				for range checkpointPages / 24 {
					assert.NoError(t, d.do(ctx, "test", 0, put))
				}
			})
		}
		wg.Wait()
		log, err := os.Stat(d.path + walSuffix)
		require.NoError(t, err)
		return log.Size()
	}
	const most = int64(netPages * (frameHeader + 4096))
	size := written()
	for tries := 0; size >= most && tries < 3; tries++ {
		size = written()
	}
	assert.Less(t, size, most, "the writer never had to make a checkpoint of its own")
}

// later adds a step to the real migrations.
func later(sql string) fstest.MapFS {
	steps := fstest.MapFS{"99998_later.sql": {Data: []byte("-- +goose Up\n" + sql + "\n")}}
	names, err := migrations.FS.ReadDir(".")
	if err != nil {
		panic(err)
	}
	for _, n := range names {
		data, err := migrations.FS.ReadFile(n.Name())
		if err != nil {
			panic(err)
		}
		steps[n.Name()] = &fstest.MapFile{Data: data}
	}
	return steps
}

func TestALaterSchema(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	d, err := Open(ctx, path, Options{})
	require.NoError(t, err)
	require.NoError(t, d.do(ctx, "test", 0, addPlayer("p1")))
	require.NoError(t, d.Close())

	_, err = Open(ctx, path, Options{steps: later("CREATE TABLE extra (x TEXT) STRICT; CREATE TABLE extra (x TEXT) STRICT;")})
	require.Error(t, err, "a step that fails")
	d, err = Open(ctx, path, Options{})
	require.NoError(t, err, "leaves the schema as it was")
	require.NoError(t, d.Close())

	d, err = Open(ctx, path, Options{steps: later("CREATE TABLE extra (x TEXT) STRICT;")})
	require.NoError(t, err)
	assert.True(t, has(t, d, "p1"))
	require.NoError(t, d.Close())
	copies, err := filepath.Glob(path + ".schema-*.bak")
	require.NoError(t, err)
	require.NotEmpty(t, copies, "the file as it was before is kept")
	old, err := Open(ctx, copies[0], Options{})
	require.NoError(t, err)
	assert.True(t, has(t, old, "p1"))
	require.NoError(t, old.Close())

	_, err = Open(ctx, path, Options{})
	assert.ErrorContains(t, err, "newer bankhalter")
	_, err = Open(ctx, path, Options{LookOnly: true})
	assert.ErrorContains(t, err, "newer bankhalter")
}

// Whatever people write is compared and kept, and never read as SQL.
func TestTextIsNoSQL(t *testing.T) {
	const text = `'; DELETE FROM games; -- "%_\`
	d, at := openTest(t, Options{}), time.UnixMilli(1e12).UTC()
	for _, id := range []account.PlayerID{"plain", text} {
		p := account.Player{ID: id, Name: string(id), CreatedAt: at}
		require.NoError(t, d.CreatePlayer(ctx, p, account.Token{Hash: account.HashToken(string(id)), Kind: account.Bearer, Player: id, CreatedAt: at}))
	}
	tabletest.NewGame(t, d, "game000001", "plain")
	g := tabletest.NewGame(t, d, text, text)
	g.Title, g.Rev = text, g.Rev+1
	require.NoError(t, d.SaveGame(ctx, g))
	m := talk.Message{Game: text, ID: 1, Rev: 1, At: at, Player: text, Name: text, Text: text}
	require.NoError(t, d.AddMessage(ctx, m, 9))
	note := talk.Note{Player: text, Game: text, Text: text, At: at}
	require.NoError(t, d.SaveNote(ctx, note, time.Time{}))

	for name, f := range map[string]table.Filter{
		"who sits": {Player: text}, "who owns": {Owner: text}, "all at once": {
			Player: text, Owner: text, Public: true, Visible: text, Statuses: []game.Status{game.InLobby, game.Playing},
			Before: time.Now(), Older: &table.Spot{At: time.Now(), ID: text}, Limit: 3,
		},
	} {
		found, err := d.Games(ctx, f)
		require.NoError(t, err, name)
		require.Len(t, found, 1, name)
		assert.Equal(t, text, found[0].Title, name)
	}
	found, err := d.Find(ctx, operator.Search{Text: text, Limit: 9})
	require.NoError(t, err)
	assert.Len(t, found, 1)
	people, err := d.People(ctx, text, 9, 0)
	require.NoError(t, err)
	require.Len(t, people, 1)
	assert.Equal(t, text, people[0].Name)
	said, err := d.Messages(ctx, text, talk.Span{})
	require.NoError(t, err)
	assert.Equal(t, []talk.Message{m}, said)
	kept, err := d.Note(ctx, text, text)
	require.NoError(t, err)
	assert.Equal(t, note, kept)

	require.NoError(t, d.DeleteGame(ctx, text))
	require.NoError(t, d.Sweep(ctx, time.Now()))
	left, err := d.Games(ctx, table.Filter{})
	require.NoError(t, err)
	require.Len(t, left, 1)
	assert.Equal(t, "game000001", left[0].ID)
}
