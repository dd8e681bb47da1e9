package tables

import (
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// State is a game as the asker may see it, and the table around it.
type State struct {
	wire.State
	Seat  *game.Seat  `json:"seat"`
	Offer string      `json:"offer,omitempty"` // what the asker is asked, to be sent back with a move
	Table About       `json:"table"`
	Beats []wire.Beat `json:"beats,omitempty"` // since the event that was asked for

	options []game.Option // room for those that State is made of
}

// About is what is not part of the game: who holds which seat, and how the
// table was set up.
type About struct {
	Title      string       `json:"title"`
	Host       *string      `json:"host"`
	Owner      bool         `json:"owner"`
	Private    bool         `json:"private"`
	Pace       string       `json:"pace" schema:"PaceName"`
	Clock      *Pace        `json:"clock,omitempty"`
	Times      *Times       `json:"times,omitempty"`
	Wanted     int          `json:"seats_wanted"`
	Seats      []cards.Seat `json:"seats"`
	Together   [][]int      `json:"together,omitempty"` // seats taken from one browser or network
	Device     []int        `json:"device,omitempty"`   // seats that are played at the asker's device, if there are several
	Sandbox    bool         `json:"sandbox"`
	Imported   bool         `json:"imported,omitempty"`
	Rematch    string       `json:"rematch,omitempty"` // the table at which its people play again
	Commitment string       `json:"seed_commitment,omitempty"`
	EndsAt     *time.Time   `json:"ends_at,omitempty"`
	Dice       *Dice        `json:"dice,omitempty"`

	Presence []seatPresence `json:"presence,omitempty"` // of the people, as it is when it is asked for
}

// NewState is the JSON of a table for the player on the given seat, or on
// none.
func NewState(snap *table.Snapshot, me account.PlayerID, seat game.Seat) (s State) {
	s.show(snap, me, seat)
	return s
}

// states are some that nobody holds any more: every move is answered with one.
var states = sync.Pool{New: func() any { return new(State) }}

// show makes s what NewState returns, in the place of the state that it was.
func (s *State) show(snap *table.Snapshot, me account.PlayerID, seat game.Seat) {
	var options []game.Option
	if snap.MayAct(me, seat) && !pausing(snap) {
		s.options = snap.AppendOptions(s.options[:0], seat)
		options = s.options
	}
	g := snap.Meta
	s.Show(snap.Setup, wire.View{Game: g.ID, Names: snap.Names(), Bots: snap.Computers(), S: snap.State, Viewer: seat, Options: options, Terms: snap.Terms})
	s.Seat, s.Offer, s.Beats = web.SeatOrNull(seat), snap.Offer(seat), nil
	s.Table = About{
		Title: g.Title, Owner: isOwner(g, me), Private: g.Private, Pace: g.PaceName(), Wanted: g.Wanted,
		Seats: slices.Grow(s.Table.Seats[:0], len(snap.Seats)), Sandbox: g.Sandbox(), Imported: g.Imported, Commitment: snap.Commitment,
		Dice: newDice(snap, seat),
	}
	if seat >= 0 {
		s.Table.Rematch = g.Rematch
	}
	for i := range snap.Seats {
		one := &snap.Seats[i]
		chair := cards.NewSeat(one.Seat, one.Player, one.Name, one.Bot)
		chair.StandIn = one.SubName
		chair.Token, chair.Colour = one.Look.Names()
		s.Table.Seats = append(s.Table.Seats, chair)
		if one.Owner {
			s.Table.Host = &one.Name
		}
	}
	if g.Clock.Timed() {
		clock := newPace(&g.Clock)
		s.Table.Clock = &clock
	}
	s.Table.Times = newTimes(snap, seat)
	for _, set := range g.Together() {
		var seats []int
		for ; set != 0; set = set.Rest() {
			seats = append(seats, int(set.First()))
		}
		s.Table.Together = append(s.Table.Together, seats)
	}
	if at := g.Device(seat); at.Rest() != 0 {
		for ; at != 0; at = at.Rest() {
			s.Table.Device = append(s.Table.Device, int(at.First()))
		}
	}
	if at := snap.EndsAt(); !at.IsZero() {
		ends := at.UTC()
		s.Table.EndsAt = &ends
	}
}

// pausing reports whether nobody can move because the table pauses.
func pausing(snap *table.Snapshot) bool {
	if snap.Meta.Tempo == nil {
		return false
	}
	_, paused := snap.Paused()
	return paused
}

func isOwner(g *table.Game, me account.PlayerID) bool { return me != "" && g.Owner == me }

// StateFor is the JSON of a table for the asker.
func StateFor(c echo.Context, snap *table.Snapshot) State {
	me := web.Viewer(c).ID
	return NewState(snap, me, snap.SeatOf(me))
}

// gameQuery is how a table is shown: as it stood once, to whom, and what a page of
// it is at.
type gameQuery struct {
	At     *uint32 `query:"at,filled,expect=event" schema:"ordinal"`
	After  *uint32 `query:"after,laxpage"`
	Player string  `query:"player" schema:"SeatNumber"`
	Seen   *bool   `query:"seen,laxpage"`
	tablepage.TableQuery
}

// hidden reports whether the tab that asks is not looked at.
func (q *gameQuery) hidden() bool { return q.Seen != nil && !*q.Seen }

// showGame shows a table as the asker may see it. For a tab that nobody looks at no
// time begins to run, and nothing counts as seen.
func (s *Handler) showGame(c echo.Context, q gameQuery) error {
	if !q.hidden() {
		s.told(c, c.Param("id"))
	}
	snap, err := s.Tables.Snapshot(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	if !q.hidden() {
		s.asks(c, &snap)
	}
	if q.At != nil {
		return s.showPosition(c, &snap, &q)
	}
	of, ok, err := s.shownToWatchers(c, &snap, q.hidden())
	if err != nil {
		return err
	}
	if ok {
		have := had(c)
		return s.answers.Respond(c, of, func() (web.Model, error) { return s.tableDataFor(c, &snap, "", have, q.TableQuery) })
	}
	return web.Choose(c,
		func() (any, error) { return s.shownState(c, &snap, &q) },
		func() (web.Model, error) {
			if q.hidden() {
				return s.unseenData(c, &snap, q.TableQuery)
			}
			return s.tableData(c, &snap, q.TableQuery)
		})
}

// mostAnswers is how many answers to watchers are kept, of some 3 to 12 kB.
const mostAnswers = 512

// freshAnswer is how long one is sent to others: clocks in it are as old as that.
const freshAnswer = 250 * time.Millisecond

// watchedTable is what the page of a running table depends on that watchers see.
type watchedTable struct {
	id   string
	seq  uint32
	rev  uint64
	when int64  // of those that are fresh together
	have string // what the browser says that it has
	here uint64 // who is there, and what is announced
}

// shownToWatchers names what a watcher is shown, if they are shown what strangers are:
// of a running table at which they have no seat, which is not theirs, whose chat they
// may not read, and of which they have missed nothing.
func (s *Handler) shownToWatchers(c echo.Context, snap *table.Snapshot, hidden bool) (of watchedTable, ok bool, err error) {
	have, me := c.Request().Header.Get(tablepage.HaveHeader), web.Viewer(c).ID
	if web.IsProgram(c) || snap.State.Status != game.Playing || snap.SeatOf(me) >= 0 || isOwner(snap.Meta, me) || snap.Meta.MayRead(me) || len(have) > tablepage.MostHave {
		return of, false, nil
	}
	if !hidden {
		missed, err := s.missed(c, snap, false)
		if err != nil || missed != nil {
			return of, false, err
		}
	}
	who := s.attendance(snap)
	return watchedTable{snap.Meta.ID, snap.Seq(), snap.Rev(), s.Now().UnixNano() / int64(freshAnswer), have, who.digest(s.Announced(web.LangOf(c)))}, true, nil
}

// shownState is the state of a table for a program that reads it.
func (s *Handler) shownState(c echo.Context, snap *table.Snapshot, q *gameQuery) (any, error) {
	me := web.Viewer(c).ID
	seat, err := askedSeat(q.Player, snap, me)
	if err != nil {
		return nil, err
	}
	web.Link(c, page.EventsPath(snap.Meta.ID), "events")
	web.LinkServices(c)
	if q.Seen != nil && *q.Seen || q.Seen == nil && s.present(snap.Meta.ID, me) { // a program that reads while it is on the stream looks, too
		if _, err := s.Tables.Visit(c.Request().Context(), snap.Meta.ID, me, snap.Seq(), false); err != nil {
			return nil, err
		}
	}
	state := NewState(snap, me, seat)
	who := s.attendance(snap)
	state.Table.Presence = who.json(len(snap.Seats))
	var few [1 << 10]byte
	around, err := state.Table.Times.append(few[:0])
	if err != nil {
		return nil, err
	}
	if around, err = appendPresence(around, state.Table.Presence); err != nil {
		return nil, err
	}
	sent := s.sent.has(s.sentKey(c, snap.Meta.ID, snap.Seq()), around)
	if !sent || snap.State.Status == game.InLobby || snap.Meta.Rematch != "" {
		c.Request().Header.Del("If-None-Match") // who sits down changes no seq, nor does a rematch
	}
	if q.After != nil {
		if state.Beats, err = s.beatsAfter(c, snap, seat, *q.After); err != nil {
			return nil, err
		}
	}
	return shownState{&state, web.SeqTag(snap.Seq())}, nil
}

// askedSeat is the seat through whose eyes the table is shown: the viewer's
// own, or if text names one another that they may act for.
func askedSeat(text string, snap *table.Snapshot, me account.PlayerID) (game.Seat, error) {
	if text == "" {
		return snap.SeatOf(me), nil
	}
	seat, ok := web.ParseSeat(text)
	if !ok || !snap.MayAct(me, seat) {
		return game.Nobody, web.Fail("no_seat")
	}
	return seat, nil
}

// tableData is everything a table page shows to a viewer, who looks at it now.
func (s *Handler) tableData(c echo.Context, snap *table.Snapshot, q tablepage.TableQuery) (tablepage.TableData, error) {
	d, err := s.unseenData(c, snap, q)
	if err == nil && (d.Device == nil || d.Device.To == 0) {
		err = s.noteVisit(c, snap, &d)
	}
	return d, err
}

// unseenData is tableData for a page at which nobody looks: nothing is noted.
func (s *Handler) unseenData(c echo.Context, snap *table.Snapshot, q tablepage.TableQuery) (tablepage.TableData, error) {
	at := deviceOf(c)
	if at == nil {
		return s.tableDataFor(c, snap, web.Viewer(c).ID, had(c), q)
	}
	shared, me := at.handOver(snap), web.Viewer(c).ID
	if shared.To != 0 {
		me = "" // until somebody says who they are
	}
	d, err := s.tableDataFor(c, snap, me, had(c), q)
	if d.Device = shared; shared.To != 0 {
		d.Chat = nil
	}
	return d, err
}

// noteVisit notes that the viewer looks at a table, and while it plays adds what they
// have missed. The end of a game is notified to those who have not seen it.
func (s *Handler) noteVisit(c echo.Context, snap *table.Snapshot, d *tablepage.TableData) (err error) {
	switch me := web.Viewer(c).ID; {
	case snap.State.Status == game.Playing:
		d.Missed, err = s.missed(c, snap, c.Request().Method != http.MethodGet)
	case snap.State.Status == game.Finished && snap.SeatOf(me) >= 0:
		_, err = s.Tables.Visit(c.Request().Context(), snap.Meta.ID, me, snap.Seq(), false)
	}
	return err
}

// tableDataFor is tableData for a viewer who has missed nothing, and whose browser
// has some of it.
func (s *Handler) tableDataFor(c echo.Context, snap *table.Snapshot, me account.PlayerID, have tablepage.Have, q tablepage.TableQuery) (tablepage.TableData, error) {
	g := snap.Meta
	seat := snap.SeatOf(me)
	d := tablepage.TableData{
		Have: have, SentItems: s.items, Shared: s.shared,
		ID: g.ID, Name: g.Title, Setup: snap.Setup, State: snap.State, Viewer: seat, Query: q,
		Kept: s.keptUntil(g), Offer: snap.Offer(seat),
		Since: snap.Moved(), EndAt: snap.EndsAt(), HourOver: g.Status == game.InLobby && !g.EndsBy.IsZero() && !s.Now().Before(g.EndsBy), Now: s.Now(), Rev: snap.Rev(),
		Owner: isOwner(g, me), Private: g.Private, Sandbox: g.Sandbox(), Imported: g.Imported, Levels: bot.Levels(), Characters: bot.Characters(),
		NotReady: snap.Ready, Terms: snap.Terms, Seed: snap.Commitment,
		Awaiting: awaited(snap),
	}
	d.Invite, d.Reach = s.Invitation(c, page.GamePath(g.ID))
	who := s.attendance(snap)
	d.Here = who.digest(s.Announced(web.LangOf(c)))
	if x, ok := forScript(snap, me); ok {
		d.Chain, d.Dice = attribute(x.chainJSON), attribute(x.drawJSON)
	}
	for i, one := range snap.Seats {
		d.Seats = append(d.Seats, tablepage.Seat{
			Name: one.Name, Player: string(one.Player), Bot: one.Bot, Host: one.Owner, Attendance: who[i], StandIn: one.SubName, Look: one.Chosen,
		})
	}
	d.Devices = g.Devices
	for _, set := range g.Together() {
		if !s.Rates {
			break
		}
		var names []string
		for ; set != 0; set = set.Rest() {
			names = append(names, snap.Seats[set.First()].Name)
		}
		d.Together = append(d.Together, names)
	}
	for len(d.Seats) < g.Wanted && g.Status == game.InLobby {
		d.Seats = append(d.Seats, tablepage.Seat{})
	}
	d.CanJoin = seat < 0 && g.HasRoom() && (g.Status == game.InLobby || (g.Sandbox() || g.Imported) && g.Status == game.Playing)
	d.CanReturn = canReturn(snap, me)
	d.Times = s.timing(snap, seat, me)
	if snap.MayAct(me, seat) && !pausing(snap) {
		d.Options = snap.Options(seat)
	}
	var err error
	if d.Log, err = s.tailFor(c.Request().Context(), snap, seat); err != nil {
		return d, err
	}
	d.Learner = s.learner(c.Request().Context(), snap, me, d.Options)
	d.Over = g.Status == game.Finished
	d.Hints = seat >= 0 && g.Status == game.Playing && g.Hints()
	if err := s.addChat(c, snap, &d); err != nil {
		return d, err
	}
	return d, s.addReplay(c, snap, &d)
}

// had is what the browser shows already of the table that it fetches. What is sent
// without that is of no use to anybody else, nor later.
func had(c echo.Context) tablepage.Have {
	if web.FormatOf(c.Request()) != web.FormatFragment {
		return nil
	}
	web.Vary(c, tablepage.HaveHeader)
	have := tablepage.ParseHave(c.Request().Header.Get(tablepage.HaveHeader))
	if c.Request().Method != http.MethodGet {
		have = have.Answered()
	}
	if have != nil {
		c.Response().Header().Set("Cache-Control", "no-store")
	}
	return have
}

// upTo leaves out what happened after a snapshot was taken.
func upTo(entries []table.Entry, seq uint32) []table.Entry {
	for len(entries) > 0 && entries[len(entries)-1].Seq > seq {
		entries = entries[:len(entries)-1]
	}
	return entries
}

// eventsOf appends the events of the entries to evs.
func eventsOf(evs []game.Event, entries []table.Entry) []game.Event {
	evs = slices.Grow(evs, len(entries))
	for i := range entries {
		evs = append(evs, entries[i].Event)
	}
	return evs
}

// keptUntil is when a finished game is cleared away, or one that has not begun if nothing
// happens there; zero if it never is.
func (s *Handler) keptUntil(g *table.Game) time.Time {
	if g.Status == game.InLobby {
		return s.Tables.DeletedAt(g)
	}
	if s.KeepFinished <= 0 || g.EndedAt.IsZero() {
		return time.Time{}
	}
	return g.EndedAt.Add(s.KeepFinished)
}

// canReturn reports whether a player has left a running game, or somebody else plays on
// their seat, so that they may take it again.
func canReturn(snap *table.Snapshot, me account.PlayerID) bool {
	seat := snap.SeatOf(me)
	return seat >= 0 && snap.Meta.Status == game.Playing && (snap.Seats[seat].Away || snap.Meta.HeldBy(me) < 0)
}
