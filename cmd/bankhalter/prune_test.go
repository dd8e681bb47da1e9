package main

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPrune(t *testing.T) {
	o := options(t)
	o.adminPassword.value = "correct horse battery"
	url, stop := startServer(t, o)
	begin := func(name string) (game, token string) {
		status, made := ask(t, "POST", url+"/games", "", `{"edition":"us-classic","players":2,"bots":["builder"],"name":"`+name+`"}`)
		require.Equal(t, http.StatusCreated, status, made)
		status, _ = ask(t, "POST", url+"/games/"+made["game"].(string)+"/start", made["token"].(string), "")
		require.Equal(t, http.StatusOK, status)
		return made["game"].(string), made["token"].(string)
	}
	over, _ := begin("Ada")
	running, token := begin("Ben")
	status, _ := ask(t, "POST", url+"/admin/tables/"+over+"/close", o.adminPassword.value, "{}")
	require.Equal(t, http.StatusNoContent, status)
	status, _ = ask(t, "POST", url+"/players", "", `{"name":"Guest"}`)
	require.Equal(t, http.StatusCreated, status)
	time.Sleep(2 * time.Millisecond) // everything is older than a millisecond now
	folder := t.TempDir()
	args := []string{"prune", "--db", o.db, "--keep-finished", "1ms", "--keep-guests", "1ms", "--export-finished", folder}
	s := say(t, "", nil, append(args, "--dry-run")...)
	require.Equal(t, exitOK, s.status, s.errors)
	assert.Equal(t, "would delete 1 game and 1 player\n", s.out)
	assert.Equal(t, exitFail, say(t, "", nil, args...).status, "not under a running server")
	require.NoError(t, stop())

	assert.Equal(t, "would delete 0 games and 0 players\n", say(t, "", nil, "prune", "--db", o.db, "--keep-finished", "1d", "--keep-guests", "1d", "--dry-run").out)
	for _, dry := range []string{"--dry-run", "--dry-run=false"} {
		s = say(t, "", nil, append(args, "--export-finished", folder+"/missing", dry)...)
		assert.Equal(t, exitUsage, s.status)
		assert.Equal(t, "bankhalter: prune: --export-finished: no game can be exported into the folder "+folder+"/missing: no such file or directory\n", s.errors)
		assert.Empty(t, s.out, "nothing is cleared away, not even what is not exported")
	}
	inTheWay := filepath.Join(folder, "bankhalter-"+over+".jsonl")
	require.NoError(t, os.Mkdir(inTheWay, 0o700))
	s = say(t, "", nil, args...)
	assert.Equal(t, exitFail, s.status, "what cannot be exported stays")
	assert.Contains(t, s.out, "0 games and 1 player\n")
	require.NoError(t, os.Remove(inTheWay))
	s = say(t, "", nil, args...)
	require.Equal(t, exitOK, s.status, s.errors)
	assert.Equal(t, "deleted 1 game and 1 player\n", s.out, "with the game goes who had nothing else")

	files, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, files, 1)
	s = say(t, "", nil, "verify", filepath.Join(folder, files[0].Name()))
	assert.Equal(t, exitOpen, s.status, s.out+s.errors)
	assert.Contains(t, lastOf(s.out), "nobody else had a part")
	assert.Equal(t, exitOK, say(t, "", nil, "check", "--all", "--db", o.db).status)
	url, stop = startServer(t, o)
	status, _ = ask(t, "GET", url+"/games/"+over, "", "")
	assert.Equal(t, http.StatusNotFound, status)
	status, _ = ask(t, "GET", url+"/games/"+running, token, "")
	assert.Equal(t, http.StatusOK, status)
	_, acts := ask(t, "GET", url+"/admin/acts", o.adminPassword.value, "")
	assert.Equal(t, "prune", acts["acts"].([]any)[0].(map[string]any)["what"])
	require.NoError(t, stop())
}

func TestTheHourOfClearingAway(t *testing.T) {
	zone := time.FixedZone("", 3600)
	at := func(day, hour, minute int) time.Time { return time.Date(2026, 11, day, hour, minute, 0, 0, zone) }
	assert.Equal(t, at(21, 4, 0), nextNight(at(21, 3, 59)))
	assert.Equal(t, at(22, 4, 0), nextNight(at(21, 4, 0)))
	assert.Equal(t, at(22, 4, 0), nextNight(at(21, 23, 0)))
}
