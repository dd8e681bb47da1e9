package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// said collects the log.
func said() (*slog.Logger, *bytes.Buffer) {
	var b bytes.Buffer
	return slog.New(slog.NewTextHandler(&b, nil)), &b
}

// crashed copies the files of an open database as a process that was killed
// leaves them behind.
func crashed(t *testing.T, d *DB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "left.db")
	for _, suffix := range []string{"", "-wal", "-shm"} {
		data, err := os.ReadFile(d.path + suffix)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path+suffix, data, 0o600))
	}
	return path
}

// full lets the database grow by so many pages and no further.
func full(t *testing.T, d *DB, more int) {
	t.Helper()
	var pages int
	require.NoError(t, d.read.QueryRow("PRAGMA page_count").Scan(&pages))
	require.NoError(t, d.do(ctx, "limit", 0, func(c *conn) error {
		return c.scan(fmt.Sprintf("PRAGMA max_page_count = %d", pages+more), nil, new(int))
	}))
}

func TestReadinessIsFoundOutByWriting(t *testing.T) {
	log, text := said()
	d := openTest(t, Options{Logger: log})
	require.NoError(t, d.Ping(ctx), "a server that nobody has written to tries it out")
	before := d.Stats().Writes
	require.NotZero(t, before)
	for range 10 {
		require.NoError(t, d.Ping(ctx))
	}
	assert.Equal(t, before, d.Stats().Writes, "what is known is not tried again")

	full(t, d, 0)
	big := func(c *conn) error {
		_, err := c.exec("INSERT INTO players (id, name, created_at) VALUES ('big', hex(zeroblob(50000)), 0)")
		return err
	}
	require.ErrorIs(t, d.do(ctx, "test", 0, big), storage.ErrDiskFull)
	require.ErrorIs(t, d.Ping(ctx), storage.ErrDiskFull)
	d.age()
	require.ErrorIs(t, d.Ping(ctx), storage.ErrDiskFull, "tried again and still full")
	require.NoError(t, d.do(ctx, "test", 0, addPlayer("small")), "a small write fits")
	d.fail(t)
	require.ErrorIs(t, d.Ping(ctx), storage.ErrDiskFull, "but that does not make it ready")

	full(t, d, 1000)
	d.fail(t)
	require.NoError(t, d.Ping(ctx), "nobody but the probe wrote, and it is ready again")
	require.NoError(t, d.do(ctx, "test", 0, big))
	n := 0
	require.NoError(t, d.read.QueryRow("SELECT count(*) FROM sessions").Scan(&n))
	assert.Zero(t, n, "the probe leaves nothing behind")
	assert.Contains(t, text.String(), "moves cannot be stored")
	assert.Contains(t, text.String(), "make room on the disk")
	assert.Contains(t, text.String(), "writing works again")
}

// age makes the last commit so old that it no longer counts.
func (d *DB) age() {
	_, err := d.writer.stats.Health()
	d.writer.stats.Ended(time.Now().Add(-time.Hour), err)
}

// fail pretends that the last commit failed, some time ago.
func (d *DB) fail(t *testing.T) {
	t.Helper()
	d.writer.stats.Ended(time.Now().Add(-time.Hour), fmt.Errorf("%w: %w", storage.ErrFailed, ErrFull))
}

func TestAnotherProgramHoldsTheLock(t *testing.T) {
	log, text := said()
	d := openTest(t, Options{Logger: log, busy: 300})
	require.NoError(t, d.do(ctx, "test", 0, addPlayer("before")))
	other, err := sql.Open("sqlite", "file:"+d.path)
	require.NoError(t, err)
	defer other.Close()
	hand, err := other.Conn(ctx)
	require.NoError(t, err)
	defer hand.Close()
	_, err = hand.ExecContext(ctx, "BEGIN IMMEDIATE")
	require.NoError(t, err)

	var wg sync.WaitGroup
	began := time.Now()
	for i := range 600 { // more than two batches
		wg.Go(func() { assert.ErrorIs(t, d.do(ctx, "test", 0, addPlayer(fmt.Sprint(i))), storage.ErrLocked) })
	}
	short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	d.age()
	require.Error(t, d.Ping(short), "who asks is not kept waiting")
	assert.True(t, has(t, d, "before"), "reading goes on")
	wg.Wait()
	assert.Less(t, time.Since(began), 3*time.Second, "all who wait for the same lock hear of it at once")
	assert.Contains(t, text.String(), "end the other program")
	assert.LessOrEqual(t, strings.Count(text.String(), "moves cannot be stored"), 2, "said once or twice, not 600 times")

	_, err = hand.ExecContext(ctx, "ROLLBACK")
	require.NoError(t, err)
	require.NoError(t, d.do(ctx, "test", 0, addPlayer("after")))
	assert.NoError(t, d.Ping(ctx))
	assert.False(t, has(t, d, "0"))
}

func TestAReadOnlyDatabaseWhileItIsServed(t *testing.T) {
	d := openTest(t, Options{})
	require.NoError(t, d.do(ctx, "test", 0, addPlayer("before")))
	only := func(on int) { // the writer is idle
		_, err := d.writer.conn.sql.ExecContext(ctx, fmt.Sprintf("PRAGMA query_only = %d", on))
		require.NoError(t, err)
	}
	only(1)
	require.ErrorIs(t, d.do(ctx, "test", 0, addPlayer("p")), storage.ErrReadOnly)
	require.ErrorIs(t, d.Ping(ctx), storage.ErrReadOnly)
	assert.False(t, has(t, d, "p"))
	only(0)
	d.age()
	require.NoError(t, d.Ping(ctx))
	require.NoError(t, d.do(ctx, "test", 0, addPlayer("p")))
}

func TestAWriteThatWasCutOffIsLeftOut(t *testing.T) {
	d := openTest(t, Options{})
	for i := range 20 {
		require.NoError(t, d.do(ctx, "test", 0, addPlayer(fmt.Sprint(i))))
	}
	path := crashed(t, d)
	wal, err := os.ReadFile(path + "-wal")
	require.NoError(t, err)
	// Half of a frame of the next write, as a power cut leaves it: the index
	// does not include it.
	frame := append([]byte(nil), wal[walHeader:walHeader+frameHeader+4096]...)
	require.NoError(t, os.WriteFile(path+"-wal", append(wal, frame...), 0o600))
	log, text := said()
	again, err := Open(ctx, path, Options{Logger: log})
	require.NoError(t, err)
	defer again.Close()
	for i := range 20 {
		assert.True(t, has(t, again, fmt.Sprint(i)))
	}
	assert.Contains(t, text.String(), "a write that was not confirmed was cut off")
}

func TestConfirmedMovesThatAreMissingAreSaid(t *testing.T) {
	d := openTest(t, Options{})
	for i := range 20 {
		require.NoError(t, d.do(ctx, "test", 0, addPlayer(fmt.Sprint(i))))
	}
	for name, harm := range map[string]func(wal []byte) []byte{
		"truncated between transactions": func(wal []byte) []byte { return wal[:walHeader+10*(frameHeader+4096)] },
		"a torn last page": func(wal []byte) []byte {
			clear(wal[len(wal)-2048:])
			return wal
		},
		"a flipped bit in the middle": func(wal []byte) []byte {
			wal[len(wal)/2] ^= 1
			return wal
		},
		"gone": func([]byte) []byte { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			path := crashed(t, d)
			wal, err := os.ReadFile(path + "-wal")
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path+"-wal", harm(wal), 0o600))
			_, err = Open(ctx, path, Options{})
			require.ErrorIs(t, err, ErrDamaged)
			assert.Contains(t, err.Error(), "confirmed moves are missing")
			assert.Contains(t, err.Error(), "delete "+path+"-shm")

			require.NoError(t, os.Remove(path+"-shm"))
			again, err := Open(ctx, path, Options{})
			require.NoError(t, err, "the operator has decided to go on with what is left")
			require.NoError(t, again.Close())
		})
	}
	path := crashed(t, d)
	whole, err := Open(ctx, path, Options{})
	require.NoError(t, err, "nothing is wrong with a log that was only left behind")
	assert.True(t, has(t, whole, "19"))
	require.NoError(t, whole.Close())
}

func TestDurabilityNormalMayLoseTheLastMoves(t *testing.T) {
	d := openTest(t, Options{Sync: Normal})
	for i := range 20 {
		require.NoError(t, d.do(ctx, "test", 0, addPlayer(fmt.Sprint(i))))
	}
	path := crashed(t, d)
	wal, err := os.ReadFile(path + "-wal")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path+"-wal", wal[:len(wal)-2*(frameHeader+4096)], 0o600))
	log, text := said()
	again, err := Open(ctx, path, Options{Sync: Normal, Logger: log})
	require.NoError(t, err)
	defer again.Close()
	assert.Contains(t, text.String(), "the last moves are lost")
}

func TestATornPageIsNotReadSilently(t *testing.T) {
	d := openTest(t, Options{})
	for i := range 2000 {
		require.NoError(t, d.do(ctx, "test", 0, addPlayer(fmt.Sprintf("player%06d", i))))
	}
	_, err := d.spare.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
	require.NoError(t, err)
	path := crashed(t, d)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	pages := 0
	for page := range slices.Chunk(data, 4096) { // also where it was before a page was split
		if bytes.Contains(page, []byte("player000700")) {
			clear(page[:2048]) // the half with the header of the page
			pages++
		}
	}
	require.Positive(t, pages)
	require.NoError(t, os.WriteFile(path, data, 0o600))
	log, text := said()
	again, err := Open(ctx, path, Options{Logger: log})
	require.NoError(t, err)
	defer again.Close()
	require.NoError(t, again.Ping(ctx))
	_, err = again.Player(ctx, "player000700")
	require.ErrorIs(t, err, storage.ErrCorrupt)
	require.ErrorIs(t, again.Ping(ctx), storage.ErrCorrupt, "not ready from then on")
	assert.Contains(t, text.String(), "restore a backup")
	faults, err := again.Integrity(ctx)
	require.NoError(t, err)
	assert.NotEmpty(t, faults)
	sound, err := d.Integrity(ctx)
	require.NoError(t, err)
	assert.Empty(t, sound)
}

// One table whose times are spoilt hides those of no other.
func TestTimesThatCannotBeReadAreLeftOut(t *testing.T) {
	log, text := said()
	d := openTest(t, Options{Logger: log})
	tabletest.NewPlayer(t, d, "p1")
	tempo := &timecontrol.State{Seats: []timecontrol.SeatTime{{}}}
	for _, id := range []string{"game000001", "game000002"} {
		g := tabletest.NewGame(t, d, id, "p1")
		require.NoError(t, d.SaveTempo(ctx, id, 0, tempo, time.Time{}))
		require.NoError(t, d.Append(ctx, tabletest.NextMove(g.ID, 0, 1)))
	}
	require.NoError(t, d.do(ctx, "spoil", 0, func(c *conn) error {
		_, err := c.exec(`UPDATE games SET clocks = '"soon"' WHERE id = 'game000001'`)
		return err
	}))
	all, err := d.Tempos(ctx, "p1")
	require.NoError(t, err)
	assert.Equal(t, map[string]*timecontrol.State{"game000002": tempo}, all)
	assert.Contains(t, text.String(), "game000001")
}

// A restore that fails half way leaves the database with all its moves.
func TestARestoreThatFailsHalfWay(t *testing.T) {
	d := openTest(t, Options{})
	copied := filepath.Join(t.TempDir(), "copy.db")
	require.NoError(t, d.Backup(ctx, copied, false))
	require.NoError(t, d.do(ctx, "test", 0, addPlayer("late")))
	path := crashed(t, d)
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	aside := path + ".before-restore-20261120-120000"
	require.NoError(t, os.MkdirAll(filepath.Join(aside+"-shm", "in the way"), 0o700))

	_, err := Restore(ctx, copied, path, now)
	require.Error(t, err)
	assert.NoFileExists(t, aside)
	assert.NoFileExists(t, aside+"-wal")
	again, err := Open(ctx, path, Options{})
	require.NoError(t, err)
	assert.True(t, has(t, again, "late"), "what stood in the log beside the file is still there")
	require.NoError(t, again.Close())
}

// What backups have left that were killed is cleared away by the next one under the same
// name; one that is being written and other people's files stay.
func TestABackupClearsAwayTheRemainsOfOne(t *testing.T) {
	if !canLockInode {
		t.Skip("one that is being written cannot be told from remains")
	}
	d := openTest(t, Options{})
	name := filepath.Join(t.TempDir(), "copy[1].db")
	for _, end := range []string{".KILLEDAA.part", ".KILLEDAA.part-journal", ".mine.part"} {
		require.NoError(t, os.WriteFile(name+end, []byte("a part"), 0o600))
	}
	for _, folder := range []string{".KILLEDBB.part", ".FOREIGNA.part"} {
		require.NoError(t, os.Mkdir(name+folder, 0o700))
	}
	other := filepath.Join(name+".KILLEDBB.part", PartDatabase)
	lock, err := lockDatabase(other)
	require.NoError(t, err)
	busy, err := beginPart(name + ".BUSYBUSY.part")
	require.NoError(t, err)
	left := func() (all []string) {
		found, err := filepath.Glob(globbed(name) + "*")
		require.NoError(t, err)
		for _, one := range found {
			all = append(all, strings.TrimPrefix(one, name))
		}
		return all
	}
	require.NoError(t, d.Backup(ctx, name, false))
	assert.Equal(t, []string{"", ".BUSYBUSY.part", ".FOREIGNA.part", ".KILLEDBB.part", ".mine.part"}, left())
	require.NoError(t, busy.Close())
	require.NoError(t, lock.release())
	require.NoError(t, d.Backup(ctx, name, true))
	assert.Equal(t, []string{"", ".FOREIGNA.part", ".mine.part"}, left())
}

// What a restore has left that was killed is cleared away by the next one.
func TestARestoreClearsAwayTheRemainsOfOne(t *testing.T) {
	d := openTest(t, Options{})
	copied := filepath.Join(t.TempDir(), "copy.db")
	require.NoError(t, d.Backup(ctx, copied, false))
	path := crashed(t, d)
	for _, end := range []string{"", ".ABCDEFGH.part", ".ABCDEFGH.part-journal"} {
		require.NoError(t, os.WriteFile(path+".restore.part"+end, []byte("a part"), 0o600))
	}
	_, err := Restore(ctx, copied, path, time.Now())
	require.NoError(t, err)
	left, err := filepath.Glob(path + ".restore*")
	require.NoError(t, err)
	assert.Empty(t, left)
}
