package tablepage

import (
	"slices"
	"unicode/utf8"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/plan"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// offer is one open proposal, with the viewer's answers to it.
type offer struct {
	ID      string
	Title   string
	Lines   []string
	Terms   string // the side agreement, "" if none
	Accept  *button
	Lifts   []tick // mortgaged deeds received, free to lift
	Notes   []groupNote
	Counter string // address of the answer begun, "" if the viewer cannot make one
	Buttons []button
	Mine    bool // the viewer is asked or has asked
}

// arrival is an offer to the viewer as it comes to the middle of their board.
type arrival struct {
	offer
	Heading   string
	From      string
	Get, Give string
	Groups    []groupEffect
	Why       string // why it cannot be accepted, "" if it can
	Alone     bool   // the viewer has nothing else to decide: it takes the decision's place
}

// muchSaid is how many letters an offer may have to be shown large.
const muchSaid = 90

// isLong reports whether an offer says so much that it is drawn small.
func (x arrival) isLong() bool {
	said := []string{x.Get, x.Give}
	for _, n := range x.Notes {
		said = append(said, n.Text)
	}
	return isLong(said...)
}

func isLong(said ...string) bool {
	letters := 0
	for _, s := range said {
		letters += utf8.RuneCountInString(s)
	}
	return letters > muchSaid
}

// costs reports whether the viewer would lose a group.
func (x arrival) costs() bool {
	return slices.ContainsFunc(x.Notes, func(n groupNote) bool { return n.Warn })
}

// arrived is the oldest offer that waits for the viewer's answer; alone reports
// whether they have nothing else to decide.
func (v *view) arrived(alone bool) (arrival, bool) {
	t := v.arriving()
	if t == nil {
		return arrival{}, false
	}
	x := arrival{
		offer: v.offer(t), Heading: v.T("trade.arrived"+v.counterForm(t), "Name", v.Name(t.From)), From: v.Name(t.From), Alone: alone,
		Get: v.Goods(t.Give), Give: v.Goods(t.Want), Groups: v.groupEffects(t.From, t.Give.Deeds, t.Want.Deeds),
	}
	if x.Accept == nil {
		c := game.MoveN(game.AcceptTrade, v.me, int32(t.ID))
		if _, no := plan.Try(v.r, v.s, c); !no.OK() {
			x.Why = v.whyNot(t, &c, no)
		}
	}
	return x, true
}

// whyNot says why the viewer cannot accept a proposal: money may be missing on the other side.
func (v *view) whyNot(t *game.Trade, c *game.Command, no game.Refusal) string {
	switch a := &v.s.Auction; {
	case no.Code == game.BidNotCovered && a.Open && a.Bid > 0 && a.Bidder == t.From:
		return v.T("trade.their_bid", "Name", v.Name(t.From))
	case no.Code == game.NoFunds && plan.Trade(v.r, v.s, v.me, t.From, &t.Give, &t.Want, t.Lift).Theirs < 0:
		return v.T("trade.their_cash", "Name", v.Name(t.From))
	}
	return text.Refusal(v.Lang(), v.d.Setup, c, no)
}

// arrivalHeading is the id of its heading.
func arrivalHeading(x arrival) string {
	if x.Alone {
		return "act-h"
	}
	return x.ID + "-h"
}

// arriving is the proposal that the viewer is shown first; nil if none waits for them.
func (v *view) arriving() *game.Trade {
	for i := range v.s.Trades[:v.s.NumTrades] {
		t := &v.s.Trades[i]
		if t.To != v.me || t.Held {
			continue
		}
		for _, o := range v.d.Options {
			if o.N == int32(t.ID) && (o.Kind == game.AcceptTrade || o.Kind == game.RejectTrade) {
				return t
			}
		}
	}
	return nil
}

// offers lists the open proposals but for the one in the middle of the board: those
// that wait for the viewer, then their own, and apart from them those among others.
func (v *view) offers() (mine, others []offer) {
	var made []offer
	first := v.arriving()
	for i := range v.s.Trades[:v.s.NumTrades] {
		t := &v.s.Trades[i]
		if t == first {
			continue
		}
		switch x := v.offer(t); {
		case t.To == v.me || x.Accept != nil:
			mine = append(mine, x)
		case t.From == v.me:
			made = append(made, x)
		default:
			others = append(others, x)
		}
	}
	return append(mine, made...), others
}

func (v *view) offer(t *game.Trade) offer {
	n := int32(t.ID)
	x := offer{
		ID:    "t" + page.Itoa(t.ID),
		Title: v.offerTitle(t),
		Lines: []string{v.gives(t.From, t.Give), v.gives(t.To, t.Want)},
		Terms: v.d.Terms[t.ID],
		Mine:  t.To == v.me || t.From == v.me,
	}
	votes := t.To != v.me && t.From != v.me
	v.sides(&x, t)
	if held := v.heldLine(t); held != "" {
		x.Lines = append(x.Lines, held)
	}
	for _, o := range v.d.Options {
		if o.N != n {
			continue
		}
		switch o.Kind {
		case game.AcceptTrade:
			b := v.moveN(game.AcceptTrade, "trade", n)
			if votes {
				b.Label = v.T("trade.vote_yes")
				x.Lines = append(x.Lines, v.T("trade.vote"))
			} else {
				b.Small, b.Ask = v.afterTrade(t), v.irreversible(t)
			}
			x.Accept, x.Mine = &b, true
			x.Lifts = v.liftTicks(n, o.Lift, o.Must)
		case game.RejectTrade, game.CancelTrade:
			b := v.moveN(o.Kind, "trade", n)
			if votes {
				b.Label = v.T("trade.vote_no")
			}
			x.Buttons = append(x.Buttons, b)
		default:
		}
	}
	return x
}

// heldLine says to the two between whom a proposal is, and to who has voted, that it is
// accepted and others vote on it; "" if it is not so.
func (v *view) heldLine(t *game.Trade) string {
	switch {
	case !t.Held || t.Ask.Has(v.me):
		return ""
	case t.To == v.me:
		return v.T("trade.held_you")
	}
	return v.T("trade.held", "Name", v.Name(t.To))
}

// offerTitle says which offer it is, and whose to whom.
func (v *view) offerTitle(t *game.Trade) string {
	n := page.Itoa(t.ID)
	switch v.me {
	case t.From:
		return v.T("trade.line_yours"+v.counterForm(t), "N", n, "To", v.Name(t.To))
	case t.To:
		return v.T("trade.line_you"+v.counterForm(t), "N", n, "From", v.Name(t.From))
	}
	return v.T("trade.line"+v.counterForm(t), "N", n, "From", v.Name(t.From), "To", v.Name(t.To))
}

// counterForm is the end of the key of a text that calls a proposal a counter-offer; "" for others.
func (v *view) counterForm(t *game.Trade) string {
	if v.isCounter(t) {
		return "_counter"
	}
	return ""
}

// gives is one side of a trade.
func (v *view) gives(seat game.Seat, what game.Terms) string {
	if seat == v.me {
		return v.T("trade.gives_you", "List", v.Goods(what))
	}
	return v.T("trade.gives", "Name", v.Name(seat), "List", v.Goods(what))
}

// sides says what the trade does to groups, and offers to answer with another one.
func (v *view) sides(x *offer, t *game.Trade) {
	switch v.me {
	case t.To:
		x.Notes = v.groupNotes(t.From, t.Give, t.Want)
		if o, ok := v.opt(game.ProposeTrade); ok && o.Seats.Has(t.From) && !t.Held {
			x.Counter = counterPath(v.d.ID, t)
		}
	case t.From:
		x.Notes = v.groupNotes(t.To, t.Want, t.Give)
	default:
	}
}

// afterTrade describes what the viewer would have, and the interest on what they get.
func (v *view) afterTrade(t *game.Trade) []string {
	after := v.cash() + t.Give.Cash - t.Want.Cash
	var fee game.Money
	for r := t.Give.Deeds & v.s.Mortgaged; r != 0; r = r.Rest() {
		fee += v.r.InterestDue(r.First())
	}
	lines := []string{v.T("trade.after", "Money", v.Money(after-fee))}
	if fee > 0 {
		lines = append(lines, v.T("trade.after_fee", "Money", v.Money(fee)))
	}
	return lines
}

// liftTicks lists the deeds that may be lifted at once; those that must be are ticked.
func (v *view) liftTicks(n int32, deeds, must game.Set) []tick {
	var list []tick
	for r := deeds | must; r != 0; r = r.Rest() {
		sp := r.First()
		g := v.r.Spaces[sp].Group
		note := ""
		if must.Has(sp) {
			note = v.T("trade.lift_must")
		}
		list = append(list, tick{
			On: must.Has(sp), Note: note,
			ID: "lift" + page.Itoa(n) + "-" + page.Itoa(uint8(sp)), Name: "lift", Value: page.Itoa(uint8(sp)),
			Class: v.groupClass(g), Code: v.groupCode(g),
			Label: v.T("trade.lift_now", "Space", v.Space(sp), "Money", v.Money(v.r.LiftCost(sp))),
		})
	}
	return list
}

// problemPlace is the part of the page in which a move's form stands.
func (v *view) problemPlace(move string) string {
	kind, _ := wire.MoveKind(move)
	switch kind {
	case game.Build, game.Sell, game.SellGroup, game.Mortgage:
		return "deeds"
	case game.Lift:
		if v.phase == game.PhaseTransfer {
			return "act"
		}
		return "deeds"
	case game.ProposeTrade:
		if v.has(game.ProposeTrade) {
			return "trade"
		}
		return "act"
	case game.AcceptTrade, game.RejectTrade, game.CancelTrade:
		if mine, _ := v.offers(); len(mine) > 0 && v.arriving() == nil {
			return "trades"
		}
		return "act"
	default:
		return "act"
	}
}

// problemAt is the problem if it belongs to that part of the page.
func (v *view) problemAt(place string) *page.Problem {
	if v.d.Problem == nil || v.problemPlace(v.d.Problem.Move) != place {
		return nil
	}
	return v.d.Problem
}
