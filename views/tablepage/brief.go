package tablepage

import (
	"slices"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/views/page"
)

// Brief is a table in the few words that reach a player who does not see it.
type Brief struct {
	Name string   // its title, or its players if it has none
	Ask  string   // the decision and its amount; "" if the table does not wait for the viewer
	News []string // what happened after the event that they saw last, at most briefNews lines
	Then string   // what the table answers for them at the deadline; "" without one
}

// briefNews is how many lines tell what has happened.
const briefNews = 5

// BriefOf tells the viewer of a table what is asked and what has happened since they
// saw an event. The answer is what the table gives for them, NoCommand if nothing.
func BriefOf(lang string, d *TableData, seen uint32, answer game.CommandKind) Brief {
	own := *d
	own.Log = toldTo(d, d.Viewer)
	v := newView(page.Page{Lang: lang}, &own)
	b := Brief{Name: d.Name, Ask: v.asks(), News: v.briefly(seen)}
	if b.Name == "" {
		b.Name = v.T("letter.table_of", "Names", v.NamesOf(v.everyone().Without(v.me)))
	}
	if answer != game.NoCommand {
		b.Then = defaultText(v.Printer, answer)
	}
	return b
}

// VotesOf tells the viewer of a table what they are to vote on, and until when by the
// clock of their zone.
func VotesOf(lang string, d *TableData, votes []timecontrol.Motion, zone *time.Location) (lines []string) {
	if len(votes) == 0 {
		return nil
	}
	own := *d
	own.Log = nil
	v := newView(page.Page{Lang: lang}, &own)
	for i := range votes {
		m := &votes[i]
		what := strings.ReplaceAll(v.voteText(m), timeMark, page.Moment(v.Printer, m.Until, zone))
		lines = append(lines, v.T("letter.to_vote", "What", what, "Time", page.Moment(v.Printer, m.Ends, zone)))
	}
	return lines
}

// CalledOf tells a group what the name of a table is and what those who are up have to
// decide, as everybody may know it. A table without a title is named after its players
// but the reader, Nobody for a group none of whom is taken to sit at it.
func CalledOf(lang string, d *TableData, up game.Seats, reader game.Seat) Brief {
	own := *d
	own.Viewer, own.Options, own.Log = game.Nobody, nil, nil
	v := newView(page.Page{Lang: lang}, &own)
	b := Brief{Name: d.Name, Ask: v.asksOf(up)}
	if b.Name == "" {
		b.Name = v.T("letter.table_of", "Names", v.NamesOf(v.everyone().Without(reader)))
	}
	return b
}

// everyone is all seats of a table.
func (v *view) everyone() (seats game.Seats) {
	for i := range game.Seat(len(v.d.Seats)) {
		seats = seats.With(i)
	}
	return seats
}

// asks says what the viewer has to decide, with the amount at stake.
func (v *view) asks() string {
	if v.has(game.AgreeUndo) {
		if what := v.lastDecision(); what != "" {
			return v.T("ask.undo", "Name", v.Name(v.s.Last.Seat), "What", what)
		}
		return v.T("undo.asks", "Name", v.Name(v.s.Last.Seat))
	}
	if t := v.arriving(); t != nil && !v.isAsked() {
		return v.T("ask.offer"+v.counterForm(t), "Name", v.Name(t.From), "Give", v.Goods(t.Give), "Want", v.Goods(t.Want))
	}
	if !v.isAsked() {
		return ""
	}
	if sale := v.sale(); sale != "" {
		return sale
	}
	if v.phase == game.PhaseDebt {
		switch d := &v.s.Debts[0]; v.me {
		case d.Debtor:
			return v.T("ask.debt", "Name", v.Name(d.Creditor), "Money", v.Money(d.Amount))
		case d.Creditor:
			return v.T("ask.settle", "Name", v.Name(d.Debtor), "Money", v.Money(d.Amount))
		}
	}
	if v.s.Turn.Seat == v.me {
		return v.T("ask.turn", "Phase", v.Phase(v.phase))
	}
	return v.T("ask.must", "Phase", v.Phase(v.phase))
}

// sale is what is for sale or up for auction, and at what price; "" if nothing is.
func (v *view) sale() string {
	a := &v.s.Auction
	switch v.phase {
	case game.PhaseBuy:
		if sp := v.s.Turn.Space; v.r.Deeds.Has(sp) {
			return v.T("ask.buy", "Space", v.Subject(sp), "Money", v.Money(v.r.Spaces[sp].Price))
		}
	case game.PhaseAuction, game.PhaseLiquidation, game.PhaseBuildingAuction:
		switch item := v.auctioned(); {
		case !a.Open || item == "":
		case a.Bid > 0:
			return v.T("ask.auction_at", "Item", item, "Money", v.Money(a.Bid), "Name", v.Name(a.Bidder))
		default:
			return v.T("ask.auction", "Item", item, "Money", v.Money(a.Min))
		}
	default:
	}
	return ""
}

// auctioned is the item that is up for auction, as a sentence begins with it.
func (v *view) auctioned() string {
	it := v.s.Auction.Item
	if it.Kind == game.ItemDeed {
		return v.Subject(it.Space)
	}
	return v.Item(it)
}

// asksOf says what those who are up have to decide, as everybody may know it.
func (v *view) asksOf(up game.Seats) string {
	up &= v.asked()
	switch sale := v.sale(); {
	case up == 0:
		return ""
	case sale != "":
		return sale
	case v.phase == game.PhaseDebt:
		d := &v.s.Debts[0]
		return v.owes(d)
	case up.Len() == 1:
		return v.waitsFor(v.Name(up.First()))
	}
	return v.T("act.waiting_many", "Names", v.NamesOf(up), "Phase", v.Phase(v.phase))
}

// briefly tells the last lines after an event that the viewer saw; what changes
// little gives way to what changes much. What was taken back is told only if they
// had seen it before.
func (v *view) briefly(seen uint32) []string {
	var told []int
	for i := range v.log {
		e := &v.log[i].Event
		counts := v.counts(i) || e.Kind == game.Undone && uint32(e.N) < seen //nolint:gosec // the number of an event
		if counts && v.log[i].Seq > seen && v.tells(i) && isBrief(e) {
			told = append(told, i)
		}
	}
	for n := len(told) - briefNews; n > 0; n-- {
		i := slices.IndexFunc(told, func(i int) bool { return !v.isNews(&v.log[i].Event) })
		told = slices.Delete(told, max(i, 0), max(i, 0)+1)
	}
	lines := make([]string, 0, len(told))
	for _, i := range told {
		lines = append(lines, v.sentence(i))
	}
	return lines
}

// isBrief reports whether an event is worth a line to a player who was away:
// whatever changed hands or fortunes, not every step on the way there.
func isBrief(e *game.Event) bool {
	switch e.Kind {
	case game.Paid, game.DeedTransferred, game.CardDrawn, game.JailedEvent, game.Mortgaged, game.Lifted, game.Built, game.BuildingSold,
		game.DebtOpened, game.AuctionClosed, game.TradeProposed, game.TradeAccepted, game.TradeRejected, game.DuelFought, game.Bankrupted,
		game.TimeStruck, game.GameEnded, game.Resigned, game.Undone:
		return true
	default:
		return false
	}
}
