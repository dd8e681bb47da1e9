package tables

import (
	"bytes"
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/handlers/live"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// followBatch is how many events are written at once to a reader who is behind.
const followBatch = 200

// openLines is the log as a live stream: a line of JSON for each event, as soon
// as it has happened, an empty line now and then, and the end when the game is over.
func (s *Handler) openLines(c echo.Context, id string, seen uint32) error {
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
	}
	h.Set("Content-Type", export.ContentType)
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
	w.Printf("\n") // so that the headers go out, whatever there is to tell
	s.followLines(c, w, id, seen, wake)
	return nil
}

// followLines writes until something ends the stream.
func (s *Handler) followLines(c echo.Context, w *live.Writer, id string, seen uint32, wake <-chan struct{}) {
	ctx := c.Request().Context()
	beat := time.NewTicker(s.Live.Heartbeat)
	defer beat.Stop()
	for {
		over, err := s.writeLines(ctx, w, id, web.Viewer(c).ID, &seen)
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
			if !s.Auth.IsTokenValid(c) {
				return
			}
			w.Printf("\n")
		case <-ctx.Done():
			return
		case <-s.Live.Closing():
			return
		}
	}
}

// writeLines writes what has happened since an event, and reports whether the game is over.
func (s *Handler) writeLines(ctx context.Context, w *live.Writer, id string, me account.PlayerID, seen *uint32) (over bool, err error) {
	for {
		snap, err := s.Tables.Snapshot(ctx, id)
		if err != nil {
			return false, err
		}
		if *seen < snap.Seq() {
			end := min(snap.Seq(), *seen+followBatch)
			if err := s.writeLog(ctx, &w.Buffer, &snap, snap.SeatOf(me), *seen, end); err != nil {
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
