package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/edition"
)

// report is the output of verify --json, as far as the tests need it.
type report struct {
	OK, Proved bool
	Verdict    string
	Reason     string
	Sentence   string
	Game       string
	Status     string
	Checks     []struct{ Check, Result, Detail string }
}

func (r report) detail(check string) string {
	for _, c := range r.Checks {
		if c.Check == check {
			return c.Result + ": " + c.Detail
		}
	}
	return ""
}

// verified is the report on an export without a fault.
func verified(t *testing.T, name string) report {
	t.Helper()
	s := say(t, "", nil, "verify", "--json", name)
	var r report
	require.NoError(t, json.Unmarshal([]byte(s.out), &r), s.errors)
	require.True(t, r.OK, s.out)
	want := exitOK
	if r.Verdict == "UNPROVEN" {
		want = exitOpen
	}
	assert.Equal(t, want, s.status)
	assert.Equal(t, strings.HasPrefix(r.Verdict, "PASS"), r.Proved, s.out)
	assert.Equal(t, r.Proved, r.Reason == "", s.out)
	return r
}

// lastOf is the last line of an output.
func lastOf(out string) string {
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	return lines[len(lines)-1]
}

// person makes a player and returns a function that posts their JSON and returns status and location.
func person(t *testing.T, url string) func(path, body string) (int, string) {
	t.Helper()
	res, err := http.Post(url+"/players", "application/json", strings.NewReader(`{"name":"Ada"}`))
	require.NoError(t, err)
	defer res.Body.Close()
	var ada struct{ Token string }
	require.NoError(t, json.NewDecoder(res.Body).Decode(&ada))
	return func(path, body string) (int, string) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+path, strings.NewReader(body))
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+ada.Token)
		req.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		res.Body.Close()
		return res.StatusCode, res.Header.Get("Location")
	}
}

// bots opens a table of computer players, who begin at once.
func bots(t *testing.T, url, editionID string) (address string) {
	t.Helper()
	settings := map[string]any{"house.round_limit": 150} // or a game in a few hundred would never end
	if editionID == "mark-classic" {
		settings["end_time"] = 60
	}
	body, err := json.Marshal(map[string]any{
		"edition": editionID, "players": 3, "bots": []string{"default", "builder", "trader"}, "bot_pause": 0, "options": settings,
	})
	require.NoError(t, err)
	post := person(t, url)
	status, path := post("/games", string(body))
	require.Equal(t, http.StatusCreated, status, editionID)
	status, _ = post(path+"/start", "")
	require.Equal(t, http.StatusOK, status, editionID)
	return url + path
}

func finished(t *testing.T, address string) {
	t.Helper()
	require.Eventually(t, func() bool {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
		if err != nil {
			return false
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return false
		}
		defer res.Body.Close()
		var s struct{ Status string }
		return json.NewDecoder(res.Body).Decode(&s) == nil && s.Status == "finished"
	}, time.Minute, 50*time.Millisecond, address)
}

func TestGamesOfAServerVerifyAndMove(t *testing.T) {
	o := options(t)
	o.limits.Creations = 0
	url, stop := startServer(t, o)
	var addresses []string
	for _, id := range edition.IDs() {
		addresses = append(addresses, bots(t, url, id))
	}
	for _, address := range addresses {
		finished(t, address)
		r := verified(t, address+"/export")
		assert.Equal(t, "server_only", r.Reason, "%s: %+v", address, r)
		assert.Contains(t, r.detail("draws"), "pass: ")
	}
	s := say(t, "", nil, "verify", addresses[0])
	assert.Equal(t, exitOpen, s.status, s.errors)
	assert.Equal(t, "UNPROVEN: dice and cards were fixed by the server before the first throw; nobody else had a part.", lastOf(s.out))
	assert.Regexp(t, `^game    [a-z2-7]{10}: [a-z]`, s.out, "without a title there are no quotes")

	file := filepath.Join(t.TempDir(), "game.jsonl")
	save(t, addresses[1]+"/export", file)
	id := verified(t, file).Game
	s = say(t, "", nil, "import", "--db", o.db, file)
	assert.Equal(t, exitFail, s.status)
	assert.Contains(t, s.errors, "is being served by another bankhalter")
	require.NoError(t, stop())
	s = say(t, "", nil, "import", "--db", o.db, file)
	assert.Equal(t, exitFail, s.status)
	assert.Contains(t, s.errors, "is in "+o.db+" already")

	other := options(t)
	s = say(t, "", nil, "import", "--db", other.db, "--public-url", "https://play.example.org", file)
	require.Equal(t, exitOK, s.status, s.errors)
	assert.Equal(t, "https://play.example.org/games/"+id+"\n", s.out)
	url, stop = startServer(t, other)
	again := verified(t, url+"/games/"+id)
	assert.Equal(t, "server_only", again.Reason, "the log is whole and signed, wherever it is kept: %+v", again)
	assert.Contains(t, again.detail("draws"), "pass: ")
	require.NoError(t, stop())
}

func save(t *testing.T, url, file string) {
	t.Helper()
	res, err := http.Get(url)
	require.NoError(t, err)
	defer res.Body.Close()
	f, err := os.Create(file)
	require.NoError(t, err)
	_, err = f.ReadFrom(res.Body)
	require.NoError(t, err)
	require.NoError(t, f.Close())
}

func TestARunningGameGoesOnWhereItIsImported(t *testing.T) {
	lines := simulated(t)
	end := 0
	for i, line := range lines[:len(lines)/3] {
		if strings.Contains(line, `"type":"turn_ended"`) {
			end = i
		}
	}
	lines = lines[:end]
	lines[0] = strings.Replace(lines[0], `"status":"finished"`, `"status":"playing"`, 1)
	lines[0] = strings.Replace(lines[0], `"events":`, fmt.Sprintf(`"events":%d,"were":`, end-1), 1)
	o := options(t)
	s := say(t, strings.Join(lines, "\n"), nil, "import", "--db", o.db, "-")
	require.Equal(t, exitOK, s.status, s.errors)
	assert.Regexp(t, `^/games/[a-z2-7]{10}\n$`, s.out)
	url, stop := startServer(t, o)
	address := url + strings.TrimSpace(s.out)
	finished(t, address)
	r := verified(t, address)
	assert.Equal(t, "imported", r.Reason)
	assert.Contains(t, r.detail("seed"), "none: the game was imported")
	assert.Contains(t, r.detail("rules"), "none: ")
	require.NoError(t, stop())
}

// simulated is the export of a simulated game, by lines.
func simulated(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	s := say(t, "", nil, "simulate", "--games", "1", "--players", "2", "--option", "house.round_limit=150", "--export", dir)
	require.Equal(t, exitOK, s.status, s.errors)
	data, err := os.ReadFile(filepath.Join(dir, "game-000000.jsonl"))
	require.NoError(t, err)
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

func TestSimulatedGamesVerify(t *testing.T) {
	for _, id := range edition.IDs() {
		dir := t.TempDir()
		args := []string{"simulate", "--edition", id, "--games", "3", "--bots", "default,trader,builder,cautious", "--export", dir}
		if id == "mark-classic" {
			args = append(args, "--option", "end_time=60")
		}
		require.Equal(t, exitOK, say(t, "", nil, args...).status, id)
		files, err := filepath.Glob(filepath.Join(dir, "*"))
		require.NoError(t, err)
		require.Len(t, files, 3)
		for _, file := range files {
			r := verified(t, file)
			assert.Equal(t, "simulated", r.Reason, "%s: %+v", id, r)
			assert.Contains(t, r.detail("draws"), "pass: ")
		}
	}
}

func TestVerifyNamesTheFirstFault(t *testing.T) {
	lines := simulated(t)
	for i, line := range lines {
		if strings.Contains(line, `"type":"moved"`) && i > 30 {
			lines = append(lines[:i], lines[i+1:]...)
			s := say(t, strings.Join(lines, "\n"), nil, "verify", "-")
			assert.Equal(t, exitFail, s.status)
			assert.Regexp(t, fmt.Sprintf("^FAIL: log at event %d, line %d: .+[.]$", i, i+1), lastOf(s.out))
			assert.Contains(t, s.out, "log     FAIL")
			assert.Empty(t, s.errors)
			s = say(t, strings.Join(lines, "\n"), nil, "import", "--db", filepath.Join(t.TempDir(), "x.db"), "-")
			assert.Equal(t, exitFail, s.status)
			assert.Contains(t, s.errors, "does not verify")
			return
		}
	}
	require.Fail(t, "nobody moved")
}

func TestVerifyWithoutAnExport(t *testing.T) {
	lines := simulated(t)
	for name, text := range map[string]string{
		"empty": "", "no JSON": "hello", "no header": lines[1], "a page": "<!doctype html>\n", "no board": `{"type":"header","format":1,"edition":{}}`,
	} {
		for _, command := range []string{"verify", "import"} {
			s := say(t, text, map[string]string{"BANKHALTER_DB": filepath.Join(t.TempDir(), "x.db")}, command, "-")
			assert.Equal(t, exitUsage, s.status, "%s %s", command, name)
			assert.NotEmpty(t, s.errors, name)
			assert.Empty(t, s.out, name)
		}
	}
	for _, args := range [][]string{{"verify"}, {"verify", "a", "b"}, {"verify", "/no/such/file"}, {"import"}, {"import", "a", "b"}, {"import", "--public-url", "x", "a"}} {
		assert.Equal(t, exitUsage, say(t, "", nil, args...).status, args)
	}
	srv := httptest.NewServer(http.NotFoundHandler())
	defer srv.Close()
	s := say(t, "", nil, "verify", srv.URL+"/games/none")
	assert.Equal(t, exitUsage, s.status)
	assert.Contains(t, s.errors, "404")
}

func TestSandboxesHaveNoProof(t *testing.T) {
	o := options(t)
	url, stop := startServer(t, o)
	post := person(t, url)
	status, path := post("/games", `{"scenario":{"edition":"us-classic","rulebook":"us","dice":[[1,2]],
		"players":[{"name":"P"},{"name":"Q","cash":7}],"claims":[{"claim":1,"owner":0,"payer":1,"space":3,"amount":40}]}}`)
	require.Equal(t, http.StatusCreated, status)
	status, _ = post(path+"/moves", `{"move":"claim_rent"}`)
	require.Equal(t, http.StatusOK, status)
	r := verified(t, url+path)
	assert.Equal(t, "playing", r.Status)
	assert.Contains(t, r.detail("seed"), "none: a sandbox")
	status, _ = post(path+"/moves", `{"player":1,"move":"declare_bankruptcy"}`)
	require.Equal(t, http.StatusOK, status)
	r = verified(t, url+path)
	assert.Equal(t, "finished", r.Status)
	assert.Equal(t, "sandbox", r.Reason)
	assert.Contains(t, r.detail("rules"), "pass: ")
	assert.Contains(t, r.detail("draws"), "none: a sandbox")
	require.NoError(t, stop())
}

// A file may say anything, but nothing that the terminal would obey.
func TestTextsOfAFileDoNotSteerTheTerminal(t *testing.T) {
	lines := simulated(t)
	var h map[string]any
	require.NoError(t, json.Unmarshal([]byte(lines[0]), &h))
	h["title"], h["game"], h["software"] = "\x1b[2J", "\x1b]0;x\a", "\x1b[31m"
	header, err := json.Marshal(h)
	require.NoError(t, err)
	s := say(t, string(header)+"\n"+strings.Join(lines[1:], "\n"), nil, "verify", "-")
	assert.Equal(t, exitOpen, s.status, s.errors)
	assert.NotContains(t, s.out, "\x1b")
}

// deserted is a game of a person who leaves at once and two computer players.
func deserted(t *testing.T, url string) (address string) {
	t.Helper()
	post := person(t, url)
	status, path := post("/games", `{"edition":"us-classic","players":3,"bots":["default","trader"],"bot_pause":0,"options":{"house.round_limit":40}}`)
	require.Equal(t, http.StatusCreated, status)
	status, _ = post(path+"/start", "")
	require.Equal(t, http.StatusOK, status)
	status, _ = post(path+"/moves", `{"move":"resign"}`)
	require.Equal(t, http.StatusOK, status)
	finished(t, url+path)
	return url + path
}

func TestComputersMoveForPeopleWhoLeft(t *testing.T) {
	url, stop := startServer(t, options(t))
	address := deserted(t, url)
	_, text := fetch(t, address+"/export", "")
	assert.Contains(t, text, `"bot":null`)
	assert.Contains(t, text, `"player":0,"by":"bot"`)
	r := verified(t, address)
	assert.Contains(t, r.detail("bots"), "pass: ", "%+v", r.Checks)
	require.NoError(t, stop())
}

// A command that waits for its input can be ended.
func TestAReaderOfStandardInputIsEnded(t *testing.T) {
	folder := t.TempDir()
	require.Equal(t, exitOK, say(t, "", nil, "simulate", "--games", "1", "--export", folder).status)
	data, err := os.ReadFile(filepath.Join(folder, "game-000000.jsonl"))
	require.NoError(t, err)
	require.Greater(t, len(data), 1<<17, "more than a pipe holds")
	for _, command := range []string{"verify", "explain", "import"} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		cmd := exec.CommandContext(ctx, os.Args[0], command, "-")
		cmd.Env, cmd.Dir = append(os.Environ(), "BANKHALTER_TEST_MAIN=1"), folder
		in, err := cmd.StdinPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		_, err = in.Write(data)
		require.NoError(t, err)
		require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
		assert.ErrorContains(t, cmd.Wait(), "signal: terminated", command)
	}
}
