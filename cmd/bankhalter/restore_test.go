package main

import (
	"compress/gzip"
	"database/sql"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ask sends JSON to a server and decodes the answer into a map.
func ask(t *testing.T, method, url, token, body string) (int, map[string]any) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	require.NoError(t, err)
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	var v map[string]any
	_ = json.NewDecoder(res.Body).Decode(&v)
	return res.StatusCode, v
}

// A copy is made while people play, they go on, the copy is put back and they
// play on from it.
func TestBackupRestorePlayOn(t *testing.T) {
	o := options(t)
	url, stop := startServer(t, o)
	status, made := ask(t, "POST", url+"/games", "", `{"edition":"us-classic","players":2,"bots":["builder"],"name":"Ada","bot_pause":0}`)
	require.Equal(t, http.StatusCreated, status, made)
	game, token := "/games/"+made["game"].(string), made["token"].(string)
	status, _ = ask(t, "POST", url+game+"/start", token, "")
	require.Equal(t, http.StatusOK, status)
	seq := func(base string) float64 {
		status, state := ask(t, "GET", base+game, token, "")
		require.Equal(t, http.StatusOK, status)
		return state["seq"].(float64)
	}
	play := func(base string) {
		_, state := ask(t, "GET", base+game, token, "")
		first := state["moves"].([]any)[0].(map[string]any)
		move, err := json.Marshal(map[string]any{"move": first["move"]})
		require.NoError(t, err)
		status, answer := ask(t, "POST", base+game+"/moves", token, string(move))
		require.Equal(t, http.StatusOK, status, answer)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	before := seq(url)
	require.Equal(t, exitOK, say(t, "", nil, "backup", "--db", o.db, copied).status)
	play(url)
	require.Greater(t, seq(url), before)

	s := say(t, "", nil, "restore", "--db", o.db, copied)
	assert.Equal(t, exitFail, s.status, "not under a running server")
	assert.Contains(t, s.errors, "is being served by another bankhalter")
	require.NoError(t, stop())

	s = say(t, "", nil, "restore", "--db", o.db, copied)
	require.Equal(t, exitOK, s.status, s.errors)
	assert.Contains(t, s.out, "is sound")
	asides, err := filepath.Glob(o.db + ".before-restore-*")
	require.NoError(t, err)
	require.Len(t, asides, 1)
	assert.Contains(t, s.out, "the previous database is kept as "+asides[0]+"\n")
	assert.NotContains(t, s.out, "is new")
	assert.Equal(t, exitOK, say(t, "", nil, "check", "--all", "--db", asides[0]).status, "what was there is kept whole")

	url, stop = startServer(t, o)
	assert.InDelta(t, before, seq(url), 0)
	play(url)
	assert.Greater(t, seq(url), before)
	require.NoError(t, stop())
	assert.Equal(t, exitOK, say(t, "", nil, "check", "--db", copied).status, "the copy stays as it was")
}

func TestWhatIsNotRestored(t *testing.T) {
	o := options(t)
	_, stop := startServer(t, o)
	require.NoError(t, stop())
	before, err := os.ReadFile(o.db)
	require.NoError(t, err)
	text := filepath.Join(t.TempDir(), "text.db")
	require.NoError(t, os.WriteFile(text, []byte(strings.Repeat("no database ", 1000)), 0o600))
	broken := filepath.Join(t.TempDir(), "broken.db")
	data := append([]byte(nil), before...)
	for i := 8192; i < 12288 && i < len(data); i++ {
		data[i] = 0x5a
	}
	require.NoError(t, os.WriteFile(broken, data, 0o600))
	for file, status := range map[string]int{text: exitUsage, broken: exitFail, o.db: exitFail} {
		s := say(t, "", nil, "restore", "--db", o.db, file)
		assert.Equal(t, status, s.status, "%s: %s", file, s.out)
		assert.NotEmpty(t, s.errors)
		now, err := os.ReadFile(o.db)
		require.NoError(t, err)
		assert.Equal(t, before, now, "nothing has changed")
	}
	for _, args := range [][]string{{"check"}, {"backup", filepath.Join(t.TempDir(), "copy.db")}, {"prune", "--keep-guests", "1d"}} {
		assert.Equal(t, exitUsage, say(t, "", nil, append(args, "--db", text)...).status, "%s of a file without a database", args[0])
	}
	left, err := filepath.Glob(o.db + ".*")
	require.NoError(t, err)
	assert.Equal(t, []string{o.db + ".lock"}, left)

	t.Chdir(t.TempDir())
	for _, name := range []string{"", "postgres:bankhalter", "host=db1 dbname=bankhalter", "mysql://db1/bankhalter"} {
		s := say(t, "", nil, "restore", "--db", name, o.db)
		assert.Equal(t, exitUsage, s.status, "%q: %s", name, s.out)
		assert.Contains(t, s.errors, "form postgres://USER@HOST/DATABASE")
	}
	files, err := os.ReadDir(".")
	require.NoError(t, err)
	assert.Empty(t, files, "no file is called as an address is")
}

// A copy that an older version made is taken, if the file is sound.
func TestOlderCopiesAreCheckedToo(t *testing.T) {
	f, err := os.Open("../../db/sqlite/testdata/schema-1.db.gz")
	require.NoError(t, err)
	defer f.Close()
	packed, err := gzip.NewReader(f)
	require.NoError(t, err)
	data, err := io.ReadAll(packed)
	require.NoError(t, err)
	copied, into := filepath.Join(t.TempDir(), "copy.db"), filepath.Join(t.TempDir(), "new.db")
	require.NoError(t, os.WriteFile(copied, data, 0o600))
	raw, err := sql.Open("sqlite", copied) // which does not keep references by itself
	require.NoError(t, err)
	_, err = raw.Exec("DELETE FROM players")
	require.NoError(t, err)
	require.NoError(t, raw.Close())

	s := say(t, "", nil, "restore", "--db", into, copied)
	assert.Equal(t, exitFail, s.status)
	assert.Contains(t, s.out, "seats refers to")
	assert.NoFileExists(t, into)

	require.NoError(t, os.WriteFile(copied, data, 0o600))
	s = say(t, "", nil, "restore", "--db", into, copied)
	assert.Equal(t, exitOK, s.status, s.out+s.errors)
	assert.FileExists(t, into)
}

// Commands that make a database where there was none name its full path: given without
// --db, or in another folder than the server's, they would seem to have done their work.
func TestANewDatabaseIsNamed(t *testing.T) {
	o := options(t)
	_, stop := startServer(t, o)
	require.NoError(t, stop())
	export := released(t, "format-1/finished")
	t.Chdir(t.TempDir())
	here, err := filepath.Abs("bankhalter.db")
	require.NoError(t, err)

	s := say(t, "", nil, "restore", o.db)
	require.Equal(t, exitOK, s.status, s.errors)
	assert.Contains(t, s.out, "there was no database before: "+here+" is new\n")
	s = say(t, "", nil, "restore", o.db)
	require.Equal(t, exitOK, s.status, s.errors)
	assert.NotContains(t, s.out, "is new")
	s = say(t, export, nil, "import", "-")
	require.Equal(t, exitOK, s.status, s.errors)
	assert.Empty(t, s.errors, "a database that is there")

	t.Chdir(t.TempDir())
	here, err = filepath.Abs("bankhalter.db")
	require.NoError(t, err)
	s = say(t, export, nil, "import", "-")
	require.Equal(t, exitOK, s.status, s.errors)
	assert.Equal(t, "bankhalter: there was no database "+here+"; a new one was created\n", s.errors)
	assert.Regexp(t, `^/games/[a-z2-7]+\n$`, s.out, "the address alone, for programs")
}
