package tablepage

import (
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
)

// Device is a device at which several players sit.
type Device struct {
	Seats game.Seats // theirs, first that of its owner
	To    game.Seats // to one of whom it goes now; until they take it, the page shows what everybody may see
	Open  bool       // they bid in turn, and all of them watch
	Bids  []Bidding  // what each of To may bid then
}

// Bidding is what a player at an open device may bid.
type Bidding struct {
	Seat game.Seat
	Bid  game.Option // of kind game.Bid; the zero value if they can only pass
}

// SeatLinkData is the page with the link by which a player goes on at a device of their own.
type SeatLinkData struct {
	ID, Name string // of the table
	Setup    *setup.Setup
	State    *game.State
	Player   string // their name
	Link     string
	Reach    page.Reach // who can open Link
}

func newSeatLinkView(p page.Page, d *SeatLinkData) *view {
	return newView(p, &TableData{ID: d.ID, Name: d.Name, Setup: d.Setup, State: d.State, Viewer: game.Nobody, Query: TableQuery{Deed: -1, Trade: -1}})
}

// handsOver reports whether the page waits for somebody to take the device in hand.
func (v *view) handsOver() bool { return v.d.Device != nil && v.d.Device.To != 0 }

// handTitle says to whom the device goes.
func (v *view) handTitle() string {
	d := v.d.Device
	switch {
	case d.Open && len(d.Bids) > 0:
		return v.T("device.bids")
	case d.To.Rest() == 0:
		return v.T("device.pass", "Name", v.Name(d.To.First()))
	default:
		return v.T("device.who")
	}
}

// taker is a button with which a player takes the device in hand.
type taker struct {
	ID, Seat, Label string
}

func (v *view) takers(seats game.Seats) []taker {
	var list []taker
	for ; seats != 0; seats = seats.Rest() {
		seat := page.Itoa(seats.First())
		list = append(list, taker{"m-take-" + seat, seat, v.T("device.take", "Name", v.Name(seats.First()))})
	}
	return list
}

// openBid is what one of those may do who bid at an open device.
type openBid struct {
	Name  string
	Token page.Token
	Money string // that they have
	Bids  []button
	Other *amount
	Pass  button
	Take  taker
}

func (v *view) openBids() []openBid {
	var list []openBid
	for i := range v.d.Device.Bids {
		of := &v.d.Device.Bids[i]
		seat := page.Itoa(of.Seat)
		x := openBid{Name: v.Name(of.Seat), Token: v.token(of.Seat), Money: v.Money(v.s.Players[of.Seat].Cash), Pass: v.move(game.Pass), Take: v.takers(game.Seats(0).With(of.Seat))[0]}
		x.Pass.ID += "-" + seat
		x.Pass.Fields = []field{{"player", seat}}
		x.Pass.Say = x.Name + ": " + x.Pass.Label
		if name := wire.MoveName(game.Bid); of.Bid.Kind == game.Bid {
			quick := quickBids(of.Bid, v.listPrice())
			for i, n := range quick[:min(len(quick), 2)] {
				b := v.move(game.Bid)
				b.ID += "-" + seat + "-" + page.Itoa(i)
				b.Fields = []field{{"player", seat}, {"amount", page.Itoa(n)}}
				b.Label = v.Money(n)
				b.Say = x.Name + ": " + v.T("move."+name) + " " + b.Label
				x.Bids = append(x.Bids, b)
			}
			x.Other = &amount{
				ID: "m-" + name + "-" + seat, Move: name, Name: "amount", Go: v.T("move." + name),
				Label: v.T("act.bid_own", "Min", v.Money(of.Bid.Min), "Max", v.Money(of.Bid.Max)),
				Min:   page.Itoa(of.Bid.Min), Max: page.Itoa(of.Bid.Max), Step: page.Itoa(of.Bid.Step),
			}
		}
		list = append(list, x)
	}
	return list
}

// restOfDevice is those at the device to whom it does not go now.
func (v *view) restOfDevice() []taker { return v.takers(v.d.Device.Seats &^ v.d.Device.To) }

// sharesWith is the player at whose device a seat is played, "" if it is their own.
func (v *view) sharesWith(seat game.Seat) string {
	for _, set := range v.d.Devices {
		if set.Has(seat) && set.First() != seat {
			return v.Name(set.First())
		}
	}
	return ""
}

// shares reports whether others play at the viewer's device.
func (v *view) shares() bool {
	return slices.ContainsFunc(v.d.Devices, func(set game.Seats) bool { return set.Has(v.me) })
}

// plays reports whether the viewer plays for a seat: it is theirs, or at their device.
func (v *view) plays(seat game.Seat) bool {
	return seat == v.me || v.d.Device != nil && v.d.Device.Seats.Has(seat)
}
