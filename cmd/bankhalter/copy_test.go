package main

import (
	"bytes"
	"context"
	"database/sql"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// everything is a database with games in every phase and rows in every table.
func everything(t *testing.T) string {
	t.Helper()
	path, games := stocked(t)
	raw, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	defer raw.Close()
	for _, query := range []string{
		"INSERT INTO players (id, name, created_at) VALUES ('zz-copied', 'Zoë \"%\" 🎲', 1)",
		"INSERT INTO tokens (hash, kind, player, once, created_at) VALUES (randomblob(32), 'link', 'zz-copied', 1, 5)",
		"INSERT INTO sessions VALUES (randomblob(32), 'zz-copied', x'0001ff', 1, 2, 9999999999999), (randomblob(32), NULL, x'74', 1, 2, 3)",
		"INSERT INTO accounts VALUES ('zz-copied', 'Zoë', 'zoë', 'z@example.org', 'z@example.org', '$argon2id$', 7, 8)",
		"INSERT INTO passkeys VALUES (x'00', 'zz-copied', 'key', '{}', 1, NULL), (x'01ff', 'zz-copied', 'other', '{}', 1, 2)",
		"INSERT INTO recoveries VALUES ('zz-copied', randomblob(32), 9)",
		"INSERT INTO mail_links VALUES ('zz-copied', randomblob(32), 'z@example.org', 9)",
		"INSERT INTO mails VALUES ('m1', 'zz-copied', 'news', 'z@example.org', 'Zoë \"%\" 🎲', 'a\nb', 1, 2, 9999999999999, 3)",
		"INSERT INTO wishes VALUES ('zz-copied', '{\"a\":1}')",
		"INSERT INTO channels (id, player, kind, address, secret, extra, state, created_at) VALUES ('c1', 'zz-copied', 'hook', 'https://example.org', 's', '{}', 'on', 1)",
		"INSERT INTO mutes VALUES ('m1', 'zz-copied', (SELECT min(id) FROM players), 'x', 1)",
		"INSERT INTO reports VALUES ('r1', 1, 'gone', 1, 'zz-copied', NULL, 'n', 't', 'w', NULL, '')",
		"INSERT INTO receipts VALUES ('o', randomblob(32), randomblob(32), 'zz-copied', 1, NULL)",
		"INSERT INTO bans VALUES ('b1', NULL, '192.0.2.0/24', 'spam', 1, NULL)",
		"INSERT INTO announcements VALUES (1, '{}', 1, NULL)",
		"INSERT INTO acts VALUES (7, 1, 'ban', 'b1', '', 'operator'), (9, 2, 'ban', 'b2', '', 'operator')",
		"INSERT INTO outbox VALUES ('zz-copied', '" + games["buy"] + "', 'turn', 1, 2)",
		"INSERT INTO channels (id, player, kind, address, secret, extra, state, created_at, game) VALUES ('c2', 'zz-copied', 'hook', 'https://example.org', 's', '{}', 'on', 1, '" + games["buy"] + "')",
		"INSERT INTO mentions VALUES ('" + games["buy"] + "', 'zz-copied', 'zoë')",
		"INSERT INTO letters VALUES ('c1', '" + games["buy"] + "', 'turn', 1, 2)",
		"INSERT INTO visits VALUES ('zz-copied', '" + games["buy"] + "', 3, 4)",
		"INSERT INTO notes VALUES ('zz-copied', '" + games["buy"] + "', 'a\nnote', 4)",
		"INSERT INTO chat VALUES ('" + games["buy"] + "', 1, 2, 3, 'zz-copied', -1, 'Zoë', '', 'hi', 0, '')",
		"UPDATE games SET due_at = 5, clocks = '{}' WHERE id = '" + games["buy"] + "'",
		"INSERT INTO orders VALUES ('" + games["buy"] + "', 0, '{}') ON CONFLICT DO NOTHING",
		"INSERT INTO instance VALUES ('key', x'00ff') ON CONFLICT DO NOTHING",
		"INSERT INTO editions VALUES ('own', 'mine', 'Mine', NULL, '{}', 1)",
		"INSERT INTO edition_owners VALUES ('zz-copied', 'own', 2)",
		"INSERT INTO profiles VALUES ('zz-copied', 'opponents', '[5,6,7]')",
		"INSERT INTO scored SELECT id FROM games WHERE status = 2 LIMIT 1",
		"INSERT INTO results VALUES ('zz-copied', 5, 'gone', 'Tisch \"%\" 🎲', 'own', 'mine', 'us', 1, 0, 2, 3, 0, 1, 40, 2, 'red', '', 25000001, 8333333)",
		"INSERT INTO results VALUES ('zz-copied', 6, 'other', '', 'own', 'mine', 'us', 0, 1, 0, 2, 0, 0, 0, 0, '', 'closed', 0, 0)",
		"INSERT INTO ratings VALUES ('zz-copied', 'us', 1, -25000001, 8333333, 1)",
		"UPDATE seats SET origin = 'b0123456789abcdef n0123456789abcdef' WHERE game = '" + games["buy"] + "' AND seat = 0",
	} {
		_, err := raw.Exec(query)
		require.NoError(t, err, query)
	}
	rows, err := raw.Query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var name string
		require.NoError(t, rows.Scan(&name))
		var n int
		require.NoError(t, raw.QueryRow("SELECT count(*) FROM "+name).Scan(&n)) // the pool opens another connection
		assert.Positive(t, n, "a table without a row: %s", name)
	}
	require.NoError(t, rows.Err())
	return path
}

// A database with rows in every table goes to PostgreSQL, is checked and backed up
// there, and comes back: the same to the byte, and each stop on the way too.
func TestACopyToPostgreSQLAndBack(t *testing.T) {
	path, dir := everything(t), t.TempDir()
	address := cluster.Database(t)
	s := say(t, "", nil, "copy", path, address)
	require.Equal(t, exitOK, s.status, s.out+s.errors)
	assert.Contains(t, s.out, "is now a copy of "+path)
	assert.Contains(t, s.out, "is sound: 42 running games replayed, 1 open table, 3 finished games with complete logs")

	s = say(t, "", nil, "check", "--all", "--db", address)
	require.Equal(t, exitOK, s.status, s.out+s.errors)
	assert.Contains(t, s.out, "1 open table, 3 finished games replayed")
	back, saved := filepath.Join(dir, "back.db"), filepath.Join(dir, "saved.db")
	s = say(t, "", nil, "copy", address, back)
	require.Equal(t, exitOK, s.status, s.out+s.errors)
	s = say(t, "", nil, "backup", "--db", address, saved)
	require.Equal(t, exitOK, s.status, s.out+s.errors)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, f := range left {
		assert.NotContains(t, f.Name(), ".part")
	}
	for _, other := range []string{back, saved, address} {
		s = say(t, "", nil, "copy", path, other)
		require.Equal(t, exitOK, s.status, s.out+s.errors)
		assert.Contains(t, s.out, "was already a copy of "+path)
	}
	s = say(t, "", nil, "backup", "--db", address, saved)
	assert.Equal(t, exitFail, s.status)
	assert.Contains(t, s.errors, "exists already")

	// What PostgreSQL numbers goes on after what was copied.
	conn, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer conn.Close(t.Context())
	var id int
	require.NoError(t, conn.QueryRow(t.Context(), "INSERT INTO acts (at, what, object, note, origin) VALUES (1, '', '', '', '') RETURNING id").Scan(&id))
	assert.Equal(t, 10, id)
}

// A copy is of one moment, however its source is played on, and the game goes on
// from it with the token that a player has.
func TestACopyOfAServedDatabasePlaysOn(t *testing.T) {
	o := onPostgres(t)
	url, stop := startServer(t, o)
	status, made := ask(t, "POST", url+"/games", "", `{"name":"Ada","edition":"us-classic","bots":["default","default"]}`)
	require.Equal(t, http.StatusCreated, status, made)
	game, token := "/games/"+made["game"].(string), made["token"].(string)
	status, _ = ask(t, "POST", url+game+"/start", token, "")
	require.Equal(t, http.StatusOK, status)
	file := filepath.Join(t.TempDir(), "copy.db")
	s := say(t, "", nil, "copy", o.db, file)
	require.Equal(t, exitOK, s.status, s.out+s.errors)
	require.NoError(t, stop())

	onFile := options(t)
	onFile.db = file
	url, stop = startServer(t, onFile)
	status, state := ask(t, "GET", url+game, token, "")
	require.Equal(t, http.StatusOK, status)
	assert.Equal(t, "playing", state["status"])
	s = say(t, "", nil, "copy", file, cluster.Database(t))
	require.Equal(t, exitOK, s.status, s.out+s.errors)
	require.NoError(t, stop())
}

// Whatever cannot be copied is said with its reason; the status says whether something
// of the copy is there.
func TestACopyThatIsRefused(t *testing.T) {
	path, _ := stocked(t)
	other, _ := stocked(t)
	change(t, other, "INSERT INTO players (id, name, created_at) VALUES ('zz', 'Another', 1)")
	odd, _ := stocked(t)
	change(t, odd, "INSERT INTO players (id, name, created_at) VALUES ('zz', CAST(x'410042' AS TEXT), 1)")
	served := onPostgres(t)
	_, stop := startServer(t, served)
	defer func() { require.NoError(t, stop()) }()
	foreign := filepath.Join(t.TempDir(), "foreign.db")
	raw, err := sql.Open("sqlite", foreign)
	require.NoError(t, err)
	_, err = raw.Exec("CREATE TABLE invoices (id INTEGER)")
	require.NoError(t, err)
	require.NoError(t, raw.Close())
	for name, c := range map[string]struct {
		from, to string
		status   int
		want     string
	}{
		"no source":           {filepath.Join(t.TempDir(), "no.db"), cluster.Database(t), exitUsage, "there is no database "},
		"into itself":         {path, path, exitUsage, "into itself"},
		"holds another":       {path, other, exitUsage, "holds something else, and is not changed"},
		"is served":           {path, served.db, exitUsage, "is used by 1 servers; stop them first"},
		"of another program":  {foreign, cluster.Database(t), exitUsage, "another program"},
		"into another's":      {path, foreign, exitUsage, "another program"},
		"no server":           {path, "postgres://u:geheim@127.0.0.1:1/x", exitUsage, "cannot be reached"},
		"an old file":         {firstSchema(t), cluster.Database(t), exitUsage, "older bankhalter"},
		"no text for another": {odd, cluster.Database(t), exitFail, "write to players"},
	} {
		t.Run(name, func(t *testing.T) {
			s := say(t, "", nil, "copy", c.from, c.to)
			assert.Equal(t, c.status, s.status, s.errors)
			assert.Contains(t, s.errors, c.want)
			assert.NotContains(t, s.errors, "geheim")
		})
	}
	s := say(t, "", nil, "copy", path)
	assert.Equal(t, exitUsage, s.status)
}

// A copy is killed in the middle. Nobody serves what there is of it, no copy of another
// database goes on with it, and the same command does, also if its source has
// changed meanwhile.
func TestACopyIsKilled(t *testing.T) {
	file := everything(t)
	there, back := cluster.Database(t), filepath.Join(t.TempDir(), "back.db")
	for _, c := range []struct{ name, from, to string }{{"to PostgreSQL", file, there}, {"from PostgreSQL", there, back}} {
		t.Run(c.name, func(t *testing.T) {
			killCopy(t, c.from, c.to, there)
			s := say(t, "", nil, "check", "--db", c.to)
			assert.Equal(t, exitFail, s.status)
			assert.Contains(t, s.errors, "is an unfinished copy of")
			o := options(t)
			o.db = c.to
			plan, err := o.plan(&bytes.Buffer{})
			require.NoError(t, err)
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			require.ErrorContains(t, plan.run(ctx, func() {}, &bytes.Buffer{}), "give the same command")
			cancel()
			another, _ := stocked(t)
			s = say(t, "", nil, "copy", another, c.to)
			assert.Equal(t, exitUsage, s.status)
			assert.Contains(t, s.errors, "a copy of "+strings.Split(c.from, "?")[0])
			if c.from == file {
				change(t, "file:"+file+"?_pragma=foreign_keys(1)", "DELETE FROM players WHERE id = 'zz-copied'")
				change(t, file, "UPDATE players SET name = name || '!'")
			}
			s = say(t, "", nil, "copy", c.from, c.to)
			require.Equal(t, exitOK, s.status, s.out+s.errors)
			assert.Contains(t, s.out, "is now a copy of")
		})
	}
}

// killCopy begins a copy in a process of its own, which a lock on one table keeps
// from its end, and kills it there.
func killCopy(t *testing.T, from, to, locked string) {
	t.Helper()
	mode := "ACCESS EXCLUSIVE" // which nobody reads past
	if to == locked {
		mode = "EXCLUSIVE" // past which nobody writes
		empty := options(t)
		empty.db = locked
		_, stop := startServer(t, empty) // which makes the tables
		require.NoError(t, stop())
	}
	conn, err := pgx.Connect(t.Context(), locked)
	require.NoError(t, err)
	defer conn.Close(t.Context())
	tx, err := conn.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "LOCK TABLE moves IN "+mode+" MODE")
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), os.Args[0], "copy", from, to)
	cmd.Env = append(os.Environ(), "BANKHALTER_TEST_MAIN=1")
	require.NoError(t, cmd.Start())
	require.Eventually(t, func() bool {
		var waits int
		err := conn.QueryRow(t.Context(), "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'moves'::regclass").Scan(&waits)
		return err == nil && waits > 0
	}, 20*time.Second, 20*time.Millisecond)
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait() // it was killed
	require.NoError(t, tx.Rollback(t.Context()))
}

// Of a database that is being served, what is played meanwhile is not copied, and the
// command says so.
func TestACopyOfAServedDatabaseWarns(t *testing.T) {
	o := options(t)
	_, stop := startServer(t, o)
	s := say(t, "", nil, "copy", o.db, filepath.Join(t.TempDir(), "warned.db"))
	require.Equal(t, exitOK, s.status, s.out+s.errors)
	assert.Equal(t, "bankhalter: copy: a server is using "+o.db+"; moves made from now on will be missing in the copy\n", s.errors)
	require.NoError(t, stop())
	s = say(t, "", nil, "copy", o.db, filepath.Join(t.TempDir(), "quiet.db"))
	require.Equal(t, exitOK, s.status, s.out+s.errors)
	assert.Empty(t, s.errors)
	_, stop = startServer(t, o)
	require.NoError(t, stop(), "the lock was given back")
}
