package tables

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/handlers/live"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// How a long answer is sent: in pieces, each of which may take live.WriteTimeout, and
// all of them together no longer than at slowest bytes a second. A reader that
// stops reading keeps nothing of the server's for long.
const (
	longPiece   = 32 << 10
	slowest     = 8 << 10
	leastZipped = 1024
)

// longAnswer collects what is written and sends it piece by piece. Nothing is
// sent before the first piece is full, so that until then a failure can still
// be answered as one.
type longAnswer struct {
	c       echo.Context
	head    func(http.Header) // sets what the answer says of itself
	control *http.ResponseController
	buf     bytes.Buffer
	zip     *gzip.Writer
	began   time.Time // when the first piece was sent
	sent    int64
	cut     error // why a piece could not be sent
}

var longZips = sync.Pool{New: func() any {
	zip, _ := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed) // the level is known
	return zip
}}

// replyLong sends a body of any length as it is made, and keeps a piece of it in
// memory only. For a GET it answers 304 if the client has it. head may set
// headers of the answer. If write fails when a piece is gone already, the
// connection is cut, so that nobody takes the part for the whole.
func (s *Handler) replyLong(c echo.Context, contentType, etag string, head func(http.Header), write func(io.Writer) error) error {
	compressible := web.TakesGzip(c.Request())
	web.Vary(c, web.VaryBy)
	web.Vary(c, echo.HeaderAcceptEncoding)
	a := &longAnswer{c: c, head: func(h http.Header) {
		if h["Cache-Control"] == nil {
			h["Cache-Control"] = web.PrivateCache
		}
		h.Set("Etag", etag)
		h.Set("Content-Type", contentType)
		if head != nil {
			head(h)
		}
	}}
	if c.Request().Method == http.MethodGet && web.Matches(c.Request().Header.Get("If-None-Match"), etag) {
		h := c.Response().Header()
		h["Cache-Control"] = web.PrivateCache
		h.Set("Etag", etag)
		return c.NoContent(http.StatusNotModified)
	}
	if web.InfoOf(c).Head {
		a.head(c.Response().Header())
		c.Response().WriteHeader(http.StatusOK)
		return nil
	}
	if compressible {
		a.zip = longZips.Get().(*gzip.Writer)
		defer func() {
			a.zip.Reset(io.Discard)
			longZips.Put(a.zip)
		}()
	}
	err := write(a)
	if err == nil {
		err = a.end()
	}
	if err == nil || a.began.IsZero() {
		return err
	}
	if a.cut != nil || c.Request().Context().Err() != nil {
		s.Logger.Info("a client hung up before the end of an answer", "id", web.RequestID(c), "sent", a.sent, "error", err)
	} else {
		s.Logger.Error("an answer is cut short", "id", web.RequestID(c), "sent", a.sent, "error", err)
	}
	panic(http.ErrAbortHandler)
}

// Write takes a piece of the body.
func (a *longAnswer) Write(p []byte) (int, error) {
	a.buf.Write(p)
	if a.buf.Len() < longPiece {
		return len(p), nil
	}
	return len(p), a.flush()
}

// flush sends what was collected; before the first time, the headers.
func (a *longAnswer) flush() error {
	if a.began.IsZero() {
		a.began, a.control = time.Now(), http.NewResponseController(a.c.Response().Writer)
		h := a.c.Response().Header()
		a.head(h)
		if a.zip != nil {
			h.Set("Content-Encoding", "gzip")
			a.zip.Reset(rawPieces{a})
		}
		a.c.Response().WriteHeader(http.StatusOK)
	}
	until := time.Now().Add(live.WriteTimeout)
	if all := a.began.Add(live.WriteTimeout + time.Duration(a.sent/slowest)*time.Second); all.Before(until) {
		until = all
	}
	if err := a.control.SetWriteDeadline(until); err != nil {
		return err
	}
	a.sent += int64(a.buf.Len())
	var err error
	if a.zip != nil {
		_, err = a.zip.Write(a.buf.Bytes())
	} else {
		_, err = rawPieces{a}.Write(a.buf.Bytes())
	}
	a.buf.Reset()
	return err
}

// rawPieces writes to the client.
type rawPieces struct{ a *longAnswer }

func (r rawPieces) Write(p []byte) (int, error) {
	n, err := r.a.c.Response().Write(p)
	if err != nil {
		r.a.cut = err
	}
	return n, err
}

// end sends the rest. An answer that fits into one piece is sent like any other.
func (a *longAnswer) end() error {
	if a.began.IsZero() {
		return a.sendWhole()
	}
	if err := a.flush(); err != nil {
		return err
	}
	if a.zip != nil {
		return a.zip.Close()
	}
	return nil
}

// sendWhole sends an answer that is in memory as a whole.
func (a *longAnswer) sendWhole() error {
	h, body := a.c.Response().Header(), a.buf.Bytes()
	a.head(h)
	if a.zip != nil && len(body) >= leastZipped {
		var packed bytes.Buffer
		a.zip.Reset(&packed)
		if _, err := a.zip.Write(body); err != nil {
			return err
		}
		if err := a.zip.Close(); err != nil {
			return err
		}
		h.Set("Content-Encoding", "gzip")
		body = packed.Bytes()
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	a.c.Response().WriteHeader(http.StatusOK)
	_, err := a.c.Response().Write(body)
	return err
}
