package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/auth"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/live"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
)

// The cursor of a person's events is a time in milliseconds: whatever changed
// before it has been told. What was on its way to the disk then is told again,
// so that nothing is left out.
const underWay = 10 * time.Second

func momentOf(t time.Time) uint64 { return uint64(max(0, t.UnixMilli())) }

// placeJSON says that something has changed at a table. It carries no more
// than where to look.
type placeJSON struct {
	Type   string `json:"type"` // "game"; "gone" if there is nothing of the asker's there any more
	Game   string `json:"game"`
	Seq    uint32 `json:"seq"`
	Rev    uint64 `json:"rev"`
	Status string `json:"status" schema:"Status"`
	MyTurn bool   `json:"my_turn"`
	Chat   uint64 `json:"chat"` // the cursor of its chat, 0 if nobody has looked at it lately
	Cursor uint64 `json:"cursor"`
}

func newPlace(x table.Place, cursor uint64) placeJSON {
	j := placeJSON{"game", x.Game, x.Seq, x.Rev, wire.StatusName(x.Status), x.Awaited, x.Chat, cursor}
	if x.Gone {
		j.Type = "gone"
	}
	return j
}

// myEventsQuery is since when changes are told, and whether as they come.
type myEventsQuery struct {
	After  string `query:"after" schema:"count"`
	Follow bool   `query:"follow,laxpage"`
}

// showMyEvents tells what changes at the asker's tables: as a stream, as lines
// of JSON, or once.
func (s *Handler) showMyEvents(c echo.Context, q myEventsQuery) error {
	me, done, err := web.RequireViewer(c, page.MePath())
	if done {
		return err
	}
	r := c.Request()
	after := uint64(0)
	if text, where := live.LastEventIDText(r, q.After); text != "" {
		if after, err = strconv.ParseUint(text, 10, 53); err != nil {
			return web.Mistyped(where, web.ExpectInteger)
		}
	}
	switch {
	case web.Accepts(r, web.EventStream):
		return s.followMine(c, me.ID, after, false)
	case q.Follow:
		return s.followMine(c, me.ID, after, true)
	case !web.IsProgram(c):
		return web.Redirect(c, page.MePath())
	}
	cursor := momentOf(s.Now())
	places, err := s.news(r.Context(), me.ID, after)
	if err != nil {
		return err
	}
	list := make([]placeJSON, 0, len(places))
	for _, x := range places {
		list = append(list, newPlace(x, cursor))
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return web.ReplyJSON(c, http.StatusOK, newsJSON{cursor, list})
}

// newsJSON is what has changed since a cursor.
type newsJSON struct {
	Cursor uint64      `json:"cursor"`
	Games  []placeJSON `json:"games"`
}

// news is what has changed since a cursor; without one, or with one from a
// future that this server does not know, all tables that wait for the asker.
func (s *Handler) news(ctx context.Context, me account.PlayerID, after uint64) ([]table.Place, error) {
	now := momentOf(s.Now())
	if after > 0 && after <= now+uint64(time.Minute.Milliseconds()) {
		return s.Tables.Places(ctx, me, time.UnixMilli(int64(after)).Add(-underWay), cards.Most)
	}
	all, err := s.Tables.Places(ctx, me, time.Time{}, cards.Most)
	if err != nil {
		return nil, err
	}
	var awaited []table.Place
	for _, x := range all {
		if x.Awaited {
			awaited = append(awaited, x)
		}
	}
	return awaited, nil
}

// followMine opens a stream over all tables of a person, as events or as lines.
func (s *Handler) followMine(c echo.Context, me account.PlayerID, after uint64, lines bool) error {
	if err := s.Live.Ready(); err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Content-Type", web.EventStream)
	if lines {
		h.Set("Content-Type", export.ContentType)
	}
	h.Set("Cache-Control", "no-store")
	web.Vary(c, web.VaryBy)
	h.Set("X-Accel-Buffering", "no")
	if web.InfoOf(c).Head {
		return c.NoContent(http.StatusOK)
	}
	permit, over, err := s.Auth.StillValid(c)
	if err != nil {
		return err
	}
	leave, err := s.Live.Enter(web.Slot{Key: "address " + web.NetworkOf(c.RealIP()), Most: s.Limits.Streams}, web.Slot{Key: "player " + string(me), Most: s.Limits.PerPlayer})
	if err != nil {
		over()
		return err
	}
	feed := s.Tables.Follow(me) // first, so that nothing falls between
	var ends live.Closers
	ends.Add(over)
	ends.Add(leave)
	ends.Add(feed.Close)
	cursor := momentOf(s.Now())
	places, err := s.news(c.Request().Context(), me, after)
	if err != nil {
		ends.CloseAll()
		return err
	}
	return s.Live.Start(c, ends.CloseAll, func(ctx context.Context, p *live.Writer) {
		w := teller{Writer: p, lines: lines}
		w.begin()
		for _, x := range places {
			w.tell(x, cursor)
		}
		places = nil
		s.tellNews(ctx, &w, feed, me, permit)
	})
}

// tellNews writes until something ends the stream.
func (s *Handler) tellNews(ctx context.Context, w *teller, feed *table.Feed, me account.PlayerID, permit auth.Permit) {
	beat := time.NewTicker(s.Live.Heartbeat)
	defer beat.Stop()
	for {
		cursor := momentOf(s.Now())
		for _, id := range feed.Take() {
			x, err := s.Tables.PlaceOf(ctx, id, me)
			if errors.Is(err, storage.ErrNotFound) {
				x, err = table.Place{Game: id, Gone: true}, nil
			}
			if err != nil {
				return // the client comes back and asks anew
			}
			w.tell(x, cursor)
		}
		if w.Flush() != nil {
			return
		}
		select {
		case <-feed.Wake():
		case <-beat.C:
			if !permit.Holds(ctx) {
				return
			}
			w.beat()
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

// teller writes pings as events or as lines.
type teller struct {
	*live.Writer
	lines bool
}

func (w *teller) begin() {
	if w.lines {
		w.Printf("\n") // so that the headers go out
		return
	}
	w.Printf("retry: %d\n\n", live.RetryMillis)
}

func (w *teller) tell(x table.Place, cursor uint64) {
	line, _ := json.Marshal(newPlace(x, cursor)) // of texts and numbers, so it cannot fail
	if w.lines {
		w.Printf("%s\n", line)
		return
	}
	w.Printf("id: %d\nevent: %s\ndata: %s\n\n", cursor, newPlace(x, cursor).Type, line)
}

func (w *teller) beat() {
	if w.lines {
		w.Printf("\n")
		return
	}
	w.Printf("event: hb\ndata: \n\n")
}
