package views

import (
	"github.com/bankhalter/bankhalter/game"
)

// tick is one thing to tick in a trade.
type tick struct {
	ID, Name, Value string
	Class, Code     string
	Label, Note     string
	Price           string
	On              bool // ticked from the start
}

// tradeForm proposes a trade to one partner.
type tradeForm struct {
	Partners []partner
	To       string
	Name     string
	Give     side
	Want     side
	Open     bool // asked for by the address
	Written  bool // the rules allow side agreements
	Terms    string
	Problem  *Problem
}

// partner is somebody to trade with.
type partner struct {
	Href, Name string
	Chosen     bool
}

// side is one column of a trade.
type side struct {
	Cash    string // label of the money field
	Max     string
	Ticks   []tick
	Cards   []tick
	Tickets *amount
}

// tradeForm builds the form for the partner asked for, else the first one.
func (v *view) tradeForm() (tradeForm, bool) {
	o, ok := v.opt(game.ProposeTrade)
	if !ok || o.Seats == 0 {
		return tradeForm{}, false
	}
	to := o.Seats.First()
	var f tradeForm
	if q := game.Seat(v.d.Query.Trade); o.Seats.Has(q) {
		to, f.Open = q, true
	}
	for r := o.Seats; r != 0; r = r.Rest() {
		seat := r.First()
		f.Partners = append(f.Partners, partner{TradePath(v.d.ID, seat), v.Name(seat), seat == to})
	}
	f.To, f.Name = itoa(to), v.Name(to)
	f.Give = v.side("give", v.me, o.Spaces, v.T("trade.cash", "Money", v.Money(v.cash())))
	their := v.s.Players[to].Cash
	f.Want = v.side("want", to, v.tradeable(to), v.T("trade.cash_their", "Name", v.Name(to), "Money", v.Money(their)))
	if v.d.Problem != nil && v.problemPlace(v.d.Problem.Move) == "trade" {
		f.Problem, f.Open = v.d.Problem, true
		f.Terms = v.d.Form.Get("terms")
	}
	f.Written = v.r.SideAgreements
	return f, true
}

// tradeable is what a seat could give away; what it can propose itself tells.
func (v *view) tradeable(seat game.Seat) game.Set {
	if o, ok := game.Has(game.Options(v.r, v.s, seat, nil), game.ProposeTrade); ok {
		return o.Spaces
	}
	return v.s.Owned[seat]
}

func (v *view) side(name string, seat game.Seat, deeds game.Set, cash string) side {
	pl := &v.s.Players[seat]
	x := side{
		Cash: cash, Max: itoa(pl.Cash / v.r.Unit * v.r.Unit),
		Ticks: v.deedTicks(name[:1], name+"_deeds", deeds, 0),
		Cards: v.cardTicks(name[:1], name+"_jail_cards", pl.Cards),
	}
	if v.r.TicketsTradeable && pl.Tickets > 0 {
		label := v.T("trade.tickets", "N", itoa(pl.Tickets))
		if seat != v.me {
			label = v.T("trade.tickets_their", "Name", v.Name(seat), "N", itoa(pl.Tickets))
		}
		x.Tickets = &amount{ID: "in-" + name + "-tickets", Name: name + "_tickets", Label: label, Min: "0", Max: itoa(pl.Tickets), Step: "1", Value: "0"}
	}
	return x
}

// deedTicks lists deeds to tick; ids begin with the prefix.
func (v *view) deedTicks(prefix, name string, deeds, ticked game.Set) []tick {
	var list []tick
	for r := deeds &^ ticked; r != 0; r = r.Rest() {
		sp := r.First()
		def := &v.r.Spaces[sp]
		t := tick{
			ID: prefix + itoa(uint8(sp)), Name: name, Value: itoa(uint8(sp)),
			Class: v.groupClass(def.Group), Code: v.groupCode(def.Group),
			Label: v.d.Setup.SpaceNameSoft(v.Lang(), sp), Price: v.Money(def.Price),
		}
		if v.s.Mortgaged.Has(sp) {
			t.Note = v.T("trade.mortgaged", "Money", v.Money(v.r.InterestDue(sp)))
		}
		list = append(list, t)
	}
	return list
}

func (v *view) cardTicks(prefix, name string, held uint8) []tick {
	var list []tick
	for d := game.Deck(0); d < game.NumDecks; d++ {
		if held>>d&1 == 1 {
			id := deckID(d)
			list = append(list, tick{
				ID: prefix + "-" + id, Name: name, Value: id,
				Label: v.T("trade.jail_card", "Deck", v.Deck(d)),
			})
		}
	}
	return list
}
