package postgres_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/postgres"
	"github.com/bankhalter/bankhalter/db/postgres/postgrestest"
	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// proxied opens an empty database through a proxy.
func proxied(t *testing.T) (d *postgres.DB, proxy *postgrestest.Proxy, address string) {
	t.Helper()
	c := cluster.Cluster(t)
	address = cluster.Database(t)
	proxy, err := postgrestest.NewProxy(t.Context(), fmt.Sprintf("127.0.0.1:%d", c.Port))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, proxy.Close()) })
	return openAt(t, strings.Replace(address, fmt.Sprint(c.Port), fmt.Sprint(proxy.Port()), 1), postgres.Options{}), proxy, address
}

// A failover, an administrator or the network ends all connections while they rest:
// nothing was done on them, and no reader and no writer hears of it.
func TestConnectionsThatAreCutAtRest(t *testing.T) {
	d, proxy, address := proxied(t)
	tabletest.NewPlayer(t, d, "p1")
	tabletest.NewGame(t, d, "game000001", "p1")
	for name, end := range map[string]func(){
		"by the network": proxy.Cut,
		"by the database": func() {
			run(t, address, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
		},
	} {
		for what, ask := range map[string]func(context.Context) error{
			"a row":          func(ctx context.Context) error { _, err := d.Player(ctx, "p1"); return err },
			"rows":           func(ctx context.Context) error { _, err := d.Moves(ctx, "game000001", 0, 0); return err },
			"common rows":    func(ctx context.Context) error { _, err := d.Passkeys(ctx, "p1"); return err },
			"a write":        func(ctx context.Context) error { return d.Forgive(ctx, "key") },
			"a common write": func(ctx context.Context) error { return d.UsedTokens(ctx, []account.TokenUse{{At: time.Now()}}) },
		} {
			t.Run(name+"/"+what, func(t *testing.T) {
				var all sync.WaitGroup
				for range 8 { // several connections have just been used, and are not probed before their next use
					all.Go(func() { assert.NoError(t, ask(t.Context())) })
				}
				all.Wait()
				end()
				require.NoError(t, ask(t.Context()))
			})
		}
	}
}

// The connection is cut while a write is committed: it may have taken place, and is
// not made again.
func TestAWriteWhoseCommitIsCut(t *testing.T) {
	d, proxy, address := proxied(t)
	witness := openAt(t, address, postgres.Options{})
	begun := make(chan struct{}, 10)
	done := make(chan error, 1)
	go func() {
		done <- d.WriteRows(context.Background(), "write", func(tx record.Tx) error {
			_, err := tx.Exec("INSERT INTO tries (hash, full_at) VALUES (?, ?)", make([]byte, 32), 1)
			proxy.Set(postgrestest.Deaf) // the answer to the commit is lost
			begun <- struct{}{}
			return err
		})
	}()
	<-begun
	require.Eventually(t, func() bool {
		var n int
		err := witness.ReadRows(t.Context(), "look", func(tx record.Tx) error {
			return tx.Query("SELECT count(*) FROM tries", nil, func(scan func(...any) error) error { return scan(&n) })
		})
		return err == nil && n == 1
	}, 10*time.Second, 5*time.Millisecond)
	proxy.Set(postgrestest.None)
	proxy.Cut()
	require.ErrorIs(t, <-done, storage.ErrFailed)
	assert.Empty(t, begun, "once")
}
