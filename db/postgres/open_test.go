package postgres_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/postgres"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// run executes statements in a database.
func run(t testing.TB, address string, statements ...string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer conn.Close(t.Context())
	for _, s := range statements {
		_, err := conn.Exec(t.Context(), s)
		require.NoError(t, err, s)
	}
}

// Whatever is wrong with the address or behind it, the operator gets one
// sentence that says what to do, and never the password.
func TestAnAddressThatDoesNotWork(t *testing.T) {
	c := cluster.Cluster(t)
	empty := cluster.Database(t)
	foreign := cluster.Database(t)
	run(t, foreign, "CREATE TABLE invoices (id int)")
	barred := cluster.Database(t)
	run(t, barred, "CREATE ROLE guest LOGIN", "GRANT USAGE ON SCHEMA "+barred[strings.LastIndex(barred, "=")+1:]+" TO guest")
	reader := cluster.Database(t)
	openAt(t, reader, postgres.Options{})
	schema := reader[strings.LastIndex(reader, "=")+1:]
	run(t, reader, "GRANT USAGE ON SCHEMA "+schema+" TO guest", "GRANT SELECT ON ALL TABLES IN SCHEMA "+schema+" TO guest")
	newer := cluster.Database(t)
	openAt(t, newer, postgres.Options{})
	run(t, newer, "INSERT INTO instance (name, value) VALUES ('least_step', '99')")
	run(t, c.URL("postgres"), "CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
	for name, c := range map[string]struct{ address, want string }{
		"another engine":    {"mysql://root@localhost/x", "does not begin with postgres://"},
		"no port":           {"postgres://u:geheim@127.0.0.1:port/x", "of the form postgres://USER@HOST/DATABASE"},
		"port out of range": {"postgres://u:geheim@127.0.0.1:70000/x", "of the form postgres://USER@HOST/DATABASE"},
		"two ports":         {"postgres://u:geheim@127.0.0.1:1:2/x", "of the form postgres://USER@HOST/DATABASE"},
		"broken escape":     {"postgres://u:geheim%zz@127.0.0.1/x", "of the form postgres://USER@HOST/DATABASE"},
		"names none":        {"postgres://u:geheim@127.0.0.1", "names none"},
		"nobody listens":    {"postgres://u:geheim@127.0.0.1:1/x?connect_timeout=1", "postgres://u@127.0.0.1:1/x cannot be reached; check that PostgreSQL is running and that host and port are right: "},
		"none of several":   {"postgres://u:geheim@127.0.0.1:1,127.0.0.1:2/x?connect_timeout=1", "postgres://u@127.0.0.1:1,127.0.0.1:2/x cannot be reached"},
		"unknown host":      {"postgres://u:geheim@nowhere.invalid/x?connect_timeout=1", "cannot be reached"},
		"unknown setting":   {empty + "&sslmode=perhaps", "sslmode"},
		"no certificate":    {strings.Replace(empty, "disable", "verify-full", 1) + "&sslrootcert=/nowhere.pem", "/nowhere.pem"},
		"no encryption":     {strings.Replace(empty, "disable", "require", 1), "refused TLS"},
		"wrong number":      {empty + "&pool_max_conns=many", "pool_max_conns"},
		"unknown parameter": {empty + "&colour=blue", "colour"},
		"only reading":      {empty + "&default_transaction_read_only=on", "takes no writes"},
		"no database":       {c.URL("nothing"), "CREATE DATABASE"},
		"no user":           {strings.Replace(empty, "postgres@", "nobody:geheim@", 1), "does not let this user in"},
		"another program":   {foreign, "holds tables of another program"},
		"no right":          {strings.Replace(barred, "postgres@", "guest:geheim@", 1), "GRANT CREATE"},
		"may only read":     {strings.Replace(reader, "postgres@", "guest:geheim@", 1), "GRANT SELECT, INSERT, UPDATE, DELETE"},
		"no schema":         {c.URL("postgres") + "&search_path=nowhere", "search_path"},
		"newer":             {newer, "start a newer version"},
		"wrong encoding":    {c.URL("latin"), "ENCODING 'UTF8'"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := postgres.Open(t.Context(), c.address, postgres.Options{})
			require.ErrorContains(t, err, c.want)
			assert.NotContains(t, err.Error(), "geheim")
			assert.NotContains(t, err.Error(), "\n")
		})
	}
}

// What no cluster of a test can be.
func TestADatabaseThatIsRefused(t *testing.T) {
	require.NoError(t, postgres.Refusal(140000, "UTF8", false, false, 2))
	require.ErrorContains(t, postgres.Refusal(139999, "UTF8", false, false, 0), "is PostgreSQL 13; this program needs 14 or newer")
	require.ErrorContains(t, postgres.Refusal(150000, "UTF8", true, false, 0), "target_session_attrs=read-write")
	require.ErrorContains(t, postgres.Refusal(150000, "UTF8", false, false, 3), "versions before step 3 cannot use it any more (this one knows up to 2)")
}

func TestADatabaseThatIsOnlyLookedAtStaysAsItIs(t *testing.T) {
	address := cluster.Database(t)
	_, err := postgres.Open(t.Context(), address, postgres.Options{LookOnly: true})
	require.ErrorContains(t, err, "holds no games yet")
	tabletest.NewPlayer(t, openAt(t, address, postgres.Options{}), "p1")
	d := openAt(t, address, postgres.Options{LookOnly: true})
	require.NoError(t, d.Ping(t.Context()), "reading is all that it has to do")
	_, err = d.Player(t.Context(), "p1")
	require.NoError(t, err)
	require.ErrorIs(t, d.RenamePlayer(t.Context(), "p1", "Q"), storage.ErrReadOnly)
	require.ErrorIs(t, d.Append(t.Context(), tabletest.NextMove("game000001", 0, 1)), storage.ErrReadOnly)
}

// A server of the version before goes on beside one that has added to the schema.
func TestAnOlderServerWorksBesideANewerSchema(t *testing.T) {
	address := cluster.Database(t)
	openAt(t, address, postgres.Options{})
	run(t, address, "ALTER TABLE players ADD COLUMN later text", "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, true)")
	var log bytes.Buffer
	d := openAt(t, address, postgres.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	assert.Contains(t, log.String(), "newer version")
	tabletest.NewPlayer(t, d, "p1")
	tabletest.NewGame(t, d, "game000001", "p1")
}

// Servers that start together on an empty database make its schema once.
func TestServersThatStartTogether(t *testing.T) {
	address := cluster.Database(t)
	failed := make(chan error, 4)
	for range cap(failed) {
		go func() {
			d, err := postgres.Open(t.Context(), address, postgres.Options{Conns: 2})
			if err == nil {
				err = d.Close()
			}
			failed <- err
		}()
	}
	for range cap(failed) {
		require.NoError(t, <-failed)
	}
}

func TestAMigrationThatFailsChangesNothing(t *testing.T) {
	address := cluster.Database(t)
	bad := fstest.MapFS{"00001_x.sql": {Data: []byte("-- +goose Up\nCREATE TABLE players (id text);\nCREATE TABLE players (id text);\n")}}
	_, err := postgres.Open(t.Context(), address, postgres.WithSteps(postgres.Options{}, bad))
	require.ErrorContains(t, err, "the schema could not be changed from 0 to 1")
	tabletest.NewPlayer(t, openAt(t, address, postgres.Options{}), "p1")
}

// A deleted player takes their own data along: every table defines the fate of
// its rows when a player is removed. The key of a table about games begins with the game.
func TestTheSchemaKeepsItsRules(t *testing.T) {
	address := cluster.Database(t)
	openAt(t, address, postgres.Options{})
	conn, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer conn.Close(t.Context())
	list := func(query string) (all []string) {
		rows, err := conn.Query(t.Context(), query)
		require.NoError(t, err)
		all, err = pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		return all
	}
	fates := list("SELECT DISTINCT confdeltype::text FROM pg_constraint WHERE contype = 'f' AND confrelid = 'players'::regclass ORDER BY 1")
	assert.Equal(t, []string{"c", "n"}, fates, "cascade or set null")
	assert.Empty(t, list(`SELECT c.conrelid::regclass::text FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
		WHERE c.contype = 'p' AND a.attname <> 'game' AND EXISTS (SELECT 1 FROM pg_constraint f JOIN pg_attribute g ON g.attrelid = f.conrelid AND g.attnum = f.conkey[1]
			WHERE f.conrelid = c.conrelid AND f.contype = 'f' AND f.confrelid = 'games'::regclass AND g.attnotnull)`), "what belongs to a game in every row")
	assert.Empty(t, list("SELECT tgname::text FROM pg_trigger WHERE NOT tgisinternal"))
}
