package sqlite_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// killedDatabase is the files of a database whose server was killed with a move in its log, under
// a name in a folder of its own, and a database that goes on with one move more.
func killedDatabase(t *testing.T) (left string, on *sqlite.DB) {
	t.Helper()
	path := file(t)
	d := open(t, path, sqlite.Options{})
	tabletest.NewPlayer(t, d, "p1")
	tabletest.NewGame(t, d, "game000001", "p1")
	require.NoError(t, d.Append(ctx, tabletest.NextMove("game000001", 0, 3)))
	left = filepath.Join(t.TempDir(), "left.db")
	for _, end := range []string{"", "-wal", "-shm"} {
		require.NoError(t, os.WriteFile(left+end, readAll(t, path+end), 0o600))
	}
	require.NoError(t, d.Append(ctx, tabletest.NextMove("game000001", 3, 2)))
	return left, d
}

func moves(t *testing.T, path string) int {
	t.Helper()
	d, err := sqlite.Open(ctx, path, sqlite.Options{})
	require.NoError(t, err)
	list, err := d.Moves(ctx, "game000001", 0, 0)
	require.NoError(t, err)
	require.NoError(t, d.Close())
	return len(list)
}

// A database that was deleted under its server leaves its latest moves in the log. The next
// server does not begin anew beside it, which would write over them.
func TestALogWithoutItsDatabaseIsKept(t *testing.T) {
	for name, lose := range map[string]func(string) error{"deleted": os.Remove, "emptied": func(path string) error { return os.Truncate(path, 0) }} {
		t.Run(name, func(t *testing.T) {
			path, _ := killedDatabase(t)
			whole, log := readAll(t, path), readAll(t, path+"-wal")
			require.NoError(t, lose(path))
			_, err := sqlite.Open(ctx, path, sqlite.Options{})
			require.ErrorIs(t, err, sqlite.ErrDamaged)
			assert.ErrorContains(t, err, "put the file back")
			assert.Equal(t, log, readAll(t, path+"-wal"))

			require.NoError(t, os.WriteFile(path, whole, 0o600))
			assert.Equal(t, 1, moves(t, path), "with the file back the move is there")
		})
	}
}

func TestACopyIsNotRestoredIntoAStaleLog(t *testing.T) {
	path, d := killedDatabase(t)
	copied := filepath.Join(t.TempDir(), "copy.db")
	require.NoError(t, d.Backup(ctx, copied, false))
	log := readAll(t, path+"-wal")
	require.NoError(t, os.Remove(path))

	aside, err := sqlite.Restore(ctx, copied, path, time.Now())
	require.NoError(t, err)
	assert.Equal(t, log, readAll(t, aside), "the log of the database that is gone is kept")
	assert.Equal(t, 2, moves(t, path))
}

func TestACopyIsNotWrittenIntoAStaleLog(t *testing.T) {
	path, d := killedDatabase(t)
	require.NoError(t, d.Backup(ctx, path, true))
	assert.NoFileExists(t, path+"-wal")
	assert.Equal(t, 2, moves(t, path))

	served, err := sqlite.Open(ctx, path, sqlite.Options{})
	require.NoError(t, err)
	require.ErrorIs(t, d.Backup(ctx, path, true), sqlite.ErrInUse)
	require.NoError(t, served.Close())

	gone, _ := killedDatabase(t)
	require.NoError(t, os.Remove(gone))
	log := readAll(t, gone+"-wal")
	for _, replace := range []bool{false, true} {
		require.ErrorContains(t, d.Backup(ctx, gone, replace), "the log of a database that is gone")
	}
	assert.Equal(t, log, readAll(t, gone+"-wal"))
}
