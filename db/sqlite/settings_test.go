package sqlite

import (
	"database/sql"
	"fmt"
	"io/fs"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	migrations "github.com/bankhalter/bankhalter/migrations/sqlite"
)

// upTo are the first migrations.
func upTo(t *testing.T, last string) fstest.MapFS {
	t.Helper()
	names, err := fs.Glob(migrations.FS, "*.sql")
	require.NoError(t, err)
	steps := fstest.MapFS{}
	for _, name := range names {
		if name[:5] > last {
			continue
		}
		data, err := migrations.FS.ReadFile(name)
		require.NoError(t, err)
		steps[name] = &fstest.MapFile{Data: data}
	}
	return steps
}

// rowsOf are all rows of a query, each by the names of its columns.
func rowsOf(t *testing.T, db *sql.DB, query string, args ...any) (list []map[string]any) {
	t.Helper()
	rows, err := db.Query(query, args...)
	require.NoError(t, err)
	defer rows.Close()
	names, err := rows.Columns()
	require.NoError(t, err)
	for rows.Next() {
		values := make([]any, len(names))
		into := make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		require.NoError(t, rows.Scan(into...))
		row := map[string]any{}
		for i, name := range names {
			row[name] = values[i]
		}
		list = append(list, row)
	}
	require.NoError(t, rows.Err())
	return list
}

func run(t *testing.T, d *DB, query string, args ...any) {
	t.Helper()
	require.NoError(t, d.do(ctx, "test", 0, func(c *conn) error {
		n, err := c.change(query, args...)
		if err == nil && n == 0 {
			return fmt.Errorf("%s: no row", query)
		}
		return err
	}))
}

// back takes the schema back to an older one and returns the database, open until the test ends.
func back(t *testing.T, path string, to int64) *sql.DB {
	t.Helper()
	raw, err := sql.Open("sqlite", path+"?_pragma=foreign_keys(1)")
	require.NoError(t, err)
	t.Cleanup(func() { raw.Close() })
	p, err := goose.NewProvider(goose.DialectSQLite3, raw, migrations.FS, goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger()))
	require.NoError(t, err)
	_, err = p.DownTo(ctx, to)
	require.NoError(t, err)
	return raw
}

// The settings of open, running and finished games move to a table of their own
// and back again without a change, damaged ones too.
func TestSettingsMoveToATableOfTheirOwn(t *testing.T) {
	path := first(t)
	d, err := Open(ctx, path, Options{steps: upTo(t, "00012")})
	require.NoError(t, err)
	kinds := rowsOf(t, d.read, "SELECT DISTINCT status FROM games ORDER BY status")
	require.Len(t, kinds, 3, "open, running and finished games")
	spoilt := rowsOf(t, d.read, "SELECT min(id) AS id FROM games WHERE status = 1")[0]["id"]
	run(t, d, `UPDATE games SET settings = '{"edition": 7}' WHERE id = ?`, spoilt)
	before := rowsOf(t, d.read, "SELECT * FROM games ORDER BY id")
	require.NoError(t, d.Close())

	log, text := said()
	d, err = Open(ctx, path, Options{steps: upTo(t, "00013"), Logger: log})
	require.NoError(t, err)
	faults, err := d.Integrity(ctx)
	require.NoError(t, err)
	assert.Empty(t, faults)
	after := rowsOf(t, d.read, "SELECT g.*, s.settings FROM games g JOIN settings s ON s.game = g.id ORDER BY g.id")
	assert.Equal(t, before, after)
	assert.NotContains(t, text.String(), "left out")
	require.NoError(t, d.Close())

	raw := back(t, path, 12)
	assert.Equal(t, before, rowsOf(t, raw, "SELECT * FROM games ORDER BY id"))
	assert.Empty(t, rowsOf(t, raw, "SELECT 1 FROM sqlite_schema WHERE name = 'settings'"))
	_, err = raw.Exec("UPDATE games SET settings = 'no JSON'")
	require.ErrorContains(t, err, "CHECK constraint failed", "what was checked is checked again")
}

// How far the clocks of games have run moves into their rows, and back again without a
// change. A game without clocks gets none.
func TestClocksMoveIntoTheRowsOfTheirGames(t *testing.T) {
	path := first(t)
	d, err := Open(ctx, path, Options{steps: upTo(t, "00023")})
	require.NoError(t, err)
	ids := rowsOf(t, d.read, "SELECT id FROM games ORDER BY id LIMIT 3")
	require.Len(t, ids, 3)
	due, waits, none := ids[0]["id"].(string), ids[1]["id"].(string), ids[2]["id"].(string)
	run(t, d, `INSERT INTO tempo VALUES (?, 1700000000123, '{"seats":[{"bank":60}]}'), (?, NULL, '{"seats":[]}')`, due, waits)
	before := rowsOf(t, d.read, "SELECT * FROM tempo ORDER BY game")
	require.Len(t, before, 2)
	require.NoError(t, d.Close())

	d, err = Open(ctx, path, Options{})
	require.NoError(t, err)
	faults, err := d.Integrity(ctx)
	require.NoError(t, err)
	assert.Empty(t, faults)
	got, at, err := d.Tempo(ctx, due)
	require.NoError(t, err)
	require.Len(t, got.Seats, 1)
	assert.EqualValues(t, 60, got.Seats[0].Clock.Bank)
	assert.Equal(t, time.UnixMilli(1700000000123).UTC(), at)
	_, at, err = d.Tempo(ctx, waits)
	require.NoError(t, err)
	assert.True(t, at.IsZero())
	_, _, err = d.Tempo(ctx, none)
	require.ErrorIs(t, err, storage.ErrNotFound)
	require.NoError(t, d.Close())

	raw := back(t, path, 23)
	assert.Equal(t, before, rowsOf(t, raw, "SELECT * FROM tempo ORDER BY game"))
}

// A game whose settings are gone or make no sense is said to be damaged, by
// itself and in lists, which show all others.
func TestAGameWithoutItsSettingsIsDamaged(t *testing.T) {
	for name, harm := range map[string]string{
		"gone":       "DELETE FROM settings WHERE game = ?",
		"no JSON":    "UPDATE settings SET settings = 'oops' WHERE game = ?",
		"empty":      "UPDATE settings SET settings = '' WHERE game = ?",
		"wrong type": `UPDATE settings SET settings = '{"edition": 7}' WHERE game = ?`,
	} {
		t.Run(name, func(t *testing.T) {
			log, text := said()
			d := openTest(t, Options{Logger: log})
			tabletest.NewPlayer(t, d, "p1")
			tabletest.NewGame(t, d, "game000001", "p1")
			good := tabletest.NewGame(t, d, "game000002", "p1")
			run(t, d, harm, "game000001")
			_, _, err := d.Game(ctx, "game000001")
			require.ErrorIs(t, err, table.ErrDamaged)
			assert.ErrorContains(t, err, "settings of game game000001")
			list, err := d.Games(ctx, table.Filter{})
			require.NoError(t, err)
			require.Len(t, list, 1)
			assert.Equal(t, good.ID, list[0].ID)
			assert.Contains(t, text.String(), "game000001")
			require.NotEmpty(t, good.Title)
			found, err := d.Find(ctx, operator.Search{Text: good.Title[1:], Limit: 9})
			require.NoError(t, err, "a search looks into titles")
			assert.Len(t, found, 1)
			faults, err := d.Integrity(ctx)
			require.NoError(t, err)
			assert.Empty(t, faults, "the file itself is sound")
		})
	}
}

// Saving a table writes settings that are gone again.
func TestSettingsAreSavedAndDeletedWithTheirGame(t *testing.T) {
	d := openTest(t, Options{})
	tabletest.NewPlayer(t, d, "p1")
	g := tabletest.NewGame(t, d, "game000001", "p1")
	run(t, d, "DELETE FROM settings WHERE game = ?", g.ID)
	g.Rev, g.Title, g.Status = g.Rev+1, "another one", game.Playing
	require.NoError(t, d.SaveGame(ctx, g))
	stored, _, err := d.Game(ctx, g.ID)
	require.NoError(t, err)
	assert.Equal(t, "another one", stored.Title)
	require.NoError(t, d.DeleteGame(ctx, g.ID))
	assert.Empty(t, rowsOf(t, d.read, "SELECT * FROM settings"))
}

// A game closed because it cannot be read stays closed, whatever its settings.
func TestSealedGamesStaySealed(t *testing.T) {
	path := first(t)
	d, err := Open(ctx, path, Options{steps: upTo(t, "00013")})
	require.NoError(t, err)
	ids := rowsOf(t, d.read, "SELECT id FROM games ORDER BY id LIMIT 2")
	sealed, damaged := ids[0]["id"].(string), ids[1]["id"].(string)
	run(t, d, "UPDATE settings SET settings = json_set(settings, '$.sealed', json('true')) WHERE game = ?", sealed)
	run(t, d, "UPDATE settings SET settings = 'no JSON' WHERE game = ?", damaged)
	before := rowsOf(t, d.read, "SELECT g.*, s.settings FROM games g JOIN settings s ON s.game = g.id ORDER BY g.id")
	require.NoError(t, d.Close())

	d, err = Open(ctx, path, Options{})
	require.NoError(t, err)
	g, _, err := d.Game(ctx, sealed)
	require.NoError(t, err)
	assert.True(t, g.Sealed)
	assert.Equal(t, []map[string]any{{"n": int64(1)}}, rowsOf(t, d.read, "SELECT count(*) AS n FROM games WHERE sealed = 1"))
	found, err := d.Find(ctx, operator.Search{Damaged: true, Limit: 9})
	require.NoError(t, err)
	require.Len(t, found, 1)
	assert.Equal(t, damaged, found[0].ID)
	require.ErrorIs(t, found[0].Damage, table.ErrDamaged)
	all, err := d.Games(ctx, table.Filter{Damaged: true})
	require.NoError(t, err)
	assert.Len(t, all, len(before))

	require.NoError(t, d.Seal(ctx, damaged, found[0].UpdatedAt.Add(1)))
	g, _, err = d.Game(ctx, damaged)
	require.NoError(t, err, "that it is closed can be read without its settings")
	assert.True(t, g.Sealed)
	assert.Equal(t, game.Finished, g.Status)
	assert.Equal(t, "no JSON", rowsOf(t, d.read, "SELECT settings FROM settings WHERE game = '"+damaged+"'")[0]["settings"])
	found, err = d.Find(ctx, operator.Search{Damaged: true, Limit: 9})
	require.NoError(t, err)
	assert.Empty(t, found)
	run(t, d, "UPDATE games SET sealed = 0 WHERE id = ?", damaged)
	require.NoError(t, d.Close())

	raw := back(t, path, 13)
	after := rowsOf(t, raw, "SELECT g.*, s.settings FROM games g JOIN settings s ON s.game = g.id ORDER BY g.id")
	assert.Equal(t, before[0], after[0])
	assert.Equal(t, before[2:], after[2:])
}

// A pause stored as 0 for want of a choice becomes no choice, a chosen one
// stays, and an unreadable one is left alone.
func TestAPauseThatNobodyChoseBecomesNoChoice(t *testing.T) {
	path := first(t)
	d, err := Open(ctx, path, Options{steps: upTo(t, "00015")})
	require.NoError(t, err)
	ids := rowsOf(t, d.read, "SELECT id FROM games ORDER BY id LIMIT 6")
	require.Len(t, ids, 6)
	want := map[string]any{}
	for i, c := range []struct {
		stored string
		pause  any
	}{{"0", nil}, {"-1", nil}, {"1200", time.Duration(1200) * time.Millisecond}, {"60000", time.Minute}} {
		id := ids[i]["id"].(string)
		run(t, d, "UPDATE settings SET settings = json_set(settings, '$.bot_pause_ms', json(?)) WHERE game = ?", c.stored, id)
		want[id] = c.pause
	}
	spoilt, keyless := ids[4]["id"].(string), ids[5]["id"].(string)
	run(t, d, "UPDATE settings SET settings = 'no JSON' WHERE game = ?", spoilt)
	run(t, d, "UPDATE settings SET settings = json_remove(settings, '$.bot_pause_ms') WHERE game = ?", keyless)
	want[keyless] = nil
	before := rowsOf(t, d.read, "SELECT * FROM settings ORDER BY game")
	require.NoError(t, d.Close())

	d, err = Open(ctx, path, Options{})
	require.NoError(t, err)
	for id, pause := range want {
		g, _, err := d.Game(ctx, id)
		require.NoError(t, err)
		if pause == nil {
			assert.Nil(t, g.BotPause, id)
			continue
		}
		require.NotNil(t, g.BotPause, id)
		assert.Equal(t, pause, *g.BotPause, id)
	}
	require.NoError(t, d.Close())

	raw := back(t, path, 15)
	after := rowsOf(t, raw, "SELECT * FROM settings ORDER BY game")
	for i, row := range before {
		if row["game"] == ids[1]["id"] {
			assert.Contains(t, after[i]["settings"], `"bot_pause_ms":0`, "the older version knows no choice but as 0")
			continue
		}
		assert.Equal(t, row, after[i])
	}
}

// A table whose creator said nothing about a pause has none of its own, also
// after the store has forgotten everything but its file.
func TestATableThatChoseNoPauseKeepsTheServersOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	none := time.Duration(0)
	for name, c := range map[string]struct {
		order table.NewGame
		want  *time.Duration
	}{
		"nothing said": {order: table.NewGame{EditionID: "us-classic", Bots: []string{""}}},
		"none":         {order: table.NewGame{EditionID: "us-classic", Bots: []string{""}, BotPause: &none}, want: &none},
		"a position":   {order: table.NewGame{Scenario: []byte(`{"edition": "us-classic", "players": [{"name": "P"}, {"name": "Q"}]}`)}},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := Open(ctx, path, Options{})
			require.NoError(t, err)
			player := account.PlayerID("p" + name)
			tabletest.NewPlayer(t, d, player)
			s := tabletest.New(d, table.Config{BotPause: time.Minute})
			snap, err := s.Create(ctx, player, c.order)
			require.NoError(t, err)
			s.Close()
			require.NoError(t, d.Close())
			d, err = Open(ctx, path, Options{})
			require.NoError(t, err)
			defer d.Close()
			g, _, err := d.Game(ctx, snap.Meta.ID)
			require.NoError(t, err)
			assert.Equal(t, c.want, g.BotPause)
		})
	}
}
