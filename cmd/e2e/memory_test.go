package e2e

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// longGame is a table whose log has at least n events, in a database of its own.
func longGame(t *testing.T, n int) (db, game string) {
	t.Helper()
	s := serve(t)
	sc := newSandboxTable(t, s, `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada", "cash": 100000, "deeds": [{"space": 1}]}, {"name": "Ben"}]}`, "Ada", "Ben")
	sc.move(0, "mortgage", "space", 1)
	sc.move(0, "lift", "space", 1)
	a, err := sc.seats[0].Do(t.Context(), http.MethodGet, "/games/"+sc.id+"/export", nil)
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(a.Body)), "\n")
	var header map[string]any
	require.NoError(t, json.Unmarshal([]byte(lines[0]), &header))
	again := append(slices.Clone(lines[len(lines)-4:]), `{"seq":0,"at":"2026-01-31T12:00:00Z","type":"turn_ended","player":0}`,
		`{"seq":0,"at":"2026-01-31T12:00:00Z","type":"turn_started","player":0,"number":2,"phase":"hub"}`)
	events := append([]string(nil), lines[1:]...)
	for len(events) < n {
		for _, line := range again {
			_, rest, _ := strings.Cut(line, ",")
			events = append(events, fmt.Sprintf(`{"seq":%d,%s`, len(events)+1, rest))
		}
	}
	header["events"], header["game"] = len(events), ""
	first, err := json.Marshal(header)
	require.NoError(t, err)
	dir := t.TempDir()
	file, db := filepath.Join(dir, "long.jsonl"), filepath.Join(dir, "long.db")
	require.NoError(t, os.WriteFile(file, []byte(string(first)+"\n"+strings.Join(events, "\n")+"\n"), 0o600))
	out, code := ended(t, "import", "--force", "--db", db, file)
	require.Equal(t, 0, code, out)
	return db, regexp.MustCompile(`/games/\w+`).FindString(out)
}

// memory is a number of kilobytes that the system reports of a process.
func memory(t *testing.T, s *rig.Server, name string) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.PID()))
	require.NoError(t, err)
	found := regexp.MustCompile(name + `:\s+(\d+) kB`).FindSubmatch(text)
	require.NotNil(t, found)
	n, err := strconv.Atoi(string(found[1]))
	require.NoError(t, err)
	return n
}

// onLinux leaves a test out elsewhere, where no /proc says how much memory a
// process takes; CI runs on Linux and leaves nothing out.
func onLinux(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		leaveOut(t, "%s does not say how much memory a process takes", runtime.GOOS)
	}
}

// TestAServerStartsSmall starts several times: the runtime's first steps
// with its heap differ each time.
func TestAServerStartsSmall(t *testing.T) {
	onLinux(t)
	for range 6 {
		assert.Less(t, memory(t, serve(t), "VmHWM"), 64<<10, "kB at most")
	}
}

// TestSlowReadersOfALongLogTakeLittleMemory lets 60 people read a log of 60 000
// events at the same time. A server that builds its answers in memory takes some gigabytes.
func TestSlowReadersOfALongLogTakeLittleMemory(t *testing.T) {
	onLinux(t)
	const readers, events = 60, 60000
	db, game := longGame(t, events)
	s := serveOn(t, db)
	read := func(path string) (int, error) {
		res, err := http.Get(s.URL + game + path) //nolint:noctx // it ends with the server
		if err != nil {
			return 0, err
		}
		defer res.Body.Close()
		if res.StatusCode != http.StatusOK {
			return 0, fmt.Errorf("%s: %s", path, res.Status)
		}
		var lines newlines
		_, err = io.Copy(&lines, res.Body)
		return int(lines), err
	}
	idle := memory(t, s, "VmRSS") // before the first reader
	require.NoError(t, os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", s.PID()), []byte("5"), 0), "the peak counts from now on")
	n, err := read("/export")
	require.NoError(t, err)
	require.Greater(t, n, events)
	live, cancel := context.WithCancel(t.Context())
	defer cancel()
	var all sync.WaitGroup
	failed := make(chan error, 3*readers)
	for range readers {
		all.Go(func() { failed <- followed(live, s.URL+game+"/events?follow=1", "*/*", events) })
		all.Go(func() { failed <- followed(live, s.URL+game+"/events", "text/event-stream", 3) })
	}
	for i := range readers {
		path := [...]string{"/export", "/events"}[i%2]
		all.Go(func() {
			if _, err := read(path); err != nil {
				failed <- err
			}
		})
	}
	all.Wait()
	close(failed)
	for err := range failed {
		if err != nil {
			assert.ErrorContains(t, err, "503", "more than have their turn may be asked to come back")
		}
	}
	peak := memory(t, s, "VmHWM")
	t.Logf("%d kB idle, %d kB at most", idle, peak)
	assert.Less(t, peak, idle*12/10+readers<<10)
}

// followed reads a live stream until it has sent a number of lines.
func followed(ctx context.Context, address, accept string, lines int) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", accept)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s as %s: %s", address, accept, res.Status)
	}
	read := bufio.NewReader(res.Body)
	for ; lines > 0; lines-- {
		if _, err := read.ReadSlice('\n'); err != nil {
			return err
		}
	}
	return nil
}

// newlines counts the lines that are written to it.
type newlines int

func (n *newlines) Write(p []byte) (int, error) {
	*n += newlines(bytes.Count(p, []byte{'\n'}))
	return len(p), nil
}
