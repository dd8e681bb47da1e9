package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/plan"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
)

// debtPanel is what a debtor can do besides paying.
type debtPanel struct {
	InKind *pick
	Settle *settleForm
	Means  []fact // what could be raised, and the debt
	Way    []fact // a cheap way to it
	Loses  string // what that way costs in the end
}

// settleForm offers the creditor something else than money.
type settleForm struct {
	ID     string
	Note   string
	Ticks  []tick
	Cards  []tick
	Cash   string // label
	Max    string
	Credit amount
}

func (v *view) decideDebt(a *act) {
	if v.s.NumDebts == 0 {
		return
	}
	d := v.s.Debts[0]
	switch {
	case d.Debtor == v.me:
		v.oweDebt(a, d)
	case d.Creditor == v.me && v.s.Offer.Open && v.has(game.AcceptSettlement):
		v.answerSettlement(a, d)
	case d.Creditor == v.me && v.has(game.RejectSettlement):
		v.answerSettlement(a, d)
	}
}

func (v *view) oweDebt(a *act, d game.Debt) {
	a.Title = v.T("act.debt_title", "Name", v.Name(d.Creditor), "Money", v.Money(d.Amount))
	if o, ok := v.opt(game.PayDebt); ok {
		b := v.move(game.PayDebt)
		b.Price = v.Money(o.Min)
		b.Small = []string{v.keep(o.Min)}
		a.Go = &b
		a.What = v.T("act.debt_ready")
	} else {
		a.Need = v.T("act.debt_what", "Cash", v.Money(v.cash()), "Missing", v.Money(d.Amount-v.cash()))
		v.raiseFor(a, d.Amount-v.cash())
	}
	if v.s.Offer.Open {
		a.Hints = append(a.Hints, v.T("act.settle_wait", "Name", v.Name(d.Creditor)))
	}
	var asked game.Seats
	for i := range v.s.Trades[:v.s.NumTrades] {
		if t := &v.s.Trades[i]; t.From == v.me && !t.Held {
			asked = asked.With(t.To)
		}
	}
	if asked != 0 {
		a.Hints = append(a.Hints, v.T("act.trade_wait", "Name", v.NamesOf(asked)))
	}
	panel := debtPanel{InKind: v.inKind(), Settle: v.settle(d), Means: v.means(d)}
	v.showWay(&panel, d.Amount-v.cash())
	v.leadOut(a, &panel, d)
	if panel.InKind != nil || panel.Settle != nil || len(panel.Way) > 0 {
		a.Jumps = append(a.Jumps, link{"#debts", v.T("act.debt_ways")})
	}
	if v.has(game.DeclareBankruptcy) {
		b := v.move(game.DeclareBankruptcy)
		b.Label, b.Warn, b.Ask = v.T("act.bankrupt"), true, true
		a.Last = append(a.Last, b)
	}
	a.Debt = &panel
}

// raiseFor makes the next step of a cheap way to the missing money the main button.
func (v *view) raiseFor(a *act, missing game.Money) {
	way := v.raise(missing)
	if len(way.Steps) == 0 {
		a.Hints = append(a.Hints, v.T("act.raise_none"))
		return
	}
	b := v.raiseButton(&way.Steps[0])
	b.ID, b.Price = "a-"+b.ID, "+"+v.Money(way.Steps[0].Brings)
	if left := missing - way.Steps[0].Brings; left > 0 {
		b.Small = []string{v.T("act.raise_left", "Money", v.Money(left))}
	} else {
		b.Small = []string{v.T("act.raise_done")}
	}
	a.Go = &b
	if !way.Enough {
		a.Need += " " + v.T("act.raise_short", "Money", v.Money(v.cash()+way.Brings))
	}
}

// leadOut leads a debtor who cannot raise enough to those who can help: selling
// and mortgaging everything would not save them. An offer that would comes first.
func (v *view) leadOut(a *act, x *debtPanel, d game.Debt) {
	if v.has(game.PayDebt) || v.raise(d.Amount-v.cash()).Enough || v.s.Offer.Open {
		return
	}
	t := v.rescue()
	switch {
	case t != nil:
		a.Lead = &link{"#t" + page.Itoa(t.ID), v.T("act.debt_offer", "Name", v.Name(t.From))}
	case a.Go == nil:
		return
	case x.Settle != nil:
		a.Lead = &link{"#debts", v.T("act.debt_settle", "Name", v.Name(d.Creditor))}
	case v.has(game.ProposeTrade):
		a.Lead = &link{"#trade", v.T("act.debt_trade")}
	default:
		return
	}
	if a.Go != nil {
		a.Alts = append(a.Alts, *a.Go)
		a.Go = nil
	}
}

// rescue is the first offer to a debtor that, once accepted, lets them pay their debt, with
// what they can raise then; nil if there is none.
func (v *view) rescue() *game.Trade {
	for _, o := range v.d.Options {
		t := v.s.FindTrade(o.N)
		if o.Kind != game.AcceptTrade || t == nil || t.To != v.me {
			continue
		}
		c := game.MoveN(game.AcceptTrade, v.me, o.N)
		c.Lift = o.Must
		out, no := plan.Try(v.r, v.s, c)
		if !no.OK() || out.After.NumDebts == 0 {
			continue
		}
		if d := &out.After.Debts[0]; plan.Raise(v.r, &out.After, v.me, d.Amount-out.After.Players[v.me].Cash).Enough {
			return t
		}
	}
	return nil
}

// means is what the debtor could turn into money.
func (v *view) means(d game.Debt) []fact {
	m := plan.MeansOf(v.r, v.s, v.me)
	if m.All == m.Cash {
		return nil
	}
	list := []fact{{v.T("act.means_cash"), v.Money(m.Cash)}}
	if m.Mortgages > 0 {
		list = append(list, fact{v.T("act.means_mortgages"), v.Money(m.Mortgages)})
	}
	if m.Buildings > 0 {
		list = append(list, fact{v.T("act.means_buildings"), v.Money(m.Buildings)})
	}
	return append(list, fact{v.T("act.means_all"), v.Money(m.All)}, fact{v.T("act.bankrupt_row_debt"), v.Money(d.Amount)})
}

// showWay lists a cheap way to what is missing.
func (v *view) showWay(x *debtPanel, missing game.Money) {
	if missing <= 0 {
		return
	}
	if way := v.raise(missing); way.Enough {
		x.Way = v.raiseLines(&way)
		x.Loses = v.T("act.raise_loses", "Money", v.Money(way.Loses))
	}
}

func (v *view) inKind() *pick {
	o, ok := v.opt(game.PayInKind)
	if !ok {
		return nil
	}
	name := wire.MoveName(game.PayInKind)
	var cs []page.Choice
	for r := o.Spaces; r != 0; r = r.Rest() {
		sp := r.First()
		cs = append(cs, page.Choice{Value: page.Itoa(uint8(sp)), Label: v.Space(sp) + ", " + v.Money(v.r.Spaces[sp].Mortgage)})
	}
	return &pick{
		ID: "m-" + name, Move: name, Go: v.T("move." + name), Legend: v.T("act.debt_in_kind"),
		Lists: []list{{ID: "in-" + name, Name: "space", Label: v.T("act.debt_in_kind_note"), Choices: cs}},
	}
}

func (v *view) settle(d game.Debt) *settleForm {
	o, ok := v.opt(game.OfferSettlement)
	if !ok {
		return nil
	}
	name := wire.MoveName(game.OfferSettlement)
	return &settleForm{
		ID:    "m-" + name,
		Note:  v.T("act.settle_note", "Name", v.Name(d.Creditor)),
		Ticks: v.deedTicks("sg", "give_deeds", o.Spaces, 0),
		Cards: v.cardTicks("sg", "give_jail_cards", o.Cards, 0),
		Cash:  v.T("trade.cash", "Money", v.Money(v.cash())),
		Max:   page.Itoa(v.r.Whole(v.cash())),
		Credit: amount{
			ID: "in-credit", Move: name, Name: "credit", Label: v.T("act.settle_credit"),
			Min: page.Itoa(o.Min), Max: page.Itoa(o.Max), Step: page.Itoa(o.Step), Value: page.Itoa(o.Max), Go: v.T("move." + name),
		},
	}
}

func (v *view) answerSettlement(a *act, d game.Debt) {
	a.Title = v.T("act.settle_title", "Name", v.Name(d.Debtor))
	a.What = v.T("act.settle_what", "Give", v.Goods(v.s.Offer.Give), "Money", v.Money(v.s.Offer.Credit))
	reject := v.move(game.RejectSettlement)
	if v.has(game.AcceptSettlement) {
		b := v.move(game.AcceptSettlement)
		a.Go = &b
		a.Alts = append(a.Alts, reject)
		return
	}
	a.Go = &reject
}

// owes says who owes what to whom, where the viewer is not the debtor.
func (v *view) owes(d *game.Debt) string {
	if d.Creditor == v.me {
		return v.T("act.debt_their_you", "Name", v.Name(d.Debtor), "Money", v.Money(d.Amount))
	}
	return v.T("act.debt_their", "Name", v.Name(d.Debtor), "To", v.Name(d.Creditor), "Money", v.Money(d.Amount))
}

// debtLines lists all open debts in words.
func (v *view) debtLines() []string {
	var lines []string
	for _, d := range v.s.Debts[:v.s.NumDebts] {
		lines = append(lines, v.T("act.debt_line", "Name", v.Name(d.Debtor), "To", v.Name(d.Creditor),
			"Money", v.Money(d.Amount), "Cause", v.T("cause."+wire.CauseName(d.Cause))))
	}
	return lines
}
