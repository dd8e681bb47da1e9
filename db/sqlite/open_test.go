package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

var ctx = context.Background()

// raw runs SQL on a file that no DB has open.
func raw(t *testing.T, path string, queries ...string) {
	t.Helper()
	d, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	defer func() { require.NoError(t, d.Close()) }()
	for _, q := range queries {
		_, err := d.Exec(q)
		require.NoError(t, err, q)
	}
}

func TestWhatIsWrittenIsThereAfterReopening(t *testing.T) {
	path := file(t)
	d, err := sqlite.Open(ctx, path, sqlite.Options{})
	require.NoError(t, err)
	tabletest.NewPlayer(t, d, "p1")
	tabletest.NewGame(t, d, "game000001", "p1")
	require.NoError(t, d.Append(ctx, tabletest.NextMove("game000001", 0, 3)))
	require.NoError(t, d.Close())
	_, err = os.Stat(path + "-wal")
	assert.ErrorIs(t, err, os.ErrNotExist, "closing moves everything into the file")

	again := open(t, path, sqlite.Options{})
	moves, err := again.Moves(ctx, "game000001", 0, 0)
	require.NoError(t, err)
	assert.Len(t, moves, 1)
}

func TestOnlyOneServerOnAFile(t *testing.T) {
	path := file(t)
	d := open(t, path, sqlite.Options{})
	_, err := sqlite.Open(ctx, path, sqlite.Options{})
	require.ErrorIs(t, err, sqlite.ErrInUse)
	assert.Contains(t, err.Error(), path)
	link := filepath.Join(t.TempDir(), "link.db")
	if os.Symlink(path, link) == nil {
		_, err = sqlite.Open(ctx, link, sqlite.Options{})
		assert.ErrorIs(t, err, sqlite.ErrInUse, "by another name")
	}
	require.NoError(t, d.Ping(ctx))
}

func TestFourOpenersAtOnce(t *testing.T) {
	path := file(t)
	var wg sync.WaitGroup
	dbs, errs := make([]*sqlite.DB, 4), make([]error, 4)
	for i := range dbs {
		wg.Go(func() { dbs[i], errs[i] = sqlite.Open(ctx, path, sqlite.Options{}) })
	}
	wg.Wait()
	won := 0
	for i, d := range dbs {
		if errs[i] == nil {
			won++
			require.NoError(t, d.Close())
			continue
		}
		assert.ErrorIs(t, errs[i], sqlite.ErrInUse)
	}
	assert.Equal(t, 1, won)
	for range 3 {
		d, err := sqlite.Open(ctx, path, sqlite.Options{})
		require.NoError(t, err, "a schema that is up to date stays as it is")
		require.NoError(t, d.Close())
	}
	copies, err := filepath.Glob(path + ".schema-*")
	require.NoError(t, err)
	assert.Empty(t, copies)
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.WriteFile(in("text.db"), []byte(strings.Repeat("no database\n", 500)), 0o600))
	raw(t, in("other.db"), "CREATE TABLE notes (text TEXT)")
	raw(t, in("goose.db"), "CREATE TABLE goose_db_version (version_id INTEGER, is_applied INTEGER)",
		"INSERT INTO goose_db_version VALUES (7, 1)")
	d, err := sqlite.Open(ctx, in("newer.db"), sqlite.Options{})
	require.NoError(t, err)
	require.NoError(t, d.Close())
	raw(t, in("newer.db"), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)")
	for path, says := range map[string]string{
		"":                     "no file name",
		":memory:":             "no file name",
		dir:                    "is a folder",
		in("no/where.db"):      "does not exist",
		in("text.db"):          "is not a database",
		in("other.db"):         "another program",
		in("goose.db"):         "another program",
		in("newer.db"):         "newer bankhalter",
		in("text.db/below.db"): "text.db is not a folder",
	} {
		_, err := sqlite.Open(ctx, path, sqlite.Options{})
		if assert.Error(t, err, path) {
			assert.Contains(t, err.Error(), says, path)
		}
	}
	_, err = sqlite.Open(ctx, in("absent.db"), sqlite.Options{LookOnly: true})
	require.Error(t, err)
	assert.Contains(t, err.Error(), "there is no database")
	_, err = os.Stat(in("absent.db"))
	assert.ErrorIs(t, err, os.ErrNotExist, "looking creates nothing")
}

func TestOddFileNames(t *testing.T) {
	for _, name := range []string{"a b.db", "50%?x=1#y.db", "größe.db", "mode=ro&x.db"} {
		path := filepath.Join(t.TempDir(), name)
		open(t, path, sqlite.Options{})
		_, err := os.Stat(path)
		assert.NoError(t, err, name)
	}
}

// A file that is none of ours is left alone, and so is the folder around it.
func TestNothingIsLeftBesideAFileThatIsNoDatabase(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows removes no file that is open")
	}
	path := file(t)
	require.NoError(t, os.WriteFile(path, []byte(strings.Repeat("notes ", 1000)), 0o600))
	_, err := sqlite.Open(ctx, path, sqlite.Options{})
	require.ErrorIs(t, err, sqlite.ErrUnusable)
	left, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, left, 1)
	require.NoError(t, os.WriteFile(path+".lock", nil, 0o600))
	_, err = sqlite.Open(ctx, path, sqlite.Options{})
	require.ErrorIs(t, err, sqlite.ErrUnusable)
	assert.FileExists(t, path+".lock", "it was there before")
}

func TestOnlyTheOwnerMayReadTheFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no file modes")
	}
	path := file(t)
	d := open(t, path, sqlite.Options{})
	tabletest.NewPlayer(t, d, "p1")
	for _, name := range []string{path, path + "-wal", path + ".lock"} {
		info, err := os.Stat(name)
		require.NoError(t, err)
		assert.Zero(t, info.Mode().Perm()&0o077, name)
	}
}

func TestLookingAtAFileInUse(t *testing.T) {
	path := file(t)
	d := open(t, path, sqlite.Options{})
	tabletest.NewPlayer(t, d, "p1")
	look := open(t, path, sqlite.Options{LookOnly: true})
	p, err := look.Player(ctx, "p1")
	require.NoError(t, err)
	assert.Equal(t, "N p1", p.Name)
	assert.ErrorIs(t, look.RenamePlayer(ctx, "p1", "x"), storage.ErrFailed)
	tabletest.NewPlayer(t, d, "p2")
	_, err = look.Player(ctx, "p2")
	assert.NoError(t, err)
	assert.NoError(t, look.Ping(ctx))
}

func TestClosedDatabaseRefusesWrites(t *testing.T) {
	d, err := sqlite.Open(ctx, file(t), sqlite.Options{})
	require.NoError(t, err)
	require.NoError(t, d.Close())
	assert.ErrorIs(t, d.RenamePlayer(ctx, "p1", "x"), table.ErrClosed)
	assert.Error(t, d.Ping(ctx))
}

func TestEndedContextWritesNothing(t *testing.T) {
	d := open(t, file(t), sqlite.Options{})
	ended, cancel := context.WithCancel(ctx)
	cancel()
	err := d.CreatePlayer(ended, account.Player{ID: "p1", Name: "x"}, account.Token{Player: "p1", Kind: account.Bearer})
	require.ErrorIs(t, err, context.Canceled)
	_, err = d.Player(ctx, "p1")
	assert.True(t, errors.Is(err, storage.ErrNotFound))
}

func TestBackup(t *testing.T) {
	path := file(t)
	d := open(t, path, sqlite.Options{})
	tabletest.NewPlayer(t, d, "p1")
	tabletest.NewGame(t, d, "game000001", "p1")
	dest := filepath.Join(t.TempDir(), "copy?%.db")
	require.NoError(t, d.Backup(ctx, dest, false))
	assert.ErrorContains(t, d.Backup(ctx, dest, false), "exists already")
	require.NoError(t, d.Append(ctx, tabletest.NextMove("game000001", 0, 3)))
	require.NoError(t, d.Backup(ctx, dest, true))
	assert.ErrorContains(t, d.Backup(ctx, path, true), "the database itself")
	assert.ErrorContains(t, d.Backup(ctx, filepath.Dir(dest), true), "is a folder")
	assert.ErrorContains(t, d.Backup(ctx, filepath.Join(t.TempDir(), "no", "copy.db"), false), "does not exist")
	if runtime.GOOS != "windows" {
		here, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
		require.NoError(t, err)
		defer here.Close()
		assert.ErrorContains(t, d.Backup(ctx, here.Addr().String(), true), "a device or a pipe", "root would replace /dev/null")
	}
	if os.Geteuid() != 0 { // root writes everywhere
		closed := t.TempDir()
		require.NoError(t, os.Chmod(closed, 0o555))
		assert.ErrorContains(t, d.Backup(ctx, filepath.Join(closed, "copy.db"), false), "no file can be written into the folder")
	}
	look := open(t, path, sqlite.Options{LookOnly: true})
	require.NoError(t, look.Backup(ctx, dest, true), "while another process serves the file")

	left, err := os.ReadDir(filepath.Dir(dest))
	require.NoError(t, err)
	assert.Len(t, left, 1, "no parts are left behind")
	info, err := os.Stat(dest)
	require.NoError(t, err)
	if runtime.GOOS != "windows" {
		assert.Zero(t, info.Mode().Perm()&0o077, "a copy holds the same secrets")
	}
	again := open(t, dest, sqlite.Options{})
	moves, err := again.Moves(ctx, "game000001", 0, 0)
	require.NoError(t, err)
	assert.Len(t, moves, 1)
}

// The file itself is named if it is the file that cannot be read, and not its folder.
func TestAFileThatMayNotBeRead(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "games.db")
	d, err := sqlite.Open(ctx, path, sqlite.Options{})
	require.NoError(t, err)
	require.NoError(t, d.Close())
	require.NoError(t, os.Chmod(path, 0))
	for _, dir := range []string{folder, filepath.Dir(folder)} {
		require.NoError(t, os.Chmod(dir, 0o755)) //nolint:gosec // the folder is not what is in the way
	}
	unprivileged(t, func() { _, err = sqlite.Open(ctx, path, sqlite.Options{LookOnly: true}) })
	require.ErrorContains(t, err, path+" cannot be read by this user")
	assert.NotContains(t, err.Error(), "folder")
}

func readAll(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return b
}
