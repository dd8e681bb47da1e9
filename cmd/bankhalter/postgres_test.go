package main

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/postgres/postgrestest"
)

// cluster is the PostgreSQL of this package's tests.
var cluster postgrestest.Lazy

func TestMain(m *testing.M) {
	if os.Getenv("BANKHALTER_TEST_MAIN") != "" { // a test wants the program, to kill it
		main()
	}
	code := m.Run()
	cluster.Close()
	os.Exit(code)
}

// onPostgres are the options of a server on an empty database.
func onPostgres(t *testing.T) serveOptions {
	t.Helper()
	o := options(t)
	o.db = cluster.Database(t)
	return o
}

// A server on PostgreSQL plays, is restarted, and its database is checked, added
// to and cleared like a file.
func TestServeOnPostgreSQL(t *testing.T) {
	o := onPostgres(t)
	o.adminPassword.value = "twelve characters"
	url, stop := startServer(t, o)
	status, made := ask(t, "POST", url+"/games", "", `{"name":"Ada","edition":"us-classic","bots":["default"]}`)
	require.Equal(t, http.StatusCreated, status, made)
	game, token := made["game"].(string), made["token"].(string)
	status, _ = ask(t, "POST", url+"/games/"+game+"/start", token, "")
	require.Equal(t, http.StatusOK, status)
	for _, path := range []string{"/readyz", "/", "/games", "/me", "/games/" + game + "/events", "/admin/acts"} {
		with := token
		if path == "/admin/acts" {
			with = o.adminPassword.value
		}
		status, body := ask(t, "GET", url+path, with, "")
		assert.Equal(t, http.StatusOK, status, "%s: %s", path, body)
	}
	_, metrics := fetch(t, url+"/metrics", "")
	for _, name := range []string{`bankhalter_games{status="playing"} 1`, "bankhalter_db_bytes", "bankhalter_nodes 1\n", `bankhalter_db_commit_seconds_bucket{le="+Inf"}`} {
		assert.Contains(t, metrics, name)
	}
	for _, name := range onlyOnPostgreSQL {
		assert.Contains(t, metrics, "\n"+name+" ")
	}
	require.NoError(t, stop())

	s := say(t, "", nil, "check", "--all", "--db", o.db)
	require.Equal(t, exitOK, s.status, s.errors)
	assert.Contains(t, s.out, "is sound: 1 running game replayed, ")
	s = say(t, released(t, "format-1/finished"), nil, "import", "--db", o.db, "-")
	require.Equal(t, exitOK, s.status, s.errors)
	finished := strings.TrimSpace(s.out)
	s = say(t, released(t, "format-1/finished"), nil, "import", "--db", o.db, "-")
	assert.Equal(t, exitFail, s.status)
	assert.Contains(t, s.errors, "is in postgres://postgres@127.0.0.1")
	time.Sleep(2 * time.Millisecond) // everything is older than a millisecond now
	s = say(t, "", nil, "prune", "--db", o.db, "--keep-finished", "1ms", "--dry-run")
	require.Equal(t, exitOK, s.status, s.errors)
	assert.Equal(t, "would delete 1 game and 0 players\n", s.out)

	url, stop = startServer(t, o)
	status, body := ask(t, "GET", url+"/games/"+game, token, "")
	assert.Equal(t, http.StatusOK, status)
	assert.Equal(t, "playing", body["status"])
	status, _ = ask(t, "GET", url+finished, "", "")
	assert.Equal(t, http.StatusOK, status)
	require.NoError(t, stop())

	s = say(t, "", nil, "restore", "--db", o.db, "copy.db")
	assert.Equal(t, exitUsage, s.status)
	assert.Contains(t, s.errors, "bankhalter copy")
}

// What is wrong with the database is said in one sentence, without the password.
func TestServeOnAPostgreSQLThatDoesNotWork(t *testing.T) {
	o := onPostgres(t)
	o.adminPassword.value = "twelve characters"
	for name, c := range map[string]struct {
		change func(*serveOptions)
		want   string
	}{
		"nobody listens":   {func(o *serveOptions) { o.db = "postgres://u:geheim@127.0.0.1:1/x" }, "cannot be reached"},
		"one slash":        {func(o *serveOptions) { o.db = "postgres:/u:geheim@h/x" }, "neither a file nor an address"},
		"capitals":         {func(o *serveOptions) { o.db = "Postgres://u:geheim@h/x" }, "neither a file nor an address"},
		"another engine":   {func(o *serveOptions) { o.db = "mysql://u:geheim@h/x" }, "neither a file nor an address"},
		"words and signs":  {func(o *serveOptions) { o.db = "host=h password=geheim dbname=x" }, "neither a file nor an address"},
		"secret not there": {func(o *serveOptions) { o.password.file = filepath.Join(t.TempDir(), "none") }, "--db-password-file"},
		"secret twice":     {func(o *serveOptions) { o.password = secretText{"geheim", "file"} }, "both given"},
		"a file has none":  {func(o *serveOptions) { o.db, o.password.value = "test.db", "geheim" }, "--db-password means something only with"},
		"unknown user": {func(o *serveOptions) {
			o.db = strings.Replace(o.db, "postgres@", "eve@", 1)
			o.password.value = "geheim"
		}, "does not let this user in"},
		"certificates of all": {func(o *serveOptions) { o.acmeHosts = list{"play.example.org"} }, "--acme-cache"},
	} {
		t.Run(name, func(t *testing.T) {
			o := o
			c.change(&o)
			var log bytes.Buffer
			plan, err := o.plan(&log)
			if err == nil {
				err = plan.run(t.Context(), func() {}, &log)
			}
			require.ErrorContains(t, err, c.want)
			assert.NotContains(t, err.Error()+log.String(), "geheim")
			assert.NotContains(t, err.Error(), "\n")
		})
	}
}
