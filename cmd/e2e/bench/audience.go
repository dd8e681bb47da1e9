package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// audience is watchers who note when each ping came.
type audience struct {
	mu    sync.Mutex
	seats []*watcher
	late  []time.Duration // from a press to a watcher's ping
	ended atomic.Int64    // streams that ended though no client closed them
	shut  atomic.Bool
}

// watcher is one open stream.
type watcher struct {
	net.Conn
	stage *stage
	seen  atomic.Int64 // number of the last event it received
}

// stage is the watchers' knowledge of the table that they look at.
type stage struct {
	id      string
	pressed atomic.Int64 // when the latest move was sent, unix nanoseconds
	seq     atomic.Int64 // number of its last event, as its maker was answered
}

// watch opens n streams, spread over the stages.
func watch(s *rig.Server, stages []*stage, n int) (*audience, error) {
	a := &audience{}
	const dialers = 16
	failed := make(chan error, dialers)
	var all sync.WaitGroup
	for d := range dialers {
		all.Go(func() {
			for i := d; i < n; i += dialers {
				if err := a.join(s.Address(), stages[i%len(stages)]); err != nil {
					failed <- fmt.Errorf("stream %d: %w", i, err)
					return
				}
			}
		})
	}
	all.Wait()
	select {
	case err := <-failed:
		a.close()
		return nil, err
	default:
		return a, nil
	}
}

func (a *audience) join(address string, st *stage) error {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	w := &watcher{Conn: c, stage: st}
	a.mu.Lock()
	a.seats = append(a.seats, w)
	a.mu.Unlock()
	w.seen.Store(st.seq.Load())
	if _, err := fmt.Fprintf(c, "GET /games/%s/events?after=%d HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n\r\n", st.id, st.seq.Load()); err != nil {
		return err
	}
	head := make([]byte, 2<<10)
	k, err := io.ReadAtLeast(c, head, 12)
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(head[:k], []byte("HTTP/1.1 200")) {
		return fmt.Errorf("answered %q", head[:min(k, 200)])
	}
	go a.listen(w, string(head[:k]))
	return nil
}

// listen notes the pings of one stream until it ends.
func (a *audience) listen(w *watcher, rest string) {
	buf := make([]byte, 256)
	for {
		for {
			line, more, ok := strings.Cut(rest, "\n")
			if !ok {
				break
			}
			rest = more
			if text, ok := strings.CutPrefix(line, "id: "); ok {
				a.pinged(w, text)
			}
		}
		k, err := w.Read(buf)
		if err != nil {
			if !a.shut.Load() {
				a.ended.Add(1)
			}
			return
		}
		rest += string(buf[:k])
	}
}

func (a *audience) pinged(w *watcher, text string) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n <= w.seen.Load() {
		return
	}
	late := time.Duration(time.Now().UnixNano() - w.stage.pressed.Load())
	w.seen.Store(n)
	a.mu.Lock()
	a.late = append(a.late, late)
	a.mu.Unlock()
}

// take returns the delays noted since the last time, sorted.
func (a *audience) take() []time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	late := a.late
	a.late = nil
	slices.Sort(late)
	return late
}

// behind counts the watchers who have not received the last event of their table.
func (a *audience) behind() (n int) {
	for _, w := range a.seats {
		if w.seen.Load() < w.stage.seq.Load() {
			n++
		}
	}
	return n
}

func (a *audience) close() {
	a.shut.Store(true)
	for _, w := range a.seats {
		w.Close()
	}
}

// figure reads a number from the server's metrics.
func figure(s *rig.Server, name string) (int64, error) {
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, s.URL+"/metrics", http.NoBody)
	if err != nil {
		return 0, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(data)) {
		if text, ok := strings.CutPrefix(line, name+" "); ok {
			n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
			return int64(n), err
		}
	}
	return 0, errors.New("no metric " + name)
}
