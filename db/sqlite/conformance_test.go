package sqlite_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/record/recordtest"
	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game/people/peopletest"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/talk/talktest"
)

// open opens a database that is closed with the test.
func open(t testing.TB, path string, opt sqlite.Options) *sqlite.DB {
	t.Helper()
	d, err := sqlite.Open(context.Background(), path, opt)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

func file(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "test.db")
}

func TestSQLiteKeepsThePromisesOfAStore(t *testing.T) {
	tabletest.Conformance(t, func(t *testing.T) tabletest.Store {
		t.Helper()
		return open(t, file(t), sqlite.Options{})
	})
}

func TestSQLiteKeepsThePromisesOfTalk(t *testing.T) {
	talktest.Conformance(t, func(t *testing.T) talktest.Site {
		t.Helper()
		return tabletest.TalkSite(open(t, file(t), sqlite.Options{}))
	})
}

func TestSQLiteKeepsThePromisesOfAStoreOfResults(t *testing.T) {
	peopletest.Conformance(t, func(t *testing.T) peopletest.Store {
		t.Helper()
		return open(t, file(t), sqlite.Options{})
	})
}

func TestSQLiteKeepsThePromisesOfTheSearch(t *testing.T) {
	recordtest.Find(t, open(t, file(t), sqlite.Options{}))
}

func TestSQLiteKeepsThePromisesOfClearingGuests(t *testing.T) {
	recordtest.Guests(t, open(t, file(t), sqlite.Options{}))
}

func TestSQLiteKeepsThePromisesOfADamagedLog(t *testing.T) {
	recordtest.Moves(t, open(t, file(t), sqlite.Options{}))
}
