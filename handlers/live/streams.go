// Package live serves live streams, as server-sent events and as lines, over hijacked
// and buffered connections, and knows who is present at a table.
package live

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/handlers/web"
)

// How a live stream is timed. A write that takes longer than WriteTimeout, or in
// a row of them half of it, ends it: the reader is gone or hopelessly behind, and will come back by itself.
const (
	defaultHeartbeat = 10 * time.Second
	WriteTimeout     = 20 * time.Second
	RetryMillis      = 1000 // milliseconds until a browser connects again
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
		beat = defaultHeartbeat
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
		return nil, &web.Error{Status: http.StatusTooManyRequests, Code: "too_many", Retry: defaultHeartbeat}
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

// Position is how far a table has got: the number of its last event, the
// revision that also counts what happens without an event, such as a seat taken,
// the last change of its chat, for those who may read it, and who is there and what
// the operator announces.
type Position struct {
	Seq  uint32
	Rev  uint64
	Chat uint64
	Here uint64 // a number for who of those who play is there, and for what is announced
}

// Feed tells the current position, and wakes when it may have changed. The
// wake-up comes after the commit and may be late, doubled or merged: the
// position is the truth.
type Feed struct {
	Wake <-chan struct{}
	At   func(context.Context) (Position, error)
	Read func() // notes that something could be written to the reader

	// Holds reports whether the reader may still read; it is asked with each heartbeat, and
	// when Doubt wakes.
	Holds func(context.Context) bool
	Doubt <-chan struct{}

	// Changed names the sections of a page that changed between two positions, nil
	// if it may be all; a ping names them, too. Nil: pings hold a number only.
	Changed func(ctx context.Context, from, to Position) []string
}

// ping writes that there is something new, and where if the reader asked for that.
func (f *Feed) ping(ctx context.Context, w *Writer, event string, n uint64, remember bool, from, to Position) {
	if f.Changed == nil {
		w.message(event, n, remember)
		return
	}
	data, err := json.Marshal(struct {
		Seq      uint32   `json:"seq"`
		Sections []string `json:"sections,omitempty"` // none: any
	}{to.Seq, f.Changed(ctx, from, to)})
	if err != nil {
		return // there is nothing in it that could not be written
	}
	if remember {
		w.Printf("id: %d\n", n)
	}
	w.Printf("event: %s\ndata: %s\n\n", event, data)
}

// LastEventID is the number of the last event a client has: Last-Event-ID, which
// a browser sends when it reconnects by itself, wins over what the query names.
func LastEventID(r *http.Request, after string) (uint32, error) {
	text, where := LastEventIDText(r, after)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return 0, web.Mistyped(where, web.ExpectInteger)
	}
	return uint32(n), nil
}

// LastEventIDText is what a client says of the last event it has, and where it says so.
func LastEventIDText(r *http.Request, after string) (text, where string) {
	const header = "Last-Event-ID"
	if text = r.Header.Get(header); text != "" {
		return text, header
	}
	return after, "after"
}

// Shown is what a page shows besides the events of its table; nil for what it
// does not say, which counts as the present one.
type Shown struct {
	Rev  *uint64 `query:"rev,lax"`
	Chat *uint64 `query:"chat,lax"`
	Here *uint64 `query:"here,lax"`
}

// from is the position that a page shows.
func (s *Shown) from(seen uint32, now Position) Position {
	now.Seq = seen
	if s.Rev != nil {
		now.Rev = *s.Rev
	}
	if s.Chat != nil {
		now.Chat = *s.Chat
	}
	if s.Here != nil {
		now.Here = *s.Here
	}
	return now
}

// SendPings sends pings until the client leaves or the server closes. Each says
// "there is something new up to here"; it carries no state, so that one missed
// or doubled does no harm and every reader is shown only what they may see.
// leave is called when it is over.
func (s *Streams) SendPings(c echo.Context, f Feed, seen uint32, shown Shown, leave func()) error {
	h := c.Response().Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	web.Vary(c, web.VaryBy)
	h.Set("X-Accel-Buffering", "no")
	if web.InfoOf(c).Head {
		leave()
		return c.NoContent(http.StatusOK)
	}
	at, err := f.At(c.Request().Context())
	if err != nil {
		leave()
		return err
	}
	from := shown.from(seen, at)
	// What ends the stream once the status is out is nobody's fault.
	return s.Start(c, leave, func(ctx context.Context, w *Writer) {
		w.Printf("retry: %d\n\n", RetryMillis)
		if at.Seq < seen {
			// The client knows a future that a restored backup does not: say so, and make it look again.
			w.message("older", uint64(at.Seq), true)
			from = Position{at.Seq, at.Rev + 1, from.Chat, from.Here}
		}
		s.follow(ctx, w, f, from)
	})
}

// follow writes until something ends the stream.
func (s *Streams) follow(ctx context.Context, w *Writer, f Feed, seen Position) {
	beat := time.NewTicker(s.Heartbeat)
	defer beat.Stop()
	for {
		at, err := f.At(ctx)
		if err != nil {
			return
		}
		switch {
		case at.Seq > seen.Seq:
			f.ping(ctx, w, "game", uint64(at.Seq), true, seen, at)
		case at.Rev != seen.Rev:
			f.ping(ctx, w, "table", at.Rev, false, seen, at)
		case at.Here != seen.Here: // with another ping it would be fetched twice
			w.message("presence", at.Here, false)
		}
		if at.Chat != seen.Chat {
			w.message("chat", at.Chat, false)
		}
		seen = at
		writes := w.Buffer.Len() > 0
		if w.Flush() != nil {
			return
		}
		if writes && f.Read != nil {
			f.Read()
		}
		select {
		case <-f.Wake:
		case <-beat.C:
			if f.Holds != nil && !f.Holds(ctx) {
				return
			}
			w.message("hb", uint64(seen.Seq), false)
		case <-f.Doubt:
			if !f.Holds(ctx) {
				return
			}
		case <-ctx.Done():
			return
		case <-s.closing:
			return
		}
	}
}

// Writer collects messages and sends them with a deadline of their own, as the
// server's write timeout is meant for whole answers.
type Writer struct {
	to     receiver
	sent   *atomic.Uint64 // messages
	until  time.Time      // the deadline that is set
	Buffer bytes.Buffer
}

// receiver is a connection that was taken over, or else a response; each write is sent at once.
type receiver interface {
	io.Writer
	SetWriteDeadline(at time.Time) error
}

// response is one that stays with the HTTP server.
type response struct {
	to http.ResponseWriter
	*http.ResponseController
}

func (r response) Write(b []byte) (int, error) {
	n, err := r.to.Write(b)
	if err != nil {
		return n, err
	}
	return n, r.Flush()
}

// message collects one whose data is a number, which is its id too if it has
// to be remembered.
func (p *Writer) message(event string, n uint64, remember bool) {
	b := p.Buffer.AvailableBuffer()
	if remember {
		b = append(strconv.AppendUint(append(b, "id: "...), n, 10), '\n')
	}
	b = append(append(append(b, "event: "...), event...), "\ndata: "...)
	p.Buffer.Write(append(strconv.AppendUint(b, n, 10), "\n\n"...))
}

func (p *Writer) Printf(format string, args ...any) { fmt.Fprintf(&p.Buffer, format, args...) }

func (p *Writer) Flush() error {
	if p.Buffer.Len() == 0 {
		return nil
	}
	err := p.write()
	p.sent.Add(1)
	p.Buffer.Reset()
	return err
}

func (p *Writer) write() error {
	if err := p.extend(time.Now()); err != nil {
		return err
	}
	_, err := p.to.Write(p.Buffer.Bytes())
	return err
}

// extend sees to it that a write may take half of WriteTimeout at least, and all
// of it at most. Setting a deadline costs as much as making the message.
func (p *Writer) extend(now time.Time) error {
	if p.until.Sub(now) > WriteTimeout/2 {
		return nil
	}
	p.until = now.Add(WriteTimeout)
	return p.to.SetWriteDeadline(p.until)
}
