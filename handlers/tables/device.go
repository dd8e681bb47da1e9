package tables

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// deviceCookie says who has a device in hand at which several players sit. It is no
// secret and opens nothing: it chooses among the seats of those who are signed in.
// Its path is that of all tables: Lynx does not send a cookie for an address with a query if
// its path ends where the query begins.
func deviceCookie(id string) string { return "bh-player-" + id }

// device is what several players share at a table.
type device struct {
	owner account.Player // who is signed in there
	seats game.Seats     // of all who play at it, the owner's first
	now   game.Seat      // who has it in hand; Nobody: it has been put down
	asked game.Seats     // which of them were asked when they took it
	seq   uint32         // and after which event that was
}

const deviceKey = "device"

// deviceOf is the device from which a request comes, nil if its sender shares none.
func deviceOf(c echo.Context) *device {
	d, _ := c.Get(deviceKey).(*device)
	return d
}

// AtDevice makes the player who has a shared device in hand the one who sends what
// comes from it. Programs name them: ?player=SEAT. A program that names somebody for whom
// it may not act does nothing.
func (s *Handler) AtDevice(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		me := web.Viewer(c)
		if me.ID == "" {
			return next(c)
		}
		ctx, id := c.Request().Context(), c.Param("id")
		if err := s.mayActAs(c, me.ID); err != nil {
			return err
		}
		snap, err := s.Tables.InMemory(ctx, id)
		if err != nil || !ownsDevice(&snap, me.ID) { // those who share none see what is their own
			return next(c)
		}
		if snap, err = s.Tables.Snapshot(ctx, id); err != nil || !ownsDevice(&snap, me.ID) {
			return next(c)
		}
		own := snap.SeatOf(me.ID)
		d := &device{owner: me, seats: snap.Meta.Device(own), now: own}
		c.Set(deviceKey, d)
		if web.FormatOf(c.Request()) != web.FormatJSON {
			c.Response().Header().Set("Cache-Control", "no-store") // going back must not show what another player saw
		}
		if snap.State.Status != game.InLobby {
			d.read(c.Request(), snap.Meta.ID)
		}
		if seat, named, err := web.PlayerAsked(c); err == nil && named && web.IsProgram(c) && d.seats.Has(seat) {
			d.now = seat
		}
		web.InfoOf(c).Hand = strconv.Itoa(int(own))
		if d.now >= 0 {
			web.InfoOf(c).Hand = strconv.Itoa(int(d.now))
		}
		if d.now >= 0 && d.now != own {
			web.SetViewer(c, account.Player{ID: snap.Seats[d.now].Player, Name: snap.Seats[d.now].Name})
		}
		if s.isPrivate(c) && d.passes(&snap) != 0 {
			return web.Redirect(c, page.GamePath(snap.Meta.ID))
		}
		return next(c)
	}
}

// mayActAs refuses what a program sends for a player whom it names, ?player=SEAT, unless
// its own player may act for them. What only reads names players to choose what is shown.
func (s *Handler) mayActAs(c echo.Context, me account.PlayerID) error {
	seat, named, err := web.PlayerAsked(c)
	if !named || !web.IsProgram(c) || c.Request().Method == http.MethodGet {
		return nil
	}
	if err != nil {
		return err
	}
	snap, err := s.Tables.Snapshot(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	if !snap.MayAct(me, seat) {
		return web.Fail("no_seat")
	}
	return nil
}

// ownsDevice reports whether several players share the device of a player.
func ownsDevice(snap *table.Snapshot, me account.PlayerID) bool {
	own := snap.SeatOf(me)
	seats := snap.Meta.Device(own)
	return seats.Rest() != 0 && seats.First() == own
}

// handQuery is whose page a form was on, at a device that several share.
type handQuery struct {
	Player string `query:"player" schema:"SeatNumber"`
}

// check refuses the form of a player who has passed the device on since.
func (q handQuery) check(c echo.Context) error {
	d := deviceOf(c)
	if seat, ok := web.ParseSeat(q.Player); ok && d != nil && !web.IsProgram(c) && seat != d.now {
		return web.Fail("handed_over")
	}
	return nil
}

// inHand does what a form of a page asks that only the player may send who has the device
// in hand.
func inHand(h echo.HandlerFunc) func(echo.Context, handQuery) error {
	return func(c echo.Context, q handQuery) error {
		if err := q.check(c); err != nil {
			return err
		}
		return h(c)
	}
}

// isPrivate reports whether a page of its own is asked for that shows a player what
// others may not see.
func (s *Handler) isPrivate(c echo.Context) bool {
	if c.Request().Method != http.MethodGet || web.IsProgram(c) {
		return false
	}
	switch c.Path() {
	case page.NotesPath(":id"), page.OrdersPath(":id"), page.HintPath(":id"), tablepage.ConfirmPath(":id"):
		return true
	}
	return false
}

// read reads who has the device in hand at the table of that id.
func (d *device) read(r *http.Request, id string) {
	cookie, err := r.Cookie(deviceCookie(id))
	if err != nil {
		return
	}
	var seat, asked, seq int
	if n, _ := fmt.Sscanf(cookie.Value, "%d.%d.%d", &seat, &asked, &seq); n == 3 && (seat == int(game.Nobody) || d.seats.Has(game.Seat(seat))) {
		d.now, d.asked, d.seq = game.Seat(seat), game.Seats(asked), uint32(seq)
	}
}

// askedOf are those at the device who have something to answer: a decision, an offer,
// or whether a decision may be taken back.
func (d *device) askedOf(snap *table.Snapshot) (set game.Seats) {
	if snap.State.Status != game.Playing {
		return 0
	}
	for rest := d.seats; rest != 0; rest = rest.Rest() {
		if seat := rest.First(); isAsked(snap, seat) {
			set = set.With(seat)
		}
	}
	return set
}

func isAsked(snap *table.Snapshot, seat game.Seat) bool {
	if snap.State.Players[seat].Away || snap.Meta.Seats[seat].Sub != "" {
		return false
	}
	if snap.State.Waiting().Has(seat) {
		return true
	}
	for _, o := range snap.Options(seat) {
		switch o.Kind {
		case game.AgreeUndo, game.AcceptTrade, game.RejectTrade:
			return true
		default:
		}
	}
	return false
}

// isOpen reports whether the device lies open on the table: several who sit at it bid
// in an auction that everybody follows. They say their bids one after another, as they
// would without a device.
func (d *device) isOpen(snap *table.Snapshot) bool {
	a := &snap.State.Auction
	return snap.State.Status == game.Playing && a.Open && !snap.Setup.Rules.SealedBids() && (a.Bidders&^a.Passed&d.seats).Len() > 1
}

// passes are those to one of whom the device goes next; none as long as the player keeps it
// who has it in hand.
func (d *device) passes(snap *table.Snapshot) game.Seats {
	if snap.State.Status != game.Playing {
		return 0
	}
	asked := d.askedOf(snap)
	switch {
	case d.now < 0 && asked == 0:
		return d.seats
	case d.now < 0:
		return asked
	case d.isOpen(snap) && asked != 0:
		if d.seq == snap.Seq() && d.asked == asked { // they want to look something up before they bid
			return 0
		}
		return asked
	case asked.Has(d.now), asked == d.asked:
		return 0
	}
	return asked
}

// handOver is what a page shows of the device: who has it and who else sits at it, and to
// whom it goes.
func (d *device) handOver(snap *table.Snapshot) *tablepage.Device {
	x := &tablepage.Device{Seats: d.seats, To: d.passes(snap)}
	if x.To == 0 {
		return x
	}
	if x.Open = d.isOpen(snap); x.Open {
		for rest := x.To; rest != 0; rest = rest.Rest() {
			bids := tablepage.Bidding{Seat: rest.First()}
			bids.Bid, _ = game.Has(snap.Options(bids.Seat), game.Bid)
			x.Bids = append(x.Bids, bids)
		}
	}
	return x
}

// keepDevice writes down who has the device in hand.
func (s *Handler) keepDevice(c echo.Context, id string, seat game.Seat, asked game.Seats, seq uint32) {
	c.SetCookie(&http.Cookie{
		Name: deviceCookie(id), Value: fmt.Sprintf("%d.%d.%d", seat, asked, seq), Path: page.GamesPath(), HttpOnly: true, Secure: s.IsHTTPS(c), SameSite: http.SameSiteLaxMode,
	})
}

// handing is who takes a device in hand; nobody puts it down.
type handing struct {
	Player *game.Seat `json:"player"`
}

// postDevice passes the device on.
func (s *Handler) postDevice(c echo.Context) error {
	var want handing
	b, err := web.ReadBody(c.Request())
	if err != nil {
		return err
	}
	if b.JSON != nil {
		err = b.Decode(&want)
	} else if text := strings.TrimSpace(b.Form.Get("player")); text != "" {
		seat, ok := web.ParseSeat(text)
		if want.Player = &seat; !ok {
			err = web.Mistyped("player", web.ExpectSeat)
		}
	}
	snap, failed := s.Tables.Snapshot(c.Request().Context(), c.Param("id"))
	if failed != nil {
		return failed
	}
	a := attempt{snap: &snap, seat: game.Nobody, body: b}
	d := deviceOf(c)
	switch {
	case err != nil:
	case d == nil:
		err = web.Fail("no_device")
	case want.Player != nil && !d.seats.Has(*want.Player):
		err = web.Fail("no_seat")
	}
	if err != nil {
		return s.notDone(c, a, err)
	}
	seat := game.Nobody
	if want.Player != nil {
		seat = *want.Player
		web.SetViewer(c, account.Player{ID: snap.Seats[seat].Player, Name: snap.Seats[seat].Name})
	}
	s.keepDevice(c, snap.Meta.ID, seat, d.askedOf(&snap), snap.Seq())
	s.Tables.Wake(snap.Meta.ID) // other windows of the device
	return web.Changed(c, web.Change{To: page.DecisionPath(snap.Meta.ID), JSON: func() (any, error) {
		state := StateFor(c, &snap)
		return playedState{State: &state}, nil
	}})
}

// sitDown seats a new player at the device of the caller.
func (s *Handler) sitDown(c echo.Context, snap *table.Snapshot, name string) (table.Snapshot, game.Seat, error) {
	ctx, me := s.WithClient(c), web.Viewer(c)
	if d := deviceOf(c); d != nil {
		me = d.owner
	}
	seat := snap.SeatOf(me.ID)
	switch {
	case me.ID == "":
		return *snap, seat, web.Fail("unauthorized")
	case seat < 0:
		return *snap, seat, table.ErrNoSeat
	case snap.State.Status != game.InLobby:
		return *snap, seat, table.ErrStarted
	}
	if err := snap.Meta.CheckRoom(); err != nil {
		return *snap, seat, err
	}
	p, err := s.Auth.NewGuest(c, name)
	if err != nil {
		return *snap, seat, err
	}
	return s.Tables.JoinDevice(ctx, snap.Meta.ID, me.ID, p.ID, "")
}

// SitDown seats new players of these names at the device of the one who opened a table.
func (s *Handler) SitDown(c echo.Context, snap table.Snapshot, names []string) (table.Snapshot, error) {
	for _, name := range names {
		var err error
		if snap, _, err = s.sitDown(c, &snap, name); err != nil {
			return snap, err
		}
	}
	return snap, nil
}

// seatLinkJSON is a secret link to a seat.
type seatLinkJSON struct {
	Link string `json:"link" schema:"uri"`
}

// postSeatLink makes the link by which a player at a shared device goes on at one of
// their own. It is good once; the seat leaves the device when it is used.
func (s *Handler) postSeatLink(c echo.Context) error {
	ctx, id := c.Request().Context(), c.Param("id")
	snap, err := s.Tables.Snapshot(ctx, id)
	if err != nil {
		return err
	}
	a := attempt{snap: &snap, seat: game.Nobody}
	if err := a.readRev(c.Request()); err != nil {
		return s.notDone(c, a, err)
	}
	d := deviceOf(c)
	seat, ok := web.ParseSeat(c.Param("seat"))
	switch {
	case !ok || int(seat) >= len(snap.Seats):
		err = noSuchSeat()
	case d == nil:
		err = web.Fail("no_device")
	case !d.seats.Rest().Has(seat):
		err = web.Fail("no_seat")
	default:
		err = s.LimitCreation(c)
	}
	if err != nil {
		return s.notDone(c, a, err)
	}
	link, err := s.Auth.GuestLink(ctx, snap.Seats[seat].Player)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	if web.IsProgram(c) {
		return web.ReplyJSON(c, http.StatusCreated, seatLinkJSON{s.Absolute(c, link)})
	}
	link, reach := s.Invitation(c, link)
	return web.Respond(c, tablepage.SeatLinkData{ID: id, Name: snap.Meta.Title, Setup: snap.Setup, State: snap.State, Player: snap.Seats[seat].Name, Link: link, Reach: reach})
}
