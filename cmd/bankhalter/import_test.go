package main

import (
	"compress/gzip"
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

// released is an export that an earlier version wrote.
func released(t *testing.T, name string) string {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "game", "export", "testdata", name+".jsonl.gz"))
	require.NoError(t, err)
	defer f.Close()
	packed, err := gzip.NewReader(f)
	require.NoError(t, err)
	data, err := io.ReadAll(packed)
	require.NoError(t, err)
	return string(data)
}

// fetch gets a page or, with an empty accept, JSON.
func fetch(t *testing.T, url, accept string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	require.NoError(t, err)
	if accept != "" {
		req.Header.Set("Accept", accept)
	}
	req.Header.Set("Accept-Language", "en")
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res.StatusCode, string(body)
}

// Tokens and colours that players chose go along with a game; other names are as if
// nobody had chosen.
func TestImportedGamesKeepTokens(t *testing.T) {
	o := options(t)
	file := released(t, "format-1/running")
	file = strings.Replace(file, `"bot":null}`, `"bot":null,"token":"moon","colour":"rust"}`, 1)
	file = strings.Replace(file, `"bot":null}`, `"bot":null,"token":"<hat>","colour":"blue"}`, 1)
	require.Contains(t, file, "hat")
	s := say(t, file, nil, "import", "--db", o.db, "-")
	require.Equal(t, exitOK, s.status, s.errors)
	url, stop := startServer(t, o)
	path := strings.TrimSpace(s.out)
	_, text := fetch(t, url+path, "")
	var state struct {
		Table struct {
			Seats []struct{ Token, Colour string }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(text), &state))
	require.Len(t, state.Table.Seats, strings.Count(text, `"token":`))
	assert.Equal(t, "moon rust", state.Table.Seats[0].Token+" "+state.Table.Seats[0].Colour)
	assert.Equal(t, "blue", state.Table.Seats[1].Colour)
	assert.NotEqual(t, "moon", state.Table.Seats[1].Token)
	_, again := fetch(t, url+path+"/export", "")
	header, _, _ := strings.Cut(again, "\n")
	assert.Contains(t, header, `"bot":null,"token":"moon","colour":"rust"}`)
	assert.Contains(t, header, `"bot":null,"colour":"blue"}`)
	require.NoError(t, stop())
}

// A game on a board of the time before every printed amount was checked is brought in and played on.
func TestGamesOnOlderBoardsAreImported(t *testing.T) {
	o := options(t)
	dir := t.TempDir()
	s := say(t, "", nil, "simulate", "--edition", "mark-classic", "--games", "1", "--export", dir)
	require.Equal(t, exitOK, s.status, s.errors)
	file, err := os.ReadFile(filepath.Join(dir, "game-000000.jsonl"))
	require.NoError(t, err)
	older := strings.Replace(string(file), `"edition":{`, `"edition":{"eras":{"early":{"taxes":{"38":{"amount":75}}}},`, 1)
	require.NotEqual(t, string(file), older)
	s = say(t, older, nil, "import", "--db", o.db, "-")
	require.Equal(t, exitOK, s.status, s.errors)
	url, stop := startServer(t, o)
	code, text := fetch(t, url+strings.TrimSpace(s.out), "")
	assert.Equal(t, http.StatusOK, code, text)
	require.NoError(t, stop())
}

func TestImportedGamesAreMarked(t *testing.T) {
	for name, status := range map[string]string{"finished": "finished", "running": "playing", "running-mega": "playing", "sandbox": "playing"} {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			s := say(t, released(t, "format-1/"+name), nil, "import", "--db", o.db, "-")
			require.Equal(t, exitOK, s.status, s.errors)
			s2 := say(t, released(t, "format-1/"+name), nil, "import", "--db", o.db, "-")
			if name != "sandbox" {
				assert.Equal(t, exitFail, s2.status)
				assert.Contains(t, s2.errors, "already", "twice is once too often")
			}
			url, stop := startServer(t, o)
			path := strings.TrimSpace(s.out)
			code, text := fetch(t, url+path, "")
			require.Equal(t, http.StatusOK, code, text)
			var state struct {
				Status string
				Seq    int
				Table  struct{ Imported, Sandbox bool }
			}
			require.NoError(t, json.Unmarshal([]byte(text), &state))
			assert.True(t, state.Table.Imported)
			assert.Equal(t, status, state.Status)
			_, page := fetch(t, url+path, "text/html")
			assert.Contains(t, page, "Imported from another server")
			_, again := fetch(t, url+path+"/export", "")
			header, _, _ := strings.Cut(again, "\n")
			assert.Contains(t, header, `"imported":true`)
			r := verified(t, url+path)
			assert.Equal(t, map[string]string{
				"finished": "server_only", "running": "imported", "running-mega": "imported", "sandbox": "sandbox",
			}[name], r.Reason, "%+v", r)
			assert.Equal(t, name == "finished", strings.HasPrefix(r.detail("draws"), "pass: "), "%+v", r.Checks)

			if name == "running" {
				post := person(t, url)
				code, _ := post(path+"/seats", "{}")
				assert.Contains(t, []int{http.StatusOK, http.StatusCreated}, code, "people take their seats")
			}
			require.NoError(t, stop())
		})
	}
}

func TestABoardThatIsNotKnownHereComesAlong(t *testing.T) {
	lines := strings.SplitAfterN(released(t, "format-1/running"), "\n", 2)
	lines[0] = strings.Replace(lines[0], `"id":"us-classic"`, `"id":"kitchen-table"`, 1)
	require.Contains(t, lines[0], "kitchen-table")
	o := options(t)
	s := say(t, strings.Join(lines, ""), nil, "import", "--db", o.db, "-")
	require.Equal(t, exitOK, s.status, s.errors)
	url, stop := startServer(t, o)
	code, text := fetch(t, url+strings.TrimSpace(s.out), "")
	assert.Equal(t, http.StatusOK, code)
	assert.Contains(t, text, `"edition":"kitchen-table"`)
	code, _ = fetch(t, url+strings.TrimSpace(s.out), "text/html")
	assert.Equal(t, http.StatusOK, code)
	require.NoError(t, stop())
}

// An untrusted export is not taken, and the sentence gives the reason.
func TestBadExportsAreNotTaken(t *testing.T) {
	whole := released(t, "format-1/finished")
	lines := strings.SplitAfter(strings.TrimSuffix(whole, "\n"), "\n")
	header, rest := lines[0], strings.Join(lines[1:], "")
	_, paid, _ := strings.Cut(whole, `"type":"paid"`)
	paid, _, _ = strings.Cut(paid, "\n")
	paid = `"type":"paid"` + paid
	change := func(old, with string) string {
		require.Contains(t, whole, old)
		return strings.Replace(whole, old, with, 1)
	}
	for name, c := range map[string]struct {
		text   string
		status int
		says   string
	}{
		"empty":                  {"", exitUsage, "the file is empty"},
		"a picture":              {"\x89PNG\r\n\x1a\n\x00\x00", exitUsage, "not the header of an export"},
		"a page":                 {"<!doctype html>\n<title>x</title>", exitUsage, "not the header of an export"},
		"cut in a line":          {whole[:len(whole)/3], exitFail, "the last line is cut off"},
		"cut between lines":      {strings.Join(lines[:len(lines)/3], ""), exitFail, "its header announces 1"},
		"cut in the header":      {header[:len(header)/2], exitUsage, "not the header of an export"},
		"a newer format":         {change(`"format":1`, `"format":9`), exitUsage, `the format of this export is "9"; this program reads format 1`},
		"no format":              {change(`"format":1,`, ``), exitUsage, "format"},
		"a line is gone":         {header + strings.Join(append(append([]string{}, lines[1:20]...), lines[21:]...), ""), exitFail, "event"},
		"a line is twice there":  {header + lines[1] + rest, exitFail, "event"},
		"two lines swapped":      {header + strings.Join(append([]string{lines[2], lines[1]}, lines[3:]...), ""), exitFail, "event"},
		"an amount is changed":   {strings.Replace(whole, paid, strings.Replace(paid, `"amount":`, `"amount":1`, 1), 1), exitFail, "does not verify"},
		"garbage in the middle":  {header + strings.Join(lines[1:9], "") + "\x00\x00\x00\n" + strings.Join(lines[10:], ""), exitFail, "event"},
		"another rulebook":       {change(`"rulebook":"us"`, `"rulebook":"chess"`), exitUsage, "chess"},
		"an option nobody knows": {change(`"options":{`, `"options":{"house.dragons":true,`), exitUsage, "dragons"},
		"an unknown event":       {change(`"type":"turn_started"`, `"type":"turn_stolen"`), exitFail, "turn_stolen"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "new.db")
			s := say(t, c.text, nil, "import", "--db", file, "-")
			assert.Equal(t, c.status, s.status, s.errors)
			assert.Contains(t, s.errors, c.says)
			assert.Empty(t, s.out)
			assert.Equal(t, 1, strings.Count(s.errors, "\n"), "one line: %s", s.errors)
			_, err := os.Stat(file)
			assert.ErrorIs(t, err, os.ErrNotExist, "and no database is made for it")
		})
	}
}

// told returns the header's data about a game besides its log, and the lines of its moves.
func told(t *testing.T, export string) (created string, players any, moves []string) {
	t.Helper()
	line, _, _ := strings.Cut(export, "\n")
	var header struct {
		Created string `json:"created_at"`
		Players any
	}
	require.NoError(t, json.Unmarshal([]byte(line), &header))
	for line := range strings.Lines(export) {
		if strings.Contains(line, `"type":"proof.move"`) {
			moves = append(moves, strings.TrimSpace(line))
		}
	}
	return header.Created, header.Players, moves
}

func TestAnImportedGameTellsWhatItsExportTold(t *testing.T) {
	url, stop := startServer(t, options(t))
	address := deserted(t, url)
	_, server := fetch(t, address+"/export", "")
	require.NoError(t, stop())
	require.Contains(t, server, `"by":"person"`)
	for name, was := range map[string]string{
		"of a server": server, "of an earlier version": released(t, "format-1/finished"), "of a simulation": strings.Join(simulated(t), "\n"),
	} {
		o := options(t)
		s := say(t, was, nil, "import", "--db", o.db, "-")
		require.Equal(t, exitOK, s.status, s.errors)
		url, stop := startServer(t, o)
		_, is := fetch(t, url+strings.TrimSpace(s.out)+"/export", "")
		require.NoError(t, stop())
		created, players, moves := told(t, was)
		createdNow, playersNow, movesNow := told(t, is)
		assert.Equal(t, created, createdNow, name)
		assert.Equal(t, players, playersNow, name)
		require.NotEmpty(t, moves, name)
		assert.Equal(t, moves, movesNow, name)
	}
}
