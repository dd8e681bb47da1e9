package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/plan"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
)

// tick is one thing to tick in a trade.
type tick struct {
	ID, Name, Value string
	Class, Code     string
	Label, Note     string
	Mark            string // what a deed does to a group, worth more than a note
	Warn            bool   // the mark is the viewer's loss
	Price           string
	On              bool // ticked from the start
}

// tradeForm proposes a trade to one partner.
type tradeForm struct {
	Partners []partner
	To       string
	Name     string
	Legend   string
	Counts   string // whose answer the offer needs
	Give     side
	Want     side
	Open     bool // asked for by the address
	Written  bool // the rules allow side agreements
	Terms    string
	Counter  string // the proposal that is answered, "" if none
	Lost     string // that the partner of what was begun is none any more, "" otherwise
	Sum      *tradeSum
	Problem  *page.Problem
}

// tradeSum is what a begun trade comes to.
type tradeSum struct {
	Rows  []fact
	Notes []groupNote
	Short bool // there is not enough money for it
}

// partner is somebody to trade with.
type partner struct {
	Href, Name string
	Chosen     bool
}

// side is one column of a trade.
type side struct {
	Cash    amount
	Ticks   []tick
	Cards   []tick
	Tickets *amount
}

// tradeForm builds the form for the partner asked for, else the likeliest one.
func (v *view) tradeForm() (tradeForm, bool) {
	o, ok := v.opt(game.ProposeTrade)
	if !ok || o.Seats == 0 {
		return tradeForm{}, false
	}
	var f tradeForm
	draft := v.d.Query.Draft
	if v.d.Problem != nil && v.problemPlace(v.d.Problem.Move) == "trade" {
		f.Problem, f.Open = v.d.Problem, true
		draft = parseDraft(v.d.Form)
	}
	to := v.likeliest(o.Seats)
	if asked := game.Seat(v.d.Query.Trade); o.Seats.Has(asked) {
		to, f.Open = asked, true
	}
	if draft.Named && o.Seats.Has(draft.To) {
		to, f.Open = draft.To, true
	} else {
		if draft.On && draft.To != v.me && int(draft.To) < int(v.s.NumSeats) {
			f.Lost, f.Open = v.T("trade.lost", "Name", v.Name(draft.To)), true
		}
		draft = Draft{}
	}
	for r := o.Seats; r != 0; r = r.Rest() {
		seat := r.First()
		f.Partners = append(f.Partners, partner{page.TradePath(v.d.ID, seat), v.Name(seat), seat == to})
	}
	f.To, f.Name, f.Terms = page.Itoa(to), v.Name(to), draft.Words
	f.Legend, f.Counts = v.T("trade.offer", "Name", f.Name), v.T("trade.send_small", "Name", f.Name)
	if v.s.Players[to].Away {
		f.Counts = v.T("trade.send_away", "Name", f.Name)
	}
	if t := v.s.FindTrade(draft.Counter); draft.Counter > 0 && t != nil && t.To == v.me && t.From == to {
		f.Counter, f.Legend = page.Itoa(draft.Counter), v.T("trade.counter_offer", "Name", f.Name, "N", page.Itoa(draft.Counter))
	}
	f.Give = v.side("give", v.me, to, o.Spaces, draft.Give)
	f.Want = v.side("want", to, v.me, v.r.Tradeable(v.s, to), draft.Want)
	if f.Problem != nil { // what was typed, even where it is no amount
		f.Give.Cash.Value = page.Typed(v.d.Form, f.Give.Cash.Name, f.Give.Cash.Value)
		f.Want.Cash.Value = page.Typed(v.d.Form, f.Want.Cash.Name, f.Want.Cash.Value)
	}
	f.Written = v.r.AgreementsAllowed()
	f.Sum = v.tradeSum(to, &draft)
	return f, true
}

// likeliest is with whom of the partners the viewer haggles: whom they made their last
// offer, of those that are open or else of those that were rejected; without any, the first.
func (v *view) likeliest(partners game.Seats) game.Seat {
	to, last := partners.First(), uint32(0)
	for i := range v.s.Refused[:v.s.NumRefused] {
		if x := &v.s.Refused[i]; x.From == v.me && partners.Has(x.To) && x.Seq > last {
			to, last = x.To, x.Seq
		}
	}
	for i := range v.s.Trades[:v.s.NumTrades] { // the oldest first
		if tr := &v.s.Trades[i]; tr.From == v.me && partners.Has(tr.To) {
			to = tr.To
		}
	}
	return to
}

// side lists what one seat could give to another, with what is chosen already.
func (v *view) side(name string, from, to game.Seat, deeds game.Set, chosen game.Terms) side {
	pl := &v.s.Players[from]
	label := v.T("trade.cash", "Money", v.Money(pl.Cash))
	if from != v.me {
		label = v.T("trade.cash_their", "Name", v.Name(from), "Money", v.Money(pl.Cash))
	}
	limit := v.r.Whole(max(pl.Cash, 0))
	partner := from
	if from == v.me {
		partner = to
	}
	gone := v.gone(to, deeds, chosen.Deeds)
	x := side{
		Cash: amount{
			ID: name + "-cash-" + page.Itoa(partner), Name: name + "_cash", Label: label,
			Min: "0", Max: page.Itoa(limit), Step: page.Itoa(v.r.Step()), Value: some(int(chosen.Cash)), None: true,
		},
		Ticks: v.deedTicks(name[:1], name+"_deeds", deeds|gone, chosen.Deeds),
		Cards: v.cardTicks(name[:1], name+"_jail_cards", pl.Cards, chosen.Cards),
	}
	v.markGroups(x.Ticks, from, to)
	v.markGone(x.Ticks, gone, from)
	if v.r.MayTradeTickets() && pl.Tickets > 0 {
		label := v.T("trade.tickets", "N", page.Itoa(pl.Tickets))
		if from != v.me {
			label = v.T("trade.tickets_their", "Name", v.Name(from), "N", page.Itoa(pl.Tickets))
		}
		x.Tickets = &amount{
			ID: "in-" + name + "-tickets", Name: name + "_tickets", Label: label,
			Min: "0", Max: page.Itoa(pl.Tickets), Step: "1", Value: some(int(min(chosen.Tickets, pl.Tickets))), None: true,
		}
	}
	return x
}

// some is a number in a field that may be empty: nothing for 0.
func some(n int) string {
	if n == 0 {
		return ""
	}
	return page.Itoa(n)
}

// gone are the chosen deeds that cannot be given to a seat, such as one that
// it has sold meanwhile or that fell to the bank: they stay in the form, so that no offer changes unnoticed.
func (v *view) gone(to game.Seat, deeds, chosen game.Set) game.Set {
	bank := v.r.Deeds
	var gone game.Set
	for seat, owned := range v.s.Owned {
		bank &^= owned
		if game.Seat(seat) != to { //nolint:gosec // an index of seats
			gone |= owned & chosen &^ deeds
		}
	}
	return gone | bank&chosen&^deeds
}

// markGone says so at these deeds.
func (v *view) markGone(ticks []tick, gone game.Set, from game.Seat) {
	why := v.T("trade.gone_you")
	if from != v.me {
		why = v.T("trade.gone", "Name", v.Name(from))
	}
	for i := range ticks {
		if sp := small(ticks[i].Value, game.MaxSpaces); gone.Has(game.Space(sp)) { //nolint:gosec // written by deedTicks
			ticks[i].Mark, ticks[i].Warn = why, true
		}
	}
}

// markGroups says at each deed what handing it over would do to a group.
func (v *view) markGroups(ticks []tick, from, to game.Seat) {
	for i := range ticks {
		sp := game.Space(small(ticks[i].Value, game.MaxSpaces)) //nolint:gosec // written by deedTicks
		one := game.Terms{Deeds: game.SetOf(sp)}
		notes := v.groupNotes(from, one, game.Terms{})
		if from == v.me {
			notes = v.groupNotes(to, game.Terms{}, one)
		}
		for _, n := range notes {
			if ticks[i].Mark != "" {
				ticks[i].Mark += " "
			}
			ticks[i].Mark += n.Text
			ticks[i].Warn = ticks[i].Warn || n.Warn
		}
	}
}

// tradeSum adds a begun trade up; nil if nothing is begun.
func (v *view) tradeSum(to game.Seat, d *Draft) *tradeSum {
	if d.Give.Empty() && d.Want.Empty() {
		return nil
	}
	s := plan.Trade(v.r, v.s, v.me, to, &d.Want, &d.Give, 0)
	x := &tradeSum{
		Notes: v.groupNotes(to, d.Want, d.Give),
		Rows:  []fact{{v.T("trade.sum_cards"), v.signed(s.Cards)}, {v.T("trade.sum_cash"), v.signed(s.Cash)}},
		Short: s.After < 0,
	}
	if s.Fee > 0 {
		x.Rows = append(x.Rows, fact{v.T("trade.sum_fee"), v.signed(-s.Fee)})
	}
	x.Rows = append(x.Rows, fact{v.T("trade.sum_after"), v.Money(s.After)})
	x.Rows = append(x.Rows, fact{v.T("trade.sum_theirs", "Name", v.Name(to)), v.Money(s.Theirs)})
	return x
}

// signed is an amount with its sign, so that gain and loss look different in any colour.
func (v *position) signed(m game.Money) string {
	switch {
	case m > 0:
		return "+" + v.Money(m)
	case m < 0:
		return "−" + v.Money(-m)
	default:
		return v.Money(0)
	}
}

// deedTicks lists deeds to tick; ids begin with the prefix.
func (v *view) deedTicks(prefix, name string, deeds, ticked game.Set) []tick {
	var list []tick
	for r := deeds; r != 0; r = r.Rest() {
		sp := r.First()
		def := &v.r.Spaces[sp]
		t := tick{
			ID: prefix + page.Itoa(uint8(sp)), Name: name, Value: page.Itoa(uint8(sp)),
			Class: v.groupClass(def.Group), Code: v.groupCode(def.Group),
			Label: v.d.Setup.SpaceNameSoft(v.Lang(), sp), Price: v.Money(def.Price), On: ticked.Has(sp),
		}
		if v.s.Mortgaged.Has(sp) {
			t.Note = v.T("trade.mortgaged", "Money", v.Money(v.r.InterestDue(sp)))
		}
		list = append(list, t)
	}
	return list
}

func (v *view) cardTicks(prefix, name string, held, ticked uint8) []tick {
	var list []tick
	for d := game.Deck(0); d < game.NumDecks; d++ {
		if held>>d&1 == 1 {
			id := wire.DeckName(d)
			list = append(list, tick{
				ID: prefix + "-" + id, Name: name, Value: id, On: ticked>>d&1 == 1,
				Label: v.T("trade.jail_card", "Deck", v.Deck(d)),
			})
		}
	}
	return list
}
