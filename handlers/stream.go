package handlers

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/handlers/web"
)

// How a live stream is timed. A write that takes longer than writeGrace, or in
// a row of them half of it, ends it: the reader is gone or hopelessly behind, and will come back by itself.
const (
	heartbeat  = 10 * time.Second
	writeGrace = 20 * time.Second
	retryAfter = 1000 // milliseconds until a browser connects again
)

// Streams are the live streams of the server: how many there are, from where,
// and that all of them end when the server does.
type Streams struct {
	*web.Kit
	// Heartbeat is the time between two messages that only say that the stream is alive.
	Heartbeat time.Duration
	// Readers is told which streams are read; nil if nobody asks.
	Readers *Readers

	open    *web.Counter
	opened  atomic.Uint64
	sent    atomic.Uint64
	closing chan struct{}
	close   sync.Once
}

// NewStreams returns the streams of a server; a beat of 0 is one of ten seconds.
func NewStreams(kit *web.Kit, beat time.Duration, readers *Readers) *Streams {
	if beat <= 0 {
		beat = heartbeat
	}
	return &Streams{Kit: kit, Heartbeat: beat, Readers: readers, open: web.NewCounter(), closing: make(chan struct{})}
}

// Enter counts a stream under some keys, or says why there cannot be one now.
// leave has to be called when it is over.
func (s *Streams) Enter(slots ...web.Slot) (leave func(), err error) {
	if err := s.Ready(); err != nil {
		return nil, err
	}
	leave, ok := s.open.Enter(slots...)
	if !ok {
		return nil, &web.Error{Status: http.StatusTooManyRequests, Code: "too_many", Retry: heartbeat}
	}
	return leave, nil
}

// Ready says that the server is closing, if it is.
func (s *Streams) Ready() error {
	select {
	case <-s.closing:
		return &web.Error{Status: http.StatusServiceUnavailable, Code: "closing", Retry: time.Second}
	default:
		return nil
	}
}

// Closing is closed when all streams have to end.
func (s *Streams) Closing() <-chan struct{} { return s.closing }

// Close ends all streams. No new ones are opened afterwards.
func (s *Streams) Close() { s.close.Do(func() { close(s.closing) }) }

// Has reports whether a stream is open that was entered under the key.
func (s *Streams) Has(key string) bool { return s.open.Has(key) }

// Open is the number of streams that are open.
func (s *Streams) Open() int { return s.open.Total() }

// Opened is the number of streams that have been opened.
func (s *Streams) Opened() uint64 { return s.opened.Load() }

// Sent is the number of messages sent over all of them, heartbeats too.
func (s *Streams) Sent() uint64 { return s.sent.Load() }

// position is how far a table has got: the number of its last event, the
// revision that also counts what happens without an event, such as a seat taken,
// and the last change of its chat, for those who may read it.
type position struct {
	seq  uint32
	rev  uint64
	chat uint64
}

// feed tells the current position, and wakes when it may have changed. The
// wake-up comes after the commit and may be late, doubled or merged: the
// position is the truth.
type feed struct {
	wake <-chan struct{}
	at   func(context.Context) (position, error)
	read func() // notes that something could be written to the reader
}

// lastSeen is the number of the last event a client has: Last-Event-ID, which
// a browser sends when it reconnects by itself, wins over ?after=.
func lastSeen(r *http.Request) (uint32, error) {
	text, where := seenText(r)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return 0, web.Mistyped(where, web.ExpectInteger)
	}
	return uint32(n), nil
}

// seenText is what a client says of the last event it has, and where it says so.
func seenText(r *http.Request) (text, where string) {
	const header = "Last-Event-ID"
	if text = r.Header.Get(header); text != "" {
		return text, header
	}
	return r.URL.Query().Get("after"), "after"
}

// seenRev is the revision of the table that a page shows, as it said with
// ?rev=; what cannot be read counts as the present one.
func seenRev(r *http.Request, now uint64) uint64 { return seenNumber(r, "rev", now) }

// seenNumber is a number that a page shows, as it said in the query.
func seenNumber(r *http.Request, name string, now uint64) uint64 {
	if n, err := strconv.ParseUint(r.URL.Query().Get(name), 10, 64); err == nil {
		return n
	}
	return now
}

// stream sends pings until the client leaves or the server closes. Each says
// "there is something new up to here"; it carries no state, so that one missed
// or doubled does no harm and every reader is shown only what he may see.
// leave is called when it is over.
func (s *Streams) stream(c echo.Context, f feed, seen uint32, leave func()) error {
	h := c.Response().Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	web.Vary(c, web.VaryBy)
	h.Set("X-Accel-Buffering", "no")
	if web.InfoOf(c).Head {
		leave()
		return c.NoContent(http.StatusOK)
	}
	at, err := f.at(c.Request().Context())
	if err != nil {
		leave()
		return err
	}
	from := position{seen, seenRev(c.Request(), at.rev), seenNumber(c.Request(), "chat", at.chat)}
	// What ends the stream once the status is out is nobody's fault.
	return s.outlive(c, leave, func(ctx context.Context, w *pen) {
		w.printf("retry: %d\n\n", retryAfter)
		if at.seq < seen {
			// The client knows a future that a restored backup does not: say so, and make it look again.
			w.message("older", uint64(at.seq), true)
			from = position{at.seq, at.rev + 1, from.chat}
		}
		s.follow(ctx, w, f, from)
	})
}

// follow writes until something ends the stream.
func (s *Streams) follow(ctx context.Context, w *pen, f feed, seen position) {
	beat := time.NewTicker(s.Heartbeat)
	defer beat.Stop()
	for {
		at, err := f.at(ctx)
		if err != nil {
			return
		}
		switch {
		case at.seq > seen.seq:
			w.message("game", uint64(at.seq), true)
		case at.rev != seen.rev:
			w.message("table", at.rev, false)
		}
		if at.chat != seen.chat {
			w.message("chat", at.chat, false)
		}
		seen = at
		writes := w.buf.Len() > 0
		if w.flush() != nil {
			return
		}
		if writes && f.read != nil {
			f.read()
		}
		select {
		case <-f.wake:
		case <-beat.C:
			w.message("hb", uint64(seen.seq), false)
		case <-ctx.Done():
			return
		case <-s.closing:
			return
		}
	}
}

// pen collects messages and sends them with a deadline of their own, as the
// server's write timeout is meant for whole answers.
type pen struct {
	conn    net.Conn     // the connection itself, if it was taken over,
	c       echo.Context // or else the answer
	control *http.ResponseController
	sent    *atomic.Uint64 // messages
	until   time.Time      // the deadline that is set
	buf     bytes.Buffer
}

// message collects one whose data is a number, which is its id too if it has
// to be remembered.
func (p *pen) message(event string, n uint64, remember bool) {
	b := p.buf.AvailableBuffer()
	if remember {
		b = append(strconv.AppendUint(append(b, "id: "...), n, 10), '\n')
	}
	b = append(append(append(b, "event: "...), event...), "\ndata: "...)
	p.buf.Write(append(strconv.AppendUint(b, n, 10), "\n\n"...))
}

func (p *pen) printf(format string, args ...any) { fmt.Fprintf(&p.buf, format, args...) }

func (p *pen) flush() error {
	if p.buf.Len() == 0 {
		return nil
	}
	err := p.write()
	p.sent.Add(1)
	p.buf.Reset()
	return err
}

func (p *pen) write() error {
	if err := p.extend(time.Now()); err != nil {
		return err
	}
	if p.conn != nil {
		_, err := p.conn.Write(p.buf.Bytes())
		return err
	}
	if _, err := p.c.Response().Write(p.buf.Bytes()); err != nil {
		return err
	}
	return p.control.Flush()
}

// extend sees to it that a write may take half of writeGrace at least, and all
// of it at most. Setting a deadline costs as much as making the message.
func (p *pen) extend(now time.Time) error {
	if p.until.Sub(now) > writeGrace/2 {
		return nil
	}
	p.until = now.Add(writeGrace)
	if p.conn != nil {
		return p.conn.SetWriteDeadline(p.until)
	}
	return p.control.SetWriteDeadline(p.until)
}
