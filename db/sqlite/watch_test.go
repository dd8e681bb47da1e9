package sqlite

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// served is an open database and its log. It is left open, as a
// process does whose files are gone.
func served(t *testing.T) (d *DB, said func() string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps files that are open")
	}
	log, text := keptLog()
	d, err := Open(context.Background(), filepath.Join(t.TempDir(), "served.db"), Options{Logger: log})
	require.NoError(t, err)
	tabletest.NewPlayer(t, d, "p1")
	return d, text
}

// refuses checks that nothing is written and that this is said.
func refuses(t *testing.T, d *DB) {
	t.Helper()
	require.ErrorIs(t, d.Ping(ctx), storage.ErrFileGone)
	err := d.RenamePlayer(ctx, "p1", "lost")
	require.ErrorIs(t, err, storage.ErrFileGone)
	require.ErrorIs(t, err, storage.ErrFailed)
	assert.True(t, d.Stats().Gone)
	p, err := d.Player(ctx, "p1")
	require.NoError(t, err, "reading goes on")
	assert.Equal(t, "N p1", p.Name)
}

func TestADatabaseThatIsDeletedIsNotWrittenTo(t *testing.T) {
	for _, end := range []string{"", "-wal", "-shm"} {
		d, said := served(t)
		aside := d.path + ".aside"
		require.NoError(t, os.Rename(d.path+end, aside))
		refuses(t, d)
		assert.Equal(t, 1, strings.Count(said(), "deleted or replaced while it is open"), "it is said once")
		assert.Contains(t, said(), "is not there")

		require.NoError(t, os.Rename(aside, d.path+end))
		require.Eventually(t, func() bool { return d.RenamePlayer(ctx, "p1", "kept") == nil }, time.Minute, watchEvery/10, "the very same file is back")
		require.NoError(t, d.Ping(ctx))
		assert.False(t, d.Stats().Gone)
		require.NoError(t, d.Close())
	}
}

func TestADatabaseThatIsReplacedIsNotWrittenTo(t *testing.T) {
	d, said := served(t)
	other := filepath.Join(t.TempDir(), "other.db")
	require.NoError(t, d.Backup(ctx, other, false))
	require.NoError(t, os.Remove(d.path+"-wal"))
	require.NoError(t, os.Rename(other, d.path))
	before := readFile(t, d.path)
	refuses(t, d)
	assert.Contains(t, said(), "is another file")
	require.NoError(t, os.WriteFile(d.path+"-wal", []byte("of the other"), 0o600))
	require.ErrorIs(t, d.Close(), storage.ErrFileGone)
	assert.Equal(t, before, readFile(t, d.path))
	assert.Equal(t, "of the other", string(readFile(t, d.path+"-wal")), "it is not removed by its name")
}

// It is noticed without a request.
func TestALostDatabaseIsNoticedByItself(t *testing.T) {
	d, _ := served(t)
	require.NoError(t, os.Remove(d.path))
	require.Eventually(t, func() bool { return d.watch.err() != nil }, time.Minute, watchEvery/10)
}

func TestTwoNamesOfAFileAreOneDatabase(t *testing.T) {
	d, _ := served(t)
	second := filepath.Join(filepath.Dir(d.path), "second.db")
	require.NoError(t, os.Link(d.path, second))
	_, err := Open(ctx, second, Options{})
	require.ErrorIs(t, err, ErrInUse)
	assert.ErrorContains(t, err, "another name of a database that is being served")
	require.NoError(t, d.RenamePlayer(ctx, "p1", "Ada"), "the first one is served on")
	require.NoError(t, d.Close())
	again, err := Open(ctx, second, Options{})
	require.NoError(t, err, "when the first one has closed it")
	require.NoError(t, again.Close())
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	return data
}

// keptLog is a log that several goroutines write, and its contents.
func keptLog() (*slog.Logger, func() string) {
	var b lockedText
	return slog.New(slog.NewTextHandler(&b, nil)), b.text
}

type lockedText struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lockedText) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedText) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
