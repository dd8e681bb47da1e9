package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
)

// act is the one thing to do: the panel in the middle of the board. At most
// one of Go, a leading pick and a leading amount is set.
type act struct {
	Eyebrow string
	Title   string
	What    string
	Need    string // what is missing, important enough for small screens
	Hints   []string
	Problem *page.Problem
	Go      *button
	Alone   bool     // the page may press Go itself after a while
	Lead    *link    // where the one thing to do is, if no move does it
	Steps   []button // quick bids beside the main button
	Alts    []button
	Picks   []pick
	Amounts []amount
	Claims  []claimRow
	Rows    []actRow
	Debt    *debtPanel
	Offer   *arrival // what somebody offers the viewer
	Jumps   []link   // where else on the page the decision can be served
	Links   []link
	Last    []button // what cannot be undone, at the very end
	Since   string   // for how long the table has been waiting
	Wait    bool     // nothing to do for the viewer
	Help    string   // what there is to know about this phase
}

// actRow is one of several things to decide, with its own buttons.
type actRow struct {
	Text    string
	Buttons []button
}

// claimRow is one rent to claim.
type claimRow struct {
	Claim, Waive *button
}

// link leads to another part of the page or another page.
type link struct{ Href, Label string }

// act builds the panel. The options decide what is offered, the phase how it is put.
func (v *view) act() act {
	a := act{Eyebrow: v.eyebrow()}
	if v.d.Problem != nil && v.problemPlace(v.d.Problem.Move) == "act" {
		a.Problem = v.d.Problem
	}
	v.decide(&a)
	v.addClaims(&a)
	if a.Title == "" {
		v.wait(&a)
	}
	if x, ok := v.arrived(a.Wait && a.Go == nil && len(a.Claims) == 0); ok {
		a.Offer = &x
	}
	v.addLinks(&a)
	a.Help = v.help()
	if a.Wait {
		a.Help = v.T("help.wait")
	}
	return a
}

// help explains the phase by the rules of the table.
func (v *view) help() string {
	key := "help." + wire.PhaseName(v.phase)
	switch {
	case v.phase == game.PhaseBuy && !v.r.AuctionsDeclined():
		key += "_only"
	case v.phase == game.PhaseAuction && v.r.SealedBids():
		key += "_secret"
	case v.phase == game.PhaseJail && (v.r.RentBarred(v.s, v.s.Turn.Seat) || v.r.JailForbidsDeals(v.s, v.s.Turn.Seat)):
		key += "_bare"
	}
	return v.T(key)
}

func (v *view) eyebrow() string {
	n := page.Itoa(v.s.Turn.Number)
	switch v.phase {
	case game.PhaseAuction, game.PhaseLiquidation:
		return v.T("act.auction")
	case game.PhaseIntent, game.PhaseBuildingAuction:
		return v.T("act.shortage", "N", n)
	case game.PhaseDebt:
		return v.T("act.debt", "N", n)
	case game.PhaseFinal:
		return v.T("act.final")
	default:
	}
	// The estate of a bankruptcy is decided by another player, in the turn of one who is gone.
	if w := v.s.Waiting(); w.Len() == 1 && (v.phase == game.PhaseTransfer || v.phase == game.PhaseEqualise) {
		if w.Has(v.me) {
			return v.T("act.you_decide", "N", n)
		}
		return v.T("act.they_decide", "Name", v.Name(w.First()), "N", n)
	}
	if v.s.Turn.Seat == v.me {
		return v.T("act.your_turn", "N", n)
	}
	return v.T("act.their_turn", "Name", v.Name(v.s.Turn.Seat), "N", n)
}

// decide fills in what the top phase asks of the viewer.
func (v *view) decide(a *act) {
	switch v.phase {
	case game.PhaseJail:
		v.decideJail(a)
	case game.PhaseRoll:
		v.decideRoll(a)
	case game.PhaseTriple:
		v.decideTriple(a)
	case game.PhaseBuy:
		v.decideBuy(a)
	case game.PhaseAuction, game.PhaseLiquidation, game.PhaseBuildingAuction:
		v.decideAuction(a)
	case game.PhaseTax, game.PhaseBus, game.PhaseGift, game.PhaseCard:
		v.decideAnswer(a)
	case game.PhasePick:
		v.decidePick(a)
	case game.PhaseDuel, game.PhaseTake:
		v.decideDuel(a)
	case game.PhaseHub:
		v.decideHub(a)
	case game.PhaseDebt:
		v.decideDebt(a)
	case game.PhaseTransfer:
		v.decideTransfer(a)
	case game.PhaseEqualise:
		v.decideEqualise(a)
	case game.PhaseIntent:
		v.decideIntent(a)
	case game.PhaseLobby, game.PhaseOrder, game.PhaseFinal, game.PhaseOver, game.NumPhases:
	}
}

// wait says for whom the table waits.
func (v *view) wait(a *act) {
	a.Wait = true
	a.Since = v.waitingSince()
	waiting := v.waiting()
	switch {
	case waiting == 0:
		a.Title, a.Since = v.T("act.nobody"), ""
		if v.phase == game.PhaseFinal {
			a.Title, a.What = v.T("act.final_wait"), v.T("act.final_wait_what")
		}
	case v.phase == game.PhaseDebt:
		d := v.s.Debts[0]
		a.Title = v.T("act.waiting", "Names", v.Name(d.Debtor))
		a.What = v.owes(&d)
	case waiting.Len() == 1:
		name := v.Name(waiting.First())
		a.Title = v.T("act.waiting", "Names", name)
		a.What = v.waitsFor(name)
		if off := v.offText(waiting.First()); off != "" {
			a.What, a.Since = off, ""
		}
	default:
		a.Title = v.T("act.waiting", "Names", v.NamesOf(waiting))
		a.What = v.T("act.waiting_many", "Names", v.NamesOf(waiting), "Phase", v.Phase(v.phase))
	}
	switch {
	case !v.seated() || v.s.Players[v.me].Bankrupt || v.s.Players[v.me].BankerOnly:
		a.Hints = append(a.Hints, v.T("act.watch"))
	default:
		a.Hints = append(a.Hints, v.meanwhile())
	}
}

// meanwhile says what is open to the viewer while the table waits for others.
func (v *view) meanwhile() string {
	var open []string
	if v.has(game.ProposeTrade) {
		open = append(open, v.T("act.may_trade"))
	}
	if v.has(game.Sell) || v.has(game.SellGroup) {
		open = append(open, v.T("act.may_sell"))
	}
	if v.has(game.Mortgage) {
		open = append(open, v.T("act.may_mortgage"))
	}
	if len(open) == 0 {
		return v.T("act.you_wait")
	}
	return v.T("act.you_may", "What", v.List(open))
}

// waitingSince says for how long the table has been waiting, "" if that is not known.
func (v *view) waitingSince() string {
	if ago := page.Since(v.Printer, v.d.Now, v.d.Since); ago != "" {
		return v.T("act.since", "Since", ago)
	}
	return ""
}

// waitsFor says what exactly the one awaited has to decide.
func (v *view) waitsFor(name string) string {
	sp := v.s.Turn.Space
	key := "act.wait." + wire.PhaseName(v.phase)
	switch {
	case !v.Has(key):
		return v.T("act.waiting_what", "Name", name, "Phase", v.Phase(v.phase))
	case v.phase == game.PhaseBuy && v.r.Deeds.Has(sp):
		if !v.r.AuctionsDeclined() {
			key += "_only"
		}
		return v.T(key, "Name", name, "Space", v.Named(sp), "Money", v.Money(v.r.Spaces[sp].Price))
	default:
		return v.T(key, "Name", name)
	}
}

// addClaims lists the viewer's rents; the first one leads if nothing else does.
func (v *view) addClaims(a *act) {
	for _, o := range v.d.Options {
		if o.Kind != game.ClaimRent {
			continue
		}
		b := v.moveN(game.ClaimRent, "claim", o.N)
		b.Price = v.Money(o.Min)
		if cl, ok := v.claim(o.N); ok {
			b.Small = []string{v.T("act.claim_from", "Name", v.Name(cl.Payer), "Space", v.Space(cl.Space))}
		}
		row := claimRow{Claim: &b}
		if w, ok := v.waiver(o.N); ok {
			row.Waive = &w
		}
		a.Claims = append(a.Claims, row)
	}
	if len(a.Claims) == 0 {
		v.bareWaivers(a)
		return
	}
	if v.phase == game.PhaseFinal {
		a.Title, a.What = v.T("act.claim_final"), v.T("act.claim_final_what")
	}
	if a.Title == "" {
		v.wait(a)
		a.Hints = nil
	}
	a.Hints = append(a.Hints, v.T("act.claim_note"))
	if ends := v.claimEnds(); ends != "" {
		a.Hints = append(a.Hints, ends)
	}
	if a.Go != nil && a.Go.Move == wire.MoveName(game.Roll) {
		// The throw may let the rent lapse: it comes second.
		a.Alts = append([]button{*a.Go}, a.Alts...)
		a.Go = nil
	}
	if a.Go == nil && !a.led() {
		a.Go = a.Claims[0].Claim
		a.Claims[0].Claim = nil
	}
}

// collects reports whether the main button claims a rent: the other rents follow it.
func (a *act) collects() bool {
	return a.Go != nil && a.Go.Move == wire.MoveName(game.ClaimRent)
}

// led reports whether a pick or a number form carries the main button.
func (a *act) led() bool {
	if a.Lead != nil {
		return true
	}
	for i := range a.Picks {
		if a.Picks[i].Lead {
			return true
		}
	}
	for i := range a.Amounts {
		if a.Amounts[i].Lead {
			return true
		}
	}
	return false
}

// bareWaivers lists claims that can be waived but not claimed now.
func (v *view) bareWaivers(a *act) {
	for _, o := range v.d.Options {
		if o.Kind == game.WaiveClaim {
			if w, ok := v.waiver(o.N); ok {
				a.Claims = append(a.Claims, claimRow{Waive: &w})
			}
		}
	}
}

func (v *view) waiver(n int32) (button, bool) {
	for _, o := range v.d.Options {
		if o.Kind == game.WaiveClaim && o.N == n {
			b := v.moveN(game.WaiveClaim, "claim", n)
			if cl, ok := v.claim(n); ok {
				b.Label = v.T("act.claim_waive_of", "Space", v.Named(cl.Space))
			}
			return b, true
		}
	}
	return button{}, false
}

func (v *view) claim(n int32) (game.Claim, bool) {
	for _, c := range v.s.Claims[:v.s.NumClaims] {
		if int32(c.ID) == n {
			return c, true
		}
	}
	return game.Claim{}, false
}

// addLinks points to what else can be done, on this page.
func (v *view) addLinks(a *act) {
	from, vote := v.proposers()
	if from != 0 {
		a.Links = append(a.Links, link{"#trades", v.N("act.more_offer", from.Len(), "Names", v.NamesOf(from))})
	} else if vote {
		a.Links = append(a.Links, link{"#trades", v.T("act.more_vote")})
	}
	if v.s.Auction.Open && v.s.Auction.Bidders.Has(v.me) && !v.r.SealedBids() {
		a.Links = append(a.Links, link{page.OrdersPath(v.d.ID), v.T("act.more_limit")})
	}
	if v.isSlow() && v.has(game.ClaimRent) && v.phase != game.PhaseFinal { // else it lapses whenever they look too late
		a.Links = append(a.Links, link{page.OrdersPath(v.d.ID) + "#f-" + string(orders.ClaimRents), v.T("act.more_claims")})
	}
	if v.manages() {
		what := "act.more_deeds"
		if v.s.Auction.Open { // nothing is built while something is auctioned
			what = "act.more_raise"
		}
		a.Links = append(a.Links, link{"#deeds", v.T(what)})
	}
	if v.has(game.ProposeTrade) {
		a.Links = append(a.Links, link{"#trade", v.T("act.more_trade")})
	}
	if b, ok := v.undoButton(); ok && !v.s.Auction.Open { // bids change hands too fast for one more link
		a.Links = append(a.Links, link{"#take-back", b.Label})
	}
}

// proposers are those whose offers the viewer may answer, but for the one in the middle
// of the board; vote reports whether there is one among others to vote on.
func (v *view) proposers() (from game.Seats, vote bool) {
	for _, o := range v.d.Options {
		if o.Kind != game.AcceptTrade && o.Kind != game.RejectTrade {
			continue
		}
		for i := range v.s.Trades[:v.s.NumTrades] {
			switch t := &v.s.Trades[i]; {
			case int32(t.ID) != o.N || t == v.arriving():
			case t.To == v.me && t.Held: // it is accepted, and may still be rejected
			case t.To == v.me:
				from = from.With(t.From)
			default:
				vote = true
			}
		}
	}
	return from, vote
}

// manages reports whether there is anything to build, sell or mortgage.
func (v *view) manages() bool {
	return v.has(game.Build) || v.has(game.Sell) || v.has(game.SellGroup) || v.has(game.Mortgage) || v.has(game.Lift)
}
