package tables

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/live"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// eventsQuery is a part of a log, or a stream of it, or a page of it.
type eventsQuery struct {
	After    string `query:"after" schema:"count"`
	Before   uint32 `query:"before,laxpage"`
	Limit    int    `query:"limit,laxpage,filled,expect=limit" schema:",min=1,max=10000"`
	Data     bool   `query:"data,laxpage" schema:"string,enum=1/true"`
	Sections bool   `query:"sections,laxpage" schema:"string,enum=1/true"`
	Follow   bool   `query:"follow,laxpage" schema:"string,enum=1/true"`
	live.Shown
	tablepage.LogQuery
}

// showEvents is the log, or a live stream: with Accept: text/event-stream of
// pings or, with ?data=1, of the events themselves; with ?follow=1 of lines.
func (s *Handler) showEvents(c echo.Context, q eventsQuery) error {
	seen, err := live.LastEventID(c.Request(), q.After)
	if err != nil {
		return err
	}
	id := c.Param("id")
	if web.Accepts(c.Request(), web.EventStream) {
		if q.Data {
			return s.streamLog(c, &asMessages, id, seen)
		}
		return s.openStream(c, id, seen, &q)
	}
	if q.Follow {
		return s.streamLog(c, &asLines, id, seen)
	}
	exported := web.Accepts(c.Request(), export.ContentType)
	if !web.IsProgram(c) && !exported {
		return s.showLog(c, id, q.LogQuery)
	}
	s.told(c, id)
	p, err := s.part(c, id, seen, &q)
	if err != nil {
		return err
	}
	if seen > p.snap.Seq() {
		return web.Fail("older")
	}
	leave, err := s.admitLong(c, p.end-p.after)
	if err != nil {
		return err
	}
	defer leave()
	ctx, seat := c.Request().Context(), p.snap.SeatOf(web.Viewer(c).ID)
	tag := logTag(&p, seat)
	if exported { // exactly as they are kept, so that their hashes can be checked
		return s.replyLong(c, export.ContentType, web.ContentTag("l", tag), p.links, func(w io.Writer) error {
			return s.writeLog(ctx, w, &p.snap, seat, p.after, p.end)
		})
	}
	return s.replyLong(c, "application/json", web.ContentTag("j", tag), p.links, func(w io.Writer) error {
		separator := []byte{'['}
		err := s.eachLine(ctx, &p.snap, seat, p.after, p.end, func(line []byte) error {
			_, err := w.Write(append(separator, line...))
			separator = append(separator[:0], ',')
			return err
		})
		if err == nil && separator[0] == '[' {
			_, err = w.Write(separator)
		}
		if err == nil {
			_, err = w.Write([]byte("]\n"))
		}
		return err
	})
}

// logTag is what a stretch of the log as a seat sees it depends on: what is
// hidden from it changes with the state only.
func logTag(p *stretch, seat game.Seat) []byte {
	return fmt.Appendf(nil, "%s %d %d %d %d", p.snap.Meta.ID, p.snap.Seq(), p.after, p.end, seat)
}

// stretch is a part of a log, as of one moment.
type stretch struct {
	snap       table.Snapshot
	after, end uint32
	links      func(http.Header) // to what is before and behind it
}

// part is the log after an event, or with ?limit= a part of it that begins
// there or, with ?before=, ends before another one.
func (s *Handler) part(c echo.Context, id string, after uint32, q *eventsQuery) (p stretch, err error) {
	limit, before := q.Limit, q.Before
	if p.snap, err = s.Tables.Snapshot(c.Request().Context(), id); err != nil {
		return p, err
	}
	last := p.snap.Seq()
	end := last
	if before > 0 {
		end = min(end, before-1)
		if limit > 0 {
			after = max(after, end-min(end, uint32(limit)))
		}
	}
	if limit > 0 {
		end = uint32(min(uint64(end), uint64(after)+uint64(limit)))
	}
	if p.after, p.end = after, end; after >= end {
		p.end = after
		return p, nil
	}
	p.links = func(http.Header) {
		if after > 0 && limit > 0 {
			web.LinkPage(c, "prev", "before", strconv.FormatUint(uint64(after)+1, 10))
		}
		if end < last {
			web.LinkPage(c, "next", "after", strconv.FormatUint(uint64(end), 10))
		}
	}
	return p, nil
}

// writeLog writes a stretch of the log as a seat may see it, an event on each line.
func (s *Handler) writeLog(ctx context.Context, w io.Writer, snap *table.Snapshot, seat game.Seat, after, end uint32) error {
	var buf []byte
	return s.eachLine(ctx, snap, seat, after, end, func(line []byte) error {
		buf = append(append(buf[:0], line...), '\n')
		_, err := w.Write(buf)
		return err
	})
}

// eachLine shows the lines of the log after one event up to another as a seat
// may see them by a snapshot, and holds a few of them in memory only. A line is
// good until show returns.
func (s *Handler) eachLine(ctx context.Context, snap *table.Snapshot, seat game.Seat, after, end uint32, show func([]byte) error) error {
	id := snap.Meta.ID
	if !wire.Conceals(snap.Setup, snap.State, seat) {
		return s.Tables.Lines(ctx, id, after, end, show)
	}
	opened, err := s.auctionOpened(ctx, snap)
	if err != nil {
		return err
	}
	return s.Tables.Walk(ctx, id, after, end, func(entries []table.Entry) error {
		hidden := wire.Hide(snap.Setup, snap.State, seat, eventsOf(nil, entries))
		for i := range entries {
			e := &entries[i]
			line := []byte(e.JSON)
			if hidden != nil && hidden[i] && (e.Event.Kind != game.BidSealed || e.Seq > opened) {
				line = wire.HiddenLineOf(e.Seq, e.At, e.JSON)
			}
			if err := show(line); err != nil {
				return err
			}
		}
		return nil
	})
}

// auctionOpened is the event with which the auction began that runs, or 0:
// secret bids before it are no secret any more.
func (s *Handler) auctionOpened(ctx context.Context, snap *table.Snapshot) (uint32, error) {
	const window = 256
	if !snap.State.Auction.Open {
		return 0, nil
	}
	for end := snap.Seq(); end > 0; {
		from := end - min(end, window)
		entries, err := s.Tables.Log(ctx, snap.Meta.ID, from, int(end-from))
		if err != nil {
			return 0, err
		}
		for _, e := range slices.Backward(upTo(entries, end)) {
			if e.Event.Kind == game.AuctionOpened {
				return e.Seq, nil
			}
		}
		end = from
	}
	return 0, nil
}

// openStream subscribes first and looks then, so that nothing falls between.
func (s *Handler) openStream(c echo.Context, id string, seen uint32, q *eventsQuery) error {
	permit, over, err := s.Auth.StillValid(c)
	if err != nil {
		return err
	}
	player, lang := web.Viewer(c).ID, web.LangOf(c)
	chat := chatListener{talk: s.Talk, player: player}
	var ends live.Closers
	ends.Add(over)
	ends.Add(chat.close)
	at := func(ctx context.Context) (live.Position, error) {
		snap, err := s.Tables.Snapshot(ctx, id)
		if err != nil {
			return live.Position{}, err
		}
		who := s.attendance(&snap)
		talked, err := chat.talked(ctx, snap.Meta)
		return live.Position{Seq: snap.Seq(), Rev: snap.Rev(), Chat: talked, Here: who.digest(s.Announced(lang))}, err
	}
	if _, err := at(c.Request().Context()); err != nil {
		ends.CloseAll()
		return err
	}
	leave, err := s.enterStream(c, id)
	if err != nil {
		ends.CloseAll()
		return err
	}
	ends.Add(leave)
	wake, cancel := s.Tables.Subscribe(id)
	ends.Add(cancel)
	read, gone := s.Live.Readers.Enter(string(player), id)
	ends.Add(gone)
	feed := live.Feed{Wake: wake, At: at, Read: read, Holds: permit.Holds, Doubt: permit.Doubt}
	if q.Sections {
		feed.Changed = func(ctx context.Context, from, to live.Position) []string { return s.changed(ctx, id, lang, from, to) }
	}
	return s.Live.SendPings(c, feed, seen, q.Shown, ends.CloseAll)
}

// chatListener hears how far the chat of a table has got while a player may read it.
type chatListener struct {
	talk   Talk
	player account.PlayerID
	rev    func() uint64
	leave  func()
	last   uint64 // what was heard last: a player who may read no longer hears nothing new
}

// talked returns how far the chat has got, as far as the player has been allowed to read it.
func (e *chatListener) talked(ctx context.Context, g *table.Game) (uint64, error) {
	if !g.MayRead(e.player) {
		e.close()
		return e.last, nil
	}
	if e.leave == nil {
		var err error
		if e.rev, e.leave, err = e.talk.Listen(ctx, g.ID); err != nil {
			return 0, err
		}
	}
	e.last = e.rev()
	return e.last, nil
}

// close stops listening.
func (e *chatListener) close() {
	if e.leave != nil {
		e.leave()
		e.leave = nil
	}
}

// changed names the sections of a table's page that changed between two positions,
// nil if that is not known. A reader fetches the later one next: what is drawn
// here is drawn for that, too.
func (s *Handler) changed(ctx context.Context, id, lang string, from, to live.Position) []string {
	snap, err := s.Tables.Snapshot(ctx, id)
	if err != nil || snap.Seq() != to.Seq || snap.Rev() != to.Rev || snap.State.Status != game.Playing {
		return nil
	}
	entries, err := s.Tables.ShownEvents(ctx, id, LogFrom(to.Seq), 0)
	if err != nil {
		return nil
	}
	d := tablepage.TableData{
		ID: id, Setup: snap.Setup, State: snap.State, Viewer: game.Nobody, EndAt: snap.Meta.EndsAt, Rev: to.Rev,
		Log: Visible(&snap, game.Nobody, entries),
	}
	if _, paused := snap.Paused(); paused {
		d.Times = &tablepage.Timing{Paused: true}
	}
	who := s.attendance(&snap)
	for i, one := range snap.Seats {
		d.Seats = append(d.Seats, tablepage.Seat{Name: one.Name, Bot: one.Bot, StandIn: one.SubName, Attendance: who[i], Look: one.Chosen})
	}
	return s.shared.Changed(lang, &d, from.Seq, from.Rev) //nolint:contextcheck // drawing waits for nothing
}

// enterStream counts a stream of a table, or says why there cannot be one now.
func (s *Handler) enterStream(c echo.Context, id string) (leave func(), err error) {
	player := web.Viewer(c).ID
	keys := []web.Slot{{Key: "address " + web.NetworkOf(c.RealIP()), Most: s.Limits.Streams}, {Key: "table " + id, Most: s.Limits.PerTable}}
	if player != "" {
		keys = append(keys, web.Slot{Key: "player " + string(player), Most: s.Limits.PerPlayer}, web.Slot{Key: presence(id, player), Most: 0})
	}
	out, err := s.Live.Enter(keys...)
	if err != nil {
		return nil, err
	}
	away, gone := s.Tables.Stay(id, player), s.Presence.Enter(id, string(player))
	return func() {
		gone()
		away()
		out()
	}, nil
}

// presence is the key under which a player's streams of one table are counted.
func presence(id string, player account.PlayerID) string {
	return "at " + id + " " + string(player)
}

// present reports whether a player has the table open now, on this server.
func (s *Handler) present(id string, player account.PlayerID) bool {
	return player != "" && s.Live.Has(presence(id, player))
}

// SomebodyAt reports whether a person who plays at a table has it open now.
func (s *Handler) SomebodyAt(g *table.Game) bool {
	return slices.ContainsFunc(g.Seats, func(seat table.Seat) bool {
		here, _ := s.Presence.Of(g.ID, string(seat.Player))
		return here
	})
}

// showExport is the whole game as JSON Lines.
func (s *Handler) showExport(c echo.Context) error {
	ctx, id := c.Request().Context(), c.Param("id")
	named := func(h http.Header) {
		h.Set("Content-Disposition", "attachment; filename="+strconv.Quote("bankhalter-"+id+".jsonl"))
	}
	snap, err := s.Tables.Snapshot(ctx, id)
	if errors.Is(err, table.ErrSealed) {
		leave, err := s.admitHeavy(c, math.MaxUint32) // what can be read of it is read before anything is sent
		if err != nil {
			return err
		}
		defer leave()
		var b bytes.Buffer
		if err := s.writeSalvaged(ctx, &b, id); err != nil {
			return err
		}
		named(c.Response().Header())
		return web.Reply(c, http.StatusOK, export.ContentType, web.ContentTag("x", b.Bytes()), b.Bytes())
	}
	if err != nil {
		return err
	}
	leave, err := s.admitLong(c, snap.Seq())
	if err != nil {
		return err
	}
	defer leave()
	var head bytes.Buffer // with the number of the last event all that the rest depends on
	if err := export.WriteHeader(&head, s.exportHeader(&snap), int(snap.Seq())); err != nil {
		return err
	}
	return s.replyLong(c, export.ContentType, web.ContentTag("x", head.Bytes()), named, func(w io.Writer) error {
		if _, err := w.Write(head.Bytes()); err != nil {
			return err
		}
		return s.writeExported(ctx, w, &snap)
	})
}

// WriteExport writes the whole game as JSON Lines, as anybody may have it; of one
// that was closed because it cannot be read, its events as far as they can be,
// which is the export of a running game.
func (s *Handler) WriteExport(ctx context.Context, w io.Writer, id string) error {
	snap, err := s.Tables.Snapshot(ctx, id)
	if errors.Is(err, table.ErrSealed) {
		return s.writeSalvaged(ctx, w, id)
	}
	if err != nil {
		return err
	}
	if err := export.WriteHeader(w, s.exportHeader(&snap), int(snap.Seq())); err != nil {
		return err
	}
	return s.writeExported(ctx, w, &snap)
}

// writeExported writes what follows the header of an export.
func (s *Handler) writeExported(ctx context.Context, w io.Writer, snap *table.Snapshot) error {
	if err := s.writeLog(ctx, w, snap, game.Nobody, 0, snap.Seq()); err != nil {
		return err
	}
	return s.writeProofs(ctx, w, snap)
}

// writeSalvaged writes what can be read of a sealed game.
func (s *Handler) writeSalvaged(ctx context.Context, w io.Writer, id string) error {
	left, err := s.Tables.Salvage(ctx, id)
	if err != nil {
		return err
	}
	var proofs []any
	if left.Head != nil {
		proofs = append(proofs, export.NewHeadProof(left.Head.Head, left.Head.Key, left.Head.Signature))
	}
	return export.Write(w, s.exportHeader(&left.Snapshot), lines(&left.Snapshot, game.Nobody, left.Entries), proofs...)
}

func (s *Handler) exportHeader(snap *table.Snapshot) export.Header {
	g := snap.Meta
	h := export.Header{
		Game: g.ID, Status: wire.StatusName(snap.State.Status), Title: g.Title, Edition: snap.Setup.Edition.Raw, Rulebook: g.Rulebook, Options: snap.Setup.Options,
		Banker: g.Banker, BankerOnly: g.BankerOnly, Scenario: g.Scenario, Imported: g.Imported, Commitment: snap.Commitment,
		CreatedAt: g.CreatedAt.UTC(), Software: "bankhalter " + s.Version,
	}
	if g.Luck == table.ByChain {
		h.Luck = fair.Protocol
	}
	for _, one := range snap.Seats {
		seat := cards.NewSeat(one.Seat, one.Player, one.Name, one.Bot)
		token, colour := one.Chosen.Names()
		h.Players = append(h.Players, export.Seat{Seat: seat.Seat, Name: seat.Name, Bot: (*string)(seat.Bot), Token: token, Colour: colour})
	}
	return h
}
