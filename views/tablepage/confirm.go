package tablepage

import (
	"net/url"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/plan"
	"github.com/bankhalter/bankhalter/views/page"
)

// Consequence is what a move that cannot be taken back would bring about.
type Consequence struct {
	Title string           `json:"title"`
	What  string           `json:"detail"`
	Rows  []ConsequenceRow `json:"consequences"`
	Go    string           `json:"-"` // label of the button that does it
}

// ConsequenceRow is one line of the table of consequences.
type ConsequenceRow struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// ConsequenceOf says what a move would bring about; false if it is none of
// those that are asked about first.
func ConsequenceOf(p page.Page, d *TableData, c *game.Command) (Consequence, bool) {
	return newView(p, d).consequence(c)
}

func (v *view) consequence(c *game.Command) (Consequence, bool) {
	switch c.Kind {
	case game.Resign:
		return v.resigning(), true
	case game.DeclareBankruptcy:
		return v.ruin(), true
	case game.SellGroup:
		return v.clearance(c), true
	case game.AcceptTrade:
		for i := range v.s.Trades[:v.s.NumTrades] {
			if t := &v.s.Trades[i]; int32(t.ID) == c.N || c.N < 0 && t.To == v.me {
				return v.exchange(t, c.Lift), true
			}
		}
	default:
	}
	return Consequence{}, false
}

func (x *Consequence) row(label, value string) {
	x.Rows = append(x.Rows, ConsequenceRow{label, value})
}

// resigning describes the consequences for a player who leaves.
func (v *view) resigning() Consequence {
	x := Consequence{Title: v.T("confirm.resign"), What: v.T("resign.what"), Go: v.T("resign.go")}
	after := v.T("confirm.resign_stays")
	if v.r.LeavingRuins() {
		x.What, after = v.T("resign.what_bankrupt"), v.T("confirm.to_bank")
		if winner, over := v.ruinEnds(); over {
			x.What = v.T("resign.what_last", "Name", v.Name(winner))
			return x
		}
	}
	v.belongings(&x)
	x.row(v.T("confirm.becomes"), after)
	return x
}

// ruinEnds reports whether the viewer's bankruptcy leaves only one player, who has won
// then: the game is over before anything changes hands.
func (v *view) ruinEnds() (winner game.Seat, over bool) {
	left := v.s.Alive().Without(v.me)
	if left.Len() != 1 || v.r.EndsAtSecondBankruptcy() && v.s.OutCount == 1 {
		return game.Nobody, false
	}
	return left.First(), true
}

// ruin is what becomes of a bankrupt.
func (v *view) ruin() Consequence {
	x := Consequence{Title: v.T("act.bankrupt_title"), What: v.T("act.bankrupt_bank"), Go: v.T("confirm.bankrupt_go")}
	to := v.T("confirm.to_bank")
	if v.s.NumDebts > 0 {
		d := v.s.Debts[0]
		if d.Creditor != game.Bank {
			x.What = v.T("act.bankrupt_what", "Name", v.Name(d.Creditor))
			to = v.T("confirm.to_player", "Name", v.Name(d.Creditor))
		}
		x.row(v.T("act.bankrupt_row_debt"), v.Money(d.Amount))
		if most := v.r.Liquidation(v.s, v.me); most > v.cash() {
			x.row(v.T("confirm.could_raise"), v.Money(most))
		}
	}
	if winner, over := v.ruinEnds(); over {
		x.What = v.T("act.bankrupt_last", "Name", v.Name(winner))
		return x
	}
	v.belongings(&x)
	x.row(v.T("confirm.becomes"), to)
	if left := v.s.Alive().Without(v.me); left != 0 {
		x.row(v.T("confirm.left"), v.NamesOf(left))
	}
	return x
}

// belongings lists what the viewer would lose.
func (v *view) belongings(x *Consequence) {
	x.row(v.T("act.bankrupt_row_cash"), v.Money(v.cash()))
	deeds := v.T("trade.nothing")
	if own := v.s.Owned[v.me]; own != 0 {
		deeds = v.Spaces(own)
	}
	x.row(v.T("act.bankrupt_row_deeds"), deeds)
	if n := cards(v.s.Players[v.me].Cards); n > 0 {
		x.row(v.T("confirm.cards"), page.Itoa(n))
	}
}

// clearance is what selling everything on a group brings and costs.
func (v *view) clearance(c *game.Command) Consequence {
	x := Consequence{
		Title: v.T("confirm.sell_group", "Group", v.Group(c.Group)), What: v.T("confirm.sell_group_what"),
		Go: v.T("deeds.sell_group", "Group", v.Group(c.Group)),
	}
	sold, no := plan.Try(v.r, v.s, *c)
	if !no.OK() {
		return x // the caller has seen to it that it is accepted
	}
	for r := v.r.Groups[c.Group].Spaces & v.s.Owned[v.me]; r != 0; r = r.Rest() {
		sp := r.First()
		if b, n := v.built(sp); n > 0 {
			x.row(v.Space(sp), v.T("confirm.rent_falls", "Buildings", v.Buildings(b, n),
				"Before", v.Money(v.r.RentNow(v.s, sp)), "After", v.Money(v.r.RentNow(&sold.After, sp))))
		}
	}
	x.row(v.T("confirm.you_get"), v.Money(sold.Brings))
	x.row(v.T("confirm.cash_after"), v.Money(v.cash()+sold.Brings))
	return x
}

// exchange is what accepting a trade does to both sides.
func (v *view) exchange(t *game.Trade, lift game.Set) Consequence {
	x := Consequence{
		Title: v.T("confirm.trade", "Name", v.Name(t.From)), What: v.T("confirm.trade_what"), Go: v.T("confirm.trade_go"),
	}
	if v.wouldBeHeld(t, lift) {
		x.What = v.T("confirm.trade_vote")
	}
	x.row(v.T("trade.want"), v.Goods(t.Give))
	x.row(v.T("trade.give"), v.Goods(t.Want))
	sum := plan.Trade(v.r, v.s, v.me, t.From, &t.Give, &t.Want, lift)
	if sum.Fee > 0 {
		x.row(v.T("trade.sum_fee"), v.Money(sum.Fee))
	}
	for _, n := range v.groupNotes(t.From, t.Give, t.Want) {
		x.row(n.Label, n.Text)
	}
	x.row(v.T("confirm.cash_after"), v.Money(sum.After))
	return x
}

// wouldBeHeld reports whether the others would have to vote on a trade that the viewer accepts.
func (v *view) wouldBeHeld(t *game.Trade, lift game.Set) bool {
	c := game.MoveN(game.AcceptTrade, v.me, int32(t.ID))
	c.Lift = lift
	out, no := plan.Try(v.r, v.s, c)
	if !no.OK() {
		return false
	}
	after := out.After.FindTrade(int32(t.ID))
	return after != nil && after.Held
}

// ConfirmPath asks before a move that cannot be taken back; the query is the move.
func ConfirmPath(id string) string { return page.GamePath(id) + "/confirm" }

// confirmFields are the arguments with which the move is made.
func confirmFields(form url.Values) []field {
	var fields []field
	for _, name := range []string{"group", "trade", "lift"} {
		for _, value := range form[name] {
			fields = append(fields, field{name, value})
		}
	}
	return fields
}

// confirmed is the button that makes the move after all.
func (v *view) confirmed(c *game.Command, x *Consequence, form url.Values) button {
	b := v.move(c.Kind)
	b.Label, b.Warn, b.Fields = x.Go, true, confirmFields(form)
	return b
}
