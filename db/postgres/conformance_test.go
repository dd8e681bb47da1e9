package postgres_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/postgres"
	"github.com/bankhalter/bankhalter/db/postgres/postgrestest"
	"github.com/bankhalter/bankhalter/db/record/recordtest"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/account/accounttest"
	"github.com/bankhalter/bankhalter/game/people/peopletest"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/talk/talktest"
)

var cluster postgrestest.Lazy

func TestMain(m *testing.M) {
	code := m.Run()
	cluster.Close()
	os.Exit(code)
}

// open opens an empty database that is closed with the test.
func open(t testing.TB) *postgres.DB {
	t.Helper()
	return openAt(t, cluster.Database(t), postgres.Options{})
}

func openAt(t testing.TB, address string, opt postgres.Options) *postgres.DB {
	t.Helper()
	d, err := postgres.Open(t.Context(), address, opt)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

func TestPostgreSQLKeepsThePromisesOfAStore(t *testing.T) {
	tabletest.Conformance(t, func(t *testing.T) tabletest.Store {
		t.Helper()
		return open(t)
	})
}

func TestPostgreSQLKeepsThePromisesOfTheOutbox(t *testing.T) {
	tabletest.NotificationsConformance(t, func(t *testing.T) tabletest.NotificationStore {
		t.Helper()
		return open(t)
	})
}

func TestPostgreSQLKeepsThePromisesOfTalk(t *testing.T) {
	talktest.Conformance(t, func(t *testing.T) talktest.Site {
		t.Helper()
		return tabletest.TalkSite(open(t))
	})
}

func TestPostgreSQLKeepsThePromisesOfAStoreOfAccounts(t *testing.T) {
	accounttest.Conformance(t, func(t *testing.T) account.Store {
		t.Helper()
		d := open(t)
		tabletest.NewPlayer(t, d, "ada")
		tabletest.NewPlayer(t, d, "ben")
		return d
	})
}

func TestPostgreSQLKeepsThePromisesOfSessions(t *testing.T) {
	recordtest.Sessions(t, func(t *testing.T) recordtest.Store {
		t.Helper()
		return open(t)
	})
}

func TestPostgreSQLKeepsThePromisesOfAStoreOfResults(t *testing.T) {
	peopletest.Conformance(t, func(t *testing.T) peopletest.Store {
		t.Helper()
		return open(t)
	})
}

func TestPostgreSQLKeepsThePromisesOfTheSearch(t *testing.T) {
	recordtest.Find(t, open(t))
}

func TestPostgreSQLKeepsThePromisesOfClearingGuests(t *testing.T) {
	recordtest.Guests(t, open(t))
}

func TestPostgreSQLKeepsThePromisesOfADamagedLog(t *testing.T) {
	recordtest.Moves(t, open(t))
}
