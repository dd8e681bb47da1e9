package views

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
)

// debtPanel is what a debtor can do besides paying.
type debtPanel struct {
	InKind   *pick
	Settle   *settleForm
	Bankrupt *bankruptcy
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

// bankruptcy is the last way out, behind a table of its consequences.
type bankruptcy struct {
	What  string
	Facts []fact
	Go    button
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
		a.Hints = append(a.Hints, v.T("act.debt_can", "Money", v.Money(v.r.Liquidation(v.s, v.me))))
		if v.manages() {
			a.Jumps = append(a.Jumps, link{"#deeds", v.T("act.debt_to_deeds")})
		}
	}
	if v.s.Offer.Open {
		a.Hints = append(a.Hints, v.T("act.settle_wait", "Name", v.Name(d.Creditor)))
	}
	panel := debtPanel{InKind: v.inKind(), Settle: v.settle(d), Bankrupt: v.bankruptcy(d)}
	if panel.InKind != nil {
		a.Jumps = append(a.Jumps, link{"#debts", v.T("act.debt_in_kind")})
	}
	if panel.Settle != nil {
		a.Jumps = append(a.Jumps, link{"#settle", v.T("act.settle")})
	}
	if panel.Bankrupt != nil {
		a.Jumps = append(a.Jumps, link{"#bankruptcy", v.T("act.bankrupt")})
	}
	if panel != (debtPanel{}) {
		a.Debt = &panel
	}
}

func (v *view) inKind() *pick {
	o, ok := v.opt(game.PayInKind)
	if !ok {
		return nil
	}
	name := wire.MoveName(game.PayInKind)
	var cs []choice
	for r := o.Spaces; r != 0; r = r.Rest() {
		sp := r.First()
		cs = append(cs, choice{itoa(uint8(sp)), v.Space(sp) + ", " + v.Money(v.r.Spaces[sp].Mortgage)})
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
		Cards: v.cardTicks("sg", "give_jail_cards", o.Cards),
		Cash:  v.T("trade.cash", "Money", v.Money(v.cash())),
		Max:   itoa(v.cash() / v.r.Unit * v.r.Unit),
		Credit: amount{
			ID: "in-credit", Move: name, Name: "credit", Label: v.T("act.settle_credit"),
			Min: itoa(o.Min), Max: itoa(o.Max), Step: itoa(o.Step), Value: itoa(o.Max), Go: v.T("move." + name),
		},
	}
}

func (v *view) bankruptcy(d game.Debt) *bankruptcy {
	if !v.has(game.DeclareBankruptcy) {
		return nil
	}
	b := bankruptcy{Go: v.move(game.DeclareBankruptcy)}
	b.Go.Warn = true
	b.What = v.T("act.bankrupt_bank")
	if d.Creditor != game.Bank {
		b.What = v.T("act.bankrupt_what", "Name", v.Name(d.Creditor))
	}
	deeds := v.T("trade.nothing")
	if own := v.s.Owned[v.me]; own != 0 {
		deeds = v.Spaces(own)
	}
	b.Facts = []fact{
		{v.T("act.bankrupt_row_debt"), v.Money(d.Amount)},
		{v.T("act.bankrupt_row_cash"), v.Money(v.cash())},
		{v.T("act.bankrupt_row_deeds"), deeds},
	}
	return &b
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

// debtLines lists all open debts in words.
func (v *view) debtLines() []string {
	var lines []string
	for _, d := range v.s.Debts[:v.s.NumDebts] {
		lines = append(lines, v.T("act.debt_line", "Name", v.Name(d.Debtor), "To", v.Name(d.Creditor),
			"Money", v.Money(d.Amount), "Cause", v.T("cause."+wire.CauseName(d.Cause))))
	}
	return lines
}
