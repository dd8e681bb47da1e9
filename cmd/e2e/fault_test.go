package e2e

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// fault is a table of three people and a watcher, on a server that something happens to.
type fault struct {
	*sandboxTable
	s        *rig.Server
	heard    chan uint32
	answered uint32 // the last event that a player was told of
	pledged  bool   // Ben's deed is mortgaged
}

// suffer seats three people and a watcher, who records the events received.
func suffer(t *testing.T, s *rig.Server) *fault {
	t.Helper()
	f := &fault{sandboxTable: newSandboxTable(t, s, pledging, "Ada", "Ben", "Cleo"), s: s, heard: make(chan uint32, 1<<16)}
	f.answered = f.state(0).Seq
	stream, err := f.seats[2].Watch(t.Context(), f.id, strconv.Itoa(int(f.answered)))
	require.NoError(t, err)
	t.Cleanup(stream.Close)
	go follow(stream, f.heard)
	return f
}

// pledging lets Ben mortgage a deed and lift it as often as possible.
var pledging = strings.Replace(unsold, `"name": "Ben", "cash": 300`, `"name": "Ben", "cash": 1000000, "deeds": [{"space": 5}]`, 1)

// toggle is the move that mortgages Ben's deed, or lifts it.
func (f *fault) toggle() string {
	if f.pledged {
		return "lift"
	}
	return "mortgage"
}

// try mortgages a deed and lifts it; the answer is nil if both were accepted.
func (f *fault) try() *rig.Played {
	f.t.Helper()
	for range 2 {
		p := f.play(1, f.toggle(), "space", 5)
		if !p.OK() {
			return p
		}
		f.answered, f.pledged = p.State.Seq, !f.pledged
	}
	return nil
}

// refused checks every client's answer while nothing can be stored.
func (f *fault) refused(code string) {
	f.t.Helper()
	a, err := f.seats[1].Do(f.t.Context(), http.MethodPost, "/games/"+f.id+"/moves", rig.Move{"move": f.toggle(), "space": 5})
	require.NoError(f.t, err)
	require.Equal(f.t, http.StatusServiceUnavailable, a.Status, "%s", a.Body)
	assert.Equal(f.t, code, a.Problem().Code)
	assert.NotEmpty(f.t, a.Problem().Detail)
	assert.NotEmpty(f.t, a.Header.Get("Retry-After"))
	ready, err := f.seats[0].Do(f.t.Context(), http.MethodGet, "/readyz", nil)
	require.NoError(f.t, err)
	assert.Equal(f.t, http.StatusServiceUnavailable, ready.Status, "%s", ready.Body)
	assert.Equal(f.t, code, ready.Problem().Code)
	page, err := f.seats[0].Do(f.t.Context(), http.MethodGet, "/games/"+f.id, nil, "Accept", "text/html")
	require.NoError(f.t, err)
	assert.Equal(f.t, http.StatusOK, page.Status, "the table can still be looked at")
	assert.Equal(f.t, f.answered, f.state(0).Seq, "what was not stored is not shown")
	awaitLog(f.t, f.s, "moves cannot be stored")
}

// recovers waits until the server is ready again, which must need no move and
// no restart, and checks that everything acknowledged before is there.
func (f *fault) recovers() {
	f.t.Helper()
	eventually(f.t, "ready again", func() bool {
		a, err := f.seats[0].Do(f.t.Context(), http.MethodGet, "/readyz", nil)
		return err == nil && a.Status == http.StatusOK
	})
	before := f.state(0)
	assert.Equal(f.t, f.answered, before.Seq, "everything answered is kept, and nothing else")
	if len(before.Trades) > 0 { // proposals from before the disk filled up
		f.answered = f.move(1, "cancel_trade", "trade", before.Trades[0].Trade).Seq
	}
	require.Nil(f.t, f.try(), "moves are taken again")
	f.move(0, "roll")
	last := f.state(0).Seq
	eventually(f.t, "the watcher hears of it", func() bool {
		for {
			select {
			case n := <-f.heard:
				assert.LessOrEqual(f.t, n, last, "announced and not there")
				if n == last {
					return true
				}
			default:
				return false
			}
		}
	})
	require.NoError(f.t, f.s.Kill())
	out, code := ended(f.t, "check", "--db", f.s.DB())
	assert.Equal(f.t, 0, code, out)
}

// TestADiskThatFillsUp gives the server a disk of its own that fills up while
// it plays, and later makes room.
func TestADiskThatFillsUp(t *testing.T) {
	t.Parallel()
	disk := t.TempDir()
	privileged(t, "mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk)
	t.Cleanup(func() { assert.NoError(t, exec.Command("umount", disk).Run()) })
	s := serveOn(t, filepath.Join(disk, "small.db"))
	f := suffer(t, s)
	var p *rig.Played
	for range 20000 {
		if p = f.try(); p != nil {
			break
		}
	}
	require.NotNil(t, p, "the disk never filled up")
	assert.Equal(t, "disk_full", p.Code)
	f.refused("disk_full")
	awaitLog(t, s, "make room on the disk")
	out, code := ended(t, "backup", "--db", s.DB(), filepath.Join(disk, "copy.db"))
	assert.Equal(t, 1, code, "a backup onto a full disk")
	assert.Contains(t, out, "the disk is full")
	left, err := filepath.Glob(filepath.Join(disk, "copy*"))
	require.NoError(t, err)
	assert.Empty(t, left, "no half copy is left")

	require.NoError(t, exec.Command("mount", "-o", "remount,size=32m", disk).Run())
	f.recovers()
}

// TestFilesThatMayNotGrow is the same without being root: no file of the server
// may grow beyond a limit, until the limit is lifted.
func TestFilesThatMayNotGrow(t *testing.T) {
	t.Parallel()
	need(t, "prlimit")
	s := serve(t)
	f := suffer(t, s)
	limit := func(size string) {
		out, err := exec.Command("prlimit", "--pid", strconv.Itoa(s.PID()), "--fsize="+size).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	limit("600000:unlimited")
	var p *rig.Played
	for range 20000 {
		if p = f.try(); p != nil {
			break
		}
	}
	require.NotNil(t, p, "the limit was never reached")
	f.refused("storage")
	limit("unlimited:unlimited")
	f.recovers()
}

// TestADatabaseLockedByAnotherProgram has another process hold the write lock.
func TestADatabaseLockedByAnotherProgram(t *testing.T) {
	t.Parallel()
	need(t, "sqlite3")
	s := serve(t)
	f := suffer(t, s)
	require.Nil(t, f.try())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	other := exec.CommandContext(ctx, "sqlite3", "-batch", s.DB())
	in, err := other.StdinPipe()
	require.NoError(t, err)
	out, err := other.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, other.Start())
	_, err = in.Write([]byte("PRAGMA busy_timeout = 5000;\nBEGIN IMMEDIATE;\nSELECT 'held';\n"))
	require.NoError(t, err)
	said := ""
	for buf := make([]byte, 100); !strings.Contains(said, "held"); {
		n, err := out.Read(buf)
		require.NoError(t, err)
		said += string(buf[:n])
	}
	f.refused("locked")
	awaitLog(t, s, "end the other program")
	require.NoError(t, in.Close())
	_ = other.Wait() // it rolls back
	f.recovers()
}

// TestFilesThatBecomeReadOnly takes the right to write away while the server
// runs, as a file system does that has found a fault in itself.
func TestFilesThatBecomeReadOnly(t *testing.T) {
	t.Parallel()
	s := serve(t)
	f := suffer(t, s)
	require.Nil(t, f.try())
	files := []string{s.DB(), s.DB() + "-wal"}
	privileged(t, "chattr", append([]string{"+i"}, files...)...)
	thaw := func() error { return exec.Command("chattr", append([]string{"-i"}, files...)...).Run() }
	t.Cleanup(func() { _ = thaw() })
	f.refused("read_only")
	awaitLog(t, s, "make the database file and its folder writable")
	require.NoError(t, thaw())
	f.recovers()
}

// TestAWriteAheadLogThatWasCut loses confirmed moves after a kill, as a bad copy
// or a lying disk does: the server says so instead of going on without them.
func TestAWriteAheadLogThatWasCut(t *testing.T) {
	t.Parallel()
	s := serve(t)
	f := suffer(t, s)
	for range 20 {
		require.Nil(t, f.try())
	}
	require.NoError(t, s.Kill())
	wal := s.DB() + "-wal"
	whole, err := os.ReadFile(wal)
	require.NoError(t, err)
	index, err := os.ReadFile(s.DB() + "-shm")
	require.NoError(t, err)
	for name, harm := range map[string][]byte{
		"cut": whole[:len(whole)/2], "torn at the end": append(bytes.Clone(whole[:len(whole)-2000]), make([]byte, 2000)...), "gone": {},
	} {
		require.NoError(t, os.WriteFile(wal, harm, 0o600))
		for _, args := range [][]string{{"serve", "--listen", "127.0.0.1:0", "--db", s.DB()}, {"check", "--db", s.DB()}} {
			out, code := ended(t, args...)
			assert.Equal(t, 1, code, "%s: %s", name, out)
			assert.Contains(t, out, "confirmed moves are missing", name)
		}
	}
	require.NoError(t, os.WriteFile(wal, whole, 0o600))
	require.NoError(t, os.WriteFile(s.DB()+"-shm", index, 0o600))
	f.s, err = s.Again()
	require.NoError(t, err, "with the whole file it goes on")
	t.Cleanup(func() { _ = f.s.Kill() })
	assert.Equal(t, f.answered, f.state(0).Seq)
}

// TestAReadOnlyFolder is said at the start.
func TestAReadOnlyFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	db := filepath.Join(folder, "games.db")
	s := serveOn(t, db)
	player(t, s, "Ada")
	_, err := s.Stop(stopGrace)
	require.NoError(t, err)
	readOnly(t, folder)
	for _, file := range []string{db, filepath.Join(folder, "new.db")} {
		out, code := ended(t, "serve", "--listen", "127.0.0.1:0", "--db", file)
		assert.Equal(t, 1, code, out)
		assert.Contains(t, out, "read-only")
		assert.Contains(t, out, folder)
	}
	out, code := ended(t, "backup", "--db", db, filepath.Join(t.TempDir(), "copy.db"))
	assert.Equal(t, 0, code, "a copy can still be made: %s", out)
}

// readOnly takes the right to write from a folder, from root's processes too.
func readOnly(t *testing.T, folder string) {
	t.Helper()
	require.NoError(t, exec.Command("chmod", "-R", "a-w", folder).Run())
	t.Cleanup(func() { _ = exec.Command("chmod", "-R", "u+w", folder).Run() })
	if exec.Command("touch", filepath.Join(folder, "x")).Run() != nil {
		return
	}
	privileged(t, "mount", "--bind", folder, folder)
	t.Cleanup(func() { assert.NoError(t, exec.Command("umount", folder).Run()) })
	require.NoError(t, exec.Command("mount", "-o", "remount,bind,ro", folder).Run())
}

// TestABrowserIsToldWhatAilsTheServer plays a move that cannot be stored: the
// page says so, keeps the table, and plays on when it can be.
func TestABrowserIsToldWhatAilsTheServer(t *testing.T) {
	t.Parallel()
	need(t, "prlimit")
	b := browser(t)
	s := serve(t)
	p := newSession(t, b, rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	var made rig.State
	require.NoError(t, p.Post("/games", map[string]any{"scenario": rig.Raw(unsold)}, &made))
	require.NoError(t, p.Open(s.URL+"/games/"+made.Game))
	limit := func(size string) {
		out, err := exec.Command("prlimit", "--pid", strconv.Itoa(s.PID()), "--fsize="+size).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	limit("1000:unlimited")
	const button = `document.querySelector("#m-roll:not([aria-disabled=true])")`
	holds(t, p, `(`+button+`.click(), true)`, "pressed")
	require.NoError(t, p.Await(`document.getElementById("status").textContent.includes("confirmed is safe")`))
	seq, err := rig.Eval[int](p, seqShown)
	require.NoError(t, err)
	assert.EqualValues(t, made.Seq, seq, "the table stays as it was")
	limit("unlimited:unlimited")
	require.NoError(t, p.Await(button))
	holds(t, p, `(`+button+`.click(), true)`, "pressed")
	require.NoError(t, p.Await(seqShown+" > "+strconv.Itoa(seq)), "the same button works again")
}
