package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/value"
)

// said is the output of a run of the program.
type said struct {
	status      int
	out, errors string
}

// say runs the program as main does.
func say(t *testing.T, stdin string, env map[string]string, args ...string) said {
	t.Helper()
	var out, errs bytes.Buffer
	p := &program{stdin: strings.NewReader(stdin), stdout: &out, stderr: &errs, getenv: func(k string) string { return env[k] }}
	status := p.run(args)
	return said{status, out.String(), errs.String()}
}

const position = `{"edition":"us-classic","rulebook":"us","players":[{"name":"P"},{"name":"Q","deeds":[{"space":3}]}],
	"dice":[[1,2]],"moves":[{"player":0,"move":"buy"},{"player":0,"move":"roll"},{"player":1,"move":"claim_rent"}]}`

func TestEveryCommandExplainsItself(t *testing.T) {
	for _, c := range commands() {
		for _, args := range [][]string{{c.name, "--help"}, {c.name, "-h"}, {"help", c.name}} {
			s := say(t, "", nil, args...)
			assert.Equal(t, exitOK, s.status, args)
			assert.Contains(t, s.out, "usage: bankhalter "+c.name, args)
			assert.Empty(t, s.errors, args)
		}
	}
	for _, args := range [][]string{{"--help"}, {"-h"}, {"help"}, {"help", "help"}, {"help", "--help"}, {"--help", "-h"}} {
		s := say(t, "", nil, args...)
		assert.Equal(t, exitOK, s.status)
		for _, c := range commands() {
			assert.Contains(t, s.out, c.summary)
		}
	}
}

// full is a disk on which there is no room.
type full struct{}

var errFull = errors.New("no space left on device")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWhatCannotBePrintedIsNoSuccess(t *testing.T) {
	for _, args := range [][]string{
		{"--help"}, {"help", "verify"}, {"serve", "--help"}, {"help", "serve"}, {"version"}, {"--version"}, {"scenario", "--help"}, {"scenario", "-"}, {"example"}, {"example", "env"},
		{"example", "nginx.conf"}, {"simulate", "--games", "1"}, {"simulate", "--games", "1", "--json"},
	} {
		var errs bytes.Buffer
		p := &program{stdin: strings.NewReader(position), stdout: full{}, stderr: &errs, getenv: func(string) string { return "" }}
		assert.Equal(t, exitFail, p.run(args), args)
		assert.Equal(t, 1, strings.Count(errs.String(), errFull.Error()), "%v: %s", args, errs.String())
	}
}

// What is written only in part is not left under the name of a whole file.
func TestAFileIsWholeOrAsItWas(t *testing.T) {
	name := filepath.Join(t.TempDir(), "game.jsonl")
	write := func(text string, err error) error {
		return writeWhole(name, func(w *bufio.Writer) error { return errors.Join(err, printed(w, text)) })
	}
	require.ErrorIs(t, write("first", errFull), errFull)
	assert.NoFileExists(t, name)
	require.NoError(t, write("first", nil))
	require.ErrorIs(t, write("second", errFull), errFull)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "first", string(text))
	require.NoError(t, write("second", nil))
	all, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	assert.Len(t, all, 1, "no remainder")
	if runtime.GOOS == "linux" {
		require.NoError(t, os.Symlink("/dev/full", name+".part"))
		err := writeWhole(name, func(w *bufio.Writer) error { return printed(w, strings.Repeat("x", 1<<16)) })
		assert.Equal(t, 1, strings.Count(err.Error(), "write "), "said once: %v", err)
	}
}

func printed(w *bufio.Writer, text string) error { _, err := w.WriteString(text); return err }

func TestWrongUseIsStatusTwo(t *testing.T) {
	for _, args := range [][]string{
		{"dance"}, {"serve", "--fly"}, {"--fly"}, {"serve", "now"}, {"serve", "--idle", "soon"}, {"serve", "--durability", "some"},
		{"serve", "--listen", "8080"}, {"serve", "--listen", "127.0.0.1:99999"}, {"serve", "--metrics-listen", "here"},
		{"serve", "--public-url", "play.example.org"}, {"serve", "--public-url", "https://x.example/sub"},
		{"serve", "--trusted-proxies", "somewhere"}, {"serve", "--log-level", "loud"}, {"serve", "--moves", "NaN"}, {"serve", "--rate=-1"}, {"serve", "--burst", "9999999999"}, {"serve", "--log-format", "xml"},
		{"scenario"}, {"scenario", "a", "b"}, {"scenario", "/no/such/file"}, {"scenario", "--lang", "fr", "-"},
		{"simulate", "now"}, {"simulate", "--edition", "/no/such/file"}, {"simulate", "--rulebook", "chess"}, {"simulate", "--players", "99"},
		{"simulate", "--games", "0"}, {"simulate", "--option", "fly"}, {"simulate", "--option", "fly=true"}, {"simulate", "--option", ",fly"},
		{"simulate", "--option", "house.deal_n=6", "--option", "house.start_cash=400"}, {"league", "--option", "house.deal_n=6", "--option", "house.start_cash=400"}, {"simulate", "--bots", "hal"},
		{"explain"}, {"explain", "/no/such/file"}, {"simulate", "--bots", "hard,cmd:/no/such/program"}, {"league", "--players", "cmd:"}, {"train", "now"}, {"train", "--rounds", "0"}, {"train", "--games", "1"},
		{"league", "now"}, {"league", "--players", "hal"}, {"league", "--against", "hal"}, {"league", "--seats", "99"}, {"league", "--games", "0"},
		{"backup"}, {"backup", "--db", "/no/such/file", "x"}, {"prune"}, {"prune", "now"}, {"prune", "--keep-guests", "1d", "--db", "/no/such/file"}, {"restore"}, {"restore", "a", "b"}, {"restore", "/no/such/file"}, {"edition"}, {"edition", "check"}, {"edition", "praise", "x"},
		{"edition", "check", "/no/such/file"}, {"version", "now"},
	} {
		s := say(t, "", nil, args...)
		assert.Equal(t, exitUsage, s.status, args)
		assert.NotEmpty(t, s.errors, args)
		assert.Empty(t, s.out, args)
	}
}

// What is meant as an address makes no file of that name, and what is not there is named in full.
func TestDatabasesThatAreNone(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range [][]string{{"backup", "x"}, {"check"}, {"prune", "--keep-guests", "1d"}, {"copy", "bankhalter.db", "x"}} {
		s := say(t, "", nil, args...)
		assert.Equal(t, exitUsage, s.status, args)
		path, err := filepath.Abs("bankhalter.db")
		require.NoError(t, err)
		assert.Equal(t, "bankhalter: "+args[0]+": there is no database "+path+"\n", s.errors)
	}
	for _, args := range [][]string{{"copy", "host=db1 user=b", "x"}, {"copy", "x", "host=db1 user=b"}, {"copy", "", "x"}, {"copy", "x", ""}} {
		s := say(t, "", nil, args...)
		assert.Equal(t, exitUsage, s.status, args)
		assert.Contains(t, s.errors, "postgres://USER@HOST/DATABASE", args)
	}
	files, err := os.ReadDir(".")
	require.NoError(t, err)
	assert.Empty(t, files)
}

// A simulation that is asked for an unknown kind of player names all that there are.
func TestKindsOfPlayersAreNamed(t *testing.T) {
	assert.Contains(t, say(t, "", nil, "simulate", "--bots", "hal").errors, ", or cmd:PROGRAM\n")
	assert.Contains(t, say(t, "", nil, "league", "--players", "hal").errors, `: there is no "hal", only default, cautious, builder, trader, easy, medium, hard, expert, and the opponents non-trader, haggler, `)
}

func TestAScenarioIsPlayed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "case.json")
	require.NoError(t, os.WriteFile(file, []byte(position), 0o600))
	for _, s := range []said{say(t, position, nil, "scenario", "-"), say(t, "", nil, "scenario", file)} {
		require.Equal(t, exitOK, s.status, s.errors)
		var out struct {
			Results []struct {
				OK                 bool
				Code, Rule, Detail string
			}
			Events []json.RawMessage
			State  map[string]any
		}
		require.NoError(t, json.Unmarshal([]byte(s.out), &out))
		require.Len(t, out.Results, 3)
		assert.False(t, out.Results[0].OK)
		assert.Equal(t, "phase", out.Results[0].Code)
		assert.Regexp(t, "^R-", out.Results[0].Rule)
		assert.True(t, out.Results[1].OK)
		assert.True(t, out.Results[2].OK)
		assert.NotEmpty(t, out.Events)
		assert.Equal(t, "playing", out.State["status"])
	}
	english := say(t, position, nil, "scenario", "-")
	german := say(t, position, map[string]string{"BANKHALTER_LANG": "de"}, "scenario", "-")
	assert.NotEqual(t, english.out, german.out)
	assert.Equal(t, english.out, say(t, position, map[string]string{"BANKHALTER_LANG": "de"}, "scenario", "-", "--lang", "en").out, "the flag wins")
}

// TestScenarioSpeaksTheLanguageOfItsReader: moves that cannot be read, too.
func TestScenarioSpeaksTheLanguageOfItsReader(t *testing.T) {
	t.Parallel()
	const document = `{"edition":"us-classic","rulebook":"us","players":[{"name":"P"},{"name":"Q"}],"moves":[
		{"player":0,"move":"bid","amount":"10"},{"player":0,"move":"rolll"},{"player":0,"move":"build"},{"move":"roll"},{"time_up":1},7,
		{"player":0,"move":"propose_trade","to":1,"give":{"deeds":[99]}}]}`
	detail := regexp.MustCompile(`"code":"[a-z_]+","rule":"[^"]*","detail":"(?:[^"\\]|\\.)+"`)
	english := detail.FindAllString(say(t, document, nil, "scenario", "-").out, -1)
	german := detail.FindAllString(say(t, document, nil, "scenario", "--lang", "de", "-").out, -1)
	require.Len(t, english, 7)
	require.Len(t, german, 7)
	for i := range english {
		code, words, _ := strings.Cut(english[i], `"detail":`)
		assert.True(t, strings.HasPrefix(german[i], code), german[i])
		assert.NotContains(t, german[i], words)
		assert.NotContains(t, german[i], "problem_what", "the catalogue has the sentence")
	}
	assert.Contains(t, german[0], "„amount“", "what is to blame is named")
	assert.Contains(t, english[4], "“time_up” has to be true, and all that the step says.")
	assert.Contains(t, german[4], "„time_up“ muss true sein, und sonst darf in dem Schritt nichts stehen.")
}

func TestAnUnplayableScenarioNamesEveryReason(t *testing.T) {
	s := say(t, `{"edition":"us-classic","players":[{"name":"P","space":99},{"name":"Q","cash":-1}]}`, nil, "scenario", "-")
	assert.Equal(t, exitUsage, s.status)
	assert.Empty(t, s.out)
	assert.GreaterOrEqual(t, strings.Count(s.errors, "\n"), 2, s.errors)
	assert.Equal(t, exitUsage, say(t, "{", nil, "scenario", "-").status)
	assert.Equal(t, exitUsage, say(t, "", nil, "scenario", "-").status)
}

func TestALeague(t *testing.T) {
	args := []string{"league", "--games", "4", "--players", "trader", "--against", "default,non-trader", "--turns", "100"}
	s := say(t, "", nil, args...)
	require.Equal(t, exitOK, s.status, s.errors)
	assert.Regexp(t, `(?m)^us +trader +3 x non-trader +4 +\d`, s.out)
	s = say(t, "", nil, append(args, "--all", "--json")...)
	require.Equal(t, exitOK, s.status, s.errors)
	seen := map[string]int{}
	for line := range strings.Lines(s.out) {
		var pair struct {
			Rulebook  string
			Games     int
			Low, High float64
		}
		require.NoError(t, json.Unmarshal([]byte(line), &pair))
		assert.Less(t, pair.Low, pair.High)
		seen[pair.Rulebook]++
	}
	assert.Len(t, seen, 6, "every rulebook")
	for name, n := range seen {
		assert.Equal(t, 2, n, name)
	}
}

func TestTraining(t *testing.T) {
	args := []string{"train", "--games", "20", "--rounds", "1"}
	first, second := say(t, "", nil, args...), say(t, "", nil, args...)
	require.Equal(t, exitOK, first.status, first.errors)
	assert.Equal(t, first.out, second.out, "the same flags give the same file")
	assert.Contains(t, first.errors, "loss")
	f, err := value.Parse([]byte(first.out))
	require.NoError(t, err)
	assert.Equal(t, "bankhalter train --edition us-classic --games 20 --rounds 1 --seed 1", f.Made.Command)
}

func TestSimulations(t *testing.T) {
	args := []string{"simulate", "--games", "4", "--seed", "9", "--json", "--stats"}
	first, second := say(t, "", nil, args...), say(t, "", nil, args...)
	require.Equal(t, exitOK, first.status, first.errors)
	hash := func(s said) (sum struct {
		Games    int
		Hash     string
		Landings []any
	}) {
		require.NoError(t, json.Unmarshal([]byte(s.out), &sum))
		return sum
	}
	assert.Equal(t, hash(first), hash(second), "the same seed gives the same games")
	assert.Equal(t, 4, hash(first).Games)
	assert.Len(t, hash(first).Landings, 40)
	env := map[string]string{"BANKHALTER_GAMES": "2", "BANKHALTER_OPTION": "end_time=60,house.parking_pot=true"}
	s := say(t, "", env, "simulate", "--edition", "us-classic")
	require.Equal(t, exitOK, s.status, s.errors)
	assert.Contains(t, s.out, "games        2")
	env["BANKHALTER_OPTION"] = "jail.card_turns=1,2,3,house.double_go=true"
	s = say(t, "", env, "simulate", "--rulebook", "standard", "--edition", "german-classic")
	assert.Equal(t, exitOK, s.status, "a value may hold commas: %s", s.errors)
	s = say(t, "", nil, "simulate", "--edition", "sonic", "--games", "1", "--option", "jail.fine_turns=1,2")
	assert.Equal(t, exitOK, s.status, s.errors)
	assert.Equal(t, exitUsage, say(t, "", map[string]string{"BANKHALTER_GAMES": "many"}, "simulate").status)
	s = say(t, "", nil, "simulate", "--edition", "mark-classic", "--games", "2")
	assert.Equal(t, exitOK, s.status, "the hour that this rulebook needs is set: %s", s.errors)
	assert.Equal(t, exitUsage, say(t, "", nil, "simulate", "--edition", "mark-classic", "--option", "end_time=0").status)
}

func TestSimulatedGamesAreExported(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "games")
	s := say(t, "", nil, "simulate", "--games", "3", "--players", "2", "--bots", "hard,easy", "--export", dir)
	require.Equal(t, exitOK, s.status, s.errors)
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	require.NoError(t, err)
	require.Len(t, files, 3)
	data, err := os.ReadFile(files[0])
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	assert.Contains(t, lines[0], `"bot":"hard"`)
	assert.Contains(t, say(t, "", nil, "verify", files[0]).out, "are what they would do again", "levels decide alike each time")
	last := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, `"game_ended"`) })
	require.Positive(t, last)
	for i, line := range lines[1 : last+1] {
		var e struct{ Seq int }
		require.NoError(t, json.Unmarshal([]byte(line), &e))
		require.Equal(t, i+1, e.Seq)
	}
	require.Greater(t, len(lines), last+1)
	for _, line := range lines[last+1:] {
		assert.Contains(t, line, `"type":"proof`)
	}
}

func TestEditionsAreChecked(t *testing.T) {
	s := say(t, "", nil, "edition", "check", "../../game/testdata/fixtures/f40.json")
	assert.Equal(t, exitOK, s.status, s.errors)
	assert.Contains(t, s.out, "40 spaces")
	s = say(t, `{"id":"x","spaces":[]}`, nil, "edition", "check", "-")
	assert.Equal(t, exitFail, s.status)
	assert.Greater(t, strings.Count(s.errors, "\n"), 3, "every fault on a line")
	assert.Equal(t, exitUsage, say(t, "{", nil, "edition", "check", "-").status, "no JSON at all")
	assert.Equal(t, exitFail, say(t, "[]", nil, "edition", "check", "-").status)
	for _, name := range []string{
		"testdata/fixtures/f40m", "testdata/fixtures/f52", "edition/data/mark-classic", "edition/data/german-classic",
		"edition/data/us-classic", "edition/data/sonic", "edition/data/mega", "edition/data/duel-masters",
	} {
		s = say(t, "", nil, "edition", "check", "../../game/"+name+".json")
		assert.Equal(t, exitOK, s.status, "%s: %s", name, s.errors)
	}
}

func TestVersion(t *testing.T) {
	for _, args := range [][]string{{"version"}, {"--version"}} {
		s := say(t, "", nil, args...)
		assert.Equal(t, exitOK, s.status)
		assert.Regexp(t, `^bankhalter \S+ go1\.`, s.out)
	}
}

func TestFlagsMayStandAnywhere(t *testing.T) {
	parse := func(args ...string) (bool, string, []string) {
		fs := newFlags("x")
		on, text := fs.Bool("on", false, ""), fs.String("text", "", "")
		p := &program{stdout: io.Discard, stderr: io.Discard, getenv: func(string) string { return "" }}
		rest, done, _ := p.parse(fs, "x", args)
		require.False(t, done, args)
		return *on, *text, rest
	}
	on, text, rest := parse("a", "--on", "-", "--text", "t", "b")
	assert.True(t, on)
	assert.Equal(t, "t", text)
	assert.Equal(t, []string{"a", "-", "b"}, rest)
	on, _, rest = parse("a", "--", "--on")
	assert.False(t, on)
	assert.Equal(t, []string{"a", "--on"}, rest)
}

// Every flag of every command can be given as an environment variable, and its
// help says so.
func TestEveryFlagHasAVariable(t *testing.T) {
	var o serveOptions
	fs := newFlags("serve")
	o.register(fs)
	help := say(t, "", nil, "serve", "--help").out
	fs.VisitAll(func(f *flag.Flag) {
		assert.Contains(t, help, "--"+f.Name)
		assert.Contains(t, help, "["+envName(f.Name)+"]")
	})
	assert.Equal(t, "BANKHALTER_PUBLIC_URL", envName("public-url"))
}

// startServer runs serve in this process and returns where it listens and how to stop it.
func startServer(t *testing.T, o serveOptions) (url string, stop func() error) {
	t.Helper()
	plan, err := o.plan(io.Discard)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := plan.run(ctx, func() {}, w)
		w.CloseWithError(err)
		done <- err
	}()
	line, err := bufio.NewReader(r).ReadString('\n')
	require.NoError(t, err)
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	require.True(t, ok, line)
	return url, func() error { cancel(); return <-done }
}

// A server that is told to stop while it starts has not failed.
func TestServeStopsWhileItStarts(t *testing.T) {
	o := options(t)
	_, stop := startServer(t, o)
	require.NoError(t, stop())
	o.check = true
	plan, err := o.plan(io.Discard)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	require.NoError(t, plan.run(ctx, func() {}, &out))
	assert.Empty(t, out.String(), "it did not listen")
}

func options(t *testing.T) serveOptions {
	t.Helper()
	var o serveOptions
	fs := newFlags("serve")
	o.register(fs)
	o.listen, o.db, o.botPause = "127.0.0.1:0", filepath.Join(t.TempDir(), "test.db"), 0
	return o
}

func TestServeListensAndStopsWithOpenStreams(t *testing.T) {
	o := options(t)
	url, stop := startServer(t, o)
	res, err := http.Get(url + "/healthz")
	require.NoError(t, err)
	res.Body.Close()
	assert.Equal(t, http.StatusOK, res.StatusCode)
	res, err = http.Post(url+"/games", "application/json", strings.NewReader(`{"quick":true,"edition":"us-classic"}`))
	require.NoError(t, err)
	defer res.Body.Close()
	require.Equal(t, http.StatusCreated, res.StatusCode)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+res.Header.Get("Location")+"/events", nil)
	require.NoError(t, err)
	req.Header.Set("Accept", "text/event-stream")
	stream, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer stream.Body.Close()
	require.Equal(t, http.StatusOK, stream.StatusCode)
	metrics, err := http.Get(url + "/metrics")
	require.NoError(t, err)
	defer metrics.Body.Close()
	numbers, err := io.ReadAll(metrics.Body)
	require.NoError(t, err)
	assert.Contains(t, string(numbers), `bankhalter_games{status="playing"} 1`)
	assert.Contains(t, string(numbers), `bankhalter_db_commit_seconds_bucket{le="+Inf"}`)
	began := time.Now()
	require.NoError(t, stop())
	assert.Less(t, time.Since(began), 5*time.Second)
	_, err = io.ReadAll(stream.Body)
	assert.NoError(t, err, "the stream has ended properly")
}

func TestTwoServersDoNotShareADatabase(t *testing.T) {
	o := options(t)
	_, stop := startServer(t, o)
	plan, err := o.plan(io.Discard)
	require.NoError(t, err)
	assert.ErrorContains(t, plan.run(t.Context(), func() {}, io.Discard), o.db)
	require.NoError(t, stop())
}

func TestABusyAddressIsAFailure(t *testing.T) {
	o := options(t)
	url, stop := startServer(t, o)
	other := options(t)
	other.listen = strings.TrimPrefix(url, "http://")
	plan, err := other.plan(io.Discard)
	require.NoError(t, err)
	assert.ErrorContains(t, plan.run(t.Context(), func() {}, io.Discard), "listen")
	require.NoError(t, stop())
}

func TestBackupOfARunningServer(t *testing.T) {
	o := options(t)
	url, stop := startServer(t, o)
	res, err := http.Post(url+"/players", "application/json", strings.NewReader(`{"name":"Ada"}`))
	require.NoError(t, err)
	defer res.Body.Close()
	var ada struct{ Token string }
	require.NoError(t, json.NewDecoder(res.Body).Decode(&ada))
	copied := filepath.Join(t.TempDir(), "copy.db")
	s := say(t, "", nil, "backup", "--db", o.db, copied)
	require.Equal(t, exitOK, s.status, s.errors)
	assert.Equal(t, exitFail, say(t, "", nil, "backup", "--db", o.db, copied).status, "an existing file is kept")
	assert.Equal(t, exitOK, say(t, "", nil, "backup", "--db", o.db, "--replace", copied).status)
	require.NoError(t, stop())

	o.db = copied
	url, stop = startServer(t, o)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/me", nil)
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer "+ada.Token)
	me, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer me.Body.Close()
	assert.Equal(t, http.StatusOK, me.StatusCode)
	require.NoError(t, stop())
}
