package postgres_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/postgres"
	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	migrations "github.com/bankhalter/bankhalter/migrations/postgres"
)

// firstSteps are the migrations up to one of them, as a version of before had them.
func firstSteps(t *testing.T, last int64) fstest.MapFS {
	t.Helper()
	steps := fstest.MapFS{}
	names, err := fs.Glob(migrations.FS, "*.sql")
	require.NoError(t, err)
	for _, name := range names {
		if name > fmt.Sprintf("%05d_~", last) {
			continue
		}
		data, err := fs.ReadFile(migrations.FS, name)
		require.NoError(t, err)
		steps[name] = &fstest.MapFile{Data: data}
	}
	return steps
}

// schemaOf is the schema in which the tables of an address are.
func schemaOf(address string) string { return address[strings.LastIndex(address, "=")+1:] }

// lines reads rows of one text.
func lines(t *testing.T, address, query string, args ...any) []string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer conn.Close(t.Context())
	rows, err := conn.Query(t.Context(), query, args...)
	require.NoError(t, err)
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	return all
}

// shape is what a schema is made of: columns, indexes and constraints.
func shape(t *testing.T, address string) []string {
	t.Helper()
	var all []string
	for _, query := range []string{
		"SELECT concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default) FROM information_schema.columns WHERE table_schema = $1 AND table_name <> 'goose_db_version' ORDER BY 1",
		"SELECT indexdef FROM pg_indexes WHERE schemaname = $1 AND tablename <> 'goose_db_version' ORDER BY 1",
		"SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = $1::regnamespace AND conrelid::regclass::text <> 'goose_db_version' ORDER BY 1",
		"SELECT relname || coalesce(array_to_string(reloptions, ' '), '') FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r' AND relname <> 'goose_db_version' ORDER BY 1",
	} {
		for _, line := range lines(t, address, query, schemaOf(address)) {
			all = append(all, strings.ReplaceAll(line, schemaOf(address)+".", ""))
		}
	}
	return all
}

// lived is a database with a bit of everything.
func lived(t *testing.T) string {
	t.Helper()
	address := cluster.Database(t)
	d := openAt(t, address, postgres.Options{})
	for _, p := range []account.PlayerID{"p1", "p2"} {
		tabletest.NewPlayer(t, d, p)
	}
	for _, g := range []string{"game000001", "game000002"} {
		tabletest.NewGame(t, d, g, "p1")
		for after := range uint32(3) {
			require.NoError(t, d.Append(t.Context(), tabletest.NextMove(g, after, 1)))
		}
	}
	require.NoError(t, d.AddChannel(t.Context(), notice.Channel{ID: "c1", Player: "p1", Way: notice.Hook, Address: "https://example.org/", State: notice.On}))
	require.NoError(t, d.SavePreferences(t.Context(), "p2", notice.Preferences{Lang: "de"}))
	return address
}

// age makes a database that a version of before has left behind: with the first steps
// only, and of what another one holds all that these have a place for.
func age(t *testing.T, from string, last int64) string {
	t.Helper()
	address := cluster.Database(t)
	d, err := postgres.Open(t.Context(), address, postgres.WithSteps(postgres.Options{}, firstSteps(t, last)))
	if err == nil { // else this version misses what later steps add
		require.NoError(t, d.Close())
	}
	have := lines(t, address, "SELECT max(version_id)::text FROM goose_db_version WHERE is_applied")
	require.Equal(t, []string{fmt.Sprint(last)}, have, "%v", err)
	old, rich := schemaOf(address), schemaOf(from)
	copies := lines(t, address, `SELECT format('INSERT INTO %1$I.%2$I (%3$s) OVERRIDING SYSTEM VALUE SELECT %3$s FROM %4$I.%2$I ON CONFLICT DO NOTHING', $1::text, o.table_name,
			string_agg(quote_ident(o.column_name), ', '), $2::text)
		FROM information_schema.columns o JOIN information_schema.columns n USING (table_name, column_name)
		WHERE o.table_schema = $1 AND n.table_schema = $2 AND table_name NOT IN ('goose_db_version', 'instance', 'nodes') GROUP BY o.table_name`, old, rich)
	require.NotEmpty(t, copies)
	run(t, address, append([]string{"SET session_replication_role = replica"}, copies...)...)
	return address
}

// TestADatabaseOfEachOlderSchema is opened by this version: it gets the schema of a new
// one, keeps what it holds, and takes moves.
func TestADatabaseOfEachOlderSchema(t *testing.T) {
	steps, err := record.Steps(migrations.FS)
	require.NoError(t, err)
	from := lived(t)
	want := shape(t, from)
	counts := func(address string) []string {
		return lines(t, address, `SELECT 'players ' || count(*) FROM players UNION ALL SELECT 'seats ' || count(*) FROM seats
			UNION ALL SELECT 'moves ' || count(*) FROM moves UNION ALL SELECT 'channels ' || count(*) FROM channels`)
	}
	for _, last := range steps[:len(steps)-1] {
		t.Run(fmt.Sprint("schema ", last), func(t *testing.T) {
			address := age(t, from, last)
			for range 2 { // the second time there is nothing to do
				d := openAt(t, address, postgres.Options{})
				moves, err := d.Moves(t.Context(), "game000001", 0, 0)
				require.NoError(t, err)
				assert.Len(t, moves, 3)
			}
			assert.Equal(t, want, shape(t, address))
			assert.Equal(t, counts(from), counts(address))
			d := openAt(t, address, postgres.Options{})
			require.NoError(t, d.Append(t.Context(), tabletest.NextMove("game000001", 3, 1)))
			_, err := d.Player(t.Context(), "p2")
			require.NoError(t, err)
			list, err := d.Channels(t.Context(), "p1")
			require.NoError(t, err)
			assert.Len(t, list, 1)
		})
	}
}

// TestClocksMoveIntoTheRowsOfTheirGames takes them from the table of their own that they had.
func TestClocksMoveIntoTheRowsOfTheirGames(t *testing.T) {
	address := age(t, lived(t), 11)
	run(t, address, `INSERT INTO tempo VALUES ('game000001', 1700000000123, '{"seats":[{"bank":60}]}')`)
	d := openAt(t, address, postgres.Options{})
	got, at, err := d.Tempo(t.Context(), "game000001")
	require.NoError(t, err)
	require.Len(t, got.Seats, 1)
	assert.EqualValues(t, 60, got.Seats[0].Clock.Bank)
	assert.Equal(t, time.UnixMilli(1700000000123).UTC(), at)
	_, _, err = d.Tempo(t.Context(), "game000002")
	require.ErrorIs(t, err, storage.ErrNotFound)
}
