package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/record/recordtest"
	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

func TestSQLiteKeepsThePromisesOfSessions(t *testing.T) {
	recordtest.Sessions(t, func(t *testing.T) recordtest.Store {
		t.Helper()
		return open(t, file(t), sqlite.Options{})
	})
}

func TestSessionsOutliveTheServer(t *testing.T) {
	path := file(t)
	d, err := sqlite.Open(ctx, path, sqlite.Options{})
	require.NoError(t, err)
	tabletest.NewPlayer(t, d, "p1")
	cookie := recordtest.Visit(t, d.Sessions(false, nil), nil, recordtest.SignIn)
	require.NoError(t, d.Close())
	again := open(t, path, sqlite.Options{})
	assert.Equal(t, "p1", recordtest.SignedIn(t, again.Sessions(false, nil), cookie))
}

func TestTheFileDoesNotHoldTheCookie(t *testing.T) {
	path := file(t)
	d := open(t, path, sqlite.Options{})
	tabletest.NewPlayer(t, d, "p1")
	cookie := recordtest.Visit(t, d.Sessions(false, nil), nil, recordtest.SignIn)
	copied := filepath.Join(t.TempDir(), "copy.db")
	require.NoError(t, d.Backup(ctx, copied, false))
	assert.NotContains(t, string(readAll(t, copied)), cookie.Value)
	assert.NotContains(t, string(readAll(t, copied)), "t-p1", "nor a bearer token")
}
