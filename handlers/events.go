package handlers

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
)

const eventStream = "text/event-stream"

// showEvents is the log, or with Accept: text/event-stream a live stream.
func (s *Server) showEvents(c echo.Context) error {
	seen, err := lastSeen(c.Request())
	if err != nil {
		return err
	}
	id := c.Param("id")
	if accepts(c.Request(), eventStream) {
		return s.openStream(c, id, seen)
	}
	if follows(c.Request()) {
		return s.openLines(c, id, seen)
	}
	asLines := accepts(c.Request(), export.ContentType)
	if faceOf(c.Request()) != faceJSON && !asLines {
		return s.showLog(c, id)
	}
	s.told(c, id)
	snap, entries, err := s.part(c, id, seen)
	if err != nil {
		return err
	}
	if seen > snap.Seq() {
		return failed(http.StatusConflict, "older")
	}
	if asLines { // exactly as they are kept, so that their hashes can be checked
		var b bytes.Buffer
		for _, line := range lines(&snap, snap.SeatOf(viewer(c).ID), entries) {
			b.Write(line)
			b.WriteByte('\n')
		}
		return reply(c, http.StatusOK, export.ContentType, contentTag("l", b.Bytes()), b.Bytes())
	}
	return replyJSON(c, http.StatusOK, lines(&snap, snap.SeatOf(viewer(c).ID), entries))
}

// maxEvents is how many events may be asked for at once, if a number is named.
const maxEvents = 10000

// part is the log after an event, or with ?limit= a part of it that begins
// there or, with ?before=, ends before another one.
func (s *Server) part(c echo.Context, id string, after uint32) (table.Snapshot, []table.Entry, error) {
	q := c.Request().URL.Query()
	limit, err := limitIn(q, 0, maxEvents)
	if err != nil {
		return table.Snapshot{}, nil, err
	}
	before, err := strconv.ParseUint(cmp.Or(q.Get("before"), "0"), 10, 32)
	if err != nil {
		return table.Snapshot{}, nil, mistyped("before", aWhole)
	}
	snap, err := s.tables.Snapshot(c.Request().Context(), id)
	if err != nil {
		return snap, nil, err
	}
	end := snap.Seq()
	if before > 0 {
		end = min(end, uint32(before)-1)
		if limit > 0 {
			after = max(after, end-min(end, uint32(limit)))
		}
	}
	if limit > 0 {
		end = min(end, after+uint32(limit))
	}
	if after >= end {
		return snap, nil, nil
	}
	entries, err := s.tables.Log(c.Request().Context(), id, after, int(end-after))
	if after > 0 && limit > 0 {
		linkPage(c, "prev", "before", strconv.FormatUint(uint64(after)+1, 10))
	}
	if end < snap.Seq() {
		linkPage(c, "next", "after", strconv.FormatUint(uint64(end), 10))
	}
	return snap, upTo(entries, end), err
}

// log is a table and its log after an event, both at the same moment.
func (s *Server) log(ctx context.Context, id string, after uint32) (table.Snapshot, []table.Entry, error) {
	snap, err := s.tables.Snapshot(ctx, id)
	if err != nil {
		return snap, nil, err
	}
	entries, err := s.tables.Log(ctx, id, after, 0)
	return snap, upTo(entries, snap.Seq()), err
}

// openStream subscribes first and looks then, so that nothing falls between.
func (s *Server) openStream(c echo.Context, id string, seen uint32) error {
	player := viewer(c).ID
	snap, err := s.tables.Snapshot(c.Request().Context(), id)
	if err != nil {
		return err
	}
	talked := func() uint64 { return 0 }
	var ends closers
	if snap.Meta.MayRead(player) {
		rev, leave, err := s.tables.Listen(c.Request().Context(), id)
		if err != nil {
			return err
		}
		ends.add(leave)
		talked = rev
	}
	at := func(ctx context.Context) (position, error) {
		seq, rev, err := s.tables.Position(ctx, id)
		return position{seq, rev, talked()}, err
	}
	leave, err := s.enterStream(c, id)
	if err != nil {
		ends.close()
		return err
	}
	ends.add(leave)
	wake, cancel := s.tables.Subscribe(id)
	ends.add(cancel)
	read, gone := s.cfg.Readers.enter(string(player), id)
	ends.add(gone)
	return s.stream(c, feed{wake: wake, at: at, read: read}, seen, ends.close)
}

// closers are what has to be done when a stream is over.
type closers struct{ all []func() }

func (e *closers) add(f func()) { e.all = append(e.all, f) }

// close does all of it, the last first.
func (e *closers) close() {
	for i := len(e.all) - 1; i >= 0; i-- {
		e.all[i]()
	}
}

// enterStream counts a stream of a table, or says why there cannot be one now.
func (s *Server) enterStream(c echo.Context, id string) (leave func(), err error) {
	select {
	case <-s.closing:
		return nil, &failure{status: http.StatusServiceUnavailable, code: "closing", retry: time.Second}
	default:
	}
	player := viewer(c).ID
	keys := []held{{"address " + network(c.RealIP()), s.cfg.Limits.Streams}, {"table " + id, s.cfg.Limits.PerTable}}
	if player != "" {
		keys = append(keys, held{"player " + string(player), s.cfg.Limits.PerPlayer}, held{presence(id, player), 0})
	}
	out, ok := s.streams.enter(keys...)
	if !ok {
		return nil, &failure{status: http.StatusTooManyRequests, code: "too_many", retry: heartbeat}
	}
	away := s.tables.Stay(id, player)
	return func() {
		away()
		out()
	}, nil
}

// presence is the key under which a player's streams of one table are counted.
func presence(id string, player table.PlayerID) string {
	return "at " + id + " " + string(player)
}

// present tells whether a player has the table open now.
func (s *Server) present(id string, player table.PlayerID) bool {
	return player != "" && s.streams.has(presence(id, player))
}

// showExport is the whole game as JSON Lines.
func (s *Server) showExport(c echo.Context) error {
	id := c.Param("id")
	var b bytes.Buffer
	if err := s.WriteExport(c.Request().Context(), &b, id); err != nil {
		return err
	}
	c.Response().Header().Set("Content-Disposition", "attachment; filename="+strconv.Quote("bankhalter-"+id+".jsonl"))
	return reply(c, http.StatusOK, export.ContentType, contentTag("x", b.Bytes()), b.Bytes())
}

// WriteExport writes the whole game as JSON Lines, as anybody may have it; of one
// that was closed because it cannot be read, its events as far as they can be,
// which is the export of a running game.
func (s *Server) WriteExport(ctx context.Context, w io.Writer, id string) error {
	snap, entries, err := s.log(ctx, id, 0)
	if errors.Is(err, table.ErrSealed) {
		return s.writeSalvaged(ctx, w, id)
	}
	if err != nil {
		return err
	}
	proofs, err := s.proofs(ctx, &snap)
	if err != nil {
		return err
	}
	return export.Write(w, s.exportHeader(&snap), lines(&snap, game.Nobody, entries), proofs...)
}

// writeSalvaged writes what can be read of a sealed game.
func (s *Server) writeSalvaged(ctx context.Context, w io.Writer, id string) error {
	left, err := s.tables.Salvage(ctx, id)
	if err != nil {
		return err
	}
	var proofs []any
	if left.Head != nil {
		proofs = append(proofs, export.NewHeadProof(left.Head.Head, left.Head.Key, left.Head.Signature))
	}
	return export.Write(w, s.exportHeader(&left.Snapshot), lines(&left.Snapshot, game.Nobody, left.Entries), proofs...)
}

func (s *Server) exportHeader(snap *table.Snapshot) export.Header {
	g := snap.Meta
	h := export.Header{
		Game: g.ID, Status: wire.StatusName(snap.State.Status), Title: g.Title, Edition: snap.Setup.Edition.Raw, Rulebook: g.Rulebook, Options: snap.Setup.Options,
		Banker: g.Banker, BankerOnly: g.BankerOnly, Scenario: g.Scenario, Imported: g.Imported, Commitment: snap.Commitment,
		CreatedAt: g.CreatedAt.UTC(), Software: "bankhalter " + s.cfg.Version,
	}
	if g.Luck == table.ByChain {
		h.Luck = fair.Protocol
	}
	for _, one := range snap.Seats {
		seat := newSeatJSON(one.Seat, one.Player, one.Name, one.Bot)
		h.Players = append(h.Players, export.Seat{Seat: seat.Seat, Name: seat.Name, Bot: seat.Bot})
	}
	return h
}
