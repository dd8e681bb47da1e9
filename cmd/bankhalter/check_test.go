package main

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// firstSchema is a database as the first schema left it.
func firstSchema(t *testing.T) string {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "db", "sqlite", "testdata", "schema-1.db.gz"))
	require.NoError(t, err)
	defer f.Close()
	packed, err := gzip.NewReader(f)
	require.NoError(t, err)
	data, err := io.ReadAll(packed)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "games.db")
	require.NoError(t, os.WriteFile(path, data, 0o600))
	return path
}

// stocked is a database of today with games in every phase, and their ids by name.
func stocked(t *testing.T) (path string, games map[string]string) {
	t.Helper()
	path = firstSchema(t)
	d, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	require.NoError(t, d.Close())
	text, err := os.ReadFile(filepath.Join("..", "..", "db", "sqlite", "testdata", "schema-1.json"))
	require.NoError(t, err)
	var notes struct{ Games []struct{ Name, ID string } }
	require.NoError(t, json.Unmarshal(text, &notes))
	games = map[string]string{}
	for _, g := range notes.Games {
		games[g.Name] = g.ID
	}
	return path, games
}

func change(t *testing.T, path, query string, args ...any) {
	t.Helper()
	raw, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	defer raw.Close()
	res, err := raw.Exec(query, args...)
	require.NoError(t, err)
	n, err := res.RowsAffected()
	require.NoError(t, err)
	require.Positive(t, n)
}

func TestASoundDatabase(t *testing.T) {
	path, _ := stocked(t)
	s := say(t, "", nil, "check", "--db", path)
	require.Equal(t, exitOK, s.status, s.out+s.errors)
	assert.Contains(t, s.out, "is sound: 42 running games replayed, 1 open table, 3 finished games with complete logs")
	s = say(t, "", nil, "check", "--all", "--db", path)
	require.Equal(t, exitOK, s.status, s.out+s.errors)
	assert.Contains(t, s.out, "1 open table, 3 finished games replayed")
	s = say(t, "", nil, "check", "--db", filepath.Join(t.TempDir(), "no.db"))
	assert.Equal(t, exitUsage, s.status)
}

// A path at which no database of ours can be is wrong use of every command that is given it.
func TestAPathOfNoDatabase(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	other := filepath.Join(dir, "other.db")
	raw, err := sql.Open("sqlite", other)
	require.NoError(t, err)
	_, err = raw.Exec("CREATE TABLE things (name TEXT)")
	require.NoError(t, err)
	require.NoError(t, raw.Close())
	text := file("text.db", strings.Repeat("no database at all ", 50))
	copied, _ := stocked(t)
	commands := map[string][]string{
		"serve":   {"serve", "--listen", "127.0.0.1:0"},
		"check":   {"check"},
		"backup":  {"backup", filepath.Join(dir, "copy.db")},
		"prune":   {"prune", "--keep-guests", "1h"},
		"restore": {"restore", copied},
	}
	for path, c := range map[string]struct {
		says   string
		except []string // to these it is no error
		there  string   // what commands say that look only at a database that is there
	}{
		text:                            {says: text + " is not a database of Bankhalter; name another file\n", except: []string{"restore"}},
		other:                           {says: other + " is a database of another program; name another file\n", except: []string{"restore"}},
		dir:                             {says: dir + " is a folder; name a file in it\n"},
		filepath.Join(text, "below.db"): {says: text + " is not a folder; name a file in one for the database\n"},
		filepath.Join(dir, "no", "where.db"): {
			says:  "the folder " + filepath.Join(dir, "no") + " for the database does not exist; make it, or name a file elsewhere\n",
			there: "there is no database " + filepath.Join(dir, "no", "where.db") + "\n",
		},
		filepath.Join(dir, strings.Repeat("x", 300)): {says: "cannot be reached: file name too long; name another file\n"},
	} {
		for name, args := range commands {
			if slices.Contains(c.except, name) {
				continue
			}
			says := c.says
			if c.there != "" && name != "serve" && name != "restore" {
				says = c.there
			}
			s := say(t, "", nil, slices.Insert(slices.Clone(args), 1, "--db", path)...)
			assert.Equal(t, exitUsage, s.status, "%s %s", name, path)
			assert.Contains(t, s.errors, says, name)
		}
	}
	s := say(t, "", nil, "check", "--db", file("empty.db", ""))
	assert.Equal(t, exitUsage, s.status)
	assert.Contains(t, s.errors, "empty.db holds no games yet\n")
}

func TestAnOlderSchemaIsNotAFault(t *testing.T) {
	old := firstSchema(t)
	s := say(t, "", nil, "check", "--db", old)
	assert.Equal(t, exitFail, s.status)
	assert.Contains(t, s.out, "has the schema of an older bankhalter (1)")
	copied := filepath.Join(t.TempDir(), "copy.db")
	assert.Equal(t, exitOK, say(t, "", nil, "backup", "--db", old, copied).status, "but it can be copied")
}

// harm is a database in which some games are damaged, each in its own way.
func harm(t *testing.T) (path string, bad map[string]string, good string) {
	t.Helper()
	path, games := stocked(t)
	bad = map[string]string{}
	for name, query := range map[string]string{
		"auction":   "UPDATE moves SET events = replace(events, '\"type\":\"bid_placed\"', '\"type\":\"bid_plucked\"') WHERE game = ? AND events LIKE '%bid_placed%'",
		"us roll":   "DELETE FROM moves WHERE game = ? AND first > 20 AND first < 40",
		"mega gift": "DELETE FROM moves WHERE game = ? AND seq = (SELECT max(seq) FROM moves m WHERE m.game = moves.game)",
		"jail":      "UPDATE moves SET events = substr(events, 1, 30) || char(0) || substr(events, 32) WHERE game = ?",
		"lobby":     "UPDATE settings SET settings = '{\"edition\": 7}' WHERE game = ?",
		"duel":      "UPDATE settings SET settings = replace(settings, '\"duel-masters\"', '\"no-such-board\"') WHERE game = ?",
	} {
		id := games[name]
		change(t, path, query, id)
		bad[name] = id
	}
	return path, bad, games["buy"]
}

func TestCheckNamesWhatCannotBePlayedOn(t *testing.T) {
	path, bad, _ := harm(t)
	s := say(t, "", nil, "check", "--db", path)
	require.Equal(t, exitFail, s.status)
	for name, id := range bad {
		assert.Contains(t, s.out, "game "+id, name)
	}
	lines := strings.Split(strings.TrimSpace(s.out), "\n")
	assert.Len(t, lines, len(bad), s.out)
	for _, line := range lines {
		assert.Contains(t, line, "restore a backup", "each line says what to do")
	}
}

func TestOthersAreServedBesideDamagedGames(t *testing.T) {
	path, bad, good := harm(t)
	o := options(t)
	o.db, o.check = path, true
	url, stop := startServer(t, o)
	code, _ := fetch(t, url+"/games/"+good, "")
	assert.Equal(t, http.StatusOK, code)
	for _, path := range []string{"/", "/games", "/readyz"} {
		code, text := fetch(t, url+path, "")
		assert.Equal(t, http.StatusOK, code, "%s: %s", path, text)
	}
	for name, id := range bad {
		code, text := fetch(t, url+"/games/"+id, "")
		assert.Equal(t, http.StatusInternalServerError, code, name)
		assert.Contains(t, text, `"code":"damaged"`, name)
		code, text = fetch(t, url+"/games/"+id, "text/html")
		assert.Equal(t, http.StatusInternalServerError, code, name)
		assert.Contains(t, text, "All other tables go on", name)
	}
	require.NoError(t, stop())
}

func TestADamagedFileIsNotServedAfterACheck(t *testing.T) {
	stock, _ := stocked(t)
	path := filepath.Join(t.TempDir(), "compact.db") // without unused pages
	require.Equal(t, exitOK, say(t, "", nil, "backup", "--db", stock, path).status)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	at := bytes.Index(data, []byte(`"type":"rolled"`)) &^ 4095
	require.Positive(t, at)
	clear(data[at : at+100])
	require.NoError(t, os.WriteFile(path, data, 0o600))
	s := say(t, "", nil, "check", "--db", path)
	require.Equal(t, exitFail, s.status, s.out)
	assert.Contains(t, s.out, "stop the server, keep the file and restore a backup")
	s = say(t, "", nil, "serve", "--check", "--listen", "127.0.0.1:0", "--db", path)
	assert.Equal(t, exitFail, s.status)
	assert.Contains(t, s.errors, "is damaged and not served; restore a backup")
}

// A game that was closed because it cannot be read is no news.
func TestCheckKnowsWhatWasClosed(t *testing.T) {
	path, games := stocked(t)
	id := games["auction"]
	require.NotEmpty(t, id, "%v", games)
	change(t, path, "UPDATE moves SET events = '{}' WHERE game = ?", id)
	s := say(t, "", nil, "check", "--all", "--db", path)
	assert.Equal(t, exitFail, s.status)
	assert.Contains(t, s.out, id)
	d, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	tables := tabletest.New(d, table.Config{BotPause: time.Hour})
	require.NoError(t, tables.Seal(t.Context(), id))
	require.ErrorIs(t, tables.Seal(t.Context(), id), table.ErrSealed)
	tables.Close()
	require.NoError(t, d.Close())
	s = say(t, "", nil, "check", "--all", "--db", path)
	assert.Equal(t, exitOK, s.status, s.out+s.errors)
	assert.NotContains(t, s.out, id)
}

// chainedGames is a database with a finished and a running game whose lines are chained.
func chainedGames(t *testing.T) (path, over, running string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "chained.db")
	d, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	tables := tabletest.New(d, table.Config{})
	ada := tabletest.NewPerson(t, d, "Ada")
	pause := 10 * time.Millisecond
	begin := func() string {
		snap, err := tables.Create(t.Context(), ada.ID, table.NewGame{EditionID: "us-classic", Players: 3, Bots: []string{"", "", ""}, BotPause: &pause})
		require.NoError(t, err)
		id := snap.Meta.ID
		_, err = tables.Start(t.Context(), id, ada.ID)
		require.NoError(t, err)
		require.Eventually(t, func() bool {
			snap, err := tables.Snapshot(t.Context(), id)
			return err == nil && snap.Seq() > 100
		}, time.Minute, time.Millisecond)
		return id
	}
	over, running = begin(), begin()
	_, err = tables.Abandon(t.Context(), over, ada.ID)
	require.NoError(t, err)
	tables.Close()
	require.NoError(t, d.Close())
	return path, over, running
}

// Every game's chain of hashes and signed head are followed, without folding
// those that are over.
func TestCheckFollowsTheChains(t *testing.T) {
	stock, over, running := chainedGames(t)
	s := say(t, "", nil, "check", "--db", stock)
	require.Equal(t, exitOK, s.status, s.out+s.errors)
	assert.Contains(t, s.out, "1 finished game with complete logs")
	raw, err := os.ReadFile(stock)
	require.NoError(t, err)
	number := func(query string, args ...any) (n int) {
		pool, err := sql.Open("sqlite", stock)
		require.NoError(t, err)
		defer pool.Close()
		require.NoError(t, pool.QueryRow(query, args...).Scan(&n))
		return n
	}
	last := number("SELECT seq FROM games WHERE id = ?", over)
	lastRow := number("SELECT max(first) FROM moves WHERE game = ?", over)
	for name, c := range map[string]struct {
		queries []string
		says    string
	}{
		"a changed event": {[]string{"UPDATE moves SET events = replace(events, '\"type\"', '\"type\" ') WHERE game = ? AND seq = (SELECT min(m.seq) FROM moves m WHERE m.seq > 50 AND m.game = moves.game)"}, "it does not follow from event"},
		"a removed row":   {[]string{"DELETE FROM moves WHERE game = ? AND seq = (SELECT min(m.seq) FROM moves m WHERE m.seq > 50 AND m.game = moves.game)"}, "the next row begins with event"},
		"swapped rows": {[]string{
			"UPDATE moves SET events = (SELECT m.events FROM moves m WHERE m.game = moves.game AND m.first = moves.seq + 1) WHERE game = ? AND seq = (SELECT min(m.seq) FROM moves m WHERE m.seq > 50 AND m.game = moves.game)",
		}, "another event stands in its place"},
		"a changed time":         {[]string{"UPDATE moves SET at = at + 1 WHERE game = ? AND seq = (SELECT min(m.seq) FROM moves m WHERE m.seq > 50 AND m.game = moves.game)"}, "its row tells another time"},
		"a command of no sense":  {[]string{"UPDATE moves SET command = 'roll' WHERE game = ? AND seq = (SELECT min(m.seq) FROM moves m WHERE m.seq > 50 AND m.game = moves.game)"}, "the command of its row cannot be read"},
		"a changed last event":   {[]string{fmt.Sprintf("UPDATE moves SET events = replace(events, '\"player\":', '\"player\": ') || '' WHERE game = ? AND first = %d", lastRow), fmt.Sprintf("UPDATE moves SET events = replace(events, '\"standings\":', '\"standings\": ') WHERE game = ? AND first = %d", lastRow)}, fmt.Sprintf("event %d", last)},
		"a changed signature":    {[]string{"UPDATE settings SET settings = json_set(settings, '$.head.signature', CASE substr(json_extract(settings, '$.head.signature'), 1, 2) WHEN '00' THEN '01' ELSE '00' END || substr(json_extract(settings, '$.head.signature'), 3)) WHERE game = ?"}, "the signature of its head"},
		"a head without a sense": {[]string{"UPDATE settings SET settings = json_set(settings, '$.head', 7) WHERE game = ?"}, "its signed head cannot be read"},
		"the last row removed":   {[]string{fmt.Sprintf("DELETE FROM moves WHERE game = ? AND first = %d", lastRow), fmt.Sprintf("UPDATE games SET seq = %d WHERE id = ?", lastRow-1)}, "the server has signed it, but the log ends"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "harmed.db")
			require.NoError(t, os.WriteFile(path, raw, 0o600))
			for _, query := range c.queries {
				change(t, path, query, over)
			}
			s := say(t, "", nil, "check", "--db", path)
			assert.Equal(t, exitFail, s.status, s.out)
			assert.Contains(t, s.out, c.says)
			assert.Contains(t, s.out, "game "+over)
			assert.NotContains(t, s.out, running)
			assert.Equal(t, 1, strings.Count(s.out, "\n"), s.out)
		})
	}
}
