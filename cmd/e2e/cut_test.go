package e2e

import (
	"fmt"
	"io"
	"net"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// line is a connection to the server that can be cut.
type line struct {
	URL string

	mu    sync.Mutex
	down  bool
	conns map[net.Conn]bool
}

// lay puts a proxy between a browser and the server.
func lay(t *testing.T, address string) *line {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { listener.Close() })
	l := &line{URL: "http://" + listener.Addr().String(), conns: map[net.Conn]bool{}}
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			go l.join(near, address)
		}
	}()
	return l
}

func (l *line) join(near net.Conn, address string) {
	defer near.Close()
	far, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer far.Close()
	if !l.keep(near, far) {
		return
	}
	go func() {
		_, _ = io.Copy(far, near) // ends when either side is cut
		far.Close()
	}()
	_, _ = io.Copy(near, far)
}

func (l *line) keep(conns ...net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.down {
		return false
	}
	for _, c := range conns {
		l.conns[c] = true
	}
	return true
}

// cut breaks every connection, and new ones too until mend.
func (l *line) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.down = true
	for c := range l.conns {
		c.Close()
	}
	clear(l.conns)
}

func (l *line) mend() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.down = false
}

func TestABrowserCatchesUpAfterItsLineWasCut(t *testing.T) {
	t.Parallel()
	b := browser(t)
	s := serve(t)
	p := newPair(t, s, b)
	l := lay(t, s.Address())
	watcher := newSession(t, b, rig.Emulation{})
	require.NoError(t, watcher.Open(l.URL+"/games/"+p.id))
	_, err := rig.Eval[bool](watcher, "window.stayed = true")
	require.NoError(t, err)

	for _, move := range []string{"roll", "buy"} {
		before, err := rig.Eval[int](watcher, seqShown)
		require.NoError(t, err)
		l.cut()
		p.press(p.ada, move)
		require.NoError(t, p.ada.Await(fmt.Sprintf("%s > %d", seqShown, before)))
		held, err := rig.Eval[int](watcher, seqShown)
		require.NoError(t, err)
		assert.Equal(t, before, held, "the line is cut")
		l.mend()
		require.NoError(t, watcher.Await(fmt.Sprintf("%s > %d", seqShown, before)), "%s shows after the cut", move)
	}
	p.quiet(watcher)
}
