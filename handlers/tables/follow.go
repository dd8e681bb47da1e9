package tables

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/handlers/auth"
	"github.com/bankhalter/bankhalter/handlers/live"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// followBatch is how many events are written at once to a reader who is behind.
const followBatch = 200

// logStream is a form in which the log is sent as it grows.
type logStream struct {
	contentType string
	opening     string // sent at once, so that the headers go out
	beat        string // sent now and then
	event       func(buf []byte, seq uint32, line []byte) []byte
}

// asLines is a line of JSON for each event, and an empty line now and then.
var asLines = logStream{export.ContentType, "\n", "\n", func(buf []byte, _ uint32, line []byte) []byte {
	return append(append(buf, line...), '\n')
}}

// asMessages is a server-sent event for each event of the log, with its number as id.
var asMessages = logStream{web.EventStream, fmt.Sprintf("retry: %d\n\n", live.RetryMillis), ":\n\n", func(buf []byte, seq uint32, line []byte) []byte {
	buf = strconv.AppendUint(append(buf, "id: "...), uint64(seq), 10)
	return append(append(append(buf, "\nevent: log\ndata: "...), line...), "\n\n"...)
}}

// streamLog sends the log after an event as it grows, until the game is over.
func (s *Handler) streamLog(c echo.Context, form *logStream, id string, seen uint32) error {
	h := c.Response().Header()
	leave, err := s.enterStream(c, id)
	if err != nil {
		return err
	}
	defer leave()
	wake, cancel := s.Tables.Subscribe(id)
	defer cancel()
	snap, err := s.Tables.Snapshot(c.Request().Context(), id)
	switch {
	case err != nil:
		return err
	case seen > snap.Seq():
		return web.Fail("older")
	case form == &asMessages && seen == snap.Seq() && snap.State.Status == game.Finished:
		return c.NoContent(http.StatusNoContent) // a browser would connect again for ever
	}
	permit, over, err := s.Auth.StillValid(c)
	if err != nil {
		return err
	}
	defer over()
	h.Set("Content-Type", form.contentType)
	h.Set("Cache-Control", "no-store")
	web.Vary(c, web.VaryBy)
	h.Set("X-Accel-Buffering", "no")
	if web.InfoOf(c).Head {
		return c.NoContent(http.StatusOK)
	}
	if err := live.Unbuffer(c.Request()); err != nil {
		return err
	}
	c.Response().WriteHeader(http.StatusOK)
	w := s.Live.WriterTo(c)
	w.Printf("%s", form.opening)
	s.followLog(c, w, form, id, seen, wake, permit)
	return nil
}

// followLog writes until something ends the stream.
func (s *Handler) followLog(c echo.Context, w *live.Writer, form *logStream, id string, seen uint32, wake <-chan struct{}, permit auth.Permit) {
	ctx := c.Request().Context()
	beat := time.NewTicker(s.Live.Heartbeat)
	defer beat.Stop()
	for {
		over, err := s.writeNews(ctx, w, form, id, web.Viewer(c).ID, &seen)
		if err != nil || w.Flush() != nil {
			return
		}
		if _, err := s.Tables.Visit(ctx, id, web.Viewer(c).ID, seen, false); err != nil || over { // who is sent every event has looked
			return
		}
		w.Buffer = bytes.Buffer{} // who waits needs none
		select {
		case <-wake:
		case <-beat.C:
			if !permit.Holds(ctx) {
				return
			}
			w.Printf("%s", form.beat)
		case <-permit.Doubt:
			if !permit.Holds(ctx) {
				return
			}
		case <-ctx.Done():
			return
		case <-s.Live.Closing():
			return
		}
	}
}

// writeNews writes what has happened since an event, and reports whether the game is over.
func (s *Handler) writeNews(ctx context.Context, w *live.Writer, form *logStream, id string, me account.PlayerID, seen *uint32) (over bool, err error) {
	for {
		snap, err := s.Tables.Snapshot(ctx, id)
		if err != nil {
			return false, err
		}
		if *seen < snap.Seq() {
			end := min(snap.Seq(), *seen+followBatch)
			var buf []byte
			seq := *seen
			err := s.eachLine(ctx, &snap, snap.SeatOf(me), *seen, end, func(line []byte) error {
				seq++
				buf = form.event(buf[:0], seq, line)
				_, err := w.Buffer.Write(buf)
				return err
			})
			if err != nil {
				return false, err
			}
			*seen = end
		}
		if *seen >= snap.Seq() {
			return snap.State.Status == game.Finished, nil
		}
		if err := w.Flush(); err != nil {
			return false, err
		}
	}
}
