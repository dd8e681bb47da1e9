package sqlite_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/account/accounttest"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

func TestSQLiteKeepsThePromisesOfAStoreOfAccounts(t *testing.T) {
	accounttest.Conformance(t, func(t *testing.T) account.Store {
		t.Helper()
		d := open(t, file(t), sqlite.Options{})
		tabletest.NewPlayer(t, d, "ada")
		tabletest.NewPlayer(t, d, "ben")
		return d
	})
}

func TestOldRecoveryLinksAreSweptAway(t *testing.T) {
	d := open(t, file(t), sqlite.Options{})
	tabletest.NewPlayer(t, d, "p1")
	require.NoError(t, d.SaveAccount(ctx, account.Account{Player: "p1", Login: "ada", Password: "h"}))
	hash, now := account.HashToken("x"), time.Now()
	require.NoError(t, d.AddRecovery(ctx, account.Recovery{Player: "p1", Hash: hash, ExpiresAt: now}))
	require.NoError(t, d.Sweep(ctx, now))
	_, err := d.RecoveryOf(ctx, hash, now.Add(-1e9))
	assert.ErrorIs(t, err, storage.ErrNotFound)
}
